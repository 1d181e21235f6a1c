//! The blocks of games within which failures are counted.

use std::ops::Range;

use crate::Schedule;

/// The blocks of a schedule: ranges of games of equal length. They begin anew with each stage, so that a stage can be
/// played without the games before it.
#[derive(Clone, Debug)]
pub(crate) struct BenchBlocks {
    length: u64,
    /// The stages, in order; the last one is unlimited.
    stages: Vec<Range<u64>>,
}

impl BenchBlocks {
    pub(super) fn new(schedule: &Schedule) -> BenchBlocks {
        let mut stages = vec![schedule.stage_of(0)];
        while let Some(last) = stages.last().filter(|last| last.end < schedule.total()) {
            stages.push(schedule.stage_of(last.end));
        }
        BenchBlocks { length: schedule.bench_block(), stages }
    }

    /// The first game of the block of a game.
    pub(crate) fn start_of(&self, game: u64) -> u64 {
        let stage = self.stages.partition_point(|stage| stage.end <= game);
        let start = self.stages.get(stage).or(self.stages.last()).map_or(0, |stage| stage.start);
        game - (game - start) % self.length
    }
}
