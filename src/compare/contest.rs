//! Playing a comparison: block after block, until the question is answered or all games are played.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuildError;

use crate::compare::blocks::OpenDeal;
use crate::compare::{Block, Footing, Ledger, Means, Question, Side};
use crate::tournament::{Arena, Ended, run_watched};

/// One setting of the rules in which all are compared.
pub struct Lane<'a> {
    /// What it is called where there are several, as `hidden-3`.
    pub label: Option<String>,
    /// Its games.
    pub arena: &'a dyn Arena,
}

/// Candidates, a baseline and the settings in which they are compared.
///
/// Players of the config are, in the same seats: the candidates, the baseline, all others, under the
/// schedule `candidates`. Head to head: the baseline, then the candidates, under `gauntlet`.
pub struct Contest<'a> {
    lanes: Vec<Lane<'a>>,
    candidates: usize,
    footing: Footing,
    question: Question,
    most_time: Option<Duration>,
}

/// Blocks of several settings that are played at once: the first time, and at most.
const FIRST_STRETCH: u64 = 64;
const LONGEST_STRETCH: u64 = 8192;

/// Why playing stopped early.
enum Halt {
    Decided,
    TimeOver,
    Threads(ThreadPoolBuildError),
}

impl From<ThreadPoolBuildError> for Halt {
    fn from(error: ThreadPoolBuildError) -> Halt {
        Halt::Threads(error)
    }
}

impl<'a> Contest<'a> {
    /// A contest of so many candidates in these settings, at least one.
    #[must_use]
    pub fn new(
        lanes: Vec<Lane<'a>>,
        candidates: usize,
        footing: Footing,
        question: Question,
    ) -> Contest<'a> {
        Contest { lanes, candidates, footing, question, most_time: None }
    }

    /// The same that ends after this time with the blocks that are played by then.
    #[must_use]
    pub fn within(mut self, most_time: Option<Duration>) -> Contest<'a> {
        self.most_time = most_time;
        self
    }

    /// Plays all games, or as many as the question wants, on so many threads; tells the ledger and the
    /// games being played after each batch, and now and then where none comes. When `stop` becomes true what is played is kept.
    ///
    /// # Errors
    /// A failure to start the threads.
    pub fn play(
        &self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Ledger, &dyn Arena),
    ) -> Result<(Ledger, Ended), ThreadPoolBuildError> {
        let (lanes, candidates) = (self.lanes.len(), self.candidates);
        let mut ledger = Ledger::new(self.footing, self.question, lanes, candidates);
        let begun = Instant::now();
        for stretch in self.stretches() {
            for (index, lane) in self.lanes.iter().enumerate() {
                let (size, pairings) = lane.sizes();
                let mut open = OpenDeal::new(&self.sides(), pairings, size);
                let games = stretch.start * size..stretch.end * size;
                let ended = run_watched(lane.arena, games, threads, stop, |batch| {
                    batch.iter().for_each(|batch| ledger.note_times(index, &batch.times));
                    for game in batch.iter().flat_map(|batch| &batch.scores) {
                        if let Some(means) = open.add(game) {
                            ledger.add(index, means.chunks_exact(2).map(block).collect());
                        }
                        if ledger.is_decided() {
                            return Err(Halt::Decided);
                        }
                    }
                    tell(&ledger, lane.arena);
                    match self.most_time.is_some_and(|most| begun.elapsed() >= most) {
                        true => Err(Halt::TimeOver),
                        false => Ok(()),
                    }
                });
                match ended {
                    Ok(Ended::Complete) => {}
                    Ok(Ended::Stopped) => return Ok((ledger, Ended::Stopped)),
                    Err(Halt::Decided) => return Ok((ledger, Ended::Complete)),
                    Err(Halt::TimeOver) => {
                        ledger.note_time_over();
                        return Ok((ledger, Ended::Complete));
                    }
                    Err(Halt::Threads(error)) => return Err(error),
                }
            }
        }
        Ok((ledger, Ended::Complete))
    }

    /// How many blocks there are at most.
    #[must_use]
    pub fn most_blocks(&self) -> u64 {
        let blocks = |lane: &Lane<'_>| lane.arena.schedule().total() / lane.sizes().0;
        self.lanes.iter().map(blocks).min().unwrap_or(0)
    }

    /// Blocks that are played at once in every setting: all of a single one, else more and more, so that
    /// a sequential question does not wait long for the slowest setting.
    fn stretches(&self) -> Vec<Range<u64>> {
        let all = self.most_blocks();
        let (mut start, mut length) = (0, FIRST_STRETCH);
        let mut stretches = Vec::new();
        while start < all {
            let end = if self.lanes.len() == 1 { all } else { all.min(start + length) };
            stretches.push(start..end);
            start = end;
            length = LONGEST_STRETCH.min(2 * length);
        }
        stretches
    }

    /// Whose games count: of each candidate its own, then those of the baseline it is measured against.
    fn sides(&self) -> Vec<Side> {
        let side = |player, pairing| Side { player, pairing: Some(pairing as u64) };
        let count = self.candidates;
        let of = |index| match self.footing {
            Footing::SameSeats => [side(index, index), side(count, count)],
            Footing::HeadToHead => [side(index + 1, index), side(0, index)],
        };
        (0..count).flat_map(of).collect()
    }
}

impl Lane<'_> {
    /// Games of a deal, and pairings among them.
    fn sizes(&self) -> (u64, u64) {
        let schedule = self.arena.schedule();
        // both schedules of a contest have no stages
        (schedule.games_of_deal().unwrap_or(1), schedule.pairings() as u64)
    }
}

fn block(pair: &[Means]) -> Block {
    Block { candidate: pair[0], baseline: pair[1] }
}
