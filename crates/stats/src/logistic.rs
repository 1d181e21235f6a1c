//! Which differences between two sides predict the result: weights by maximum likelihood.
//!
//! Each column of an observation is the difference of a quantity between the two sides. The weighted sum of
//! the columns is a difference of strengths, a [`Link`] maps it to an expected share, and the weights
//! maximise the likelihood of the observed shares. With the link `1 / (1 + exp(-d))` this is logistic
//! regression (D. R. Cox, "The regression analysis of binary sequences", Journal of the Royal Statistical
//! Society B 20, 1958) without an intercept: sides have no order, and an observation seen from the other side
//! is the same one.
//!
//! The maximum is found by Fisher scoring: Newton's method with the expected curvature instead of the
//! observed one, which keeps the matrix positive definite for any link (P. McCullagh and J. A. Nelder,
//! "Generalized Linear Models", 1989, section 2.5). A step after which the likelihood falls more steeply than
//! it rose before overshot and is halved.
//!
//! Columns are first scaled so that their units do not matter, and a prior keeps the weights finite where the
//! data would make them infinite: [`RIDGE`].

use super::cholesky;
use lettergame_base::parallel_map;

/// The weight of half of each squared weight against the mean log loss, for columns of scale 1. Too
/// small to be noticed unless columns are collinear or the observations are separable.
const RIDGE: f64 = 1e-6;

/// A step that changes no weight by more than this, for columns of scale 1, is the last.
const LAST_STEP: f64 = 1e-7;

/// Maximum passes over the data; ten are typical, dozens if the data are separable.
const MAX_PASSES: usize = 300;

/// Maps a difference of strengths to an expected share.
///
/// Sides are interchangeable: `share(-d)` must be `1 - share(d)`, and accurate where it is small,
/// since the complement is computed from it.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The expected share: increasing, from 0 to 1.
    pub share: fn(f64) -> f64,
    /// Its derivative.
    pub slope: fn(f64) -> f64,
}

/// The result of [`fit_shares`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareFit<const N: usize> {
    /// For each column, in strength per unit of the column.
    pub weights: [f64; N],
    /// The mean negative log probability of an observation, in nats: `ln 2` is no better than zero
    /// weights.
    pub log_loss: f64,
    /// Did the steps converge? If not, the weights are those of the last step.
    pub settled: bool,
}

/// Fits the weights of `N` columns of differences to the observed shares.
///
/// `observed` decodes an observation into the differences and the share, 0 to 1, of the side that has them.
/// It is called in every pass, so observations can be stored compactly. Blocks are summed separately, on all
/// threads, and their sums added in block order: the weights depend on observations and blocks, not on
/// threads. Only elementary operations and `link` are used.
///
/// Prior: 1e-6 times half of each squared weight, for columns scaled to a root mean square of 1, which is the
/// standard deviation if each observation is taken from both sides; a column of zeros gets weight 0.
///
/// Takes O(N²) time per observation and typically ten passes: with 18 columns, about 0.8 seconds per million
/// observations on one thread. `None` without observations, or if one contains NaN or infinity.
///
/// ```
/// use lettergame_stats::{Link, fit_shares};
///
/// // a point more wins three times out of four, so it is worth odds of three to one
/// let games = [vec![(1.0, 1.0), (1.0, 1.0), (-1.0, 0.0), (1.0, 0.0)]];
/// let logistic = Link {
///     share: |d| 1.0 / (1.0 + (-d).exp()),
///     slope: |d| (-d.abs()).exp() / (1.0 + (-d.abs()).exp()).powi(2),
/// };
/// let fit = fit_shares(&games, |&(points, share)| ([points], share), logistic).unwrap();
/// assert!((fit.weights[0] - 3.0_f64.ln()).abs() < 1e-4);
/// ```
pub fn fit_shares<T: Sync, const N: usize>(
    blocks: &[Vec<T>],
    observed: impl Fn(&T) -> ([f64; N], f64) + Sync,
    link: Link,
) -> Option<ShareFit<N>> {
    let count = blocks.iter().map(Vec::len).sum::<usize>();
    if count == 0 {
        return None;
    }
    let data = Data { blocks, observed, link, count: count as f64 };
    let scales = data.scales()?;
    let mut weights = [0.0; N];
    let mut settled = false;
    let (mut step, mut rise) = data.score(&weights, &scales).step()?;
    for _ in 0..MAX_PASSES {
        let next = std::array::from_fn(|k| weights[k] + step[k]);
        let there = data.score(&next, &scales);
        if dot(&there.gradient, &step) < -rise {
            step = step.map(|part| 0.5 * part);
            rise *= 0.5;
            continue;
        }
        weights = next;
        (step, rise) = there.step()?;
        if step.iter().all(|part| part.abs() < LAST_STEP) {
            weights = std::array::from_fn(|k| weights[k] + step[k]);
            settled = true;
            break;
        }
    }
    let weights = std::array::from_fn(|k| weights[k] / scales[k]);
    Some(ShareFit { weights, log_loss: data.log_loss(&weights), settled })
}

fn dot<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}

struct Data<'a, T, F> {
    blocks: &'a [Vec<T>],
    observed: F,
    link: Link,
    count: f64,
}

impl<T: Sync, F> Data<'_, T, F> {
    /// A sum over all observations: per block, then over the blocks in order.
    fn sum<S: Send + Sync>(
        &self,
        zero: impl Fn() -> S + Sync,
        add: impl Fn(&mut S, &T) + Sync,
        join: impl Fn(S, S) -> S,
    ) -> S {
        let of_block = |index: usize| {
            let mut sum = zero();
            self.blocks[index].iter().for_each(|row| add(&mut sum, row));
            sum
        };
        let sums = parallel_map(self.blocks.len(), of_block);
        sums.into_iter().reduce(join).unwrap_or_else(zero)
    }

    /// The root mean square of each column; 1 for a column of zeros.
    fn scales<const N: usize>(&self) -> Option<[f64; N]>
    where
        F: Fn(&T) -> ([f64; N], f64) + Sync,
    {
        let squares: [f64; N] = self.sum(
            || [0.0; N],
            |sum, row| {
                let (columns, _) = (self.observed)(row);
                sum.iter_mut().zip(columns).for_each(|(sum, x)| *sum += x * x);
            },
            |one, other| std::array::from_fn(|k| one[k] + other[k]),
        );
        let scale = |sum: f64| if sum > 0.0 { (sum / self.count).sqrt() } else { 1.0 };
        squares.iter().all(|sum| sum.is_finite()).then(|| squares.map(scale))
    }

    /// The derivatives of the mean log probability, prior included, at the weights of scaled
    /// columns.
    fn score<const N: usize>(&self, weights: &[f64; N], scales: &[f64; N]) -> Score<N>
    where
        F: Fn(&T) -> ([f64; N], f64) + Sync,
    {
        let units = scales.map(|scale| 1.0 / scale);
        let add = |sum: &mut Score<N>, row: &T| {
            let (columns, share) = (self.observed)(row);
            let columns: [f64; N] = std::array::from_fn(|k| columns[k] * units[k]);
            sum.add(&columns, share, dot(weights, &columns), self.link);
        };
        let mut score = self.sum(|| Score::ZERO, add, Score::joined);
        for (gradient, weight) in score.gradient.iter_mut().zip(weights) {
            *gradient = *gradient / self.count - RIDGE * weight;
        }
        for (index, row) in score.information.iter_mut().enumerate() {
            row.iter_mut().for_each(|entry| *entry /= self.count);
            row[index] += RIDGE;
        }
        score
    }

    fn log_loss<const N: usize>(&self, weights: &[f64; N]) -> f64
    where
        F: Fn(&T) -> ([f64; N], f64) + Sync,
    {
        let add = |sum: &mut f64, row: &T| {
            let (columns, share) = (self.observed)(row);
            let difference = dot(weights, &columns);
            for (part, difference) in [(share, difference), (1.0 - share, -difference)] {
                if part > 0.0 {
                    *sum -= part * (self.link.share)(difference).ln();
                }
            }
        };
        self.sum(|| 0.0, add, |one, other| one + other) / self.count
    }
}

/// The gradient of the log probability with respect to the weights, and the negated expected second
/// derivatives: the lower triangle of the Fisher information.
struct Score<const N: usize> {
    gradient: [f64; N],
    information: [[f64; N]; N],
}

impl<const N: usize> Score<N> {
    const ZERO: Score<N> = Score { gradient: [0.0; N], information: [[0.0; N]; N] };

    fn add(&mut self, columns: &[f64; N], share: f64, difference: f64, link: Link) {
        let (expected, rest) = ((link.share)(difference), (link.share)(-difference));
        let slope = (link.slope)(difference);
        // where the expected share saturates, the slope is 0 as well
        let pull = slope / (expected * rest).max(f64::MIN_POSITIVE);
        // observed minus expected share, accurate at both ends
        let surprise = share * rest - (1.0 - share) * expected;
        let curvature = pull * slope;
        for (row, x) in columns.iter().enumerate() {
            self.gradient[row] += pull * surprise * x;
            let x = curvature * x;
            let entries = self.information[row][..=row].iter_mut();
            entries.zip(columns).for_each(|(entry, y)| *entry += x * y);
        }
    }

    fn joined(mut self, other: Score<N>) -> Score<N> {
        for row in 0..N {
            self.gradient[row] += other.gradient[row];
            let entries = self.information[row].iter_mut().zip(other.information[row]);
            entries.for_each(|(entry, more)| *entry += more);
        }
        self
    }

    /// The step to where the gradient should vanish, and the slope along it.
    fn step(&self) -> Option<([f64; N], f64)> {
        let (mut information, mut step) = (self.information, self.gradient);
        cholesky::solve(information.as_flattened_mut(), &mut step)?;
        let rise = dot(&self.gradient, &step);
        rise.is_finite().then_some((step, rise))
    }
}

#[cfg(test)]
mod tests {
    use super::{Link, ShareFit, fit_shares};
    use lettergame_base::{Rng, Seed};

    const LOGISTIC: Link = Link {
        share: |d| 1.0 / (1.0 + (-d).exp()),
        slope: |d| (-d.abs()).exp() / (1.0 + (-d.abs()).exp()).powi(2),
    };

    /// Heavier tails than the logistic link: 1/d^2 instead of exp(-d).
    const ALGEBRAIC: Link = Link {
        share: |d| {
            let (x, root) = (0.5 * d, (1.0 + 0.25 * d * d).sqrt());
            let less = 0.5 / (root * (root + x.abs()));
            if x < 0.0 { less } else { 1.0 - less }
        },
        slope: |d| 0.25 / (1.0 + 0.25 * d * d).powf(1.5),
    };

    type Row = ([f64; 3], f64);

    /// Columns from -2 to 2, -20 to 20 and 0 or 1, won with the probability that `weights` give.
    fn simulated(count: usize, weights: [f64; 3], link: Link, rng: &mut Rng) -> Vec<Row> {
        let row = |_| {
            let [x, y, z] = [rng.unit(), rng.unit(), rng.unit()];
            let columns = [4.0 * x - 2.0, 40.0 * y - 20.0, f64::from(u8::from(z < 0.5))];
            let strength: f64 = columns.iter().zip(weights).map(|(x, w)| x * w).sum();
            (columns, f64::from(u8::from(rng.unit() < (link.share)(strength))))
        };
        (0..count).map(row).collect()
    }

    fn fitted(rows: &[Row], block: usize, link: Link) -> ShareFit<3> {
        let blocks: Vec<Vec<Row>> = rows.chunks(block).map(<[Row]>::to_vec).collect();
        fit_shares(&blocks, |row| *row, link).unwrap()
    }

    #[test]
    fn the_weights_of_simulated_data_are_recovered() {
        let weights = [0.7, -0.12, 0.4];
        for link in [LOGISTIC, ALGEBRAIC] {
            let rows = simulated(60_000, weights, link, &mut Seed(1).rng());
            let fit = fitted(&rows, 1000, link);
            assert!(fit.settled && fit.log_loss < 0.65, "{fit:?}");
            // about three standard errors
            for (found, (weight, error)) in
                fit.weights.iter().zip(weights.iter().zip([0.03, 0.003, 0.05]))
            {
                assert!((found - weight).abs() < error, "{fit:?}");
            }
        }
    }

    /// Two groups, 30 of 40 and 12 of 20 won, and a tie that adds nothing: the weights are the log
    /// odds of each group, and the loss is the entropy.
    #[test]
    fn log_odds_of_groups_match_the_closed_form() {
        let group = |column: usize, won: usize, of: usize| {
            let columns: [f64; 3] = std::array::from_fn(|k| f64::from(u8::from(k == column)));
            (0..of).map(move |game| (columns, f64::from(u8::from(game < won))))
        };
        let rows: Vec<Row> =
            group(0, 30, 40).chain(group(1, 12, 20)).chain([([0.0; 3], 0.5)]).collect();
        let fit = fitted(&rows, 7, LOGISTIC);
        assert!((fit.weights[0] - 3.0_f64.ln()).abs() < 1e-4, "{fit:?}");
        assert!((fit.weights[1] - 1.5_f64.ln()).abs() < 1e-4, "{fit:?}");
        assert_eq!(fit.weights[2], 0.0);
        let entropy = |p: f64| -p * p.ln() - (1.0 - p) * (1.0 - p).ln();
        let loss = (40.0 * entropy(0.75) + 20.0 * entropy(0.6) + entropy(0.5)) / 61.0;
        assert!((fit.log_loss - loss).abs() < 1e-7, "{fit:?}");
    }

    #[test]
    fn column_units_and_the_choice_of_side_do_not_matter() {
        let rows = simulated(2000, [0.5, 0.1, -0.3], ALGEBRAIC, &mut Seed(2).rng());
        let plain = fitted(&rows, 100, ALGEBRAIC);
        let units = [1000.0, 0.001, 7.0];
        let scaled: Vec<Row> = (rows.iter().enumerate())
            .map(|(index, &(columns, share))| {
                let sign = if index % 3 == 0 { -1.0 } else { 1.0 };
                let share = if index % 3 == 0 { 1.0 - share } else { share };
                (std::array::from_fn(|k| sign * units[k] * columns[k]), share)
            })
            .collect();
        let other = fitted(&scaled, 100, ALGEBRAIC);
        for (k, unit) in units.into_iter().enumerate() {
            assert!((other.weights[k] * unit - plain.weights[k]).abs() < 1e-7, "{other:?}");
        }
        assert!((other.log_loss - plain.log_loss).abs() < 1e-9);
    }

    /// Every observation goes to the side with more: only the prior keeps the weight finite.
    #[test]
    fn fitting_perfectly_separable_data_terminates() {
        let rows: Vec<Row> = (1..=100)
            .map(|n| ([f64::from(n), -f64::from(n), 0.0], 1.0))
            .chain((1..=100).map(|n| ([-f64::from(n), f64::from(n), 0.0], 0.0)))
            .collect();
        for link in [LOGISTIC, ALGEBRAIC] {
            let fit = fitted(&rows, 10, link);
            assert!(fit.settled && fit.log_loss < 0.01, "{fit:?}");
            assert!(fit.weights[0] > 0.0 && fit.weights[0].is_finite(), "{fit:?}");
            // both columns are identical, so they share the weight
            assert!((fit.weights[0] + fit.weights[1]).abs() < 1e-6, "{fit:?}");
        }
    }

    #[test]
    fn results_are_bit_identical_for_any_thread_count() {
        let rows = simulated(5000, [0.5, 0.1, -0.3], ALGEBRAIC, &mut Seed(3).rng());
        let [one, three] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fitted(&rows, 64, ALGEBRAIC))
        });
        assert_eq!(one, three);
    }

    #[test]
    fn no_data_gives_no_fit() {
        let open = |row: &Row| *row;
        assert!(fit_shares(&[], open, LOGISTIC).is_none());
        assert!(fit_shares(&[vec![], vec![]], open, LOGISTIC).is_none());
        for bad in [f64::NAN, f64::INFINITY] {
            assert!(fit_shares(&[vec![([bad, 0.0, 0.0], 1.0)]], open, LOGISTIC).is_none());
            assert!(fit_shares(&[vec![([1.0, 0.0, 0.0], bad)]], open, LOGISTIC).is_none());
        }
    }
}
