//! The bootstrap: what it keeps, when it gives no interval, and the coverage of its intervals.

use super::{BootstrapRatings, CELLS, MAX_REPLICATES, most_cells, replicates};
use crate::ratings::simulation::{Lcg, expected_share, play, ranking};
use crate::{PairError, PairTable, RatingFit, fit};

const TRUTH: [f64; 4] = [150.0, 50.0, -50.0, -150.0];

/// One game of every pair of players, `copies` times with the same result.
fn record_block(
    results: &mut BootstrapRatings,
    truth: &[f64],
    lcg: &mut Lcg,
    block: u64,
    copies: usize,
) {
    for (i, own) in truth.iter().enumerate() {
        for (j, other) in truth.iter().enumerate().skip(i + 1) {
            let share = play(lcg, *own, *other);
            (0..copies).for_each(|_| results.record(block, i, j, share).unwrap());
        }
    }
}

fn simulate(truth: &[f64], seed: u64, blocks: u64, copies: usize) -> BootstrapRatings {
    let (mut lcg, mut results) = (Lcg(seed), BootstrapRatings::new(truth.len()));
    (0..blocks).for_each(|block| record_block(&mut results, truth, &mut lcg, block, copies));
    results
}

/// Blocks of a single ranking each.
fn simulate_rankings(truth: &[f64], seed: u64, blocks: u64) -> BootstrapRatings {
    let (mut lcg, mut results) = (Lcg(seed), BootstrapRatings::new(truth.len()));
    for block in 0..blocks {
        let order = ranking(&mut lcg, truth);
        for (place, &better) in order.iter().enumerate() {
            for &worse in &order[place + 1..] {
                results.record(block, better, worse, 1.0).unwrap();
            }
        }
    }
    results
}

/// True ratings with their average at 0, for players who all meet equally often: each is weighted
/// by the sum of `p (1 - p)` over the others.
pub(in crate::ratings) fn on_the_scale(truth: &[f64]) -> Vec<f64> {
    let weight = |own: &f64| -> f64 {
        let spread = |other: &f64| expected_share(*own, *other) * expected_share(*other, *own);
        truth.iter().map(spread).sum::<f64>() - 0.25
    };
    let weights: f64 = truth.iter().map(weight).sum();
    let zero = truth.iter().map(|own| weight(own) * own).sum::<f64>() / weights;
    truth.iter().map(|own| own - zero).collect()
}

/// The share of 95 % intervals that cover the true rating, over `tournaments` simulations.
fn coverage(truth: &[f64], tournaments: u64, simulate: impl Fn(u64) -> BootstrapRatings) -> f64 {
    let (mut covered, truth) = (0, &on_the_scale(truth)[..]);
    for seed in 0..tournaments {
        let fits = simulate(seed * 7919 + 1).fit(0.95);
        let covers = |(fit, truth): &(&RatingFit, &f64)| {
            fit.interval.is_some_and(|interval| interval.low <= **truth && **truth <= interval.high)
        };
        covered += fits.iter().zip(truth).filter(covers).count();
    }
    covered as f64 / (tournaments as usize * truth.len()) as f64
}

#[test]
fn intervals_reach_their_nominal_coverage() {
    let covered = coverage(&TRUTH, 300, |seed| simulate(&TRUTH, seed, 200, 1));
    assert!((0.935..=0.965).contains(&covered), "{covered}");
}

/// Four equal games a block carry no more information than one; an interval that treated them as
/// independent would be half as wide and cover two times in three.
#[test]
fn intervals_cover_when_games_of_a_block_repeat() {
    let covered = coverage(&TRUTH, 300, |seed| simulate(&TRUTH, seed, 200, 4));
    assert!((0.935..=0.965).contains(&covered), "{covered}");
}

/// The pairs of one ranking depend on each other.
#[test]
fn intervals_from_rankings_cover_the_truth() {
    let truth = [200.0, 100.0, 0.0, -50.0, -100.0, -150.0];
    let covered = coverage(&truth, 200, |seed| simulate_rankings(&truth, seed, 100));
    assert!((0.93..=0.97).contains(&covered), "{covered}");
}

/// Few blocks: the prior shrinks towards the middle and t widens the intervals.
#[test]
fn intervals_from_few_blocks_cover_the_truth() {
    let covered = coverage(&TRUTH, 400, |seed| simulate(&TRUTH, seed, 16, 1));
    assert!((0.93..=0.98).contains(&covered), "{covered}");
}

/// With more blocks than cells, sums of blocks are drawn.
#[test]
fn intervals_from_many_blocks_cover_the_truth() {
    let truth = [50.0, -50.0];
    let covered = coverage(&truth, 100, |seed| simulate(&truth, seed, 3000, 1));
    assert!((0.90..=0.99).contains(&covered), "{covered}");
}

/// Two players with equal chances: the error of the rating follows from the binomial one by the
/// derivative of the log odds: 400 / ln 10 / 2 * 2 / sqrt(n).
#[test]
fn the_width_for_two_players_matches_the_log_odds() {
    for blocks in [400_u64, 5000] {
        let mut results = BootstrapRatings::new(2);
        (0..blocks).for_each(|deal| results.record(deal, 0, 1, (deal % 2) as f64).unwrap());
        let interval = results.fit(0.95)[0].interval.unwrap();
        let wanted = 1.966 * 400.0 / std::f64::consts::LN_10 / (blocks as f64).sqrt();
        let half = (interval.high - interval.low) / 2.0;
        // with more blocks than cells, alternating wins become sums of blocks, which vary less than
        // random ones
        let near = if blocks > 1021 { half < wanted } else { (half / wanted - 1.0).abs() < 0.07 };
        assert!(near, "{half} {wanted}");
    }
}

#[test]
fn ratings_are_fitted_to_all_results_together() {
    let results = simulate(&TRUTH, 3, 50, 1);
    let mut all = PairTable::new(TRUTH.len());
    results.cells.iter().for_each(|cell| all.merge(cell).unwrap());
    assert_eq!(all, results.total());
    let ratings: Vec<f64> = results.fit(0.95).iter().map(|fit| fit.rating).collect();
    let plain = fit(&all);
    for (rating, plain_rating) in ratings.iter().zip(&plain) {
        assert!((rating - ratings[0] - (plain_rating - plain[0])).abs() < 1e-9, "{ratings:?}");
    }
}

#[test]
fn shards_and_order_change_no_bit() {
    let whole = simulate(&TRUTH, 5, 1200, 1);
    let (mut lcg, mut early) = (Lcg(5), BootstrapRatings::new(TRUTH.len()));
    let mut late = early.clone();
    (0..40).for_each(|block| record_block(&mut early, &TRUTH, &mut lcg, block, 1));
    (40..1200).for_each(|block| record_block(&mut late, &TRUTH, &mut lcg, block, 1));
    late.merge(&early).unwrap();
    assert_eq!(late, whole);
    assert_eq!(late.fit(0.9), whole.fit(0.9));
    let mut shuffled: Vec<(u64, usize, usize, f64)> = (0..4000)
        .map(|n| {
            (n % 90, (n % 4) as usize, ((n + 1 + n % 3) % 4) as usize, (n % 7 % 3) as f64 / 2.0)
        })
        .collect();
    let fits = [(); 2].map(|()| {
        let mut results = BootstrapRatings::new(4);
        shuffled.iter().for_each(|&(b, i, j, share)| results.record(b, i, j, share).unwrap());
        lettergame_base::Seed(1).rng().shuffle_front(&mut shuffled, 4000);
        results.fit(0.95)
    });
    assert_eq!(fits[0], fits[1]);
}

#[test]
fn results_are_bit_identical_for_any_thread_count() {
    let results = simulate(&TRUTH, 6, 60, 1);
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| results.fit(0.95))
    });
    assert_eq!(one, three);
}

#[test]
fn fewer_than_two_blocks_give_no_interval() {
    let mut results = BootstrapRatings::new(2);
    assert!(results.fit(0.95).iter().all(|fit| fit.interval.is_none() && fit.rating == 0.0));
    results.record(0, 0, 1, 1.0).unwrap();
    results.record(most_cells(2) as u64, 0, 1, 0.0).unwrap();
    assert!(results.fit(0.95).iter().all(|fit| fit.interval.is_none()));
    results.record(33, 0, 1, 1.0).unwrap();
    assert!(results.fit(0.95).iter().all(|fit| fit.interval.is_some()));
    assert!(results.fit(1.0).iter().all(|fit| fit.interval.is_none()));
}

#[test]
fn a_player_without_results_has_no_interval() {
    let mut results = BootstrapRatings::new(3);
    (0..64).for_each(|block| results.record(block, 0, 1, (block % 3) as f64 / 2.0).unwrap());
    let known: Vec<bool> = results.fit(0.95).iter().map(|fit| fit.interval.is_some()).collect();
    assert_eq!(known, [true, true, false]);
}

#[test]
fn refused_results_leave_no_trace() {
    let mut results = BootstrapRatings::new(2);
    let unknown = PairError::UnknownPlayer { player: 5, players: 2 };
    assert_eq!(results.record(0, 5, 1, 1.0), Err(unknown));
    let size = PairError::Size { players: 2, other: 3 };
    assert_eq!(results.merge(&BootstrapRatings::new(3)), Err(size));
    assert_eq!(results, BootstrapRatings::new(2));
}

/// 0 won every game, 1 and 2 met as equals.
#[test]
fn an_undefeated_player_has_no_interval() {
    let mut results = BootstrapRatings::new(3);
    for deal in 0..64 {
        results.record(deal, 0, 1, 1.0).unwrap();
        results.record(deal, 1, 2, if deal % 3 == 0 { 1.0 } else { 0.0 }).unwrap();
    }
    let fits = results.fit(0.95);
    assert!(fits[0].interval.is_none() && fits[2].interval.is_some(), "{fits:?}");
}

/// 1 won and lost, but no one both won and lost points against it, even indirectly; and two groups
/// never met.
#[test]
fn ratings_resting_on_the_prior_have_no_interval() {
    let mut chain = BootstrapRatings::new(3);
    let mut groups = BootstrapRatings::new(4);
    for deal in 0..64 {
        chain.record(deal, 0, 1, 1.0).unwrap();
        chain.record(deal, 1, 2, 1.0).unwrap();
        groups.record(deal, 0, 1, (deal % 2) as f64).unwrap();
        groups.record(deal, 2, 3, (deal % 3) as f64 / 2.0).unwrap();
    }
    assert!(chain.fit(0.95).iter().all(|fit| fit.interval.is_none()));
    assert!(groups.fit(0.95).iter().all(|fit| fit.interval.is_none()));
}

#[test]
fn memory_and_time_are_bounded() {
    assert_eq!([2, 64, 65, 100].map(most_cells), [1021, 1021, 509, 251]);
    assert_eq!((most_cells(0), most_cells(5000)), (CELLS[0], 31));
    assert_eq!(replicates(2, 1021), MAX_REPLICATES);
    assert_eq!((replicates(64, 1021), replicates(1000, 31)), (100, 100));
    let mut results = BootstrapRatings::new(2);
    (0..10_000).for_each(|block| results.record(block * 977, 0, 1, 1.0).unwrap());
    assert_eq!(results.cells.len(), 1021);
}

#[test]
fn results_read_back_from_a_list() {
    let mut results = BootstrapRatings::new(3);
    for (block, share) in (0..2000).zip([1.0, 0.5, 0.0].into_iter().cycle()) {
        results.record(block, 0, 1 + block as usize % 2, share).unwrap();
    }
    let text = serde_json::to_string(&results).unwrap();
    assert_eq!(serde_json::from_str::<BootstrapRatings>(&text).unwrap(), results);
    for (list, why) in [
        ("[5000,0,1,1.0]", "found 5001"),
        ("[0,0,3,1.0]", "player 3"),
        ("[0,1,1,1.0]", "itself"),
        ("[0,0,1,-1.0]", "-1"),
    ] {
        let text = format!("{{\"players\":3,\"points\":[{list}]}}");
        let error = serde_json::from_str::<BootstrapRatings>(&text).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
