//! What a table looks like, for renderers that know no game.

use lettergame_base::{BySeat, Points};

/// A table as an observer with full information sees it after a turn.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The board, if the game has one.
    pub board: Option<BoardPicture>,
    /// What is on the table for all seats, such as the letter that was just sold.
    pub shared: Vec<TilePicture>,
    /// What each seat has.
    pub seats: BySeat<SeatPicture>,
}

/// A square board as the content of an `<svg>`.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// Width and height of the view box.
    pub side: usize,
    /// What stays the same during a game.
    pub ground: String,
    /// What lies and stands on it.
    pub pieces: String,
}

/// What one seat has.
#[derive(Clone, Debug)]
pub struct SeatPicture {
    /// The colour that the seat has on the board, if it has one: `cyan`, `yellow`, `red` or `purple`.
    pub colour: Option<&'static str>,
    /// Its points, or what the game counts instead.
    pub points: Points,
    /// Its tiles.
    pub tiles: Vec<TilePicture>,
    /// What it has just done, or has besides: `bids 12`, `CAT for 24`; empty if nothing.
    pub note: String,
    /// Whether the last turn was its own, or was won by it.
    pub is_lit: bool,
}

/// A tile.
#[derive(Clone, Debug)]
pub struct TilePicture {
    /// Its letter; empty for a blank.
    pub text: String,
    /// Its value, if it has one.
    pub value: Option<u32>,
    /// How it differs from the others.
    pub look: TileLook,
}

/// How a tile differs from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileLook {
    /// It does not.
    Plain,
    /// It was gained in the last turn.
    New,
    /// Other players do not know it.
    Hidden,
}
