//! Distributions of numbers: a stepped outline for each player, one below the other.

use maud::{Markup, html};

use crate::plot::axis::{Area, Axis, FOOT, LABEL_SIZE, NAME, name_across};
use crate::plot::data::Data;
use crate::plot::figure::{Drawing, Plot, WIDE};
use crate::plot::path::{PathData, Px};
use crate::plot::scale::{Domain, Scale, finite};
use crate::plot::series::Series;
use crate::plot::text::{Unit, fitted, number, width};

/// Counts of whole numbers.
#[derive(Clone, Debug)]
pub struct HistogramRow {
    /// Its label.
    pub label: String,
    /// The series of the row.
    pub series: Series,
    /// The lowest number of the first bin, a multiple of the width.
    pub first: i64,
    /// The number of whole numbers covered by a bin, at least 1; a power of two.
    pub bin_width: i64,
    /// The count of each bin.
    pub counts: Vec<u64>,
    /// The minimum, the three quartiles, and the maximum.
    pub summary: [f64; 5],
}

/// Rows on one axis, each with its own vertical scale.
#[derive(Clone, Debug)]
pub struct Histograms {
    /// The rows, from top to bottom.
    pub rows: Vec<HistogramRow>,
    /// The name of the axis.
    pub axis: String,
}

/// Approximate width of a step, in units of the view box.
const STEP: f64 = 9.0;
/// Height of the outlines.
const RISE: f64 = 38.0;
/// From the baseline of an outline to the bar of its quartiles.
const DROP: f64 = 6.0;

impl HistogramRow {
    /// The same numbers in bins of `bin_width`, a multiple of the current width: the left edge and the count
    /// of each bin, ascending, from the first to the last that is not empty.
    fn coarse(&self, bin_width: i64) -> Vec<(i64, u64)> {
        let mut bins: Vec<(i64, u64)> = Vec::new();
        for (index, &count) in (0i64..).zip(&self.counts) {
            let low = self.first.saturating_add(index.saturating_mul(self.bin_width));
            let edge = low.div_euclid(bin_width) * bin_width;
            match bins.last_mut() {
                Some((last, sum)) if *last == edge => *sum += count,
                _ => bins.push((edge, count)),
            }
        }
        bins
    }

    fn end(&self) -> f64 {
        self.first as f64 + self.counts.len() as f64 * self.bin_width as f64
    }
}

impl Histograms {
    /// The range of all rows; bins hold whole numbers, so they start half a unit lower.
    fn domain(&self) -> Option<Domain> {
        Domain::of(self.rows.iter().flat_map(|row| [row.first as f64 - 0.5, row.end() - 0.5]))
    }

    /// The bin width for the width of the plot, a power of two, no less than that of any row.
    fn bin_width(&self, domain: Domain, room: f64) -> i64 {
        let wanted = (domain.high() - domain.low()) * STEP / room;
        let finest = self.rows.iter().map(|row| row.bin_width.max(1)).max().unwrap_or(1);
        let mut bin_width = finest;
        while (bin_width as f64) < wanted && bin_width < i64::MAX / 4 {
            bin_width *= 2;
        }
        bin_width
    }

    fn row(&self, row: &HistogramRow, base: f64, scale: Scale, bin_width: i64) -> Markup {
        let bins = row.coarse(bin_width);
        let [least, lower, median, upper, greatest] = row.summary.map(|v| finite(v).unwrap_or(0.0));
        let y = base + DROP;
        html! {
            g class=(row.series.class()) {
                title { (row.label) ": median " (number(median, 0)) ", middle half " (number(lower, 0))
                    " to " (number(upper, 0)) ", all " (number(least, 0)) " to " (number(greatest, 0)) }
                path.area d=(PathData::around(outline(&bins, bin_width, base, scale))) {}
                path.line d=(PathData::through(outline(&bins, bin_width, base, scale))) {}
                line.whole x1=(Px(scale.at(least))) x2=(Px(scale.at(greatest))) y1=(Px(y)) y2=(Px(y)) {}
                line.middle x1=(Px(scale.at(lower))) x2=(Px(scale.at(upper))) y1=(Px(y)) y2=(Px(y)) {}
                path.mark d=(row.series.shape(scale.at(median), y)) {}
            }
        }
    }
}

/// The corners of the steps, from baseline to baseline.
fn outline(bins: &[(i64, u64)], bin_width: i64, base: f64, scale: Scale) -> Vec<[f64; 2]> {
    let highest = bins.iter().map(|&(_, count)| count).max().unwrap_or(0).max(1) as f64;
    let place = |edge: i64| scale.at(edge as f64 - 0.5);
    let mut corners = Vec::with_capacity(bins.len() * 2 + 2);
    for (index, &(edge, count)) in bins.iter().enumerate() {
        if index == 0 {
            corners.push([place(edge), base]);
        }
        let y = base - RISE * count as f64 / highest;
        let right = edge.saturating_add(bin_width);
        corners.extend([[place(edge), y], [place(right), y]]);
        if index + 1 == bins.len() {
            corners.push([place(right), base]);
        }
    }
    corners
}

impl Plot for Histograms {
    fn draw(&self, wide: f64) -> Drawing {
        let beside = wide >= WIDE;
        let labels = self.rows.iter().map(|row| width(&row.label, LABEL_SIZE)).fold(0.0, f64::max);
        let (left, head) = if beside { (labels.min(wide * 0.3) + 18.0, 6.0) } else { (10.0, 20.0) };
        let row_height = head + RISE + DROP + 10.0;
        let bottom = 4.0 + row_height * self.rows.len() as f64;
        let area = Area { left, top: 4.0, right: wide - 14.0, bottom };
        let domain = self.domain().unwrap_or(Domain::shares());
        let bin_width = self.bin_width(domain, area.right - left);
        let edges = [domain.low(), domain.high() + bin_width as f64 * 0.5];
        let domain = Domain::of(edges).unwrap_or(domain);
        let axis = Axis::sideways(domain, Unit::Plain, area.right - left).whole();
        let scale = Scale::new(axis.domain, left, area.right);
        let marks = html! {
            (axis.across(area))
            @for (index, row) in self.rows.iter().enumerate() {
                @let base = area.top + row_height * index as f64 + head + RISE;
                @let (y, room) = if beside { (base - 8.0, left - 18.0) } else { (base - RISE - 6.0, wide) };
                text.label x="0" y=(Px(y)) { (fitted(&row.label, LABEL_SIZE, room)) }
                (self.row(row, base, scale, bin_width))
            }
            (name_across(area, &self.axis))
        };
        Drawing { width: wide, height: bottom + FOOT + NAME, marks }
    }

    fn data(&self) -> Data {
        let columns =
            ["", "least", "lower quartile", "median", "upper quartile", "greatest", "numbers"];
        let mut data = Data::new(columns);
        for row in &self.rows {
            let count = number(row.counts.iter().sum::<u64>() as f64, 0);
            let figures = row.summary.iter().map(|&value| number(value, 0));
            data.push([row.label.clone()].into_iter().chain(figures).chain([count]));
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use super::{HistogramRow, Series};

    #[test]
    fn bins_are_joined_at_multiples_of_the_width() {
        let row = HistogramRow {
            label: String::new(),
            series: Series(0),
            first: -3,
            bin_width: 1,
            counts: vec![1, 2, 4, 8, 0, 16],
            summary: [0.0; 5],
        };
        assert_eq!(row.coarse(4), [(-4, 7), (0, 24)]);
        assert_eq!(row.coarse(1).len(), 6);
    }
}
