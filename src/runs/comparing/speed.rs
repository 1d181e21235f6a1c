//! How fast the players of a comparison decided that was played for the purpose.

use std::num::NonZeroUsize;
use std::thread;

use crate::compare::{Ledger, SpeedComparison};
use crate::registry::Prepared;

/// The speeds by this ledger, of these settings, played on so many threads.
pub(super) fn speeds(
    ledger: &Ledger,
    prepared: &[(Option<String>, Prepared)],
    threads: NonZeroUsize,
) -> SpeedComparison {
    let first = prepared.first().map(|(_, first)| first);
    let names = first.map_or(&[][..], |first| first.arena.names());
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    // what is not built in is described in the config, and has a limit
    let is_limited = |player: usize| {
        first.is_some_and(|first| first.config.programs.contains_key(&first.config.players[player]))
    };
    let mut speeds = ledger.speeds().speeds(&names, is_limited);
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
         core; take fewer with --threads"
    )
}
