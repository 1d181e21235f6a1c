//! Reports for tests: made-up, deterministic, of any size.

use serde_json::json;

use crate::{
    Checkpoint, ColumnDigest, CycleDigest, Digest, Distribution, Estimate, FaultDigest, Notability,
    NotableGame, PairDigest, PlayerDigest, PlayerRounds, RatingDigest, Relation, Report,
    RoundDigest, RoundsDigest, RunTitle, SamplePoint, SeatDigest, SortKey, Standing, Ties,
};
use lettergame_stats::Interval;

/// A report of one run with these players, as if they had played this many games.
pub(super) fn report(names: &[&str], games: u64) -> Report {
    Report { setting: None, runs: vec![digest(names, games, 0.0)] }
}

/// A sweep over `hidden`.
pub(super) fn sweep(names: &[&str], settings: &[&str]) -> Report {
    let run = |(at, setting): (usize, &&str)| {
        let mut run = digest(names, 200, at as f64 * 7.0);
        run.run.label = format!("hidden-{setting}");
        run.run.setting = Some((*setting).to_owned());
        run
    };
    let runs = settings.iter().enumerate().map(run).collect();
    Report { setting: Some("hidden".into()), runs }
}

/// Pseudo-random numbers: the fractional parts of multiples of the golden ratio.
fn wave(index: usize) -> f64 {
    (index as f64 * 0.618_033_988_75).fract()
}

fn strength(index: usize, shift: f64) -> f64 {
    260.0 - 31.0 * index as f64 + 40.0 * wave(index) + shift * (1.0 - index as f64)
}

fn around(mean: f64, half: f64, games: u64) -> Option<Interval> {
    (games > 1).then_some(Interval { low: mean - half, high: mean + half })
}

fn estimate(mean: f64, half: f64, games: u64) -> Estimate {
    Estimate { mean, interval: around(mean, half, games), count: games, deals: games }
}

fn digest(names: &[&str], games: u64, shift: f64) -> Digest {
    let of_all = |make: &dyn Fn(usize) -> PlayerDigest| (0..names.len()).map(make).collect();
    Digest {
        run: title(names, games),
        ratings: ratings(names),
        population: None,
        ranking: None,
        standings: (0..names.len()).map(|index| standing(names, index, games, shift)).collect(),
        players: of_all(&|index| player(names, index, games, shift)),
        pairs: pairs(names, games),
        seats: (0..names.len().min(4)).map(|seat| seat_digest(seat, games)).collect(),
        ties: Ties { games: 2, first_game: Some(5) },
        rounds: Some(rounds(names, games)),
        faults: faults(names),
        notable: notable(names),
    }
}

fn ratings(names: &[&str]) -> RatingDigest {
    RatingDigest {
        scale: "average".into(),
        ranked_by: SortKey::WinShare,
        legend: "Ranked by win share.".into(),
        remarks: names.iter().take(1).map(|name| format!("{name} is special")).collect(),
        pairs: vec![],
        model: None,
        cycles: CycleDigest::default(),
    }
}

fn title(names: &[&str], games: u64) -> RunTitle {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let rules = json!({"preset": "words", "hidden": 3, "rounds": 10, "letter-cap": "none"});
    RunTitle {
        label: "run".into(),
        dir: "results/a run".into(),
        name: "auction".into(),
        game: "auction".into(),
        rules: rules.as_object().cloned().unwrap_or_default(),
        setting: None,
        players: names.clone(),
        entrants: names,
        schedule: "free-for-all".into(),
        is_staged: false,
        seating: "rotate".into(),
        pairings: 1,
        seats: 4,
        seed: 7,
        shard: "1/1".into(),
        games_done: games,
        games_total: games,
        first_game: 0,
        deals: games,
        cut: false,
        record: "rounds".into(),
        replayable: true,
        fingerprint: "fd7ded5f2e38480d".into(),
        lexicon: "3e9c18e0ad77292f".into(),
        version: Some("0.1.0".into()),
        times: None,
        level: 0.95,
    }
}

fn standing(names: &[&str], index: usize, games: u64, shift: f64) -> Standing {
    let share = 1.0 / (index as f64 + 2.0);
    let score = strength(index, shift);
    Standing {
        player: names[index].to_owned(),
        games,
        wins: share * games as f64,
        win_share: share,
        win_share_interval: around(share, 0.04, games),
        score,
        score_interval: around(score, 6.0, games),
        mean_place: index as f64 + 1.0,
        rating: 300.0 - 40.0 * index as f64,
        rating_interval: around(300.0 - 40.0 * index as f64, 35.0, games).filter(|_| index != 1),
        faults: 0,
        rank_low: Some(index as u64 + 1),
        rank_high: Some((index as u64 + 2).min(names.len() as u64)),
    }
}

fn player(names: &[&str], index: usize, games: u64, shift: f64) -> PlayerDigest {
    let mean = strength(index, shift);
    let steps = games.min(60);
    let checkpoint = |step: u64| Checkpoint {
        games: step * games / steps,
        mean: mean + 60.0 * (wave(step as usize + index) - 0.5) / step as f64,
        interval: around(mean, 90.0 / (step as f64).sqrt(), step),
    };
    PlayerDigest {
        player: names[index].to_owned(),
        games,
        scores: Some(distribution(mean, games)),
        places: (0..names.len().min(14))
            .map(|place| games / (1 + place.abs_diff(index) as u64))
            .collect(),
        sole_wins: 1,
        shared_wins: 0,
        seats: vec![],
        convergence: (1..=steps).map(checkpoint).collect(),
        columns: vec![ColumnDigest {
            column: "spent".into(),
            mean: estimate(120.0, 3.0, games),
            min: 0.0,
            max: 300.0,
        }],
        relation: Some(relation(index, games.min(400))),
    }
}

fn distribution(mean: f64, games: u64) -> Distribution {
    let middle = mean.round() as i64;
    let count = |bin: i64| (games as f64 * (-(bin as f64 - 60.0).powi(2) / 800.0).exp()) as u64;
    let bins: Vec<u64> = if games > 1 { (0..120).map(count).collect() } else { vec![1] };
    let spread = bins.len() as i64 / 2;
    Distribution {
        count: bins.iter().sum(),
        min: middle - spread,
        max: middle + spread,
        mean,
        standard_deviation: Some(20.0),
        lower_quartile: mean - spread as f64 / 4.0,
        median: mean,
        upper_quartile: mean + spread as f64 / 4.0,
        exact_quartiles: true,
        first: middle - spread,
        bin_width: 1,
        bins,
    }
}

fn relation(index: usize, count: u64) -> Relation {
    let point = |at: u64| {
        let x = 60.0 + 20.0 * index as f64 + 80.0 * wave(at as usize);
        let y = 300.0 + x + 120.0 * wave(at as usize * 7 + index);
        SamplePoint { game: at, seat: index, x: x.round(), y: y.round() }
    };
    Relation {
        x: "spent".into(),
        y: "word_points".into(),
        mean_x: 100.0 + 20.0 * index as f64,
        mean_y: 460.0 + 20.0 * index as f64,
        correlation: Some(0.5),
        points: (0..count).map(point).collect(),
    }
}

fn pairs(names: &[&str], games: u64) -> Vec<PairDigest> {
    let mut pairs = Vec::new();
    for (row, player) in names.iter().enumerate() {
        for (column, opponent) in names.iter().enumerate().filter(|(column, _)| *column != row) {
            let share = (0.5 + 0.07 * (column as f64 - row as f64)).clamp(0.0, 1.0);
            pairs.push(PairDigest {
                player: (*player).to_owned(),
                opponent: (*opponent).to_owned(),
                share: estimate(share, 0.03, games),
                difference: estimate(31.0 * (column as f64 - row as f64), 5.0, games),
            });
        }
    }
    pairs
}

fn seat_digest(seat: usize, games: u64) -> SeatDigest {
    let score = 300.0 + 3.0 * seat as f64;
    SeatDigest { seat, score: estimate(score, 6.0, games), win_share: estimate(0.25, 0.02, games) }
}

fn rounds(names: &[&str], games: u64) -> RoundsDigest {
    let round = |index: usize, round: u64| {
        let score = strength(index, 0.0) * round as f64 / 10.0;
        RoundDigest {
            round,
            score: Some(estimate(score, 4.0, games)),
            points_gained: Some(estimate(30.0 + 5.0 * wave(round as usize + index), 2.0, games)),
            points_spent: Some(estimate(12.0 + 5.0 * wave(round as usize * 3 + index), 1.0, games)),
        }
    };
    let player = |(index, name): (usize, &&str)| PlayerRounds {
        player: (*name).to_owned(),
        rounds: (1..=10).map(|number| round(index, number)).collect(),
    };
    RoundsDigest {
        columns: ["score", "points_gained", "points_spent"].map(str::to_owned).into(),
        players: names.iter().enumerate().map(player).collect(),
    }
}

fn faults(names: &[&str]) -> Vec<FaultDigest> {
    let fault = |player: &&str, kind: &str, seats: u64| FaultDigest {
        player: (*player).to_owned(),
        kind: kind.into(),
        seats,
        lines: 3 * seats,
        first_games: vec![3, 14, 15],
    };
    let last = names.last().into_iter();
    last.flat_map(|name| [fault(name, "late", 12), fault(name, "illegal", 4)]).collect()
}

fn notable(names: &[&str]) -> Vec<NotableGame> {
    let game = |(index, name): (usize, &&str)| NotableGame {
        what: if index == 0 { Notability::HighestScore } else { Notability::BestOfPlayer },
        game: 17 + index as u64,
        seat: index,
        player: (*name).to_owned(),
        points: 731 - 40 * index as i64,
        replay: Some(format!("lettergame replay 'results/a run' --game {}", 17 + index)),
    };
    names.iter().enumerate().map(game).collect()
}
