//! The cells of a column, and their text in CSV.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::str;

use memchr::memchr3;

use lettergame_core::game::CellKind;

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
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// A cell of a column with decimals, as in CSV.
pub(crate) fn real_text(number: f64, decimals: Option<u8>) -> Cow<'static, str> {
    match decimals {
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

/// Columns as lines of CSV, without a header line; each with its fixed number of decimals, if any.
pub(crate) fn csv_lines(columns: &[(Option<u8>, &Values)]) -> Vec<u8> {
    let rows = columns.first().map_or(0, |(_, values)| values.len());
    // a cell takes about six bytes
    let mut text = Vec::with_capacity(8 * rows * columns.len());
    let mut digits = itoa::Buffer::new();
    for row in 0..rows {
        for (decimals, values) in columns {
            match values {
                Values::Long(cells) => text.extend(digits.format(cells[row]).as_bytes()),
                Values::Int(cells) => text.extend(digits.format(cells[row]).as_bytes()),
                Values::Text(texts) => write_text(texts.get(row), &mut text),
                Values::Real(cells) => text.extend(real_text(cells[row], *decimals).as_bytes()),
            }
            text.push(b',');
        }
        // replaces the last comma
        text.pop();
        text.push(b'\n');
    }
    text
}

impl Values {
    pub(crate) fn new(kind: CellKind) -> Values {
        match kind {
            CellKind::Long => Values::Long(Vec::new()),
            CellKind::Int => Values::Int(Vec::new()),
            CellKind::Real => Values::Real(Vec::new()),
            CellKind::Text => Values::Text(Texts::default()),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Values::Long(cells) => cells.len(),
            Values::Int(cells) => cells.len(),
            Values::Real(cells) => cells.len(),
            Values::Text(texts) => texts.ends.len(),
        }
    }

    pub(crate) fn extend(&mut self, more: &Values) {
        match (self, more) {
            (Values::Long(cells), Values::Long(more)) => cells.extend(more),
            (Values::Int(cells), Values::Int(more)) => cells.extend(more),
            (Values::Real(cells), Values::Real(more)) => cells.extend(more),
            (Values::Text(texts), Values::Text(more)) => texts.extend(more),
            _ => unreachable!("batches of one file have the same columns"),
        }
    }

    /// Takes off the cells from an index on.
    pub(crate) fn split_off(&mut self, at: usize) -> Values {
        match self {
            Values::Long(cells) => Values::Long(cells.split_off(at)),
            Values::Int(cells) => Values::Int(cells.split_off(at)),
            Values::Real(cells) => Values::Real(cells.split_off(at)),
            Values::Text(texts) => Values::Text(texts.split_off(at)),
        }
    }

    /// Adds a cell of CSV; `None` if it is not of the column's kind.
    pub(crate) fn read(&mut self, cell: &[u8]) -> Option<()> {
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
        &self.text[self.begin(place)..self.ends[place]]
    }

    /// Where the text at an index begins, or would.
    fn begin(&self, place: usize) -> usize {
        place.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    fn split_off(&mut self, at: usize) -> Texts {
        let begin = self.begin(at);
        let ends = self.ends.split_off(at).into_iter().map(|end| end - begin).collect();
        Texts { text: self.text.split_off(begin), ends }
    }

    /// All texts, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len()).map(|place| self.get(place))
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    pub(crate) fn show(&mut self, value: impl fmt::Display) {
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
