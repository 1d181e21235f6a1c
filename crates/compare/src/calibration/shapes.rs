//! The blocks of the simulations: artificial and recorded ones.

use crate::{Block, Effect, EloGain, Footing, Means, Unit};
use lettergame_base::{Rng, Seed};
use lettergame_stats::{Interval, PairedSummary};

type Draw = Box<dyn Fn(&mut Rng) -> Block + Sync>;

/// Blocks of one kind with their true difference, in the tested unit.
pub(super) struct Shape {
    pub(super) name: String,
    pub(super) draw: Draw,
    pub(super) footing: Footing,
    /// The true difference: the mean of blocks, or the Elo points of the true shares.
    pub(super) mean: f64,
    /// The standard deviation of the difference of a block.
    pub(super) spread: f64,
}

fn exponential(rng: &mut Rng) -> f64 {
    -(1.0 - rng.unit()).ln()
}

/// G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", 1958.
fn normal(rng: &mut Rng) -> f64 {
    (2.0 * exponential(rng)).sqrt() * (std::f64::consts::TAU * rng.unit()).cos()
}

/// Points of both players with shared luck: it gives each a standard deviation of `sqrt(1/2)`, so
/// the unpaired spread is at least 1.
fn points(rng: &mut Rng, difference: f64) -> Block {
    let luck = 20.0 + normal(rng) * 0.5_f64.sqrt();
    let means = |points| Means { points, wins: 0.5, faults: 0 };
    Block { candidate: means(luck + difference), baseline: means(luck) }
}

/// Differences with mean 0 and variance 1.
pub(super) fn smooth() -> Vec<Shape> {
    fn lognormal(sigma: f64, rng: &mut Rng) -> f64 {
        let square = (sigma * sigma).exp();
        ((sigma * normal(rng)).exp() - square.sqrt()) / (square * (square - 1.0)).sqrt()
    }
    let shape = |name: &str, difference: fn(&mut Rng) -> f64| Shape {
        name: name.to_owned(),
        draw: Box::new(move |rng| {
            let difference = difference(rng);
            points(rng, difference)
        }),
        footing: Footing::SameSeats,
        mean: 0.0,
        spread: 1.0,
    };
    vec![
        shape("normal", normal),
        shape("five values", |rng| {
            let value = match rng.below(20) {
                0 => -1.0,
                1..=5 => -0.5,
                6..=13 => 0.0,
                14..=18 => 0.5,
                _ => 1.0,
            };
            value / 0.225_f64.sqrt()
        }),
        shape("Student t, 3 degrees", |rng| {
            let squares: f64 = (0..3).map(|_| normal(rng).powi(2)).sum();
            normal(rng) / squares.sqrt()
        }),
        shape("exponential, skewness 2", |rng| exponential(rng) - 1.0),
        shape("mirrored exponential", |rng| 1.0 - exponential(rng)),
        shape("lognormal, skewness 1.8", |rng| lognormal(0.5, rng)),
        shape("lognormal, skewness 3.7", |rng| lognormal(0.8, rng)),
        shape("mirrored lognormal, skewness 3.7", |rng| -lognormal(0.8, rng)),
    ]
}

/// The fraction of blocks that differ.
const RARE: [f64; 7] = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005];

/// The loss in a block that differs: its name, mean and draw.
type Loss = (&'static str, f64, fn(&mut Rng) -> f64);

/// Differences that are mostly 0, as between a player and its patch: every other block costs
/// points.
pub(super) fn zero_inflated() -> Vec<Shape> {
    let losses: [Loss; 4] = [
        ("always 1", 1.0, |_| 1.0),
        ("always 3", 3.0, |_| 3.0),
        ("exponential, mean 1", 1.0, exponential),
        ("normal, mean 2", 2.0, |rng| 2.0 + normal(rng)),
    ];
    let shape = |share: f64, (name, mean, loss): Loss| Shape {
        name: format!("{:.1} % differ, by {name}", 100.0 * share),
        draw: Box::new(move |rng| {
            let difference = if rng.unit() < share { -loss(rng) } else { 0.0 };
            points(rng, difference)
        }),
        footing: Footing::SameSeats,
        mean: -share * mean,
        spread: share.sqrt() * mean,
    };
    RARE.iter().flat_map(|&share| losses.map(|loss| shape(share, loss))).collect()
}

const RECORDED: [(&str, &str); 3] = [
    ("random:share=8 and 9", include_str!("../../data/blocks/random-share.csv")),
    ("vowel-balance:premium=4 and 5", include_str!("../../data/blocks/vowel-premium.csv")),
    ("spender:thrift=5 and 6", include_str!("../../data/blocks/spender-thrift.csv")),
];

/// Resampled from recorded blocks.
pub(super) fn recorded(unit: Unit) -> Vec<Shape> {
    let shape = |&(name, text): &(&str, &str)| {
        let read = |line: &str| {
            let numbers: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            let means = |points, wins| Means { points, wins, faults: 0 };
            Block {
                candidate: means(numbers[0], numbers[2]),
                baseline: means(numbers[1], numbers[3]),
            }
        };
        let blocks: Vec<Block> = text.lines().skip(1).map(read).collect();
        let mut effect = Effect::default();
        blocks.iter().for_each(|block| effect.add(block));
        let (mean, spread) = truth(&effect, Footing::SameSeats, unit);
        let draw = move |rng: &mut Rng| blocks[rng.below(blocks.len() as u32) as usize];
        let (name, draw) = (name.to_owned(), Box::new(draw));
        Shape { name, draw, footing: Footing::SameSeats, mean, spread }
    };
    RECORDED.iter().map(shape).collect()
}

/// The difference over all recorded blocks, and the standard deviation of a single block. For Elo
/// points it follows from the width of the interval: `2 t spread / sqrt(n)`.
fn truth(effect: &Effect, footing: Footing, unit: Unit) -> (f64, f64) {
    let interval = |pairs: &PairedSummary| {
        let difference = pairs.difference();
        (difference.mean().unwrap(), difference.variance().unwrap().sqrt())
    };
    match unit {
        Unit::Points => interval(&effect.points),
        Unit::Wins => interval(&effect.wins),
        Unit::Elo => {
            let EloGain { elo, interval } = effect.elo(footing, 0.95).unwrap();
            let Interval { low, high } = interval.unwrap();
            (elo, (high - low) / 2.0 / 1.96 * (effect.blocks() as f64).sqrt())
        }
    }
}

/// The number of games out of four that a side wins.
fn won_of_four(rng: &mut Rng, share: f64) -> f64 {
    (0..4).filter(|_| rng.unit() < share).count() as f64 / 4.0
}

fn wins(candidate: f64, baseline: f64) -> Block {
    let means = |wins| Means { points: 0.0, wins, faults: 0 };
    Block { candidate: means(candidate), baseline: means(baseline) }
}

/// Deterministic players, one a patch of the other: a fraction `differing` of the blocks differ. In
/// the other blocks, two that meet each other win one game each; in the same seats they win the
/// same games.
///
/// Of the blocks that differ, a candidate that meets its baseline wins `share`; in the same seats
/// it wins this share of their games, and the baseline wins `baseline` of all games.
fn patched(footing: Footing, differing: f64, share: f64, baseline: f64) -> Shape {
    let draw = move |rng: &mut Rng| {
        let differs = rng.unit() < differing;
        match footing {
            Footing::HeadToHead if !differs => wins(0.5, 0.5),
            Footing::HeadToHead if rng.unit() < share => wins(1.0, 0.0),
            Footing::HeadToHead => wins(0.0, 1.0),
            Footing::SameSeats => {
                let own = won_of_four(rng, baseline);
                wins(if differs { won_of_four(rng, share) } else { own }, own)
            }
        }
    };
    let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    let (mean, how) = match footing {
        Footing::HeadToHead => (elo(0.5 + differing * (share - 0.5)), "head to head".to_owned()),
        Footing::SameSeats => {
            let gain = differing * (share - baseline);
            (elo(baseline + gain) - elo(baseline), format!("baseline wins {} %", 100.0 * baseline))
        }
    };
    let mut rng = Seed(29).rng();
    let mut effect = Effect::default();
    (0..200_000).for_each(|_| effect.add(&draw(&mut rng)));
    let (_, spread) = truth(&effect, footing, Unit::Elo);
    let name = format!("{} % differ, {} % of them won, {how}", 100.0 * differing, 100.0 * share);
    Shape { name, draw: Box::new(draw), footing, mean, spread }
}

/// Most blocks are tied.
pub(super) fn patches() -> Vec<Shape> {
    let head_to_head = [(0.5, 0.4), (0.5, 0.1), (0.1, 0.6), (0.1, 0.1), (0.02, 0.5), (0.02, 0.0)];
    let same_seats = [
        (0.5, 0.3, 0.25),
        (0.1, 0.1, 0.25),
        (0.1, 0.5, 0.25),
        (0.02, 0.0, 0.25),
        (0.1, 0.8, 0.9),
        (0.5, 0.95, 0.97),
        (0.1, 0.1, 0.03),
        (0.5, 0.02, 0.03),
    ];
    let met =
        head_to_head.map(|(differing, share)| patched(Footing::HeadToHead, differing, share, 0.5));
    let seated = same_seats.map(|(differing, share, baseline)| {
        patched(Footing::SameSeats, differing, share, baseline)
    });
    met.into_iter().chain(seated).collect()
}

/// Patches that lose all games of the blocks that differ.
pub(super) fn rare_losses() -> Vec<Shape> {
    let shape = |share: f64| {
        let seated = [0.25, 0.9].map(|wins| patched(Footing::SameSeats, share, 0.0, wins));
        seated.into_iter().chain([patched(Footing::HeadToHead, share, 0.0, 0.5)])
    };
    RARE.into_iter().flat_map(shape).collect()
}
