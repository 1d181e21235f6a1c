//! How fast the players of a comparison decided that was played for the purpose.

use std::num::NonZeroUsize;
use std::thread;

use crate::comparing::lanes::Lanes;
use lettergame_tournament::compare::{Ledger, SpeedComparison};

/// The speeds by this ledger, in these settings, played on so many threads.
pub(super) fn speeds(ledger: &Ledger, lanes: &Lanes, threads: NonZeroUsize) -> SpeedComparison {
    let config = lanes.config();
    // what is not built in is described in the config, and has a limit
    let is_limited = |player: usize| config.players[player].is_external();
    let mut speeds = ledger.speeds().speeds(&lanes.names(), is_limited);
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    if threads > cores {
        speeds.remarks.push(crowded(threads, cores));
    }
    speeds
}

/// A remark where threads wait for cores.
fn crowded(threads: NonZeroUsize, cores: NonZeroUsize) -> String {
    let cores = if cores.get() == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    format!(
        "{threads} threads on {cores}: players of this process are timed by wall time, which includes waiting for a \
         core; take fewer threads"
    )
}
