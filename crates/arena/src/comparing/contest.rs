//! Playing a comparison: deal after deal, until it is settled or all games are played.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuildError;
use thiserror::Error;

use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};
use lettergame_compare::{Book, OpenDeal};
use lettergame_run::RowForm;
use lettergame_tournament::{AnyTournament, Batch, Ended, Selection, run_watched};

/// The settings in which players are compared.
///
/// The order of players in the config: in the same seats (schedule `candidates`), the candidates,
/// the baseline if there is one, all others; head to head (schedule `gauntlet`), the baseline, then
/// the candidates.
pub(crate) struct Contest<'a> {
    /// The games of each setting.
    lanes: Vec<&'a dyn AnyTournament>,
    most_time: Option<Duration>,
}

/// What was played.
#[derive(Debug)]
pub(crate) struct Played<B> {
    /// The book with all deals.
    pub(crate) book: B,
    /// Whether it was stopped.
    pub(crate) ended: Ended,
    /// Whether it ended because time ran out.
    pub(crate) time_over: bool,
    /// Players whose programs failed repeatedly, or in every game.
    pub(crate) broken: Vec<String>,
}

/// Why deals could not be played.
#[derive(Debug, Error)]
pub enum ContestError {
    /// Threads cannot be started.
    #[error("cannot start the threads: {0}; take fewer")]
    Threads(#[from] ThreadPoolBuildError),
    /// Programs cannot be played to the end, and none of them is to blame.
    #[error("{0}\nno player is to blame")]
    Harness(String),
}

impl Diagnosed for ContestError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            ContestError::Threads(_) => Cause::Request.with(Remedy::Option("threads")),
            ContestError::Harness(_) => Cause::Surroundings.into(),
        }
    }
}

/// The number of deals of several settings that are played at once: initially, and at most.
const FIRST_STRETCH: u64 = 64;
const LONGEST_STRETCH: u64 = 8192;

/// Why playing a setting stopped early.
enum Halt {
    /// Fewer pairings are wanted than before, or no more at all.
    Fewer,
    TimeOver,
    Stopped,
    Threads(ThreadPoolBuildError),
}

impl From<ThreadPoolBuildError> for Halt {
    fn from(error: ThreadPoolBuildError) -> Halt {
        Halt::Threads(error)
    }
}

impl<'a> Contest<'a> {
    /// A contest in these settings: at least one, all with the same pairings.
    #[must_use]
    pub(crate) fn new(lanes: Vec<&'a dyn AnyTournament>) -> Contest<'a> {
        Contest { lanes, most_time: None }
    }

    /// Limits the time: the contest ends with the deals played by then.
    #[must_use]
    pub(crate) fn within(mut self, most_time: Option<Duration>) -> Contest<'a> {
        self.most_time = most_time;
        self
    }

    /// Plays all games, or as many as the book wants, on this many threads. Reports the book and
    /// the games in progress after each batch, and now and then while there is none. When `stop`
    /// becomes true, the games played so far are kept. Games of a pairing that is no longer wanted
    /// are skipped from the next deal on, or with several settings from the next stretch of deals
    /// on.
    ///
    /// # Errors
    /// If threads cannot be started or programs cannot be played.
    pub(crate) fn play<B: Book>(
        &self,
        mut book: B,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        mut tell: impl FnMut(&B, &dyn AnyTournament),
    ) -> Result<Played<B>, ContestError> {
        let (all, begun) = (self.most_deals(), Instant::now());
        let mut length = FIRST_STRETCH;
        let (mut ended, mut time_over) = (Ended::Complete, false);
        while book.deals() < all && !book.wanted().is_empty() {
            let start = book.deals();
            let end = if self.lanes.len() == 1 { all } else { all.min(start + length) };
            length = LONGEST_STRETCH.min(2 * length);
            let mut watch = |book: &B, tournament: &dyn AnyTournament| {
                tell(book, tournament);
                self.most_time.is_some_and(|most| begun.elapsed() >= most)
            };
            match self.play_stretch(start..end, &mut book, (threads, stop), &mut watch) {
                Ok(()) | Err(Halt::Fewer) => {}
                Err(Halt::TimeOver) => {
                    time_over = true;
                    break;
                }
                Err(Halt::Stopped) => {
                    ended = Ended::Stopped;
                    break;
                }
                Err(Halt::Threads(error)) => return Err(error.into()),
            }
        }
        match self.lanes.iter().find_map(|lane| lane.host_failure()) {
            Some(why) => Err(ContestError::Harness(why)),
            None => Ok(Played { book, ended, time_over, broken: self.broken() }),
        }
    }

    /// Plays these deals of all settings, one setting after the other; `watch` returns whether the
    /// time is up.
    fn play_stretch<B: Book>(
        &self,
        deals: Range<u64>,
        book: &mut B,
        (threads, stop): (NonZeroUsize, &AtomicBool),
        watch: &mut dyn FnMut(&B, &dyn AnyTournament) -> bool,
    ) -> Result<(), Halt> {
        let wanted = book.wanted();
        let alone = self.lanes.len() == 1;
        for (index, lane) in self.lanes.iter().enumerate() {
            let (size, pairings) = sizes(*lane);
            let range = deals.start * size..deals.end * size;
            let games = Selection::of_pairings(range, pairings, wanted.clone());
            let mut open = OpenDeal::new(&book.sides(), pairings, size).of(wanted.len() as u64);
            let take = |batch: Option<Batch>| {
                let batch = batch.unwrap_or_default();
                for game in &batch.scores {
                    if let Some(deal) = open.add(game) {
                        book.add(index, &deal);
                        let left = book.wanted();
                        if left.is_empty() || alone && left != wanted {
                            // games of later deals do not count, or are played again
                            book.note_times(index, batch.times_until(game.deal));
                            return Err(Halt::Fewer);
                        }
                    }
                }
                book.note_times(index, &batch.times);
                match watch(book, *lane) {
                    true => Err(Halt::TimeOver),
                    false => Ok(()),
                }
            };
            let form = RowForm::Columns;
            let ended = run_watched(*lane, &games, form, threads, stop, take);
            if ended? == Ended::Stopped {
                return Err(Halt::Stopped);
            }
        }
        Ok(())
    }

    /// The maximum number of deals.
    #[must_use]
    pub(crate) fn most_deals(&self) -> u64 {
        let deals = |lane: &&dyn AnyTournament| lane.schedule().total() / sizes(*lane).0;
        self.lanes.iter().map(deals).min().unwrap_or(0)
    }

    /// Players that no longer play, or failed in every game.
    fn broken(&self) -> Vec<String> {
        let benched = self.lanes.iter().flat_map(|lane| lane.benched());
        let mut names: Vec<String> = benched.map(|benched| benched.name.to_string()).collect();
        names.sort();
        names.dedup();
        names
    }
}

/// The number of games per deal, and the number of pairings among them.
fn sizes(tournament: &dyn AnyTournament) -> (u64, u64) {
    let schedule = tournament.schedule();
    // neither schedule of a contest has stages
    (schedule.games_of_deal().unwrap_or(1), schedule.pairings() as u64)
}
