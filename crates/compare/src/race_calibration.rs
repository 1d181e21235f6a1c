//! How often a race is wrong: the best is dropped, or an interval misses. Simulated with candidates
//! that are nearly identical in most deals, like those of a grid.
//!
//! `LETTERGAME_CALIBRATION=2000 cargo test --release --lib race_calibration -- --nocapture` prints
//! the table of the README.

use super::{Book, Means, Measure, Race, RaceEnd, RaceResult, RaceTerms};
use lettergame_base::{Branch, Rng, Seed, parallel_map};

const ALPHA: f64 = 0.05;

/// The number of deals after which a race is over.
const MAX_DEALS: u64 = 4000;

/// How far below the best each candidate is, in units of the spread of a deal.
const FIELDS: [(&str, &[f64]); 4] = [
    ("two", &[0.0, 0.1]),
    ("six, two of them best", &[0.0, 0.0, 0.05, 0.1, 0.2, 0.4]),
    ("six equal", &[0.0; 6]),
    (
        "twenty",
        &[
            0.0, 0.02, 0.05, 0.05, 0.1, 0.1, 0.1, 0.15, 0.15, 0.2, 0.2, 0.2, 0.25, 0.3, 0.3, 0.4,
            0.5, 0.5, 0.8, 1.0,
        ],
    ),
];

fn exponential(rng: &mut Rng) -> f64 {
    -(1.0 - rng.unit()).ln()
}

/// A candidate's own part of its result in a deal: mean 0, variance 1.
type Noise = fn(&mut Rng) -> f64;

const NOISES: [(&str, Noise); 3] = [
    ("uniform", |rng| (rng.unit() - 0.5) * 12.0_f64.sqrt()),
    ("exponential", |rng| exponential(rng) - 1.0),
    // one deal in twenty is lost by about 4.5
    ("rare", |rng| {
        let (share, loss) = (0.05, 4.588_314_677);
        let event = if rng.unit() < share { -loss } else { 0.0 };
        event + share * loss
    }),
];

/// The outcome of a number of races.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    /// The first candidate, which is the best, was dropped.
    dropped: u64,
    /// An interval of some candidate does not cover its true difference to the best.
    missed: u64,
    decided: u64,
    /// Games of candidates.
    games: f64,
    /// Games of a race without dropping.
    without: f64,
}

impl Outcome {
    fn and(self, other: Outcome) -> Outcome {
        Outcome {
            dropped: self.dropped + other.dropped,
            missed: self.missed + other.missed,
            decided: self.decided + other.decided,
            games: self.games + other.games,
            without: self.without + other.without,
        }
    }
}

fn raced(field: &[f64], noise: Noise, index: u64) -> Outcome {
    let mut rng = Seed(29).derive(Branch::Chance, index).rng();
    let mut race =
        Race::new(RaceTerms { by: Measure::Points, margin: None, alpha: ALPHA }, 1, field.len());
    while race.deals() < MAX_DEALS && !race.wanted().is_empty() {
        let luck = 3.0 * rng.unit();
        let means =
            |below: &f64| Means { points: luck - below + noise(&mut rng), ..Means::default() };
        let deal: Vec<Means> = field.iter().map(means).collect();
        race.add(0, &deal);
    }
    let names: Vec<String> = (0..field.len()).map(|index| index.to_string()).collect();
    let result = RaceResult::of(&race, &names, &[], &[None]);
    let misses = result.findings.iter().any(|finding| {
        let below = field[finding.candidate.parse::<usize>().unwrap()];
        finding.interval.is_some_and(|ends| -below < ends.low - 1e-9 || ends.high + 1e-9 < -below)
    });
    let games: u64 = result.findings.iter().map(|finding| finding.deals).sum();
    Outcome {
        dropped: u64::from(!race.ahead().contains(&0)),
        missed: u64::from(misses),
        decided: u64::from(race.end() == RaceEnd::Best),
        games: games as f64,
        without: (race.deals() * field.len() as u64) as f64,
    }
}

#[test]
fn races_are_rarely_wrong() {
    let asked = std::env::var("LETTERGAME_CALIBRATION").ok();
    let count: u64 = asked.map_or_else(
        || lettergame_xtest::cases(4),
        |count| count.parse().expect("LETTERGAME_CALIBRATION"),
    );
    println!(
        "| candidates | noise | best dropped | an interval misses | decided | games of those without dropping |"
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    for (field, below) in FIELDS {
        for (name, noise) in NOISES {
            let one = |index| raced(below, noise, index as u64);
            let found = parallel_map(count as usize, one);
            let found = found.into_iter().fold(Outcome::default(), Outcome::and);
            let percent = |part: u64| 100.0 * part as f64 / count as f64;
            println!(
                "| {field} | {name} | {:.1} % | {:.1} % | {:.0} % | {:.0} % |",
                percent(found.dropped),
                percent(found.missed),
                percent(found.decided),
                100.0 * found.games / found.without,
            );
            // three standard errors above the promised rate
            let most = |chance: f64| {
                let mean = chance * count as f64;
                (mean + 3.0 * mean.sqrt()) as u64
            };
            assert!(found.dropped <= most(ALPHA / 2.0), "{field}, {name}: {found:?}");
            assert!(found.missed <= most(ALPHA), "{field}, {name}: {found:?}");
        }
    }
}
