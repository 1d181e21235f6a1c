//! The runner: plays a range of games on all cores and hands them on in the order of their numbers.
//!
//! Games are played in batches, a batch in small chunks on a rayon pool. While the caller takes in
//! one batch the next is played. The size of a batch follows the clock (about a tenth of a second),
//! which decides when rows are written, never what is in them.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::tournament::{Arena, GameScore};

/// Games that were played, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The number of the first game.
    pub first: u64,
    /// How each game ended.
    pub scores: Vec<GameScore>,
    /// The rows of `scores.csv`, `rounds.csv` and `plies.csv`, as far as they are recorded.
    pub files: Vec<Vec<u8>>,
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
const BATCH_TIME: Duration = Duration::from_millis(100);
const MOST_GAMES: u64 = 8192;
/// Chunks of a batch for each thread: enough that none waits long at the end.
const CHUNKS: u64 = 16;

/// Plays `games` on so many threads and calls `take` with each batch, in order. When `stop` becomes
/// true the batch in progress is finished and handed on.
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
    E: From<rayon::ThreadPoolBuildError>,
{
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?;
    let (sender, batches) = sync_channel(1);
    thread::scope(|scope| {
        let Range { start: mut next, end } = games;
        scope.spawn(move || produce(arena, games, &pool, stop, &sender));
        for batch in batches {
            next = batch.first + batch.scores.len() as u64;
            take(batch)?;
        }
        Ok(if next == end { Ended::Complete } else { Ended::Stopped })
    })
}

fn produce(
    arena: &dyn Arena,
    games: Range<u64>,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    sender: &SyncSender<Batch>,
) {
    let threads = pool.current_num_threads() as u64;
    let mut size = threads;
    let mut next = games.start;
    while next < games.end && !stop.load(Ordering::Relaxed) {
        let batch = next..games.end.min(next + size);
        next = batch.end;
        let start = Instant::now();
        let played = pool.install(|| play_batch(arena, batch.clone(), threads));
        size = next_size(batch.end - batch.start, start.elapsed());
        if sender.send(played).is_err() {
            return;
        }
    }
}

/// The size at which a batch would have taken its time; at most eight times the last.
fn next_size(size: u64, took: Duration) -> u64 {
    let ratio = BATCH_TIME.as_secs_f64() / took.as_secs_f64().max(1e-9);
    ((size as f64 * ratio.min(8.0)) as u64).clamp(1, MOST_GAMES)
}

fn play_batch(arena: &dyn Arena, games: Range<u64>, threads: u64) -> Batch {
    let chunk = (games.end - games.start).div_ceil(threads * CHUNKS).max(1);
    let chunks = (games.end - games.start).div_ceil(chunk);
    let parts: Vec<Batch> = (0..chunks as usize)
        .into_par_iter()
        .with_max_len(1)
        .map(|index| {
            let first = games.start + index as u64 * chunk;
            arena.play(first..games.end.min(first + chunk))
        })
        .collect();
    let mut whole = Batch { first: games.start, ..Batch::default() };
    for part in parts {
        whole.scores.extend(part.scores);
        whole.files.resize_with(part.files.len(), Vec::new);
        whole.files.iter_mut().zip(part.files).for_each(|(file, rows)| file.extend(rows));
    }
    whole
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{BATCH_TIME, MOST_GAMES, next_size};

    #[test]
    fn a_batch_grows_to_its_time_and_no_further() {
        assert_eq!(next_size(2, Duration::ZERO), 16);
        assert_eq!(next_size(100, BATCH_TIME), 100);
        assert_eq!(next_size(100, BATCH_TIME * 200), 1);
        assert_eq!(next_size(8000, BATCH_TIME / 2), MOST_GAMES);
    }
}
