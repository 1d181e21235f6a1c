//! The rows of a run: where they are, and what they must match.

use std::ops::Range;
use std::path::Path;

use crate::RunInfo;
use crate::run_files::is_sealed;
use lettergame_base::Name;
use lettergame_game::RowShape;
use lettergame_plan::{RecordLevel, Schedule};

/// The rows of a run. Every reader opens them through this, so that all are checked alike.
#[derive(Clone)]
pub struct RunRows<'a> {
    /// The folder.
    pub dir: &'a Path,
    /// The schedule of the games.
    pub schedule: &'a Schedule,
    /// The players' names in files, in the order of the config.
    pub names: &'a [Name],
    /// What is known about the game's own columns.
    pub shape: Option<RowShape>,
    /// The level that determines which files exist.
    pub record: RecordLevel,
    /// The numbers of all games of the run, or of its shard.
    pub games: Range<u64>,
    /// Whether lines of faults have checksums, which those of earlier versions lack.
    pub checked: bool,
    /// Whether it was played to its end before this was read.
    pub ended: bool,
}

impl<'a> RunRows<'a> {
    /// The rows of the run in a folder.
    #[must_use]
    pub fn of(
        dir: &'a Path,
        info: &RunInfo,
        record: RecordLevel,
        players: (&'a Schedule, &'a [Name]),
        shape: Option<RowShape>,
    ) -> RunRows<'a> {
        let (schedule, names) = players;
        let games = schedule.part(info.shard);
        RunRows {
            dir,
            schedule,
            names,
            shape,
            record,
            games,
            checked: info.checked,
            ended: is_sealed(dir),
        }
    }
}
