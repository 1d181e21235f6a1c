//! The raw lines of a file, game by game. Each begins with the number of its game, in ascending
//! order.

use std::io::{BufRead, BufReader, Read, Take};
use std::path::{Path, PathBuf};

use crate::folder_error::io_error;
use crate::read::game_number::game_of_row;
use crate::run_files::row_files;
use crate::{RecoverError, RowBytes, RunRows};

/// Reads lines up to a byte.
pub(crate) struct GameLines {
    path: PathBuf,
    file: BufReader<Take<RowBytes>>,
    number: fn(&[u8]) -> Option<u64>,
    /// The next line; empty at the end.
    line: Vec<u8>,
}

impl GameLines {
    /// The rows of a file after its header line, up to that byte.
    pub(crate) fn open(path: &Path, end: u64) -> Result<GameLines, RecoverError> {
        let mut lines = GameLines::without_header(path, end, game_of_row)?;
        lines.read()?;
        Ok(lines)
    }

    /// The lines of a file up to that byte; their games are found with this function.
    pub(crate) fn without_header(
        path: &Path,
        end: u64,
        number: fn(&[u8]) -> Option<u64>,
    ) -> Result<GameLines, RecoverError> {
        let file = RowBytes::open(path).map_err(io_error("read", path))?;
        let file = BufReader::with_capacity(1 << 16, file.take(end));
        let (path, line) = (path.to_owned(), Vec::new());
        let mut lines = GameLines { path, file, number, line };
        lines.read()?;
        Ok(lines)
    }

    /// Adds the lines of that game if they come next.
    pub(crate) fn take(&mut self, game: u64, into: &mut Vec<u8>) -> Result<(), RecoverError> {
        while (self.number)(&self.line) == Some(game) {
            into.extend_from_slice(&self.line);
            self.read()?;
        }
        Ok(())
    }

    /// Skips everything before that game.
    pub(crate) fn skip_to(&mut self, game: u64) -> Result<(), RecoverError> {
        while !self.line.is_empty() && (self.number)(&self.line).is_none_or(|found| found < game) {
            self.read()?;
        }
        Ok(())
    }

    fn read(&mut self) -> Result<(), RecoverError> {
        self.line.clear();
        self.file.read_until(b'\n', &mut self.line).map_err(io_error("read", &self.path))?;
        Ok(())
    }
}

/// The text of selected games in all files of rows of a run.
pub struct StoredGames {
    files: Vec<GameLines>,
}

impl StoredGames {
    /// From this game on; linear in the rows before it.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn open(rows: &RunRows<'_>, game: u64) -> Result<StoredGames, RecoverError> {
        let open = |path: PathBuf| {
            let mut lines = GameLines::open(&path, u64::MAX)?;
            lines.skip_to(game)?;
            Ok(lines)
        };
        let files = row_files(rows.dir, rows.record).map(open);
        Ok(StoredGames { files: files.collect::<Result<_, RecoverError>>()? })
    }

    /// The lines of a game in each file, if they come next.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn take(&mut self, game: u64) -> Result<Vec<Vec<u8>>, RecoverError> {
        let taken = self.files.iter_mut().map(|lines| {
            let mut found = Vec::new();
            lines.take(game, &mut found).map(|()| found)
        });
        taken.collect()
    }

    /// The path of a file, in the order of record levels.
    #[must_use]
    pub fn path(&self, file: usize) -> &Path {
        &self.files[file].path
    }
}

#[cfg(test)]
mod tests {
    use super::GameLines;

    #[test]
    fn lines_are_taken_game_by_game() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "game,x\n4,a\n4,b\n6,c\n7,d\n").unwrap();
        let mut lines = GameLines::open(file.path(), 19).unwrap();
        let mut taken = Vec::new();
        lines.take(5, &mut taken).unwrap();
        assert!(taken.is_empty(), "it does not come next");
        lines.take(4, &mut taken).unwrap();
        assert_eq!(taken, b"4,a\n4,b\n");
        lines.skip_to(7).unwrap();
        taken.clear();
        lines.take(7, &mut taken).unwrap();
        assert!(taken.is_empty(), "it is behind the end");
    }
}
