//! The games that are played alone, in a thread of their own: one after the other, the lowest number first.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, sync_channel};
use std::time::Duration;

use crate::external_players::ExternalPlayers;
use crate::permits::{Permits, WAKE};
use crate::{Batch, Tournament};
use lettergame_base::supervised;
use lettergame_game::Configurable;
use lettergame_plan::Job;
use lettergame_protocol::{EventSender, ProcessEvent};

/// How long to wait before checking again for a permit or a stop request.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// The games to be played alone, as the scheduler sees them.
pub(super) struct LoneGames {
    /// By number.
    waiting: BTreeMap<u64, Job>,
    /// The game being played.
    current: Option<Job>,
    to: Sender<Job>,
    played: Receiver<Option<Batch>>,
    stop: Arc<AtomicBool>,
}

impl LoneGames {
    /// With the ends of the channels to the thread that plays them.
    pub(super) fn new(
        to: Sender<Job>,
        played: Receiver<Option<Batch>>,
        stop: Arc<AtomicBool>,
    ) -> LoneGames {
        LoneGames { waiting: BTreeMap::new(), current: None, to, played, stop }
    }

    /// Adds a game.
    pub(super) fn push(&mut self, job: Job) {
        self.waiting.insert(job.game, job);
    }

    /// The number of games that are not finished.
    pub(super) fn len(&self) -> usize {
        self.waiting.len() + usize::from(self.current.is_some())
    }

    /// Begins the next game if the last one is over; returns that one with its rows.
    pub(super) fn proceed(&mut self) -> Option<(Job, Batch)> {
        let mut over = None;
        if self.current.is_some()
            && let Ok(played) = self.played.try_recv()
        {
            over = self.current.take().zip(played);
        }
        if self.current.is_none()
            && let Some((_, job)) = self.waiting.pop_first()
            && self.to.send(job.clone()).is_ok()
        {
            self.current = Some(job);
        }
        over
    }

    /// Abandons the game that is being played.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Plays the games that arrive until their sender is gone or a stop is requested. `wake` is notified when one
/// is over; it is `None` if it was abandoned.
pub(super) fn play<G: Configurable>(
    tournament: &Tournament<G>,
    external: &ExternalPlayers,
    jobs: Receiver<Job>,
    (over, wake): (Sender<Option<Batch>>, EventSender),
    stop: &Arc<AtomicBool>,
) {
    for job in jobs {
        if !wait_for(&external.permits, stop) {
            return;
        }
        let (benched, stopping) = (tournament.benched_in(&job), Arc::clone(stop));
        let batch = supervised(
            move || !stopping.load(Ordering::Relaxed),
            || tournament.play_alone(external, job, benched),
        );
        external.permits.give_back();
        let batch = batch.ok().filter(|_| external.failure().is_none());
        if over.send(batch).is_err() {
            return;
        }
        // a scheduler with many events will check anyway
        let _ = wake.try_send((WAKE, ProcessEvent::Lines(Vec::new())));
    }
}

/// Waits for a permit; false if a stop is requested.
fn wait_for(permits: &Permits, stop: &AtomicBool) -> bool {
    let (sender, free) = sync_channel(1);
    while !permits.take(&sender) {
        // woken or not, the permit is asked for again
        let _ = free.recv_timeout(LOOK_AGAIN);
        if stop.load(Ordering::Relaxed) {
            return false;
        }
    }
    true
}
