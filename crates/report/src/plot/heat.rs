//! All players against each other: a heat map with printed values.

use maud::{Markup, html};

use crate::plot::axis::LABEL_SIZE;
use crate::plot::data::Data;
use crate::plot::figure::{Drawing, Plot};
use crate::plot::path::Px;
use crate::plot::text::{Unit, fitted, number, width};

/// Shares of rows against columns. Rows and columns have the same names in the same order.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// The names.
    pub labels: Vec<String>,
    /// `shares[row][column]`, from 0 to 1, 0.5 being even; `None` if they did not meet.
    /// Values that are not shares count as `None`.
    pub shares: Vec<Vec<Option<f64>>>,
}

/// The smallest cell at which a value is readable: width and height.
const MIN_CELL: [f64; 2] = [26.0, 26.0];
/// The largest cell.
const MAX_CELL: [f64; 2] = [64.0, 36.0];
/// Space above the cells for the numbers of the columns.
const HEAD: f64 = 22.0;

/// Steps of the diverging palette, an odd number: the middle one means even.
const STEPS: usize = 11;

/// The class of a share: `h0` for no points, `h10` for all of them.
pub(crate) fn class(share: f64) -> &'static str {
    const CLASSES: [&str; STEPS] =
        ["h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9", "h10"];
    CLASSES[(share.clamp(0.0, 1.0) * (STEPS - 1) as f64).round() as usize]
}

/// A share in whole percent; with that of the other side of the same meetings it adds up to 100, even if both
/// end in a half: then the side that is ahead is rounded up.
pub(crate) fn whole_percent(share: f64) -> f64 {
    // shares are means of halves: a value this close to a half is a half
    let nearest = |share: f64| (share * 100.0 + 1e-7).round();
    if share >= 0.5 { nearest(share) } else { 100.0 - nearest(1.0 - share) }
}

impl HeatMap {
    fn share(&self, row: usize, column: usize) -> Option<f64> {
        self.shares
            .get(row)?
            .get(column)
            .copied()
            .flatten()
            .filter(|share| (0.0..=1.0).contains(share))
    }

    fn cell(&self, row: usize, column: usize, [x, wide, high]: [f64; 3]) -> Markup {
        let share = self.share(row, column);
        let (middle, base) = (x + wide / 2.0, high / 2.0 + 4.5);
        html! {
            @match share {
                Some(share) => g class=(class(share)) {
                    rect x=(Px(x)) y="0" width=(Px(wide - 2.0)) height=(Px(high - 2.0)) rx="3" {}
                    text x=(Px(middle - 1.0)) y=(Px(base - 1.0)) { (number(whole_percent(share), 0)) }
                },
                None if row == column => {},
                None => text.none x=(Px(middle - 1.0)) y=(Px(base - 1.0)) { "\u{2013}" },
            }
        }
    }

    /// The space for the numbers before the names. Columns are headed by these numbers, so no name needs to
    /// be rotated.
    fn number_room(&self) -> f64 {
        width(&self.labels.len().to_string(), LABEL_SIZE)
    }
}

impl Plot for HeatMap {
    fn draw(&self, wide: f64) -> Drawing {
        let count = self.labels.len();
        let names = self.labels.iter().map(|name| width(name, LABEL_SIZE)).fold(0.0, f64::max);
        let start = self.number_room() + 8.0;
        let left = (start + names).min(wide * 0.28) + 10.0;
        let cell = ((wide - left) / count.max(1) as f64).clamp(MIN_CELL[0], MAX_CELL[0]);
        let high = cell.clamp(MIN_CELL[1], MAX_CELL[1]);
        let place = |column: usize| left + cell * column as f64;
        let marks = html! {
            g.heat {
                g.axis {
                    @for column in 0..count {
                        text.head x=(Px(place(column) + cell / 2.0 - 1.0)) y="14" { (column + 1) }
                    }
                }
                @for row in 0..count {
                    g transform={ "translate(0 " (Px(HEAD + high * row as f64)) ")" } {
                        @let base = high / 2.0 + 3.5;
                        text.label x=(Px(start - 8.0)) y=(Px(base)) text-anchor="end" { (row + 1) }
                        text.label x=(Px(start)) y=(Px(base)) {
                            (fitted(&self.labels[row], LABEL_SIZE, left - start - 10.0))
                        }
                        @for column in 0..count { (self.cell(row, column, [place(column), cell, high])) }
                    }
                }
            }
        };
        let width = wide.max(left + cell * count as f64);
        Drawing { width, height: HEAD + high * count as f64, marks }
    }

    fn data(&self) -> Data {
        let mut data = Data::new([""].into_iter().chain(self.labels.iter().map(String::as_str)));
        for (row, label) in self.labels.iter().enumerate() {
            let shown = |column| match self.share(row, column) {
                Some(share) => Unit::Percent.show(share, 1),
                None => "\u{2013}".to_owned(),
            };
            let shares = (0..self.labels.len()).map(shown);
            data.push([label.clone()].into_iter().chain(shares));
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{HeatMap, class, whole_percent};
    use crate::plot::figure::{Plot, WIDE};

    #[test]
    fn numbers_are_right_aligned_and_names_left_aligned() {
        let labels = (0..12).map(|k| format!("player-{k}")).collect();
        let map = HeatMap { labels, shares: vec![] };
        let marks = map.draw(WIDE).marks.into_string();
        let starts = |mark: &str| {
            let labels = marks.split("<text class=\"label\" x=\"").skip(1);
            let x = labels.filter(|rest| rest.split('<').next().is_some_and(|r| r.contains(mark)));
            x.map(|rest| rest.split('"').next().unwrap().to_owned()).collect::<BTreeSet<String>>()
        };
        assert_eq!((starts(">player").len(), starts("=\"end\"").len()), (1, 1));
        assert_eq!(marks.matches("=\"end\"").count(), 12);
    }

    #[test]
    fn the_cells_of_a_pair_add_up_to_a_hundred() {
        assert_eq!([0.905, 0.095, 0.5, 0.0, 1.0].map(whole_percent), [91.0, 9.0, 50.0, 0.0, 100.0]);
        for step in 0..=2000_u32 {
            let share = f64::from(step) / 2000.0;
            let sum = whole_percent(share) + whole_percent(1.0 - share);
            assert_eq!(sum, 100.0, "{share}");
        }
    }

    #[test]
    fn the_middle_of_the_palette_is_an_even_share() {
        assert_eq!([0.0, 0.5, 1.0, -3.0].map(class), ["h0", "h5", "h10", "h0"]);
    }
}
