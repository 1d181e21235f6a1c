//! The course of a game over its turns: a line for each player in the colour of its card, above links to all turns.

use std::fmt::Write as _;

use maud::{Markup, html};

use crate::review::sign::size_class;
use crate::review::story::Mistake;
use lettergame_report::plot::figures;

/// What a graph shows.
pub(crate) struct Graph<'a> {
    pub(crate) title: &'static str,
    /// Follows each value: ` %`, or nothing.
    pub(crate) unit: &'static str,
    /// What is counted from left to right, as in `Move 3`.
    pub(crate) what: &'static str,
    /// The label of each player, and values after numbers of turns, the first one after none.
    pub(crate) lines: Vec<(&'a str, Vec<(usize, f64)>)>,
    /// The least and the greatest value; by default those of the lines.
    pub(crate) ends: Option<[f64; 2]>,
    /// All turns, and how many of them are shown.
    pub(crate) last: usize,
    pub(crate) here: usize,
    /// The address of a turn.
    pub(crate) address: &'a dyn Fn(usize) -> String,
    /// The mistake of a turn that is marked.
    pub(crate) mistake: &'a dyn Fn(usize) -> Option<Mistake>,
}

impl Graph<'_> {
    fn ends(&self) -> [f64; 2] {
        self.ends.unwrap_or_else(|| {
            let values =
                || self.lines.iter().flat_map(|(_, line)| line.iter().map(|point| point.1));
            [values().fold(0.0, f64::min), values().fold(1.0, f64::max)]
        })
    }

    /// A line from its first value to the end, in a picture of the height 100.
    fn path(&self, line: &[(usize, f64)]) -> String {
        let [low, high] = self.ends();
        let up = |value: f64| 100.0 - 100.0 * (value - low) / (high - low);
        let mut path = String::new();
        for (plies, value) in line {
            let command = if path.is_empty() { 'M' } else { 'L' };
            // writing to a string does not fail
            let _ = write!(path, "{command}{plies} {:.1}", up(*value));
        }
        let _ = write!(path, "H{}", self.last);
        path
    }

    /// The value of a line at the turn shown.
    fn value(&self, line: &[(usize, f64)]) -> String {
        let known = line.iter().take_while(|(plies, _)| *plies <= self.here).last();
        known.map_or(String::new(), |(_, value)| figures(format!("{value:.0}{}", self.unit)))
    }

    pub(crate) fn html(&self) -> Markup {
        let [low, high] = self.ends();
        let values = self.lines.iter().map(|(name, line)| format!("{name} {}", self.value(line)));
        let values = values.collect::<Vec<_>>().join(", ");
        html! {
            figure.course {
                figcaption {
                    strong { (self.title) }
                    ul { @for (seat, (name, line)) in self.lines.iter().enumerate() {
                        li.{ "seat-" (seat % 7) } { (name) " " strong { (self.value(line)) } }
                    } }
                }
                div.field {
                    svg viewBox={ "-.5 0 " (self.last + 1) " 100" } preserveAspectRatio="none" role="img"
                        aria-label={ (self.title) ", here: " (values) } {
                        @for (seat, (_, line)) in self.lines.iter().enumerate().rev() {
                            path.{ "seat-" (seat % 7) } d=(self.path(line)) {}
                        }
                    }
                    span.end.high aria-hidden="true" { (figures(format!("{high:.0}{}", self.unit))) }
                    span.end.low aria-hidden="true" { (figures(format!("{low:.0}{}", self.unit))) }
                    // the same links are in a list for the keyboard and screen readers
                    div.turns aria-hidden="true" {
                        @for plies in 0..=self.last {
                            a.(plies.checked_sub(1).and_then(|turn| (self.mistake)(turn)).map_or("", size_class))
                                .here[plies == self.here] href=((self.address)(plies)) tabindex="-1"
                                title={ (self.what) " " (plies) } {}
                        }
                    }
                }
            }
        }
    }
}
