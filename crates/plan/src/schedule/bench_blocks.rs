//! The blocks of games within which failures are counted.

use std::ops::Range;

/// The blocks of a schedule: ranges of games of equal length. They begin anew with each stage, so that a stage can be
/// played without the games before it.
#[derive(Clone, Debug)]
pub struct BenchBlocks {
    length: u64,
    /// The stages, in order; the last one is unlimited.
    stages: Vec<Range<u64>>,
}

impl BenchBlocks {
    /// Blocks of so many games in each of these stages.
    pub(super) fn new(length: u64, stages: Vec<Range<u64>>) -> BenchBlocks {
        BenchBlocks { length, stages }
    }

    /// The first game of the block of a game.
    pub fn start_of(&self, game: u64) -> u64 {
        let stage = self.stages.partition_point(|stage| stage.end <= game);
        let start = self.stages.get(stage).or(self.stages.last()).map_or(0, |stage| stage.start);
        game - (game - start) % self.length
    }
}
