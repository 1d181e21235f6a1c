//! The cells of a column, and their text in CSV.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::ops::Range;
use std::str;

use memchr::memchr3;

use lettergame_game::CellKind;

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

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// A whole number.
    Number(i64),
    /// A real number.
    Real(f64),
    /// Text.
    Text(&'a str),
}

impl<'a> Cell<'a> {
    /// As a whole number, if it is one; text counts by what it says.
    #[must_use]
    pub fn number(self) -> Option<i64> {
        match self {
            Cell::Number(number) => Some(number),
            Cell::Real(real) => (real.fract() == 0.0).then_some(real as i64),
            Cell::Text(text) => whole_number(text.as_bytes()),
        }
    }

    /// As a finite number, if it is one; text counts by what it says.
    #[must_use]
    pub fn real(self) -> Option<f64> {
        match self {
            Cell::Number(number) => Some(number as f64),
            Cell::Real(real) => Some(real),
            Cell::Text(text) => real_number(text.as_bytes()),
        }
    }

    /// Text; empty if it is a number.
    #[must_use]
    pub fn text(self) -> &'a str {
        match self {
            Cell::Text(text) => text,
            _ => "",
        }
    }
}

/// Reads a whole number.
fn whole_number(cell: &[u8]) -> Option<i64> {
    let (is_negative, digits) = match cell {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let number = digits.iter().try_fold(0i64, |number, byte| {
        let digit = i64::from(byte.wrapping_sub(b'0'));
        let number = number.checked_mul(10)?;
        // downwards, because there is one more number below zero
        (digit < 10).then(|| number.checked_sub(digit))?
    })?;
    if digits.is_empty() {
        return None;
    }
    if is_negative { Some(number) } else { number.checked_neg() }
}

/// Reads a finite number.
fn real_number(cell: &[u8]) -> Option<f64> {
    match cell {
        // the usual shares of a win
        b"0" => Some(0.0),
        b"1" => Some(1.0),
        _ => str::from_utf8(cell).ok()?.parse().ok().filter(|number: &f64| number.is_finite()),
    }
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
        match self {
            Values::Long(cells) => cells.push(whole_number(cell)?),
            Values::Int(cells) => cells.push(whole_number(cell)?.try_into().ok()?),
            Values::Real(cells) => cells.push(real_number(cell)?),
            Values::Text(texts) => texts.push(str::from_utf8(cell).ok()?),
        }
        Some(())
    }

    /// A cell, by its index from 0.
    ///
    /// # Panics
    /// If the index is out of range.
    pub(crate) fn cell(&self, index: usize) -> Cell<'_> {
        match self {
            Values::Long(cells) => Cell::Number(cells[index]),
            Values::Int(cells) => Cell::Number(cells[index].into()),
            Values::Real(cells) => Cell::Real(cells[index]),
            Values::Text(texts) => Cell::Text(texts.get(index)),
        }
    }

    /// The cells with these indices.
    pub(crate) fn slice(&self, range: Range<usize>) -> Values {
        match self {
            Values::Long(cells) => Values::Long(cells[range].to_vec()),
            Values::Int(cells) => Values::Int(cells[range].to_vec()),
            Values::Real(cells) => Values::Real(cells[range].to_vec()),
            Values::Text(texts) => Values::Text(texts.slice(range)),
        }
    }

    /// The kind of the cells.
    pub(crate) fn kind(&self) -> CellKind {
        match self {
            Values::Long(_) => CellKind::Long,
            Values::Int(_) => CellKind::Int,
            Values::Real(_) => CellKind::Real,
            Values::Text(_) => CellKind::Text,
        }
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

    fn slice(&self, range: Range<usize>) -> Texts {
        let (begin, end) = (self.begin(range.start), self.begin(range.end));
        let ends = self.ends[range].iter().map(|end| end - begin).collect();
        Texts { text: self.text[begin..end].to_owned(), ends }
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
