//! Typed columns as the Parquet writer expects them.

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError as CrateError;
use parquet::file::writer::SerializedColumnWriter;
use parquet::schema::types::{Type, TypePtr};

use lettergame_core::game::CellKind;
use lettergame_tournament::Values;

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
pub(super) fn write_texts<'a>(
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
