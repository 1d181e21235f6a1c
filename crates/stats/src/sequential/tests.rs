//! The sequential test: its verdicts in clear cases, and where it must give none. Its error rates are
//! simulated in `compare::calibration`.

use super::{Above, Accepted, Capital, Evidence, KNEE, SequentialRun, SequentialTest};
use crate::{Outlook, PairedSummary};
use lettergame_base::{Branch, Rng, Seed, parallel_map};

fn test() -> SequentialTest {
    SequentialTest::new(0.05, 0.05).unwrap()
}

/// G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", 1958.
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.unit()).cos()
}

/// A block with this difference, with luck moving both sides equally.
fn add(run: &mut SequentialRun, rng: &mut Rng, difference: f64) -> Option<Accepted> {
    let luck = normal(rng);
    run.add(10.0 + luck + difference, 10.0 + luck)
}

/// The number of tests that accepted `H1`, and the mean number of blocks, for normal blocks with this mean.
fn simulated(mean: f64, h1: f64) -> (u64, f64) {
    let one = |index| {
        let mut rng = Seed(19).derive(Branch::Chance, index as u64).rng();
        let mut run = SequentialRun::new(test(), 0.0, h1);
        let mut verdict = None;
        while verdict.is_none() {
            let block = mean + normal(&mut rng);
            verdict = add(&mut run, &mut rng, block);
        }
        (u64::from(verdict == Some(Accepted::H1)), run.blocks().count())
    };
    let sum = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
    let (accepted, length) = parallel_map(200, one).into_iter().fold((0, 0), sum);
    (accepted, length as f64 / 200.0)
}

/// A fixed-size test with the same errors takes `(2 * 1.645 / 0.2)^2` blocks, 271.
#[test]
fn it_takes_fewer_blocks_than_a_test_of_fixed_size() {
    let ((wrong, at_h0), (right, at_h1)) = (simulated(0.0, 0.2), simulated(0.2, 0.2));
    assert!(wrong <= 16 && right >= 184, "{wrong} {right}");
    assert!(at_h0.max(at_h1) < 0.8 * 271.0, "{at_h0} {at_h1}");
}

/// A mean between the hypotheses is decided as well, and one beyond them is accepted even more
/// reliably.
#[test]
fn means_elsewhere_are_judged_sensibly() {
    let (_, between) = simulated(0.1, 0.2);
    let (wrong, beyond) = simulated(-0.2, 0.2);
    assert!(between < 2.0 * 271.0 && beyond < between && wrong == 0, "{between} {beyond} {wrong}");
}

#[test]
fn error_rates_decide_the_evidence_needed() {
    let uneven = SequentialTest::new(0.01, 0.1).unwrap();
    assert!((uneven.needed_for_h1() - 100.0).abs() < 1e-9);
    assert!((uneven.needed_for_h0() - 10.0).abs() < 1e-9);
    for (alpha, beta) in
        [(0.0, 0.1), (0.5, 0.1), (0.1, 0.0), (0.1, 0.5), (f64::NAN, 0.1), (-0.1, 0.1)]
    {
        assert_eq!(SequentialTest::new(alpha, beta), None);
    }
}

/// 80 % of the capital at the full stake, 12 % at half of it, and 8 % at the stake for the mean so far:
/// nothing if that is not ahead.
#[test]
fn capital_grows_by_its_winnings() {
    let mut blocks = PairedSummary::default();
    (0..100).for_each(|n| blocks.add(f64::from(n % 2), 0.5));
    let outlook = Outlook::of(&blocks, None).unwrap();
    let above = |block, mean| Above { block, mean };
    let mut evidence = Evidence::default();
    evidence.add(&outlook, 0.1, above(2.0, 0.3), above(1.0, 0.0));
    evidence.add(&outlook, 0.2, above(-1.0, -0.1), above(-2.0, -0.2));
    let ahead = 1.0 + 2.0 * outlook.stake(0.3);
    let wanted: f64 = 0.8 * 1.2 * 0.8 + 0.12 * 1.1 * 0.9 + 0.08 * ahead;
    assert!((evidence.log_for_h1() - wanted.ln()).abs() < 1e-12);
    let ahead = 1.0 + 2.0 * outlook.stake(0.2);
    let wanted: f64 = 0.8 * 0.9 * 1.4 + 0.12 * 0.95 * 1.2 + 0.08 * ahead;
    assert!((evidence.log_for_h0() - wanted.ln()).abs() < 1e-12);
}

/// Beyond the knee a loss leaves something, and both pieces meet with the same value and slope.
#[test]
fn no_loss_wipes_out_the_capital() {
    let log = |gain: f64| {
        let mut capital = Capital::default();
        capital.bet(gain, [1.0; 3]);
        // the part at the full stake
        capital.logs[0] + capital.factors[0].ln()
    };
    assert!(log(-500.0).is_finite() && log(-5.0) < log(-1.0));
    let slope = |at: f64| (log(at + 1e-7) - log(at - 1e-7)) / 2e-7;
    assert!((slope(-KNEE - 1e-5) - slope(-KNEE + 1e-5)).abs() < 1e-2);
    assert!((log(-KNEE - 1e-12) - log(-KNEE + 1e-12)).abs() < 1e-9);
}

/// 4000 bets that win, and as many that lose: no overflow or underflow.
#[test]
fn capital_is_unbounded() {
    let mut capital = Capital::default();
    (0..4000).for_each(|_| capital.bet(1.0, [1.0, 0.0, 0.0]));
    assert!((capital.log() - (0.8_f64.ln() + 4000.0 * 2.0_f64.ln())).abs() < 1e-6);
    (0..4000).for_each(|_| capital.bet(-0.5, [1.0, 0.0, 0.0]));
    assert!((capital.log() - 0.8_f64.ln()).abs() < 1.0);
}

#[test]
fn both_sides_and_all_units_are_treated_the_same() {
    let mut rng = Seed(3).rng();
    let blocks: Vec<(f64, f64)> =
        (0..400).map(|_| (normal(&mut rng).exp(), normal(&mut rng))).collect();
    let end = |scale: f64, sign: f64, h0: f64, h1: f64| {
        let mut run = SequentialRun::new(test(), h0, h1);
        blocks.iter().for_each(|(x, y)| _ = run.add(scale * sign * x, scale * sign * y));
        (run.verdict(), run.blocks().count(), run.evidence)
    };
    let plain = end(1.0, 1.0, 1.0, 2.0);
    assert!(plain.0.is_some());
    let mirrored = end(1.0, -1.0, -2.0, -1.0);
    assert!(mirrored.0.is_some() && mirrored.0 != plain.0 && mirrored.1 == plain.1);
    assert!((plain.2.log_for_h1() - mirrored.2.log_for_h0()).abs() < 1e-6);
    let scaled = end(7.0, 1.0, 7.0, 14.0);
    assert_eq!((scaled.0, scaled.1), (plain.0, plain.1));
}

/// Narrow hypotheses and a large effect: an obvious result takes no longer than the minimum.
#[test]
fn a_large_effect_is_detected_at_once() {
    for (mean, h1, wanted) in
        [(40.0, 1.0, Accepted::H1), (-40.0, 1.0, Accepted::H0), (40.0, 1e-6, Accepted::H1)]
    {
        let (mut rng, mut run) = (Seed(5).rng(), SequentialRun::new(test(), 0.0, h1));
        let blocks = (0..100).map(|n| mean + f64::from(n % 3) - 1.0);
        let verdict =
            blocks.map(|block| add(&mut run, &mut rng, block)).find_map(|verdict| verdict);
        assert_eq!(verdict, Some(wanted));
        assert_eq!(run.blocks().count(), SequentialTest::MIN_BLOCKS);
    }
}

/// Blocks that are all equal support the nearer hypothesis, once players that differ by the other one would have
/// agreed in so many with a probability of 2.5 %: a block differs by three times the unpaired spread at most, so that
/// one in `3 * sqrt(2) / 0.125` does. The first eight show that spread.
#[test]
fn equal_blocks_are_judged_when_there_are_enough() {
    let blocks = |h0: f64, h1: f64| {
        let (mut rng, mut run) = (Seed(7).rng(), SequentialRun::new(test(), h0, h1));
        (0..10_000).find_map(|_| add(&mut run, &mut rng, 0.0));
        (run.verdict(), run.blocks().count())
    };
    let (verdict, count) = blocks(-0.125, 0.0);
    assert_eq!(verdict, Some(Accepted::H1));
    let needed = 8.0 + 0.025_f64.ln() / (-0.125 / (3.0 * 2.0_f64.sqrt())).ln_1p();
    assert!((count as f64 / needed - 1.0).abs() < 0.1, "{count} is not {needed}");
    assert_eq!(blocks(0.0, 0.125), (Some(Accepted::H0), count));
    assert!(blocks(-0.0125, 0.0).1 > 8 * count);
    // a hypothesis on the same side of 0 is no reason to doubt that blocks agree
    assert_eq!(blocks(0.125, 0.25).0, Some(Accepted::H0));
}

#[test]
fn nonsensical_hypotheses_are_never_accepted() {
    for (h0, h1) in [(1.0, 1.0), (1.0, 0.0), (f64::NAN, 1.0)] {
        let (mut rng, mut run) = (Seed(2).rng(), SequentialRun::new(test(), h0, h1));
        assert!((0..200).all(|_| add(&mut run, &mut rng, 0.5).is_none()));
    }
}

#[test]
fn a_verdict_is_final_whatever_follows() {
    let (mut rng, mut run) = (Seed(4).rng(), SequentialRun::new(test(), 0.0, 1.0));
    while add(&mut run, &mut rng, 0.1).is_none() {}
    let decided = run;
    assert_eq!(decided.verdict(), Some(Accepted::H0));
    (0..1000).for_each(|_| assert_eq!(add(&mut run, &mut rng, 9.0), Some(Accepted::H0)));
    assert_eq!(run, decided);
}
