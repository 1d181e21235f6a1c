//! How fast the players of a played comparison decided.

use std::num::NonZeroUsize;
use std::thread;

use crate::comparing::lanes::Lanes;
use lettergame_compare::{Ledger, SpeedComparison};

/// The speeds from this ledger, in these settings, played on this many threads.
pub(super) fn speeds(ledger: &Ledger, lanes: &Lanes, threads: NonZeroUsize) -> SpeedComparison {
    let config = lanes.config();
    // external players are described in the config, and have a limit
    let is_limited = |player: usize| config.players[player].is_external();
    let mut speeds = ledger.speeds().speeds(&lanes.names(), is_limited);
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    if threads > cores {
        speeds.remarks.push(crowded(threads, cores));
    }
    speeds
}

/// A remark if there are more threads than cores.
fn crowded(threads: NonZeroUsize, cores: NonZeroUsize) -> String {
    let cores = if cores.get() == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    format!(
        "{threads} threads on {cores}: players of this process are timed by wall time, which includes waiting for a \
         core; take fewer threads"
    )
}
