//! The jackknife: what it keeps, when it is silent, and whether its intervals cover.

use super::{GROUPS, JackknifeRatings};
use crate::stats::ratings::simulation::{Lcg, play};
use crate::stats::{PairError, PairTable, fit};

const TRUTH: [f64; 4] = [150.0, 50.0, -50.0, -150.0];

/// Adds a block in which every two players meet, `copies` times with the same result.
fn record_block(results: &mut JackknifeRatings, lcg: &mut Lcg, block: u64, copies: usize) {
    for (i, own) in TRUTH.into_iter().enumerate() {
        for (j, other) in TRUTH.into_iter().enumerate().skip(i + 1) {
            let share = play(lcg, own, other);
            (0..copies).for_each(|_| results.record(block, i, j, share).unwrap());
        }
    }
}

fn simulate(seed: u64, blocks: u64, copies: usize) -> JackknifeRatings {
    let (mut lcg, mut results) = (Lcg(seed), JackknifeRatings::new(TRUTH.len()));
    (0..blocks).for_each(|block| record_block(&mut results, &mut lcg, block, copies));
    results
}

/// The share of 95 % intervals that cover the true rating, over 500 tournaments.
fn coverage(blocks: u64, copies: usize) -> f64 {
    let mut covered = 0;
    for seed in 0..500 {
        let fits = simulate(seed * 7919 + 1, blocks, copies).fit(0.95);
        covered += fits
            .iter()
            .zip(TRUTH)
            .filter(|(fit, truth)| {
                let interval = fit.interval.unwrap();
                interval.low <= *truth && *truth <= interval.high
            })
            .count();
    }
    covered as f64 / (500 * TRUTH.len()) as f64
}

#[test]
fn intervals_cover_as_often_as_they_say() {
    let covered = coverage(200, 1);
    assert!((0.93..=0.97).contains(&covered), "{covered}");
}

/// Four equal games a block carry no more news than one; an interval that took them
/// for independent would be half as wide and cover two times in three.
#[test]
fn intervals_cover_when_games_of_a_block_repeat() {
    let covered = coverage(200, 4);
    assert!((0.93..=0.97).contains(&covered), "{covered}");
}

#[test]
fn ratings_are_those_of_all_results_together() {
    let results = simulate(3, 50, 1);
    let mut all = PairTable::new(TRUTH.len());
    results.groups.iter().for_each(|group| all.merge(group).unwrap());
    let ratings: Vec<f64> = results.fit(0.95).iter().map(|fit| fit.rating).collect();
    assert_eq!(ratings, fit(&all));
}

/// The formula written out again, with cold starts.
#[test]
fn the_width_is_that_of_the_formula() {
    let results = simulate(4, 200, 1);
    let fits = results.fit(0.95);
    let mut square = 0.0;
    for left_out in 0..GROUPS {
        let mut rest = PairTable::new(TRUTH.len());
        let kept = results.groups.iter().enumerate().filter(|(group, _)| *group != left_out);
        kept.for_each(|(_, group)| rest.merge(group).unwrap());
        square += (fit(&rest)[0] - fits[0].rating).powi(2);
    }
    let half = 2.039_513_4 * (square * 31.0 / 32.0).sqrt();
    let interval = fits[0].interval.unwrap();
    assert!((interval.high - fits[0].rating - half).abs() < 1e-5, "{half} {interval:?}");
    assert!((fits[0].rating - interval.low - half).abs() < 1e-5, "{half} {interval:?}");
}

#[test]
fn shards_and_order_change_no_bit() {
    let whole = simulate(5, 90, 1);
    let (mut lcg, mut early) = (Lcg(5), JackknifeRatings::new(TRUTH.len()));
    let mut late = early.clone();
    (0..40).for_each(|block| record_block(&mut early, &mut lcg, block, 1));
    (40..90).for_each(|block| record_block(&mut late, &mut lcg, block, 1));
    late.merge(&early).unwrap();
    assert_eq!(late, whole);
    assert_eq!(late.fit(0.9), whole.fit(0.9));
}

#[test]
fn fewer_than_two_groups_give_no_interval() {
    let mut results = JackknifeRatings::new(2);
    assert!(results.fit(0.95).iter().all(|fit| fit.interval.is_none() && fit.rating == 0.0));
    results.record(0, 0, 1, 1.0).unwrap();
    results.record(32, 0, 1, 0.0).unwrap();
    assert!(results.fit(0.95).iter().all(|fit| fit.interval.is_none()));
    results.record(33, 0, 1, 1.0).unwrap();
    assert!(results.fit(0.95).iter().all(|fit| fit.interval.is_some()));
    assert!(results.fit(1.0).iter().all(|fit| fit.interval.is_none()));
}

#[test]
fn a_player_without_results_has_no_interval() {
    let mut results = JackknifeRatings::new(3);
    (0..64).for_each(|block| results.record(block, 0, 1, (block % 3) as f64 / 2.0).unwrap());
    let known: Vec<bool> = results.fit(0.95).iter().map(|fit| fit.interval.is_some()).collect();
    assert_eq!(known, [true, true, false]);
}

#[test]
fn refusals_leave_no_trace() {
    let mut results = JackknifeRatings::new(2);
    let unknown = PairError::UnknownPlayer { player: 5, players: 2 };
    assert_eq!(results.record(0, 5, 1, 1.0), Err(unknown));
    let size = PairError::Size { players: 2, other: 3 };
    assert_eq!(results.merge(&JackknifeRatings::new(3)), Err(size));
    assert_eq!(results, JackknifeRatings::new(2));
}

#[test]
fn who_never_lost_has_no_interval() {
    let mut results = JackknifeRatings::new(3);
    for deal in 0..64 {
        results.record(deal, 0, 1, 1.0).unwrap();
        results.record(deal, 1, 2, if deal % 3 == 0 { 1.0 } else { 0.0 }).unwrap();
    }
    let fits = results.fit(0.95);
    assert!(fits[0].interval.is_none() && fits[2].interval.is_some(), "{fits:?}");
}
