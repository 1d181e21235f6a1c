//! The convergence of means over the games of the run, scores over the rounds of a game, and results by seat.

use maud::{Markup, html};

use crate::page::Section;
use crate::page::legend::Legend;
use crate::plot::{Across, Figure, Forest, ForestRow, Line, LinePoint, Lines, Series, Unit};
use crate::{Digest, Estimate, PlayerDigest, PlayerRounds, RoundDigest, RoundsDigest, SeatDigest};

pub(super) fn section(run: &Digest, legend: &Legend, prefix: &str) -> Option<Section> {
    let convergence = convergence(run, legend);
    let seats = seats(run);
    let has_seats = seats.rows.len() > 1;
    if convergence.lines.is_empty() && run.rounds.is_none() && !has_seats {
        return None;
    }
    let content = html! {
        (Figure { id: &format!("{prefix}convergence"), title: "Mean score over games",
            plot: &convergence,
            about: "The mean score after ever more games, with its interval: lines that have become \
                level show that there were games enough. Early intervals are cut at the edge." })
        @if let Some(rounds) = &run.rounds { (over_rounds(rounds, legend, prefix)) }
        @if has_seats {
            (Figure { id: &format!("{prefix}seats"), title: "Seats", plot: &seats,
                about: "The mean score of each seat over all players: does it matter where one sits?" })
        }
    };
    Some(Section { id: "course", heading: "Over games and rounds", content })
}

pub(super) fn convergence(run: &Digest, legend: &Legend) -> Lines {
    let line = |player: &PlayerDigest| {
        let points = player.convergence.iter();
        let points = points.map(|checkpoint| LinePoint {
            x: checkpoint.games as f64,
            value: checkpoint.mean,
            interval: checkpoint.interval,
        });
        Line {
            label: player.player.clone(),
            series: legend.series(&player.player),
            points: points.collect(),
        }
    };
    let seated = run.players.iter().filter(|player| !player.convergence.is_empty());
    lines(seated.map(line).collect(), "games", "mean score, points", Across::Whole)
}

/// Lines in the order of the legend.
fn lines(mut lines: Vec<Line>, x: &str, y: &str, across: Across) -> Lines {
    lines.sort_by_key(|line| line.series.0);
    Lines { lines, across, x: x.into(), y: y.into(), unit: Unit::Plain, decimals: 1 }
}

fn over_rounds(rounds: &RoundsDigest, legend: &Legend, prefix: &str) -> Markup {
    type Part = fn(&RoundDigest) -> Option<Estimate>;
    let plots: [(&str, &str, &str, Part); 3] = [
        ("round-score", "Score over rounds", "The mean score at the end of each round.", |r| {
            r.score
        }),
        (
            "round-gained",
            "Points gained by round",
            "The mean of the points gained in each round.",
            |r| r.points_gained,
        ),
        (
            "round-spent",
            "Points spent by round",
            "The mean of the points spent in each round.",
            |r| r.points_spent,
        ),
    ];
    html! {
        @for (id, title, about, part) in plots {
            @let lines = by_round(rounds, legend, part);
            @if !lines.lines.is_empty() {
                (Figure { id: &[prefix, id].concat(), title, about, plot: &lines })
            }
        }
    }
}

fn by_round(
    rounds: &RoundsDigest,
    legend: &Legend,
    part: fn(&RoundDigest) -> Option<Estimate>,
) -> Lines {
    let line = |player: &PlayerRounds| {
        let point = |round: &RoundDigest| {
            let Estimate { mean, interval, .. } = part(round)?;
            Some(LinePoint { x: round.round as f64, value: mean, interval })
        };
        let points: Vec<LinePoint> = player.rounds.iter().filter_map(point).collect();
        let series = legend.series(&player.player);
        (!points.is_empty()).then(|| Line { label: player.player.clone(), series, points })
    };
    let of_players = rounds.players.iter().filter_map(line).collect();
    lines(of_players, "round", "points", Across::Whole)
}

fn seats(run: &Digest) -> Forest {
    let row = |seat: &SeatDigest| ForestRow {
        label: format!("seat {}", seat.seat),
        series: Series(0),
        value: seat.score.mean,
        interval: seat.score.interval,
    };
    Forest {
        rows: run.seats.iter().map(row).collect(),
        axis: "mean score of a game, points".into(),
        unit: Unit::Plain,
        decimals: 1,
        reference: None,
    }
}
