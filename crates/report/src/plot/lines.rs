//! Values along an axis: lines with bands for their intervals.

use maud::{Markup, html};

use crate::plot::axis::{
    Area, Axis, FOOT, LABEL_SIZE, NAME, below, domain_of_places, name_across, name_up, named,
    upright,
};
use crate::plot::data::Data;
use crate::plot::figure::{Drawing, Key, Plot, WIDE};
use crate::plot::path::{PathData, Px};
use crate::plot::scale::{Domain, Scale, finite_interval};
use crate::plot::series::Series;
use crate::plot::text::{Unit, fitted, number, width};
use lettergame_stats::Interval;

/// One point of a line.
#[derive(Clone, Copy, Debug)]
pub struct LinePoint {
    /// The horizontal position; for named places, the index of the place from 0.
    pub x: f64,
    /// The vertical position.
    pub value: f64,
    /// The interval of the value.
    pub interval: Option<Interval>,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its label.
    pub label: String,
    /// Its series.
    pub series: Series,
    /// Its points from left to right; a point that is not finite is skipped.
    pub points: Vec<LinePoint>,
}

/// The kind of the horizontal axis.
#[derive(Clone, Debug)]
pub enum Across {
    /// Whole numbers, such as games.
    Whole,
    /// Any numbers.
    Numbers,
    /// Named places in this order, such as settings or commits.
    Places(Vec<String>),
}

/// Lines on common axes.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The lines, the most important first: it is drawn on top.
    pub lines: Vec<Line>,
    /// The kind of the horizontal axis.
    pub across: Across,
    /// The name of the horizontal axis.
    pub x: String,
    /// The name of the vertical axis.
    pub y: String,
    /// The unit of the values.
    pub unit: Unit,
    /// Decimals of values in the table, after the change to percent.
    pub decimals: usize,
}

/// Labels are shown at the line ends of up to this many lines.
const MAX_LABELS: usize = 14;
/// With more lines than this, bands are fainter.
const MANY: usize = 6;
/// The minimum distance between two labels.
const LABEL_APART: f64 = 15.0;
/// Up to this many points are drawn with a mark each.
const MAX_MARKS: usize = 24;
/// Maximum number of table rows per line.
const MAX_ROWS: usize = 20;
/// Minimum horizontal distance between points.
const POINT_APART: f64 = 9.0;
const HEIGHT: [f64; 2] = [300.0, 240.0];

impl Line {
    fn points(&self) -> impl DoubleEndedIterator<Item = LinePoint> {
        let drawable = |point: &LinePoint| point.x.is_finite() && point.value.is_finite();
        self.points.iter().copied().filter(drawable)
    }

    /// The values that the vertical axis must include: all values, and the intervals of the later half. Early
    /// intervals of a running mean may be wider than all the rest; they are clipped at the edge of the plot.
    fn reach(&self) -> Vec<f64> {
        let late = self.points.len() / 2;
        let ends = |interval: Interval| [interval.low, interval.high];
        let late =
            self.points.iter().skip(late).filter_map(|point| finite_interval(point.interval));
        late.flat_map(ends).chain(self.points().map(|point| point.value)).collect()
    }

    /// Runs of consecutive points that all have an interval; quiet lines have none.
    fn bands(&self) -> Vec<Vec<(f64, Interval)>> {
        if !self.series.is_distinct() {
            return vec![];
        }
        let mut bands = vec![vec![]];
        for point in self.points() {
            match (finite_interval(point.interval), bands.last_mut()) {
                (Some(interval), Some(band)) => band.push((point.x, interval)),
                (None, _) | (_, None) => bands.push(vec![]),
            }
        }
        bands.retain(|band| band.len() > 1);
        bands
    }

    /// The points that a plot of this width can show, evenly picked, including the last one.
    fn shown(&self, wide: f64) -> Line {
        let points: Vec<LinePoint> = self.points().collect();
        let every = (points.len() as f64 * POINT_APART / wide).ceil().max(1.0) as usize;
        let last = points.len().saturating_sub(1);
        let is_shown = |index: usize| (last - index).is_multiple_of(every);
        let shown = points.into_iter().enumerate().filter(|&(index, _)| is_shown(index));
        Line { points: shown.map(|(_, point)| point).collect(), ..self.clone() }
    }

    fn draw(&self, x: Scale, y: Scale) -> Markup {
        let points: Vec<LinePoint> = self.points().collect();
        let places: Vec<[f64; 2]> = points.iter().map(|p| [x.at(p.x), y.at(p.value)]).collect();
        let marked = match places.len() {
            _ if !self.series.is_distinct() => &[],
            0..=MAX_MARKS => &places[..],
            count => &places[count - 1..],
        };
        html! {
            g class=(self.series.class()) {
                title { (self.label) }
                @for band in self.bands() { path.band d=(around(&band, x, y)) {} }
                @if let [only] = points[..] && let Some(interval) = finite_interval(only.interval) {
                    @let at = x.at(only.x);
                    line.whisker x1=(Px(at)) x2=(Px(at))
                        y1=(Px(y.at(interval.low))) y2=(Px(y.at(interval.high))) {}
                }
                path.line.(self.series.dash()) d=(PathData::through(places.iter().copied())) {}
                @for [x, y] in marked { path.mark d=(self.series.shape(*x, *y)) {} }
            }
        }
    }
}

/// The upper edge of a band from left to right, and its lower edge back.
fn around(band: &[(f64, Interval)], x: Scale, y: Scale) -> PathData {
    let upper = band.iter().map(|&(at, interval)| [x.at(at), y.at(interval.high)]);
    let lower = band.iter().rev().map(|&(at, interval)| [x.at(at), y.at(interval.low)]);
    PathData::around(upper.chain(lower))
}

impl Lines {
    /// Lines with distinct series, in order.
    fn named(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.series.is_distinct() && line.points().next().is_some())
    }

    fn across(&self) -> Domain {
        match &self.across {
            Across::Places(places) => domain_of_places(places.len()),
            Across::Whole | Across::Numbers => {
                let xs = self.lines.iter().flat_map(|line| line.points().map(|point| point.x));
                Domain::of(xs).unwrap_or(Domain::shares())
            }
        }
    }

    /// The horizontal axis, and its domain.
    fn axis_across(&self, area: Area) -> (Markup, Domain) {
        let room = area.right - area.left;
        match &self.across {
            Across::Places(places) => (self.places(places, area), self.across()),
            Across::Whole => {
                let axis = Axis::within(self.across(), room);
                (axis.across(area), axis.domain)
            }
            Across::Numbers => {
                let axis = Axis::sideways(self.across(), Unit::Plain, room);
                (axis.across(area), axis.domain)
            }
        }
    }

    /// As many place names as fit, including the last one.
    fn places(&self, places: &[String], area: Area) -> Markup {
        let x = Scale::new(self.across(), area.left, area.right);
        let (named, room) = named(places, area.right - area.left);
        html! {
            g.axis {
                @for index in named {
                    (upright(x.at(index as f64), area))
                    (below(x.at(index as f64), area, &fitted(&places[index], LABEL_SIZE, room)))
                }
            }
        }
    }

    /// Positions of labels without overlaps, as close as possible to the ends of their lines.
    fn labels(&self, y: Scale, area: Area) -> Vec<(f64, &Line)> {
        let end = |line: &Line| line.points().next_back().map(|point| y.at(point.value));
        let mut labels: Vec<(f64, &Line)> =
            self.named().filter_map(|line| Some((end(line)?, line))).collect();
        labels.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut least = area.top;
        for label in &mut labels {
            label.0 = label.0.max(least);
            least = label.0 + LABEL_APART;
        }
        let mut most = area.bottom;
        for label in labels.iter_mut().rev() {
            label.0 = label.0.min(most);
            most = label.0 - LABEL_APART;
        }
        labels
    }

    fn area(&self, wide: f64) -> (Area, f64) {
        let names = || self.named().map(|line| width(&line.label, LABEL_SIZE)).fold(0.0, f64::max);
        let is_labelled = wide >= WIDE && self.named().count() <= MAX_LABELS;
        let names = if is_labelled { names().min(wide * 0.22) } else { 0.0 };
        let height = if wide >= WIDE { HEIGHT[0] } else { HEIGHT[1] };
        let right = if names > 0.0 { wide - names - 12.0 } else { wide - 16.0 };
        (Area { left: 0.0, top: 30.0, right, bottom: 30.0 + height }, names)
    }
}

impl Plot for Lines {
    fn draw(&self, wide: f64) -> Drawing {
        let (mut area, names) = self.area(wide);
        let reach = Domain::of(self.lines.iter().flat_map(Line::reach)).unwrap_or(Domain::shares());
        let up = Axis::upward(reach.padded(0.03), self.unit, area.bottom - area.top);
        area.left = up.room() + 10.0;
        let y = Scale::new(up.domain, area.bottom, area.top);
        let (across, domain) = self.axis_across(area);
        let x = Scale::new(domain, area.left, area.right);
        let marks = html! {
            (up.up(area))
            (across)
            g.many[self.lines.len() > MANY] {
                @for line in self.lines.iter().rev() { (line.shown(wide).draw(x, y)) }
            }
            @if names > 0.0 {
                @for (at, line) in self.labels(y, area) {
                    text.end.(line.series.class()) x=(Px(area.right + 10.0)) y=(Px(at + 4.5)) {
                        (fitted(&line.label, LABEL_SIZE, names))
                    }
                }
            }
            (name_up(area, 0.0, &self.y))
            (name_across(area, &self.x))
        };
        Drawing { width: wide, height: area.bottom + FOOT + NAME, marks }
    }

    fn data(&self) -> Data {
        let mut data = Data::new(["", self.x.as_str(), self.y.as_str()]);
        for line in self.lines.iter() {
            let points: Vec<LinePoint> = line.points().collect();
            let every = points.len().div_ceil(MAX_ROWS).max(1);
            for point in points.iter().rev().step_by(every).rev() {
                let x = match &self.across {
                    Across::Places(places) => places.get(point.x.max(0.0) as usize).cloned(),
                    Across::Whole => Some(number(point.x, 0)),
                    Across::Numbers => Some(number(point.x, 3)),
                };
                let value = self.unit.show_with(point.value, point.interval, self.decimals);
                data.push([line.label.clone(), x.unwrap_or_default(), value]);
            }
        }
        data
    }

    fn key(&self) -> Vec<Key> {
        let rest = self.lines.iter().filter(|line| !line.series.is_distinct()).count();
        let mut keys: Vec<Key> =
            self.named().map(|line| Key::series(line.series, &line.label)).collect();
        if let Some(line) = self.lines.iter().find(|line| !line.series.is_distinct()) {
            keys.push(Key::series(line.series, &format!("{rest} more, see the table")));
        }
        keys
    }
}
