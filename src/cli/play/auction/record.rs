//! The record of a game that a player leaves, from which it is continued: its seed, the moves of people,
//! its players, and its rules.

use std::collections::VecDeque;
use std::process;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cli::output::remark;
use crate::cli::play::screen::flowed;
use lettergame_auction::rules::{AuctionRules, Move};
use lettergame_base::{Seed, shell_word};
use lettergame_game::Rules;

/// The exit code of an interrupted command.
const INTERRUPTED: i32 = 130;

/// The seed and the moves of a game, available even when it is interrupted.
#[derive(Clone)]
pub(super) struct GameSummary {
    seed: Seed,
    terms: GameTerms,
    /// The command that plays the game, without the seed.
    command: String,
    rounds: Arc<Mutex<Vec<Row>>>,
    /// All moves of people, in order.
    moves: Arc<Mutex<Vec<String>>>,
}

/// What has to be the same for the same moves to lead to the same game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameTerms {
    /// The players as they were named.
    players: String,
    /// The settings that differ from those of the default preset.
    rules: String,
}

impl GameTerms {
    pub(super) fn new(players: &[&str], rules: &AuctionRules) -> GameTerms {
        let usual = AuctionRules::PRESETS[0].1().pairs();
        let differing = rules.pairs().into_iter().zip(usual).filter(|(own, usual)| own != usual);
        let texts: Vec<String> = differing.map(|((key, own), _)| format!("{key}={own}")).collect();
        GameTerms { players: players.join(","), rules: texts.join(" ") }
    }

    /// The line from which the game is continued.
    fn saved(&self, seed: Seed, moves: &[String]) -> String {
        let space = if self.rules.is_empty() { "" } else { " " };
        format!("{}{space}{}: {}; {}", seed.0, self.rules, moves.join(" "), self.players)
    }

    /// Why a game that was saved on these terms is not continued on others.
    ///
    /// # Errors
    /// The first difference.
    pub(super) fn check(&self, given: &GameTerms) -> Result<(), String> {
        let usual = |rules: &str| {
            if rules.is_empty() { "those of words".to_owned() } else { rules.to_owned() }
        };
        if self.players != given.players {
            let [saved, given] = [&self.players, &given.players];
            return Err(format!("the players of the saved game are {saved}, and not {given}"));
        }
        if self.rules != given.rules {
            let [saved, given] = [&self.rules, &given.rules].map(|rules| usual(rules));
            return Err(format!("the rules of the saved game are {saved}, and not {given}"));
        }
        Ok(())
    }
}

/// A game as it was left.
#[derive(Debug)]
pub(super) struct SavedGame {
    pub(super) seed: Seed,
    /// The moves of people, in order.
    pub(super) moves: VecDeque<Move>,
    /// Unknown in a line of an earlier version.
    pub(super) terms: Option<GameTerms>,
}

/// Reads the line that a game left behind: `7: 3 0 QATS -; person,zero`, after the seed the rules, as in `7 hidden=2: 3`.
impl FromStr for SavedGame {
    type Err = String;
    fn from_str(text: &str) -> Result<SavedGame, String> {
        let expected = "expected a saved game, as in `7: 3 0 12 QATS`: the seed, then bids and words, - for no word";
        let (start, rest) = text.trim().split_once(':').ok_or(expected)?;
        let (seed, rules) = start.split_once(' ').unwrap_or((start, ""));
        let (moves, players) = match rest.split_once(';') {
            Some((moves, players)) => (moves, Some(players.trim().to_owned())),
            None => (rest, None),
        };
        let terms = players.map(|players| GameTerms { players, rules: rules.to_owned() });
        let seed = Seed::of_text(seed).map_err(|error| format!("{error}; {expected}"))?;
        let read = |text: &str| match text.parse() {
            _ if text == NO_WORD => Ok(Move::Word("".into())),
            Ok(points) => Ok(Move::Bid(points)),
            Err(_) if text.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                Ok(Move::Word(text.to_uppercase().into()))
            }
            Err(_) => Err(format!("`{text}` is neither a bid nor a word; {expected}")),
        };
        let moves = moves.split_whitespace().map(read).collect::<Result<_, _>>()?;
        Ok(SavedGame { seed, moves, terms })
    }
}

/// How a round without a word is written.
const NO_WORD: &str = "-";

fn text_of(choice: &Move) -> String {
    match choice {
        Move::Bid(points) => points.to_string(),
        Move::Word(word) if word.is_empty() => NO_WORD.to_owned(),
        Move::Word(word) => word.to_uppercase().to_string(),
    }
}

/// The moves of one person in one round.
struct Row {
    round: u16,
    name: String,
    moves: Vec<String>,
}

impl GameSummary {
    /// An empty record that is printed when the game is interrupted.
    pub(super) fn watched(seed: Seed, terms: GameTerms, command: String) -> GameSummary {
        let (rounds, moves) = (Arc::default(), Arc::default());
        let record = GameSummary { seed, terms, command, rounds, moves };
        let kept = record.clone();
        // without a handler, an interruption simply ends the process
        let _ = ctrlc::set_handler(move || {
            remark(&format!("\nInterrupted.\n{}", kept.to_text().trim_end()));
            remark(kept.command_text().trim_end());
            process::exit(INTERRUPTED);
        });
        record
    }

    pub(super) fn note(&self, round: u16, name: &str, choice: &Move) {
        let shown = text_of(choice);
        self.moves().push(shown.clone());
        let shown = if shown == NO_WORD { "no word".to_owned() } else { shown };
        let mut rounds = self.rounds();
        match rounds.iter_mut().find(|row| row.round == round && row.name == name) {
            Some(row) => row.moves.push(shown),
            None => rounds.push(Row { round, name: name.to_owned(), moves: vec![shown] }),
        }
    }

    /// The moves so far.
    pub(super) fn to_text(&self) -> String {
        let row = |row: &Row| {
            let moves = row.moves.iter().cloned();
            flowed(&format!("  round {}, {}: ", row.round, row.name), moves)
        };
        self.rounds().iter().map(row).collect()
    }

    /// How to continue the game, the command on a line of its own.
    pub(super) fn command_text(&self) -> String {
        let saved = self.terms.saved(self.seed, &self.moves());
        let quoted = shell_word(&saved).unwrap_or(saved);
        format!("To continue:\n  {} --load {quoted}\n", self.command)
    }

    fn moves(&self) -> MutexGuard<'_, Vec<String>> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rounds(&self) -> MutexGuard<'_, Vec<Row>> {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{GameTerms, SavedGame};
    use lettergame_auction::rules::{AuctionRules, Move};
    use lettergame_base::Seed;
    use lettergame_game::{Rules, Settings};

    #[test]
    fn a_saved_game_knows_its_players_and_rules() {
        let rules = |hidden: &str| {
            let settings = Settings::parse([hidden]).unwrap();
            AuctionRules::read_all(settings).unwrap()
        };
        for (players, hidden) in [("zero", "hidden=0"), ("cmd:sh -c 'a; b'", "hidden=2")] {
            let terms = GameTerms::new(&["person", players], &rules(hidden));
            let line = terms.saved(Seed(7), &["3".to_owned(), "0".to_owned()]);
            let saved: SavedGame = line.parse().unwrap();
            assert_eq!((saved.seed, saved.moves.len()), (Seed(7), 2), "{line}");
            assert_eq!(saved.terms, Some(terms), "{line}");
        }
    }

    #[test]
    fn a_saved_game_reads_back() {
        let saved: SavedGame = " 7: 3 0 qats -\n".parse().unwrap();
        let moves: Vec<String> = saved.moves.iter().map(Move::to_string).collect();
        assert_eq!((saved.seed.0, moves.join(",").as_str()), (7, "bid 3,bid 0,word QATS,word"));
        assert_eq!(saved.terms, None);
        assert!("7:".parse::<SavedGame>().unwrap().moves.is_empty());
        for bad in ["7", "x: 3", "7: 3,0", ""] {
            assert!(
                bad.parse::<SavedGame>().unwrap_err().contains("expected a saved game"),
                "{bad}"
            );
        }
    }
}
