//! Columns of a group of rows, filled cell by cell and written one after the other.

use std::str;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError as CrateError;
use parquet::file::writer::SerializedColumnWriter;
use parquet::schema::types::{Type, TypePtr};

use lettergame_core::game::CellKind;

/// Values that are handed to the writer at once.
const PIECE: usize = 8192;

/// The cells of a column.
pub(super) enum Column {
    Long(Vec<i64>),
    Int(Vec<i32>),
    Real(Vec<f64>),
    Text(Texts),
}

/// Many short texts, one behind the other.
#[derive(Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

/// A column of the file's schema.
pub(super) fn field(kind: CellKind, name: &str) -> Result<TypePtr, CrateError> {
    let (physical, logical) = match kind {
        CellKind::Long => (Physical::INT64, None),
        CellKind::Int => (Physical::INT32, None),
        CellKind::Real => (Physical::DOUBLE, None),
        CellKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(logical);
    Ok(field.build()?.into())
}

/// A whole number as this program writes them: no sign of plus, no zeros before it.
pub(super) fn long(cell: &str) -> Option<i64> {
    let number: i64 = cell.parse().ok()?;
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let plain = digits.starts_with(|c: char| c.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'))
        && cell != "-0";
    plain.then_some(number)
}

impl Column {
    /// A column without cells.
    pub(super) fn new(kind: CellKind) -> Column {
        match kind {
            CellKind::Long => Column::Long(Vec::new()),
            CellKind::Int => Column::Int(Vec::new()),
            CellKind::Real => Column::Real(Vec::new()),
            CellKind::Text => Column::Text(Texts::default()),
        }
    }

    /// Adds a cell; `None` when it is not of the column's kind.
    pub(super) fn push(&mut self, cell: &[u8]) -> Option<()> {
        let text = str::from_utf8(cell).ok()?;
        match self {
            Column::Long(cells) => cells.push(long(text)?),
            Column::Int(cells) => cells.push(text.parse().ok()?),
            Column::Real(cells) => cells.push(text.parse().ok().filter(|x: &f64| x.is_finite())?),
            Column::Text(cells) => cells.push(text),
        }
        Some(())
    }

    /// Writes the cells and forgets them.
    pub(super) fn write(
        &mut self,
        writer: &mut SerializedColumnWriter<'_>,
    ) -> Result<(), CrateError> {
        match self {
            Column::Long(cells) => {
                writer.typed::<Int64Type>().write_batch(cells, None, None)?;
                cells.clear();
            }
            Column::Int(cells) => {
                writer.typed::<Int32Type>().write_batch(cells, None, None)?;
                cells.clear();
            }
            Column::Real(cells) => {
                writer.typed::<DoubleType>().write_batch(cells, None, None)?;
                cells.clear();
            }
            Column::Text(cells) => cells.write(writer)?,
        }
        Ok(())
    }
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(self.bytes.len());
    }

    /// Each text is copied, piece by piece: the writer keeps the least and the greatest until the file
    /// is closed, and would keep all texts of the group with them.
    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), CrateError> {
        let writer = writer.typed::<ByteArrayType>();
        let mut start = 0;
        for ends in self.ends.chunks(PIECE) {
            let mut piece = Vec::with_capacity(ends.len());
            for &end in ends {
                piece.push(ByteArray::from(self.bytes[start..end].to_vec()));
                start = end;
            }
            writer.write_batch(&piece, None, None)?;
        }
        self.bytes.clear();
        self.ends.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CellKind, Column, long};

    #[test]
    fn a_number_is_one_only_as_this_program_writes_it() {
        assert_eq!(long("0"), Some(0));
        assert_eq!(long("-12"), Some(-12));
        assert_eq!(long("9223372036854775807"), Some(i64::MAX));
        for text in ["", "-", "+1", "007", "-0", "1.0", "1e3", " 1", "9223372036854775808"] {
            assert_eq!(long(text), None, "{text}");
        }
    }

    #[test]
    fn a_cell_of_another_kind_is_refused() {
        assert!(Column::new(CellKind::Int).push(b"2147483648").is_none());
        assert!(Column::new(CellKind::Real).push(b"NaN").is_none());
        assert!(Column::new(CellKind::Text).push(b"\xff").is_none());
        assert!(Column::new(CellKind::Text).push(b"").is_some());
    }
}
