//! Columns of a run's result rows: each is declared once, with the type and meaning of its cells.

use serde::Serialize;

/// A column of a results file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its name in the header line.
    pub name: &'static str,
    /// The type of its cells.
    pub kind: CellKind,
    /// The fixed number of decimals in text, if any; otherwise at most six.
    #[serde(skip)]
    pub decimals: Option<u8>,
    /// The meaning of the cells, with unit and range, as printed in the documentation.
    pub about: &'static str,
}

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CellKind {
    /// A 64-bit integer.
    Long,
    /// A 32-bit integer.
    Int,
    /// A real number.
    Real,
    /// Text without commas, quotes or line breaks.
    Text,
}

impl Column {
    const fn of(name: &'static str, kind: CellKind, about: &'static str) -> Column {
        Column { name, kind, decimals: None, about }
    }

    /// A column of 64-bit integers.
    #[must_use]
    pub const fn long(name: &'static str, about: &'static str) -> Column {
        Column::of(name, CellKind::Long, about)
    }

    /// A column of 32-bit integers.
    #[must_use]
    pub const fn int(name: &'static str, about: &'static str) -> Column {
        Column::of(name, CellKind::Int, about)
    }

    /// A column of real numbers.
    #[must_use]
    pub const fn real(name: &'static str, about: &'static str) -> Column {
        Column::of(name, CellKind::Real, about)
    }

    /// A column of real numbers with a fixed number of decimals.
    #[must_use]
    pub const fn fixed(name: &'static str, decimals: u8, about: &'static str) -> Column {
        Column { decimals: Some(decimals), ..Column::real(name, about) }
    }

    /// A column of text.
    #[must_use]
    pub const fn text(name: &'static str, about: &'static str) -> Column {
        Column::of(name, CellKind::Text, about)
    }

    /// The index of the named column in a list; evaluated at compile time if the list is a constant.
    ///
    /// # Panics
    /// If the list has no such column.
    #[must_use]
    pub const fn place(columns: &[Column], name: &str) -> usize {
        let mut place = 0;
        while place < columns.len() {
            if is_same(columns[place].name.as_bytes(), name.as_bytes()) {
                return place;
            }
            place += 1;
        }
        panic!("no column with this name")
    }
}

/// `==` for bytes, which is not available in const functions.
const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut place = 0;
    while place < a.len() && place < b.len() && a[place] == b[place] {
        place += 1;
    }
    place == a.len() && place == b.len()
}

#[cfg(test)]
mod tests {
    use super::Column;

    const COLUMNS: [Column; 3] =
        [Column::long("game", ""), Column::text("gamer", ""), Column::int("seat", "")];

    #[test]
    fn a_column_is_found_by_its_whole_name() {
        const SEAT: usize = Column::place(&COLUMNS, "seat");
        assert_eq!(SEAT, 2);
        assert_eq!((Column::place(&COLUMNS, "game"), Column::place(&COLUMNS, "gamer")), (0, 1));
    }

    #[test]
    #[should_panic(expected = "no column")]
    fn a_missing_column_is_a_bug() {
        let _ = Column::place(&COLUMNS, "gam");
    }
}
