//! Replaces the CSV files of a complete part by Parquet files.

use std::fs::{self, File};
use std::path::Path;

use crate::RowBatch;
use crate::batch::columns::{file_columns, header};
use crate::folder_error::io_error;
use crate::format::csv_rows::read_lines;
use crate::format::game_number::game_of_row;
use crate::format::parquet_part::PartWriter;
use crate::format::text_file::TextFile;
use crate::layout::manifest_error::ManifestError;
use crate::run_files::{NEW, parquet_path, row_file};
use lettergame_game::RowShape;
use lettergame_plan::RecordLevel;

/// Replaces those row files of a part that are CSV. Each is removed when its Parquet file is complete, so that
/// after a kill either is whole, and doing it again completes it.
///
/// # Errors
/// If a file cannot be read or written, or has rows that Parquet would not return byte for byte.
pub(crate) fn to_parquet(folder: &Path, shape: RowShape) -> Result<(), ManifestError> {
    for file in RecordLevel::FILES {
        let csv = row_file(folder, file);
        if csv.exists() {
            write(&csv, file, shape)?;
            fs::remove_file(&csv).map_err(io_error("remove", &csv))?;
        }
    }
    Ok(())
}

/// Writes the Parquet file under a temporary name and renames it.
fn write(csv: &Path, file: RecordLevel, shape: RowShape) -> Result<(), ManifestError> {
    let path = parquet_path(csv);
    let mut new = path.clone().into_os_string();
    new.push(NEW);
    let new = Path::new(&new);
    let failed = |error| io_error("write", &path)(error);
    let unread = |error| io_error("read", csv)(error);
    let columns = file_columns(file, shape);
    let to = File::create(new).map_err(failed)?;
    let mut to = PartWriter::new(to, columns).map_err(failed)?;
    let unlike = || ManifestError::Unlike(csv.to_owned());
    let mut from = TextFile::open(csv, game_of_row).map_err(unread)?;
    let found = from.header().map_err(unread)?;
    if [&found[..], b"\n"].concat() != header(columns) {
        return Err(unlike());
    }
    while let Some(text) = from.next().map_err(unread)? {
        let rows = RowBatch::new(columns);
        let read = read_lines(&text, 0, rows).map_err(|_| unlike())?;
        if read.rows.to_csv() != text {
            return Err(unlike());
        }
        to.write(&read.rows).map_err(failed)?;
    }
    if from.is_cut() {
        return Err(unlike());
    }
    to.finish().and_then(|file| file.sync_all()).map_err(failed)?;
    fs::rename(new, &path).map_err(failed)?;
    Ok(())
}
