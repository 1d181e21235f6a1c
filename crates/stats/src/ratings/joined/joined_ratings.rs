//! Joined ratings, their uncertainty, and the mean of several of them.

use statrs::distribution::{ContinuousCDF, Normal};

use super::super::few_points::FewPoints;
use super::super::fitted::Ratings;
use super::deviations::PairDeviation;
use lettergame_base::{Branch, Rng, Seed, parallel_map};

/// Draws if they are cheap. A standard deviation from these is known to 1.6 %.
const MAX_DRAWS: usize = 2000;

/// Draws if they are expensive: 5 %.
const MIN_DRAWS: usize = 200;

/// Approximate operations for all draws together.
const WORK: usize = 100_000_000;

/// The seed of all draws.
const SEED: Seed = Seed(0x6a6f_696e_6564_7261);

/// A pivot of at most this share of its diagonal is none: the covariance is singular along the zero of the
/// scale.
const SINGULAR: f64 = 1e-9;

/// What one player took from another.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Meetings {
    blocks: u64,
    points: f64,
}

impl Meetings {
    pub(super) fn add(&mut self, blocks: u64, points: f64) {
        self.blocks += blocks;
        self.points += points;
    }
}

/// The ratings of all players, with the uncertainty of the chosen ones: see
/// [`JoinedResults::fit`](super::JoinedResults::fit).
///
/// Ratings are in Elo-like points: 400 are odds of ten to one. Zero is the average of the chosen players,
/// each weighted by the information in its games ([`RatingScale::Average`](super::super::RatingScale)).
#[derive(Debug, Clone, PartialEq)]
pub struct JoinedRatings {
    /// Of all players.
    pub(super) ratings: Vec<f64>,
    pub(super) chosen: Vec<usize>,
    // all others are of the chosen
    /// Row by row, in points squared.
    pub(super) covariance: Vec<f64>,
    pub(super) dispersion: f64,
    pub(super) linked: Vec<bool>,
    pub(super) blocks: Vec<u64>,
    /// Row by row: what each took from each.
    pub(super) meetings: Vec<Meetings>,
    pub(super) few: Vec<Option<FewPoints>>,
    pub(super) deviations: Vec<PairDeviation>,
}

impl JoinedRatings {
    /// The rating of any player. A player without results is rated like the average opponent of the prior,
    /// as with [`fit`](super::super::fit).
    ///
    /// # Panics
    /// If it is out of range.
    #[must_use]
    pub fn rating(&self, player: usize) -> f64 {
        self.ratings[player]
    }

    /// The players whose uncertainty is known, in the order of the call.
    #[must_use]
    pub fn chosen(&self) -> &[usize] {
        &self.chosen
    }

    /// The covariance of two ratings, in points squared, by positions within [`chosen`](Self::chosen). It is
    /// relative to the zero of the scale: the variance of a difference is `v(a, a) + v(b, b) - 2 v(a, b)`.
    /// Where a rating rests on the prior alone it is that of the prior.
    ///
    /// # Panics
    /// If a position is out of range.
    #[must_use]
    pub fn covariance(&self, a: usize, b: usize) -> f64 {
        assert!(b < self.chosen.len(), "position {b} is out of range");
        self.covariance[a * self.chosen.len() + b]
    }

    /// The observed variance of the players' points in a block over that of as many independent games
    /// without ties, over all groups; 1 if unknown. Games of one deal and pairs of one game depend on each
    /// other, so it is usually not 1.
    #[must_use]
    pub fn dispersion(&self) -> f64 {
        self.dispersion
    }

    /// The results of every pair of the chosen against what their results with others say. Pairs with few
    /// results, or without others that link them, are left out. Positions are those within
    /// [`chosen`](Self::chosen).
    #[must_use]
    pub fn deviations(&self) -> &[PairDeviation] {
        &self.deviations
    }

    /// The probability that one chosen player is truly above another, by positions within
    /// [`chosen`](Self::chosen): from the normal distribution of their difference. For players that are not
    /// linked by results as [`Ratings::above`]; `None` for a player with itself.
    ///
    /// # Panics
    /// If a position is out of range.
    #[must_use]
    pub fn above(&self, a: usize, b: usize) -> Option<f64> {
        let variance = self.covariance(a, a) + self.covariance(b, b) - 2.0 * self.covariance(a, b);
        if a != b && self.linked[a] && self.linked[b] && variance > 0.0 {
            let apart = self.ratings[self.chosen[a]] - self.ratings[self.chosen[b]];
            return Some(Normal::standard().cdf(apart / variance.sqrt()));
        }
        self.without_draws().above(a, b)
    }

    /// The ratings of the chosen players, by positions, with 200 to 2000 normal draws from their covariance.
    ///
    /// Each player's degrees of freedom follow from its number of blocks. All draws use one fixed seed, with
    /// a separate stream for each draw, so they are the same on any number of threads.
    #[must_use]
    pub fn ratings(&self) -> Ratings {
        Ratings { draws: draws(&self.covariance, self.chosen.len()), ..self.without_draws() }
    }

    /// The mean of independent ratings of the same players, weighted, e.g. of the formats of one season.
    ///
    /// Weights are relative and positive. A player is linked if it is in every part. Its degrees of freedom
    /// are those of the sum of its variances (F. E. Satterthwaite, "An approximate distribution of estimates
    /// of variance components", Biometrics Bulletin 2, 1946). The intervals of players with few points are
    /// not widened, unless there is only one part.
    ///
    /// # Panics
    /// If a weight is not positive and finite, or if the parts differ in their chosen players.
    #[must_use]
    pub fn combined(parts: &[(f64, &JoinedRatings)]) -> Ratings {
        let Some((_, first)) = parts.first() else { return JoinedRatings::none().ratings() };
        if parts.len() == 1 {
            return first.ratings();
        }
        let sum: f64 = parts.iter().map(|(weight, _)| weight).sum();
        let (chosen, mut mean) = (&first.chosen, JoinedRatings::none());
        let count = chosen.len();
        (mean.ratings, mean.covariance) = (vec![0.0; count], vec![0.0; count * count]);
        (mean.linked, mean.few) = (vec![true; count], vec![None; count]);
        mean.meetings = vec![Meetings::default(); count * count];
        mean.chosen = (0..count).collect();
        for (weight, part) in parts {
            assert!(*weight > 0.0 && weight.is_finite(), "weight {weight} is not positive");
            assert_eq!(&part.chosen, chosen, "parts have different players");
            let weight = weight / sum;
            for (place, &player) in chosen.iter().enumerate() {
                mean.ratings[place] += weight * part.ratings[player];
                mean.linked[place] &= part.linked[place];
            }
            for (at, covariance) in part.covariance.iter().enumerate() {
                mean.covariance[at] += weight * weight * covariance;
                mean.meetings[at].add(part.meetings[at].blocks, part.meetings[at].points);
            }
        }
        let freedom = |place: usize| {
            let at = place * (count + 1);
            let weighted = |(weight, part): &(f64, &JoinedRatings)| {
                let variance = (weight / sum).powi(2) * part.covariance[at];
                variance * variance / part.blocks[place].saturating_sub(1) as f64
            };
            let squares: f64 = parts.iter().map(weighted).filter(|square| !square.is_nan()).sum();
            let freedom = mean.covariance[at] * mean.covariance[at] / squares;
            if freedom.is_finite() { freedom as u64 } else { 0 }
        };
        mean.blocks = (0..count).map(|place| freedom(place) + 1).collect();
        mean.ratings()
    }

    /// Of no players.
    fn none() -> JoinedRatings {
        JoinedRatings {
            ratings: Vec::new(),
            chosen: Vec::new(),
            covariance: Vec::new(),
            dispersion: 1.0,
            linked: Vec::new(),
            blocks: Vec::new(),
            meetings: Vec::new(),
            few: Vec::new(),
            deviations: Vec::new(),
        }
    }

    /// The ratings of the chosen players, without any draw.
    fn without_draws(&self) -> Ratings {
        let count = self.chosen.len();
        let swept = |at: usize| {
            let (own, other) = (self.meetings[at], self.meetings[at % count * count + at / count]);
            if own.points > 0.0 && other.points == 0.0 { own.blocks } else { 0 }
        };
        Ratings {
            ratings: self.chosen.iter().map(|&player| self.ratings[player]).collect(),
            linked: self.linked.clone(),
            cells: self.blocks.clone(),
            draws: Vec::new(),
            factor: 1.0,
            sweeps: (0..count * count).map(swept).collect(),
            few: self.few.clone(),
        }
    }
}

/// Normal draws with mean 0 and this covariance.
fn draws(covariance: &[f64], size: usize) -> Vec<Vec<f64>> {
    let factor = factor(covariance, size);
    let draw = |index: usize| -> Vec<f64> {
        let mut rng = SEED.derive(Branch::Chance, index as u64).rng();
        let normal: Vec<f64> = (0..size.div_ceil(2)).flat_map(|_| normals(&mut rng)).collect();
        let product = |row: &[f64]| row.iter().zip(&normal).map(|(own, normal)| own * normal).sum();
        (0..size).map(|at| product(&factor[at * size..at * size + at + 1])).collect()
    };
    parallel_map((WORK / (size * size).max(1)).clamp(MIN_DRAWS, MAX_DRAWS), draw)
}

/// Two independent standard normal numbers (G. E. P. Box and M. E. Muller, "A note on the generation of random
/// normal deviates", The Annals of Mathematical Statistics 29, 1958).
fn normals(rng: &mut Rng) -> [f64; 2] {
    let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
    let (sine, cosine) = (std::f64::consts::TAU * rng.unit()).sin_cos();
    [radius * cosine, radius * sine]
}

/// The lower triangle whose product with its transpose is a matrix that may be singular: as for
/// [`cholesky`](super::super::super::cholesky), but a column without a pivot is zero.
fn factor(matrix: &[f64], size: usize) -> Vec<f64> {
    let mut factor = vec![0.0; size * size];
    for row in 0..size {
        for column in 0..=row {
            let (own, other) = (&factor[row * size..], &factor[column * size..]);
            let known: f64 = own[..column].iter().zip(other).map(|(one, other)| one * other).sum();
            let rest = matrix[row * size + column] - known;
            let pivot = other[column];
            factor[row * size + column] = if column == row {
                if rest > SINGULAR * matrix[row * size + row] { rest.sqrt() } else { 0.0 }
            } else if pivot > 0.0 {
                rest / pivot
            } else {
                0.0
            };
        }
    }
    factor
}
