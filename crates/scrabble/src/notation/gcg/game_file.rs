//! A game read from a GCG file.

use thiserror::Error;

use crate::notation::gcg::GcgRemark;
use crate::notation::gcg::turns::FileTurn;
use crate::notation::{Position, PositionError};
use lettergame_base::Points;

/// A game read from a GCG file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The final position. A rack is the one given in the file, or empty.
    pub position: Position,
    /// The players' names, where given.
    pub names: [String; 2],
    /// The players' nicks in the events, where given.
    pub nicks: [String; 2],
    /// The name of the board, or empty.
    pub board: String,
    /// The title of the game, or empty.
    pub title: String,
    /// The bonuses and penalties of challenges, to the player whom the file gives them.
    pub challenges: [Points; 2],
    /// The plays, exchanges and passes, in order.
    pub turns: Vec<FileTurn>,
    /// The oddities of the game.
    pub remarks: Vec<GcgRemark>,
}

/// Why a game has no position before a turn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TurnError {
    /// There is no turn of this number.
    #[error("turn {number}: the game has {turns} turns: expected 1 to {}, which is its end", .turns + 1)]
    Number {
        /// The number.
        number: usize,
        /// How many turns the game has.
        turns: usize,
    },
    /// The position is impossible.
    #[error("the position before turn {number}: {error}")]
    Position {
        /// The turn, from 1.
        number: usize,
        /// What is wrong.
        error: PositionError,
    },
}

impl GameFile {
    /// The nicks for further events: a player without one gets it from the other's.
    #[must_use]
    pub fn given_nicks(&self) -> [String; 2] {
        let mut nicks = self.nicks.clone();
        for seat in 0..2 {
            if nicks[seat].is_empty() {
                nicks[seat] = format!("{}_{}", nicks[1 - seat], seat + 1);
            }
        }
        nicks
    }

    /// The turn of this number, from 1.
    #[must_use]
    pub fn turn(&self, number: usize) -> Option<&FileTurn> {
        self.turns.get(number.checked_sub(1)?)
    }

    /// The position before a turn, from 1; the number after the last turn means the end of the game.
    ///
    /// # Errors
    /// No such turn, or a rack in the file that cannot be right.
    pub fn before_turn(&self, number: usize) -> Result<Position, TurnError> {
        let turns = self.turns.len();
        let Some(turn) = self.turn(number) else {
            let is_end = number == turns + 1;
            return is_end
                .then(|| self.position.clone())
                .ok_or(TurnError::Number { number, turns });
        };
        let before = turn.before().map_err(|error| TurnError::Position { number, error })?;
        Ok(before.with_lexicon(self.position.lexicon().unwrap_or_default()))
    }
}
