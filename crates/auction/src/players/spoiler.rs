//! `spoiler`: makes the leader pay.
//!
//! For itself it bids `stake` points divided by one more than half of the letters lacking, for a letter that
//! brings the nearest seven-letter word nearer, a third of that for one that helps only words that lack one
//! letter more. Its mark is the rival with the most points. If the mark is expected to bid more than any other
//! rival and than the spoiler's own limit, the bid is `push` per cent of what the mark is expected to bid: so it
//! pays more, and the others do not. That is the mean of its bids for the letter, as for `shadow`, but at most
//! its last bid. With a seven-letter word a letter is worth what it adds. Source: kingmaking in games of several
//! players, as in "spite", Morgan, Steiglitz and Reis, "The Spite Motive and Equilibrium Behavior in Auctions"
//! (2003).

use std::sync::Arc;

use crate::players::rivals::Rivals;
use crate::players::sevens::Sevens;
use crate::players::{Bidder, added, per_cent, points, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::{Rng, Seat};
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<SpoilerParams>(
    "spoiler",
    "bids just below the leading rival, and only that one, for letters it does not need",
);

#[derive(Clone, Copy)]
struct SpoilerParams {
    stake: i64,
    /// Per cent.
    push: i64,
}

impl Tunable<Auction> for SpoilerParams {
    const DEFAULT: SpoilerParams = SpoilerParams { stake: 20, push: 70 };
    const PARAMS: &'static [Param<SpoilerParams>] = &[
        points("stake", "points for the last letter of a 7-letter word", field!(stake)),
        per_cent("push", "per cent of the leader's expected bid to bid against it", field!(push)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let reach = Sevens::prepare(rules);
        strategy(move |own, seats| Spoiler {
            params: self,
            own,
            sevens: Sevens::new(&reach),
            rivals: Rivals::new(own, seats),
        })
    }
}

struct Spoiler {
    params: SpoilerParams,
    own: Seat,
    sevens: Sevens,
    rivals: Rivals,
}

impl Spoiler {
    /// What it would pay for the letter.
    fn limit(&mut self, view: &View<'_>, letter: Letter) -> i64 {
        self.sevens.catch_up(view);
        let lacks = self.sevens.lacks();
        let full = 2 * self.params.stake / (lacks as i64 + 1);
        if lacks == 0 { added(view, letter) } else { self.sevens.help(letter, lacks).points(full) }
    }

    /// The expected bid of the leading rival if it is the highest of all rivals, otherwise 0.
    fn leaders_bid(&self, view: &View<'_>, letter: Letter) -> i64 {
        let rivals = view.all_points().iter().filter(|&(seat, _)| seat != self.own);
        let active = rivals.filter(|&(seat, _)| !view.banned().contains(seat));
        let Some((leader, _)) = active.max_by_key(|&(_, points)| *points) else { return 0 };
        let expected = self.rivals.expected_bid(view, leader, letter);
        let last = view.past_sales().last().and_then(|sale| sale.bids[leader]);
        let most = last.map_or(0, |bid| i64::from(bid.0));
        if expected < self.rivals.expected_price(view, letter) { 0 } else { expected.min(most) }
    }
}

impl Bidder for Spoiler {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let limit = self.limit(view, letter);
        limit.max(self.leaders_bid(view, letter) * self.params.push / 100)
    }

    fn observe(&mut self, event: &Event) {
        if let Event::Auction(sale) = event {
            self.rivals.observe(sale);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn its_limit_rises_as_fewer_letters_are_lacking() {
        assert_eq!(Situation::new("spoiler:stake=20", 5, 1, "QUARTE").bid(), 13);
        assert_eq!(Situation::new("spoiler:stake=20", 6, 1, "QUARTER").bid(), 20);
    }

    #[test]
    fn it_bids_against_the_leader_only_if_that_one_bids_most() {
        let mut table = Situation::new("spoiler:stake=0:push=50", 0, 3, "IIIII");
        // seat 2 leads after the first sale, but seat 1 bids more; then seat 2 is expected to bid 12
        assert_eq!(table.bids(&[&[9, 5], &[5, 20], &[0, 0]]), [0, 0, 6]);
    }
}
