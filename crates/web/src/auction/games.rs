//! Rules with their words, shared by all rooms that play by them.

use std::sync::{Arc, Mutex, PoisonError};

use lettergame_auction::rules::{Auction, AuctionRules};
use lettergame_core::lexicon::Lexicon;

/// Rules that are kept for the next room.
const KEPT: usize = 8;

/// The games that were played last.
#[derive(Default)]
pub(crate) struct Auctions(Mutex<Vec<Arc<Auction>>>);

impl Auctions {
    /// The game of these rules and words: a kept one, or one that shares the search for best words with a
    /// kept one.
    pub(crate) fn game(&self, rules: AuctionRules, lexicon: &Arc<Lexicon>) -> Arc<Auction> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut same_words = games.iter().filter(|game| Arc::ptr_eq(game.lexicon(), lexicon));
        if let Some(game) = same_words.clone().find(|game| *game.rules() == rules) {
            return Arc::clone(game);
        }
        let made = match same_words.find(|game| game.earns_as(&rules)) {
            Some(game) => game.with_rules(rules),
            None => Auction::new(rules, Arc::clone(lexicon)),
        };
        let made = Arc::new(made);
        if games.len() == KEPT {
            games.remove(0);
        }
        games.push(Arc::clone(&made));
        made
    }
}
