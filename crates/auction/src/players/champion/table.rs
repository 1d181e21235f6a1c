//! The state of the game as known from the announcements.

use crate::players::champion::habits::{Lately, Occasion};
use crate::rules::Sale;
use lettergame_base::{BySeat, Seat};
use lettergame_words::Letter;

/// One seat's actions in this round.
#[derive(Clone, Copy)]
struct Doings {
    /// Number of letters held.
    held: usize,
    lately: Lately,
    /// Its last bid for each letter since it last won one.
    bids: [Option<i32>; 26],
}

/// The number of bids, and their sum.
#[derive(Clone, Copy, Default)]
struct Bids {
    count: f64,
    sum: f64,
}

pub(super) struct Table {
    own: Seat,
    /// Number of hidden letters per seat.
    hidden: usize,
    /// Number of auctions in a whole round, and of those finished in this one.
    auctions: usize,
    pub(super) sold: usize,
    last_price: i32,
    seats: BySeat<Doings>,
    /// The own bids in this game: for each letter, and all.
    own_bids: [Bids; 26],
    all_own_bids: Bids,
}

impl Table {
    pub(super) fn new(own: Seat, seats: usize, hidden: usize, auctions: usize) -> Table {
        Table {
            own,
            hidden,
            auctions,
            sold: 0,
            last_price: 0,
            seats: BySeat::filled(seats, Doings::new(hidden)),
            own_bids: [Bids::default(); 26],
            all_own_bids: Bids::default(),
        }
    }

    /// The own seat.
    pub(super) fn own(&self) -> Seat {
        self.own
    }

    /// Number of auctions left, including the current one.
    pub(super) fn left(&self) -> usize {
        self.auctions.saturating_sub(self.sold)
    }

    /// A number of auctions as a fraction of the round.
    pub(super) fn part(&self, auctions: f64) -> f64 {
        auctions / (self.auctions + 1) as f64
    }

    /// Number of letters held by a seat.
    pub(super) fn held(&self, seat: Seat) -> usize {
        self.seats[seat].held
    }

    /// The circumstances of the current sale of this letter for a seat.
    pub(super) fn occasion(&self, seat: Seat, letter: Letter) -> Occasion {
        let doings = &self.seats[seat];
        Occasion {
            letter,
            held: doings.held,
            left: self.part(self.left() as f64),
            last_price: self.last_price,
            own_mean: self.own_mean(letter),
            lately: Some(doings.lately),
            before: doings.bids[letter.index()],
        }
    }

    /// The mean of the own bids for a letter or, if there are none, of all own bids.
    fn own_mean(&self, letter: Letter) -> f64 {
        let bids = self.own_bids[letter.index()];
        let bids = if bids.count > 0.0 { bids } else { self.all_own_bids };
        bids.sum / bids.count.max(1.0)
    }

    /// The circumstances of a later sale with `left` auctions left, assuming all players win
    /// equally many letters until then.
    pub(super) fn later(&self, seat: Seat, letter: Letter, left: f64) -> Occasion {
        let won = (self.left() as f64 - left) / self.seats.len() as f64;
        let now = self.occasion(seat, letter);
        Occasion { held: now.held + won as usize, left: self.part(left), lately: None, ..now }
    }

    pub(super) fn note_sale(&mut self, sale: &Sale) {
        for (seat, bid) in sale.bids.iter() {
            let bid = bid.map(|bid| bid.0);
            let doings = &mut self.seats[seat];
            doings.lately.bid = bid.or(doings.lately.bid);
            doings.bids[sale.letter.index()] = bid;
        }
        if let Some(bid) = sale.bids[self.own] {
            self.own_bids[sale.letter.index()].note(bid.0);
            self.all_own_bids.note(bid.0);
        }
        if let Some(winner) = sale.winner {
            let doings = &mut self.seats[winner];
            doings.held += 1;
            doings.lately.won += 1;
            doings.bids = [None; 26];
        }
        self.last_price = sale.price.0;
        self.sold += 1;
    }

    pub(super) fn begin_round(&mut self) {
        self.sold = 0;
        let doings = Doings::new(self.hidden);
        self.seats.values_mut().for_each(|seat| *seat = doings);
    }
}

impl Bids {
    fn note(&mut self, bid: i32) {
        self.count += 1.0;
        self.sum += f64::from(bid);
    }
}

impl Doings {
    fn new(held: usize) -> Doings {
        Doings { held, lately: Lately::default(), bids: [None; 26] }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use crate::players::champion::habits::Occasion;
    use crate::rules::Sale;
    use lettergame_base::{Points, Seat};
    use lettergame_words::Letter;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    fn letter(letter: char) -> Letter {
        Letter::from_char(letter).unwrap()
    }

    /// A two-player table with three hidden letters; seat 0 wins A and B, then seat 1 wins A.
    fn table() -> Table {
        let mut table = Table::new(seat(0), 2, 3, 10);
        for (name, bids, winner) in [('A', [9, 2], 0), ('B', [5, 4], 0), ('A', [1, 7], 1)] {
            let [own, other] = bids.map(|bid| Some(Points(bid)));
            table.note_sale(&Sale {
                round: 1,
                letter: letter(name),
                bids: [own, other].into_iter().collect(),
                winner: Some(seat(winner)),
                price: Points(bids[1 - winner]),
            });
        }
        table
    }

    fn known(occasion: &Occasion) -> (usize, Option<i32>, Option<usize>, Option<i32>) {
        let lately = occasion.lately;
        (occasion.held, occasion.before, lately.map(|l| l.won), lately.and_then(|l| l.bid))
    }

    #[test]
    fn a_bid_for_the_same_letter_counts_until_the_next_letter_is_won() {
        let table = table();
        let now = |index, name| known(&table.occasion(seat(index), letter(name)));
        assert_eq!(now(0, 'A'), (5, Some(1), Some(2), Some(1)));
        assert_eq!(now(0, 'B'), (5, None, Some(2), Some(1)));
        assert_eq!(now(1, 'A'), (4, None, Some(1), Some(7)));
        assert_eq!((table.left(), table.sold), (7, 3));
    }

    #[test]
    fn the_own_mean_is_of_the_same_letter_if_it_was_bid_for() {
        let table = table();
        let mean = |name| table.occasion(seat(1), letter(name)).own_mean;
        // seat 0 bid 9 and 1 for A, 5 for B
        assert_eq!([mean('A'), mean('B'), mean('C')], [5.0, 5.0, 5.0]);
        let mut table = table;
        table.begin_round();
        let [own, other] = [Some(Points(8)), Some(Points(0))];
        let sale = Sale {
            round: 2,
            letter: letter('B'),
            bids: [own, other].into_iter().collect(),
            winner: Some(seat(0)),
            price: Points(0),
        };
        table.note_sale(&sale);
        let mean = |name| table.occasion(seat(1), letter(name)).own_mean;
        assert_eq!([mean('A'), mean('B'), mean('C')], [5.0, 6.5, 5.75], "all rounds count");
    }

    #[test]
    fn later_all_have_won_equally_and_recent_actions_no_longer_count() {
        let later = table().later(seat(0), letter('A'), 3.0);
        assert_eq!(known(&later), (7, Some(1), None, None));
        assert!((later.left - 3.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn a_new_round_starts_from_scratch() {
        let mut table = table();
        table.begin_round();
        let start = known(&table.occasion(seat(0), letter('A')));
        assert_eq!((start, table.left()), ((3, None, Some(0), None), 10));
    }
}
