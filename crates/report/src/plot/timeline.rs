//! One value over runs, each with its interval: a line from run to run.

use maud::{Markup, html};

use crate::plot::axis::{Area, Axis, FOOT, below, domain_of_places, named};
use crate::plot::figure::Drawing;
use crate::plot::path::PathData;
use crate::plot::scale::{Domain, Scale, finite_interval};
use crate::plot::series::Series;
use crate::plot::text::Unit;
use lettergame_stats::Interval;

/// A run.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// Its name, and a second line below.
    pub(crate) names: [String; 2],
    /// What its mark says.
    pub(crate) title: String,
    /// The value; not finite if there is none.
    pub(crate) value: f64,
    /// Its interval.
    pub(crate) interval: Option<Interval>,
    /// Whether the line to it stands out.
    pub(crate) differs: bool,
}

/// Runs in order, evenly spaced.
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    /// The runs.
    pub(crate) moments: Vec<Moment>,
    /// A straight line over the values: its start, and its slope from one to the next.
    pub(crate) trend: Option<[f64; 2]>,
}

const HEIGHT: f64 = 240.0;
/// Above the plot.
const TOP: f64 = 12.0;
/// Half the width of the caps of an interval.
const CAP: f64 = 4.0;
/// From the first line of names to the second one.
const SECOND: f64 = 16.0;

impl Timeline {
    /// The runs with a value, and their indices.
    fn seen(&self) -> impl Iterator<Item = (f64, &Moment)> {
        let all = self.moments.iter().enumerate().map(|(index, moment)| (index as f64, moment));
        all.filter(|(_, moment)| moment.value.is_finite())
    }

    /// The values and all their intervals.
    fn domain(&self) -> Domain {
        let ends_of = |(_, moment): (f64, &Moment)| {
            let ends =
                finite_interval(moment.interval).map_or([moment.value; 2], |i| [i.low, i.high]);
            ends.into_iter().chain([moment.value])
        };
        Domain::of(self.seen().flat_map(ends_of)).unwrap_or(Domain::shares())
    }

    pub(crate) fn draw(&self, wide: f64) -> Drawing {
        let mut area = Area { left: 0.0, top: TOP, right: wide - 16.0, bottom: TOP + HEIGHT };
        let up = Axis::upward(self.domain(), Unit::Plain, HEIGHT);
        area.left = up.room() + 10.0;
        let y = Scale::new(up.domain, area.bottom, area.top);
        let x = Scale::new(domain_of_places(self.moments.len()), area.left, area.right);
        let at = |(index, moment): (f64, &Moment)| [x.at(index), y.at(moment.value)];
        let seen: Vec<(f64, &Moment)> = self.seen().collect();
        let trend = self.trend.map(|[start, slope]| {
            let value = |k: usize| y.at(start + slope * k as f64);
            PathData::through(
                seen.iter().enumerate().map(|(k, (index, _))| [x.at(*index), value(k)]),
            )
        });
        let marks = html! {
            (up.up(area))
            (self.names(x, area))
            @if let Some(line) = trend { path.trend.reference fill="none" d=(line) {} }
            @for pair in seen.windows(2) {
                @let (class, line) = if pair[1].1.differs { ("s1", "middle") } else { ("s0", "line") };
                g class=(class) { path class=(line) d=(PathData::through(pair.iter().map(|moment| at(*moment)))) {} }
            }
            g.s0 {
                @for moment in &seen {
                    g {
                        title { (moment.1.title) }
                        @if let Some(Interval { low, high }) = finite_interval(moment.1.interval) {
                            (whisker(x.at(moment.0), y.at(low), y.at(high)))
                        }
                        @let [x, y] = at(*moment);
                        path.mark d=(Series(0).shape(x, y)) {}
                    }
                }
            }
        };
        Drawing { width: wide, height: area.bottom + FOOT + SECOND, marks }
    }

    fn names(&self, x: Scale, area: Area) -> Markup {
        let longer = |moment: &Moment| moment.names.iter().max_by_key(|name| name.len()).cloned();
        let names: Vec<String> = self.moments.iter().filter_map(longer).collect();
        let second = Area { bottom: area.bottom + SECOND, ..area };
        html! {
            @for index in named(&names, area.right - area.left).0 {
                @let [name, more] = &self.moments[index].names;
                (below(x.at(index as f64), area, name))
                g.axis { (below(x.at(index as f64), second, more)) }
            }
        }
    }
}

/// A vertical line with caps at its ends.
fn whisker(x: f64, low: f64, high: f64) -> Markup {
    let cap = |y: f64| [[x - CAP, y], [x + CAP, y]];
    html! {
        @for line in [[[x, low], [x, high]], cap(low), cap(high)] {
            path.whisker d=(PathData::through(line)) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Moment, Timeline};
    use lettergame_stats::Interval;

    #[test]
    fn an_axis_reaches_over_every_interval() {
        for (value, half) in [(10.0, 1.0), (0.0, 0.0), (-3.7, 0.01), (1e6, 3.0), (5.0, 1e5)] {
            let interval = Some(Interval { low: value - half, high: value + half });
            let names = [String::new(), String::new()];
            let moment = Moment { names, title: String::new(), value, interval, differs: false };
            let domain = Timeline { moments: vec![moment], trend: None }.domain();
            assert!(domain.low() <= value - half && value + half <= domain.high(), "{value}");
        }
    }
}
