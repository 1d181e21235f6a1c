//! Replaces the CSV files of a complete part by Parquet files.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::ops::Range;
use std::path::Path;

use crate::batch::columns::{file_columns, header};
use crate::folder_error::io_error;
use crate::parquet_rows::PartWriter;
use crate::parts::ManifestError;
use crate::run_files::parquet_path;
use crate::run_files::{NEW, row_file};
use crate::{RecoverError, RowReader};
use lettergame_core::game::RowShape;
use lettergame_plan::RecordLevel;

/// Rows that are read at once.
const BATCH: usize = 1 << 14;

/// Replaces those row files of a part that are CSV. Each is removed when its Parquet file is complete, so that
/// after a kill either is whole, and doing it again completes it.
///
/// # Errors
/// If a file cannot be read or written, or has rows that Parquet would not return byte for byte.
pub(crate) fn to_parquet(
    folder: &Path,
    games: &Range<u64>,
    shape: RowShape,
) -> Result<(), ManifestError> {
    for file in RecordLevel::FILES {
        let csv = row_file(folder, file);
        if csv.exists() {
            write(folder, file, games, shape)?;
            fs::remove_file(&csv).map_err(io_error("remove", &csv))?;
        }
    }
    Ok(())
}

/// Writes the Parquet file under a temporary name and renames it.
fn write(
    folder: &Path,
    file: RecordLevel,
    games: &Range<u64>,
    shape: RowShape,
) -> Result<(), ManifestError> {
    let csv = row_file(folder, file);
    let path = parquet_path(&csv);
    let mut new = path.clone().into_os_string();
    new.push(NEW);
    let new = Path::new(&new);
    let failed = |error| io_error("write", &path)(error);
    let to = File::create(new).map_err(failed)?;
    let columns = file_columns(file, shape);
    let mut to = PartWriter::new(to, games, columns).map_err(failed)?;
    let mut rows = RowReader::open(folder, file, shape).map_err(unreadable)?;
    let mut text = Text::open(&csv)?;
    text.has(&header(columns))?;
    while let Some(batch) = rows.next_batch(BATCH).map_err(unreadable)? {
        text.has(&batch.to_csv())?;
        to.write(&batch).map_err(failed)?;
    }
    text.ends()?;
    to.finish().and_then(|file| file.sync_all()).map_err(failed)?;
    fs::rename(new, &path).map_err(failed)?;
    Ok(())
}

fn unreadable(error: RecoverError) -> ManifestError {
    ManifestError::Rows(Box::new(error))
}

/// The text of a CSV file, compared with that of its rows.
struct Text<'a> {
    path: &'a Path,
    file: BufReader<File>,
    found: Vec<u8>,
}

impl Text<'_> {
    fn open(path: &Path) -> Result<Text<'_>, ManifestError> {
        let file = File::open(path).map_err(io_error("read", path))?;
        Ok(Text { path, file: BufReader::new(file), found: Vec::new() })
    }

    /// Checks that this text is next.
    fn has(&mut self, text: &[u8]) -> Result<(), ManifestError> {
        self.found.resize(text.len(), 0);
        match self.file.read_exact(&mut self.found) {
            Ok(()) if self.found == text => Ok(()),
            Ok(()) => Err(ManifestError::Unlike(self.path.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(ManifestError::Unlike(self.path.to_owned()))
            }
            Err(error) => Err(io_error("read", self.path)(error).into()),
        }
    }

    /// Checks that there is no more.
    fn ends(mut self) -> Result<(), ManifestError> {
        match self.file.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(ManifestError::Unlike(self.path.to_owned())),
            Err(error) => Err(io_error("read", self.path)(error).into()),
        }
    }
}
