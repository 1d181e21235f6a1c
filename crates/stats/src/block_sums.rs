//! Exact sums over blocks of whole numbers, from which a [`RatioSummary`] follows.
//!
//! Floating-point sums depend on the order of their terms, so a summary that is merged from parts
//! agrees with one of the whole only within rounding. Sums of whole numbers do not: any split into
//! parts, merged in any order, gives the same bits.

use serde::{Deserialize, Serialize};

use super::RatioSummary;

/// Count, totals, squares and products of blocks, each with a size `x` and a total `y`.
///
/// Memory is constant. Exact for up to 2^40 blocks whose squares fit in 87 bits.
///
/// ```
/// use lettergame_stats::BlockSums;
///
/// let mut deals = BlockSums::default();
/// [(30, 2), (50, 2), (10, 1)].into_iter().for_each(|(y, x)| deals.add(y, x));
/// assert_eq!(deals.summary(1.0).mean(), Some(18.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockSums {
    count: u64,
    size: i128,
    total: i128,
    size_squares: i128,
    products: i128,
    total_squares: i128,
    largest_size: i64,
    largest_total: i64,
    /// The largest size minus total, in units of the total.
    largest_rest: i64,
}

impl BlockSums {
    /// Adds a block whose total counts in whole points. Constant time.
    pub fn add(&mut self, total: i64, size: i64) {
        self.add_in_units(total, size, 1);
    }

    /// Adds a block whose total counts in units, of which `unit` make one point. Constant time.
    pub fn add_in_units(&mut self, total: i64, size: i64, unit: i64) {
        let (x, y) = (i128::from(size), i128::from(total));
        self.count += 1;
        self.size += x;
        self.total += y;
        self.size_squares += x * x;
        self.products += x * y;
        self.total_squares += y * y;
        self.largest_size = self.largest_size.max(size);
        self.largest_total = self.largest_total.max(total);
        self.largest_rest = self.largest_rest.max(size * unit - total);
    }

    /// Adds all blocks of `other`. Constant time.
    pub fn merge(&mut self, other: &BlockSums) {
        self.count += other.count;
        self.size += other.size;
        self.total += other.total;
        self.size_squares += other.size_squares;
        self.products += other.products;
        self.total_squares += other.total_squares;
        self.largest_size = self.largest_size.max(other.largest_size);
        self.largest_total = self.largest_total.max(other.largest_total);
        self.largest_rest = self.largest_rest.max(other.largest_rest);
    }

    /// The summary of the blocks, with totals in points, of which each has `unit` units.
    #[must_use]
    pub fn summary(&self, unit: f64) -> RatioSummary {
        let apart = |squares, one, other| self.apart(squares, one, other);
        RatioSummary {
            count: self.count,
            size: self.size as f64,
            total: self.total as f64 / unit,
            xx: apart(self.size_squares, self.size, self.size),
            xy: apart(self.products, self.size, self.total) / unit,
            yy: apart(self.total_squares, self.total, self.total) / (unit * unit),
            largest_size: self.largest_size as f64,
            largest_total: self.largest_total as f64 / unit,
            largest_rest: self.largest_rest as f64 / unit,
        }
    }

    /// The sum of products of deviations from the means: `sum ab - sum a sum b / n`.
    fn apart(&self, products: i128, one: i128, other: i128) -> f64 {
        let count = i128::from(self.count.max(1));
        match (products.checked_mul(count), one.checked_mul(other)) {
            (Some(scaled), Some(square)) => (scaled - square) as f64 / count as f64,
            _ => products as f64 - one as f64 / count as f64 * other as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BlockSums;
    use crate::RatioSummary;
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    fn of(blocks: &[(i64, i64)]) -> BlockSums {
        let mut sums = BlockSums::default();
        blocks.iter().for_each(|&(y, x)| sums.add_in_units(y, x, 6));
        sums
    }

    proptest! {
        #[test]
        fn parts_merge_to_the_same_bits(
            blocks in vec((-1_000_000..1_000_000_i64, 1..9_i64), 1..40), at in 0..40_usize,
        ) {
            let (left, right) = blocks.split_at(at.min(blocks.len()));
            let mut merged = of(right);
            merged.merge(&of(left));
            prop_assert_eq!(merged, of(&blocks));
            let text = serde_json::to_string(&merged).unwrap();
            prop_assert_eq!(serde_json::from_str::<BlockSums>(&text).unwrap(), merged);
        }

        #[test]
        fn the_summary_is_that_of_the_same_blocks(
            blocks in vec((0..60_i64, 10..19_i64), 2..40),
        ) {
            let mut wanted = RatioSummary::default();
            blocks.iter().for_each(|&(y, x)| wanted.add(y as f64 / 6.0, x as f64));
            let found = of(&blocks).summary(6.0);
            let near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * other.abs().max(1.0);
            prop_assert_eq!(found.count(), wanted.count());
            prop_assert!(near(found.mean().unwrap(), wanted.mean().unwrap()));
            prop_assert!(near(found.standard_error().unwrap(), wanted.standard_error().unwrap()));
            prop_assert!(near(found.largest_rest(), wanted.largest_rest()));
            prop_assert_eq!(found.largest_size(), wanted.largest_size());
            prop_assert!(near(found.largest_total(), wanted.largest_total()));
        }
    }

    #[test]
    fn sums_larger_than_128_bits_allow_are_still_summarised() {
        let mut sums = BlockSums::default();
        (0..4).for_each(|block| sums.add(i64::MAX / 2 - block, 1));
        sums.total_squares *= 1 << 1;
        assert!(sums.summary(1.0).mean().is_some_and(|mean| mean > 4e18));
    }
}
