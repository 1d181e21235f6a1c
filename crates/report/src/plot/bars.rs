//! Parts of a whole: stacked bars, one per row.

use maud::{Markup, html};

use crate::plot::axis::{Area, Axis, FOOT, LABEL_SIZE, NAME, TICK_SIZE, name_across};
use crate::plot::data::Data;
use crate::plot::figure::{Drawing, Key, Plot, WIDE};
use crate::plot::path::Px;
use crate::plot::scale::{Domain, Scale};
use crate::plot::text::{Unit, fitted, number, width};

/// The colour of a part: the `k`-th of `of` ordered parts, the first one strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shade {
    /// The index of the part, from 0.
    pub k: usize,
    /// The number of parts.
    pub of: usize,
}

/// The meaning of a part in every bar.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name.
    pub label: String,
    /// Its colour.
    pub shade: Shade,
}

/// One bar.
#[derive(Clone, Debug)]
pub struct BarsRow {
    /// Its label.
    pub label: String,
    /// The size of each part, in the order of the parts.
    pub counts: Vec<u64>,
}

/// Bars of the same parts.
#[derive(Clone, Debug)]
pub struct Bars {
    /// The parts from left to right.
    pub parts: Vec<Part>,
    /// The bars, from top to bottom.
    pub rows: Vec<BarsRow>,
    /// The name of the axis.
    pub axis: String,
    /// Whether all bars have the same length, so that parts are shares.
    pub whole: bool,
}

/// Steps of the palette of ordered parts.
const STEPS: usize = 7;

impl Shade {
    fn class(self) -> &'static str {
        const CLASSES: [&str; STEPS] = ["q0", "q1", "q2", "q3", "q4", "q5", "q6"];
        let last = self.of.saturating_sub(1).max(1);
        CLASSES[(self.k.min(last) * (STEPS - 1) + last / 2) / last]
    }
}

impl BarsRow {
    fn sum(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl Bars {
    fn unit(&self) -> Unit {
        if self.whole { Unit::Percent } else { Unit::Plain }
    }

    /// A row's counts in the unit of the axis.
    fn amounts(&self, row: &BarsRow) -> Vec<f64> {
        let whole = if self.whole { row.sum().max(1) as f64 } else { 1.0 };
        row.counts.iter().map(|&count| count as f64 / whole).collect()
    }

    fn domain(&self) -> Domain {
        let longest = self.rows.iter().map(BarsRow::sum).max().unwrap_or(0);
        let longest = if self.whole { 1.0 } else { longest.max(1) as f64 };
        Domain::of([0.0, longest]).unwrap_or(Domain::shares())
    }

    /// The ends of each part of a row, in the unit of the axis.
    fn reaches(&self, row: &BarsRow) -> Vec<[f64; 2]> {
        let mut end = 0.0;
        let mut reach = |amount| {
            let from = end;
            end += amount;
            [from, end]
        };
        self.amounts(row).into_iter().map(&mut reach).collect()
    }

    fn row(&self, row: &BarsRow, top: f64, height: f64, scale: Scale) -> Markup {
        let segments = self.parts.iter().zip(self.reaches(row)).zip(&row.counts);
        html! {
            g.bar {
                @for ((part, reach), &count) in segments {
                    @if count > 0 { (self.segment(row, part, count, reach, [top, height], scale)) }
                }
            }
        }
    }

    fn segment(
        &self,
        row: &BarsRow,
        part: &Part,
        count: u64,
        [from, to]: [f64; 2],
        [top, height]: [f64; 2],
        scale: Scale,
    ) -> Markup {
        let (left, right) = (scale.at(from), scale.at(to));
        let room = (right - left - 1.0).max(0.5);
        let shown = number((to - from) * if self.whole { 100.0 } else { 1.0 }, 0);
        html! {
            g class=(part.shade.class()) {
                title { (row.label) ", " (part.label) ": " (number(count as f64, 0)) }
                rect x=(Px(left)) y=(Px(top)) width=(Px(room)) height=(Px(height)) {}
                @if width(&shown, TICK_SIZE) + 6.0 < room {
                    text x=(Px(left + room / 2.0)) y=(Px(top + height / 2.0 + 4.5)) { (shown) }
                }
            }
        }
    }
}

impl Plot for Bars {
    fn draw(&self, wide: f64) -> Drawing {
        let beside = wide >= WIDE;
        let labels = self.rows.iter().map(|row| width(&row.label, LABEL_SIZE)).fold(0.0, f64::max);
        let left = if beside { labels.min(wide * 0.3) + 18.0 } else { 10.0 };
        let (row_height, head) = if beside { (30.0, 3.0) } else { (52.0, 21.0) };
        let bottom = 4.0 + row_height * self.rows.len() as f64;
        let area = Area { left, top: 4.0, right: wide - 24.0, bottom };
        let axis = Axis::sideways(self.domain(), self.unit(), area.right - left);
        let axis = if self.whole { axis } else { axis.whole() };
        let scale = Scale::new(axis.domain, left, area.right);
        let marks = html! {
            (axis.across(area))
            @for (index, row) in self.rows.iter().enumerate() {
                @let top = area.top + row_height * index as f64;
                @let (y, room) = if beside { (top + 19.5, left - 18.0) } else { (top + 13.5, wide) };
                text.label x="0" y=(Px(y)) { (fitted(&row.label, LABEL_SIZE, room)) }
                (self.row(row, top + head, 24.0, scale))
            }
            (name_across(area, &self.axis))
        };
        Drawing { width: wide, height: bottom + FOOT + NAME, marks }
    }

    fn data(&self) -> Data {
        let parts = self.parts.iter().map(|part| part.label.as_str());
        let mut data = Data::new([""].into_iter().chain(parts));
        for row in &self.rows {
            let amounts = self.amounts(row).into_iter().zip(&row.counts);
            let shown = amounts.map(|(amount, &count)| match self.whole {
                true => format!("{} ({})", number(count as f64, 0), Unit::Percent.show(amount, 1)),
                false => number(count as f64, 0),
            });
            data.push([row.label.clone()].into_iter().chain(shown));
        }
        data
    }

    fn key(&self) -> Vec<Key> {
        self.parts.iter().map(|part| Key::area(part.shade.class(), &part.label)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Shade;

    #[test]
    fn ordered_parts_span_the_palette() {
        let class = |k, of| Shade { k, of }.class();
        assert_eq!([class(0, 1), class(0, 2), class(1, 2)], ["q0", "q0", "q6"]);
        assert_eq!([class(0, 14), class(13, 14), class(99, 14)], ["q0", "q6", "q6"]);
    }
}
