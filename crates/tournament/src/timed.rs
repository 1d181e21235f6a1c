//! Times the players of this process with a wrapper around each player, present only if times are
//! requested.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use lettergame_base::Rng;
use lettergame_game::{Fault, Game, Outcome, Player};
use lettergame_run::{DecisionTimes, GameTimes};

/// Decision times of the players of one game, reported at its end.
#[derive(Clone, Debug, Default)]
pub(super) struct GameClock(Arc<Mutex<BTreeMap<usize, DecisionTimes>>>);

impl GameClock {
    /// Adds the times of a player that has played this game in one seat.
    pub(super) fn add(&self, player: usize, times: &DecisionTimes) {
        if times.decisions > 0 {
            self.lock().entry(player).or_default().join(times);
        }
    }

    /// All times of the game, which is of that deal; `None` if no player was timed.
    pub(super) fn take(&self, deal: u64) -> Option<GameTimes> {
        let players = mem::take(&mut *self.lock());
        (!players.is_empty()).then_some(GameTimes { deal, players })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<usize, DecisionTimes>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// The player, wrapped in a timer if there is a clock. Decisions are timed by wall time in the
/// thread that makes them, so the times include what other threads take from the core, and reading
/// the clock (some tens of nanoseconds per decision). They do not include what a player does when
/// it is seated, observes or learns the outcome.
pub(super) fn timed<G: Game>(
    clock: Option<&GameClock>,
    player: usize,
    inner: Box<dyn Player<G>>,
) -> Box<dyn Player<G>> {
    let Some(clock) = clock.cloned() else { return inner };
    Box::new(Timed { inner, player, times: DecisionTimes::default(), clock })
}

/// A timed player; an abandoned game is never reported.
struct Timed<G: Game> {
    inner: Box<dyn Player<G>>,
    player: usize,
    times: DecisionTimes,
    clock: GameClock,
}

impl<G: Game> Player<G> for Timed<G> {
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Move, Fault<G::Move>> {
        let start = Instant::now();
        let said = self.inner.choose(view, rng);
        let took = start.elapsed();
        let late = matches!(said, Err(Fault::Late(..) | Fault::Stalled(_)));
        // a clock may be too coarse for a quick decision
        self.times.add(took.max(Duration::from_nanos(1)), late, 1);
        said
    }

    fn observe(&mut self, event: &G::Event) {
        self.inner.observe(event);
    }

    fn finish(&mut self, outcome: &Outcome, banned: bool) {
        self.inner.finish(outcome, banned);
        self.clock.add(self.player, &mem::take(&mut self.times));
    }
}
