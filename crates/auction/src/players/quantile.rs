//! `quantile`: buys only as many of the useful letters as it needs, the cheapest ones.
//!
//! A letter is useful if it brings the nearest seven-letter word nearer. With `lacks` letters lacking and
//! `useful` useful letters expected in the auctions left, the one on sale included, it needs the cheapest
//! fraction `lacks / useful`; so its bid is that quantile of the recent costs of such letters, times `margin`
//! per cent, and at most `stake` points divided by `lacks`; the bound itself if it needs them all or knows no
//! cost. Other letters that bring a word with one letter more nearer get `spare` points. With a seven-letter
//! word a letter is worth what it adds. Source: posted prices for k of n items as in Hajiaghayi, Kleinberg and
//! Sandholm, "Automated Online Mechanism Design and Prophet Inequalities" (2007).

use std::sync::Arc;

use crate::players::market::Market;
use crate::players::sevens::{Help, Sevens};
use crate::players::{Bidder, added, points, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<QuantileParams>(
    "quantile",
    "bids the price below which it would get just as many useful letters as it lacks",
);

#[derive(Clone, Copy)]
struct QuantileParams {
    stake: i64,
    /// Per cent.
    margin: i64,
    spare: i64,
}

impl Tunable<Auction> for QuantileParams {
    const DEFAULT: QuantileParams = QuantileParams { stake: 40, margin: 130, spare: 2 };
    const PARAMS: &'static [Param<QuantileParams>] = &[
        points("stake", "points it would pay for the lacking letters", field!(stake)),
        Param::integer("margin", [1, 1000], "per cent of the quantile to bid", field!(margin))
            .unit("per cent"),
        points("spare", "points for a letter that helps only farther words", field!(spare)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let reach = Sevens::prepare(rules);
        strategy(move |own, _| Quantile {
            params: self,
            sevens: Sevens::new(&reach),
            market: Market::new(own),
        })
    }
}

struct Quantile {
    params: QuantileParams,
    sevens: Sevens,
    market: Market,
}

impl Quantile {
    /// The bid for a useful letter.
    fn price(&self, view: &View<'_>, lacks: usize) -> i64 {
        let bound = self.params.stake / lacks as i64;
        let is_useful = Letter::ALL.map(|letter| self.sevens.nears(letter, lacks - 1));
        let useful = |letter: Letter| is_useful[letter.index()];
        let unseen = view.unseen();
        let wanted = unseen.letters().filter(|&letter| useful(letter)).count();
        let mut costs = self.market.costs(useful);
        costs.sort_unstable();
        // of `unseen` letters `left` are sold, of which lacks * unseen / (wanted * left) are needed
        let left = view.auctions_left() - 1;
        let place = costs.len() * (lacks * unseen.len()) / (wanted * left + unseen.len()).max(1);
        costs.get(place).map_or(bound, |cost| (cost * self.params.margin / 100).min(bound))
    }
}

impl Bidder for Quantile {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        self.sevens.catch_up(view);
        let lacks = self.sevens.lacks();
        if lacks == 0 {
            added(view, letter)
        } else {
            match self.sevens.help(letter, lacks) {
                Help::Nearest => self.price(view, lacks),
                Help::Farther => self.params.spare,
                Help::Nothing => 0,
            }
        }
    }

    fn observe(&mut self, event: &Event) {
        if let Event::Auction(sale) = event {
            self.market.observe(sale);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn it_bids_its_bound_first_then_what_useful_letters_cost() {
        let mut table = Situation::new("quantile:margin=200", 6, 2, "QUARTEIIIIIIRVRR");
        assert_eq!(table.bid(), 40);
        table.sell(&[0, 7]);
        assert_eq!(table.bid(), 2, "V helps only farther words");
        table.sell(&[0, 9]);
        assert_eq!(table.bid(), 14, "twice the cost of the first R");
    }

    #[test]
    fn the_bound_is_shared_by_the_letters_lacking() {
        assert_eq!(Situation::new("quantile:stake=50", 5, 1, "QUARTE").bid(), 25);
    }
}
