//! A file of rows in one of the formats, and where the files of a run are.

use std::io;
use std::path::{Path, PathBuf};

use crate::RecoverError;
use crate::folder_error::io_error;
use crate::format::game_number::game_of_row;
use crate::format::parquet_file::PartFile;
use crate::format::text_file::TextFile;
use crate::layout::manifest::part_folders;
use crate::run_files::{parquet_path, row_file};
use lettergame_plan::RecordLevel;

/// A file of rows in one of the formats.
pub(crate) enum RowFile {
    Text(TextFile),
    Parquet(PartFile),
}

impl RowFile {
    /// Opens the file of this path, or the Parquet file that replaces it: that of a part may be replaced at any time.
    pub(crate) fn open(csv: &Path) -> Result<RowFile, RecoverError> {
        match TextFile::open(csv, game_of_row) {
            Ok(file) => Ok(RowFile::Text(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let path = parquet_path(csv);
                match PartFile::open(&path) {
                    // what is missing is the CSV file of a part that is not complete
                    Err(other) if other.kind() == io::ErrorKind::NotFound => {
                        Err(io_error("read", csv)(error).into())
                    }
                    opened => Ok(RowFile::Parquet(opened.map_err(io_error("read", &path))?)),
                }
            }
            Err(error) => Err(io_error("read", csv)(error).into()),
        }
    }

    /// Goes on where the rows of a game begin, or somewhere before.
    pub(crate) fn seek(&mut self, game: u64) -> io::Result<()> {
        match self {
            _ if game == 0 => Ok(()),
            RowFile::Text(file) => file.seek(game),
            RowFile::Parquet(file) => {
                file.seek(game);
                Ok(())
            }
        }
    }

    /// The path.
    pub(crate) fn path(&self) -> &Path {
        match self {
            RowFile::Text(file) => file.path(),
            RowFile::Parquet(file) => file.path(),
        }
    }

    /// Checks that a sealed file has as many bytes as were written.
    pub(crate) fn check_length(&self) -> Result<(), RecoverError> {
        let checked = match self {
            RowFile::Text(file) => file.check_length(),
            RowFile::Parquet(file) => file.check_length(),
        };
        Ok(checked.map_err(io_error("read", self.path()))?)
    }
}

/// Whether a run has a file of rows of this level, or one in a part.
#[must_use]
pub fn has_rows(dir: &Path, level: RecordLevel) -> bool {
    files_of(dir, &row_file(dir, level)).is_ok_and(|files| files.iter().any(|file| is_there(file)))
}

fn is_there(csv: &Path) -> bool {
    csv.exists() || parquet_path(csv).exists()
}

/// The files that make up that of this path, in order. That of the last part may be yet to come.
pub(crate) fn files_of(dir: &Path, whole: &Path) -> io::Result<Vec<PathBuf>> {
    let Some(folders) = part_folders(dir)? else { return Ok(vec![whole.to_owned()]) };
    let name = whole.file_name().unwrap_or_default();
    let mut files: Vec<PathBuf> = folders.into_iter().map(|folder| folder.join(name)).collect();
    while files.last().is_some_and(|last| !is_there(last)) {
        files.pop();
    }
    Ok(files)
}
