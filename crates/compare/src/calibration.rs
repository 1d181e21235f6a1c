//! How often verdicts are wrong and intervals miss, in simulations, for points, win share and Elo.
//! The blocks have many shapes, or are resampled from real games (`data/blocks`, from `compare` of
//! two random bidders with shares of 8 and 9, of `vowel-balance` with premiums of 4 and 5, and of
//! `spender` with thrifts of 5 and 6).
//!
//! Runs few replicates by default; `LETTERGAME_CALIBRATION=2000 cargo test --release --lib
//! calibration -- --nocapture` prints the table of the README.

use self::shapes::{Shape, patches, rare_losses, recorded, smooth, zero_inflated};
use super::{Block, Effect, Estimates, Hypotheses, Pair, Sequential, TestProgress, Unit, Verdict};
use lettergame_base::{Branch, Seed, parallel_map};
use lettergame_stats::{Interval, SequentialTest};

mod shapes;

const ALPHA: f64 = 0.05;

/// The maximum number of blocks in a test.
const MAX_BLOCKS: usize = 100_000;

fn replicates() -> u64 {
    let asked = std::env::var("LETTERGAME_CALIBRATION").ok();
    asked.map_or_else(
        || lettergame_xtest::cases(30),
        |count| count.parse().expect("LETTERGAME_CALIBRATION is a number"),
    )
}

/// The largest plausible number of errors among this many at a rate of alpha: three standard errors
/// above it.
fn most_wrong(count: u64) -> u64 {
    let mean = 1.2 * ALPHA * count as f64;
    (mean + 3.0 * mean.sqrt()) as u64
}

fn question(unit: Unit, h0: f64, h1: f64) -> Sequential {
    let test = SequentialTest::new(ALPHA, ALPHA).unwrap();
    Sequential { unit, hypotheses: Hypotheses::Two(Pair { h0, h1, test }), least_blocks: 32 }
}

/// The outcome of a number of tests.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    accepted_h1: u64,
    accepted_h0: u64,
    blocks: f64,
    /// Intervals of the tested quantity that cover the true value, and those of the win share or
    /// the points.
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

/// Runs one test to its end.
fn tested(shape: &Shape, asked: &Sequential, index: u64) -> (Verdict, Vec<Block>) {
    let mut rng = Seed(23).derive(Branch::Chance, index).rng();
    let (mut effect, mut blocks) = (Effect::default(), Vec::new());
    let mut progress = vec![TestProgress::default(); asked.hypotheses.pairs().len()];
    let mut verdict = Verdict::Undecided;
    while verdict == Verdict::Undecided && blocks.len() < MAX_BLOCKS {
        let block = (shape.draw)(&mut rng);
        verdict = asked.look(&effect, &block, shape.footing, &mut progress);
        effect.add(&block);
        blocks.push(block);
    }
    (verdict, blocks)
}

fn outcome(shape: &Shape, asked: &Sequential, count: u64, with_intervals: bool) -> Outcome {
    let one = |index| {
        let (verdict, blocks) = tested(shape, asked, index as u64);
        let covers = with_intervals && {
            let estimates = Estimates::anytime(&blocks, shape.footing);
            let interval = match asked.unit {
                Unit::Points => estimates.points,
                Unit::Wins => estimates.wins,
                Unit::Elo => estimates.elo.and_then(|gain| gain.interval),
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
    parallel_map(count as usize, one).into_iter().fold(Outcome::default(), Outcome::and)
}

/// The number of blocks that a fixed-size test needs with both errors at 5 %.
fn fixed_length(apart: f64) -> f64 {
    (2.0 * 1.644_853_627 / apart).powi(2)
}

/// Tests at both hypotheses, `apart` standard deviations from each other, and halfway between;
/// prints a row of the table.
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
        // every test ends: no dead band
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
fn error_rates_hold_for_smooth_and_skewed_blocks() {
    heading();
    for shape in smooth() {
        for apart in [0.2, 0.5] {
            check(&shape, Unit::Points, apart);
        }
    }
}

#[test]
fn error_rates_hold_for_recorded_blocks() {
    heading();
    for unit in [Unit::Points, Unit::Wins, Unit::Elo] {
        for shape in recorded(unit) {
            check(&shape, unit, 0.2);
        }
    }
}

#[test]
fn error_rates_hold_for_clumped_blocks_in_elo() {
    heading();
    for shape in patches() {
        check(&shape, Unit::Elo, 0.2);
    }
}

/// Non-inferiority where the true loss is exactly the margin.
#[test]
fn error_rates_hold_for_mostly_equal_blocks() {
    println!("| blocks | called no worse | events seen | intervals cover |");
    println!("| --- | --- | --- | --- |");
    let count = replicates();
    let in_points = zero_inflated().into_iter().map(|shape| (shape, Unit::Points));
    let in_elo = rare_losses().into_iter().map(|shape| (shape, Unit::Elo));
    for (shape, unit) in in_points.chain(in_elo) {
        let asked = question(unit, shape.mean, 0.0);
        // intervals of rare events take many blocks each
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
