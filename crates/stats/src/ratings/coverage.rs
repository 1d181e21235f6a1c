//! Simulated coverage of the intervals of a player that wins, or loses, few games.

use super::bootstrap::on_the_scale;
use super::simulation::{Lcg, expected_share, play};
use super::{BootstrapRatings, RatingFit, RatingScale};
use lettergame_base::parallel_map;

/// A round-robin with these true ratings: one game of each pair per block, repeated `copies` times
/// with the same result.
fn tournament(truth: &[f64], seed: u64, blocks: u64, copies: usize) -> BootstrapRatings {
    let (mut lcg, mut results) = (Lcg(seed), BootstrapRatings::new(truth.len()));
    for block in 0..blocks {
        for (i, own) in truth.iter().enumerate() {
            for (j, other) in truth.iter().enumerate().skip(i + 1) {
                let share = play(&mut lcg, *own, *other);
                (0..copies).for_each(|_| results.record(block, i, j, share).unwrap());
            }
        }
    }
    results
}

/// The rating at which the last player is expected to take `points` points in a block's games.
fn weak(others: &[f64], points: f64) -> f64 {
    let (mut low, mut high) = (-4000.0, 1000.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        let expected: f64 = others.iter().map(|other| expected_share(middle, *other)).sum();
        if expected < points { low = middle } else { high = middle }
    }
    low
}

fn covers(fit: &RatingFit, truth: f64) -> bool {
    fit.interval.is_some_and(|ends| ends.low <= truth && truth <= ends.high)
}

/// Coverage of the last player's intervals, where they exist: of its rating with the first player as anchor,
/// of its rating on the average scale, and of its difference to the second player. In every other tournament
/// all ratings are negated, which swaps its wins and losses.
fn coverage(others: &[f64], expected: f64, (blocks, copies): (u64, usize)) -> [f64; 3] {
    let mut weaker = others.to_vec();
    weaker.push(weak(others, expected / blocks as f64));
    let stronger: Vec<f64> = weaker.iter().map(|rating| -rating).collect();
    let last = others.len();
    let one = |seed: usize| {
        let truth = if seed.is_multiple_of(2) { &weaker } else { &stronger };
        let ratings = tournament(truth, seed as u64 * 7919 + 1, blocks, copies).ratings();
        let anchored = ratings.fits(RatingScale::Anchor { player: 0, rating: 0.0 }, 0.95)[last];
        let average = ratings.fits(RatingScale::Average, 0.95)[last];
        let difference = ratings.difference(last, 1, 0.95);
        anchored.interval.map(|_| {
            [
                covers(&anchored, truth[last] - truth[0]),
                covers(&average, on_the_scale(truth)[last]),
                covers(&difference, truth[last] - truth[1]),
            ]
        })
    };
    let found: Vec<[bool; 3]> = parallel_map(tournaments(), one).into_iter().flatten().collect();
    let share = |k: usize| found.iter().filter(|one| one[k]).count() as f64 / found.len() as f64;
    [0, 1, 2].map(share)
}

fn tournaments() -> usize {
    let asked = std::env::var("LETTERGAME_CALIBRATION").ok();
    asked.map_or(160, |count| count.parse().expect("LETTERGAME_CALIBRATION is a number"))
}

/// `LETTERGAME_CALIBRATION=2000` makes it accurate. With few tournaments: 94 %, less three standard errors.
#[test]
fn intervals_with_few_wins_cover_the_truth() {
    let tournaments = tournaments();
    let least = 0.94 - 3.0 * (0.94 * 0.06 / (0.4 * tournaments as f64)).sqrt();
    println!("| players | expected wins | blocks | anchored | average | difference |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (others, size) in [
        (&[100.0, 0.0, -100.0][..], (40, 1)),
        (&[100.0, 0.0, -100.0], (40, 4)),
        (&[200.0, 100.0, 0.0, -100.0, -200.0], (80, 1)),
    ] {
        for expected in [0.5, 1.0, 2.0, 5.0] {
            let shares = coverage(others, expected, size);
            let (players, (blocks, copies)) = (others.len() + 1, size);
            let [anchored, average, difference] = shares.map(|share| 100.0 * share);
            println!(
                "| {players} | {expected} | {blocks} of {copies} | {anchored:.1} % | {average:.1} % | \
                 {difference:.1} % |"
            );
            let shown = format!("{players} {expected} {size:?}: {shares:?}");
            assert!(shares.iter().all(|share| *share >= least), "{shown}");
        }
    }
}
