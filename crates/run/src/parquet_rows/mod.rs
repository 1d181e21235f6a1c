//! Rows as Parquet with typed columns: exports of runs, and the row files of parts.
//!
//! The columns are those of the CSV file: whole numbers of 64 and 32 bits, doubles and text, without missing
//! values. Files are compressed with Snappy and depend on the rows and the version of this program alone, which
//! `created_by` names: they have no time of creation.
//!
//! The file of a part also says in its metadata, as `lettergame.part`, what makes it the same as CSV: whose part
//! it is, the header line, and for each row group the number of bytes and the CRC-32 of its lines. So it is
//! [read](PartText) as the text of the CSV file that it replaces, at any byte, one row group in memory at a time,
//! and whatever was damaged is found when it is read.

mod cells;
mod label;
mod part_text;
mod part_writer;
mod writer;

pub(super) use part_text::PartText;
pub(super) use part_writer::PartWriter;
pub(super) use part_writer::parquet_part;
pub use writer::ParquetWriter;
