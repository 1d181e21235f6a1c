//! The event stream of a page: every part of it that has changed, as soon as the browser accepts more.
//!
//! Pictures that come faster than a stream can send are skipped, never the last one.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, sleep_until};

use crate::app::App;
use crate::rooms::lobby;
use crate::rooms::look::Look;
use crate::rooms::page::ground_parts;
use crate::rooms::people::People;
use crate::rooms::{Pace, Part, Picture, Standing, Viewer};
use crate::serving::http_error::HttpError;
use lettergame_base::Seat;

/// The interval of signs of life while nothing happens.
const ALIVE: Duration = Duration::from_secs(15);

/// The minimum time between two sentences for screen readers.
const NEWS: Duration = Duration::from_millis(1500);

/// What a page shows.
pub(super) enum Shown {
    /// The game, as seen from this seat, at this address.
    Game { seat: Option<Seat>, path: String },
    /// The list of seats.
    Lobby,
}

/// The event stream of a page.
pub(super) fn stream(
    app: &App,
    look: Look,
    page: Shown,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<>>, HttpError> {
    let permit = Arc::clone(&app.streams).try_acquire_owned().map_err(|_| {
        let text = "too many games are watched already; try again later";
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, text)
    })?;
    let feed = Feed::new(look, page, app.terms().limits.frame, app.closing(), permit);
    Ok(Sse::new(feed.events()).keep_alive(KeepAlive::new().interval(ALIVE)))
}

/// What one page sees.
struct Feed {
    look: Look,
    page: Shown,
    frame: Duration,
    pictures: watch::Receiver<Arc<dyn Picture>>,
    paces: watch::Receiver<Pace>,
    people: watch::Receiver<People>,
    closing: watch::Receiver<bool>,
    /// Fingerprints of what the page shows.
    shown: HashMap<&'static str, u64>,
    queue: VecDeque<Event>,
    next: Instant,
    next_news: Instant,
    /// Whether a sentence is held back.
    owes_news: bool,
    _permit: OwnedSemaphorePermit,
}

impl Feed {
    fn new(
        look: Look,
        page: Shown,
        frame: Duration,
        closing: watch::Receiver<bool>,
        permit: OwnedSemaphorePermit,
    ) -> Feed {
        let room = look.room();
        let (mut pictures, mut paces) = (room.pictures(), room.paces());
        pictures.mark_changed();
        paces.mark_changed();
        Feed {
            people: room.people_changes(),
            look,
            page,
            frame,
            pictures,
            paces,
            closing,
            shown: HashMap::new(),
            queue: VecDeque::new(),
            next: Instant::now(),
            next_news: Instant::now(),
            owes_news: false,
            _permit: permit,
        }
    }

    /// The events, until the server shuts down.
    fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        unfold(self, |mut feed| async {
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
        let news = self.next_news;
        tokio::select! {
            _ = self.closing.changed() => return false,
            changed = self.pictures.changed() => if changed.is_err() { return false },
            changed = self.paces.changed() => if changed.is_err() { return false },
            changed = self.people.changed() => if changed.is_err() { return false },
            () = sleep_until(news), if self.owes_news => {}
        }
        sleep_until(self.next).await;
        self.next = Instant::now() + self.frame;
        true
    }

    /// Queues the parts that have changed.
    fn look_again(&mut self) {
        let picture = Arc::clone(&self.pictures.borrow_and_update());
        let pace = *self.paces.borrow_and_update();
        self.people.mark_unchanged();
        let room = self.look.room();
        let parts = match &self.page {
            Shown::Lobby => lobby::parts(room),
            Shown::Game { seat, path } => {
                let viewer = Viewer { seat: *seat, sees_all: false, path };
                let picture = room.named(&picture, *seat);
                let mut parts = ground_parts(room, &*picture, pace, viewer);
                parts.extend(picture.parts(viewer));
                parts
            }
        };
        for part in parts {
            self.show(part, picture.standing() == Standing::Over);
        }
    }

    fn show(&mut self, part: Part, over: bool) {
        let text = part.html.into_string();
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let print = hasher.finish();
        if self.shown.get(part.name) == Some(&print) {
            return;
        }
        if part.name == "news" {
            let now = Instant::now();
            self.owes_news = now < self.next_news && !over;
            if self.owes_news {
                return;
            }
            self.next_news = now + NEWS;
        }
        self.shown.insert(part.name, print);
        // the page would ignore an event without data
        let data = if text.is_empty() { " ".to_owned() } else { text.replace(['\n', '\r'], " ") };
        self.queue.push_back(Event::default().event(part.name).data(data));
    }
}
