//! GCG: a game turn by turn, as `>nick: RACK 8D SC.RRY +20 20`.

mod game_file;
mod line;
mod replay;
mod turns;
mod writing;

use std::fmt;

use thiserror::Error;

pub use game_file::{GameFile, TurnError};
pub use line::named_in_gcg;
pub use replay::read_gcg;
pub use turns::{FileMove, FileTurn};
pub use writing::{GcgHeader, GcgTurn, annotate_gcg, continue_gcg, dotted, event_line, write_gcg};

use crate::board::{IllegalPlay, ParsePlayError, ParseRackError, RACK, Rack};
use crate::notation::PositionError;

/// Why and where a text is not a valid GCG file or describes an impossible game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct GcgError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: GcgFault,
}

/// What is wrong with a line of a GCG file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GcgFault {
    /// Neither an event nor a pragma.
    #[error(
        "invalid line `{0}`: expected an event that starts with `>nick:`, or a line that starts with #"
    )]
    Form(String),
    /// An event with missing parts.
    #[error(
        "invalid event `{0}`: expected `>nick: RACK 8D WORD +20 20`, or - for a pass, -ABC for an exchange, -- for a play taken back, (challenge), (time) or (RACK) in place of square and word"
    )]
    Event(String),
    /// An event goes on after its total.
    #[error("unexpected `{0}` after the total: expected at most the words that the play forms")]
    More(String),
    /// Not a number of points.
    #[error("invalid points `{0}`: expected a whole number, as in +20")]
    Points(String),
    /// Not a rack.
    #[error("the rack `{rack}`: {error}")]
    Rack {
        /// The rack.
        rack: String,
        /// What is wrong with it.
        error: ParseRackError,
    },
    /// A third player.
    #[error("unexpected third player `{0}`: expected two")]
    Player(String),
    /// Two players with the same nick.
    #[error(
        "both players have the nick `{0}`: expected two, as in `#player1 ann Ann` and `#player2 bob Bob`, and in the \
         lines of their turns"
    )]
    SameNick(String),
    /// Not a play.
    #[error(transparent)]
    Play(#[from] ParsePlayError),
    /// A play that cannot be placed.
    #[error("illegal play: {0}")]
    Illegal(#[from] IllegalPlay),
    /// More tiles than a rack has.
    #[error("the play places {0} tiles: expected at most {RACK}")]
    ManyTiles(usize),
    /// More tiles on the board than the set has.
    #[error("with this play {tile} is on the board {count} times, and the set has {in_set}")]
    TooMany {
        /// The name of the tile.
        tile: &'static str,
        /// How many.
        count: usize,
        /// How many the set has.
        in_set: usize,
    },
    /// There is no play to withdraw.
    #[error("this player has no play just before this one to take back")]
    NothingToTakeBack,
    /// The final position is impossible.
    #[error("the position at the end: {0}")]
    Position(#[from] PositionError),
}

impl GcgFault {
    pub(super) fn at(self, line: usize) -> GcgError {
        GcgError { line, fault: self }
    }
}

/// An oddity in a GCG file that is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GcgRemark {
    /// The line, from 1.
    pub line: usize,
    /// What is odd there.
    pub oddity: Oddity,
}

/// What is odd in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// Words that are not in the lexicon.
    NoWords(Vec<String>),
    /// The score differs from the rules.
    Points {
        /// According to the file.
        file: i32,
        /// According to the rules.
        rules: i32,
    },
    /// The total differs from the sum so far.
    Total {
        /// According to the file.
        file: i32,
        /// The sum.
        sum: i32,
    },
    /// Tiles that are not on the rack.
    NotOnRack {
        /// The tiles of the play or the exchange.
        tiles: Rack,
        /// The rack.
        rack: Rack,
    },
    /// A player moves twice in a row.
    Twice,
    /// The rack at the end cannot be right, and is taken as unknown.
    EndRack {
        /// The rack.
        rack: Rack,
        /// Why.
        error: PositionError,
    },
}

impl fmt::Display for GcgRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.oddity {
            Oddity::NoWords(words) => write!(f, "not in the word list: {}", words.join(", ")),
            Oddity::Points { file, rules } => {
                write!(f, "the file gives {file:+} points, the rules {rules:+}")
            }
            Oddity::Total { file, sum } => {
                write!(f, "the file gives a total of {file}, the sum is {sum}")
            }
            Oddity::NotOnRack { tiles, rack } => {
                write!(f, "not all of {tiles} is on the rack {rack}")
            }
            Oddity::Twice => f.write_str("the same player moves twice in a row"),
            Oddity::EndRack { rack, error } => {
                write!(f, "{rack} cannot be a rack at the end and is left out: {error}")
            }
        }
    }
}
