//! The board, which all players see. Tiles, racks, squares, premium squares; a board that maintains
//! everything about it that does not depend on a rack (cross-checks, empty squares); and plays, checked and scored by
//! the rules. Letters are numbers in an alphabet; a [`Distribution`] says which, and what they are worth.

mod cells;
mod checking;
mod crossing;
mod distribution;
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
mod tile_text;
pub(super) mod undo;

pub use cells::Cells;
pub use checking::IllegalPlay;
pub use distribution::{Distribution, DistributionError, MAX_TILES};
pub use grid::Board;
pub(super) use layout::Factors;
pub use layout::{BINGO, Layout, ParseLayoutError, Premium};
pub(super) use line_id::offsets;
pub use play::{ParsePlayError, Play};
pub use rack::{ParseRackError, RACK, Rack};
pub use square::{Direction, MAX_SIDE, ParsePlaceError, Place, SIDE, Square};
pub(super) use tile::KINDS;
pub use tile::{Cell, Tile};
pub(super) use tile_text::characters_before;
