//! What letters go for: how likely a bid is to win, and what is paid then.

use crate::lexicon::{Letter, LetterCounts};

/// Bids that are told apart, from 0; the last stands for all that are higher.
pub(super) const LEVELS: usize = 64;

/// A number for each bid that is told apart.
pub(super) type Levels = [f64; LEVELS];

/// The sums of a distribution up to each level: the chances of at most so much.
pub(super) fn at_most(chances: &Levels) -> Levels {
    let mut sum = 0.0;
    chances.map(|chance| {
        sum += chance;
        sum
    })
}

/// The highest bid of the others for some letter, as a distribution.
#[derive(Clone)]
pub(super) struct Prices {
    /// The chance that the highest bid of the others is at most this.
    reached: Levels,
    /// The part of the mean price that comes from prices of at most this.
    paid: Levels,
}

impl Prices {
    /// Prices that are at most each level with these chances.
    pub(super) fn new(reached: Levels) -> Prices {
        let mut paid = [0.0; LEVELS];
        for level in 1..LEVELS {
            paid[level] = paid[level - 1] + level as f64 * (reached[level] - reached[level - 1]);
        }
        Prices { reached, paid }
    }

    /// The chance to win with a bid of `limit`, a tie counted as half a win, and the mean price of
    /// those that are won.
    pub(super) fn won_with(&self, limit: usize) -> (f64, f64) {
        let middle = |sums: &Levels| {
            let below = if limit == 0 { 0.0 } else { sums[limit - 1] };
            (sums[limit] + below) / 2.0
        };
        let chance = middle(&self.reached);
        (chance, if chance > 0.0 { middle(&self.paid) / chance } else { 0.0 })
    }

    /// What a letter brings to whoever bids its worth: the mean of `worth - price` where that is
    /// positive.
    pub(super) fn surplus(&self, worth: f64) -> f64 {
        if worth <= 0.0 {
            return 0.0;
        }
        let level = (worth as usize).min(LEVELS - 1);
        (self.reached[level] * worth - self.paid[level]).max(0.0)
    }
}

/// The prices of the letters that are still to come.
pub(super) struct PriceList {
    /// Of a letter drawn from those not seen.
    pub(super) any: Prices,
    /// Of each letter, by its index.
    pub(super) each: [Prices; 26],
}

impl PriceList {
    /// The mean over some stages of the prices at a table of rivals who make each bid for a letter
    /// with these chances, each for himself. Linear in the rivals, the stages, the letters and the
    /// levels.
    pub(super) fn new(
        rivals: usize,
        stages: usize,
        unseen: &LetterCounts,
        bids: impl Fn(usize, Letter, usize) -> Levels,
    ) -> PriceList {
        let highest = |letter, stage| {
            let mut reached = [1.0; LEVELS];
            for rival in 0..rivals {
                multiply(&mut reached, &at_most(&bids(rival, letter, stage)));
            }
            reached
        };
        let mut any = [0.0; LEVELS];
        let each = Letter::ALL.map(|letter| {
            let mut mean = [0.0; LEVELS];
            if unseen.count(letter) > 0 {
                for stage in 0..stages {
                    add(&mut mean, &highest(letter, stage), 1.0 / stages as f64);
                }
                add(&mut any, &mean, f64::from(unseen.count(letter)) / unseen.len() as f64);
            }
            Prices::new(mean)
        });
        PriceList { any: Prices::new(any), each }
    }
}

fn multiply(product: &mut Levels, factors: &Levels) {
    product.iter_mut().zip(factors).for_each(|(product, factor)| *product *= factor);
}

fn add(sum: &mut Levels, terms: &Levels, share: f64) {
    sum.iter_mut().zip(terms).for_each(|(sum, term)| *sum += share * term);
}

#[cfg(test)]
mod tests {
    use super::{LEVELS, PriceList, Prices};
    use crate::lexicon::{Letter, LetterCounts};

    /// Prices of 2 and 4, each with a chance of a half.
    fn two_or_four() -> Prices {
        Prices::new(std::array::from_fn(|level| {
            f64::from(level >= 2) / 2.0 + f64::from(level >= 4) / 2.0
        }))
    }

    #[test]
    fn a_tie_is_half_a_win() {
        let prices = two_or_four();
        assert_eq!(prices.won_with(1), (0.0, 0.0));
        assert_eq!(prices.won_with(2), (0.25, 2.0));
        assert_eq!(prices.won_with(3), (0.5, 2.0));
        assert_eq!(prices.won_with(4), (0.75, 8.0 / 3.0));
        assert_eq!(prices.won_with(LEVELS - 1), (1.0, 3.0));
    }

    #[test]
    fn whoever_bids_the_worth_gains_what_it_is_above_the_price() {
        let prices = two_or_four();
        assert_eq!(
            [-3.0, 0.0, 2.0, 3.0, 4.0, 10.0].map(|w| prices.surplus(w)),
            [0.0, 0.0, 0.0, 0.5, 1.0, 7.0]
        );
    }

    #[test]
    fn the_highest_of_independent_rivals_is_the_price() {
        let unseen: LetterCounts = "AAB".parse().unwrap();
        let list = PriceList::new(2, 1, &unseen, |rival, letter, _| {
            let mut bids = [0.0; LEVELS];
            // the one bids 1 or 3, the other 2 for A and 0 for B
            match (rival, letter == Letter::ALL[0]) {
                (0, _) => (bids[1], bids[3]) = (0.5, 0.5),
                (_, true) => bids[2] = 1.0,
                (_, false) => bids[0] = 1.0,
            }
            bids
        });
        assert_eq!(list.each[0].won_with(9), (1.0, 2.5));
        assert_eq!(list.each[1].won_with(9), (1.0, 2.0));
        let (chance, price) = list.any.won_with(9);
        assert!((chance - 1.0).abs() < 1e-12 && (price - (2.0 * 2.5 + 2.0) / 3.0).abs() < 1e-12);
    }
}
