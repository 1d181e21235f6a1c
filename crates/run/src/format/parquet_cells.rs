//! Typed columns as the Parquet crate writes and reads them.

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError as CrateError;
use parquet::file::reader::RowGroupReader;
use parquet::file::writer::SerializedColumnWriter;
use parquet::schema::types::{Type, TypePtr};

use crate::batch::values::{Texts, Values};
use lettergame_game::CellKind;

/// Number of values passed to the writer at once.
const PIECE: usize = 8192;

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

/// Writes cells; a row group may arrive in several pieces.
pub(super) fn write(
    values: &Values,
    writer: &mut SerializedColumnWriter<'_>,
) -> Result<(), CrateError> {
    match values {
        Values::Long(cells) => {
            writer.typed::<Int64Type>().write_batch(cells, None, None)?;
        }
        Values::Int(cells) => {
            writer.typed::<Int32Type>().write_batch(cells, None, None)?;
        }
        Values::Real(cells) => {
            writer.typed::<DoubleType>().write_batch(cells, None, None)?;
        }
        Values::Text(texts) => write_texts(texts.iter(), writer)?,
    }
    Ok(())
}

/// Copies each text, piece by piece: the writer keeps the minimum and the maximum until the file is closed,
/// and would keep all texts of the group alive with them.
fn write_texts<'a>(
    mut texts: impl Iterator<Item = &'a str>,
    writer: &mut SerializedColumnWriter<'_>,
) -> Result<(), CrateError> {
    let writer = writer.typed::<ByteArrayType>();
    loop {
        let piece: Vec<ByteArray> = texts.by_ref().take(PIECE).map(ByteArray::from).collect();
        if piece.is_empty() {
            return Ok(());
        }
        writer.write_batch(&piece, None, None)?;
    }
}

/// Reads the cells of a column.
pub(super) fn read(group: &dyn RowGroupReader, column: usize) -> Result<Values, CrateError> {
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or_default();
    Ok(match group.get_column_reader(column)? {
        ColumnReader::Int64ColumnReader(reader) => Values::Long(all(reader, rows)?),
        ColumnReader::Int32ColumnReader(reader) => Values::Int(all(reader, rows)?),
        ColumnReader::DoubleColumnReader(reader) => Values::Real(all(reader, rows)?),
        ColumnReader::ByteArrayColumnReader(reader) => {
            let mut texts = Texts::default();
            for cell in all(reader, rows)? {
                texts.push(cell.as_utf8()?);
            }
            Values::Text(texts)
        }
        _ => return Err(CrateError::General("a column has another type".to_owned())),
    })
}

fn all<T: DataType>(mut reader: ColumnReaderImpl<T>, rows: usize) -> Result<Vec<T::T>, CrateError> {
    let mut cells = Vec::new();
    while cells.len() < rows {
        let before = cells.len();
        reader.read_records(rows - before, None, None, &mut cells)?;
        if cells.len() == before {
            return Err(CrateError::EOF("a column is too short".to_owned()));
        }
    }
    Ok(cells)
}
