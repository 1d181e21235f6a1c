//! The positions of an axis's ticks.
//!
//! Source: J. Talbot, S. Lin and P. Hanrahan, "An Extension of Wilkinson's Algorithm for Positioning Tick
//! Labels on Axes", IEEE Transactions on Visualization and Computer Graphics 16(6), 2010: among labelings
//! whose step is a nice number times a power of ten, the one with the best weighted sum of simplicity,
//! coverage and density. Legibility, the fourth term, is the same for all of them here. Weights, nice numbers
//! and the order of the search are those of the paper.

/// Nice numbers, nicest first.
const NICE: [f64; 6] = [1.0, 5.0, 2.0, 2.5, 4.0, 3.0];
/// Weights of simplicity, coverage, density and legibility.
const WEIGHTS: [f64; 4] = [0.25, 0.2, 0.5, 0.05];
/// Bound of the search, which pruning ends long before.
const MAX_SKIPS: u32 = 30;
/// More ticks than any axis has.
const MAX_TICKS: u32 = 60;

/// Evenly spaced ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    /// Their positions, ascending.
    pub at: Vec<f64>,
    /// The number of decimals that distinguishes them.
    pub decimals: usize,
}

/// A candidate labeling.
#[derive(Clone, Copy)]
struct Labeling {
    score: f64,
    first: f64,
    step: f64,
    count: u32,
}

/// About `wanted` ticks for the numbers from `low` to `high`. The first and the last may be slightly outside.
/// If the two are equal there is one tick; if they are not finite there is none.
#[must_use]
pub fn ticks(low: f64, high: f64, wanted: u32) -> Ticks {
    if !(low.is_finite() && high.is_finite()) {
        return Ticks { at: vec![], decimals: 0 };
    }
    let (low, high) = if low <= high { (low, high) } else { (high, low) };
    let span = high - low;
    if span <= f64::EPSILON * low.abs().max(high.abs()) * 100.0 {
        return Ticks { at: vec![low], decimals: decimals(low.abs()) };
    }
    let best = Search { low, high, wanted: f64::from(wanted.max(2)), best: None }.run();
    best.map_or(Ticks { at: vec![low, high], decimals: decimals(span) }, Labeling::ticks)
}

impl Labeling {
    fn ticks(self) -> Ticks {
        let at = (0..self.count).map(|k| tidy(self.first + f64::from(k) * self.step, self.step));
        Ticks { at: at.collect(), decimals: decimals(self.step) }
    }
}

/// The multiple of a 1000th of `step` nearest to `value`, so that 0 is exact.
fn tidy(value: f64, step: f64) -> f64 {
    let grain = step / 1000.0;
    (value / grain).round() * grain
}

/// The fewest decimals, at most 9, that show `step` exactly.
fn decimals(step: f64) -> usize {
    let shown = |decimals: &usize| {
        let scaled = step * 10f64.powi(i32::try_from(*decimals).unwrap_or(0));
        scaled > 0.5 && (scaled - scaled.round()).abs() < 1e-6 * scaled.max(1.0)
    };
    if step == 0.0 { 0 } else { (0..9).find(shown).unwrap_or(9) }
}

struct Search {
    low: f64,
    high: f64,
    wanted: f64,
    best: Option<Labeling>,
}

impl Search {
    fn run(mut self) -> Option<Labeling> {
        for skip in 1..=MAX_SKIPS {
            for (index, &nice) in NICE.iter().enumerate() {
                let simplicity = simplicity(index, true, skip);
                if self.is_beaten(simplicity, 1.0, 1.0) {
                    return self.best;
                }
                self.counts(nice, index, skip);
            }
        }
        self.best
    }

    /// Whether no labeling with these terms can beat the best.
    fn is_beaten(&self, simplicity: f64, coverage: f64, density: f64) -> bool {
        self.best.is_some_and(|best| score(simplicity, coverage, density) < best.score)
    }

    fn counts(&mut self, nice: f64, index: usize, skip: u32) {
        let simplest = simplicity(index, true, skip);
        for count in 2..=MAX_TICKS {
            let densest = self.densest(f64::from(count));
            if self.is_beaten(simplest, 1.0, densest) {
                return;
            }
            let delta = (self.high - self.low) / f64::from(count + 1) / f64::from(skip) / nice;
            let power = delta.log10().ceil();
            for power in [power, power + 1.0, power + 2.0] {
                let step = f64::from(skip) * nice * 10f64.powf(power);
                let widest = self.widest(step * f64::from(count - 1));
                if self.is_beaten(simplest, widest, densest) {
                    break;
                }
                self.starts(index, skip, count, step);
            }
        }
    }

    fn starts(&mut self, index: usize, skip: u32, count: u32, step: f64) {
        let skips = f64::from(skip);
        let gaps = f64::from(count - 1);
        let from = (self.high / step).floor() * skips - gaps * skips;
        let to = (self.low / step).ceil() * skips;
        let mut start = from;
        while start <= to {
            let first = start * step / skips;
            let last = first + step * gaps;
            let simplicity = simplicity(index, holds_zero(first, last, step), skip);
            let score =
                score(simplicity, self.coverage(first, last), self.density(first, last, gaps));
            if self.best.is_none_or(|best| score > best.score) {
                self.best = Some(Labeling { score, first, step, count });
            }
            start += 1.0;
        }
    }

    fn coverage(&self, first: f64, last: f64) -> f64 {
        let margin = 0.1 * (self.high - self.low);
        1.0 - 0.5 * ((self.high - last).powi(2) + (self.low - first).powi(2)) / margin.powi(2)
    }

    fn widest(&self, span: f64) -> f64 {
        let range = self.high - self.low;
        let half = ((span - range) / 2.0).max(0.0);
        1.0 - half.powi(2) / (0.1 * range).powi(2)
    }

    fn density(&self, first: f64, last: f64, gaps: f64) -> f64 {
        let found = gaps / (last - first);
        let wanted = (self.wanted - 1.0) / (last.max(self.high) - first.min(self.low));
        2.0 - (found / wanted).max(wanted / found)
    }

    fn densest(&self, count: f64) -> f64 {
        if count >= self.wanted { 2.0 - (count - 1.0) / (self.wanted - 1.0) } else { 1.0 }
    }
}

fn score(simplicity: f64, coverage: f64, density: f64) -> f64 {
    let [a, b, c, d] = WEIGHTS;
    a * simplicity + b * coverage + c * density + d
}

fn simplicity(index: usize, zero: bool, skip: u32) -> f64 {
    let rank = index as f64 / (NICE.len() as f64 - 1.0);
    1.0 - rank + f64::from(u8::from(zero)) - f64::from(skip)
}

fn holds_zero(first: f64, last: f64, step: f64) -> bool {
    let rest = first.rem_euclid(step);
    first <= 0.0 && last >= 0.0 && rest.min(step - rest) < 1e-10
}

#[cfg(test)]
mod tests {
    use super::{Ticks, ticks};

    /// The first is the example in the manual of the R package `labeling`, by the authors of the paper; all
    /// were computed with the Python package mizani (0.14), a port of the authors' code.
    #[test]
    fn ticks_match_the_authors_code() {
        let printed: [(f64, f64, u32, &[f64]); 10] = [
            (8.1, 14.1, 4, &[8.0, 10.0, 12.0, 14.0]),
            (105.0, 543.0, 5, &[100.0, 200.0, 300.0, 400.0, 500.0]),
            (0.0, 1.0, 5, &[0.0, 0.25, 0.5, 0.75, 1.0]),
            (-3.7, 12.2, 5, &[-4.0, 0.0, 4.0, 8.0, 12.0]),
            (0.0, 400.0, 6, &[0.0, 100.0, 200.0, 300.0, 400.0]),
            (0.0013, 0.0087, 5, &[0.001, 0.003, 0.005, 0.007, 0.009]),
            (-120.0, -20.0, 5, &[-125.0, -100.0, -75.0, -50.0, -25.0]),
            (99.5, 100.5, 4, &[99.5, 100.0, 100.5]),
            (1e6, 5e6, 5, &[1e6, 2e6, 3e6, 4e6, 5e6]),
            (0.0, 37.0, 7, &[0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0]),
        ];
        for (low, high, wanted, expected) in printed {
            let found = ticks(low, high, wanted).at;
            assert_eq!(found.len(), expected.len(), "{low} {high}: {found:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert!(
                    (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
                    "{low}: {found}"
                );
            }
        }
    }

    #[test]
    fn decimals_distinguish_ticks() {
        assert_eq!(ticks(0.0, 1.0, 5).decimals, 2);
        assert_eq!(ticks(0.0, 400.0, 5).decimals, 0);
        assert_eq!(ticks(0.0013, 0.0087, 5).decimals, 3);
        assert_eq!(ticks(99.5, 100.5, 4).decimals, 1);
    }

    #[test]
    fn a_single_point_has_one_tick_and_an_empty_range_none() {
        assert_eq!(ticks(3.0, 3.0, 5), Ticks { at: vec![3.0], decimals: 0 });
        assert!(ticks(f64::NAN, 3.0, 5).at.is_empty());
        assert!(ticks(f64::NEG_INFINITY, 3.0, 5).at.is_empty());
    }

    #[test]
    fn every_range_gets_a_few_finite_ticks() {
        for low in [-1e12, -37.5, -1e-6, 0.0, 1e-9, 4.0, 1e15] {
            for span in [1e-9, 0.3, 1.0, 7.7, 1234.5, 1e9, 1e15] {
                let Ticks { at, decimals } = ticks(low, low + span, 5);
                assert!(!at.is_empty() && at.len() <= 12, "{low} {span}: {at:?}");
                assert!(at.iter().all(|tick| tick.is_finite()) && decimals <= 9);
                assert!(at.windows(2).all(|pair| pair[0] < pair[1]), "{low} {span}: {at:?}");
            }
        }
    }
}
