//! Who is no longer asked: players whose programs fail again and again.
//!
//! The bench is a function of the games in the order of their numbers, so that it does not depend on
//! threads: [`Bench::note`] is called in that order and decides for all games that follow. A part of a run
//! that begins in its middle is told how long the failures in a row are by then ([`Bench::begin`]).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use thiserror::Error;

use crate::conduct::check_names;
use crate::{Conduct, GameScore, StreakError, Streaks};
use lettergame_core::base::{Name, Rng, SeatSet};
use lettergame_core::game::{Fault, Game, Player};

/// After so many games in a row in which its program failed a player is benched.
pub(super) const IN_A_ROW: u64 = 5;

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

/// A player of whom the rows of a game say something else than the games before: the part that holds the
/// game was played from other failures in a row.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misplaced {
    /// It must be benched.
    #[error(
        "game {game}: player `{name}` was asked, but by the games before it is benched; play the part \
         with this game again, from the `streaks` that the parts before it lead to"
    )]
    Asked {
        /// Its name in files.
        name: Name,
        /// The game.
        game: u64,
    },
    /// It must not be benched.
    #[error(
        "game {game}: player `{name}` was taken for benched, but by the games before it is not; play the \
         part with this game again, from the `streaks` that the parts before it lead to"
    )]
    Absent {
        /// Its name in files.
        name: Name,
        /// The game.
        game: u64,
    },
}

/// Who is benched from which game on.
#[derive(Debug)]
pub(super) struct Bench {
    names: Vec<Name>,
    /// Is the player one whose program can fail? Those that are built in cannot.
    can_fail: Vec<bool>,
    /// By player; the greatest number for never.
    from: Vec<AtomicU64>,
    records: Mutex<Vec<Record>>,
}

/// What is known of a player.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    /// Failures in a row before the first game.
    before: u64,
    /// Failures in a row at the beginning.
    lead: u64,
    in_a_row: u64,
    failed: u64,
    /// The games in which it was asked.
    games: u64,
    /// The games in which it was benched.
    unasked: u64,
}

impl Bench {
    pub(super) fn new(names: &[Name], can_fail: Vec<bool>) -> Bench {
        Bench {
            names: names.to_vec(),
            can_fail,
            from: names.iter().map(|_| AtomicU64::new(u64::MAX)).collect(),
            records: Mutex::new(vec![Record::default(); names.len()]),
        }
    }

    /// Forgets everything and begins at that game, before which players failed so often in a row.
    ///
    /// # Errors
    /// For a name of nobody who can fail, and for more failures than there are games before.
    pub(super) fn begin(&self, first: u64, streaks: &Streaks) -> Result<(), StreakError> {
        check_names(streaks, self.who_can_fail().map(|(_, name)| name.as_str()))?;
        let mut records = vec![Record::default(); self.names.len()];
        for (player, name) in self.who_can_fail() {
            let streak = streaks.get(name.as_str()).copied().unwrap_or(0).min(IN_A_ROW);
            if streak > first {
                return Err(StreakError::TooLong { name: name.to_string(), streak, first });
            }
            records[player] = Record { before: streak, in_a_row: streak, ..Record::default() };
        }
        for (from, record) in self.from.iter().zip(&records) {
            let benched = record.before == IN_A_ROW;
            from.store(if benched { first } else { u64::MAX }, Ordering::Relaxed);
        }
        *self.lock() = records;
        Ok(())
    }

    fn who_can_fail(&self) -> impl Iterator<Item = (usize, &Name)> {
        self.names.iter().enumerate().filter(|(player, _)| self.can_fail[*player])
    }

    /// How those who can fail did since the beginning, by name.
    pub(super) fn conduct(&self) -> BTreeMap<String, Conduct> {
        let records = self.lock();
        let conduct = |(player, name): (usize, &Name)| {
            let Record { before, lead, in_a_row: streak, games, unasked, .. } = records[player];
            (name.to_string(), Conduct { before, games: games + unasked, lead, streak })
        };
        self.who_can_fail().map(conduct).collect()
    }

    /// The first player of whom the rows of a game say something else than the games before, which were
    /// noted; `absent` are the seats that were not asked because their players were taken for benched.
    pub(super) fn misplaced(&self, score: &GameScore, absent: SeatSet) -> Option<Misplaced> {
        let faultless = score.seats.values().all(|seat| !seat.faulty);
        let (seat, end) = score.seats.iter().find(|(seat, end)| {
            if !self.holds(end.player, score.game) {
                return absent.contains(*seat);
            }
            // one that is benched makes a fault when it is asked, but where others make faults the game
            // may be over before
            !absent.contains(*seat) && (end.faulty || faultless)
        })?;
        let (name, game) = (self.names[end.player].clone(), score.game);
        Some(match absent.contains(seat) {
            true => Misplaced::Absent { name, game },
            false => Misplaced::Asked { name, game },
        })
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
            let record = &mut records[player];
            if self.holds(player, score.game) {
                record.unasked += 1;
                continue;
            }
            record.lead += u64::from(!went_well && record.lead == record.games);
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
    pub(super) fn all(&self) -> Vec<Benched> {
        let records = self.lock();
        let all = self.names.iter().zip(&self.from).zip(records.iter());
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
    use super::{Bench, Benched, Misplaced};
    use crate::{GameScore, SeatScore, StreakError, Streaks};
    use lettergame_core::base::{Name, Points, Seat, SeatSet};

    /// A bench of a player that can fail, and one that is built in.
    fn bench() -> Bench {
        Bench::new(&[Name::sanitized("a"), Name::sanitized("b")], vec![true, false])
    }

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

    fn streaks(streak: u64) -> Streaks {
        [("a".to_owned(), streak)].into()
    }

    #[test]
    fn five_failures_in_a_row_are_enough() {
        let bench = bench();
        for (game, first) in
            [true, true, true, true, false, true, true, true, true].iter().enumerate()
        {
            bench.note(&score(game as u64, [*first, false]));
        }
        assert!(!bench.holds(0, 100));
        bench.note(&score(9, [true, false]));
        assert!(bench.holds(0, 10) && !bench.holds(0, 9) && !bench.holds(1, 10));
        let benched = bench.all();
        let Benched { name, from, failed } = &benched[0];
        assert_eq!((benched.len(), name.as_str(), *from, *failed), (1, "a", Some(10), 9));
    }

    #[test]
    fn who_fails_in_all_of_a_few_games_is_named_too() {
        let bench = bench();
        (0..3).for_each(|game| bench.note(&score(game, [game > 0, true])));
        let benched = bench.all();
        assert_eq!((benched.len(), benched[0].name.as_str(), benched[0].from), (1, "b", None));
    }

    #[test]
    fn failures_before_the_first_game_count() {
        let bench = bench();
        bench.begin(40, &streaks(3)).unwrap();
        bench.note(&score(40, [true, false]));
        assert!(!bench.holds(0, 41));
        bench.note(&score(41, [true, false]));
        assert!(bench.holds(0, 42));
        for benched in [5, 6, u64::MAX] {
            bench.begin(40, &streaks(benched)).unwrap();
            assert!(bench.holds(0, 40) && !bench.holds(0, 39) && !bench.holds(1, 40));
            assert_eq!(bench.conduct()["a"].streak, 5);
        }
        bench.begin(40, &Streaks::new()).unwrap();
        assert!(!bench.holds(0, 100), "it is forgotten");
    }

    #[test]
    fn streaks_that_cannot_be_are_refused() {
        let bench = bench();
        let unknown = |name: &str| bench.begin(9, &[(name.to_owned(), 0)].into()).unwrap_err();
        assert_eq!(
            unknown("c").to_string(),
            "streaks: `c` is not the name of a player that can fail; those are: a"
        );
        assert!(matches!(unknown("b"), StreakError::Unknown { .. }), "it is built in");
        let nobody = Bench::new(&[], Vec::new()).begin(9, &streaks(1)).unwrap_err().to_string();
        assert!(nobody.ends_with("those are: none, all are built in"), "{nobody}");
        assert_eq!(
            bench.begin(2, &streaks(3)).unwrap_err().to_string(),
            "streaks: `a` cannot have failed in 3 games in a row before game 2"
        );
        assert!(bench.begin(3, &streaks(3)).is_ok() && bench.begin(5, &streaks(99)).is_ok());
    }

    #[test]
    fn rows_that_contradict_the_bench_are_found() {
        let nobody = SeatSet::EMPTY;
        let absent = SeatSet::one(Seat::FIRST);
        let (fine, own, other) = ([false, false], [true, false], [false, true]);
        let (name, game) = (Name::sanitized("a"), 9);
        let asked = Some(Misplaced::Asked { name: name.clone(), game });
        let away = Some(Misplaced::Absent { name, game });
        for (streak, faults, absent, wanted) in [
            (4, fine, nobody, None),
            (4, own, nobody, None),
            (4, own, absent, away),
            (5, own, absent, None),
            (5, own, nobody, asked.clone()),
            (5, fine, nobody, asked),
            // the game may have been over before the first seat was asked
            (5, other, nobody, None),
        ] {
            let bench = bench();
            bench.begin(9, &streaks(streak)).unwrap();
            let found = bench.misplaced(&score(9, faults), absent);
            assert_eq!(found, wanted, "{streak} {faults:?} {absent:?}");
        }
    }
}
