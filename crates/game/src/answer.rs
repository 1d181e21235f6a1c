//! A seat's answer: a checked move, or a fault and the fallback that replaces it.

use std::ops::Deref;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use lettergame_base::Seat;

/// A move checked against the state it is applied to; only [`Table`](crate::Table) makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked<M>(pub(super) M);

impl<M> Deref for Checked<M> {
    type Target = M;
    fn deref(&self) -> &M {
        &self.0
    }
}

/// Why a player failed to give a legal move in time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault<M> {
    /// The move breaks the rules; the reason.
    #[error("illegal: {0}")]
    Illegal(String),
    /// The answer is not a move; what was received and what was expected.
    #[error("unreadable: {0}")]
    Unreadable(String),
    /// The program was not ready in time, or cannot play this game; the reason.
    #[error("late_start: {0}")]
    LateStart(String),
    /// The answer came after the time limit; the move, if known, and what is known about the time.
    #[error("{}", late_text(.1))]
    Late(Option<M>, String),
    /// No answer came long after the time limit; the time waited.
    #[error("stalled: {0}")]
    Stalled(String),
    /// The player's time for the whole game is used up; the limit.
    #[error("game_time: {0}")]
    GameTime(String),
    /// The player is unavailable because it exited or failed; the reason.
    #[error("gone: {0}")]
    Gone(String),
    /// The player exceeded its memory limit.
    #[error("memory: {0}")]
    Memory(String),
    /// The player exceeded its output limit.
    #[error("output: {0}")]
    Output(String),
    /// The player was not asked because its program failed repeatedly; how often it failed.
    #[error("benched: {0}")]
    Benched(String),
}

fn late_text(said: &str) -> String {
    if said.is_empty() { "late".to_owned() } else { format!("late: {said}") }
}

impl<M> Fault<M> {
    /// The answer of a seat as recorded: this move, and the fault that the move replaces.
    ///
    /// # Errors
    /// The fault, if there is one.
    pub fn recorded(choice: M, fault: Option<FaultKind>) -> Result<M, Fault<M>> {
        match fault {
            Some(fault) => Err(fault.with_move(choice)),
            None => Ok(choice),
        }
    }

    /// Its name in results.
    #[must_use]
    pub fn kind(&self) -> FaultKind {
        match self {
            Fault::Illegal(_) => FaultKind::Illegal,
            Fault::Unreadable(_) => FaultKind::Unreadable,
            Fault::LateStart(_) => FaultKind::LateStart,
            Fault::Late(..) => FaultKind::Late,
            Fault::Stalled(_) => FaultKind::Stalled,
            Fault::GameTime(_) => FaultKind::GameTime,
            Fault::Gone(_) => FaultKind::Gone,
            Fault::Memory(_) => FaultKind::Memory,
            Fault::Output(_) => FaultKind::Output,
            Fault::Benched(_) => FaultKind::Benched,
        }
    }
}

/// The name of a fault in results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// An illegal move.
    Illegal,
    /// An answer that is not a move.
    Unreadable,
    /// A program that was not ready in time, or that cannot play this game.
    LateStart,
    /// An answer after the time limit.
    Late,
    /// No answer, long after the time limit.
    Stalled,
    /// No time left for the game.
    GameTime,
    /// A player that exited or failed.
    Gone,
    /// Memory limit exceeded.
    Memory,
    /// Output limit exceeded.
    Output,
    /// A player that was not asked because its program failed repeatedly.
    Benched,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [FaultKind; 10] = [
        FaultKind::Illegal,
        FaultKind::Unreadable,
        FaultKind::LateStart,
        FaultKind::Late,
        FaultKind::Stalled,
        FaultKind::GameTime,
        FaultKind::Gone,
        FaultKind::Memory,
        FaultKind::Output,
        FaultKind::Benched,
    ];

    /// Its name: `illegal`, `unreadable`, `late_start`, `late`, `stalled`, `game_time`,
    /// `gone`, `memory`, `output`, `benched`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal",
            FaultKind::Unreadable => "unreadable",
            FaultKind::LateStart => "late_start",
            FaultKind::Late => "late",
            FaultKind::Stalled => "stalled",
            FaultKind::GameTime => "game_time",
            FaultKind::Gone => "gone",
            FaultKind::Memory => "memory",
            FaultKind::Output => "output",
            FaultKind::Benched => "benched",
        }
    }

    /// The fault with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the program itself failed, rather than its choice of move.
    #[must_use]
    pub fn is_failure(self) -> bool {
        !matches!(self, FaultKind::Illegal | FaultKind::Unreadable)
    }

    /// A fault of this kind with this text; for a late answer with the move, if known.
    #[must_use]
    pub fn fault<M>(self, choice: Option<M>, said: String) -> Fault<M> {
        match self {
            FaultKind::Illegal => Fault::Illegal(said),
            FaultKind::Unreadable => Fault::Unreadable(said),
            FaultKind::LateStart => Fault::LateStart(said),
            FaultKind::Late => Fault::Late(choice, said),
            FaultKind::Stalled => Fault::Stalled(said),
            FaultKind::GameTime => Fault::GameTime(said),
            FaultKind::Gone => Fault::Gone(said),
            FaultKind::Memory => Fault::Memory(said),
            FaultKind::Output => Fault::Output(said),
            FaultKind::Benched => Fault::Benched(said),
        }
    }

    /// A fault of this kind that was replaced by `choice`, as recorded in a log of plies.
    #[must_use]
    pub fn with_move<M>(self, choice: M) -> Fault<M> {
        self.fault(Some(choice), "as recorded".to_owned())
    }
}

/// A fault of the last turn, with details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offence {
    /// The seat at fault.
    pub seat: Seat,
    /// The kind of fault.
    pub kind: FaultKind,
    /// The fault in words.
    pub text: String,
}

/// A seat's answer as seen by the rules: a checked move, and the fault if the move is a fallback.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The effective move.
    pub choice: Checked<M>,
    /// Why the seat's own move was replaced, if it was.
    pub fault: Option<FaultKind>,
}

#[cfg(test)]
mod tests {
    use super::FaultKind;

    #[test]
    fn fault_names_read_back() {
        for kind in FaultKind::ALL {
            assert_eq!(FaultKind::from_name(kind.name()), Some(kind));
            assert_eq!(kind.with_move(()).kind(), kind);
        }
        assert_eq!(FaultKind::from_name("ok"), None);
    }
}
