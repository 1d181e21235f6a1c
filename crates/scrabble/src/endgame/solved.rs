//! What the solver may do and what it answers.

use crate::rules::Move;

/// How much a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of positions that may be expanded: each takes 5 to 20 microseconds. With 0 the answer is
    /// the greedy play.
    pub nodes: u32,
    /// The number of positions that the transposition table holds, 32 bytes each, rounded up to a power of
    /// two.
    pub table: usize,
    /// Whether the line of best play is wanted. Finding it takes at most a tenth of the nodes, and a thousand,
    /// in addition.
    pub line: bool,
}

/// The largest transposition table that a search takes unasked: 32 MiB.
const USUAL_TABLE: usize = 1 << 20;

impl Limits {
    /// This number of nodes, with a table to match and without the line.
    #[must_use]
    pub fn nodes(nodes: u32) -> Limits {
        Limits { nodes, table: (2 * nodes as usize).min(USUAL_TABLE), line: false }
    }

    /// The same with the line of best play.
    #[must_use]
    pub fn with_line(self) -> Limits {
        Limits { line: true, ..self }
    }
}

/// The solution of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The move.
    pub choice: Move,
    /// The net gain of the player to move from here on, including the points for tiles left.
    pub gain: i32,
    /// Whether that is proven.
    pub exact: bool,
    /// The moves of best play from here on, if they were asked for: to the end of the game if `exact`, unless
    /// they could not be found again within the limit; otherwise as far as the search remembers them.
    pub line: Vec<Step>,
    /// The number of positions expanded, without those for the line.
    pub nodes: u32,
    /// The number of plies searched at least, with [`Solved::exact`] to the end of the game. Plays outside
    /// the best few of a position may have been left out.
    pub depth: u8,
}

/// What a move gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// The net gain of the player who makes it, from the move to the end of the game.
    pub points: i32,
    /// Whether that is proven.
    pub exact: bool,
}

/// A move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub choice: Move,
    /// Its score.
    pub score: i32,
}
