//! CSV and Parquet as typed rows, and the blocks of sealed files.
//!
//! The columns of a Parquet file are those of the CSV file: whole numbers of 64 and 32 bits, doubles and text, without
//! missing values. Files are compressed with Snappy and depend on the rows and the version of this program alone, which
//! `created_by` names: they have no time of creation. The row groups of the file of a part have whole games.

pub(crate) mod blocks;
pub(crate) mod csv_rows;
pub(crate) mod game_number;
pub(crate) mod parquet_cells;
pub(crate) mod parquet_file;
pub(crate) mod parquet_groups;
pub(crate) mod parquet_part;
pub(crate) mod parquet_writer;
pub(crate) mod row_error;
pub(crate) mod text_file;
