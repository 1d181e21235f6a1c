//! Two columns against each other: their correlation, and a sample of seats to plot.
//!
//! The correlation is Pearson's, from sums of squares and products that are updated like means (Welford's
//! update for two numbers at once; P. Pébay, "Formulas for robust, one-pass parallel computation of
//! covariances and arbitrary-order statistical moments", Sandia report SAND2008-6212, 2008, on covariances).
//!
//! Whether a game is in the sample depends only on a hash of its number. So the sample is reproducible, and
//! free of the patterns of seats and pairings that taking every n-th game would show.

use crate::digest::{Relation, SamplePoint};

/// Maximum number of seats in a sample.
const MAX_POINTS: usize = 400;

/// Counts seats of one player.
#[derive(Clone, Debug, Default)]
pub(super) struct RelationCount {
    count: u64,
    mean: [f64; 2],
    /// Sums of squared deviations of x, of y, and of the products of both.
    squares: [f64; 2],
    products: f64,
    /// A game is in the sample if this many low bits of its hash are zero.
    zero_bits: u32,
    points: Vec<SamplePoint>,
}

impl RelationCount {
    /// Counts a seat.
    pub(super) fn add(&mut self, point: SamplePoint) {
        self.count += 1;
        let values = [point.x, point.y];
        let before = [values[0] - self.mean[0], values[1] - self.mean[1]];
        for axis in 0..2 {
            self.mean[axis] += before[axis] / self.count as f64;
            self.squares[axis] += before[axis] * (values[axis] - self.mean[axis]);
        }
        self.products += before[0] * (values[1] - self.mean[1]);
        if self.is_sampled(point.game) {
            self.points.push(point);
            self.thin();
        }
    }

    fn is_sampled(&self, game: u64) -> bool {
        mixed(game).trailing_zeros() >= self.zero_bits
    }

    fn thin(&mut self) {
        while self.points.len() > MAX_POINTS {
            self.zero_bits += 1;
            let points = std::mem::take(&mut self.points);
            self.points = points.into_iter().filter(|point| self.is_sampled(point.game)).collect();
        }
    }

    /// The result; `None` if nothing was counted.
    pub(super) fn digest(&self, [x, y]: [&str; 2]) -> Option<Relation> {
        let spread = (self.squares[0] * self.squares[1]).sqrt();
        let varies = self.squares.iter().all(|squares| *squares > 0.0);
        (self.count > 0).then(|| Relation {
            x: x.to_owned(),
            y: y.to_owned(),
            mean_x: self.mean[0],
            mean_y: self.mean[1],
            correlation: varies.then(|| (self.products / spread).clamp(-1.0, 1.0)),
            points: self.points.clone(),
        })
    }
}

/// Mixes the bits of a number: the finalizer of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood,
/// "Fast splittable pseudorandom number generators", OOPSLA 2014).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::{MAX_POINTS, RelationCount, mixed};
    use crate::digest::SamplePoint;

    fn of(values: &[(f64, f64)]) -> Option<f64> {
        let mut count = RelationCount::default();
        for (game, &(x, y)) in (0..).zip(values) {
            count.add(SamplePoint { game, seat: 0, x, y });
        }
        count.digest(["x", "y"]).unwrap().correlation
    }

    #[test]
    fn the_correlation_matches_anscombes_quartet() {
        // F. J. Anscombe, "Graphs in statistical analysis", 1973, the first set: 0.81642
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let values: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
        assert!((of(&values).unwrap() - 0.816_420_5).abs() < 1e-7);
    }

    #[test]
    fn constant_values_have_no_correlation() {
        assert_eq!(of(&[(1.0, 2.0)]), None);
        assert_eq!(of(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(of(&[(1.0, 2.0), (2.0, 2.0)]), None);
        assert_eq!(of(&[(1.0, 2.0), (2.0, 1.0)]), Some(-1.0));
        assert_eq!(RelationCount::default().digest(["x", "y"]), None);
    }

    #[test]
    fn the_hash_matches_the_published_values() {
        // the first numbers of SplitMix64 from the seed 0
        assert_eq!(mixed(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mixed(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn a_sample_is_small_and_favours_no_seat_or_pairing() {
        let mut count = RelationCount::default();
        for game in 0..100_000 {
            count.add(SamplePoint { game, seat: (game % 4) as usize, x: 1.0, y: game as f64 });
        }
        let points = count.digest(["x", "y"]).unwrap().points;
        assert!(points.len() <= MAX_POINTS && points.len() > MAX_POINTS / 3, "{}", points.len());
        assert!(points.windows(2).all(|two| two[0].game < two[1].game));
        for seat in 0..4 {
            let share = points.iter().filter(|point| point.seat == seat).count() as f64;
            assert!((share / points.len() as f64 - 0.25).abs() < 0.1);
        }
        assert!(points.iter().any(|point| point.game > 90_000));
    }
}
