//! Rows as Parquet with typed columns: exports of runs, and the row files of parts.
//!
//! The columns are those of the CSV file: whole numbers of 64 and 32 bits, doubles and text, without missing
//! values. Files are compressed with Snappy and depend on the rows and the version of this program alone, which
//! `created_by` names: they have no time of creation. The row groups of the file of a part have whole games.

mod cells;
mod groups;
mod part_file;
mod part_writer;
mod writer;

pub(crate) use groups::groups;
pub(crate) use part_file::PartFile;
pub(crate) use part_writer::{PartWriter, parquet_part};
pub use writer::ParquetWriter;
