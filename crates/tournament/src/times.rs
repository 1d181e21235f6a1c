//! How long the programs of a run take: totals for its end, and which player games are currently
//! waiting for.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use lettergame_run::{DealTimes, DecisionTimes, GameTimes, PlayerTimes};

/// The player that games wait for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// The player.
    pub player: usize,
    /// How long they have been waiting.
    pub since: Duration,
    /// The times of its decisions so far.
    pub times: PlayerTimes,
}

/// A report this recent is still valid.
const FRESH: Duration = Duration::from_secs(1);

/// The times of all players: those of programs as counted by all workers, for the waiting display,
/// and those of games that are kept, in the order of their numbers. Memory depends only on the
/// number of players.
#[derive(Debug)]
pub(super) struct Times(Mutex<Inner>);

#[derive(Debug)]
struct Inner {
    /// For programs, including games that are in progress or will be abandoned.
    so_far: Vec<DecisionTimes>,
    /// For games that are kept, in the deals before this one.
    players: Vec<PlayerTimes>,
    deal: DealTimes,
    /// The player waited for, for how long, and when that was reported.
    waiting: Option<(usize, Duration, Instant)>,
}

impl Times {
    pub(super) fn new(players: usize) -> Times {
        Times(Mutex::new(Inner {
            so_far: vec![DecisionTimes::default(); players],
            players: vec![PlayerTimes::default(); players],
            deal: DealTimes::default(),
            waiting: None,
        }))
    }

    /// Adds a decision of a program, or a missing one.
    pub(super) fn add(&self, player: usize, took: Duration, late: bool) {
        self.lock().so_far[player].add(took, late, 1);
    }

    /// Adds games that are kept, in the order of their numbers.
    pub(super) fn book(&self, games: &[GameTimes]) {
        if games.is_empty() {
            return;
        }
        let inner = &mut *self.lock();
        for game in games {
            for (player, times) in inner.deal.add(game).into_iter().flatten() {
                inner.players[player].add(&times);
            }
        }
    }

    /// Records that games wait for a player.
    pub(super) fn waits_for(&self, player: usize, since: Duration) {
        self.lock().waiting = Some((player, since, Instant::now()));
    }

    /// The player that is currently waited for.
    pub(super) fn waiting(&self) -> Option<Waiting> {
        let inner = self.lock();
        let (player, since, told) = inner.waiting?;
        let fresh = told.elapsed() < FRESH;
        let times = PlayerTimes::of(&inner.so_far[player]);
        fresh.then_some(Waiting { player, since, times })
    }

    /// The times of the players that were timed, by name.
    pub(super) fn all(&self, names: impl Iterator<Item = String>) -> BTreeMap<String, PlayerTimes> {
        let inner = self.lock();
        let mut players = inner.players.clone();
        for (&player, times) in inner.deal.players() {
            players[player].add(times);
        }
        names.zip(players).filter(|(_, times)| times.decisions > 0).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use super::Times;
    use lettergame_run::{DecisionTimes, GameTimes, PlayerTimes};

    fn times(decisions: u64, ms: u64) -> DecisionTimes {
        let total = Duration::from_millis(ms);
        DecisionTimes { decisions, total, longest: total, late: 0, sharing: decisions }
    }

    fn game(deal: u64, players: &[(usize, DecisionTimes)]) -> GameTimes {
        GameTimes { deal, players: players.iter().copied().collect() }
    }

    fn all(times: &Times) -> BTreeMap<String, PlayerTimes> {
        times.all(["a", "b", "c"].map(str::to_owned).into_iter())
    }

    #[test]
    fn kept_games_are_summed_by_deal() {
        let times_of = Times::new(3);
        // the time of an abandoned game counts only for the waiting display
        times_of.add(0, Duration::from_secs(9), true);
        times_of.book(&[game(4, &[(0, times(3, 30)), (1, times(2, 4))])]);
        times_of.book(&[game(4, &[(0, times(1, 10))]), game(5, &[(0, times(2, 30))])]);
        let all = all(&times_of);
        assert_eq!(all.keys().collect::<Vec<_>>(), ["a", "b"]);
        let a = all["a"];
        assert_eq!((a.decisions, a.late, a.longest_ms), (6, 0, 30.0));
        let deals = a.deals.unwrap();
        assert_eq!(deals.speed.count(), 2, "{deals:?}");
        let (speed, interval) = a.per_second().unwrap();
        assert!((speed - 6.0 / 0.07).abs() < 1e-9 && interval.is_some(), "{speed}");
        assert_eq!(all["b"].per_second(), Some((500.0, None)));
    }
}
