//! Played games, with everything that is written about them.

use lettergame_plan::GameScore;
use lettergame_run::{GameTimes, Rows};

/// Played games, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The number of the first game.
    pub first: u64,
    /// How each game ended.
    pub scores: Vec<GameScore>,
    /// Their rows.
    pub rows: Rows,
    /// The lines of `faults.jsonl`.
    pub faults: Vec<u8>,
    /// Decision times, for players that are timed; games without any are left out.
    pub times: Vec<GameTimes>,
}

impl Batch {
    /// The times of the games up to and including that deal.
    #[must_use]
    pub fn times_until(&self, deal: u64) -> &[GameTimes] {
        let count = self.times.partition_point(|game| game.deal <= deal);
        &self.times[..count]
    }

    /// Appends games that follow all of these.
    pub(super) fn append(&mut self, other: Batch) {
        if self.scores.is_empty() {
            self.first = other.first;
        }
        self.scores.extend(other.scores);
        self.rows.append(other.rows);
        self.faults.extend(other.faults);
        self.times.extend(other.times);
    }
}
