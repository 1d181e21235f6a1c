//! Tournaments in progress: each on its own thread, a few at the same time.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use thiserror::Error;

use lettergame_arena::phrases::{COMMAND_LINE, resume_command};
use lettergame_arena::{Outcome, RunError, Session};
use lettergame_report::{RunStatus, Tally};
use lettergame_run::RunFolder;
use lettergame_tournament::Waiting;

/// The maximum number of results remembered.
const REMEMBERED: usize = 64;

/// Why a tournament cannot be played now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum NoPlace {
    /// Too many are being played.
    #[error("{0} tournaments are in progress, which is the maximum; wait for one or stop it")]
    Full(usize),
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Closing,
}

/// All tournaments in progress here.
pub(crate) struct RunQueue {
    most: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    closing: bool,
    /// Slots in use, including those of tournaments still being prepared.
    taken: usize,
    plays: Vec<Arc<Play>>,
    threads: Vec<JoinHandle<()>>,
    ends: VecDeque<(PathBuf, End)>,
    /// The runs in progress when the queue was closed.
    closed: Vec<PathBuf>,
}

/// A run, or the runs of a sweep, one after the other.
pub(super) struct Play {
    runs: Vec<Run>,
    stop: AtomicBool,
}

/// A run that is being played, or will be.
struct Run {
    dir: PathBuf,
    /// The number of its games.
    total: u64,
    /// The number of games finished earlier.
    before: u64,
    done: AtomicU64,
    began: Mutex<Option<Instant>>,
    /// Its state at the last batch of games.
    status: Mutex<Option<RunStatus>>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All games were played; the remark names players whose programs failed repeatedly.
    Finished(Option<String>),
    /// It was stopped; the text says how to resume it.
    Stopped(String),
    /// It failed; the text gives the reason.
    Failed(String),
}

/// The progress of a run that is being played here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// Games per second since it was started or resumed; `None` before the first.
    pub(super) rate: Option<f64>,
    /// Whether it is being stopped.
    pub(super) stopping: bool,
    /// Whether it is waiting for other runs of its sweep.
    pub(super) waits: bool,
}

/// A slot in the queue, returned when it is dropped.
pub(super) struct Ticket {
    queue: Arc<RunQueue>,
    used: bool,
}

impl RunQueue {
    /// An empty queue for at most `most` tournaments at once.
    pub(crate) fn new(most: usize) -> RunQueue {
        RunQueue { most, inner: Mutex::default() }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot, before any folder is created.
    pub(super) fn enter(self: &Arc<RunQueue>) -> Result<Ticket, NoPlace> {
        let mut inner = self.inner();
        if inner.closing {
            return Err(NoPlace::Closing);
        }
        if inner.taken >= self.most {
            return Err(NoPlace::Full(self.most));
        }
        inner.taken += 1;
        Ok(Ticket { queue: Arc::clone(self), used: false })
    }

    /// The progress of the run in a folder, if it is being played here.
    pub(super) fn progress(&self, dir: &Path) -> Option<Progress> {
        let inner = self.inner();
        let play = inner.plays.iter().find(|play| play.has(dir))?;
        play.progress(dir)
    }

    /// The state of each run that is being played and has played a game, for metrics.
    pub(crate) fn statuses(&self) -> Vec<RunStatus> {
        let inner = self.inner();
        let runs = inner.plays.iter().flat_map(|play| &play.runs);
        let playing = runs.filter(|run| run.done.load(Ordering::Relaxed) < run.total);
        let status = |run: &Run| run.status.lock().unwrap_or_else(PoisonError::into_inner).clone();
        playing.filter_map(status).collect()
    }

    /// How the run in a folder ended, if that is remembered.
    pub(super) fn end(&self, dir: &Path) -> Option<End> {
        let inner = self.inner();
        inner.ends.iter().rev().find(|(own, _)| own == dir).map(|(_, end)| end.clone())
    }

    /// Stops the tournament of the run in this folder; `false` if there is none.
    pub(super) fn stop(&self, dir: &Path) -> bool {
        let inner = self.inner();
        let play = inner.plays.iter().find(|play| play.has(dir));
        play.inspect(|play| play.stop.store(true, Ordering::Relaxed)).is_some()
    }

    /// Rejects new tournaments, and stops the current ones.
    pub(crate) fn close(&self) {
        let mut inner = self.inner();
        inner.closing = true;
        let playing = inner.plays.clone();
        for play in playing {
            play.stop.store(true, Ordering::Relaxed);
            inner.closed.extend(play.runs.iter().map(|run| run.dir.clone()));
        }
    }

    /// Whether anything is being played.
    pub(crate) fn is_busy(&self) -> bool {
        !self.inner().plays.is_empty()
    }

    /// Waits for the threads to end; returns how to resume what was in progress when the queue was closed and
    /// is not finished.
    pub(crate) fn ended(&self) -> Vec<String> {
        let threads = std::mem::take(&mut self.inner().threads);
        // a thread that panicked has recorded its end like the others
        threads.into_iter().for_each(|thread| drop(thread.join()));
        let inner = self.inner();
        let closed = inner.ends.iter().filter(|(dir, _)| inner.closed.contains(dir));
        let ends = closed.filter_map(|(dir, end)| match end {
            End::Stopped(text) | End::Failed(text) => Some(format!("{}: {text}", dir.display())),
            End::Finished(_) => None,
        });
        ends.collect()
    }

    fn begin(&self, play: &Arc<Play>) {
        let mut inner = self.inner();
        // the queue may have been closed meanwhile
        play.stop.store(inner.closing, Ordering::Relaxed);
        inner.ends.retain(|(own, _)| !play.has(own));
        inner.plays.push(Arc::clone(play));
    }

    fn note(&self, dir: &Path, end: End) {
        let mut inner = self.inner();
        inner.ends.retain(|(own, _)| own != dir);
        inner.ends.push_back((dir.to_owned(), end));
        if inner.ends.len() > REMEMBERED {
            inner.ends.pop_front();
        }
    }

    /// Ends a tournament, whatever the reason: its slot becomes free.
    fn leave(&self, play: &Arc<Play>) {
        let mut inner = self.inner();
        inner.plays.retain(|own| !Arc::ptr_eq(own, play));
        inner.taken -= 1;
        inner.threads.retain(|thread| !thread.is_finished());
    }
}

impl Ticket {
    /// Plays these runs one after the other on their own thread.
    pub(super) fn play(mut self, sessions: Vec<Session>) -> Result<(), std::io::Error> {
        let runs = sessions.iter().map(Run::of).collect();
        let play = Arc::new(Play { runs, stop: AtomicBool::new(false) });
        self.queue.begin(&play);
        // from here on the thread returns the slot, even if it could not be started
        self.used = true;
        let leaving = Leaving { queue: Arc::clone(&self.queue), play };
        let named = thread::Builder::new().name("tournament".to_owned());
        let thread = named.spawn(move || leaving.play(sessions))?;
        self.queue.inner().threads.push(thread);
        Ok(())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.used {
            self.queue.inner().taken -= 1;
        }
    }
}

impl Play {
    fn has(&self, dir: &Path) -> bool {
        self.runs.iter().any(|run| run.dir == dir)
    }

    fn progress(&self, dir: &Path) -> Option<Progress> {
        let run = self.runs.iter().find(|run| run.dir == dir)?;
        let began = *run.began.lock().unwrap_or_else(PoisonError::into_inner);
        let done = run.done.load(Ordering::Relaxed);
        let seconds = began.map(|began| began.elapsed().as_secs_f64());
        let rate = seconds.filter(|seconds| *seconds > 0.0 && done > run.before);
        Some(Progress {
            rate: rate.map(|seconds| (done - run.before) as f64 / seconds),
            stopping: self.stop.load(Ordering::Relaxed),
            waits: began.is_none(),
        })
    }
}

impl Run {
    fn note(&self, tally: &Tally) {
        self.done.store(tally.games(), Ordering::Relaxed);
        let began = *self.began.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = began.map_or(0.0, |began| began.elapsed().as_secs_f64());
        let name = self.dir.display().to_string();
        let status = RunStatus::of(&name, tally, self.total, self.before, seconds);
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = Some(status);
    }

    fn of(session: &Session) -> Run {
        let before = session.tally().games();
        let done = AtomicU64::new(before);
        let (dir, total) = (session.dir().to_owned(), session.total());
        Run { dir, total, before, done, began: Mutex::new(None), status: Mutex::new(None) }
    }
}

/// A tournament on its thread; when this is dropped, even in a panic, its slot becomes free.
struct Leaving {
    queue: Arc<RunQueue>,
    play: Arc<Play>,
}

impl Leaving {
    fn play(self, sessions: Vec<Session>) {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        for (run, session) in self.play.runs.iter().zip(sessions) {
            let broken = End::Failed("a player failed; all finished games are kept".to_owned());
            self.queue.note(&run.dir, broken);
            *run.began.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            let watch = |tally: &Tally, _: Option<&Waiting>| {
                run.note(tally);
                // if its files were removed, nothing is left to write
                if !RunFolder::is_run(&run.dir) {
                    self.play.stop.store(true, Ordering::Relaxed);
                }
            };
            let mut end = end_of(session.play(threads, &self.play.stop, watch));
            if !RunFolder::is_run(&run.dir) {
                end = End::Failed("its folder was removed during the run".to_owned());
            }
            let stopped = !matches!(end, End::Finished(_));
            self.queue.note(&run.dir, end);
            if stopped {
                return;
            }
        }
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.queue.leave(&self.play);
    }
}

fn end_of(outcome: Result<Outcome, RunError>) -> End {
    match outcome {
        Err(error) => End::Failed(COMMAND_LINE.text(&error)),
        Ok(Outcome::Stopped { done, total, run }) => End::Stopped(format!(
            "stopped after {done} of {total} games, all of them kept; resume with: {}",
            resume_command(&run)
        )),
        Ok(Outcome::Finished(finished)) => {
            let names: Vec<String> = finished.benched.iter().map(ToString::to_string).collect();
            End::Finished((!names.is_empty()).then(|| names.join(", ")))
        }
    }
}
