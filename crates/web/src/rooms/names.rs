//! The names at a table, as everyone there sees them: those that persons gave themselves, and those of players.

use std::sync::Arc;

use lettergame_core::base::{Name, Seat, SeatSet};
use lettergame_plan::PlayerSpec;

/// The longest name of a person, in characters: it stands beside a score on a phone.
pub(crate) const MAX_NAME: usize = 20;

/// Follows the name of a person for whom a computer plays.
const STAND_IN: &str = "(computer)";

/// Names by seat, no two alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names(Arc<[String]>);

impl Names {
    /// Those of players: `person`, `person#2`, `champion`.
    pub(crate) fn of_players(players: &[String]) -> Names {
        let names = PlayerSpec::shown_names(players);
        Names(names.iter().map(Name::to_string).collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The name of a seat; empty for a seat that does not exist.
    pub(crate) fn get(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("", String::as_str)
    }

    /// All of them, seat 0 first.
    pub(crate) fn all(&self) -> &[String] {
        &self.0
    }

    /// The same with other names for some seats.
    pub(crate) fn map(&self, name: impl Fn(Seat, &str) -> String) -> Names {
        let seats = Seat::first(self.len());
        Names(seats.map(|seat| name(seat, self.get(seat))).collect())
    }

    /// The names of these seats, in a sentence: `Ann, Bob and champion`.
    pub(crate) fn sentence(&self, seats: SeatSet) -> String {
        let names: Vec<&str> = seats.iter().map(|seat| self.get(seat)).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

/// The name of a person for whom a computer plays.
pub(crate) fn stand_in_name(name: &str) -> String {
    format!("{name} {STAND_IN}")
}

/// A typed name of a person, with single spaces; `None` if nothing was typed. It is a name as any player may have,
/// if it is short, and not that of another one's stand-in.
pub(crate) fn read_name(typed: &str) -> Result<Option<String>, String> {
    let words: Vec<&str> = typed.split_whitespace().collect();
    if words.is_empty() {
        return Ok(None);
    }
    let name = Name::given(&words.join(" ")).map_err(|error| error.to_string())?.to_string();
    let length = name.chars().count();
    if length > MAX_NAME {
        return Err(format!(
            "a name of {length} characters is too long: expected at most {MAX_NAME}"
        ));
    }
    if name.to_lowercase().ends_with(STAND_IN) {
        return Err(format!("invalid name `{name}`: `{STAND_IN}` is added where a computer plays"));
    }
    Ok(Some(name))
}

/// Whether two names would be taken for the same.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{Names, is_same, read_name, stand_in_name};
    use lettergame_core::base::{Seat, SeatSet};

    #[test]
    fn names_are_those_of_players_if_short() {
        for (typed, name) in [
            ("  Zoë   van\tDyk ", "Zoë van Dyk"),
            ("O’Neil-2", "O’Neil-2"),
            ("李", "李"),
            ("Anna (2)", "Anna (2)"),
            ("_x+y", "_x+y"),
            ("Zoe\u{308}", "Zoë"),
            // letters of Devanagari with their marks
            ("हिन्दी", "हिन्दी"),
        ] {
            assert_eq!(read_name(typed), Ok(Some(name.to_owned())));
        }
        assert_eq!(read_name(" \n"), Ok(None));
        for bad in [
            "person#2",
            "Ann (computer)",
            "Ann(Computer)",
            "<b>",
            "=1+2",
            "a\u{202e}b",
            "a\u{0}",
            "-",
            ".x",
            "abcdefghijklmnopqrstu",
        ] {
            assert!(read_name(bad).is_err(), "{bad}");
        }
        assert!(read_name(&"ä".repeat(20)).is_ok());
        assert!(read_name(&stand_in_name("Ann")).is_err(), "nobody can be taken for a stand-in");
        assert!(is_same("ANN", "ann") && !is_same("Ann", "Anna"));
    }

    #[test]
    fn seats_are_named_in_a_sentence() {
        let players = ["person", "zero", "person"].map(str::to_owned);
        let names = Names::of_players(&players);
        assert_eq!(names.sentence(SeatSet::all(3)), "person, zero and person#2");
        let named = names.map(
            |seat, name| {
                if seat == Seat::FIRST { "Ann".to_owned() } else { name.to_owned() }
            },
        );
        assert_eq!(named.sentence(SeatSet::all(2)), "Ann and zero");
        assert_eq!(named.sentence(SeatSet::one(Seat::FIRST)), "Ann");
        assert_eq!(named.sentence(SeatSet::EMPTY), "");
    }
}
