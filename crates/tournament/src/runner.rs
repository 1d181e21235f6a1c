//! The runner: plays a range of games on all cores and hands them on in the order of their numbers.
//!
//! Every worker of a rayon pool takes the next few games, a batch, plays them and takes the next, with
//! no waiting for each other, so that slow games keep all cores busy too. What comes back early is
//! kept until its turn. The size of a batch follows the clock (some hundredths of a second), which
//! decides when rows are written, never what is in them.
//!
//! Where a schedule has stages, nobody begins a game whose stage is not drawn: workers wait until all
//! games of the stage before are handed on.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::{Arena, GameScore, GameTimes, RowForm, Rows, Selection};

/// Games that were played, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The number of the first game.
    pub first: u64,
    /// How each game ended.
    pub scores: Vec<GameScore>,
    /// Their rows.
    pub rows: Rows,
    /// The lines of `faults.jsonl`.
    pub faults: Vec<u8>,
    /// How long players took, as far as they are timed; games in which nobody was timed are missing.
    pub times: Vec<GameTimes>,
}

impl Batch {
    /// The times of games up to those of that deal.
    #[must_use]
    pub fn times_until(&self, deal: u64) -> &[GameTimes] {
        let count = self.times.partition_point(|game| game.deal <= deal);
        &self.times[..count]
    }

    /// Adds games that come behind all of these.
    pub(super) fn append(&mut self, other: Batch) {
        if self.scores.is_empty() {
            self.first = other.first;
        }
        self.scores.extend(other.scores);
        self.rows.append(other.rows);
        self.faults.extend(other.faults);
        self.times.extend(other.times);
    }
}

/// Why a run came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All games are played.
    Complete,
    /// It was asked to stop; what was handed on is whole.
    Stopped,
}

/// How long a batch should take, and how many games it may have.
const BATCH_TIME: Duration = Duration::from_millis(25);
const MOST_GAMES: u64 = 1024;
/// How long no batch may come before it is told.
const SILENCE: Duration = Duration::from_millis(500);
/// Batches for each thread that may wait for an earlier one to be handed on.
const AHEAD: u64 = 16;
/// Games for each worker that may wait for an earlier one where programs play.
const AHEAD_HOSTED: u64 = 1024;

/// The most threads for each core. More of them only take memory from each other.
const THREADS_PER_CORE: usize = 16;

/// The most threads that games are played on, on this machine: a multiple of its cores.
#[must_use]
pub fn max_threads() -> NonZeroUsize {
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    cores.saturating_mul(NonZeroUsize::MIN.saturating_add(THREADS_PER_CORE - 1))
}

/// Plays `games` on `threads` threads and calls `take` with each batch, in order. There are never more
/// threads than games, nor than [`max_threads`]. When `stop` becomes true, no further thread is started,
/// and the batches in progress are finished and handed on.
///
/// # Errors
/// The first error of `take`, which ends the run, or a failure to start the threads.
pub fn run<E>(
    arena: &dyn Arena,
    games: Range<u64>,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    mut take: impl FnMut(Batch) -> Result<(), E>,
) -> Result<Ended, E>
where
    E: From<ThreadPoolBuildError>,
{
    let take = |batch: Option<Batch>| batch.map_or(Ok(()), &mut take);
    run_watched(arena, &Selection::from(games), RowForm::Columns, threads, stop, take)
}

/// As [`run`] of the selected games alone, whose rows the workers bring into this form, but `take` is also called,
/// without a batch, whenever none has come for half a second.
///
/// # Errors
/// As [`run`].
pub fn run_watched<E>(
    arena: &dyn Arena,
    games: &Selection,
    form: RowForm,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    mut take: impl FnMut(Option<Batch>) -> Result<(), E>,
) -> Result<Ended, E>
where
    E: From<ThreadPoolBuildError>,
{
    let threads = useful_threads(threads, games.len());
    let workers = arena.workers(threads);
    let pool = match start_threads(workers, stop) {
        Err(_) if stop.load(Ordering::Relaxed) => return Ok(Ended::Stopped),
        pool => pool?,
    };
    let allotment = &Allotment::new(games, workers as u64, arena);
    let (sender, batches) = channel();
    pool.in_place_scope(|scope| {
        for _ in 0..workers {
            let sender = sender.clone();
            scope.spawn(move |_| {
                let _guard = CloseOnPanic(allotment);
                let mut hand_on = |batch: Batch| {
                    let rows = batch.rows.into_form(form);
                    sender.send(Batch { rows, ..batch }).is_ok()
                };
                if arena.has_programs() {
                    arena.host(threads, &Supply { allotment, stop }, &mut hand_on);
                } else {
                    work(arena, allotment, stop, &mut hand_on);
                }
            });
        }
        drop(sender);
        let take = |batch: Option<Batch>| {
            let batch = batch.map(|batch| arena.settle(batch));
            let scores = batch.iter().flat_map(|batch| &batch.scores);
            scores.for_each(|score| arena.schedule().note(score));
            take(batch).map(|()| arena.schedule().known())
        };
        let handed_on = hand_on(&batches, games, allotment, take);
        allotment.close();
        Ok(if handed_on? == games.places().end { Ended::Complete } else { Ended::Stopped })
    })
}

/// As many of the `wanted` threads as can have something to do.
fn useful_threads(wanted: NonZeroUsize, games: u64) -> usize {
    let games = usize::try_from(games).unwrap_or(usize::MAX).max(1);
    wanted.min(max_threads()).get().min(games)
}

/// Starts the threads of a pool, unless a stop is wished meanwhile: then it fails.
fn start_threads(count: usize, stop: &AtomicBool) -> Result<ThreadPool, ThreadPoolBuildError> {
    let start = |worker: ThreadBuilder| {
        if stop.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let name = format!("games-{}", worker.index());
        thread::Builder::new().name(name).spawn(|| worker.run()).map(drop)
    };
    ThreadPoolBuilder::new().num_threads(count).spawn_handler(start).build()
}

/// Plays batch after batch until there are no more.
fn work(
    arena: &dyn Arena,
    allotment: &Allotment<'_>,
    stop: &AtomicBool,
    hand_on: &mut dyn FnMut(Batch) -> bool,
) {
    while !stop.load(Ordering::Relaxed)
        && let Some(places) = allotment.next()
    {
        let start = Instant::now();
        let mut batch = Batch::default();
        for run in allotment.games.runs(places.clone()) {
            batch.append(arena.play(run));
        }
        allotment.resize(places.end - places.start, start.elapsed());
        if !hand_on(batch) {
            return;
        }
    }
}

/// Calls `take` with all batches in the order of their numbers, which says how many games are known
/// then, and without one where none comes for a while. Returns the place of the first game that was not played.
fn hand_on<E>(
    batches: &Receiver<Batch>,
    games: &Selection,
    allotment: &Allotment<'_>,
    mut take: impl FnMut(Option<Batch>) -> Result<u64, E>,
) -> Result<u64, E> {
    let (mut next, mut early) = (games.places().start, BTreeMap::new());
    loop {
        match batches.recv_timeout(SILENCE) {
            Ok(batch) => early.insert(games.place(batch.first), batch),
            Err(RecvTimeoutError::Disconnected) => return Ok(next),
            Err(RecvTimeoutError::Timeout) => {
                take(None)?;
                continue;
            }
        };
        early.extend(batches.try_iter().map(|batch| (games.place(batch.first), batch)));
        let (mut whole, mut count) = (Batch::default(), 0);
        while let Some(batch) = early.remove(&next) {
            next += batch.scores.len() as u64;
            whole.append(batch);
            count += 1;
        }
        if count > 0 {
            let known = take(Some(whole))?;
            allotment.handed_on(count, known);
        }
    }
}

/// Who plays what: games in the order of their numbers, batch by batch.
struct Allotment<'a> {
    games: &'a Selection,
    open: Mutex<Open>,
    room: Condvar,
    most_waiting: u64,
}

struct Open {
    /// The places of games that nobody has begun.
    places: Range<u64>,
    /// Games below this number can be played.
    known: u64,
    size: u64,
    /// Batches that were taken and not yet handed on.
    waiting: u64,
}

impl<'a> Allotment<'a> {
    fn new(games: &'a Selection, workers: u64, arena: &dyn Arena) -> Allotment<'a> {
        let ahead = if arena.has_programs() { AHEAD_HOSTED } else { AHEAD };
        Allotment::of(games, arena.schedule().known(), workers * ahead)
    }

    fn of(games: &'a Selection, known: u64, most_waiting: u64) -> Allotment<'a> {
        let open = Mutex::new(Open { places: games.places(), known, size: 1, waiting: 0 });
        Allotment { games, open, room: Condvar::new(), most_waiting }
    }

    /// A worker that panicked ends the run anyway; its numbers are whole.
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The places of the next batch; waits while too many batches wait for an earlier one, or while the stage is
    /// not drawn.
    fn next(&self) -> Option<Range<u64>> {
        let must_wait = |open: &mut Open| {
            let full = open.waiting >= self.most_waiting && !open.places.is_empty();
            full || open.waits_for_a_stage()
        };
        let open = self.room.wait_while(self.lock(), must_wait);
        let mut open = open.unwrap_or_else(|poisoned| poisoned.into_inner());
        let end = open.places.end.min(open.known).max(open.places.start);
        let batch = open.places.start..end.min(open.places.start + open.size);
        if batch.is_empty() {
            return None;
        }
        open.places.start = batch.end;
        open.waiting += 1;
        Some(batch)
    }

    /// The next game, without waiting.
    fn next_game(&self) -> Supplied {
        let mut open = self.lock();
        if open.places.is_empty() {
            return Supplied::Done;
        }
        if open.waiting >= self.most_waiting || open.waits_for_a_stage() {
            return Supplied::Later;
        }
        if open.places.start >= open.known {
            return Supplied::Done;
        }
        let place = open.places.start;
        open.places.start += 1;
        open.waiting += 1;
        Supplied::Game(self.games.game(place))
    }

    /// This many batches were handed on, and so many games are known now.
    fn handed_on(&self, batches: u64, known: u64) {
        let mut open = self.lock();
        open.waiting -= batches;
        open.known = known;
        drop(open);
        self.room.notify_all();
    }

    fn resize(&self, size: u64, took: Duration) {
        self.lock().size = next_size(size, took);
    }

    /// Nothing more is to be played.
    fn close(&self) {
        let mut open = self.lock();
        open.places.start = open.places.end;
        self.room.notify_all();
    }
}

impl Open {
    /// Is the next game's stage not drawn, but will be? Where no game is being played any more, a stop
    /// has kept it from that.
    fn waits_for_a_stage(&self) -> bool {
        !self.places.is_empty() && self.places.start >= self.known && self.waiting > 0
    }
}

/// Where a host gets its games from.
pub struct Supply<'a> {
    allotment: &'a Allotment<'a>,
    stop: &'a AtomicBool,
}

/// What a host gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supplied {
    /// A game to be played.
    Game(u64),
    /// Nothing now: too many games wait for an earlier one.
    Later,
    /// Nothing any more.
    Done,
}

impl Supply<'_> {
    /// The next game, without waiting.
    #[must_use]
    pub fn next(&self) -> Supplied {
        if self.stopped() { Supplied::Done } else { self.allotment.next_game() }
    }

    /// Is nothing more to be played, not even what has begun?
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A batch that is lost is never handed on: the others must not wait for it.
struct CloseOnPanic<'a>(&'a Allotment<'a>);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

/// The size at which a batch would have taken its time; at most eight times the last.
fn next_size(size: u64, took: Duration) -> u64 {
    let ratio = BATCH_TIME.as_secs_f64() / took.as_secs_f64().max(1e-9);
    ((size as f64 * ratio.min(8.0)) as u64).clamp(1, MOST_GAMES)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::{
        AHEAD, Allotment, BATCH_TIME, CloseOnPanic, MOST_GAMES, Supplied, max_threads, next_size,
        start_threads, useful_threads,
    };
    use crate::Selection;

    #[test]
    fn there_are_never_more_threads_than_games_nor_than_the_cores_can_use() {
        let threads = |wanted, games| useful_threads(NonZeroUsize::new(wanted).unwrap(), games);
        assert_eq!((threads(100_000, 2), threads(3, 0)), (2, 1));
        assert_eq!(threads(100_000, u64::MAX), max_threads().get());
        assert_eq!(threads(2, 1000), 2);
    }

    #[test]
    fn no_thread_is_started_after_a_stop() {
        assert!(start_threads(2, &AtomicBool::new(true)).is_err());
        assert_eq!(start_threads(2, &AtomicBool::new(false)).unwrap().current_num_threads(), 2);
    }

    #[test]
    fn a_batch_grows_to_its_time_and_no_further() {
        assert_eq!(next_size(2, Duration::ZERO), 16);
        assert_eq!(next_size(100, BATCH_TIME), 100);
        assert_eq!(next_size(100, BATCH_TIME * 200), 1);
        assert_eq!(next_size(1000, BATCH_TIME / 2), MOST_GAMES);
    }

    #[test]
    fn every_game_is_allotted_once_and_in_order() {
        let games = Selection::from(3..10);
        let allotment = Allotment::of(&games, u64::MAX, 2 * AHEAD);
        assert_eq!(allotment.next(), Some(3..4));
        allotment.resize(1, Duration::ZERO);
        assert_eq!((allotment.next(), allotment.next()), (Some(4..10), None));
    }

    #[test]
    fn a_worker_that_panics_leaves_nobody_waiting() {
        let games = Selection::from(0..1000);
        let allotment = Allotment::of(&games, u64::MAX, AHEAD);
        assert_eq!(allotment.next(), Some(0..1), "the batch that will be lost");
        std::thread::scope(|scope| {
            let other = scope.spawn(|| std::iter::from_fn(|| allotment.next()).count());
            let lost = scope.spawn(|| {
                let _guard = CloseOnPanic(&allotment);
                panic!("on purpose");
            });
            assert!(lost.join().is_err());
            assert!(other.join().unwrap() < AHEAD as usize);
        });
    }

    #[test]
    fn whoever_waits_for_a_stage_plays_on_when_it_is_drawn() {
        let games = Selection::from(0..10);
        let allotment = Allotment::of(&games, 4, AHEAD);
        allotment.resize(8, BATCH_TIME);
        assert_eq!(allotment.next(), Some(0..4));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| allotment.next());
            let supplied = allotment.next_game();
            assert_eq!(supplied, Supplied::Later);
            allotment.handed_on(1, 9);
            assert_eq!(waiting.join().unwrap(), Some(4..9));
        });
    }

    #[test]
    fn nobody_waits_for_a_stage_that_a_stop_has_kept_from_its_end() {
        let games = Selection::from(0..10);
        let allotment = Allotment::of(&games, 4, AHEAD);
        assert_eq!(allotment.next(), Some(0..1));
        allotment.resize(8, BATCH_TIME);
        assert_eq!(allotment.next(), Some(1..4));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| allotment.next());
            allotment.handed_on(1, 4);
            allotment.handed_on(1, 4);
            assert_eq!(waiting.join().unwrap(), None);
            assert_eq!(allotment.next_game(), Supplied::Done);
        });
    }

    #[test]
    fn after_the_close_nothing_is_allotted() {
        let games = Selection::from(0..10);
        let allotment = Allotment::of(&games, u64::MAX, AHEAD);
        allotment.close();
        assert_eq!(allotment.next(), None);
    }
}
