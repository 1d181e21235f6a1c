//! What all pages share: the words, the rooms, and what is allowed.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{Semaphore, watch};

use crate::rooms::Rooms;
use crate::saved::Archive;
use crate::serving::front::Front;
use crate::terms::Terms;
use crate::tournaments::RunQueue;
use lettergame_game::Configurable;
use lettergame_registry::SharedSearches;
use lettergame_words::Lexicon;

/// What all pages share.
pub struct App {
    pub(crate) lexicon: Arc<Lexicon>,
    pub(crate) front: Front,
    /// Cached games; they share data derived from the word list.
    pub(crate) searches: SharedSearches,
    pub(crate) rooms: Rooms,
    pub(crate) streams: Arc<Semaphore>,
    pub(crate) queue: Arc<RunQueue>,
    /// The files of games with human players.
    pub(crate) archive: Archive,
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
            streams: Arc::new(Semaphore::new(limits.streams)),
            queue: Arc::new(RunQueue::new(limits.tournaments)),
            archive: Archive::new(terms.games.clone(), limits.games_kept),
            front: Front::new(terms),
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
        let limits = &self.terms().limits;
        self.rooms.sweep(now, limits.forget, limits.unwatched);
    }

    /// Ends all streams, so that their connections can close, and asks tournaments to stop.
    pub fn close(&self) {
        self.front.close();
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
        self.front.closing()
    }

    /// What is allowed.
    pub(crate) fn terms(&self) -> &Terms {
        &self.front.terms
    }
}
