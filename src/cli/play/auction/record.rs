//! The record of a game that a player leaves, from which it is continued: its seed, and the moves of
//! people.

use std::collections::VecDeque;
use std::process;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cli::output::remark;
use crate::cli::play::screen::flowed;
use lettergame_auction::rules::Move;
use lettergame_core::base::Seed;

/// The exit code of an interrupted command.
const INTERRUPTED: i32 = 130;

/// The seed and the moves of a game, available even when it is interrupted.
#[derive(Clone)]
pub(super) struct GameSummary {
    seed: Seed,
    /// The command that plays the game, without the seed.
    command: String,
    rounds: Arc<Mutex<Vec<Row>>>,
    /// All moves of people, in order.
    moves: Arc<Mutex<Vec<String>>>,
}

/// A game as it was left.
#[derive(Debug)]
pub(super) struct SavedGame {
    pub(super) seed: Seed,
    /// The moves of people, in order.
    pub(super) moves: VecDeque<Move>,
}

/// Reads the line that a game left behind: `7: 3 0 QATS -`.
impl FromStr for SavedGame {
    type Err = String;
    fn from_str(text: &str) -> Result<SavedGame, String> {
        let expected = "expected a saved game, as in `7: 3 0 12 QATS`: the seed, then bids and words, - for no word";
        let (seed, moves) = text.trim().split_once(':').ok_or(expected)?;
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
        Ok(SavedGame { seed, moves })
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
    pub(super) fn watched(seed: Seed, command: String) -> GameSummary {
        let record = GameSummary { seed, command, rounds: Arc::default(), moves: Arc::default() };
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
        let (seed, moves) = (self.seed.0, self.moves().join(" "));
        format!("To continue:\n  {} --load '{seed}: {moves}'\n", self.command)
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
    use super::SavedGame;
    use lettergame_auction::rules::Move;

    #[test]
    fn a_saved_game_reads_back() {
        let saved: SavedGame = " 7: 3 0 qats -\n".parse().unwrap();
        let moves: Vec<String> = saved.moves.iter().map(Move::to_string).collect();
        assert_eq!((saved.seed.0, moves.join(",").as_str()), (7, "bid 3,bid 0,word QATS,word"));
        assert!("7:".parse::<SavedGame>().unwrap().moves.is_empty());
        for bad in ["7", "x: 3", "7: 3,0", ""] {
            assert!(
                bad.parse::<SavedGame>().unwrap_err().contains("expected a saved game"),
                "{bad}"
            );
        }
    }
}
