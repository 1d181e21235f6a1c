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
    /// Games that share what is made of words.
    pub(crate) searches: SharedSearches,
    pub(crate) rooms: Rooms,
    pub(crate) rates: Rates,
    pub(crate) streams: Arc<Semaphore>,
    pub(crate) queue: Arc<RunQueue>,
    /// The files of games of persons.
    pub(crate) archive: Archive,
    /// Where pages are made.
    pub(crate) pages: Arc<Turns>,
    closing: watch::Sender<bool>,
}

impl App {
    /// A server's state, with no room yet.
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

    /// How many rooms there are.
    #[must_use]
    pub fn rooms(&self) -> usize {
        self.rooms.len()
    }

    /// Drops rooms at which nobody has looked for long, and halts games that nobody watches.
    pub fn sweep(&self, now: Instant) {
        self.rooms.sweep(now, self.terms.limits.forget, self.terms.limits.unwatched);
    }

    /// Ends all streams, so that their connections can close, and tells tournaments to stop.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.queue.close();
    }

    /// Are games of tournaments in progress?
    #[must_use]
    pub fn plays_tournaments(&self) -> bool {
        self.queue.is_busy()
    }

    /// Waits until the games in progress of tournaments that were told to stop are played and kept; says of
    /// each tournament that is not finished how to go on with it.
    #[must_use]
    pub fn unfinished(&self) -> Vec<String> {
        self.queue.ended()
    }

    /// Becomes true when the server ends.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}
