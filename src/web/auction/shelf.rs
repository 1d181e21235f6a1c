//! Rules with their words, shared by all rooms that play by them.

use std::sync::{Arc, Mutex, PoisonError};

use crate::games::auction::rules::{Auction, AuctionRules};
use crate::web::App;

/// Rules that are kept for the next room.
const KEPT: usize = 8;

/// The games that were played last.
pub(super) struct Shelf {
    app: Arc<App>,
    games: Mutex<Vec<Arc<Auction>>>,
}

impl Shelf {
    pub(super) fn new(app: Arc<App>) -> Shelf {
        Shelf { app, games: Mutex::default() }
    }

    pub(super) fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// The game of these rules: a kept one, or one that shares the search for best words with a kept one.
    pub(super) fn game(&self, rules: AuctionRules) -> Arc<Auction> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = games.iter().find(|game| *game.rules() == rules) {
            return Arc::clone(game);
        }
        let made = match games.iter().find(|game| game.earns_as(&rules)) {
            Some(game) => game.with_rules(rules),
            None => Auction::new(rules, Arc::clone(&self.app.lexicon)),
        };
        let made = Arc::new(made);
        if games.len() == KEPT {
            games.remove(0);
        }
        games.push(Arc::clone(&made));
        made
    }
}
