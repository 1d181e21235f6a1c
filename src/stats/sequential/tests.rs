//! The sequential test: its errors and its length in simulations, and where it must be silent.

use super::{Accepted, SequentialRun, SequentialTest};
use crate::base::{Branch, Rng, Seed};
use crate::stats::Summary;
use rayon::prelude::*;

/// Simulated tests of each kind.
const REPLICATES: u64 = 4000;

/// What 5 % of them is; nothing is allowed for chance.
const MOST_WRONG: u64 = 200;

/// Blocks of mean 0 and variance 1.
type Blocks = fn(&mut Rng) -> f64;

const SHAPES: [(&str, Blocks); 7] = [
    ("normal", normal),
    ("five values", five_values),
    ("Laplace", |rng| signed(rng, |rng| exponential(rng) / 2.0_f64.sqrt())),
    ("Student t with 3 degrees", student),
    ("exponential", |rng| exponential(rng) - 1.0),
    ("mirrored exponential", |rng| 1.0 - exponential(rng)),
    ("lognormal", lognormal),
];

fn exponential(rng: &mut Rng) -> f64 {
    -(1.0 - rng.unit()).ln()
}

fn signed(rng: &mut Rng, size: Blocks) -> f64 {
    let size = size(rng);
    if rng.below(2) == 0 { size } else { -size }
}

/// G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", 1958.
fn normal(rng: &mut Rng) -> f64 {
    let radius = (2.0 * exponential(rng)).sqrt();
    radius * (std::f64::consts::TAU * rng.unit()).cos()
}

/// Two games a block, with ties: -1 to 1 in halves.
fn five_values(rng: &mut Rng) -> f64 {
    let value = match rng.below(20) {
        0 => -1.0,
        1..=5 => -0.5,
        6..=13 => 0.0,
        14..=18 => 0.5,
        _ => 1.0,
    };
    value / 0.225_f64.sqrt()
}

fn student(rng: &mut Rng) -> f64 {
    let squares: f64 = (0..3).map(|_| normal(rng).powi(2)).sum();
    normal(rng) / squares.sqrt()
}

fn lognormal(rng: &mut Rng) -> f64 {
    let square = 0.25_f64.exp();
    ((0.5 * normal(rng)).exp() - square.sqrt()) / (square * (square - 1.0)).sqrt()
}

/// How many tests accepted `H1`, and the mean number of blocks, when the true mean is `mean`.
fn simulated(blocks: Blocks, mean: f64, h1: f64, replicates: u64) -> (u64, f64) {
    let one = |index| {
        let mut rng = Seed(19).derive(Branch::Chance, index).rng();
        let test = SequentialTest::new(0.05, 0.05).unwrap();
        let mut run = SequentialRun::new(test, 0.0, h1);
        while run.add(mean + blocks(&mut rng)).is_none() {}
        (u64::from(run.verdict() == Some(Accepted::H1)), run.blocks().count())
    };
    let sum = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
    let (accepted, length) = (0..replicates).into_par_iter().map(one).reduce(|| (0, 0), sum);
    (accepted, length as f64 / replicates as f64)
}

/// Blocks that a test of fixed size with both errors 5 % needs.
fn fixed_length(h1: f64) -> f64 {
    (2.0 * 1.644_853_627 / h1).powi(2)
}

#[test]
fn errors_are_as_promised_and_blocks_are_saved() {
    for h1 in [0.1, 0.2, 0.5] {
        for (shape, blocks) in SHAPES {
            let (wrong_h1, at_h0) = simulated(blocks, 0.0, h1, REPLICATES);
            let (right_h1, at_h1) = simulated(blocks, h1, h1, REPLICATES);
            let wrong_h0 = REPLICATES - right_h1;
            assert!(wrong_h1 <= MOST_WRONG && wrong_h0 <= MOST_WRONG, "{shape} {h1}");
            // at 0.5 the fixed test needs 43 blocks, hardly more than the least
            let saved = [at_h0, at_h1].map(|length| length / fixed_length(h1));
            assert!(h1 > 0.2 || (saved[0] + saved[1]) / 2.0 <= 0.7, "{shape} {h1}: {saved:?}");
            assert!(h1 > 0.2 || saved[0].max(saved[1]) <= 0.78, "{shape} {h1}: {saved:?}");
        }
    }
}

/// A mean between the hypotheses takes longest, and one beyond them is accepted all the surer.
#[test]
fn means_elsewhere_are_judged_sensibly() {
    let (_, between) = simulated(normal, 0.1, 0.2, 500);
    let (wrong, beyond) = simulated(normal, -0.2, 0.2, 500);
    assert!(beyond < 0.5 * between && wrong == 0, "{between} {beyond} {wrong}");
}

fn summary(blocks: impl IntoIterator<Item = f64>) -> Summary {
    blocks.into_iter().collect()
}

#[test]
fn errors_decide_the_bounds() {
    let test = SequentialTest::new(0.05, 0.05).unwrap();
    assert!((test.upper() - 19.0_f64.ln()).abs() < 1e-12);
    assert_eq!(test.lower(), -test.upper());
    let uneven = SequentialTest::new(0.01, 0.1).unwrap();
    assert!((uneven.upper() - 90.0_f64.ln()).abs() < 1e-12);
    assert!((uneven.lower() - (0.1_f64 / 0.99).ln()).abs() < 1e-12);
    for (alpha, beta) in
        [(0.0, 0.1), (0.5, 0.1), (0.1, 0.0), (0.1, 0.5), (f64::NAN, 0.1), (-0.1, 0.1)]
    {
        assert_eq!(SequentialTest::new(alpha, beta), None);
    }
}

/// 100 blocks of mean 1 and variance 4 without skewness: `v` is 4.6, so the ratio is
/// `50 ln((4.6 + 1) / (4.6 + 0.25))`, and `50 ln` of the same with Hall's small shift otherwise.
#[test]
fn the_ratio_is_that_of_the_formula() {
    let even = summary((0..100).map(|n| if n % 2 == 0 { 3.0 } else { -1.0 }));
    let found = SequentialTest::log_likelihood_ratio(&even, 0.0, 1.5).unwrap();
    assert!((found - 50.0 * (5.6_f64 / 4.85).ln()).abs() < 1e-9, "{found}");
    // skewness 1.5 and variance 1.44 from the odd one of ten, mean 0.4
    let odd = summary((0..100).map(|n| if n % 10 == 0 { 4.0 } else { 0.0 }));
    let skewness = 8.0 / 3.0;
    let hall = |h: f64| {
        let z = (0.4 - h) / (1.44 * 1.15_f64).sqrt();
        z + skewness * z * z / 3.0 + skewness * skewness * z.powi(3) / 27.0 + skewness / 600.0
    };
    let wanted = 50.0 * ((1.0 + hall(0.0).powi(2)) / (1.0 + hall(0.5).powi(2))).ln();
    let found = SequentialTest::log_likelihood_ratio(&odd, 0.0, 0.5).unwrap();
    let plain = 50.0 * ((1.656 + 0.16) / (1.656 + 0.01_f64)).ln();
    assert!((found - wanted.min(plain)).abs() < 1e-9, "{found} {wanted} {plain}");
    assert!((wanted - plain).abs() > 0.1, "{wanted} {plain}");
}

#[test]
fn both_sides_are_treated_alike() {
    let mut rng = Seed(3).rng();
    let blocks: Vec<f64> = (0..400).map(|_| lognormal(&mut rng) + 0.1).collect();
    for count in [2, 40, 400] {
        let ratio = |sign: f64, h0, h1| {
            let signed = summary(blocks[..count].iter().map(|block| sign * block));
            SequentialTest::log_likelihood_ratio(&signed, h0, h1).unwrap()
        };
        assert!((ratio(1.0, -0.1, 0.3) + ratio(-1.0, -0.3, 0.1)).abs() < 1e-9);
        let scaled = summary(blocks[..count].iter().map(|block| 50.0 + 7.0 * block));
        let scaled = SequentialTest::log_likelihood_ratio(&scaled, 50.0, 52.1).unwrap();
        assert!((scaled - ratio(1.0, 0.0, 0.3)).abs() < 1e-9);
    }
}

/// Narrow hypotheses and a great effect: what is obvious takes no longer than it must.
#[test]
fn a_great_effect_is_seen_at_once() {
    let test = SequentialTest::new(0.05, 0.05).unwrap();
    let blocks = |mean: f64| summary((0..32).map(|n| mean + f64::from(n % 3) - 1.0));
    for h1 in [0.01, 1.0, 5.0] {
        assert_eq!(test.accepted(&blocks(40.0), 0.0, h1), Some(Accepted::H1), "{h1}");
        assert_eq!(test.accepted(&blocks(-40.0), 0.0, h1), Some(Accepted::H0), "{h1}");
    }
    // the two parts join with the same slope
    let slope = |z: f64| (super::distance_cost(z + 1e-6) - super::distance_cost(z - 1e-6)) / 2e-6;
    assert!((slope(1.0 - 1e-5) - slope(1.0 + 1e-5)).abs() < 1e-4);
}

/// Without a spread the blocks speak for the nearer hypothesis, for none in the middle, and never
/// before there are enough of them.
#[test]
fn equal_blocks_are_judged() {
    let test = SequentialTest::new(0.05, 0.05).unwrap();
    let verdict = |value, count| test.accepted(&summary(vec![value; count]), -1.0, 2.0);
    assert_eq!((verdict(0.0, 31), verdict(-5.0, 31)), (None, None));
    assert_eq!((verdict(-1.0, 32), verdict(-5.0, 32)), (Some(Accepted::H0), Some(Accepted::H0)));
    assert_eq!((verdict(2.0, 32), verdict(9.0, 32)), (Some(Accepted::H1), Some(Accepted::H1)));
    assert_eq!(verdict(0.5, 100_000), None);
}

#[test]
fn there_is_no_ratio_of_too_little_or_of_nonsense() {
    let ratio = |blocks: &[f64], h0, h1| {
        SequentialTest::log_likelihood_ratio(&summary(blocks.iter().copied()), h0, h1)
    };
    assert_eq!((ratio(&[], 0.0, 1.0), ratio(&[0.5], 0.0, 1.0)), (None, None));
    assert!(ratio(&[0.5, 0.7], 0.0, 1.0).is_some());
    for (h0, h1) in [(1.0, 1.0), (1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
        assert_eq!(ratio(&[0.5, 0.7], h0, h1), None);
    }
    assert_eq!(ratio(&[0.5, f64::NAN], 0.0, 1.0), None);
    assert_eq!(ratio(&[0.5, f64::INFINITY], 0.0, 1.0), None);
}

#[test]
fn a_verdict_stays_whatever_comes_after_it() {
    let test = SequentialTest::new(0.05, 0.05).unwrap();
    let mut run = SequentialRun::new(test, 0.0, 1.0);
    assert_eq!((run.verdict(), run.add(0.0)), (None, None));
    (0..100).for_each(|_| assert_ne!(run.add(0.1), Some(Accepted::H1)));
    let decided = run;
    assert_eq!((decided.verdict(), decided.blocks().count()), (Some(Accepted::H0), 32));
    (0..1000).for_each(|_| assert_eq!(run.add(9.0), Some(Accepted::H0)));
    assert_eq!(run, decided);
}
