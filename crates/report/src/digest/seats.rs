//! The value of a seat: scores and wins by seat.

use crate::digest::SeatDigest;
use crate::digest::deal_mean::DealMean;

/// Counts by seat, of one player or of all.
#[derive(Clone, Debug)]
pub(super) struct Seats(Vec<SeatCount>);

#[derive(Clone, Debug, Default)]
struct SeatCount {
    score: DealMean,
    win: DealMean,
}

impl Seats {
    /// An empty counter, for games with this many seats.
    pub(super) fn new(seats: usize) -> Seats {
        Seats(vec![SeatCount::default(); seats])
    }

    /// Counts the result of one seat.
    pub(super) fn add(&mut self, seat: usize, deal: u64, score: f64, win: f64) {
        if let Some(count) = self.0.get_mut(seat) {
            count.score.add(deal, score);
            count.win.add(deal, win);
        }
    }

    /// The seats that were taken, ascending.
    pub(super) fn digest(&self) -> Vec<SeatDigest> {
        let told = |(seat, count): (usize, &SeatCount)| {
            Some(SeatDigest { seat, score: count.score.mean()?, win_share: count.win.share()? })
        };
        self.0.iter().enumerate().filter_map(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Seats;

    #[test]
    fn an_unused_seat_is_left_out() {
        let mut seats = Seats::new(3);
        seats.add(2, 0, 10.0, 1.0);
        seats.add(2, 1, 20.0, 0.0);
        let found = seats.digest();
        assert_eq!((found.len(), found[0].seat), (1, 2));
        assert_eq!((found[0].score.mean, found[0].win_share.mean), (15.0, 0.5));
        assert!(found[0].win_share.interval.unwrap().high <= 1.0);
    }
}
