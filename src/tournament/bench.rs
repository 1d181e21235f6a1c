//! Who is no longer asked: players whose programs fail again and again.
//!
//! The bench is a function of the games in the order of their numbers, so that it does not depend on
//! threads: [`Bench::note`] is called in that order and decides for all games that follow.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::base::{Name, Rng};
use crate::game::{Fault, Game, Player};
use crate::tournament::GameScore;

/// After so many games in a row in which its program failed a player is benched.
const IN_A_ROW: u32 = 5;

/// What the `said` of a line of `faults.jsonl` begins with where a benched player's program was not asked.
pub const BENCHED: &str = "benched after ";

/// A player that is benched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Benched {
    /// Its name in files.
    pub name: Name,
    /// The first game in which it was not asked; none if the games were over before.
    pub from: Option<u64>,
    /// In how many of its games its program failed, until then.
    pub failed: u64,
}

/// Who is benched from which game on.
#[derive(Debug)]
pub(super) struct Bench {
    /// By player; the greatest number for never.
    from: Vec<AtomicU64>,
    records: Mutex<Vec<Record>>,
}

/// What is known of a player.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    in_a_row: u32,
    failed: u64,
    games: u64,
}

impl Bench {
    pub(super) fn new(players: usize) -> Bench {
        Bench {
            from: (0..players).map(|_| AtomicU64::new(u64::MAX)).collect(),
            records: Mutex::new(vec![Record::default(); players]),
        }
    }

    /// Is the player benched in that game, as far as is known?
    pub(super) fn holds(&self, player: usize, game: u64) -> bool {
        self.from[player].load(Ordering::Relaxed) <= game
    }

    /// Takes note of how a game ended; to be called in the order of games.
    pub(super) fn note(&self, score: &GameScore) {
        let mut records = self.lock();
        let mut players: Vec<(usize, bool)> =
            score.seats.values().map(|seat| (seat.player, !seat.failed)).collect();
        // of clones in several seats one that failed counts
        players.sort_unstable();
        players.dedup_by_key(|(player, _)| *player);
        for (player, went_well) in players {
            if self.holds(player, score.game) {
                continue;
            }
            let record = &mut records[player];
            record.games += 1;
            record.failed += u64::from(!went_well);
            record.in_a_row = if went_well { 0 } else { record.in_a_row + 1 };
            if record.in_a_row == IN_A_ROW {
                self.from[player].store(score.game + 1, Ordering::Relaxed);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Record>> {
        self.records.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Those who are benched, and those who failed in every one of their games.
    pub(super) fn all(&self, names: &[Name]) -> Vec<Benched> {
        let records = self.lock();
        let all = names.iter().zip(&self.from).zip(records.iter());
        all.filter_map(|((name, from), record)| {
            let from = Some(from.load(Ordering::Relaxed)).filter(|from| *from < u64::MAX);
            let always = record.games > 0 && record.failed == record.games;
            let benched = Benched { name: name.clone(), from, failed: record.failed };
            (from.is_some() || always).then_some(benched)
        })
        .collect()
    }
}

/// What sits in the place of a benched player.
pub(super) struct Absent;

impl<G: Game> Player<G> for Absent {
    fn choose(&mut self, _: &G::View<'_>, _: &mut Rng) -> Result<G::Move, Fault<G::Move>> {
        let why = format!("{BENCHED}{IN_A_ROW} games in a row in which its program failed");
        Err(Fault::Gone(why))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bench, Benched};
    use crate::base::{Name, Points};
    use crate::tournament::{GameScore, SeatScore};

    fn score(game: u64, failed: [bool; 2]) -> GameScore {
        let seat = |player: usize| SeatScore {
            player,
            points: Points(0),
            place: 1,
            faulty: failed[player],
            failed: failed[player],
        };
        GameScore { game, deal: 0, seats: [seat(0), seat(1)].into_iter().collect() }
    }

    #[test]
    fn five_failures_in_a_row_are_enough() {
        let bench = Bench::new(2);
        for (game, first) in
            [true, true, true, true, false, true, true, true, true].iter().enumerate()
        {
            bench.note(&score(game as u64, [*first, false]));
        }
        assert!(!bench.holds(0, 100));
        bench.note(&score(9, [true, false]));
        assert!(bench.holds(0, 10) && !bench.holds(0, 9) && !bench.holds(1, 10));
        let names = [Name::sanitized("a"), Name::sanitized("b")];
        let benched = bench.all(&names);
        let Benched { name, from, failed } = &benched[0];
        assert_eq!((benched.len(), name.as_str(), *from, *failed), (1, "a", Some(10), 9));
    }

    #[test]
    fn who_fails_in_all_of_a_few_games_is_named_too() {
        let bench = Bench::new(2);
        (0..3).for_each(|game| bench.note(&score(game, [game > 0, true])));
        let names = [Name::sanitized("a"), Name::sanitized("b")];
        let benched = bench.all(&names);
        assert_eq!((benched.len(), benched[0].name.as_str(), benched[0].from), (1, "b", None));
    }
}
