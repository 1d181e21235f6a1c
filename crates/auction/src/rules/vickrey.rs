//! One Vickrey auction: the highest bid wins and pays the second-highest.
//!
//! Source: W. Vickrey, "Counterspeculation, Auctions, and Competitive Sealed Tenders" (1961).

use crate::rules::LoneBidder;
use lettergame_base::{BySeat, Points, Seat};

/// The result of an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sold {
    /// The winner of the letter.
    pub winner: Seat,
    /// The price, at most the winner's own bid.
    pub price: Points,
}

/// Settles an auction. A seat that does not bid has `None`; without bids the letter is not sold.
/// `draw` is a uniform random number that breaks ties for the highest bid; the winner then pays
/// that bid. `lone` sets the price for an only bidder.
#[must_use]
pub fn vickrey(bids: &BySeat<Option<Points>>, lone: LoneBidder, draw: u64) -> Option<Sold> {
    let (mut highest, mut second, mut ties) = (None, None, 0);
    for &bid in bids.values() {
        if bid > highest {
            (highest, second, ties) = (bid, highest, 1);
        } else {
            ties += u64::from(bid == highest);
            second = second.max(bid);
        }
    }
    let own_bid = highest?;
    let chosen = (u128::from(draw) * u128::from(ties)) >> 64;
    let mut tied = bids.iter().filter(|&(_, &bid)| bid == highest).map(|(seat, _)| seat);
    let winner = tied.nth(chosen as usize)?;
    let price = second.unwrap_or(match lone {
        LoneBidder::Free => Points::ZERO,
        LoneBidder::OwnBid => own_bid,
    });
    Some(Sold { winner, price })
}

#[cfg(test)]
mod tests {
    use super::{LoneBidder, Sold, vickrey};
    use lettergame_base::{BySeat, Points, Seat};

    fn settle(bids: &[Option<i32>], lone: LoneBidder, draw: u64) -> Option<(usize, i32)> {
        let bids: BySeat<Option<Points>> = bids.iter().map(|bid| bid.map(Points)).collect();
        vickrey(&bids, lone, draw).map(|Sold { winner, price }| (winner.index(), price.0))
    }

    #[test]
    fn the_highest_wins_and_pays_the_second_highest() {
        assert_eq!(settle(&[Some(3), Some(9), Some(5)], LoneBidder::Free, 0), Some((1, 5)));
        assert_eq!(settle(&[Some(1), Some(0)], LoneBidder::OwnBid, 0), Some((0, 0)));
    }

    #[test]
    fn a_tie_is_drawn_and_pays_that_bid() {
        let bids = [Some(4), Some(7), None, Some(7), Some(7)];
        let winners: Vec<_> =
            [0, u64::MAX / 2, u64::MAX].map(|draw| settle(&bids, LoneBidder::Free, draw)).to_vec();
        assert_eq!(winners, [Some((1, 7)), Some((3, 7)), Some((4, 7))]);
    }

    #[test]
    fn all_zero_bids_tie_at_a_price_of_zero() {
        assert_eq!(settle(&[Some(0), Some(0)], LoneBidder::Free, 0), Some((0, 0)));
        assert_eq!(settle(&[Some(0), Some(0)], LoneBidder::Free, u64::MAX), Some((1, 0)));
    }

    #[test]
    fn a_lone_bidder_pays_nothing_or_its_bid() {
        assert_eq!(settle(&[None, Some(8)], LoneBidder::Free, 9), Some((1, 0)));
        assert_eq!(settle(&[None, Some(8)], LoneBidder::OwnBid, 9), Some((1, 8)));
    }

    #[test]
    fn without_a_bid_no_letter_is_sold() {
        assert_eq!(settle(&[None, None], LoneBidder::Free, 0), None);
        assert_eq!(settle(&[], LoneBidder::Free, 0), None);
    }

    #[test]
    fn every_tied_seat_wins_about_as_often() {
        let mut rng = lettergame_base::Seed(3).rng();
        let mut wins = [0; 3];
        for _ in 0..30_000 {
            let (winner, _) =
                settle(&[Some(2), Some(2), Some(2)], LoneBidder::Free, rng.next_u64()).unwrap();
            wins[Seat::new(winner).unwrap().index()] += 1;
        }
        assert!(wins.iter().all(|&count| (9_500..10_500).contains(&count)), "{wins:?}");
    }
}
