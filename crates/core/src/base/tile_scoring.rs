//! What letters are worth, in the format of player programs.

use std::collections::BTreeMap;

use serde::Serialize;

/// How points are computed, as it is sent to player programs:
/// `{"values":{"A":1,...},"counts":{"A":9,...},"bonus":50}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TileScoring {
    /// What a tile of each letter is worth, in points.
    pub values: BTreeMap<char, u32>,
    /// How many tiles of each letter there are; blanks are not among them.
    pub counts: BTreeMap<char, u8>,
    /// What the game's bonus for a long word is worth, in points; its rules say which words earn it.
    pub bonus: i32,
}
