//! The game's own columns of `scores.csv`: means of the numeric ones.

use crate::digest::ColumnDigest;
use crate::digest::deal_mean::DealMean;
use lettergame_run::{Cell, GameRows};

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
            let own = rows.own(seat, column);
            *cell = own.real();
            self.numeric[column] &= cell.is_some() || own == Cell::Text("");
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
