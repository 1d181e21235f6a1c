//! Rows of a file as typed columns: what the runner produces from games, before conversion to CSV,
//! Arrow or Parquet.

use std::fmt;
use std::ops::Range;

use crate::batch::values::{Cell, Texts, Values, csv_lines, real_text, rounded};
use lettergame_game::{Cells, Column};

/// Rows of one file, column by column; every cell is of the kind declared for its column.
///
/// Rows are filled cell by cell, in the order of the columns, as [`Cells`]; a cell of another kind
/// is a bug in the game, and panics with the name of the column.
#[derive(Clone, Debug, PartialEq)]
pub struct RowBatch {
    columns: Vec<Typed>,
    /// The column of the next cell.
    at: usize,
}

/// A column with its cells.
#[derive(Clone, Debug, PartialEq)]
struct Typed {
    column: Column,
    values: Values,
}

impl RowBatch {
    /// An empty batch with these columns: the common ones and the game's own.
    #[must_use]
    pub fn new([common, own]: [&[Column]; 2]) -> RowBatch {
        let typed = |&column: &Column| Typed { column, values: Values::new(column.kind) };
        RowBatch { columns: common.iter().chain(own).map(typed).collect(), at: 0 }
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |typed| typed.values.len())
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The columns, in order, each with its cells.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = (&Column, &Values)> {
        self.columns.iter().map(|typed| (&typed.column, &typed.values))
    }

    /// Adds the rows of another batch of the same columns.
    pub fn append(&mut self, other: &RowBatch) {
        for (own, more) in self.columns.iter_mut().zip(&other.columns) {
            own.values.extend(&more.values);
        }
    }

    /// The rows as lines of CSV, without a header line.
    #[must_use]
    pub fn to_csv(&self) -> Vec<u8> {
        let columns = self.columns.iter().map(|typed| (typed.column.decimals, &typed.values));
        csv_lines(&columns.collect::<Vec<_>>())
    }

    /// A cell, by column and row.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn cell(&self, column: usize, row: usize) -> Cell<'_> {
        self.columns[column].values.cell(row)
    }

    /// These rows.
    ///
    /// # Panics
    /// If there are fewer rows.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> RowBatch {
        let slice = |typed: &Typed| Typed {
            column: typed.column,
            values: typed.values.slice(rows.clone()),
        };
        RowBatch { columns: self.columns.iter().map(slice).collect(), at: 0 }
    }

    /// The game of the first row.
    pub(crate) fn first_game(&self) -> Option<u64> {
        if self.is_empty() { None } else { self.cell(0, 0).number()?.try_into().ok() }
    }

    /// The index of the first row that is of this game or a later one. Rows begin with their game, in ascending order.
    #[must_use]
    pub fn begin_of(&self, game: u64) -> usize {
        match self.columns.first().map(|typed| &typed.values) {
            Some(Values::Long(games)) => games.partition_point(|&own| own < game as i64),
            _ => 0,
        }
    }

    /// The rows with these cells, column by column, which must be of their kinds and of the same number.
    pub(crate) fn of_values(columns: &[Column], values: Vec<Values>) -> Option<RowBatch> {
        let fits = columns.len() == values.len()
            && columns.iter().zip(&values).all(|(column, values)| column.kind == values.kind())
            && values.windows(2).all(|pair| pair[0].len() == pair[1].len());
        let typed = columns.iter().zip(values).map(|(&column, values)| Typed { column, values });
        fits.then(|| RowBatch { columns: typed.collect(), at: 0 })
    }

    /// Takes off the rows from an index on.
    ///
    /// # Panics
    /// If there are fewer rows.
    pub fn split_off(&mut self, at: usize) -> RowBatch {
        let split =
            |typed: &mut Typed| Typed { column: typed.column, values: typed.values.split_off(at) };
        RowBatch { columns: self.columns.iter_mut().map(split).collect(), at: 0 }
    }

    /// The rows with a column before the others, which has the same text in each.
    #[must_use]
    pub fn labelled(mut self, column: Column, text: &str) -> RowBatch {
        let mut texts = Texts::default();
        (0..self.len()).for_each(|_| texts.push(text));
        self.columns.insert(0, Typed { column, values: Values::Text(texts) });
        self
    }

    /// Adds a text cell from a value with `Display`.
    pub(crate) fn show(&mut self, value: impl fmt::Display) {
        match self.next() {
            (_, Values::Text(texts)) => texts.show(value),
            (column, _) => mistaken(column, &value),
        }
    }

    /// Ends the row, which must be complete.
    pub(crate) fn end_row(&mut self) {
        assert_eq!(self.at, self.columns.len(), "a row has a cell for each of its columns");
        self.at = 0;
    }

    /// Adds a row of CSV, cell by cell. The error is the position and name of the first column
    /// whose cell cannot be parsed as its kind. The cells before it are kept, so the batch is
    /// unusable then.
    pub(crate) fn read_row<'a>(
        &mut self,
        cells: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), (usize, &'static str)> {
        for ((place, typed), cell) in self.columns.iter_mut().enumerate().zip(cells) {
            typed.values.read(cell).ok_or((place, typed.column.name))?;
        }
        Ok(())
    }

    fn next(&mut self) -> (&Column, &mut Values) {
        let Some(typed) = self.columns.get_mut(self.at) else {
            panic!("a row has {} columns and no more", self.at)
        };
        self.at += 1;
        (&typed.column, &mut typed.values)
    }
}

fn mistaken(column: &Column, value: &dyn fmt::Display) -> ! {
    panic!("the column `{}` is declared as {:?}, found `{value}`", column.name, column.kind)
}

impl Cells for RowBatch {
    fn text(&mut self, text: &str) {
        match self.next() {
            (_, Values::Text(texts)) => texts.push(text),
            (column, _) => mistaken(column, &text),
        }
    }

    fn number(&mut self, number: i64) {
        match self.next() {
            (_, Values::Long(cells)) => cells.push(number),
            (column, Values::Int(cells)) => match number.try_into() {
                Ok(number) => cells.push(number),
                Err(_) => mistaken(column, &number),
            },
            (column, _) => mistaken(column, &number),
        }
    }

    fn real(&mut self, number: f64) {
        match self.next() {
            (column, Values::Real(cells)) => cells.push(match column.decimals {
                // as the text is read back
                Some(_) => real_text(number, column.decimals).parse().unwrap_or(number),
                None => rounded(number),
            }),
            (column, _) => mistaken(column, &number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cells, Column, RowBatch, Values};

    const COMMON: [Column; 2] = [Column::long("game", ""), Column::real("win", "")];
    const OWN: [Column; 2] = [Column::int("seat", ""), Column::text("player", "")];

    fn batch(rows: &[(i64, f64, i64, &str)]) -> RowBatch {
        let mut batch = RowBatch::new([&COMMON, &OWN]);
        for &(game, win, seat, player) in rows {
            batch.number(game);
            batch.real(win);
            batch.number(seat);
            batch.text(player);
            batch.end_row();
        }
        batch
    }

    const ROWS: [(i64, f64, i64, &str); 3] =
        [(0, 1.0, 0, "a"), (i64::MAX, 1.0 / 3.0, -1, ""), (7, 0.5, i32::MAX as i64, "é x")];

    #[test]
    fn rows_are_lines_of_csv_in_the_order_of_columns() {
        let text = "0,1,0,a\n9223372036854775807,0.333333,-1,\n7,0.5,2147483647,é x\n";
        assert_eq!(batch(&ROWS).to_csv(), text.as_bytes());
        assert_eq!(batch(&[]).to_csv(), b"");
        assert_eq!(batch(&[(1, 2.0 / 3.0, 0, "a,b")]).to_csv(), b"1,0.666667,0,\"a,b\"\n");
        for text in ["a\"b", "\"", "a\nb", "a\rb", "a,", " a "] {
            let mut csv = csv::Writer::from_writer(Vec::new());
            csv.write_record(["0", "0", "0", text]).unwrap();
            assert_eq!(batch(&[(0, 0.0, 0, text)]).to_csv(), csv.into_inner().unwrap());
        }
    }

    #[test]
    fn a_column_may_have_a_fixed_number_of_decimals() {
        let columns = [Column::fixed("mean", 2, "")];
        let mut batch = RowBatch::new([&columns, &[]]);
        for number in [1.0, 2.0 / 3.0, 11.705, 0.125] {
            batch.real(number);
            batch.end_row();
        }
        let text = batch.to_csv();
        assert_eq!(text, b"1.00\n0.67\n11.71\n0.12\n");
        let mut read = RowBatch::new([&columns, &[]]);
        for line in text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            read.read_row([line].into_iter()).unwrap();
        }
        assert_eq!(read, batch);
    }

    #[test]
    fn lines_parse_back_to_the_same_cells() {
        let wanted = batch(&ROWS);
        let mut read = RowBatch::new([&COMMON, &OWN]);
        for line in wanted.to_csv().split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            read.read_row(line.split(|&byte| byte == b',')).unwrap();
        }
        assert_eq!(read, wanted);
        let bad = |line: &str| {
            RowBatch::new([&COMMON, &OWN]).read_row(line.as_bytes().split(|&byte| byte == b','))
        };
        assert_eq!(bad("x,1,0,a"), Err((0, "game")));
        assert_eq!(bad("0,NaN,0,a"), Err((1, "win")));
        assert_eq!(bad("0,1,2147483648,a"), Err((2, "seat")));
    }

    #[test]
    fn batches_are_joined_column_by_column() {
        let mut joined = batch(&ROWS[..1]);
        joined.append(&batch(&ROWS[1..]));
        assert_eq!((joined.len(), &joined), (3, &batch(&ROWS)));
        let (column, values) = joined.columns().last().unwrap();
        let Values::Text(texts) = values else { panic!("{column:?}") };
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["a", "", "é x"]);
        assert_eq!((joined.is_empty(), batch(&[]).is_empty()), (false, true));
    }

    #[test]
    fn rows_are_split_off_and_labelled() {
        for at in 0..=3 {
            let mut first = batch(&ROWS);
            let rest = first.split_off(at);
            assert_eq!((first, rest), (batch(&ROWS[..at]), batch(&ROWS[at..])), "{at}");
        }
        let labelled = batch(&ROWS[..2]).labelled(Column::text("run", ""), "a,b");
        assert!(labelled.to_csv().starts_with(b"\"a,b\",0,1,0,a\n\"a,b\",9223372036854775807,"));
    }

    #[test]
    #[should_panic(expected = "the column `player` is declared as Text, found `4`")]
    fn a_number_in_a_text_column_panics() {
        let mut batch = batch(&[]);
        batch.number(0);
        batch.real(0.0);
        batch.number(0);
        batch.number(4);
    }

    #[test]
    #[should_panic(expected = "the column `seat` is declared as Int, found `2147483648`")]
    fn numbers_beyond_32_bits_panic() {
        batch(&[(0, 0.0, 1 << 31, "")]);
    }
}
