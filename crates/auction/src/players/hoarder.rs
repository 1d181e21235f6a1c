//! `hoarder`: hoards cheap letters.
//!
//! Bids the same low level for every letter, except for a third copy. The level rises by a point after each
//! sale that leaves it with fewer than its share of the letters sold this round, and falls by one if it has
//! more; it never exceeds `most`. Its share is `share` per cent of the letters divided by the number of
//! players. It stops at `enough` letters or with a seven-letter word. Source: a common plan in classes: with
//! many letters some seven will make a word.

use std::sync::Arc;

use crate::players::{Bidder, has_seven, held_twice, points, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::{Rng, Seat};
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<HoarderParams>(
    "hoarder",
    "hoards cheap letters: one low bid for all, which creeps up when it wins less than its share",
);

#[derive(Clone, Copy)]
struct HoarderParams {
    start: i64,
    most: i64,
    /// Per cent.
    share: i64,
    enough: usize,
}

impl Tunable<Auction> for HoarderParams {
    const DEFAULT: HoarderParams = HoarderParams { start: 3, most: 6, share: 150, enough: 15 };
    const PARAMS: &'static [Param<HoarderParams>] = &[
        points("start", "first bid in points", field!(start)),
        points("most", "highest bid in points", field!(most)),
        Param::integer("share", [0, 1000], "target share, per cent", field!(share))
            .unit("per cent"),
        Param::integer("enough", [0, 1000], "letters at which it stops", field!(enough))
            .unit("letters"),
    ];

    fn strategy(self, _: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        strategy(move |seat, seats| Hoarder {
            params: self,
            seat,
            seats: seats as i64,
            level: self.start.min(self.most),
            won: 0,
            sold: 0,
        })
    }
}

struct Hoarder {
    params: HoarderParams,
    seat: Seat,
    seats: i64,
    level: i64,
    /// Letters won and letters sold this round.
    won: i64,
    sold: i64,
}

impl Hoarder {
    /// After a sale: one point up if below its share, one down if above.
    fn creep(&mut self, winner: Option<Seat>) {
        self.sold += 1;
        self.won += i64::from(winner == Some(self.seat));
        let ahead = 100 * self.seats * self.won - self.params.share * self.sold;
        self.level = (self.level - ahead.signum()).clamp(0, self.params.most);
    }
}

impl Bidder for Hoarder {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let enough = view.letters().len() >= self.params.enough;
        if enough || held_twice(view, letter) || has_seven(view) { 0 } else { self.level }
    }

    fn observe(&mut self, event: &Event) {
        match event {
            Event::Auction(sale) => self.creep(sale.winner),
            Event::Round(_) => (self.won, self.sold) = (0, 0),
            Event::Banned { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn the_level_creeps_up_when_behind_and_down_when_ahead() {
        let mut table = Situation::new("hoarder:share=100:start=2:most=3", 0, 2, "BCDFGHJK");
        // won, of two players: 0 of 1, 0 of 2 (at most `most`), 1 of 3, 2 of 4 (its share), 3 of 5
        let bids = table.bids(&[&[9], &[9], &[0], &[0], &[0], &[0]]);
        assert_eq!(bids, [2, 3, 3, 3, 3, 2]);
    }

    #[test]
    fn third_copies_and_surplus_letters_are_left_to_others() {
        let mut table = Situation::new("hoarder:start=2:enough=3", 2, 2, "EEIIEX");
        assert_eq!(table.bids(&[&[1], &[1]]), [0, 3]);
        assert_eq!(Situation::new("hoarder:enough=2", 2, 1, "EEX").bid(), 0);
    }

    #[test]
    fn nothing_is_bid_once_seven_letters_make_a_word() {
        assert_eq!(Situation::new("hoarder:start=2", 7, 1, "QUARTEVS").bid(), 2);
        assert_eq!(Situation::new("hoarder:start=2", 7, 1, "QUARTERS").bid(), 0);
    }
}
