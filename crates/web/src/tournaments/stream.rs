//! The event stream of a run's page: every part of it that has changed. Pictures that come faster than a
//! stream can send are skipped, never the last one.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::Event;
use futures_util::{Stream, stream};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, sleep_until};

use crate::tournaments::run_page::{RunLook, Shown};
use crate::tournaments::watched::Watch;

/// What one page sees.
pub(super) struct Feed {
    pictures: watch::Receiver<Arc<Shown>>,
    look: RunLook,
    closing: watch::Receiver<bool>,
    /// Fingerprints of what the page shows.
    shown: HashMap<&'static str, u64>,
    queue: VecDeque<Event>,
    /// The minimum time between two pictures, and when the next one may be sent.
    rest: Duration,
    next: Instant,
    _permit: OwnedSemaphorePermit,
}

impl Feed {
    pub(super) fn new(
        watch: &Arc<Watch>,
        look: RunLook,
        rest: Duration,
        closing: watch::Receiver<bool>,
        permit: OwnedSemaphorePermit,
    ) -> Feed {
        let mut pictures = watch.pictures();
        pictures.mark_changed();
        let (shown, queue, next) = (HashMap::new(), VecDeque::new(), Instant::now());
        Feed { pictures, look, closing, shown, queue, rest, next, _permit: permit }
    }

    /// The events, until the server shuts down.
    pub(super) fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        stream::unfold(self, |mut feed| async {
            while feed.queue.is_empty() {
                if !feed.wait().await {
                    return None;
                }
                feed.look_again();
            }
            feed.queue.pop_front().map(|event| (Ok(event), feed))
        })
    }

    /// Waits for something new, and for the time to show it; `false` at the end.
    async fn wait(&mut self) -> bool {
        if *self.closing.borrow() {
            return false;
        }
        tokio::select! {
            _ = self.closing.changed() => return false,
            changed = self.pictures.changed() => if changed.is_err() { return false },
        }
        sleep_until(self.next).await;
        self.next = Instant::now() + self.rest;
        true
    }

    /// Queues the parts that have changed.
    fn look_again(&mut self) {
        let shown = Arc::clone(&self.pictures.borrow_and_update());
        let standings = self.look.standings(&shown);
        for part in shown.parts.iter().chain([&standings]) {
            // the page would ignore an event without data
            let data = match part.html.0.as_str() {
                "" => " ".to_owned(),
                text => text.replace(['\n', '\r'], " "),
            };
            let mut hasher = DefaultHasher::new();
            data.hash(&mut hasher);
            let print = hasher.finish();
            if self.shown.insert(part.name, print) != Some(print) {
                self.queue.push_back(Event::default().event(part.name).data(data));
            }
        }
        if !shown.lives {
            // the page closes its connection, as a browser allows only a few
            self.queue.push_back(Event::default().event("over").data("over"));
        }
    }
}
