//! Several runs side by side: the players they share, and the settings in which they differ.

use std::collections::BTreeSet;

use maud::{Markup, html};
use serde_json::Value;

use crate::page::title::count;
use crate::plot::Unit;
use crate::{Digest, RunTitle, Standing};

/// Runs as columns. Markup uses the classes `scroll` and `hear` of the page around it.
pub struct SideBySide<'a> {
    runs: &'a [Digest],
    /// The addresses of the runs.
    links: Vec<String>,
}

impl SideBySide<'_> {
    /// The runs, with the address of each.
    #[must_use]
    pub fn of(runs: &[Digest], links: Vec<String>) -> SideBySide<'_> {
        SideBySide { runs, links }
    }

    /// Means and win shares with their intervals: first of the players in all runs, then of all others.
    #[must_use]
    pub fn players(&self) -> Markup {
        let (common, others) = self.names();
        html! {
            div.scroll tabindex="0" role="group" aria-label="Players" {
                table.beside {
                    (self.head("player"))
                    tbody { @for name in &common { (self.player(name)) } }
                    @if !others.is_empty() {
                        tbody {
                            tr {
                                th.quiet scope="rowgroup" colspan=(self.runs.len() + 1) { "Not in all runs" }
                            }
                            @for name in &others { (self.player(name)) }
                        }
                    }
                }
            }
        }
    }

    /// The settings that differ, and what is the same in all runs.
    #[must_use]
    pub fn settings(&self) -> Markup {
        let (differing, same): (Vec<_>, Vec<_>) =
            self.all_settings().into_iter().partition(|(_, values)| differ(values));
        html! {
            @if differing.is_empty() { p { "No setting differs." } }
            @else {
                div.scroll tabindex="0" role="group" aria-label="Settings that differ" {
                    table.beside {
                        (self.head("setting"))
                        tbody {
                            @for (key, values) in &differing {
                                tr { th scope="row" { (key) } @for value in values { td { (value) } } }
                            }
                        }
                    }
                }
            }
            p.quiet {
                "The same in all: "
                @for (index, (key, values)) in same.iter().enumerate() {
                    @if index > 0 { ", " }
                    (key) " " (values.first().map_or("", String::as_str))
                }
                "."
            }
        }
    }

    fn head(&self, first: &str) -> Markup {
        html! {
            thead { tr {
                th scope="col" { (first) }
                @for (run, link) in self.runs.iter().zip(&self.links) {
                    th scope="col" { a href=(link) { (run.run.label) } }
                }
            } }
        }
    }

    /// The players of all runs in the order of the first, and those of some runs.
    fn names(&self) -> (Vec<&str>, Vec<&str>) {
        let all = self.runs.iter().flat_map(|run| &run.standings).map(|own| own.player.as_str());
        let mut seen = BTreeSet::new();
        let once: Vec<&str> = all.filter(|name| seen.insert(*name)).collect();
        once.into_iter().partition(|name| self.runs.iter().all(|run| found(run, name).is_some()))
    }

    fn player(&self, name: &str) -> Markup {
        html! {
            tr {
                th scope="row" { (name) }
                @for run in self.runs { td { (figures(found(run, name))) } }
            }
        }
    }

    /// Each setting with its value in every run.
    fn all_settings(&self) -> Vec<(String, Vec<String>)> {
        let rules: BTreeSet<&String> =
            self.runs.iter().flat_map(|run| run.run.rules.keys()).collect();
        let own = SETTINGS.iter().map(|(key, value)| {
            ((*key).to_owned(), self.runs.iter().map(|run| value(&run.run)).collect())
        });
        let of_rule = |key: &String, run: &Digest| {
            run.run.rules.get(key).map_or_else(|| "\u{2013}".to_owned(), shown)
        };
        let rules = rules
            .into_iter()
            .map(|key| (key.clone(), self.runs.iter().map(|run| of_rule(key, run)).collect()));
        own.chain(rules).collect()
    }
}

/// The settings that every run has.
type Setting = (&'static str, fn(&RunTitle) -> String);
const SETTINGS: [Setting; 8] = [
    ("game", |run| run.game.clone()),
    ("players", |run| run.entrants.join(", ")),
    ("schedule", |run| run.schedule.clone()),
    ("seats", |run| run.seating.clone()),
    ("seed", |run| run.seed.to_string()),
    ("part", |run| run.shard.clone()),
    ("games", |run| count(run.games_total)),
    ("word list", |run| run.lexicon.clone()),
];

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn differ(values: &[String]) -> bool {
    values.windows(2).any(|pair| pair[0] != pair[1])
}

fn found<'a>(run: &'a Digest, name: &str) -> Option<&'a Standing> {
    run.standings.iter().find(|own| own.player == name && own.games > 0)
}

fn figures(standing: Option<&Standing>) -> Markup {
    let Some(own) = standing else { return html! { "\u{2013}" } };
    html! {
        "mean " (Unit::Plain.show_with(own.score, own.score_interval, 1))
        br;
        "wins " (Unit::Percent.show_with(own.win_share, own.win_share_interval, 1))
        br;
        span.quiet { (count(own.games)) " games" }
    }
}

#[cfg(test)]
mod tests {
    use super::SideBySide;
    use crate::page::sample;

    #[test]
    fn players_in_common_come_first_and_settings_that_differ_are_told() {
        let mut runs = sample::sweep(&["a", "b", "c"], &["0", "2"]).runs;
        runs[1].standings.retain(|own| own.player != "a");
        runs[0].run.rules.insert("hidden".into(), 0.into());
        runs[1].run.rules.insert("hidden".into(), 2.into());
        runs[1].run.seed = runs[0].run.seed + 1;
        let both = SideBySide::of(&runs, vec!["/one".into(), "/two".into()]);
        let players = both.players().into_string();
        let place = |text: &str| players.find(text).unwrap_or_else(|| panic!("{text}: {players}"));
        assert!(place(">b</th>") < place("Not in all runs"), "{players}");
        assert!(place("Not in all runs") < place(">a</th>"), "{players}");
        assert!(players.contains("href=\"/two\"") && players.contains("mean "), "{players}");
        let settings = both.settings().into_string();
        let (differing, same) = settings.split_once("The same in all").unwrap();
        assert!(differing.contains("hidden</th><td>0</td><td>2</td>"), "{settings}");
        assert!(differing.contains(">seed</th>") && same.contains("schedule"), "{settings}");
    }
}
