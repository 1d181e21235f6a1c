//! Means with their intervals, one per row: a forest plot.

use maud::{Markup, html};

use crate::plot::axis::{Area, Axis, FOOT, LABEL_SIZE, NAME, name_across};
use crate::plot::data::Data;
use crate::plot::figure::{Drawing, Plot, WIDE};
use crate::plot::path::Px;
use crate::plot::scale::{Domain, Scale, finite, finite_interval};
use crate::plot::series::Series;
use crate::plot::text::{Unit, fitted, width};
use lettergame_stats::Interval;

/// One row.
#[derive(Clone, Debug)]
pub struct ForestRow {
    /// Its label.
    pub label: String,
    /// The series of its mark.
    pub series: Series,
    /// The value; a row whose value is not finite shows none.
    pub value: f64,
    /// Its interval.
    pub interval: Option<Interval>,
}

/// Rows of values with intervals on one axis.
#[derive(Clone, Debug)]
pub struct Forest {
    /// The rows, from top to bottom.
    pub rows: Vec<ForestRow>,
    /// The name of the axis.
    pub axis: String,
    /// The unit of the values.
    pub unit: Unit,
    /// Decimals of printed values, after the change to percent.
    pub decimals: usize,
    /// A reference line, such as an even share.
    pub reference: Option<f64>,
}

/// Positions of the parts of a row: side by side on a desktop, stacked on a phone.
struct Layout {
    row: f64,
    area: Area,
    /// From a row's top to the baseline of its text, and to its marks.
    words: f64,
    marks: f64,
    /// The right edge of the space for labels.
    label_end: f64,
    width: f64,
}

impl Layout {
    /// The segments of the reference line: where text is above the marks, the line does not run through it.
    fn reference(&self, rows: usize) -> Vec<[f64; 2]> {
        if self.marks - self.words < 10.0 {
            return vec![[self.area.top, self.area.bottom]];
        }
        let top = |row: usize| self.area.top + self.row * row as f64;
        (0..rows).map(|row| [top(row) + self.words + 6.0, top(row + 1)]).collect()
    }
}

impl Forest {
    fn shown(&self, row: &ForestRow) -> String {
        self.unit.show_with(row.value, row.interval, self.decimals)
    }

    fn domain(&self) -> Option<Domain> {
        let of_row = |row: &ForestRow| {
            let ends = finite_interval(row.interval).map(|interval| [interval.low, interval.high]);
            ends.into_iter().flatten().chain(finite(row.value)).collect::<Vec<f64>>()
        };
        Domain::of(self.rows.iter().flat_map(of_row).chain(self.reference))
    }

    fn layout(&self, wide: f64) -> Layout {
        let widest = |texts: &mut dyn Iterator<Item = f64>| texts.fold(0.0, f64::max);
        let labels = widest(&mut self.rows.iter().map(|row| width(&row.label, LABEL_SIZE)));
        let values = widest(&mut self.rows.iter().map(|row| width(&self.shown(row), LABEL_SIZE)));
        let height = |row: f64| 6.0 + row * self.rows.len() as f64;
        if wide < WIDE {
            let area = Area { left: 10.0, top: 6.0, right: wide - 14.0, bottom: height(46.0) };
            let label_end = wide - values - 12.0;
            return Layout { row: 46.0, area, words: 16.0, marks: 32.0, label_end, width: wide };
        }
        let label_end = labels.min(wide * 0.3);
        let (left, right) = (label_end + 18.0, wide - values - 18.0);
        let area = Area { left, top: 6.0, right, bottom: height(30.0) };
        Layout { row: 30.0, area, words: 20.0, marks: 15.5, label_end, width: wide }
    }

    fn row(&self, row: &ForestRow, top: f64, layout: &Layout, scale: Scale) -> Markup {
        let (words, y) = (top + layout.words, top + layout.marks);
        let label = fitted(&row.label, LABEL_SIZE, layout.label_end);
        let shown = self.shown(row);
        html! {
            g {
                title { (row.label) ": " (shown) }
                text.label x="0" y=(Px(words)) { (label) }
                text.value x=(Px(layout.width)) y=(Px(words)) text-anchor="end" { (shown) }
                g class=(row.series.class()) {
                    @if let Some(Interval { low, high }) = finite_interval(row.interval) {
                        (whisker(scale.at(low), scale.at(high), y))
                    }
                    @if let Some(value) = finite(row.value) {
                        path.mark d=(row.series.shape(scale.at(value), y)) {}
                    }
                }
            }
        }
    }
}

/// A line with caps at its ends.
fn whisker(low: f64, high: f64, y: f64) -> Markup {
    html! {
        line.whisker x1=(Px(low)) x2=(Px(high)) y1=(Px(y)) y2=(Px(y)) {}
        @for x in [low, high] {
            line.whisker x1=(Px(x)) x2=(Px(x)) y1=(Px(y - 4.0)) y2=(Px(y + 4.0)) {}
        }
    }
}

impl Plot for Forest {
    fn draw(&self, width: f64) -> Drawing {
        let layout = self.layout(width);
        let area = layout.area;
        let domain = self.domain().unwrap_or(Domain::shares()).padded(0.02);
        let axis = Axis::sideways(domain, self.unit, area.right - area.left);
        let scale = Scale::new(axis.domain, area.left, area.right);
        let tops = (0..self.rows.len()).map(|index| area.top + layout.row * index as f64);
        let marks = html! {
            (axis.across(area))
            @if let Some(x) = self.reference.and_then(finite).map(|value| scale.at(value)) {
                @for [from, to] in layout.reference(self.rows.len()) {
                    line.reference x1=(Px(x)) x2=(Px(x)) y1=(Px(from)) y2=(Px(to)) {}
                }
            }
            @for (row, top) in self.rows.iter().zip(tops) { (self.row(row, top, &layout, scale)) }
            (name_across(area, &self.axis))
        };
        Drawing { width, height: area.bottom + FOOT + NAME, marks }
    }

    fn data(&self) -> Data {
        let mut data = Data::new(["", self.axis.as_str(), "from", "to"]);
        for row in &self.rows {
            let decimals = self.unit.decimals(row.interval, self.decimals);
            let show = |value| self.unit.show(value, decimals);
            let end = |end: fn(Interval) -> f64| {
                finite_interval(row.interval).map_or_else(|| "\u{2013}".into(), |i| show(end(i)))
            };
            data.push([row.label.clone(), show(row.value), end(|i| i.low), end(|i| i.high)]);
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use super::{Forest, ForestRow};
    use crate::plot::figure::{NARROW, Plot, WIDE};
    use crate::plot::series::Series;
    use crate::plot::text::Unit;

    #[test]
    fn the_reference_line_never_crosses_text() {
        let row =
            |k| ForestRow { label: "a".into(), series: Series(k), value: 0.5, interval: None };
        let forest = Forest {
            rows: (0..3).map(row).collect(),
            axis: "share".into(),
            unit: Unit::Percent,
            decimals: 1,
            reference: Some(0.5),
        };
        let lines = |wide| forest.draw(wide).marks.into_string().matches("\"reference\"").count();
        assert_eq!((lines(WIDE), lines(NARROW)), (1, 3));
        for [from, to] in forest.layout(NARROW).reference(3) {
            let layout = forest.layout(NARROW);
            let base = |row: usize| layout.area.top + layout.row * row as f64 + layout.words;
            assert!((0..3).all(|row| base(row) < from || to < base(row) - 12.0), "{from} to {to}");
        }
    }
}
