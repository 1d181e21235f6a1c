//! The names at a table, as everyone there sees them: those that persons gave themselves, and those of players.

use std::path::Path;
use std::sync::Arc;

use lettergame_base::{MAX_SEATS, Name, Seat, SeatSet};
use lettergame_plan::{PERSON, PlayerSpec};

/// The longest name of a person, in characters: it stands beside a score on a phone.
pub(crate) const MAX_NAME: usize = 20;

/// The names of computer players beside persons, in the order of their seats.
const COMPUTERS: [&str; MAX_SEATS] = [
    "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo", "Iris", "Jon", "Kim", "Leo", "Mia",
    "Noah",
];

/// The computer players that a person meets at each level, from easy to hard.
pub(crate) type Levels = [&'static [&'static str]; 3];

/// What the levels are called.
pub(crate) const LEVEL_NAMES: [&str; 3] = ["Easy", "Medium", "Hard"];

/// The level of a computer player: that of its table if it is one of a level, or the lowest that has it.
pub(crate) fn level_of(levels: &Levels, table: &[String], player: &str) -> Option<&'static str> {
    let computers = || table.iter().map(String::as_str).filter(|&player| player != PERSON);
    let has = |level: &&'static [&'static str]| level.contains(&player);
    let of_table =
        levels.iter().position(|level| has(level) && computers().eq(level.iter().copied()));
    of_table.or_else(|| levels.iter().position(has)).map(|level| LEVEL_NAMES[level])
}

/// Follows the name of a person for whom a computer plays.
const STAND_IN: &str = "(computer)";

/// Names by seat, no two alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names(Arc<[String]>);

impl Names {
    /// Those of players: `equity`, `score`. Beside persons, built-in players without a name of their own get one:
    /// `Player 1`, `Ada`, `Player 3`.
    pub(crate) fn of_players(players: &[String]) -> Names {
        let names = PlayerSpec::shown_names(players);
        let names = Names(names.iter().map(Name::to_string).collect());
        if !players.iter().any(|player| player == PERSON) {
            return names;
        }
        let mut unused = COMPUTERS.iter().filter(|&name| !names.0.iter().any(|own| own == name));
        names.map(|seat, name| match &players[seat.index()] {
            player if player == PERSON => format!("Player {}", seat.index() + 1),
            player if is_unnamed_strategy(player) => {
                unused.next().map_or_else(|| name.to_owned(), |&own| own.to_owned())
            }
            _ => name.to_owned(),
        })
    }

    /// The same as the person in this seat reads them, who is `You` unless it has given a name.
    pub(crate) fn addressed_to(&self, seat: Option<Seat>, given: Option<&str>) -> Names {
        self.map(|own, name| {
            let is_you = seat == Some(own) && given.is_none();
            if is_you { "You".to_owned() } else { name.to_owned() }
        })
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
    pub(crate) fn map(&self, mut name: impl FnMut(Seat, &str) -> String) -> Names {
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

/// Whether this is a player of a roster that was given no name: `equity`, not `Best=equity`.
fn is_unnamed_strategy(player: &str) -> bool {
    let spec = PlayerSpec::read(player, Path::new(""));
    PlayerSpec::split(player).0.is_none() && spec.is_ok_and(|spec| spec.is_built_in())
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
    use super::{Names, is_same, level_of, read_name, stand_in_name};
    use lettergame_base::{Seat, SeatSet};

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
        assert_eq!(names.sentence(SeatSet::all(3)), "Player 1, Ada and Player 3");
        let named = names.map(
            |seat, name| {
                if seat == Seat::FIRST { "Ann".to_owned() } else { name.to_owned() }
            },
        );
        assert_eq!(named.sentence(SeatSet::all(2)), "Ann and Ada");
        assert_eq!(named.sentence(SeatSet::one(Seat::FIRST)), "Ann");
        assert_eq!(named.sentence(SeatSet::EMPTY), "");
    }

    #[test]
    fn a_computer_has_the_level_of_its_table_or_the_lowest_with_it() {
        let levels = [&["zero"][..], &["flat", "zero"], &["marginal", "flat"]];
        let level = |table: &[&str], player| {
            let table: Vec<String> = table.iter().map(|&player| player.to_owned()).collect();
            level_of(&levels, &table, player)
        };
        assert_eq!(level(&["person", "marginal", "flat"], "flat"), Some("Hard"));
        assert_eq!(level(&["person", "flat"], "flat"), Some("Medium"));
        assert_eq!(level(&[], "zero"), Some("Easy"));
        assert_eq!(level(&["person", "saver"], "saver"), None);
    }

    #[test]
    fn beside_persons_computers_have_names_too() {
        let named = |players: &[&str]| {
            let players: Vec<String> = players.iter().map(|&player| player.to_owned()).collect();
            Names::of_players(&players).all().join(" ")
        };
        assert_eq!(named(&["zero", "zero"]), "zero zero#2");
        assert_eq!(named(&["person", "zero", "zero"]), "Player 1 Ada Ben");
        assert_eq!(named(&["Ada=zero", "person", "marginal"]), "Ada Player 2 Ben");
        assert_eq!(named(&["person", "cmd:./play"]), "Player 1 cmd:._play");
        let names = Names::of_players(&["person", "person"].map(str::to_owned));
        let to_second = |given| names.addressed_to(Seat::new(1), given).all().join(" ");
        assert_eq!(to_second(None), "Player 1 You");
        assert_eq!(to_second(Some("Bob")), "Player 1 Player 2");
        assert_eq!(names.addressed_to(None, None), names);
    }
}
