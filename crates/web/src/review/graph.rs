//! The points of all players over the turns of a game, as a plot.

use maud::Markup;

use crate::review::story::Story;
use lettergame_core::base::Seat;
use lettergame_report::plot::{Across, Figure, Key, Line, LinePoint, Lines, Series, Unit};

/// A series without a look of its own, for the line that marks the turn shown.
const QUIET: Series = Series(usize::MAX);

/// The plot, with a mark at the number of turns that is shown.
pub(super) fn graph(story: &Story, shown: usize) -> Markup {
    let points = |seat: Seat| {
        let all = story.points.iter().enumerate();
        all.map(move |(plies, points)| point(plies, f64::from(points[seat].0)))
    };
    let seats = || Seat::first(story.names.seats());
    let line = |(index, seat): (usize, Seat)| Line {
        label: story.names[seat].to_string(),
        series: Series(index),
        points: points(seat).collect(),
    };
    let all = || seats().flat_map(points).map(|point| point.value);
    let [low, high] =
        [all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max)];
    let here = Line {
        label: "the turn shown".to_owned(),
        series: QUIET,
        points: [low, high].map(|value| point(shown, value)).to_vec(),
    };
    let plot = Lines {
        lines: seats().enumerate().map(line).chain([here]).collect(),
        across: Across::Whole,
        x: "turns".to_owned(),
        y: "points".to_owned(),
        unit: Unit::Plain,
        decimals: 0,
    };
    let keys: Vec<Key> = seats()
        .enumerate()
        .map(|(index, seat)| Key::series(Series(index), &story.names[seat]))
        .collect();
    Figure {
        id: "points",
        title: "Points over the game",
        about: "The upright line is the turn shown.",
        plot: &plot,
    }
    .drawn(&keys)
}

fn point(plies: usize, value: f64) -> LinePoint {
    LinePoint { x: plies as f64, value, interval: None }
}
