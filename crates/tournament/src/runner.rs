//! The runner: plays a range of games on all cores and hands them on in the order of their numbers.
//!
//! Each worker of a rayon pool takes a batch of the next few games, plays it and takes another,
//! without waiting for the others, so that slow games keep all cores busy as well. Batches that
//! finish early are kept until their turn. The size of a batch adapts to the clock (a few
//! hundredths of a second per batch); this determines when rows are written, never their contents.
//!
//! If a schedule has stages, no game is begun before the pairings of its stage are known: workers
//! wait until all games of the previous stage are handed on.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::game_queue::{CloseOnPanic, GameQueue};
use crate::scheduler::pools::MAX_GAMES;
use crate::{AnyTournament, Batch, QueueHandle, Selection};
use lettergame_run::RowForm;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All games are played.
    Complete,
    /// It was asked to stop; the games handed on are complete.
    Stopped,
}

/// After this time without a batch, `take` is called without one.
const SILENCE: Duration = Duration::from_millis(500);
/// Batches per thread that may wait for an earlier one to be handed on.
const AHEAD: u64 = 16;
/// Games per worker that may wait for an earlier one when programs play.
const AHEAD_HOSTED: u64 = MAX_GAMES as u64;

/// The maximum number of threads per core. More only cost memory.
const THREADS_PER_CORE: usize = 16;

/// The maximum number of threads on this machine: a multiple of its cores.
#[must_use]
pub fn max_threads() -> NonZeroUsize {
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    cores.saturating_mul(NonZeroUsize::MIN.saturating_add(THREADS_PER_CORE - 1))
}

/// Plays `games` on `threads` threads and calls `take` with each batch, in order. There are never
/// more threads than games, nor more than [`max_threads`]. When `stop` becomes true, no further
/// thread is started, and the batches in progress are finished and handed on.
///
/// # Errors
/// The first error of `take`, which ends the run, or a failure to start the threads.
pub fn run<E>(
    tournament: &dyn AnyTournament,
    games: Range<u64>,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    mut take: impl FnMut(Batch) -> Result<(), E>,
) -> Result<Ended, E>
where
    E: From<ThreadPoolBuildError>,
{
    let take = |batch: Option<Batch>| batch.map_or(Ok(()), &mut take);
    run_watched(tournament, &Selection::from(games), RowForm::Columns, threads, stop, take)
}

/// Like [`run`], but plays only the selected games, has the workers convert their rows to this
/// form, and also calls `take` without a batch whenever none has arrived for half a second.
///
/// # Errors
/// See [`run`].
pub fn run_watched<E>(
    tournament: &dyn AnyTournament,
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
    let workers = tournament.workers(threads);
    let pool = match start_threads(workers, stop) {
        Err(_) if stop.load(Ordering::Relaxed) => return Ok(Ended::Stopped),
        pool => pool?,
    };
    let ahead = if tournament.has_programs() { AHEAD_HOSTED } else { AHEAD };
    let queue = &GameQueue::of(games, tournament.schedule().known(), workers as u64 * ahead);
    let (sender, batches) = channel();
    pool.in_place_scope(|scope| {
        for _ in 0..workers {
            let sender = sender.clone();
            scope.spawn(move |_| {
                let _guard = CloseOnPanic(queue);
                let mut deliver_in_order = |batch: Batch| {
                    let rows = batch.rows.into_form(form);
                    sender.send(Batch { rows, ..batch }).is_ok()
                };
                if tournament.has_programs() {
                    tournament.host(threads, &QueueHandle { queue, stop }, &mut deliver_in_order);
                } else {
                    work(tournament, queue, stop, &mut deliver_in_order);
                }
            });
        }
        drop(sender);
        let take = |batch: Option<Batch>| {
            let batch = batch.map(|batch| tournament.commit(batch));
            let scores = batch.iter().flat_map(|batch| &batch.scores);
            scores.for_each(|score| tournament.schedule().note(score));
            take(batch).map(|()| tournament.schedule().known())
        };
        let handed_on = deliver_in_order(&batches, games, queue, take);
        queue.close();
        Ok(if handed_on? == games.places().end { Ended::Complete } else { Ended::Stopped })
    })
}

/// The number of the `wanted` threads that can have something to do.
fn useful_threads(wanted: NonZeroUsize, games: u64) -> usize {
    let games = usize::try_from(games).unwrap_or(usize::MAX).max(1);
    wanted.min(max_threads()).get().min(games)
}

/// Starts the threads of a pool; fails if a stop is requested meanwhile.
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
    tournament: &dyn AnyTournament,
    queue: &GameQueue<'_>,
    stop: &AtomicBool,
    deliver_in_order: &mut dyn FnMut(Batch) -> bool,
) {
    while !stop.load(Ordering::Relaxed)
        && let Some(places) = queue.next()
    {
        let start = Instant::now();
        let mut batch = Batch::default();
        for run in queue.games.runs(places.clone()) {
            batch.append(tournament.play(run));
        }
        queue.resize(places.end - places.start, start.elapsed());
        if !deliver_in_order(batch) {
            return;
        }
    }
}

/// Calls `take` with all batches in order, and without one if none arrives for a while. `take`
/// returns how many games are known then. Returns the place of the first game that was not played.
fn deliver_in_order<E>(
    batches: &Receiver<Batch>,
    games: &Selection,
    queue: &GameQueue<'_>,
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
        while early.contains_key(&next) {
            let (mut whole, mut count, end) = (Batch::default(), 0, games.end_of_part(next));
            while next < end
                && let Some(batch) = early.remove(&next)
            {
                next += batch.scores.len() as u64;
                whole.append(batch);
                count += 1;
            }
            let known = take(Some(whole))?;
            queue.handed_on(count, known);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;

    use super::{max_threads, start_threads, useful_threads};

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
}
