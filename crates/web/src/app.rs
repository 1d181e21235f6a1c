//! What all pages share: the words, the rooms, and what is allowed.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{Semaphore, watch};

use crate::rates::Rates;
use crate::rooms::Rooms;
use crate::saved::Archive;
use crate::terms::Terms;
use crate::tournaments::RunQueue;
use crate::turns::Turns;
use lettergame_core::game::Configurable;
use lettergame_core::lexicon::Lexicon;
use lettergame_registry::SharedSearches;

/// What all pages share.
pub struct App {
    pub(crate) lexicon: Arc<Lexicon>,
    pub(crate) terms: Terms,
    /// Cached games; they share data derived from the word list.
    pub(crate) searches: SharedSearches,
    pub(crate) rooms: Rooms,
    pub(crate) rates: Rates,
    pub(crate) streams: Arc<Semaphore>,
    pub(crate) queue: Arc<RunQueue>,
    /// The files of games with human players.
    pub(crate) archive: Archive,
    /// Where pages are rendered.
    pub(crate) pages: Arc<Turns>,
    closing: watch::Sender<bool>,
}

impl App {
    /// A server's state, without rooms.
    #[must_use]
    pub fn new(lexicon: Arc<Lexicon>, terms: Terms) -> Arc<App> {
        let limits = &terms.limits;
        Arc::new(App {
            lexicon,
            searches: SharedSearches::default(),
            rooms: Rooms::new(limits),
            rates: Rates::new(limits.burst),
            streams: Arc::new(Semaphore::new(limits.streams)),
            queue: Arc::new(RunQueue::new(limits.tournaments)),
            archive: Archive::new(terms.games.clone(), limits.games_kept),
            pages: Turns::new(limits.page_shares()),
            closing: watch::Sender::new(false),
            terms,
        })
    }

    /// The game of these rules with the server's words.
    pub(crate) fn game<G: Configurable>(&self, rules: G::Rules) -> Result<Arc<G>, String> {
        self.searches.game(rules, Arc::clone(&self.lexicon))
    }

    /// The number of rooms.
    #[must_use]
    pub fn rooms(&self) -> usize {
        self.rooms.len()
    }

    /// Drops rooms that no one has viewed for long, and halts games that no one watches.
    pub fn sweep(&self, now: Instant) {
        self.rooms.sweep(now, self.terms.limits.forget, self.terms.limits.unwatched);
    }

    /// Ends all streams, so that their connections can close, and asks tournaments to stop.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.queue.close();
    }

    /// Whether games of tournaments are in progress.
    #[must_use]
    pub fn plays_tournaments(&self) -> bool {
        self.queue.is_busy()
    }

    /// Waits until the games in progress of stopped tournaments are finished and saved; returns for each
    /// unfinished tournament how to resume it.
    #[must_use]
    pub fn unfinished(&self) -> Vec<String> {
        self.queue.ended()
    }

    /// Becomes true when the server shuts down.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}
