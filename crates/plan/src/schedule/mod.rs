//! The schedule: which players meet, in which seats, on which deal.
//!
//! Games are numbered deal by deal; within a deal seating by seating, within a seating pairing by
//! pairing. Most schedules are pure functions of a game's number: a run with fewer games is a
//! prefix of one with more, any range of numbers can be played on its own, and all pairings play
//! the same deals.
//!
//! Swiss, knockout and ladder have stages, whose pairings depend on the results of earlier stages.
//! Only [`Schedule::known`] games have players then, and callers report results with
//! [`Schedule::note`]. The total number of games is known from the start.

mod bench_blocks;
mod block;
mod grouping;
mod job;
mod kind;
mod knockout;
mod ladder;
mod ranking;
mod results;
mod seating;
mod stages;
mod swiss;

use std::ops::Range;

use crate::{GameScore, Shard};
use lettergame_base::Seed;

pub use bench_blocks::BenchBlocks;
use block::{Block, Numbers};
pub use job::Job;
pub use kind::{SCHEDULES, ScheduleError, ScheduleKind};
use knockout::Knockout;
use ladder::Ladder;
pub use ranking::Rank;
pub use results::StageResults;
pub use seating::Seating;
use stages::{Rule, Stages};
use swiss::Swiss;

/// All games of a tournament, by number.
#[derive(Debug)]
pub struct Schedule {
    kind: ScheduleKind,
    seed: Seed,
    /// Games per pairing.
    games: u64,
    players: usize,
    /// Whether parts begin at the start of a bench block.
    in_blocks: bool,
    course: Course,
}

/// The average number of games per player in a bench block.
const BENCH_BLOCK: u64 = 100;

/// The source of jobs.
#[derive(Debug)]
enum Course {
    /// From the game's number alone.
    Fixed(Block),
    /// From the results so far.
    Staged(Stages),
}

impl Schedule {
    /// The schedule of `players` entrants with `games` games per pairing, or per pairing and stage.
    ///
    /// # Errors
    /// [`ScheduleError`] if the schedule does not fit the number of players.
    pub fn new(
        kind: ScheduleKind,
        seating: Seating,
        players: usize,
        games: u64,
        seed: Seed,
    ) -> Result<Schedule, ScheduleError> {
        let (sides, clones) = kind.sides(players)?;
        let course = match rule(kind, players, seed)? {
            Some(rule) => Course::Staged(Stages::new(rule, seating, games, seed)?),
            None => Course::Fixed(Block {
                first: Numbers::default(),
                pairings: kind.pairings(players, sides)?,
                clones,
                seatings: seating.orders(sides)?,
            }),
        };
        Ok(Schedule { kind, seed, games, players, in_blocks: false, course })
    }

    /// The kind of schedule.
    #[must_use]
    pub fn kind(&self) -> ScheduleKind {
        self.kind
    }

    /// The total number of games.
    #[must_use]
    pub fn total(&self) -> u64 {
        match &self.course {
            Course::Fixed(block) => self.games.saturating_mul(block.pairings.len() as u64),
            Course::Staged(stages) => stages.total(),
        }
    }

    /// The number of groups of players that meet, over all stages.
    #[must_use]
    pub fn pairings(&self) -> usize {
        match &self.course {
            Course::Fixed(block) => block.pairings.len(),
            Course::Staged(stages) => stages.pairings(),
        }
    }

    /// The number of games that share a deal: every pairing in every seating. `None` with stages,
    /// whose groups can differ.
    #[must_use]
    pub fn games_of_deal(&self) -> Option<u64> {
        match &self.course {
            Course::Fixed(block) => Some((block.pairings.len() * block.seatings.len()) as u64),
            Course::Staged(_) => None,
        }
    }

    /// Makes parts begin with bench blocks, for schedules with players that can fail.
    #[must_use]
    pub fn in_blocks(self) -> Schedule {
        Schedule { in_blocks: true, ..self }
    }

    /// The number of games in a bench block: failures of a player are counted, and it is benched,
    /// within a block. Each player has about a hundred games in it. The first block of a stage begins with the
    /// stage, and its last one may be shorter.
    #[must_use]
    pub fn bench_block(&self) -> u64 {
        let seats = self.seats().into_iter().max().unwrap_or(1).max(1);
        BENCH_BLOCK * self.players.div_ceil(seats).max(1) as u64
    }

    /// The bench blocks.
    pub fn bench_blocks(&self) -> BenchBlocks {
        let mut stages = vec![self.stage_of(0)];
        while let Some(last) = stages.last().filter(|last| last.end < self.total()) {
            stages.push(self.stage_of(last.end));
        }
        BenchBlocks::new(self.bench_block(), stages)
    }

    /// The game to begin with in order to play this one exactly as in the whole run. Known from the number,
    /// even if the players are not.
    #[must_use]
    pub fn start_of_part(&self, game: u64) -> u64 {
        if self.in_blocks { self.bench_blocks().start_of(game) } else { game }
    }

    /// The games of the stage of a game; without stages all games.
    #[must_use]
    pub fn stage_of(&self, game: u64) -> Range<u64> {
        match &self.course {
            Course::Fixed(_) => 0..self.total(),
            Course::Staged(stages) => stages.stage_of(game),
        }
    }

    /// The numbers of the games of a shard; shards are of as equal a size as possible.
    #[must_use]
    pub fn part(&self, shard: Shard) -> Range<u64> {
        let total = u128::from(self.total());
        let edge = |part: u64| (total * u128::from(part) / u128::from(shard.count())) as u64;
        let begin = |part: u64| match part == shard.count() {
            true => self.total(),
            false => self.start_of_part(edge(part)),
        };
        begin(shard.index() - 1)..begin(shard.index())
    }

    /// The numbers of seats that games can have; only groups of stages can differ.
    #[must_use]
    pub fn seats(&self) -> Vec<usize> {
        match &self.course {
            Course::Fixed(block) => vec![block.seats()],
            Course::Staged(stages) => stages.seats(),
        }
    }

    /// The jobs of all games below this number are known. Without stages this is all games.
    #[must_use]
    pub fn known(&self) -> u64 {
        match &self.course {
            Course::Fixed(_) => u64::MAX,
            Course::Staged(stages) => stages.known(),
        }
    }

    /// The game with that number (from 0; without stages the pattern continues beyond
    /// [`Schedule::total`]).
    ///
    /// # Panics
    /// If the pairings of its stage are not known yet: see [`Schedule::known`].
    #[must_use]
    pub fn job(&self, game: u64) -> Job {
        match &self.course {
            Course::Fixed(block) => block.job(game, self.seed),
            Course::Staged(stages) => stages
                .job(game)
                .unwrap_or_else(|| panic!("game {game}: its stage is not drawn yet")),
        }
    }

    /// Records how a game ended, in the order of numbers. With stages, the last game of a stage
    /// determines the pairings of the next. Games already recorded are ignored, so rows can be read
    /// more than once.
    pub fn note(&self, score: &GameScore) {
        match &self.course {
            Course::Fixed(_) => {}
            Course::Staged(stages) => stages.note(score),
        }
    }

    /// The results of the complete stages; `None` without stages.
    #[must_use]
    pub fn results(&self) -> Option<StageResults> {
        match &self.course {
            Course::Fixed(_) => None,
            Course::Staged(stages) => Some(stages.results()),
        }
    }

    /// Continues after these stages, whatever was recorded before: the games of the next stage are known.
    ///
    /// # Errors
    /// If they are not results of this schedule.
    pub fn continue_after(&self, results: &StageResults) -> Result<(), ScheduleError> {
        match &self.course {
            Course::Staged(stages) if stages.continue_after(results) => Ok(()),
            Course::Staged(_) | Course::Fixed(_) => {
                Err(ScheduleError::OtherResults(self.kind.to_string()))
            }
        }
    }

    /// The final order, best first, if there are stages and all games are recorded.
    #[must_use]
    pub fn ranking(&self) -> Option<Vec<Rank>> {
        match &self.course {
            Course::Fixed(_) => None,
            Course::Staged(stages) => stages.ranking(),
        }
    }

    /// Checks that this part may be played on its own.
    ///
    /// # Errors
    /// A part of a tournament with stages.
    pub fn admit(&self, shard: Shard) -> Result<(), ScheduleError> {
        match &self.course {
            Course::Staged(_) if shard != Shard::WHOLE => {
                Err(ScheduleError::Sharded { kind: self.kind.to_string(), shard })
            }
            Course::Staged(_) | Course::Fixed(_) => Ok(()),
        }
    }
}

/// How stages follow from stages, for schedules that have them.
fn rule(
    kind: ScheduleKind,
    players: usize,
    seed: Seed,
) -> Result<Option<Box<dyn Rule>>, ScheduleError> {
    let rule: (usize, usize, Box<dyn Rule>) = match kind {
        ScheduleKind::Swiss { group, stages } => {
            (group, stages, Box::new(Swiss { players, group, stages, seed }))
        }
        ScheduleKind::Knockout { group } => (group, 1, Box::new(Knockout { players, group })),
        ScheduleKind::Ladder { group, stages } => {
            (group, stages, Box::new(Ladder { players, group, stages }))
        }
        ScheduleKind::FreeForAll
        | ScheduleKind::RoundRobin { .. }
        | ScheduleKind::Gauntlet
        | ScheduleKind::Candidates { .. }
        | ScheduleKind::Teams { .. } => return Ok(None),
    };
    match rule {
        (0 | 1, _, _) => Err(ScheduleError::LoneGroups(kind.to_string())),
        (_, 0, _) => Err(ScheduleError::NoStages(kind.to_string())),
        (_, _, rule) => Ok(Some(rule)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Job, Schedule, ScheduleError, ScheduleKind, Seating};
    use crate::{GameScore, SeatScore};
    use lettergame_base::{Branch, Points, Seed};

    fn lineups(
        kind: ScheduleKind,
        seating: Seating,
        players: usize,
        games: u64,
    ) -> Vec<Vec<usize>> {
        let schedule = Schedule::new(kind, seating, players, games, Seed(1)).unwrap();
        (0..schedule.total())
            .map(|game| schedule.job(game).lineup.values().copied().collect())
            .collect()
    }

    #[test]
    fn rotation_gives_every_player_every_seat() {
        let all = lineups(ScheduleKind::FreeForAll, Seating::Rotate, 3, 3);
        assert_eq!(all, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    }

    #[test]
    fn permutation_plays_every_order() {
        let all = lineups(ScheduleKind::FreeForAll, Seating::Permute, 3, 6);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 6);
        assert_eq!(all[0], [0, 1, 2]);
    }

    #[test]
    fn pairings_share_their_deals() {
        let schedule =
            Schedule::new(ScheduleKind::RoundRobin { group: 2 }, Seating::Rotate, 3, 4, Seed(1))
                .unwrap();
        let jobs: Vec<_> = (0..schedule.total()).map(|game| schedule.job(game)).collect();
        assert_eq!(jobs.len(), 12);
        assert!(jobs.iter().all(|job| job.deal == job.game / 6));
        let of_deal: HashSet<_> = jobs[..6].iter().map(|job| job.seed).collect();
        assert_eq!(of_deal.len(), 1);
        assert_ne!(jobs[0].seed, jobs[6].seed);
        let meetings: HashSet<Vec<usize>> =
            jobs[..6].iter().map(|job| job.lineup.values().copied().collect()).collect();
        assert_eq!(meetings.len(), 6);
    }

    #[test]
    fn a_gauntlet_pairs_the_first_player_with_each_other_one() {
        assert_eq!(lineups(ScheduleKind::Gauntlet, Seating::Fixed, 4, 1), [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn candidates_take_the_same_seats_in_the_same_field() {
        let all = lineups(ScheduleKind::Candidates { count: 2 }, Seating::Rotate, 4, 3);
        let with_field = [[0, 2, 3], [1, 2, 3], [2, 3, 0], [2, 3, 1], [3, 0, 2], [3, 1, 2]];
        assert_eq!(all, with_field);
        let alone = lineups(ScheduleKind::Candidates { count: 3 }, Seating::Rotate, 3, 1);
        assert_eq!(alone, [[0], [1], [2]]);
    }

    #[test]
    fn clones_of_a_team_sit_between_the_others() {
        let all = lineups(ScheduleKind::Teams { teams: 2, size: 2 }, Seating::Rotate, 2, 2);
        assert_eq!(all, [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(ScheduleKind::Teams { teams: 4, size: 2 }.to_string(), "2v2v2v2");
    }

    #[test]
    fn a_shorter_schedule_is_a_prefix() {
        let kind = ScheduleKind::RoundRobin { group: 2 };
        let short = lineups(kind, Seating::Rotate, 4, 3);
        let long = lineups(kind, Seating::Rotate, 4, 9);
        assert_eq!(short, long[..short.len()]);
    }

    /// Records all known games from `next` on as won by the player with the greatest number.
    fn play_stage(schedule: &Schedule, next: u64) -> Vec<Job> {
        let jobs: Vec<Job> = (next..schedule.known()).map(|game| schedule.job(game)).collect();
        for Job { game, deal, lineup, .. } in &jobs {
            let best = lineup.values().max();
            let seat = |player: &usize| SeatScore {
                player: *player,
                points: Points(0),
                place: if Some(player) == best { 1 } else { 2 },
                faulty: false,
                failed: false,
                benched: false,
            };
            let seats = lineup.values().map(seat).collect();
            schedule.note(&GameScore { game: *game, deal: *deal, seats });
        }
        jobs
    }

    fn staged(kind: ScheduleKind, players: usize, games: u64) -> Schedule {
        Schedule::new(kind, Seating::Rotate, players, games, Seed(1)).unwrap()
    }

    #[test]
    fn a_schedule_continues_after_the_results_of_its_first_stages() {
        for kind in [
            ScheduleKind::Swiss { group: 2, stages: 3 },
            ScheduleKind::Knockout { group: 2 },
            ScheduleKind::Ladder { group: 4, stages: 3 },
        ] {
            let whole = staged(kind, 9, 6);
            let mut next = 0;
            while whole.ranking().is_none() {
                assert_eq!(whole.stage_of(next), next..whole.known());
                assert_eq!(whole.stage_of(whole.known() - 1), next..whole.known());
                let results = whole.results().unwrap();
                let other = staged(kind, 9, 6);
                other.continue_after(&results).unwrap();
                assert_eq!(
                    (other.known(), other.results()),
                    (whole.known(), Some(results.clone()))
                );
                assert_eq!(play_stage(&other, next), play_stage(&whole, next));
                next = whole.stage_of(next).end;
                assert_eq!(other.results(), whole.results());
                let refused = Err(ScheduleError::OtherResults(kind.to_string()));
                for (players, games) in [(6, 6), (9, 12)] {
                    let wrong = staged(kind, players, games);
                    assert_eq!(wrong.continue_after(&whole.results().unwrap()), refused);
                    assert_eq!(wrong.results().map(|own| own.stages.len()), Some(0), "as before");
                }
            }
            let over = staged(kind, 9, 6);
            over.continue_after(&whole.results().unwrap()).unwrap();
            assert_eq!(over.ranking(), whole.ranking());
        }
    }

    #[test]
    fn bench_blocks_begin_anew_with_each_stage() {
        // 9 players: two groups of four, then three groups, each of 600 games
        let schedule = staged(ScheduleKind::Ladder { group: 4, stages: 2 }, 9, 600).in_blocks();
        assert_eq!((schedule.bench_block(), schedule.total()), (300, 3000));
        let starts =
            [0, 299, 300, 1199, 1200, 1499, 1500, 2999].map(|game| schedule.start_of_part(game));
        assert_eq!(starts, [0, 0, 300, 900, 1200, 1200, 1500, 2700]);
        // stages of 160 and 240 games, which are shorter than a block
        let short = staged(ScheduleKind::Ladder { group: 4, stages: 2 }, 9, 80).in_blocks();
        assert_eq!([0, 159, 160, 399].map(|game| short.start_of_part(game)), [0, 0, 160, 160]);
    }

    #[test]
    fn games_deals_and_pairings_are_numbered_across_stages() {
        // 9 players: a stage with two groups of four, then one with groups of two, four and three
        let schedule = staged(ScheduleKind::Ladder { group: 4, stages: 3 }, 9, 6);
        assert_eq!((schedule.total(), schedule.pairings()), (42, 7));
        assert_eq!(schedule.seats(), [2, 3, 4]);
        let mut jobs = Vec::new();
        for known in [12, 30, 42] {
            assert_eq!((schedule.known(), schedule.ranking()), (known, None));
            jobs.extend(play_stage(&schedule, jobs.len() as u64));
        }
        assert_eq!(schedule.ranking().map(|ranking| ranking.len()), Some(9));
        assert!(jobs.iter().map(|job| job.game).eq(0..42));
        let numbers = |key: fn(&Job) -> u64| jobs.iter().map(key).collect::<Vec<_>>();
        let deals = numbers(|job| job.deal);
        assert!(deals.windows(2).all(|pair| pair[0] == pair[1] || pair[0] + 1 == pair[1]));
        let pairings: HashSet<u64> = numbers(|job| job.pairing).into_iter().collect();
        assert_eq!((pairings.len(), pairings.iter().max()), (7, Some(&6)));
        // six games in a group of four are two deals; in a group of two, three
        assert_eq!((deals[11], deals[12], deals[41]), (1, 2, 10));
        let sizes: Vec<usize> = jobs[12..30].iter().map(|job| job.lineup.len()).collect();
        assert_eq!(sizes, [[4; 6], [3; 6], [2; 6]].concat());
        assert!(jobs.iter().all(|job| job.seed == Seed(1).derive(Branch::Deal, job.deal)));
    }

    #[test]
    fn a_game_is_recorded_once_and_only_in_order() {
        let schedule = staged(ScheduleKind::Knockout { group: 2 }, 4, 1);
        let first = play_stage(&schedule, 0);
        assert_eq!((first.len(), schedule.known()), (2, 3));
        // recording a game again, or too early, changes nothing
        play_stage(&schedule, 0);
        assert!(schedule.ranking().is_some(), "the last game was in its turn");
        let other = staged(ScheduleKind::Knockout { group: 2 }, 4, 1);
        play_stage(&other, 1);
        assert_eq!(other.known(), 2);
    }

    #[test]
    #[should_panic(expected = "game 2: its stage is not drawn yet")]
    fn a_game_without_known_players_has_no_job() {
        let _ = staged(ScheduleKind::Knockout { group: 2 }, 4, 1).job(2);
    }

    #[test]
    fn all_games_of_a_schedule_without_stages_are_known() {
        let schedule = staged(ScheduleKind::Gauntlet, 4, 1);
        assert_eq!((schedule.known(), schedule.ranking()), (u64::MAX, None));
        assert!(schedule.admit("1/2".parse().unwrap()).is_ok());
        let refused =
            staged(ScheduleKind::Knockout { group: 2 }, 4, 1).admit("1/2".parse().unwrap());
        assert!(refused.unwrap_err().to_string().contains("knockout"));
    }

    #[test]
    fn impossible_stages_are_refused() {
        let new = |kind, players| {
            Schedule::new(kind, Seating::Rotate, players, 1, Seed(1)).unwrap_err().to_string()
        };
        assert!(new(ScheduleKind::Knockout { group: 1 }, 3).contains("groups of at least 2"));
        assert!(new(ScheduleKind::Swiss { group: 2, stages: 0 }, 3).contains("at least 1 stage"));
        assert!(new(ScheduleKind::Ladder { group: 2, stages: 1000 }, 400).contains("fewer stages"));
        assert!(new(ScheduleKind::Swiss { group: 15, stages: 1 }, 20).contains("15 seats"));
    }

    #[test]
    fn impossible_schedules_are_refused() {
        let new = |kind, seating, players| {
            Schedule::new(kind, seating, players, 1, Seed(1)).err().map(|e| e.to_string())
        };
        assert_eq!(
            Schedule::new(ScheduleKind::FreeForAll, Seating::Fixed, 0, 1, Seed(1)).unwrap_err(),
            ScheduleError::NoPlayers
        );
        assert!(new(ScheduleKind::FreeForAll, Seating::Rotate, 15).unwrap().contains("15 seats"));
        assert!(new(ScheduleKind::Gauntlet, Seating::Rotate, 1).unwrap().contains("at least 2"));
        let candidates = ScheduleKind::Candidates { count: 3 };
        assert!(new(candidates, Seating::Rotate, 2).unwrap().contains("at least 3 players"));
        assert!(new(ScheduleKind::FreeForAll, Seating::Permute, 9).unwrap().contains("362880"));
        assert!(new(ScheduleKind::RoundRobin { group: 7 }, Seating::Rotate, 60).is_some());
        assert!(new(ScheduleKind::Teams { teams: 3, size: 5 }, Seating::Rotate, 3).is_some());
        assert!(new(ScheduleKind::RoundRobin { group: 1 }, Seating::Rotate, 2).is_none());
    }

    #[test]
    fn shards_cover_the_run_without_overlap_and_begin_with_blocks() {
        let schedule = |total| {
            Schedule::new(ScheduleKind::FreeForAll, Seating::Rotate, 2, total, Seed(1)).unwrap()
        };
        for (total, count) in [(1u64, 3), (10, 3), (7, 8), (1_000_003, 7)] {
            for (schedule, length) in [(schedule(total), 1), (schedule(total).in_blocks(), 100)] {
                let mut next = 0;
                for index in 1..=count {
                    let range = schedule.part(format!("{index}/{count}").parse().unwrap());
                    assert_eq!(range.start, next);
                    assert!(range.end % length == 0 || range.end == total);
                    next = range.end;
                }
                assert_eq!(next, total);
            }
        }
    }

    #[test]
    fn clone_schedules_need_equal_team_sizes() {
        for (text, teams, size) in [("1v1", 2, 1), ("5v5", 2, 5), ("2v2v2v2", 4, 2)] {
            assert_eq!(ScheduleKind::of_clones(text), Some(ScheduleKind::Teams { teams, size }));
        }
        for bad in ["2v3", "2", "0v0", "v", "2v", "xvx"] {
            assert_eq!(ScheduleKind::of_clones(bad), None, "{bad}");
        }
    }
}
