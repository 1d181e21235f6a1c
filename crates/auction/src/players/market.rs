//! What letters would have cost a seat: the highest bids of its rivals.

use crate::rules::Sale;
use lettergame_core::base::{Rng, Seat};
use lettergame_core::lexicon::Letter;

/// The highest bid of any other seat in a sale; 0 if nobody else bid.
pub(super) fn cost(sale: &Sale, own: Seat) -> i64 {
    let rivals = sale.bids.iter().filter(|&(seat, _)| seat != own);
    rivals.filter_map(|(_, bid)| *bid).max().map_or(0, |bid| i64::from(bid.0))
}

/// The costs of the latest sales, by letter.
pub(super) struct Market {
    own: Seat,
    /// Oldest first.
    sales: Vec<(Letter, i64)>,
}

/// Older sales than these are forgotten: about three rounds of nine players.
const REMEMBERED: usize = 150;

impl Market {
    /// For seat `own`.
    pub(super) fn new(own: Seat) -> Market {
        Market { own, sales: Vec::with_capacity(REMEMBERED + 1) }
    }

    /// Records the cost of a sale.
    pub(super) fn observe(&mut self, sale: &Sale) {
        self.sales.push((sale.letter, cost(sale, self.own)));
        if self.sales.len() > REMEMBERED {
            self.sales.remove(0);
        }
    }

    /// The costs of the sales of these letters.
    pub(super) fn costs(&self, wanted: impl Fn(Letter) -> bool) -> Vec<i64> {
        self.sales.iter().filter(|&&(letter, _)| wanted(letter)).map(|&(_, cost)| cost).collect()
    }

    /// The cost of a random sale; `None` before the first.
    pub(super) fn draw(&self, rng: &mut Rng) -> Option<i64> {
        let count = self.sales.len() as u32;
        (count > 0).then(|| self.sales[rng.below(count) as usize].1)
    }
}
