//! `vulture`: lets the others fight, and buys when few of them still bid.
//!
//! A rival is out once its last `quiet` bids of the round were all 0, because it has its word or no hope. The
//! limit for a letter that brings the nearest seven-letter word nearer is `prize` points divided by the letters
//! lacking, times 1 less `patience` per cent of the share of rivals that are not out. While patience costs
//! nothing that limit is the bid: once the useful letters to be expected in the rest of the round are fewer than
//! `slack` times those lacking, the bid is the full limit. Letters that help only farther words get a third;
//! with a seven-letter word a letter is worth what it adds. Source: sniping as in Roth and Ockenfels,
//! "Last-Minute Bidding and the Rules for Ending Second-Price Auctions" (2002).

use std::sync::Arc;

use crate::players::sevens::{Help, Sevens};
use crate::players::{Bidder, added, per_cent, points, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::{BySeat, Rng, Seat};
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<VultureParams>(
    "vulture",
    "bids low while many rivals still bid, and buys once most of them have their words",
);

#[derive(Clone, Copy)]
struct VultureParams {
    prize: i64,
    /// Per cent.
    patience: i64,
    quiet: u32,
    slack: usize,
}

impl Tunable<Auction> for VultureParams {
    const DEFAULT: VultureParams = VultureParams { prize: 40, patience: 80, quiet: 4, slack: 2 };
    const PARAMS: &'static [Param<VultureParams>] = &[
        points("prize", "points for a 7-letter word, shared by the letters lacking", field!(prize)),
        per_cent("patience", "held back while all rivals bid, per cent", field!(patience)),
        Param::integer("quiet", [1, 100], "bids of 0 after which a rival is out", field!(quiet))
            .unit("bids"),
        Param::integer("slack", [0, 100], "useful letters to come for each lacking", field!(slack))
            .unit("letters"),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let reach = Sevens::prepare(rules);
        strategy(move |own, seats| Vulture {
            params: self,
            own,
            sevens: Sevens::new(&reach),
            zeros: BySeat::filled(seats, 0),
        })
    }
}

struct Vulture {
    params: VultureParams,
    own: Seat,
    sevens: Sevens,
    /// The latest bids of 0 in a row of each seat in this round.
    zeros: BySeat<u32>,
}

impl Vulture {
    /// The limit for a useful letter.
    fn limit(&self, view: &View<'_>, lacks: usize) -> i64 {
        let VultureParams { prize, patience, quiet, slack } = self.params;
        let full = prize / lacks as i64;
        let unseen = view.unseen();
        let useful = unseen.letters().filter(|&letter| self.sevens.nears(letter, lacks - 1));
        if useful.count() * (view.auctions_left() - 1) < slack * lacks * unseen.len() {
            return full;
        }
        let rivals = self.zeros.iter().filter(|&(seat, _)| seat != self.own);
        let bidding =
            rivals.filter(|&(seat, &zeros)| zeros < quiet && !view.banned().contains(seat));
        let share = 100 * bidding.count() as i64 / (view.seats() as i64 - 1).max(1);
        full * (10_000 - patience * share) / 10_000
    }
}

impl Bidder for Vulture {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        self.sevens.catch_up(view);
        let lacks = self.sevens.lacks();
        if lacks == 0 {
            added(view, letter)
        } else {
            match self.sevens.help(letter, lacks) {
                Help::Nothing => 0,
                help => help.points(self.limit(view, lacks)),
            }
        }
    }

    fn observe(&mut self, event: &Event) {
        match event {
            Event::Auction(sale) => {
                for (seat, bid) in sale.bids.iter() {
                    let is_zero = bid.is_none_or(|bid| bid.0 == 0);
                    self.zeros[seat] = if is_zero { self.zeros[seat] + 1 } else { 0 };
                }
            }
            Event::Round(_) => self.zeros = BySeat::filled(self.zeros.len(), 0),
            Event::Banned { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    /// The bid for an R that completes a word, after a rival's bid for a V.
    fn bid_after(rivals_bid: i64, slack: usize) -> i64 {
        let player = format!("vulture:prize=40:patience=100:quiet=1:slack={slack}");
        let mut table = Situation::new(&player, 6, 2, "QUARTEIIIIIIVRRR");
        table.sell(&[0, rivals_bid]);
        table.bid()
    }

    #[test]
    fn it_waits_until_the_rivals_are_out() {
        assert_eq!((bid_after(5, 0), bid_after(0, 0)), (0, 40));
    }

    #[test]
    fn it_does_not_wait_if_few_useful_letters_are_to_come() {
        assert_eq!(bid_after(5, 100), 40);
    }
}
