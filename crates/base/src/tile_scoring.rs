//! Letter values in the format for player programs.

use std::collections::BTreeMap;

use serde::Serialize;

/// How points are computed, as sent to player programs:
/// `{"values":{"A":1,...},"counts":{"A":9,...},"bonus":50}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TileScoring {
    /// The value of a tile of each letter, in points.
    pub values: BTreeMap<String, u32>,
    /// Number of tiles of each letter, not including blanks.
    pub counts: BTreeMap<String, u8>,
    /// The bonus for a long word, in points; the rules of the game define which words earn it.
    pub bonus: i32,
}
