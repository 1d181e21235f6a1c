//! Names of players in texts for people.

use std::collections::BTreeMap;
use std::ops::Index;

use lettergame_base::{BySeat, Seat, SeatSet};

/// Preferred line width of texts for people, in columns.
const COLUMNS: usize = 70;

/// The names of the players at a table, and which seats to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatNames {
    names: BySeat<String>,
    shown: SeatSet,
}

impl SeatNames {
    /// Names by seat; a player in several seats is also identified by its seat.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> SeatNames {
        let names: BySeat<&str> = names.into_iter().collect();
        let mut counts = BTreeMap::<&str, usize>::new();
        names.values().for_each(|name| *counts.entry(name).or_default() += 1);
        let named = |seat: Seat| match counts[names[seat]] {
            1 => names[seat].to_owned(),
            _ => format!("{} (seat {seat})", names[seat]),
        };
        SeatNames { names: BySeat::from_fn(names.len(), named), shown: SeatSet::all(names.len()) }
    }

    /// Restricts texts to these seats.
    #[must_use]
    pub fn only(self, shown: SeatSet) -> SeatNames {
        SeatNames { shown, ..self }
    }

    /// Number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.names.len()
    }

    /// Is this seat shown?
    #[must_use]
    pub fn shows(&self, seat: Seat) -> bool {
        self.shown.contains(seat)
    }

    /// Are all seats shown?
    #[must_use]
    pub fn shows_all(&self) -> bool {
        self.shown.len() == self.names.len()
    }

    /// Replaces each `seat 2` in a text by the name. Lines that begin with a hidden seat are omitted.
    ///
    /// ```
    /// use lettergame_base::{Seat, SeatSet};
    /// use lettergame_game::SeatNames;
    ///
    /// let names = SeatNames::new(["alice", "bob"]);
    /// let text = "round 1 ends\n  seat 0: TEA +3\n  seat 1: AT +2";
    /// assert_eq!(names.text(text), "round 1 ends\n  alice: TEA +3\n  bob: AT +2");
    /// let bob = names.only(SeatSet::one(Seat::FIRST.opponent()));
    /// assert_eq!(bob.text(text), "round 1 ends\n  bob: AT +2");
    /// ```
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        let is_shown = |line: &&str| {
            let seat = line.trim_start().strip_prefix(SEAT).and_then(|rest| self.seat(rest));
            seat.is_none_or(|(seat, _)| self.shows(seat))
        };
        let lines: Vec<String> =
            text.lines().filter(is_shown).map(|line| self.line(line)).collect();
        lines.join("\n")
    }

    fn line(&self, line: &str) -> String {
        let mut parts = line.split(SEAT);
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match self.seat(part) {
                Some((seat, rest)) => {
                    text += &self[seat];
                    text += rest;
                }
                None => {
                    text += SEAT;
                    text += part;
                }
            }
        }
        text
    }

    /// The seat whose number the text begins with, and the rest.
    fn seat<'t>(&self, text: &'t str) -> Option<(Seat, &'t str)> {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let seat = Seat::new(text[..end].parse().ok()?)?;
        (seat.index() < self.seats()).then_some((seat, &text[end..]))
    }
}

/// Prefix of a seat's number in texts without names.
const SEAT: &str = "seat ";

impl Index<Seat> for SeatNames {
    type Output = str;
    fn index(&self, seat: Seat) -> &str {
        &self.names[seat]
    }
}

/// A list after a heading, wrapped to fit a terminal; continuation lines are indented.
#[must_use]
pub fn wrapped(heading: &str, items: &[String], separator: &str) -> String {
    let mut text = heading.to_owned();
    let mut width = heading.chars().count();
    let last = items.len().saturating_sub(1);
    for (place, item) in items.iter().enumerate() {
        let item = if place == last { item.clone() } else { format!("{item}{separator}") };
        let length = item.chars().count();
        if width + 1 + length > COLUMNS {
            text += "\n  ";
            width = 2;
        } else {
            text.push(' ');
            width += 1;
        }
        text += &item;
        width += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{SeatNames, wrapped};
    use lettergame_base::{Seat, SeatSet};

    #[test]
    fn a_player_in_several_seats_is_named_with_its_seats() {
        let names = SeatNames::new(["a", "b", "a"]);
        assert_eq!(
            names.text("seat 0 pays seat 1, seat 12 sees seat 2"),
            "a (seat 0) pays b, seat 12 sees a (seat 2)"
        );
        let only = names.only(SeatSet::one(Seat::FIRST));
        assert_eq!(only.text("seat 1: x\nseat 0: y"), "a (seat 0): y");
        assert!(!only.shows_all() && only.shows(Seat::FIRST));
    }

    #[test]
    fn lists_are_broken_between_their_items() {
        let items: Vec<String> = (0..8).map(|player| format!("player-{player} bids 10")).collect();
        let text = wrapped("Q:", &items, ",");
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.len() <= 70), "{text}");
        assert_eq!(wrapped("Q:", &["no bids".to_owned()], ","), "Q: no bids");
    }
}
