//! What deals are booked in.

use crate::{Means, Side};
use lettergame_run::GameTimes;

/// Records deals in order and decides which pairings are still to be played.
pub trait Book {
    /// Whose games count.
    fn sides(&self) -> Vec<Side>;

    /// Books the next deal of a setting: what each side achieved. The values of pairings that were
    /// not wanted are meaningless.
    fn add(&mut self, setting: usize, deal: &[Means]);

    /// Records how long games of a setting took, if they are timed.
    fn note_times(&mut self, _setting: usize, _games: &[GameTimes]) {}

    /// The pairings whose games are wanted, ascending; empty when nothing is left to find out.
    fn wanted(&self) -> Vec<u64>;

    /// Deals that were booked in all settings.
    fn deals(&self) -> u64;
}
