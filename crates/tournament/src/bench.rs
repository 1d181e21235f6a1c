//! Benching: players whose programs keep failing are no longer asked.
//!
//! A player whose program failed in [`IN_A_ROW`] consecutive games is benched for the rest of their
//! block, `n` games in a row
//! ([`Schedule::bench_block`](lettergame_plan::Schedule::bench_block)). Nothing carries over from one block
//! to the next, so the rows of a block depend only on its games, whichever machine plays it.

use std::fmt;

use lettergame_base::{Name, Rng, Seat, SeatSet};
use lettergame_game::{Fault, Game, Player};
use lettergame_plan::BenchBlocks;
use lettergame_plan::{GameScore, Job, Schedule};
use lettergame_run::BenchError;

/// A player is benched after its program failed in this many games in a row.
const IN_A_ROW: u32 = 5;

/// A player that was benched, or failed in all of its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Benched {
    /// Its name in files.
    pub name: Name,
    /// The first game in which it was benched, if any.
    pub first: Option<u64>,
    /// The number of games in which it was benched.
    pub benched: u64,
    /// The number of games it had.
    pub games: u64,
}

impl fmt::Display for Benched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Benched { name, first, benched, games } = self;
        match first {
            Some(first) => {
                write!(f, "{name}: benched from game {first} on, in {benched} of its {games} games")
            }
            None => write!(f, "{name}: failed in all of its {games} games"),
        }
    }
}

/// What is known about the players that can fail, from the games recorded in the order of their
/// numbers.
#[derive(Clone, Debug)]
pub(super) struct Bench {
    blocks: BenchBlocks,
    /// By player; `None` for built-in ones.
    forms: Vec<Option<Form>>,
}

/// The record of one player.
#[derive(Clone, Debug, Default)]
struct Form {
    /// Its last game.
    last: u64,
    /// Consecutive failed games up to and including the last game, within its block.
    in_a_row: u32,
    /// The games after which it was benched, at most one per block, ascending.
    benched_after: Vec<u64>,
    first: Option<u64>,
    benched: u64,
    failed: u64,
    games: u64,
}

impl Form {
    /// Whether it was benched in a game.
    fn is_benched(&self, game: u64, blocks: &BenchBlocks) -> bool {
        let before = self.benched_after.partition_point(|&after| after < game);
        before > 0 && blocks.start_of(game) <= self.benched_after[before - 1]
    }

    fn note(&mut self, game: u64, blocks: &BenchBlocks, failed: bool) {
        self.games += 1;
        if self.is_benched(game, blocks) {
            self.benched += 1;
            self.first.get_or_insert(game);
            return;
        }
        let before = if blocks.start_of(game) <= self.last { self.in_a_row } else { 0 };
        self.in_a_row = if failed { before + 1 } else { 0 };
        self.last = game;
        self.failed += u64::from(failed);
        if self.in_a_row == IN_A_ROW {
            self.benched_after.push(game);
        }
    }
}

impl Bench {
    /// For the players of a schedule; `can_fail` has one item per player.
    pub(super) fn new(schedule: &Schedule, can_fail: impl Iterator<Item = bool>) -> Bench {
        let forms = can_fail.map(|can_fail| can_fail.then(Form::default)).collect();
        Bench { blocks: schedule.bench_blocks(), forms }
    }

    /// Whether the player is benched in that game, judging by the recorded games.
    pub(super) fn holds(&self, player: usize, game: u64) -> bool {
        self.forms[player].as_ref().is_some_and(|form| form.is_benched(game, &self.blocks))
    }

    /// The seats of a game whose players are benched.
    pub(super) fn seats(&self, job: &Job) -> SeatSet {
        let benched = |(_, player): &(Seat, &usize)| self.holds(**player, job.game);
        job.lineup.iter().filter(benched).map(|(seat, _)| seat).collect()
    }

    /// Forgets the recorded games.
    pub(super) fn forget(&mut self) {
        self.forms.iter_mut().flatten().for_each(|form| *form = Form::default());
    }

    /// Records how a game ended. Call it in the order of games.
    pub(super) fn note(&mut self, score: &GameScore) {
        for (player, form) in self.forms.iter_mut().enumerate() {
            let Some(form) = form else { continue };
            let mut ends = score.seats.values().filter(|end| end.player == player).peekable();
            if ends.peek().is_some() {
                // for clones in several seats, one failure counts
                form.note(score.game, &self.blocks, ends.any(|end| end.failed));
            }
        }
    }

    /// Checks that the benched players of a game are those that follow from the games of its block,
    /// and records it.
    ///
    /// # Errors
    /// The first player that is benched in the rows, or asked, when it should not be.
    pub(super) fn check(&mut self, score: &GameScore, names: &[Name]) -> Result<(), BenchError> {
        let faultless = score.seats.values().all(|seat| !seat.faulty);
        let wrong = score.seats.values().find_map(|end| {
            let found = match self.holds(end.player, score.game) {
                false => end.benched.then_some("was benched"),
                // a benched player commits a fault when it is asked, but if others commit faults
                // the game may be over before that
                true => (!end.benched && (end.faulty || faultless)).then_some("was asked"),
            }?;
            Some(BenchError { name: names[end.player].clone(), game: score.game, found })
        });
        self.note(score);
        wrong.map_or(Ok(()), Err)
    }

    /// Records games that were played in parallel. Returns false, and records nothing, if a player
    /// is benched or asked in one of them contrary to the games before it.
    pub(super) fn accepts(&mut self, scores: &[GameScore]) -> bool {
        let mut ahead = self.clone();
        let accepted = scores.iter().all(|score| {
            let as_played =
                score.seats.values().all(|end| end.benched == ahead.holds(end.player, score.game));
            ahead.note(score);
            as_played
        });
        if accepted {
            *self = ahead;
        }
        accepted
    }

    /// The players that were benched, and those that failed in every game.
    pub(super) fn all(&self, names: &[Name]) -> Vec<Benched> {
        let all =
            names.iter().zip(&self.forms).filter_map(|(name, form)| Some((name, form.as_ref()?)));
        all.filter(|(_, form)| {
            form.first.is_some() || (form.games > 0 && form.failed == form.games)
        })
        .map(|(name, &Form { first, benched, games, .. })| Benched {
            name: name.clone(),
            first,
            benched,
            games,
        })
        .collect()
    }
}

/// Occupies the seat of a benched player.
pub(super) struct Absent;

impl<G: Game> Player<G> for Absent {
    fn choose(&mut self, _: &G::View<'_>, _: &mut Rng) -> Result<G::Move, Fault<G::Move>> {
        let why = format!("benched after {IN_A_ROW} games in a row in which its program failed");
        Err(Fault::Benched(why))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bench, Benched};
    use lettergame_base::{Name, Points, Seed};
    use lettergame_plan::{GameScore, Schedule, ScheduleKind, SeatScore, Seating};

    /// A bench with one player that can fail and one built-in player.
    fn bench() -> Bench {
        let schedule =
            Schedule::new(ScheduleKind::FreeForAll, Seating::Rotate, 2, 1000, Seed(1)).unwrap();
        Bench::new(&schedule, [true, false].into_iter())
    }

    fn names() -> [Name; 2] {
        ["a", "b"].map(Name::sanitized)
    }

    fn score(game: u64, failed: [bool; 2], benched: bool) -> GameScore {
        let seat = |player: usize| SeatScore {
            player,
            points: Points(0),
            place: 1,
            faulty: failed[player] || (benched && player == 0),
            failed: failed[player],
            benched: benched && player == 0,
        };
        GameScore { game, deal: 0, seats: [seat(0), seat(1)].into_iter().collect() }
    }

    #[test]
    fn five_failures_in_a_row_bench_a_player_for_the_rest_of_the_block() {
        let mut bench = bench();
        for (game, fails) in
            [true, true, true, true, false, true, true, true, true].iter().enumerate()
        {
            bench.note(&score(game as u64, [*fails, true], false));
        }
        assert!(!bench.holds(0, 9));
        bench.note(&score(9, [true, true], false));
        assert!(bench.holds(0, 10) && bench.holds(0, 99) && !bench.holds(0, 100));
        assert!(!bench.holds(1, 10), "it is built in");
        (10..100).for_each(|game| bench.note(&score(game, [true, false], true)));
        assert!(!bench.holds(0, 100), "a block begins with nothing");
        let expected =
            Benched { name: Name::sanitized("a"), first: Some(10), benched: 90, games: 100 };
        assert_eq!(bench.all(&names()), [expected]);
    }

    #[test]
    fn failures_do_not_carry_over_between_blocks() {
        let mut bench = bench();
        (96..104).for_each(|game| bench.note(&score(game, [true, false], false)));
        assert!(!bench.holds(0, 104));
        bench.note(&score(104, [true, false], false));
        assert!(bench.holds(0, 105));
    }

    #[test]
    fn failures_do_not_carry_over_between_stages() {
        let kind = ScheduleKind::Ladder { group: 2, stages: 2 };
        let schedule = Schedule::new(kind, Seating::Rotate, 2, 50, Seed(1)).unwrap();
        let mut bench = Bench::new(&schedule, [true, false].into_iter());
        (46..54).for_each(|game| bench.note(&score(game, [true, false], false)));
        assert!(!bench.holds(0, 54), "four in each");
        bench.note(&score(54, [true, false], false));
        assert!(bench.holds(0, 55));
    }

    #[test]
    fn a_player_that_fails_in_all_of_few_games_is_named_too() {
        let mut bench = bench();
        (0..3).for_each(|game| bench.note(&score(game, [true, game > 0], false)));
        let benched = bench.all(&names());
        assert_eq!((benched.len(), benched[0].name.as_str(), benched[0].first), (1, "a", None));
    }

    #[test]
    fn games_played_in_parallel_are_accepted_as_if_played_in_order() {
        let fail = |game| score(game, [true, false], false);
        let out = |game| score(game, [true, false], true);
        let mut bench = bench();
        assert!(bench.accepts(&[fail(0), fail(1), fail(2)]));
        assert!(!bench.accepts(&[fail(3), fail(4), fail(5)]), "game 5 must be played without it");
        assert!(!bench.accepts(&[fail(3), out(4)]), "game 4 must be played with it");
        assert!(bench.accepts(&[fail(3), fail(4), out(5), out(6)]));
        assert!(bench.holds(0, 7));
    }

    #[test]
    fn rows_that_contradict_their_block_are_found() {
        for (failures, own, other, benched, found) in [
            (4, false, false, false, None),
            (4, true, false, false, None),
            (4, true, false, true, Some("was benched")),
            (5, true, false, true, None),
            (5, true, false, false, Some("was asked")),
            (5, false, false, false, Some("was asked")),
            // the game may have been over before the first seat was asked
            (5, false, true, false, None),
        ] {
            let mut bench = bench();
            (0..failures).for_each(|game| bench.note(&score(game, [true, false], false)));
            let checked = bench.check(&score(failures, [own, other], benched), &names());
            assert_eq!(checked.err().map(|error| error.found), found, "{failures} {own} {other}");
        }
    }
}
