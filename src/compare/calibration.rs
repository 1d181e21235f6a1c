//! How often verdicts are wrong and intervals miss, in simulations: blocks of many shapes, and resampled ones of
//! games that were really played (`tests/data/blocks`, from `compare` of two random bidders with shares of 8 and
//! 9, of `vowel-balance` with premiums of 4 and 5, and of `spender` with thrifts of 5 and 6).
//!
//! By default with few replicates; `LETTERGAME_CALIBRATION=2000 cargo test --release --lib calibration --
//! --nocapture` makes the table of the README.

use rayon::prelude::*;

use super::{Block, Effect, Estimates, Footing, Hypotheses, Means, Pair, Sequential, TestProgress};
use super::{Unit, Verdict};
use crate::base::{Branch, Rng, Seed};
use crate::stats::{Interval, SequentialTest};

const ALPHA: f64 = 0.05;

/// No test takes longer.
const MOST_BLOCKS: usize = 100_000;

fn replicates() -> u64 {
    let asked = std::env::var("LETTERGAME_CALIBRATION").ok();
    asked.map_or(120, |count| count.parse().expect("LETTERGAME_CALIBRATION is a number"))
}

/// The most wrong ones of so many that a chance of 1.2 alpha makes likely: three standard errors above.
fn most_wrong(count: u64) -> u64 {
    let mean = 1.2 * ALPHA * count as f64;
    (mean + 3.0 * mean.sqrt()) as u64
}

type Draw = Box<dyn Fn(&mut Rng) -> Block + Sync>;

/// Blocks of one kind with the true mean of their difference.
struct Shape {
    name: String,
    draw: Draw,
    mean: f64,
    /// The standard deviation of the difference.
    spread: f64,
}

fn exponential(rng: &mut Rng) -> f64 {
    -(1.0 - rng.unit()).ln()
}

/// G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", 1958.
fn normal(rng: &mut Rng) -> f64 {
    (2.0 * exponential(rng)).sqrt() * (std::f64::consts::TAU * rng.unit()).cos()
}

/// Points of both, with luck that both share: each of them has a standard deviation of `sqrt(1/2)` by it, so
/// that the unpaired spread is at least 1.
fn points(rng: &mut Rng, difference: f64) -> Block {
    let luck = 20.0 + normal(rng) * 0.5_f64.sqrt();
    let of = |points| Means { points, wins: 0.5, faults: 0 };
    Block { candidate: of(luck + difference), baseline: of(luck) }
}

/// Differences of mean 0 and variance 1.
fn smooth() -> Vec<Shape> {
    fn lognormal(sigma: f64, rng: &mut Rng) -> f64 {
        let square = (sigma * sigma).exp();
        ((sigma * normal(rng)).exp() - square.sqrt()) / (square * (square - 1.0)).sqrt()
    }
    let of = |name: &str, difference: fn(&mut Rng) -> f64| Shape {
        name: name.to_owned(),
        draw: Box::new(move |rng| {
            let difference = difference(rng);
            points(rng, difference)
        }),
        mean: 0.0,
        spread: 1.0,
    };
    vec![
        of("normal", normal),
        of("five values", |rng| {
            let value = match rng.below(20) {
                0 => -1.0,
                1..=5 => -0.5,
                6..=13 => 0.0,
                14..=18 => 0.5,
                _ => 1.0,
            };
            value / 0.225_f64.sqrt()
        }),
        of("Student t, 3 degrees", |rng| {
            let squares: f64 = (0..3).map(|_| normal(rng).powi(2)).sum();
            normal(rng) / squares.sqrt()
        }),
        of("exponential, skewness 2", |rng| exponential(rng) - 1.0),
        of("mirrored exponential", |rng| 1.0 - exponential(rng)),
        of("lognormal, skewness 1.8", |rng| lognormal(0.5, rng)),
        of("lognormal, skewness 3.7", |rng| lognormal(0.8, rng)),
        of("mirrored lognormal, skewness 3.7", |rng| -lognormal(0.8, rng)),
    ]
}

/// The share of the blocks that differ.
const RARE: [f64; 7] = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005];

/// What a block that differs costs: its name, mean and draw.
type Loss = (&'static str, f64, fn(&mut Rng) -> f64);

/// Differences that are mostly 0, as those of a player and its patch: all else costs points.
fn zero_inflated() -> Vec<Shape> {
    let losses: [Loss; 4] = [
        ("always 1", 1.0, |_| 1.0),
        ("always 3", 3.0, |_| 3.0),
        ("exponential, mean 1", 1.0, exponential),
        ("normal, mean 2", 2.0, |rng| 2.0 + normal(rng)),
    ];
    let of = |share: f64, (name, mean, loss): Loss| Shape {
        name: format!("{:.1} % differ, by {name}", 100.0 * share),
        draw: Box::new(move |rng| {
            let difference = if rng.unit() < share { -loss(rng) } else { 0.0 };
            points(rng, difference)
        }),
        mean: -share * mean,
        spread: share.sqrt() * mean,
    };
    RARE.iter().flat_map(|&share| losses.map(|loss| of(share, loss))).collect()
}

const RECORDED: [(&str, &str); 3] = [
    ("random:share=8 and 9", include_str!("../../tests/data/blocks/random-share.csv")),
    ("vowel-balance:premium=4 and 5", include_str!("../../tests/data/blocks/vowel-premium.csv")),
    ("spender:thrift=5 and 6", include_str!("../../tests/data/blocks/spender-thrift.csv")),
];

/// Resampled from blocks that were played.
fn recorded(by: fn(&Means) -> f64) -> Vec<Shape> {
    let of = |&(name, text): &(&str, &str)| {
        let read = |line: &str| {
            let numbers: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            let means = |points, wins| Means { points, wins, faults: 0 };
            Block {
                candidate: means(numbers[0], numbers[2]),
                baseline: means(numbers[1], numbers[3]),
            }
        };
        let blocks: Vec<Block> = text.lines().skip(1).map(read).collect();
        let of = |block: &Block| by(&block.candidate) - by(&block.baseline);
        let mean = blocks.iter().map(of).sum::<f64>() / blocks.len() as f64;
        let squares: f64 = blocks.iter().map(|block| (of(block) - mean).powi(2)).sum();
        let spread = (squares / blocks.len() as f64).sqrt();
        let draw = move |rng: &mut Rng| blocks[rng.below(blocks.len() as u32) as usize];
        Shape { name: name.to_owned(), draw: Box::new(draw), mean, spread }
    };
    RECORDED.iter().map(of).collect()
}

fn question(unit: Unit, h0: f64, h1: f64) -> Sequential {
    let test = SequentialTest::new(ALPHA, ALPHA).unwrap();
    Sequential { unit, hypotheses: Hypotheses::Two(Pair { h0, h1, test }), least_blocks: 32 }
}

/// What became of some tests.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    accepted_h1: u64,
    accepted_h0: u64,
    blocks: f64,
    /// Intervals of what was tested that cover the true value, and those of the win share or the points.
    covers: u64,
}

impl Outcome {
    fn and(self, other: Outcome) -> Outcome {
        Outcome {
            accepted_h1: self.accepted_h1 + other.accepted_h1,
            accepted_h0: self.accepted_h0 + other.accepted_h0,
            blocks: self.blocks + other.blocks,
            covers: self.covers + other.covers,
        }
    }
}

/// Plays one test to its end.
fn tested(shape: &Shape, asked: &Sequential, index: u64) -> (Verdict, Vec<Block>) {
    let mut rng = Seed(23).derive(Branch::Chance, index).rng();
    let (mut effect, mut blocks) = (Effect::default(), Vec::new());
    let mut progress = vec![TestProgress::default(); asked.hypotheses.pairs().len()];
    let mut verdict = Verdict::Undecided;
    while verdict == Verdict::Undecided && blocks.len() < MOST_BLOCKS {
        let block = (shape.draw)(&mut rng);
        verdict = asked.look(&effect, &block, Footing::SameSeats, &mut progress);
        effect.add(&block);
        blocks.push(block);
    }
    (verdict, blocks)
}

fn outcome(shape: &Shape, asked: &Sequential, count: u64, with_intervals: bool) -> Outcome {
    let one = |index| {
        let (verdict, blocks) = tested(shape, asked, index);
        let covers = with_intervals && {
            let estimates = Estimates::anytime(&blocks, Footing::SameSeats);
            let interval = match asked.unit {
                Unit::Points => estimates.points,
                Unit::Wins | Unit::Elo => estimates.wins,
            };
            interval.is_none_or(|Interval { low, high }| low <= shape.mean && shape.mean <= high)
        };
        Outcome {
            accepted_h1: u64::from(matches!(verdict, Verdict::Better | Verdict::NoWorse)),
            accepted_h0: u64::from(matches!(verdict, Verdict::Worse | Verdict::NoBetter)),
            blocks: blocks.len() as f64,
            covers: u64::from(covers),
        }
    };
    (0..count).into_par_iter().map(one).reduce(Outcome::default, Outcome::and)
}

/// Blocks that a test of fixed size with both errors 5 % needs.
fn fixed_length(apart: f64) -> f64 {
    (2.0 * 1.644_853_627 / apart).powi(2)
}

/// Tests at both hypotheses, `apart` standard deviations from each other, and halfway; prints a row of the table.
fn check(shape: &Shape, unit: Unit, apart: f64) {
    let count = replicates();
    let distance = apart * shape.spread;
    let at = |below: f64| {
        let h0 = shape.mean - below * distance;
        outcome(shape, &question(unit, h0, h0 + distance), count, true)
    };
    let (at_h0, at_h1, between) = (at(0.0), at(1.0), at(0.5));
    let percent = |part: u64| 100.0 * part as f64 / count as f64;
    let length = |outcome: &Outcome| outcome.blocks / count as f64 / fixed_length(apart);
    println!(
        "| {} | {apart} | {:.1} % | {:.1} % | {:.2} | {:.2} | {:.2} | {:.1} % | {:.1} % |",
        shape.name,
        percent(at_h0.accepted_h1),
        percent(at_h1.accepted_h0),
        length(&at_h0),
        length(&at_h1),
        length(&between),
        percent(at_h0.covers.min(at_h1.covers)),
        percent(between.covers),
    );
    let most = most_wrong(count);
    let name = &shape.name;
    assert!(at_h0.accepted_h1 <= most && at_h1.accepted_h0 <= most, "{name}: {at_h0:?} {at_h1:?}");
    for outcome in [at_h0, at_h1, between] {
        // 94 %, three standard errors below
        let missed = 0.06 * count as f64;
        let most = (missed + 3.0 * missed.sqrt()) as u64;
        assert!(count - outcome.covers <= most, "{name}: {outcome:?}");
        // the test ends: no dead band
        assert_eq!(outcome.accepted_h0 + outcome.accepted_h1, count, "{name}: {outcome:?}");
    }
}

fn heading() {
    println!(
        "| blocks | apart | wrong at h0 | wrong at h1 | length at h0 | at h1 | between | intervals cover | between |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
}

#[test]
fn smooth_and_skewed_blocks() {
    heading();
    for shape in smooth() {
        for apart in [0.2, 0.5] {
            check(&shape, Unit::Points, apart);
        }
    }
}

#[test]
fn recorded_blocks() {
    heading();
    for shape in recorded(|means| means.points) {
        check(&shape, Unit::Points, 0.2);
    }
    for shape in recorded(|means| means.wins) {
        check(&shape, Unit::Wins, 0.2);
    }
}

/// Is it no worse, though it loses just as much as must not be missed?
#[test]
fn blocks_that_are_mostly_equal() {
    println!("| blocks | called no worse | events seen | intervals cover |");
    println!("| --- | --- | --- | --- |");
    let count = replicates();
    for shape in zero_inflated() {
        let asked = question(Unit::Points, shape.mean, 0.0);
        // the intervals of rare events take many blocks each
        let found = outcome(&shape, &asked, count, true);
        let share = shape.name.split(' ').next().unwrap().parse::<f64>().unwrap() / 100.0;
        let percent = |part: u64| 100.0 * part as f64 / count as f64;
        println!(
            "| {} | {:.1} % | {:.1} | {:.1} % |",
            shape.name,
            percent(found.accepted_h1),
            found.blocks / count as f64 * share,
            percent(found.covers)
        );
        assert!(found.accepted_h1 <= most_wrong(count), "{}: {found:?}", shape.name);
        let missed = 0.06 * count as f64;
        assert!(count - found.covers <= (missed + 3.0 * missed.sqrt()) as u64, "{}", shape.name);
    }
}
