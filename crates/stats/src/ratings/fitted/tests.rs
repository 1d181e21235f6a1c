//! Differences, ranks and the zero of the scale: their coverage, and players not linked by results.

use super::{RankInterval, Ratings};
use crate::ratings::simulation::{Lcg, play};
use crate::{BootstrapRatings, RatingScale, fit};

const ANCHOR: RatingScale = RatingScale::Anchor { player: 1, rating: 1500.0 };

/// One game of each pair of players in each block.
fn simulate(truth: &[f64], seed: u64, blocks: u64) -> BootstrapRatings {
    let (mut lcg, mut results) = (Lcg(seed), BootstrapRatings::new(truth.len()));
    for block in 0..blocks {
        for (i, own) in truth.iter().enumerate() {
            for (j, other) in truth.iter().enumerate().skip(i + 1) {
                results.record(block, i, j, play(&mut lcg, *own, *other)).unwrap();
            }
        }
    }
    results
}

/// A round-robin of 203 games per pairing in which three players win fixed numbers of games against
/// the next, and the last takes `points` points from the third.
fn with_a_weak_player(points: f64) -> BootstrapRatings {
    let mut results = BootstrapRatings::new(4);
    for (one, other, wins) in [(0, 1, 148), (0, 2, 191), (1, 2, 172)] {
        for deal in 0..203_u64 {
            // losses spread over the deals
            let lost = deal * (203 - wins) % 203 < 203 - wins;
            results.record(deal, one, other, if lost { 0.0 } else { 1.0 }).unwrap();
        }
    }
    for deal in 0..203 {
        (0..2).for_each(|one| results.record(deal, one, 3, 1.0).unwrap());
        let share = if deal == 100 { 1.0 - points } else { 1.0 };
        results.record(deal, 2, 3, share).unwrap();
    }
    results
}

/// Half a point of the weakest used to move a mean over linked players by 262 points.
#[test]
fn the_zero_does_not_move_when_the_weakest_gains_half_a_point() {
    let [none, half] = [0.0, 0.5].map(|points| with_a_weak_player(points).ratings());
    let [without, with] = [&none, &half].map(|own| own.fits(RatingScale::Average, 0.95));
    for (without, with) in without.iter().zip(&with).take(3) {
        assert!((without.rating - with.rating).abs() < 12.0, "{without:?} {with:?}");
        let width = |fit: &super::RatingFit| fit.interval.map(|own| own.high - own.low).unwrap();
        assert!(width(with) < 1.25 * width(without), "{without:?} {with:?}");
    }
    assert!(without[3].interval.is_none() && with[3].interval.is_some());
    // with the plain mean of the linked players at 0
    let [without, with] = [(0.0, 3), (0.5, 4)].map(|(points, linked)| {
        let plain = fit(&with_a_weak_player(points).total());
        plain[0] - plain[..linked].iter().sum::<f64>() / linked as f64
    });
    assert!((without - with).abs() > 200.0, "{without} {with}");
}

#[test]
fn an_anchor_fixes_one_rating_and_keeps_the_differences() {
    let ratings = simulate(&[100.0, 0.0, -100.0], 1, 80).ratings();
    let fits = ratings.fits(ANCHOR, 0.95);
    assert_eq!((fits[1].rating, fits[1].interval), (1500.0, None));
    for (player, fit) in fits.iter().enumerate().filter(|(player, _)| *player != 1) {
        let apart = ratings.difference(player, 1, 0.95);
        let (own, apart_interval) = (fit.interval.unwrap(), apart.interval.unwrap());
        assert!((fit.rating - apart.rating - 1500.0).abs() < 1e-9);
        assert!((own.low - apart_interval.low - 1500.0).abs() < 1e-9);
        assert!((own.high - apart_interval.high - 1500.0).abs() < 1e-9);
    }
    // relative to the anchor, a run with another field is on the same scale
    let other = simulate(&[0.0, -100.0], 1, 4000)
        .ratings()
        .fits(RatingScale::Anchor { player: 0, rating: 1500.0 }, 0.95);
    assert!((other[1].rating - 1400.0).abs() < 15.0, "{other:?}");
}

#[test]
fn an_unlinked_anchor_leaves_no_intervals() {
    let ratings = with_a_weak_player(0.0).ratings();
    let fits = ratings.fits(RatingScale::Anchor { player: 3, rating: 0.0 }, 0.95);
    assert!(fits.iter().all(|fit| fit.interval.is_none()), "{fits:?}");
}

/// True differences are inside as often as promised, and so are all true ranks of a player jointly.
#[test]
fn intervals_of_differences_and_ranks_cover_the_truth() {
    for (truth, blocks) in [(&[60.0, 30.0, 25.0, -15.0, -100.0][..], 60), (&[40.0, 0.0, -40.0], 12)]
    {
        let (mut differences, mut pairs, mut ranks, mut players) = (0_u32, 0_u32, 0_u32, 0_u32);
        let mut widths = 0;
        for seed in 0..120 {
            let ratings = simulate(truth, seed * 6151 + 3, blocks).ratings();
            for one in 0..truth.len() {
                for other in 0..one {
                    let found = ratings.difference(one, other, 0.95).interval;
                    let apart = truth[one] - truth[other];
                    differences +=
                        u32::from(found.is_some_and(|own| own.low <= apart && apart <= own.high));
                    pairs += 1;
                }
            }
            for (player, rank) in ratings.ranks(0.95).into_iter().enumerate() {
                let RankInterval { low, high } = rank.unwrap();
                let own = player as u64 + 1;
                ranks += u32::from(low <= own && own <= high);
                widths += high - low;
                players += 1;
            }
        }
        let (differences, ranks) =
            (f64::from(differences) / f64::from(pairs), f64::from(ranks) / f64::from(players));
        assert!((0.93..=0.985).contains(&differences), "{blocks}: {differences}");
        assert!(ranks >= 0.95, "{blocks}: {ranks}");
        assert!(widths < u64::from(players) * (truth.len() as u64 - 1), "something is told");
    }
}

#[test]
fn ranks_are_certain_for_distant_players_and_open_for_equals() {
    let ranks = simulate(&[400.0, 0.0, 0.0, -400.0], 9, 300).ratings().ranks(0.95);
    let known: Vec<(u64, u64)> =
        ranks.iter().map(|rank| rank.map(|rank| (rank.low, rank.high)).unwrap()).collect();
    assert_eq!(known, [(1, 1), (2, 3), (2, 3), (4, 4)]);
}

/// The results put the last player below all others, but by an unknown amount.
#[test]
fn a_player_that_lost_every_game_is_certainly_last() {
    let ratings = with_a_weak_player(0.0).ratings();
    let ranks = ratings.ranks(0.95);
    assert_eq!(ranks[3], Some(RankInterval { low: 4, high: 4 }));
    assert_eq!(ranks[0].map(|rank| rank.high), Some(1));
    assert_eq!(ratings.above(3, 0), Some(0.5_f64.powi(204)));
    // one game proves nothing
    let mut few = BootstrapRatings::new(2);
    (0..3).for_each(|deal| few.record(deal, 0, 1, 1.0).unwrap());
    let few = few.ratings();
    assert_eq!(few.ranks(0.95), [Some(RankInterval { low: 1, high: 2 }); 2]);
    assert_eq!((few.above(0, 1), few.above(1, 0)), (Some(1.0 - 0.0625), Some(0.0625)));
}

#[test]
fn one_of_two_players_ranks_above_the_other() {
    let ratings = simulate(&[30.0, 0.0, -30.0], 2, 100).ratings();
    for one in 0..3 {
        assert_eq!(ratings.above(one, one), None);
        for other in (0..3).filter(|other| *other != one) {
            let sum = ratings.above(one, other).unwrap() + ratings.above(other, one).unwrap();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
    }
    assert!(ratings.above(0, 2).unwrap() > 0.9);
    assert!((0.05..0.95).contains(&simulate(&[0.0, 0.0], 2, 100).ratings().above(0, 1).unwrap()));
}

#[test]
fn unplayed_pairs_are_unknown() {
    let ratings: Ratings = BootstrapRatings::new(3).ratings();
    assert_eq!((ratings.ranks(0.95), ratings.above(0, 1)), (vec![None; 3], None));
    let mut two = BootstrapRatings::new(3);
    (0..40).for_each(|deal| two.record(deal, 0, 1, (deal % 2) as f64).unwrap());
    let ranks = two.ratings().ranks(0.95);
    assert_eq!(
        ranks,
        [Some(RankInterval { low: 1, high: 2 }), Some(RankInterval { low: 1, high: 2 }), None]
    );
}
