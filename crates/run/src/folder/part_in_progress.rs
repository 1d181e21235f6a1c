//! The part of a run to which rows are appended.

use std::num::NonZeroU64;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::RunInfo;
use crate::layout::parts::{part_folder, part_of};

/// The part that is being written.
#[derive(Debug)]
pub(super) struct PartInProgress {
    /// The most games in a part.
    pub(super) most: NonZeroU64,
    /// The games of the run, and of the part.
    pub(super) games: Range<u64>,
    pub(super) part: Range<u64>,
    pub(super) headers: Vec<Vec<u8>>,
}

impl PartInProgress {
    /// The part with this game, in a run of `games`.
    pub(super) fn new(
        most: NonZeroU64,
        games: Range<u64>,
        game: u64,
        headers: &[Vec<u8>],
    ) -> PartInProgress {
        let part = part_of(game, most.get(), &games);
        PartInProgress { most, games, part, headers: headers.to_vec() }
    }

    pub(super) fn next(&self) -> PartInProgress {
        PartInProgress::new(self.most, self.games.clone(), self.part.end, &self.headers)
    }
}

/// The folder of the first rows of a run of these games.
pub(super) fn first_folder(dir: &Path, info: &RunInfo, games: &Range<u64>) -> PathBuf {
    match info.parts {
        Some(parts) => part_folder(dir, &part_of(games.start, parts.games.get(), games)),
        None => dir.to_owned(),
    }
}
