//! Tournaments that are played: each on a thread of its own, a few at the same time.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use thiserror::Error;

use lettergame_arena::{Outcome, RunError, Session};
use lettergame_report::Tally;
use lettergame_tournament::{RunFolder, Waiting};

/// How many ends are remembered.
const REMEMBERED: usize = 64;

/// Why a tournament is not played now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum NoPlace {
    /// There are too many.
    #[error("{0} tournaments are played already, which is all at once; wait for one or stop it")]
    Full(usize),
    /// The server ends.
    #[error("the server is ending")]
    Closing,
}

/// All tournaments that are played here.
pub(crate) struct RunQueue {
    most: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    closing: bool,
    /// SourceLocations that are taken, also by those who are still being prepared.
    taken: usize,
    plays: Vec<Arc<Play>>,
    threads: Vec<JoinHandle<()>>,
    ends: VecDeque<(PathBuf, End)>,
    /// The runs that were played when the queue was closed.
    closed: Vec<PathBuf>,
}

/// A run, or the runs of a sweep, one after the other.
pub(super) struct Play {
    runs: Vec<Run>,
    stop: AtomicBool,
}

/// A run that is played, or will be.
struct Run {
    dir: PathBuf,
    /// The games that were done before.
    before: u64,
    done: AtomicU64,
    began: Mutex<Option<Instant>>,
}

/// How playing a run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All games are played; the remark names players whose programs failed again and again.
    Finished(Option<String>),
    /// It was stopped; the text says how to go on.
    Stopped(String),
    /// It broke; the text says why.
    Failed(String),
}

/// How far a run is that is played here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// Games a second since it began or was gone on with; `None` before the first.
    pub(super) rate: Option<f64>,
    /// It was told to stop.
    pub(super) stopping: bool,
    /// It waits for other runs of its sweep.
    pub(super) waits: bool,
}

/// A place in the queue, given back when it is dropped.
pub(super) struct Ticket {
    queue: Arc<RunQueue>,
    used: bool,
}

impl RunQueue {
    /// No tournament yet, and never more than `most` at once.
    pub(crate) fn new(most: usize) -> RunQueue {
        RunQueue { most, inner: Mutex::default() }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place, before any folder is made.
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

    /// How far the run in a folder is, if it is played here.
    pub(super) fn progress(&self, dir: &Path) -> Option<Progress> {
        let inner = self.inner();
        let play = inner.plays.iter().find(|play| play.has(dir))?;
        play.progress(dir)
    }

    /// How playing the run in a folder has ended, if that is remembered.
    pub(super) fn end(&self, dir: &Path) -> Option<End> {
        let inner = self.inner();
        inner.ends.iter().rev().find(|(own, _)| own == dir).map(|(_, end)| end.clone())
    }

    /// Tells the tournament in which the run in this folder is played to stop; `false` if there is none.
    pub(super) fn stop(&self, dir: &Path) -> bool {
        let inner = self.inner();
        let play = inner.plays.iter().find(|play| play.has(dir));
        play.inspect(|play| play.stop.store(true, Ordering::Relaxed)).is_some()
    }

    /// Lets nothing new begin, and tells everything to stop.
    pub(crate) fn close(&self) {
        let mut inner = self.inner();
        inner.closing = true;
        let playing = inner.plays.clone();
        for play in playing {
            play.stop.store(true, Ordering::Relaxed);
            inner.closed.extend(play.runs.iter().map(|run| run.dir.clone()));
        }
    }

    /// Is anything played?
    pub(crate) fn is_busy(&self) -> bool {
        !self.inner().plays.is_empty()
    }

    /// Waits for the threads to end; says how to go on with what was played when the queue was closed and is
    /// not finished.
    pub(crate) fn ended(&self) -> Vec<String> {
        let threads = std::mem::take(&mut self.inner().threads);
        // a thread that broke has left its end as the others did
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
        // whoever closed the queue meanwhile wants this to stop too
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

    /// A tournament has ended, in whatever way: its place is free.
    fn leave(&self, play: &Arc<Play>) {
        let mut inner = self.inner();
        inner.plays.retain(|own| !Arc::ptr_eq(own, play));
        inner.taken -= 1;
        inner.threads.retain(|thread| !thread.is_finished());
    }
}

impl Ticket {
    /// Plays these runs one after the other on a thread of their own.
    pub(super) fn play(mut self, sessions: Vec<Session>) -> Result<(), std::io::Error> {
        let runs = sessions.iter().map(Run::of).collect();
        let play = Arc::new(Play { runs, stop: AtomicBool::new(false) });
        self.queue.begin(&play);
        // from here on the place is given back by whoever plays, also if there is no thread for it
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
    fn of(session: &Session) -> Run {
        let before = session.tally().games();
        let done = AtomicU64::new(before);
        Run { dir: session.dir().to_owned(), before, done, began: Mutex::new(None) }
    }
}

/// A tournament on its thread; when it is dropped, also in a panic, its place is free.
struct Leaving {
    queue: Arc<RunQueue>,
    play: Arc<Play>,
}

impl Leaving {
    fn play(self, sessions: Vec<Session>) {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        for (run, session) in self.play.runs.iter().zip(sessions) {
            let broken =
                End::Failed("a player has broken down; what was played is kept".to_owned());
            self.queue.note(&run.dir, broken);
            *run.began.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            let watch = |tally: &Tally, _: Option<&Waiting>| {
                run.done.store(tally.games(), Ordering::Relaxed);
                // what is written to files that were removed is lost
                if !RunFolder::is_run(&run.dir) {
                    self.play.stop.store(true, Ordering::Relaxed);
                }
            };
            let mut end = end_of(session.play(threads, &self.play.stop, watch));
            if !RunFolder::is_run(&run.dir) {
                end = End::Failed("its folder was removed while it was played".to_owned());
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
        Err(error) => End::Failed(error.to_string()),
        Ok(Outcome::Stopped { done, total, resume }) => End::Stopped(format!(
            "stopped after {done} of {total} games, all of them kept; resume with: {resume}"
        )),
        Ok(Outcome::Finished(finished)) => {
            let names: Vec<String> = finished.benched.iter().map(ToString::to_string).collect();
            End::Finished((!names.is_empty()).then(|| names.join(", ")))
        }
    }
}
