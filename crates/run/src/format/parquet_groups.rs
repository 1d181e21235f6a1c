//! The row groups of a Parquet file as ranges of bytes, and decoding that survives damage.

use std::panic::{self, AssertUnwindSafe};

use parquet::errors::ParquetError;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};
use parquet::file::statistics::Statistics;

/// The first game of each row group of a file, and the byte after the group; the last one ends with the file. Of a
/// file without rows, and of one that cannot be read, all bytes are one group.
pub(crate) fn groups(file: impl ChunkReader + 'static, length: u64) -> Vec<(u64, u64)> {
    let read = decoded(|| SerializedFileReader::new(file));
    let groups = |reader: SerializedFileReader<_>| -> Vec<_> {
        reader.metadata().row_groups().iter().map(group_of).collect()
    };
    let mut groups = read.map(groups).unwrap_or_default();
    match groups.last_mut() {
        Some(last) => last.1 = length,
        None => groups.push((0, length)),
    }
    groups
}

fn group_of(group: &RowGroupMetaData) -> (u64, u64) {
    let end = |(begin, length): (u64, u64)| begin + length;
    let ends = group.columns().iter().map(|column| end(column.byte_range()));
    let first = match group.columns().first().and_then(|column| column.statistics()) {
        Some(Statistics::Int64(games)) => games.min_opt().copied().unwrap_or_default(),
        _ => 0,
    };
    (first as u64, ends.max().unwrap_or_default())
}

/// What the crate decodes, or why it cannot. It panics at some damage that it does not expect.
pub(crate) fn decoded<T>(decode: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, String> {
    match panic::catch_unwind(AssertUnwindSafe(decode)) {
        Ok(read) => read.map_err(|error| error.to_string()),
        Err(_) => Err("it cannot be decoded".to_owned()),
    }
}
