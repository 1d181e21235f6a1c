//! Rows of a file as typed columns: what the runner produces from games, before conversion to CSV,
//! Arrow or Parquet.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::str;

use memchr::memchr3;

use lettergame_core::game::{CellKind, Cells, Column};

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

/// The cells of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Of [`CellKind::Long`].
    Long(Vec<i64>),
    /// Of [`CellKind::Int`].
    Int(Vec<i32>),
    /// Of [`CellKind::Real`], with at most six decimals.
    Real(Vec<f64>),
    /// Of [`CellKind::Text`].
    Text(Texts),
}

/// Many short texts, concatenated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    text: String,
    ends: Vec<usize>,
}

/// A number rounded to the decimals that cells have.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// A cell of a column with decimals, as in CSV.
pub(super) fn real_text(number: f64, column: &Column) -> Cow<'static, str> {
    match column.decimals {
        Some(decimals) => format!("{number:.0$}", usize::from(decimals)).into(),
        // the usual case for shares of a win
        None if number == 0.0 => "0".into(),
        None if number == 1.0 => "1".into(),
        None => rounded(number).to_string().into(),
    }
}

/// Adds a text cell, quoted only if necessary.
fn write_text(cell: &str, text: &mut Vec<u8>) {
    if memchr3(b',', b'"', b'\n', cell.as_bytes()).is_none() && !cell.contains('\r') {
        return text.extend(cell.as_bytes());
    }
    let mut csv = csv::Writer::from_writer(Vec::new());
    // writing to memory cannot fail
    let _ = csv.write_record([cell]);
    let mut quoted = csv.into_inner().unwrap_or_default();
    quoted.pop();
    text.extend(quoted);
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
        // a cell takes about six bytes
        let mut text = Vec::with_capacity(8 * self.len() * self.columns.len());
        let mut digits = itoa::Buffer::new();
        for row in 0..self.len() {
            for typed in &self.columns {
                match &typed.values {
                    Values::Long(cells) => text.extend(digits.format(cells[row]).as_bytes()),
                    Values::Int(cells) => text.extend(digits.format(cells[row]).as_bytes()),
                    Values::Text(texts) => write_text(texts.get(row), &mut text),
                    Values::Real(cells) => {
                        text.extend(real_text(cells[row], &typed.column).as_bytes());
                    }
                }
                text.push(b',');
            }
            // replaces the last comma
            text.pop();
            text.push(b'\n');
        }
        text
    }

    /// Adds a text cell from a value with `Display`.
    pub(super) fn show(&mut self, value: impl fmt::Display) {
        match self.next() {
            (_, Values::Text(texts)) => texts.show(value),
            (column, _) => mistaken(column, &value),
        }
    }

    /// Ends the row, which must be complete.
    pub(super) fn end_row(&mut self) {
        assert_eq!(self.at, self.columns.len(), "a row has a cell for each of its columns");
        self.at = 0;
    }

    /// Adds a row of CSV, cell by cell. The error is the position and name of the first column
    /// whose cell cannot be parsed as its kind. The cells before it are kept, so the batch is
    /// unusable then.
    pub(super) fn read_row<'a>(
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
                Some(_) => real_text(number, column).parse().unwrap_or(number),
                None => rounded(number),
            }),
            (column, _) => mistaken(column, &number),
        }
    }
}

impl Values {
    fn new(kind: CellKind) -> Values {
        match kind {
            CellKind::Long => Values::Long(Vec::new()),
            CellKind::Int => Values::Int(Vec::new()),
            CellKind::Real => Values::Real(Vec::new()),
            CellKind::Text => Values::Text(Texts::default()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Values::Long(cells) => cells.len(),
            Values::Int(cells) => cells.len(),
            Values::Real(cells) => cells.len(),
            Values::Text(texts) => texts.ends.len(),
        }
    }

    fn extend(&mut self, more: &Values) {
        match (self, more) {
            (Values::Long(cells), Values::Long(more)) => cells.extend(more),
            (Values::Int(cells), Values::Int(more)) => cells.extend(more),
            (Values::Real(cells), Values::Real(more)) => cells.extend(more),
            (Values::Text(texts), Values::Text(more)) => texts.extend(more),
            _ => unreachable!("batches of one file have the same columns"),
        }
    }

    /// Adds a cell of CSV; `None` if it is not of the column's kind.
    fn read(&mut self, cell: &[u8]) -> Option<()> {
        let text = str::from_utf8(cell).ok()?;
        match self {
            Values::Long(cells) => cells.push(text.parse().ok()?),
            Values::Int(cells) => cells.push(text.parse().ok()?),
            Values::Real(cells) => cells.push(text.parse().ok().filter(|x: &f64| x.is_finite())?),
            Values::Text(texts) => texts.push(text),
        }
        Some(())
    }
}

impl Texts {
    /// The text at an index, from 0.
    ///
    /// # Panics
    /// If the index is out of range.
    #[must_use]
    pub fn get(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[place]]
    }

    /// All texts, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len()).map(|place| self.get(place))
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    fn show(&mut self, value: impl fmt::Display) {
        // writing to a String cannot fail
        let _ = write!(self.text, "{value}");
        self.ends.push(self.text.len());
    }

    fn extend(&mut self, more: &Texts) {
        let before = self.text.len();
        self.text.push_str(&more.text);
        self.ends.extend(more.ends.iter().map(|end| before + end));
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
