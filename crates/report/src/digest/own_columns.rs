//! The game's own columns of `scores.csv`: means of the numeric ones.

use crate::digest::ColumnDigest;
use crate::digest::deal_mean::DealMean;
use lettergame_run::GameRows;

/// Reads own columns as numbers, and detects which of them are not numeric.
#[derive(Clone, Debug)]
pub(super) struct OwnColumns {
    names: Vec<String>,
    numeric: Vec<bool>,
    /// The cells of the last seat.
    cells: Vec<Option<f64>>,
}

/// Counts the numbers of one column, of one player.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnCount {
    values: DealMean,
    range: Option<(f64, f64)>,
}

impl OwnColumns {
    /// Nothing read yet.
    pub(super) fn new(names: &[String]) -> OwnColumns {
        let numeric = vec![true; names.len()];
        OwnColumns { names: names.to_vec(), numeric, cells: vec![None; names.len()] }
    }

    /// The cells of a seat; empty and non-numeric ones are `None`.
    pub(super) fn read(&mut self, rows: &GameRows<'_>, seat: usize) -> &[Option<f64>] {
        for (column, cell) in self.cells.iter_mut().enumerate() {
            let text = rows.own(seat, column);
            *cell = number(text);
            self.numeric[column] &= cell.is_some() || text.is_empty();
        }
        &self.cells
    }

    /// The number of columns.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The position of a numeric column.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|own| own == name)
    }

    /// The counts of one player, for the columns that contain only numbers.
    pub(super) fn digest(&self, counts: &[ColumnCount]) -> Vec<ColumnDigest> {
        let columns = self.names.iter().zip(&self.numeric).zip(counts);
        let numeric = columns.filter(|((_, numeric), _)| **numeric);
        numeric.filter_map(|((name, _), count)| count.digest(name)).collect()
    }
}

/// A cell as a finite number.
fn number(text: &str) -> Option<f64> {
    // most cells are short whole numbers
    let whole = text.parse::<i32>().ok().map(f64::from);
    whole.or_else(|| text.parse::<f64>().ok().filter(|value| value.is_finite()))
}

impl ColumnCount {
    /// Counts a cell.
    pub(super) fn add(&mut self, deal: u64, value: f64) {
        self.values.add(deal, value);
        let (min, max) = self.range.unwrap_or((value, value));
        self.range = Some((min.min(value), max.max(value)));
    }

    fn digest(&self, name: &str) -> Option<ColumnDigest> {
        let (min, max) = self.range?;
        Some(ColumnDigest { column: name.to_owned(), mean: self.values.mean()?, min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn a_cell_is_a_finite_number_or_none() {
        assert_eq!(
            [number("12"), number("-3"), number("1.50")],
            [Some(12.0), Some(-3.0), Some(1.5)]
        );
        assert_eq!([number(""), number("JAI"), number("inf"), number("NaN")], [None; 4]);
        assert_eq!(number("9007199254740992"), Some(9_007_199_254_740_992.0));
    }
}
