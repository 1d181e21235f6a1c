//! What the config of a run says of the run.

use crate::layout::part_format::PartOptions;
use lettergame_plan::Shard;

/// The contents of a run's `config.toml` beyond the config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunInfo {
    /// The part of the tournament it is.
    pub shard: Shard,
    /// The fingerprint of everything that determines the rows.
    pub fingerprint: String,
    /// The fingerprint of the word list.
    pub lexicon: String,
    /// Whether it is sealed at its end, and its faults have checksums. Runs of earlier versions have none.
    pub checked: bool,
    /// How its rows are divided, in a run that is played in parts.
    pub parts: Option<PartOptions>,
}
