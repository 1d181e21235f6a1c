//! Joined ratings against the dense fit and the bootstrap, and what must not change them.

use super::{GroupSums, JoinedRatings, JoinedResults};
use crate::ratings::scale::average;
use crate::ratings::simulation::{Lcg, play};
use crate::{BootstrapRatings, Interval, PairError, PairTable, RatingScale, fit};

/// Groups of 2 to 5 of these players, with one or two games of each pair per block; the same results also as
/// one table.
fn simulate(truth: &[f64], groups: usize, seed: u64) -> (Vec<(Vec<usize>, GroupSums)>, PairTable) {
    let (mut lcg, mut table) = (Lcg(seed), PairTable::new(truth.len()));
    let mut found = Vec::new();
    for _ in 0..groups {
        let mut members: Vec<usize> = Vec::new();
        let size = 2 + lcg.below(4.min(truth.len() - 1));
        while members.len() < size {
            let player = lcg.below(truth.len());
            if !members.contains(&player) {
                members.push(player);
            }
        }
        let (mut sums, games) = (GroupSums::new(size), 1 + lcg.below(2));
        for _ in 0..1 + lcg.below(6) {
            let mut points = vec![0.0; size * size];
            for i in 0..size {
                for j in i + 1..size {
                    for _ in 0..games {
                        let share = play(&mut lcg, truth[members[i]], truth[members[j]]);
                        points[i * size + j] += share;
                        points[j * size + i] += 1.0 - share;
                        table.record(members[i], members[j], share).unwrap();
                    }
                }
            }
            sums.add_block(&points).unwrap();
        }
        found.push((members, sums));
    }
    (found, table)
}

fn joined(players: usize, groups: &[(Vec<usize>, GroupSums)]) -> JoinedResults {
    let mut results = JoinedResults::new(players);
    groups.iter().for_each(|(members, sums)| results.add(members, sums).unwrap());
    results
}

#[test]
fn ratings_are_those_of_the_dense_fit() {
    for (players, groups, spread) in [(3, 2, 0.0), (12, 30, 100.0), (60, 300, 40.0), (9, 4, 300.0)]
    {
        let truth: Vec<f64> = (0..players).map(|player| spread * player as f64).collect();
        let (groups, table) = simulate(&truth, groups, 7);
        let all: Vec<usize> = (0..players).collect();
        let (found, expected) = (joined(players, &groups).fit(&all), fit(&table));
        for player in 0..players {
            let apart = found.rating(player) - found.rating(0) - (expected[player] - expected[0]);
            assert!(apart.abs() < 1e-6, "{players} {player}: {apart}");
        }
        let zero: Vec<f64> = all.iter().map(|&player| found.rating(player)).collect();
        let average = average(&table, &zero, &table.linked());
        assert!(average.abs() < 1e-6, "{average}");
    }
}

/// A round-robin in blocks of one game of each pair, the result of each repeated.
fn round_robin(truth: &[f64], blocks: u64) -> (JoinedResults, BootstrapRatings) {
    let (mut lcg, size) = (Lcg(11), truth.len());
    let (mut sums, mut bootstrap) = (GroupSums::new(size), BootstrapRatings::new(size));
    for block in 0..blocks {
        let mut points = vec![0.0; size * size];
        for i in 0..size {
            for j in i + 1..size {
                let share = play(&mut lcg, truth[i], truth[j]);
                points[i * size + j] = 2.0 * share;
                points[j * size + i] = 2.0 - 2.0 * share;
                (0..2).for_each(|_| bootstrap.record(block, i, j, share).unwrap());
            }
        }
        sums.add_block(&points).unwrap();
    }
    let mut results = JoinedResults::new(size);
    results.add(&(0..size).collect::<Vec<_>>(), &sums).unwrap();
    (results, bootstrap)
}

fn half_width(interval: Option<Interval>) -> f64 {
    interval.map(|ends| (ends.high - ends.low) / 2.0).unwrap()
}

#[test]
fn errors_are_those_of_the_bootstrap() {
    let (results, bootstrap) = round_robin(&[200.0, 80.0, 0.0, -30.0, -250.0], 300);
    let (found, resampled) = (results.fit(&[0, 1, 2, 3, 4]), bootstrap.ratings());
    let drawn = found.ratings();
    // both have a simulation error of 2 %
    for scale in [RatingScale::Average, RatingScale::Anchor { player: 2, rating: 0.0 }] {
        let (own, other) = (drawn.fits(scale, 0.95), resampled.fits(scale, 0.95));
        for (own, other) in own.iter().zip(&other).filter(|(own, _)| own.interval.is_some()) {
            assert!((own.rating - other.rating).abs() < 1e-6, "{own:?} {other:?}");
            let ratio = half_width(own.interval) / half_width(other.interval);
            assert!((ratio - 1.0).abs() < 0.1, "{own:?} {other:?}");
        }
    }
    // every result twice, with one in five a tie
    assert!((1.3..1.9).contains(&found.dispersion()), "{}", found.dispersion());
    for (one, other) in [(0, 1), (1, 2), (2, 3), (3, 2)] {
        let [own, drawn, resampled] =
            [found.above(one, other), drawn.above(one, other), resampled.above(one, other)]
                .map(Option::unwrap);
        assert!((own - drawn).abs() < 0.04 && (own - resampled).abs() < 0.06, "{own} {drawn}");
    }
    let error = half_width(drawn.difference(0, 1, 0.95).interval) / 1.968;
    let variance = found.covariance(0, 0) + found.covariance(1, 1) - 2.0 * found.covariance(0, 1);
    assert!((error / variance.sqrt() - 1.0).abs() < 0.06, "{error} {variance}");
}

#[test]
fn order_and_parts_change_no_bit() {
    let (groups, _) = simulate(&[0.0; 20], 60, 3);
    let chosen = [3, 9, 1, 17];
    let whole = joined(20, &groups).fit(&chosen);
    let mut other = JoinedResults::new(20);
    for (members, sums) in groups.iter().rev() {
        // the same group with its members in another order
        let order: Vec<usize> = (0..members.len()).rev().collect();
        let turned: Vec<usize> = order.iter().map(|&at| members[at]).collect();
        other.add(&turned, &sums.reordered(&order)).unwrap();
    }
    assert_eq!(other.fit(&chosen), whole);
    assert_eq!(other.fit(&chosen).ratings(), whole.ratings());
    let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(threads.install(|| other.fit(&chosen).ratings()), whole.ratings());
}

/// The choice moves the zero and nothing else.
#[test]
fn differences_do_not_depend_on_who_else_is_chosen() {
    let (groups, _) = simulate(&[0.0, 50.0, 20.0, -40.0, 0.0, 100.0, -300.0], 50, 5);
    let results = joined(7, &groups);
    let (all, two) = (results.fit(&[0, 1, 2, 3, 4, 5, 6]), results.fit(&[5, 3]));
    let apart = |fit: &JoinedRatings, a: usize, b: usize| {
        fit.covariance(a, a) + fit.covariance(b, b) - 2.0 * fit.covariance(a, b)
    };
    assert!((apart(&all, 5, 3) / apart(&two, 0, 1) - 1.0).abs() < 1e-9);
    assert!((all.rating(5) - all.rating(3) - (two.rating(5) - two.rating(3))).abs() < 1e-9);
    let (all, two) = (all.above(5, 3).unwrap(), two.above(0, 1).unwrap());
    assert!((all - two).abs() < 1e-9);
}

#[test]
fn players_without_games_or_losses_are_not_linked() {
    let mut results = JoinedResults::new(5);
    let mut sums = GroupSums::new(3);
    for block in 0..40 {
        let share = f64::from(block % 3);
        sums.add_block(&[0.0, share, 0.0, 2.0 - share, 0.0, 0.0, 2.0, 2.0, 0.0]).unwrap();
    }
    results.add(&[1, 0, 4], &sums).unwrap();
    let joined = results.fit(&[0, 1, 3, 4]);
    let ratings = joined.ratings();
    let fits = ratings.fits(RatingScale::Average, 0.95);
    assert!(fits[0].interval.is_some() && fits[1].interval.is_some());
    assert!(fits[2].interval.is_none() && fits[3].interval.is_none());
    assert!(fits[3].rating > 500.0 && joined.rating(3) == joined.rating(2), "{fits:?}");
    assert_eq!(ratings.ranks(0.95)[2], None);
    assert_eq!(ratings.ranks(0.95)[3].map(|rank| (rank.low, rank.high)), Some((1, 1)));
    assert_eq!(joined.above(0, 2), None);
    assert_eq!(joined.above(3, 0), Some(1.0 - 0.5_f64.powi(41)));
    assert_eq!((joined.above(3, 0), joined.above(1, 1)), (ratings.above(3, 0), None));
}

#[test]
fn the_mean_of_several_fits_adds_variances() {
    let (first, _) = round_robin(&[60.0, 0.0, -60.0], 100);
    let (second, _) = round_robin(&[10.0, 0.0, -10.0], 400);
    let [first, second] = [first, second].map(|results| results.fit(&[0, 1, 2]));
    let mean = JoinedRatings::combined(&[(3.0, &first), (1.0, &second)]);
    let (fits, difference) = (mean.fits(RatingScale::Average, 0.95), mean.difference(0, 2, 0.95));
    for (player, fit) in fits.iter().enumerate() {
        let expected = 0.75 * first.rating(player) + 0.25 * second.rating(player);
        assert!((fit.rating - expected).abs() < 1e-9);
    }
    let apart = |fit: &JoinedRatings| {
        fit.covariance(0, 0) + fit.covariance(2, 2) - 2.0 * fit.covariance(0, 2)
    };
    let expected = (0.75_f64.powi(2) * apart(&first) + 0.25_f64.powi(2) * apart(&second)).sqrt();
    // at least 99 degrees of freedom
    let error = half_width(difference.interval) / 1.98;
    assert!((error / expected - 1.0).abs() < 0.06, "{error} {expected}");
    assert_eq!(JoinedRatings::combined(&[(2.0, &first)]), first.ratings());
    assert_eq!(JoinedRatings::combined(&[]).players(), 0);
    let halves = JoinedRatings::combined(&[(1.0, &first), (1.0, &first)]);
    assert!((halves.fits(RatingScale::Average, 0.95)[0].rating - first.rating(0)).abs() < 1e-9);
}

#[test]
fn refused_groups_are_named_and_leave_no_trace() {
    let (mut results, sums) = (JoinedResults::new(3), GroupSums::new(2));
    let wrong =
        [&[0][..], &[0, 3], &[1, 1]].map(|members| results.add(members, &sums).unwrap_err());
    assert_eq!(wrong[0], PairError::Length { found: 1, expected: 2 });
    assert_eq!(wrong[1], PairError::UnknownPlayer { player: 3, players: 3 });
    assert_eq!(wrong[2].to_string(), "player 1 is listed twice in a group");
    assert_eq!(results, JoinedResults::new(3));
    assert!(results.fit(&[]).chosen().is_empty());
    assert_eq!(results.fit(&[2, 0]).rating(1), 0.0);
}
