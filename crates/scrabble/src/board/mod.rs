//! The board, which all players see. Tiles, racks, squares, premium squares; a board that maintains
//! everything about it that does not depend on a rack (cross-checks, empty squares); and plays, checked and scored by
//! the rules.

mod checking;
mod crossing;
pub(super) mod empties;
mod empty_search;
mod grid;
mod layout;
pub(super) mod line;
pub(super) mod line_id;
mod play;
mod rack;
mod square;
mod tile;
pub(super) mod undo;

pub use checking::IllegalPlay;
pub use grid::Board;
pub use layout::{BINGO, Layout, ParseLayoutError, Premium};
pub(super) use line_id::offsets;
pub use play::{ParsePlayError, Play};
pub use rack::{ParseRackError, RACK, Rack};
pub use square::{Direction, ParsePlaceError, Place, SIDE, SQUARES, Square};
pub(super) use tile::value_on_square;
pub use tile::{KINDS, TILES, Tile};
