//! What letters would have cost a seat: the highest bids of its rivals.

use crate::rules::Sale;
use lettergame_base::{Rng, Seat};
use lettergame_words::Letter;

/// The highest bid of any other seat in a sale; 0 if nobody else bid.
pub(super) fn cost(sale: &Sale, own: Seat) -> i64 {
    sale.bids_of_others(own).map(|(_, bid)| bid).max().map_or(0, |bid| i64::from(bid.0))
}

/// The costs of the latest sales, by letter.
pub(super) struct Market {
    own: Seat,
    /// Oldest first.
    sales: Vec<(Letter, i64)>,
}

/// Older sales than these are forgotten: about three rounds of nine players.
const REMEMBERED: usize = 150;

/// The cost of a letter before any was sold.
const FIRST_COST: i64 = 5;

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

    /// Draws `left` of the letters in `pool`, each at the cost of a random sale.
    pub(super) fn scenario(
        &self,
        pool: &mut [Letter],
        left: usize,
        rng: &mut Rng,
    ) -> Vec<(Letter, i64)> {
        rng.shuffle_front(pool, left);
        pool[..left].iter().map(|&letter| (letter, self.draw(rng))).collect()
    }

    fn draw(&self, rng: &mut Rng) -> i64 {
        match self.sales.len() as u32 {
            0 => FIRST_COST,
            count => self.sales[rng.below(count) as usize].1,
        }
    }
}
