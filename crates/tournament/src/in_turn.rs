//! Plays the games of each deal in random order, for the times of players.

use std::ops::Range;

use crate::Batch;
use crate::bench::Bench;
use crate::tournament::Tournament;
use lettergame_base::Seed;
use lettergame_game::Configurable;
use lettergame_plan::GameScore;
use lettergame_run::{GameTimes, Recorder};

impl<G: Configurable> Tournament<G> {
    /// Like [`AnyTournament::play`](crate::AnyTournament::play), with the same rows in the same
    /// order, but plays the games of a deal in random order, with the players benched that are
    /// benched before it. The first player to meet a deal or a seating finds none of it in the
    /// processor's caches, which can make the quickest players twice as slow.
    pub(super) fn play_in_turn(&self, games: Range<u64>, mut bench: Option<Bench>) -> Batch {
        let mut batch = Batch { first: games.start, ..Batch::default() };
        let deal = |game: u64| self.schedule.job(game).deal;
        let numbers: Vec<u64> = games.collect();
        for of_deal in numbers.chunk_by(|&one, &next| deal(one) == deal(next)) {
            let mut played: Vec<(u64, GameScore, Recorder, Vec<GameTimes>)> = Vec::new();
            for game in in_turn(of_deal, deal(of_deal[0])) {
                let (mut files, mut times) = (Recorder::new::<G>(self.record), Vec::new());
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

/// The games of a deal in an order derived from its number; all orders are equally likely.
fn in_turn(games: &[u64], deal: u64) -> Vec<u64> {
    let mut order = games.to_vec();
    Seed(deal).rng().shuffle_front(&mut order, games.len());
    order
}

#[cfg(test)]
mod tests {
    use super::in_turn;

    /// 1,200 deals of 6 games: each is first about 200 times, with a standard deviation of 13, and
    /// the order of a deal is fixed.
    #[test]
    fn each_game_of_a_deal_goes_first_equally_often() {
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
