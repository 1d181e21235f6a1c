//! How much to bet on the next block, given the blocks before it.
//!
//! A block's difference is typically small or 0, and occasionally large: a candidate that is a patch of its
//! baseline plays most games identically, and once a move differs the games diverge. The blocks so far may
//! not include such a block yet. So [`Outlook`] adds [`DOUBT`] pseudo-blocks with the root mean square of
//! those that differed. Until one has differed, that size is a prior: the bound of the measurement, or
//! [`REACH`] times the spread that the difference would have if both measurements were independent. This
//! prior weighs as much as [`PRIOR_WEIGHT`] blocks that differed.

use super::PairedSummary;

/// No bets before this many blocks, which show how much they vary.
const FIRST_BET: u64 = 8;

/// Number of differing pseudo-blocks added to the observed ones.
const DOUBT: f64 = 4.0;

/// The prior size of a differing block, in units of the unpaired spread.
const REACH: f64 = 3.0;

/// The weight of that prior, in observed differing blocks.
const PRIOR_WEIGHT: f64 = 5.0;

/// The variance of `n` blocks is inflated by `1 + HEADROOM / sqrt(n)`.
const HEADROOM: f64 = 4.0;

/// The largest fraction of the capital that a bounded block may lose.
const MAX_AT_RISK: f64 = 0.75;

/// What the blocks so far predict for the next one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    blocks: f64,
    /// Mean squared deviation of a block.
    variance: f64,
    /// Mean square of a differing block.
    square: f64,
    /// The largest difference so far.
    largest: f64,
    bound: Option<f64>,
}

impl Outlook {
    /// Derived from the blocks so far; `bound` is the most that two measurements of a block can differ, if
    /// known.
    ///
    /// `None` for fewer than 8 blocks.
    #[must_use]
    pub fn of(pairs: &PairedSummary, bound: Option<f64>) -> Option<Outlook> {
        Outlook::of_residual(pairs, 1.0, bound)
    }

    /// The same for `x - slope * y`, where `x - y` is the bounded difference.
    #[must_use]
    pub fn of_residual(pairs: &PairedSummary, slope: f64, bound: Option<f64>) -> Option<Outlook> {
        let blocks = pairs.count() as f64;
        let (x, y, of_difference) =
            (pairs.x().variance()?, pairs.y().variance()?, pairs.difference().variance()?);
        let covariance = (x + y - of_difference) / 2.0;
        let variance = if slope == 1.0 {
            of_difference
        } else {
            (x + slope * slope * y - 2.0 * slope * covariance).max(0.0)
        };
        let squares = of_difference * (blocks - 1.0) + blocks * pairs.difference().mean()?.powi(2);
        let prior = bound.map_or(REACH * REACH * (x + y), |bound| bound * bound);
        let square = (squares + PRIOR_WEIGHT * prior) / (pairs.differing() as f64 + PRIOR_WEIGHT);
        let outlook = Outlook {
            blocks,
            variance: variance * (blocks - 1.0) / blocks,
            square,
            largest: pairs.largest_difference(),
            bound: bound.map(|bound| bound * slope.max(1.0)),
        };
        (pairs.count() >= FIRST_BET).then_some(outlook)
    }

    /// The fraction of the capital to bet per unit of the next block's distance from a hypothesis, if the
    /// true mean is `apart` away from it: `apart / (variance + apart^2)`, which maximises the growth rate (J.
    /// L. Kelly, "A new interpretation of information rate", Bell System Technical Journal 35, 1956), limited
    /// so that a block of twice the expected size, or of the largest size seen, does not wipe out the
    /// capital.
    #[must_use]
    pub fn stake(&self, apart: f64) -> f64 {
        let square = self.square.max(apart * apart);
        let expected = apart / (self.spread(square) + apart * apart);
        expected.min(self.most(square, apart))
    }

    /// The stake for an interval at `level` of a mean without a prior hypothesis: it suits any number of
    /// blocks (I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting",
    /// Journal of the Royal Statistical Society B 86, 2024, section 3.2).
    ///
    /// `None` if nothing has varied.
    #[must_use]
    pub fn stake_at(&self, level: f64) -> Option<f64> {
        let spread = self.spread(self.square);
        let time = self.blocks * self.blocks.ln_1p();
        let stake = (2.0 * (2.0 / (1.0 - level)).ln() / (spread * time)).sqrt();
        (spread > 0.0).then(|| stake.min(self.most(self.square, 0.0)))
    }

    /// The bets on the next block: most of the capital at `stake`, a part at half of it, and a part at the
    /// stake for the blocks so far, whose mean is `ahead` of the hypothesis bet against.
    #[must_use]
    pub(super) fn bets(&self, stake: f64, ahead: f64) -> [f64; 3] {
        let adaptive = if ahead > 0.0 { self.stake(ahead) } else { 0.0 };
        [stake, stake / 2.0, adaptive]
    }

    /// The smallest share of blocks that differ if the true mean difference is `apart`: that of blocks of the
    /// expected size, all in one direction. 0 if `apart` is not above 0, or nothing is known about the size.
    #[must_use]
    pub fn differing_share(&self, apart: f64) -> f64 {
        let share = apart / self.square.sqrt();
        if share.is_finite() { share.clamp(0.0, MAX_AT_RISK) } else { 0.0 }
    }

    fn spread(&self, square: f64) -> f64 {
        let with_doubt = (self.blocks * self.variance + DOUBT * square) / (self.blocks + DOUBT);
        with_doubt * (1.0 + HEADROOM / self.blocks.sqrt())
    }

    fn most(&self, square: f64, apart: f64) -> f64 {
        let bounded = self.bound.map_or(f64::INFINITY, |bound| MAX_AT_RISK / (bound + apart));
        bounded.min(1.0 / self.largest.max(2.0 * square.sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::Outlook;
    use crate::PairedSummary;

    fn pairs(differences: impl Iterator<Item = f64>) -> PairedSummary {
        let mut pairs = PairedSummary::default();
        for (index, difference) in differences.enumerate() {
            let luck = if index % 2 == 0 { 10.0 } else { 14.0 };
            pairs.add(luck + difference, luck);
        }
        pairs
    }

    #[test]
    fn few_blocks_support_no_bet() {
        assert_eq!(Outlook::of(&pairs((0..7).map(f64::from)), None), None);
        assert!(Outlook::of(&pairs((0..8).map(f64::from)), None).is_some());
    }

    /// No block differs: the stake is limited by the possible size of one, 3 times the unpaired spread
    /// `sqrt(4 + 4)` and a little more for the sample variance, and by the bound if there is one.
    #[test]
    fn identical_blocks_do_not_justify_an_arbitrary_stake() {
        let equal = pairs(std::iter::repeat_n(0.0, 1000));
        let free = Outlook::of(&equal, None).unwrap();
        let most = 1.0 / (2.0 * 3.0 * (8.0_f64 * 1000.0 / 999.0).sqrt());
        assert!((free.stake(0.5) - most).abs() < 1e-9, "{}", free.stake(0.5));
        let bounded = Outlook::of(&equal, Some(1.0)).unwrap();
        assert!(bounded.stake(0.5) <= 0.5 && bounded.stake(0.5) >= 0.49);
    }

    #[test]
    fn many_varied_blocks_give_the_growth_optimal_stake() {
        let many = pairs((0..100_000).map(|n| if n % 4 < 2 { 2.0 } else { -2.0 }));
        let stake = Outlook::of(&many, None).unwrap().stake(0.2);
        assert!((stake / (0.2 / 4.04) - 1.0).abs() < 0.02, "{stake}");
    }

    #[test]
    fn identical_values_have_no_variance() {
        let mut same = PairedSummary::default();
        (0..100).for_each(|_| same.add(3.0, 1.0));
        // 2 points apart in all blocks, without spread on either side: the known size is 2
        assert!(Outlook::of(&same, None).unwrap().stake(1.0) > 0.1);
        let mut none = PairedSummary::default();
        (0..100).for_each(|_| none.add(3.0, 3.0));
        assert_eq!(Outlook::of(&none, None).unwrap().stake_at(0.95), None);
    }
}
