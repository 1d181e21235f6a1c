//! Timing the players of this process: a player around a player, which is there only where it is asked for.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::bench::Bench;
use crate::files::Files;
use crate::{Batch, DecisionTimes, GameScore, GameTimes, Plan};
use lettergame_core::base::{Rng, Seed};
use lettergame_core::game::{Fault, Game, Outcome, Player, Recorded};

/// What the players of one game took, told at its end.
#[derive(Clone, Debug, Default)]
pub(super) struct GameClock(Arc<Mutex<BTreeMap<usize, DecisionTimes>>>);

impl GameClock {
    /// A player has played this game in one seat.
    pub(super) fn add(&self, player: usize, times: &DecisionTimes) {
        if times.decisions > 0 {
            self.lock().entry(player).or_default().join(times);
        }
    }

    /// All that was told of the game, which is of that deal; nothing if nobody was timed.
    pub(super) fn take(&self, deal: u64) -> Option<GameTimes> {
        let players = mem::take(&mut *self.lock());
        (!players.is_empty()).then_some(GameTimes { deal, players })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<usize, DecisionTimes>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// The player as it is, or timed where there is a clock: by wall time in the thread that makes its decisions. What
/// other threads take from the core meanwhile is in it, as is reading the clock (some tens of nanoseconds a
/// decision). What a player does when it is seated, observes or learns the outcome is not.
pub(super) fn timed<G: Game>(
    clock: Option<&GameClock>,
    player: usize,
    inner: Box<dyn Player<G>>,
) -> Box<dyn Player<G>> {
    let Some(clock) = clock.cloned() else { return inner };
    Box::new(Timed { inner, player, times: DecisionTimes::default(), clock })
}

impl<G: Recorded> Plan<G> {
    /// As [`Arena::play`](crate::Arena::play), with the same rows in the same order, but the games of a
    /// deal are played in an order of chance, with the players benched that are before it: who meets a deal or a seating first finds nothing of it in the caches of the
    /// processor, which may make the quickest players twice as slow.
    pub(super) fn play_in_turn(&self, games: Range<u64>, mut bench: Option<Bench>) -> Batch {
        let mut batch = Batch { first: games.start, ..Batch::default() };
        let deal = |game: u64| self.schedule.job(game).deal;
        let numbers: Vec<u64> = games.collect();
        for of_deal in numbers.chunk_by(|&one, &next| deal(one) == deal(next)) {
            let mut played: Vec<(u64, GameScore, Files, Vec<GameTimes>)> = Vec::new();
            for game in in_turn(of_deal, deal(of_deal[0])) {
                let (mut files, mut times) = (Files::new::<G>(self.record), Vec::new());
                let score = self.play_one(game, bench.as_ref(), &mut files, &mut times);
                played.push((game, score, files, times));
            }
            played.sort_by_key(|(game, ..)| *game);
            played.iter().for_each(|(_, score, ..)| {
                bench.iter_mut().for_each(|bench| bench.note(score));
            });
            for (first, score, files, times) in played {
                let (rows, faults) = files.take();
                batch.append(Batch { first, scores: vec![score], rows, faults, times });
            }
        }
        batch
    }
}

/// The games of a deal in an order that follows from its number, each order as likely as the others.
fn in_turn(games: &[u64], deal: u64) -> Vec<u64> {
    let mut order = games.to_vec();
    Seed(deal).rng().shuffle_front(&mut order, games.len());
    order
}

/// A player with a stopwatch; a game that is given up is never told.
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
        // a clock may be too coarse to see a quick decision
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

#[cfg(test)]
mod tests {
    use super::in_turn;

    /// 1,200 deals of 6 games: each is first about 200 times, with a standard deviation of 13, and a deal has its order.
    #[test]
    fn each_game_of_a_deal_is_first_as_often_as_the_others() {
        let games = [12, 13, 14, 15, 16, 17];
        let mut firsts = [0_u32; 6];
        for deal in 0..1200 {
            let order = in_turn(&games, deal);
            assert_eq!(order, in_turn(&games, deal));
            firsts[(order[0] - 12) as usize] += 1;
            let mut sorted = order;
            sorted.sort_unstable();
            assert_eq!(sorted, games);
        }
        assert!(firsts.iter().all(|count| (150..250).contains(count)), "{firsts:?}");
    }
}
