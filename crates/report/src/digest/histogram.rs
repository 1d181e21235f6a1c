//! A histogram of whole numbers in bounded memory, whatever their range.
//!
//! Bin widths are powers of two and bins start at multiples of them. When the range outgrows [`MAX_BINS`],
//! pairs of bins are merged and the width doubles; so the width is the smallest power of two that covers the
//! range, and the same numbers in any order give the same bins.
//!
//! In addition, each number is counted separately while there are no more than [`MAX_EXACT`] different ones:
//! then quartiles are exact; otherwise they are estimated from the bins.

use std::collections::BTreeMap;

use crate::digest::Distribution;
use lettergame_stats::Summary;

/// Maximum number of bins.
const MAX_BINS: i64 = 256;

/// Maximum number of different numbers counted separately.
const MAX_EXACT: usize = 20_000;

/// Counts whole numbers.
#[derive(Clone, Debug)]
pub(super) struct Histogram {
    /// A bin covers 2^shift numbers.
    shift: u32,
    /// The index of the first bin: its lowest number divided by the width.
    first: i64,
    bins: Vec<u64>,
    /// How often each number occurred; `None` if there were too many different ones.
    exact: Option<BTreeMap<i64, u64>>,
    range: Option<(i64, i64)>,
    summary: Summary,
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram {
            shift: 0,
            first: 0,
            bins: Vec::new(),
            exact: Some(BTreeMap::new()),
            range: None,
            summary: Summary::default(),
        }
    }
}

impl Histogram {
    /// Counts a number. Time is logarithmic in the number of different values, except for some hundred
    /// widenings at most in total.
    pub(super) fn add(&mut self, value: i32) {
        let value = i64::from(value);
        self.summary.add(value as f64);
        self.add_exact(value);
        let (min, max) = self.range.unwrap_or((value, value));
        self.range = Some((min.min(value), max.max(value)));
        let index = (value >> self.shift) - self.first;
        match usize::try_from(index).ok().and_then(|index| self.bins.get_mut(index)) {
            Some(bin) => *bin += 1,
            None => self.add_outside(value),
        }
    }

    /// Counts a number separately, unless there are too many.
    fn add_exact(&mut self, value: i64) {
        if let Some(counts) = &mut self.exact {
            *counts.entry(value).or_default() += 1;
            if counts.len() > MAX_EXACT {
                self.exact = None;
            }
        }
    }

    /// Makes room for a number.
    fn add_outside(&mut self, value: i64) {
        if self.bins.is_empty() {
            self.first = value >> self.shift;
        }
        loop {
            let bin = value >> self.shift;
            let low = self.first.min(bin);
            let high = (self.first + self.bins.len() as i64 - 1).max(bin);
            if high - low < MAX_BINS {
                let before = (self.first - low) as usize;
                self.bins.splice(0..0, std::iter::repeat_n(0, before));
                self.first = low;
                self.bins.resize((high - low + 1) as usize, 0);
                self.bins[(bin - low) as usize] += 1;
                return;
            }
            self.widen();
        }
    }

    /// Merges pairs of bins.
    fn widen(&mut self) {
        let first = self.first >> 1;
        let mut bins = Vec::with_capacity(self.bins.len() / 2 + 1);
        for (number, &count) in (self.first..).zip(&self.bins) {
            let index = ((number >> 1) - first) as usize;
            bins.resize(index + 1, 0);
            bins[index] += count;
        }
        self.first = first;
        self.bins = bins;
        self.shift += 1;
    }

    /// The result; `None` if nothing was counted.
    pub(super) fn distribution(&self) -> Option<Distribution> {
        let (min, max) = self.range?;
        let quartile = |quarters| Some(self.quartile(quarters)?.clamp(min as f64, max as f64));
        Some(Distribution {
            count: self.summary.count(),
            min,
            max,
            mean: self.summary.mean()?,
            standard_deviation: self.summary.variance().map(f64::sqrt),
            lower_quartile: quartile(1)?,
            median: quartile(2)?,
            upper_quartile: quartile(3)?,
            exact_quartiles: self.exact.is_some(),
            first: self.first << self.shift,
            bin_width: 1 << self.shift,
            bins: self.bins.clone(),
        })
    }

    /// The smallest number not exceeded by this many quarters: the inverse of the empirical distribution,
    /// definition 1 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American
    /// Statistician 50, 1996. Without exact counts, the middle of its bin.
    fn quartile(&self, quarters: u64) -> Option<f64> {
        let rank = (self.summary.count() * quarters).div_ceil(4);
        let mut seen = 0;
        let mut reached = |count: u64| {
            seen += count;
            seen >= rank
        };
        if let Some(counts) = &self.exact {
            let found = counts.iter().find(|&(_, &count)| reached(count));
            return found.map(|(&value, _)| value as f64);
        }
        let bins = self.bins.iter().take_while(|&&count| !reached(count)).count() as i64;
        let bin = self.first + bins;
        Some((bin << self.shift) as f64 + ((1u64 << self.shift) - 1) as f64 / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Histogram, MAX_BINS, MAX_EXACT};
    use crate::digest::Distribution;
    use lettergame_base::Seed;

    fn of(values: &[i32]) -> Distribution {
        let mut histogram = Histogram::default();
        values.iter().for_each(|&value| histogram.add(value));
        histogram.distribution().unwrap()
    }

    #[test]
    fn narrow_numbers_are_counted_one_by_one() {
        // quantile(c(-3, 5, 5, 7, 12), c(.25, .5, .75), type = 1) of R: 5, 5, 7
        let found = of(&[5, -3, 12, 5, 7]);
        assert_eq!((found.first, found.bin_width, found.bins.len()), (-3, 1, 16));
        assert_eq!((found.bins[0], found.bins[8], found.bins[15]), (1, 2, 1));
        let quartiles = (found.lower_quartile, found.median, found.upper_quartile);
        assert_eq!(quartiles, (5.0, 5.0, 7.0));
        assert_eq!((found.mean, found.min, found.max, found.count), (5.2, -3, 12, 5));
    }

    #[test]
    fn a_single_number_is_all_of_its_quartiles() {
        let found = of(&[-1000]);
        let quartiles = (found.lower_quartile, found.median, found.upper_quartile);
        assert_eq!(quartiles, (-1000.0, -1000.0, -1000.0));
        assert_eq!((found.bins.as_slice(), found.standard_deviation), (&[1][..], None));
        assert_eq!(Histogram::default().distribution(), None);
    }

    #[test]
    fn any_range_fits_and_order_does_not_change_the_bins() {
        let mut rng = Seed(5).rng();
        for most in [10, 300, 70_000, i32::MAX] {
            let draw = |_| rng.below(most as u32) as i32 - most / 3;
            let mut values: Vec<i32> = (0..2000).map(draw).collect();
            let found = of(&values);
            assert!(found.bins.len() as i64 <= MAX_BINS);
            assert!(found.bins[0] > 0 && *found.bins.last().unwrap() > 0);
            for (bin, &count) in (0..).zip(&found.bins) {
                let low = found.first + bin * found.bin_width;
                let inside =
                    |value: &&i32| (low..low + found.bin_width).contains(&i64::from(**value));
                assert_eq!(values.iter().filter(inside).count() as u64, count);
            }
            values.sort_unstable();
            assert_eq!((found.median, found.exact_quartiles), (f64::from(values[999]), true));
            let again = of(&values);
            assert_eq!((again.first, again.bin_width), (found.first, found.bin_width));
            assert_eq!(again.bins, found.bins);
        }
    }

    #[test]
    fn an_outlier_does_not_move_the_quartiles() {
        // quantile(c(400:500, 99999), c(.25, .5, .75), type = 1) of R: 425, 450, 476
        let mut values: Vec<i32> = (400..=500).collect();
        values.push(99_999);
        let found = of(&values);
        let quartiles = (found.lower_quartile, found.median, found.upper_quartile);
        assert_eq!((quartiles, found.exact_quartiles), ((425.0, 450.0, 476.0), true));
    }

    #[test]
    fn too_many_distinct_numbers_give_quartiles_by_bin() {
        let most = MAX_EXACT as i32;
        let exact = of(&(0..most).collect::<Vec<_>>());
        assert_eq!((exact.median, exact.exact_quartiles), (f64::from(most / 2 - 1), true));
        let found = of(&(0..=most).collect::<Vec<_>>());
        assert!(!found.exact_quartiles);
        let wanted = f64::from(most / 2);
        assert!((found.median - wanted).abs() <= found.bin_width as f64 / 2.0, "{found:?}");
    }

    #[test]
    fn the_extremes_of_all_numbers_fall_in_bins() {
        let found = of(&[i32::MIN, i32::MAX, 0]);
        assert_eq!((found.min, found.max), (i64::from(i32::MIN), i64::from(i32::MAX)));
        assert_eq!((found.bin_width, found.bins.len()), (1 << 24, 256));
    }
}
