//! The ratio of two totals over blocks of unequal size: points of all games of a deal, per game.
//!
//! Each block has a total `y` and a size `x`, and the estimate is `sum y / sum x`, the mean of a single
//! measurement, in which blocks are weighted by size. Blocks are independent, measurements within a block are
//! not. The error comes from the residuals `y - R x` of the blocks: to first order `R` is off by their mean
//! over the mean size, so its standard error is `sqrt(sum (y - R x)^2 / (n (n - 1))) / mean x` (W. G.
//! Cochran, "Sampling Techniques", 3rd edition, 1977, formula 2.46 of section 2.11 and section 6.4, without
//! the correction for finite populations). The ratio has a bias of order `1 / n`; it vanishes if all sizes
//! are equal, and then ratio and standard error are exactly those of the mean of `y / x`. Assumes
//! independent, identically distributed blocks, and many of them if sizes vary widely.
//!
//! Squares and products of deviations are updated and merged as in a [`Summary`](super::Summary) and a
//! [`PairedSummary`](super::PairedSummary).

use serde::{Deserialize, Serialize};

/// Count, totals and co-moments of blocks, each with a total and a size.
///
/// Memory is constant; separate summaries can be merged. The same blocks in the same order give the same
/// bits; another order or split agrees within rounding. Serialized as an object of its sums.
///
/// ```
/// use lettergame_stats::RatioSummary;
///
/// let mut deals = RatioSummary::default();
/// [(30.0, 2.0), (50.0, 2.0), (10.0, 1.0)].into_iter().for_each(|(y, x)| deals.add(y, x));
/// assert_eq!(deals.mean(), Some(18.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct RatioSummary {
    pub(super) count: u64,
    /// The sums of `x` and `y`.
    pub(super) size: f64,
    pub(super) total: f64,
    /// The sums of squares and products of deviations from the means.
    #[serde(rename = "size_squares")]
    pub(super) xx: f64,
    #[serde(rename = "products")]
    pub(super) xy: f64,
    #[serde(rename = "total_squares")]
    pub(super) yy: f64,
    /// The largest `x`, `y` and `x - y` of a block, at least 0.
    pub(super) largest_size: f64,
    pub(super) largest_total: f64,
    pub(super) largest_rest: f64,
}

impl RatioSummary {
    /// Adds a block: its total (`y`) and its size (`x`, positive). Constant time.
    pub fn add(&mut self, total: f64, size: f64) {
        let (x, y) = self.apart(size, total);
        self.count += 1;
        self.size += size;
        self.total += total;
        let (x_after, y_after) = self.apart(size, total);
        self.xx += x * x_after;
        self.xy += x * y_after;
        self.yy += y * y_after;
        self.largest_size = self.largest_size.max(size);
        self.largest_total = self.largest_total.max(total);
        self.largest_rest = self.largest_rest.max(size - total);
    }

    /// The deviation of a block from the means so far: in size, and in total.
    pub(super) fn apart(&self, size: f64, total: f64) -> (f64, f64) {
        let count = self.count.max(1) as f64;
        (size - self.size / count, total - self.total / count)
    }

    /// Adds everything in `other`. Constant time.
    pub fn merge(&mut self, other: &RatioSummary) {
        if self.count == 0 || other.count == 0 {
            *self = if self.count == 0 { *other } else { *self };
            return;
        }
        let (own, theirs) = (self.count as f64, other.count as f64);
        let (x, y) = self.apart(other.size / theirs, other.total / theirs);
        let weight = own * theirs / (own + theirs);
        self.xx += other.xx + x * x * weight;
        self.xy += other.xy + x * y * weight;
        self.yy += other.yy + y * y * weight;
        self.count += other.count;
        self.size += other.size;
        self.total += other.total;
        self.largest_size = self.largest_size.max(other.largest_size);
        self.largest_total = self.largest_total.max(other.largest_total);
        self.largest_rest = self.largest_rest.max(other.largest_rest);
    }

    /// Number of blocks added.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The ratio `sum y / sum x`, in units of `y` per unit of `x`; `None` if nothing was added.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.size > 0.0).then(|| self.total / self.size)
    }

    /// The sum of the totals of all blocks.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.total
    }

    /// The sum of the sizes of all blocks.
    pub(super) fn size(&self) -> f64 {
        self.size
    }

    /// The largest size of a block; 0 if nothing was added.
    pub(super) fn largest_size(&self) -> f64 {
        self.largest_size
    }

    /// The largest total of a block, for totals from 0 to the size.
    pub(super) fn largest_total(&self) -> f64 {
        self.largest_total
    }

    /// The largest difference of size and total of a block, for totals from 0 to the size.
    pub(super) fn largest_rest(&self) -> f64 {
        self.largest_rest
    }

    /// The standard error of [`mean`](RatioSummary::mean), in the same unit; `None` for fewer than
    /// two blocks.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let ratio = self.mean().filter(|_| self.count > 1)?;
        // rounding may make a tiny sum of squares negative
        let squares = (self.yy - ratio * (2.0 * self.xy - ratio * self.xx)).max(0.0);
        let count = self.count as f64;
        Some((squares / (count - 1.0) / count).sqrt() / (self.size / count))
    }
}

#[cfg(test)]
mod tests {
    use super::RatioSummary;
    use crate::{Summary, ratio_interval};
    use proptest::collection::vec;
    use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};

    fn of(blocks: &[(f64, f64)]) -> RatioSummary {
        let mut summary = RatioSummary::default();
        blocks.iter().for_each(|&(y, x)| summary.add(y, x));
        summary
    }

    fn near(found: Option<f64>, wanted: f64) -> bool {
        found.is_some_and(|found| (found - wanted).abs() <= 1e-8 * wanted.abs().max(1.0))
    }

    #[test]
    fn statistics_the_blocks_cannot_determine_are_none() {
        let none = of(&[]);
        assert_eq!((none.count(), none.mean(), none.standard_error()), (0, None, None));
        let one = of(&[(7.0, 2.0)]);
        assert_eq!((one.count(), one.mean(), one.standard_error()), (1, Some(3.5), None));
        assert_eq!(ratio_interval(&one, 0.95), None);
    }

    /// By hand: R = 90 / 5 = 18, residuals -6, 14, -8, squares 296; se = sqrt(296 / 6) / (5 / 3);
    /// the t quantile for 2 degrees of freedom is 4.302653.
    #[test]
    fn blocks_are_weighted_by_size() {
        let deals = of(&[(30.0, 2.0), (50.0, 2.0), (10.0, 1.0)]);
        assert_eq!(deals.mean(), Some(18.0));
        let error = (296.0_f64 / 6.0).sqrt() / (5.0 / 3.0);
        assert!(near(deals.standard_error(), error), "{deals:?}");
        let interval = ratio_interval(&deals, 0.95).unwrap();
        assert!((interval.low - (18.0 - 4.302_653 * error)).abs() < 1e-4);
        assert!(((interval.low + interval.high) / 2.0 - 18.0).abs() < 1e-12);
    }

    /// By the two-pass formula in Python.
    #[test]
    fn deals_of_many_sizes_are_covered() {
        let deals =
            [(41.5, 4.0), (38.25, 4.0), (20.0, 2.0), (55.0, 4.0), (17.5, 1.0), (60.75, 4.0)];
        let summary = of(&deals);
        assert!(near(summary.mean(), 12.263_157_894_736_842));
        assert!(near(summary.standard_error(), 1.144_202_433_186_194_2));
    }

    #[test]
    fn blocks_with_the_same_ratio_have_no_error() {
        let error = of(&[(2.0, 2.0), (1.0, 1.0), (2.0, 2.0)]).standard_error();
        assert_eq!(error, Some(0.0));
        let error = of(&[(0.0, 2.0), (0.0, 1.0)]).standard_error();
        assert_eq!(error, Some(0.0));
    }

    proptest! {
        #[test]
        fn equal_block_sizes_give_the_mean_of_the_blocks(
            totals in vec(-1e4..1e4_f64, 2..40), size in 1_u32..9,
        ) {
            let size = f64::from(size);
            let ratio = of(&totals.iter().map(|&total| (total, size)).collect::<Vec<_>>());
            let plain: Summary = totals.iter().map(|total| total / size).collect();
            prop_assert!(near(ratio.mean(), plain.mean().unwrap()));
            prop_assert!(near(ratio.standard_error(), plain.standard_error().unwrap()));
        }

        #[test]
        fn residuals_give_the_error(
            blocks in vec((-1e4..1e4_f64, (1_u32..9).prop_map(f64::from)), 2..40),
        ) {
            let summary = of(&blocks);
            let (y, x) = blocks.iter().fold((0.0, 0.0), |sum, block| {
                (sum.0 + block.0, sum.1 + block.1)
            });
            let count = blocks.len() as f64;
            let squares: f64 = blocks.iter().map(|block| (block.0 - y / x * block.1).powi(2)).sum();
            prop_assert!(near(summary.mean(), y / x));
            let error = (squares / (count - 1.0) / count).sqrt() / (x / count);
            prop_assert!(near(summary.standard_error(), error));
        }

        #[test]
        fn merged_parts_equal_the_whole(
            blocks in vec((-1e4..1e4_f64, (1_u32..9).prop_map(f64::from)), 2..40), at in 0..40_usize,
        ) {
            let (left, right) = blocks.split_at(at.min(blocks.len()));
            let (whole, mut merged) = (of(&blocks), of(left));
            merged.merge(&of(right));
            prop_assert_eq!(merged.count(), whole.count());
            prop_assert!(near(merged.mean(), whole.mean().unwrap()));
            prop_assert!(near(merged.standard_error(), whole.standard_error().unwrap()));
        }
    }
}
