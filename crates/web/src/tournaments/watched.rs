//! Runs with viewers: new rows of each are read from its files, and its page is rendered once for all
//! viewers.
//!
//! Everything shown comes from the files, so it does not matter what plays the run: this server, a command,
//! or nothing any more.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::spawn_blocking;

use crate::app::App;
use crate::tournaments::folder::RunPlace;
use crate::tournaments::run_page::{Shown, parts};
use crate::tournaments::state::State;
use lettergame_registry::row_shape;
use lettergame_report::{Digest, DigestError, Follower};

/// The maximum number of runs kept without viewers.
const MAX_WATCHED: usize = 16;

/// The pause after creating a picture of a run, as a multiple of the time it took, so that pictures never
/// take more than a small part of one core.
const REST: u32 = 8;

/// A run with viewers.
pub(super) struct Watch {
    app: Arc<App>,
    run: RunPlace,
    reader: Mutex<Reader>,
    shown: watch::Sender<Arc<Shown>>,
    /// Whether a task keeps making new pictures.
    ticking: Mutex<bool>,
}

/// What has been read of a run, and what was last shown of it.
#[derive(Default)]
struct Reader {
    follower: Option<Follower>,
    digest: Option<Arc<Digest>>,
    state: Option<State>,
}

/// All runs with viewers.
pub(super) struct Watched {
    app: Arc<App>,
    runs: Mutex<HashMap<PathBuf, Arc<Watch>>>,
}

impl Watched {
    pub(super) fn new(app: Arc<App>) -> Watched {
        Watched { app, runs: Mutex::default() }
    }

    /// The run, for a viewer. If many were viewed before, some of those are forgotten.
    pub(super) fn watch(&self, run: &RunPlace) -> Arc<Watch> {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = runs.get(&run.dir) {
            return Arc::clone(found);
        }
        if runs.len() >= MAX_WATCHED {
            runs.retain(|_, own| own.shown.receiver_count() > 0);
        }
        let made = Arc::new(Watch::new(Arc::clone(&self.app), run.clone()));
        runs.insert(run.dir.clone(), Arc::clone(&made));
        made
    }
}

impl Watch {
    fn new(app: Arc<App>, run: RunPlace) -> Watch {
        let nothing = Shown { parts: Vec::new(), digest: None, lives: true };
        Watch {
            app,
            run,
            reader: Mutex::default(),
            shown: watch::Sender::new(Arc::new(nothing)),
            ticking: Mutex::new(false),
        }
    }

    fn reader(&self) -> MutexGuard<'_, Reader> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads new rows and creates a new picture if there are any. May take a while.
    pub(super) fn look(&self) -> Arc<Shown> {
        let mut reader = self.reader();
        // ask the queue first: then whatever has ended there is already in the files
        let before = State::of(&self.app, &self.run, false);
        let read = reader.read_on(&self.run);
        // the process may have been killed between the last game and the files written after it
        let is_whole = reader.follower.as_ref().is_some_and(Follower::is_whole)
            && self.run.dir.join("standings.csv").is_file();
        let state = match (&read, before.is_played()) {
            (_, true) => before,
            (Err(error), _) => State::Failed(error.to_string()),
            (Ok(_), false) => State::of(&self.app, &self.run, is_whole),
        };
        let changed = !matches!(read, Ok(false)) || reader.state.as_ref() != Some(&state);
        if changed {
            let parts = parts(&self.app, &self.run, reader.digest.as_deref(), &state);
            let lives = !matches!(state, State::Finished(_));
            reader.state = Some(state);
            let digest = reader.digest.clone();
            self.shown.send_replace(Arc::new(Shown { parts, digest, lives }));
        }
        Arc::clone(&self.shown.borrow())
    }

    /// The pictures from now on, created while there is a receiver.
    pub(super) fn pictures(self: &Arc<Watch>) -> watch::Receiver<Arc<Shown>> {
        let pictures = self.shown.subscribe();
        let mut ticking = self.ticking();
        if !*ticking {
            *ticking = true;
            tokio::spawn(Arc::clone(self).tick());
        }
        pictures
    }

    fn ticking(&self) -> MutexGuard<'_, bool> {
        self.ticking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn tick(self: Arc<Watch>) {
        let mut rest = Duration::ZERO;
        loop {
            tokio::time::sleep(rest.max(self.app.terms().limits.look)).await;
            {
                let mut ticking = self.ticking();
                if self.shown.receiver_count() == 0 {
                    *ticking = false;
                    return;
                }
            }
            let own = Arc::clone(&self);
            let took = spawn_blocking(move || {
                let start = Instant::now();
                own.look();
                start.elapsed()
            });
            // a page that cannot be created is not retried immediately
            rest = REST * took.await.unwrap_or(Duration::from_secs(1));
        }
    }
}

impl Reader {
    /// Counts the new rows; returns whether there were any.
    fn read_on(&mut self, run: &RunPlace) -> Result<bool, DigestError> {
        let read = self.try_read(run);
        if read.is_err() {
            // the run may have restarted: next time read from the start
            self.follower = None;
        }
        read
    }

    fn try_read(&mut self, run: &RunPlace) -> Result<bool, DigestError> {
        let is_first = self.follower.is_none() || self.digest.is_none();
        let follower = match &mut self.follower {
            Some(follower) => follower,
            None => self.follower.insert(Follower::open(&run.dir, row_shape)?),
        };
        let grown = follower.read_on()? || is_first;
        if grown {
            self.digest = Some(Arc::new(follower.so_far()?));
        }
        Ok(grown)
    }
}
