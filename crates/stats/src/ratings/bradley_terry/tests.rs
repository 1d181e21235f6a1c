//! The fit against published figures, a second method and simulated players.

use super::{PRIOR_POINTS, fit};
use crate::PairTable;
use crate::ratings::simulation::{Lcg, expected_share, play, ranking, table_of_wins};
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, prop_assert, prop_assert_eq, proptest};

/// An independent way to the same maximum: the MM algorithm of D. R. Hunter (2004), with the
/// prior's opponent as one more player whose worth stays 1.
fn fit_by_mm(table: &PairTable) -> Vec<f64> {
    let players = table.players();
    let mut worth = vec![1.0; players];
    for _ in 0..20_000 {
        for i in 0..players {
            let others = (0..players).filter(|&j| j != i);
            let mut points = PRIOR_POINTS;
            let mut weight = 2.0 * PRIOR_POINTS / (worth[i] + 1.0);
            for j in others {
                points += table.points(i, j);
                weight += (table.points(i, j) + table.points(j, i)) / (worth[i] + worth[j]);
            }
            worth[i] = points / weight;
        }
    }
    let ratings: Vec<f64> = worth.iter().map(|worth| 400.0 * worth.log10()).collect();
    let mean = ratings.iter().sum::<f64>() / players as f64;
    ratings.iter().map(|rating| rating - mean).collect()
}

fn assert_near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    let near = found.iter().zip(expected).all(|(f, e)| (f - e).abs() <= tolerance);
    assert!(near, "{found:?} is not {expected:?}");
}

#[test]
fn no_players_or_no_results_give_trivial_ratings() {
    assert!(fit(&PairTable::new(0)).is_empty());
    assert_eq!(fit(&PairTable::new(3)), [0.0; 3]);
}

#[test]
fn a_three_quarters_share_means_odds_of_three() {
    let ratings = fit(&table_of_wins([[0, 750_000], [250_000, 0]]).unwrap());
    let half = 200.0 * 3.0_f64.log10();
    assert_near(&ratings, &[half, -half], 1e-3);
}

/// Solved independently by bisecting each player's score equation in turn.
#[test]
fn three_players_with_ties_match_a_fit_with_the_prior() {
    let mut table = table_of_wins([[0, 7, 4], [3, 0, 6], [1, 2, 0]]).unwrap();
    table.record(1, 2, 0.5).unwrap();
    let expected = [129.500_682_222_0, 4.898_128_003_9, -134.398_810_225_9];
    assert_near(&fit(&table), &expected, 1e-7);
}

/// The American League of 1987, with the estimates in A. Agresti, "Categorical Data Analysis", 2nd
/// edition, 2002, section 10.6, to more digits from the manual of the R package BradleyTerry2. The
/// season is counted ten thousand times, which makes the prior negligible.
#[test]
fn the_1987_baseball_season_is_reproduced() {
    // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore
    let wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let ratings = fit(&table_of_wins(wins.map(|row| row.map(|count| count * 10_000))).unwrap());
    let above_last: Vec<f64> =
        ratings.iter().map(|rating| (rating - ratings[6]) / super::POINTS_PER_NAT).collect();
    let published = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
    assert_near(&above_last, &published, 1.5e-4);
}

#[test]
fn ties_count_as_two_halves() {
    let mut ties = PairTable::new(2);
    (0..10).for_each(|_| ties.record(0, 1, 0.5).unwrap());
    assert_near(&fit(&ties), &[0.0, 0.0], 1e-9);
    let mut mixed = table_of_wins([[0, 3], [0, 0]]).unwrap();
    (0..2).for_each(|_| mixed.record(0, 1, 0.5).unwrap());
    let split = table_of_wins([[0, 4], [1, 0]]).unwrap();
    assert_near(&fit(&mixed), &fit(&split), 1e-9);
}

#[test]
fn a_winless_player_stays_finite() {
    let ratings = fit(&table_of_wins([[0, 1_000_000], [0, 0]]).unwrap());
    // With strengths x and -x the gradient is n / (1 + exp(2x)) + 1/2 - 1 / (1 + exp(-x)) = 0.
    let x = ratings[0] / super::POINTS_PER_NAT;
    let slope = 1e6 / (1.0 + (2.0 * x).exp()) + 0.5 - 1.0 / (1.0 + (-x).exp());
    assert_near(&[slope], &[0.0], 1e-9);
    assert_near(&[ratings[0] + ratings[1]], &[0.0], 1e-6);
}

#[test]
fn a_ladder_of_undefeated_players_stays_finite() {
    let mut table = PairTable::new(30);
    for upper in 0..29 {
        (0..100_000).for_each(|_| table.record(upper, upper + 1, 1.0).unwrap());
    }
    let ratings = fit(&table);
    assert!(ratings.iter().all(|rating| rating.is_finite()));
    assert!(ratings.is_sorted_by(|upper, lower| upper > lower));
}

#[test]
fn groups_that_never_met_are_linked_by_the_prior() {
    let wins = [[0, 30, 0, 0], [10, 0, 0, 0], [0, 0, 0, 30], [0, 0, 10, 0]];
    let ratings = fit(&table_of_wins(wins).unwrap());
    assert_near(&ratings[..2], &ratings[2..], 1e-9);
    assert_near(&[ratings[0] + ratings[1]], &[0.0], 1e-9);
}

#[test]
fn a_player_without_results_is_the_average_opponent() {
    let ratings = fit(&table_of_wins([[0, 8, 0], [2, 0, 0], [0, 0, 0]]).unwrap());
    assert_near(&[ratings[2], ratings.iter().sum()], &[0.0, 0.0], 1e-9);
}

#[test]
fn ratings_of_simulated_players_are_recovered() {
    let truth = [300.0, 120.0, 20.0, -140.0, -300.0];
    let (mut lcg, mut table) = (Lcg(1), PairTable::new(5));
    for _ in 0..200_000 {
        let (i, step) = (lcg.below(5), 1 + lcg.below(4));
        let j = (i + step) % 5;
        table.record(i, j, play(&mut lcg, truth[i], truth[j])).unwrap();
    }
    assert_near(&fit(&table), &truth, 5.0);
}

/// Pairs from Plackett-Luce rankings are Bradley-Terry games, however many players take part.
#[test]
fn strengths_are_recovered_from_simulated_rankings() {
    for players in [4, 6, 9] {
        let middle = (players - 1) as f64 / 2.0;
        let truth: Vec<f64> = (0..players).map(|player| 80.0 * (middle - player as f64)).collect();
        let (mut lcg, mut table) = (Lcg(players as u64), PairTable::new(players));
        for _ in 0..40_000 {
            let order = ranking(&mut lcg, &truth);
            for (place, &better) in order.iter().enumerate() {
                let worse = &order[place + 1..];
                worse.iter().for_each(|&worse| table.record(better, worse, 1.0).unwrap());
            }
        }
        assert_near(&fit(&table), &truth, 6.0);
    }
}

/// Maximised independently by `scipy.optimize.root` on the score equations, which hold to 1e-15.
#[test]
fn four_players_with_many_ties() {
    let mut table =
        table_of_wins([[0, 5, 9, 2], [3, 0, 4, 6], [1, 2, 0, 3], [0, 1, 2, 0]]).unwrap();
    for (i, j, ties) in [(0, 1, 4), (0, 3, 3), (1, 2, 6), (1, 3, 1), (2, 3, 8)] {
        (0..ties).for_each(|_| table.record(i, j, 0.5).unwrap());
    }
    let expected =
        [138.944_351_350_277, 51.427_465_415_628, -79.943_043_725_756, -110.428_773_040_148];
    let ratings = fit(&table);
    assert_near(&ratings, &expected, 1e-7);
}

/// The promise of the scale: at the fit, each player's expected points equal its actual points, with or
/// without ties. Many results make the prior negligible.
#[test]
fn expected_points_equal_the_points_scored() {
    let (mut lcg, mut table) = (Lcg(8), PairTable::new(4));
    let truth = [200.0, 50.0, -50.0, -200.0];
    for _ in 0..50_000 {
        let (i, step) = (lcg.below(4), 1 + lcg.below(3));
        let j = (i + step) % 4;
        table.record(i, j, play(&mut lcg, truth[i], truth[j])).unwrap();
    }
    let ratings = fit(&table);
    for i in 0..4 {
        let others = || (0..4).filter(|&j| j != i);
        let taken: f64 = others().map(|j| table.points(i, j)).sum();
        let games = |j| table.points(i, j) + table.points(j, i);
        let expected: f64 =
            others().map(|j| games(j) * expected_share(ratings[i], ratings[j])).sum();
        assert!((taken - expected).abs() < 0.5, "{taken} {expected}");
    }
}

/// The chain A-B, B-C predicts A against C, who never met.
#[test]
fn odds_multiply_along_a_chain() {
    let wins = [[0, 300_000, 0], [100_000, 0, 200_000], [0, 100_000, 0]];
    let ratings = fit(&table_of_wins(wins).unwrap());
    assert_near(&[ratings[0] - ratings[2]], &[400.0 * 6.0_f64.log10()], 1e-2);
}

/// A result: first player, second player, share of the first.
type Share = (usize, usize, f64);

/// Any results among four players.
fn results() -> impl Strategy<Value = Vec<Share>> {
    let result = (0..4_usize, 1..4_usize, 0..3_u8);
    vec(result.prop_map(|(i, step, half)| (i, (i + step) % 4, f64::from(half) / 2.0)), 0..60)
}

/// The same results twice, the second time in any order.
fn results_in_two_orders() -> impl Strategy<Value = (Vec<Share>, Vec<Share>)> {
    results().prop_flat_map(|sorted| (Just(sorted.clone()), Just(sorted).prop_shuffle()))
}

fn table_of(results: &[Share]) -> PairTable {
    let mut table = PairTable::new(4);
    results.iter().for_each(|&(i, j, share)| table.record(i, j, share).unwrap());
    table
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn newton_and_mm_agree(results in results()) {
        let table = table_of(&results);
        let (newton, mm) = (fit(&table), fit_by_mm(&table));
        let near = newton.iter().zip(&mm).all(|(left, right)| (left - right).abs() < 1e-6);
        prop_assert!(near, "{:?} {:?}", newton, mm);
    }

    #[test]
    fn the_order_of_results_changes_no_bit(
        (sorted, shuffled) in results_in_two_orders(),
        cut in 0.0..1.0_f64,
    ) {
        let (head, tail) = shuffled.split_at((shuffled.len() as f64 * cut) as usize);
        let mut merged = table_of(tail);
        merged.merge(&table_of(head)).unwrap();
        prop_assert_eq!(fit(&table_of(&sorted)), fit(&merged));
    }

    #[test]
    fn the_numbering_of_players_does_not_matter(results in results()) {
        let turned: Vec<_> =
            results.iter().map(|&(i, j, share)| ((i + 1) % 4, (j + 1) % 4, share)).collect();
        let (mut ratings, turned) = (fit(&table_of(&results)), fit(&table_of(&turned)));
        ratings.rotate_right(1);
        let near = ratings.iter().zip(&turned).all(|(left, right)| (left - right).abs() < 1e-7);
        prop_assert!(near, "{:?} {:?}", ratings, turned);
    }
}
