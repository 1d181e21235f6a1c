//! Letter prices: the probability that a bid wins, and the resulting price.

use lettergame_words::{Letter, LetterCounts};

/// Number of distinguished bids, from 0; the last stands for all higher ones.
pub(super) const LEVELS: usize = 64;

/// A number for each distinguished bid.
pub(super) type Levels = [f64; LEVELS];

/// The level of a bid or a price.
pub(super) fn level(points: i32) -> usize {
    (points.max(0) as usize).min(LEVELS - 1)
}

/// The cumulative sums of a distribution: probabilities of at most each level.
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
    /// The probability that the highest bid of the others is at most this.
    reached: Levels,
    /// The part of the mean price contributed by prices up to this.
    paid: Levels,
}

impl Prices {
    /// Prices with these cumulative probabilities.
    pub(super) fn new(reached: Levels) -> Prices {
        let mut paid = [0.0; LEVELS];
        for level in 1..LEVELS {
            paid[level] = paid[level - 1] + level as f64 * (reached[level] - reached[level - 1]);
        }
        Prices { reached, paid }
    }

    /// The probability of winning with a bid of `limit`, with a tie as half a win, and the mean
    /// price when winning.
    pub(super) fn won_with(&self, limit: usize) -> (f64, f64) {
        let middle = |sums: &Levels| {
            let below = if limit == 0 { 0.0 } else { sums[limit - 1] };
            (sums[limit] + below) / 2.0
        };
        let chance = middle(&self.reached);
        (chance, if chance > 0.0 { middle(&self.paid) / chance } else { 0.0 })
    }

    /// The expected profit of bidding a letter's worth: the mean of `worth - price` where positive.
    pub(super) fn surplus(&self, worth: f64) -> f64 {
        if worth <= 0.0 {
            return 0.0;
        }
        let level = (worth as usize).min(LEVELS - 1);
        (self.reached[level] * worth - self.paid[level]).max(0.0)
    }
}

/// Number of stages of the rest of a round with their own prices, since prices change as rivals complete
/// their words.
pub(super) const STAGES: usize = 3;

/// The predicted prices of the coming letters for the rest of the round.
pub(super) struct PriceList {
    /// Number of auctions left.
    left: usize,
    /// For each stage, by letter index.
    each: [[Prices; 26]; STAGES],
    /// From each stage to the end, for a letter drawn from the unseen ones.
    any: [Prices; STAGES],
}

impl PriceList {
    /// The prices of `left` more auctions, given the cumulative probabilities of the others'
    /// highest bid for each letter and stage. Linear in the letters, the stages and the levels.
    pub(super) fn new(
        left: usize,
        unseen: &LetterCounts,
        highest: impl Fn(Letter, usize) -> Levels,
    ) -> PriceList {
        let mut any = [[0.0; LEVELS]; STAGES];
        let each = std::array::from_fn(|stage| {
            Letter::ALL.map(|letter| {
                let mut reached = [0.0; LEVELS];
                if unseen.count(letter) > 0 {
                    reached = highest(letter, stage);
                    let share = f64::from(unseen.count(letter)) / unseen.len() as f64;
                    for (from, any) in any.iter_mut().enumerate().take(stage + 1) {
                        add(any, &reached, share / (STAGES - from) as f64);
                    }
                }
                Prices::new(reached)
            })
        });
        PriceList { left, each, any: any.map(Prices::new) }
    }

    /// The middle of a stage, in auctions left.
    pub(super) fn middle(left: usize, stage: usize) -> f64 {
        left as f64 * (1.0 - (stage as f64 + 0.5) / STAGES as f64)
    }

    /// By letter index, for the sale after which `left` auctions remain.
    pub(super) fn at(&self, left: usize) -> &[Prices; 26] {
        &self.each[self.stage(left)]
    }

    /// For any letter in the last `auctions` auctions.
    pub(super) fn of_last(&self, auctions: usize) -> &Prices {
        &self.any[self.stage(auctions.saturating_sub(1))]
    }

    fn stage(&self, left: usize) -> usize {
        let gone = self.left.saturating_sub(left + 1);
        (gone * STAGES / self.left.max(1)).min(STAGES - 1)
    }
}

/// The cumulative probabilities of the highest bid of several independent rivals.
pub(super) fn highest(bids: impl Iterator<Item = Levels>) -> Levels {
    let mut reached = [1.0; LEVELS];
    bids.for_each(|bids| multiply(&mut reached, &at_most(&bids)));
    reached
}

fn multiply(product: &mut Levels, factors: &Levels) {
    product.iter_mut().zip(factors).for_each(|(product, factor)| *product *= factor);
}

fn add(sum: &mut Levels, terms: &Levels, share: f64) {
    sum.iter_mut().zip(terms).for_each(|(sum, term)| *sum += share * term);
}

#[cfg(test)]
mod tests {
    use super::{LEVELS, Levels, PriceList, Prices, highest};
    use lettergame_words::{Letter, LetterCounts};

    /// Prices of 2 and 4, each with probability one half.
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
    fn bidding_the_worth_gains_the_worth_minus_the_price() {
        let prices = two_or_four();
        assert_eq!(
            [-3.0, 0.0, 2.0, 3.0, 4.0, 10.0].map(|w| prices.surplus(w)),
            [0.0, 0.0, 0.0, 0.5, 1.0, 7.0]
        );
    }

    fn always(price: usize) -> Levels {
        std::array::from_fn(|level| f64::from(u8::from(level >= price)))
    }

    #[test]
    fn the_highest_of_independent_rivals_is_the_price() {
        let mut bids = [[0.0; LEVELS]; 2];
        // one rival bids 1 or 3, the other 2
        (bids[0][1], bids[0][3], bids[1][2]) = (0.5, 0.5, 1.0);
        let prices = Prices::new(highest(bids.into_iter()));
        assert_eq!(prices.won_with(9), (1.0, 2.5));
        assert_eq!(prices.won_with(2), (0.25, 2.0));
    }

    #[test]
    fn each_stage_has_its_own_prices_and_any_letter_the_mean_of_later_ones() {
        let unseen: LetterCounts = "AAB".parse().unwrap();
        // A costs 6, then 4, then 2, and B nothing
        let highest = |letter: Letter, stage| match letter.to_char() {
            'A' => always(6 - 2 * stage),
            _ => always(0),
        };
        let list = PriceList::new(6, &unseen, highest);
        let price_of_a = |left| list.at(left)[0].won_with(9).1;
        assert_eq!([5, 4, 3, 2, 1, 0].map(price_of_a), [6.0, 6.0, 4.0, 4.0, 2.0, 2.0]);
        assert_eq!(list.at(5)[1].won_with(9), (1.0, 0.0));
        for (auctions, mean_of_a) in [(6, 4.0), (5, 4.0), (4, 3.0), (2, 2.0), (1, 2.0)] {
            let (chance, price) = list.of_last(auctions).won_with(9);
            assert!((chance - 1.0).abs() < 1e-12, "{auctions}");
            assert!((price - mean_of_a * 2.0 / 3.0).abs() < 1e-12, "{auctions}: {price}");
        }
    }

    #[test]
    fn stages_are_thirds_of_the_remaining_auctions() {
        for (stage, middle) in [(0, 10.0), (1, 6.0), (2, 2.0)] {
            assert!((PriceList::middle(12, stage) - middle).abs() < 1e-12, "{stage}");
        }
    }
}
