//! Opens the rows of a run.

use std::io;

use crate::folder_error::io_error;
use crate::layout::manifest::part_folders;
use crate::layout::parts::{games_of_folder, part_folder};
use crate::read::ply_file::PlyFile;
use crate::read::row_file::has_rows;
use crate::run_files::row_file;
use crate::{FaultLog, FolderError, RecoverError, RoundFile, RowStream, RunRows, ScoreFile};
use lettergame_plan::RecordLevel;

impl<'a> RunRows<'a> {
    /// Starts reading the scores, with the faults that belong to them.
    ///
    /// # Errors
    /// If a file cannot be read, has another header, or faults are damaged.
    pub fn scores(&self) -> Result<ScoreFile<'a>, RecoverError> {
        self.check_first_part()?;
        let mut file = ScoreFile::open(self, self.games.clone())?;
        // faults are written before scores: those of all games in the file opened above are there
        // by now
        file.with_faults(self.faults()?);
        Ok(file)
    }

    /// Continues reading scores from a game on, without faults.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn scores_from(&self, next: u64) -> Result<ScoreFile<'a>, RecoverError> {
        ScoreFile::open(self, next..self.games.end)
    }

    /// Whether there are rows of this level.
    #[must_use]
    pub fn has(&self, level: RecordLevel) -> bool {
        has_rows(self.dir, level)
    }

    /// Checks all plies of the games before `next`, whose scores are known, if plies are recorded.
    ///
    /// # Errors
    /// If the file cannot be read, was truncated or is damaged.
    pub fn check_plies(&self, next: u64) -> Result<(), RecoverError> {
        if self.record >= RecordLevel::Plies {
            self.plies(next)?.check_to(self.games.end)?;
        }
        Ok(())
    }

    /// Starts reading the rounds of the games before `end`, whose scores are known.
    ///
    /// # Errors
    /// If the file cannot be read or has another header.
    pub fn rounds(&self, end: u64) -> Result<RoundFile<'a>, RecoverError> {
        RoundFile::open(self, end)
    }

    /// Starts reading the plies of the games before `end`, whose scores are known.
    pub(crate) fn plies(&self, end: u64) -> Result<PlyFile<'a>, RecoverError> {
        PlyFile::open(self, end)
    }

    /// The rows of each recorded level, from a game on.
    ///
    /// # Errors
    /// If a file cannot be read or has another header.
    pub fn streams(&self, game: u64) -> Result<Vec<RowStream>, RecoverError> {
        let recorded = RecordLevel::FILES.into_iter().take(self.record as usize + 1);
        recorded.map(|level| RowStream::open_at(self.dir, level, self.shape, game)).collect()
    }

    /// Checks that the first part, of a run in parts, is that with the first game.
    fn check_first_part(&self) -> Result<(), RecoverError> {
        let folders = part_folders(self.dir)
            .map_err(io_error("read", &row_file(self.dir, RecordLevel::Games)))?;
        let first = folders.iter().flatten().next();
        match first.and_then(|first| games_of_folder(first)) {
            Some(first) if first.start > self.games.start => {
                let path = part_folder(self.dir, &(self.games.start..first.start));
                let error = io::ErrorKind::NotFound.into();
                Err(FolderError::Io { act: "read", path, error }.into())
            }
            _ => Ok(()),
        }
    }

    /// The faults.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn faults(&self) -> Result<FaultLog, RecoverError> {
        FaultLog::read(self.dir, self.names, self.checked)
    }
}
