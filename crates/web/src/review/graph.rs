//! The points of all players over the turns of a game, as a plot.

use maud::Markup;

use lettergame_report::plot::{Across, Figure, Key, Line, LinePoint, Lines, Series, Unit};

/// A series without a look of its own, for the mark.
const QUIET: Series = Series(usize::MAX);

/// A line for each player: the label, and the points at the start and after each turn.
pub(crate) type PointLine = (String, Vec<i32>);

/// The points of a game, with a mark at the turn that is shown; `turns` is what they are called.
pub(crate) fn graph(players: &[PointLine], turns: &str, shown: usize) -> Markup {
    let line = |(index, (label, points)): (usize, &PointLine)| Line {
        label: label.clone(),
        series: Series(index),
        points: points.iter().enumerate().map(|(plies, &points)| point(plies, points)).collect(),
    };
    let all = || players.iter().flat_map(|(_, points)| points.iter().copied());
    let ends = [all().min(), all().max()].map(Option::unwrap_or_default);
    let here = Line {
        label: "shown".to_owned(),
        series: QUIET,
        points: ends.map(|points| point(shown, points)).to_vec(),
    };
    let plot = Lines {
        lines: players.iter().enumerate().map(line).chain([here]).collect(),
        across: Across::Whole,
        x: turns.to_owned(),
        y: "points".to_owned(),
        unit: Unit::Plain,
        decimals: 0,
    };
    let key = |(index, (label, _)): (usize, &PointLine)| Key::series(Series(index), label);
    Figure {
        id: "points",
        title: "Points over the game",
        about: "The vertical line marks the turn that is shown.",
        plot: &plot,
    }
    .drawn(&players.iter().enumerate().map(key).collect::<Vec<_>>())
}

fn point(plies: usize, points: i32) -> LinePoint {
    LinePoint { x: plies as f64, value: f64::from(points), interval: None }
}
