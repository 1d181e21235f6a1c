//! How many processes a program may have: one for each game of a deal, so that none is shown a deal twice, as
//! far as memory goes. With fewer, a process that has played its games is replaced by another one, so that more
//! games are looked at ahead, to keep each of them busy for longer.

use std::fs;

use lettergame_base::Seat;
use lettergame_plan::{Job, Schedule};
use lettergame_protocol::BATCH;

/// The maximum number of processes of a worker.
const MAX_PROCESSES: usize = 64;
/// What a process of a runtime such as Java takes, in KiB.
const PROCESS_KIB: usize = 256 << 10;
/// Games at once: while programs work on one batch, another one is prepared.
const GAMES: usize = 2 * BATCH;
/// If processes are replaced, each of them can play this many games before, up to a maximum in all.
const GAMES_PER_PROCESS: usize = 64;
pub(crate) const MAX_GAMES: usize = 4096;

/// A player, and which of its seats in the game.
pub(super) type PoolKey = (usize, usize);

/// Where a program plays a game.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Client(usize),
    New(PoolKey),
}

/// A game that is about to begin.
pub(super) struct Held {
    pub(super) job: Job,
    /// The seats with programs, and the pools of their clients.
    pub(super) programs: Vec<(Seat, PoolKey)>,
}

/// The sizes of pools, and how many games are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PoolSizes {
    /// Processes of each program.
    pub(super) processes: usize,
    /// Games at once, including those that wait.
    pub(super) games: usize,
}

impl PoolSizes {
    /// For a worker whose games have this many programs.
    pub(super) fn new(schedule: &Schedule, programs: usize) -> PoolSizes {
        let seats = schedule.seats().into_iter().max().unwrap_or(1) as u64;
        let games_of_deal = schedule.games_of_deal().unwrap_or(seats);
        let games_of_deal = usize::try_from(games_of_deal).unwrap_or(usize::MAX);
        PoolSizes::of(games_of_deal, programs, available_kib())
    }

    fn of(games_of_deal: usize, programs: usize, available_kib: Option<usize>) -> PoolSizes {
        let fit = available_kib.map_or(MAX_PROCESSES, |kib| kib / PROCESS_KIB);
        let processes = (fit.min(MAX_PROCESSES) / programs.max(1)).max(1);
        let ahead = games_of_deal.saturating_mul(GAMES_PER_PROCESS).clamp(GAMES, MAX_GAMES);
        PoolSizes { processes, games: if games_of_deal > processes { ahead } else { GAMES } }
    }
}

/// The memory that processes can use, if the system reports it.
fn available_kib() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::PoolSizes;

    #[test]
    fn a_program_has_a_process_for_each_game_of_a_deal_if_they_fit() {
        let sizes = |games_of_deal, programs, gib: usize| {
            let PoolSizes { processes, games } =
                PoolSizes::of(games_of_deal, programs, Some(gib << 20));
            (processes, games)
        };
        assert_eq!(sizes(2, 2, 16), (32, 128));
        assert_eq!(sizes(9, 9, 16), (7, 576));
        assert_eq!(sizes(9, 9, 4), (1, 576));
        assert_eq!(sizes(182, 14, 16), (4, 4096));
        assert_eq!(sizes(1, 30, 1), (1, 128));
    }
}
