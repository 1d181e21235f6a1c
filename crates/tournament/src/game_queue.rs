//! Hands out games to workers in the order of their numbers, a few at a time.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use crate::Selection;

/// How long a batch should take, and the most games it may have.
const BATCH_TIME: Duration = Duration::from_millis(25);
const MAX_GAMES: u64 = 1024;

/// Hands out games in the order of their numbers, batch by batch.
pub(super) struct GameQueue<'a> {
    pub(super) games: &'a Selection,
    open: Mutex<Open>,
    room: Condvar,
    most_waiting: u64,
}

struct Open {
    /// The places of games that no worker has begun.
    places: Range<u64>,
    /// Games below this number can be played.
    known: u64,
    size: u64,
    /// Batches that were taken but not yet handed on.
    waiting: u64,
}

impl<'a> GameQueue<'a> {
    pub(super) fn of(games: &'a Selection, known: u64, most_waiting: u64) -> GameQueue<'a> {
        let open = Mutex::new(Open { places: games.places(), known, size: 1, waiting: 0 });
        GameQueue { games, open, room: Condvar::new(), most_waiting }
    }

    /// A panicking worker ends the run anyway, and its numbers are intact.
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The places of the next batch. Blocks while too many batches wait for an earlier one, or
    /// while the pairings of the stage are unknown.
    pub(super) fn next(&self) -> Option<Range<u64>> {
        let must_wait = |open: &mut Open| {
            let full = open.waiting >= self.most_waiting && !open.places.is_empty();
            full || open.waits_for_a_stage()
        };
        let open = self.room.wait_while(self.lock(), must_wait);
        let mut open = open.unwrap_or_else(|poisoned| poisoned.into_inner());
        let start = open.places.start;
        let end = open.places.end.min(open.known).max(start);
        let batch = start..end.min(start + open.size).min(self.games.end_of_part(start));
        if batch.is_empty() {
            return None;
        }
        open.places.start = batch.end;
        open.waiting += 1;
        Some(batch)
    }

    /// The next game, without blocking.
    fn next_game(&self) -> NextGame {
        let mut open = self.lock();
        if open.places.is_empty() {
            return NextGame::Done;
        }
        if open.waiting >= self.most_waiting || open.waits_for_a_stage() {
            return NextGame::Later;
        }
        if open.places.start >= open.known {
            return NextGame::Done;
        }
        let place = open.places.start;
        open.places.start += 1;
        open.waiting += 1;
        NextGame::Game(self.games.game(place))
    }

    /// Records that this many batches were handed on, and that games below `known` can be played.
    pub(super) fn handed_on(&self, batches: u64, known: u64) {
        let mut open = self.lock();
        open.waiting -= batches;
        open.known = known;
        drop(open);
        self.room.notify_all();
    }

    pub(super) fn resize(&self, size: u64, took: Duration) {
        self.lock().size = next_size(size, took);
    }

    /// Ends the queue: nothing more is to be played.
    pub(super) fn close(&self) {
        let mut open = self.lock();
        open.places.start = open.places.end;
        self.room.notify_all();
    }
}

impl Open {
    /// Whether the pairings of the next game's stage are still to come. If no game is in progress
    /// any more, a stop has prevented that.
    fn waits_for_a_stage(&self) -> bool {
        !self.places.is_empty() && self.places.start >= self.known && self.waiting > 0
    }
}

/// The source of games for a host.
pub struct QueueHandle<'a> {
    pub(super) queue: &'a GameQueue<'a>,
    pub(super) stop: &'a AtomicBool,
}

/// An answer to a host that asks for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextGame {
    /// A game to be played.
    Game(u64),
    /// Nothing for now: too many games wait for an earlier one.
    Later,
    /// No more games.
    Done,
}

impl QueueHandle<'_> {
    /// The next game, without blocking.
    #[must_use]
    pub fn next(&self) -> NextGame {
        if self.stopped() { NextGame::Done } else { self.queue.next_game() }
    }

    /// Whether to stop playing, including games already begun.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Closes the queue on a panic: the lost batch is never handed on, and the others must not wait for
/// it.
pub(super) struct CloseOnPanic<'a>(pub(super) &'a GameQueue<'a>);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

/// The size at which a batch would have taken the target time; at most eight times the last size.
fn next_size(size: u64, took: Duration) -> u64 {
    let ratio = BATCH_TIME.as_secs_f64() / took.as_secs_f64().max(1e-9);
    ((size as f64 * ratio.min(8.0)) as u64).clamp(1, MAX_GAMES)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;
    use std::time::Duration;

    use super::{BATCH_TIME, CloseOnPanic, GameQueue, MAX_GAMES, NextGame, next_size};
    use crate::Selection;

    /// The number of batches that may wait.
    const AHEAD: u64 = 16;

    #[test]
    fn a_batch_grows_up_to_its_time_limit() {
        assert_eq!(next_size(2, Duration::ZERO), 16);
        assert_eq!(next_size(100, BATCH_TIME), 100);
        assert_eq!(next_size(100, BATCH_TIME * 200), 1);
        assert_eq!(next_size(1000, BATCH_TIME / 2), MAX_GAMES);
    }

    #[test]
    fn every_game_is_allotted_once_and_in_order() {
        let games = Selection::from(3..10);
        let queue = GameQueue::of(&games, u64::MAX, 2 * AHEAD);
        assert_eq!(queue.next(), Some(3..4));
        queue.resize(1, Duration::ZERO);
        assert_eq!((queue.next(), queue.next()), (Some(4..10), None));
    }

    #[test]
    fn no_batch_has_games_of_two_parts() {
        let games = Selection::from(3..10).in_parts(NonZeroU64::new(4).unwrap());
        let queue = GameQueue::of(&games, u64::MAX, 2 * AHEAD);
        queue.resize(8, BATCH_TIME);
        assert_eq!([(); 4].map(|()| queue.next()), [Some(3..4), Some(4..8), Some(8..10), None]);
    }

    #[test]
    fn a_panicking_worker_leaves_no_worker_waiting() {
        let games = Selection::from(0..1000);
        let queue = GameQueue::of(&games, u64::MAX, AHEAD);
        assert_eq!(queue.next(), Some(0..1), "the batch that will be lost");
        std::thread::scope(|scope| {
            let other = scope.spawn(|| std::iter::from_fn(|| queue.next()).count());
            let lost = scope.spawn(|| {
                let _guard = CloseOnPanic(&queue);
                panic!("on purpose");
            });
            assert!(lost.join().is_err());
            assert!(other.join().unwrap() < AHEAD as usize);
        });
    }

    #[test]
    fn waiting_workers_resume_when_a_stage_is_drawn() {
        let games = Selection::from(0..10);
        let queue = GameQueue::of(&games, 4, AHEAD);
        queue.resize(8, BATCH_TIME);
        assert_eq!(queue.next(), Some(0..4));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.next());
            let next = queue.next_game();
            assert_eq!(next, NextGame::Later);
            queue.handed_on(1, 9);
            assert_eq!(waiting.join().unwrap(), Some(4..9));
        });
    }

    #[test]
    fn a_stop_releases_workers_that_wait_for_a_stage() {
        let games = Selection::from(0..10);
        let queue = GameQueue::of(&games, 4, AHEAD);
        assert_eq!(queue.next(), Some(0..1));
        queue.resize(8, BATCH_TIME);
        assert_eq!(queue.next(), Some(1..4));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.next());
            queue.handed_on(1, 4);
            queue.handed_on(1, 4);
            assert_eq!(waiting.join().unwrap(), None);
            assert_eq!(queue.next_game(), NextGame::Done);
        });
    }

    #[test]
    fn nothing_is_allotted_after_closing() {
        let games = Selection::from(0..10);
        let queue = GameQueue::of(&games, u64::MAX, AHEAD);
        queue.close();
        assert_eq!(queue.next(), None);
    }
}
