//! What the pages of the Letter Game share.

use std::sync::Arc;

use crate::app::App;
use lettergame_auction::rules::{Auction, AuctionRules};

/// What the pages of the Letter Game share.
pub(super) struct Shelf {
    app: Arc<App>,
}

impl Shelf {
    pub(super) fn new(app: Arc<App>) -> Shelf {
        Shelf { app }
    }

    pub(super) fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// The game of these rules with the server's words.
    pub(super) fn game(&self, rules: AuctionRules) -> Arc<Auction> {
        self.app.auctions.game(rules, &self.app.lexicon)
    }
}
