//! The rows of a run: where they are, and what they must match.

use std::io;
use std::ops::Range;
use std::path::Path;

use crate::folder_error::io_error;
use crate::parts::{games_of_part, part_folder, part_folders};
use crate::read::ply_file::PlyFile;
use crate::{
    FaultLog, FolderError, RecoverError, RoundFile, RowBytes, RunFolder, RunInfo, ScoreFile,
};
use lettergame_core::base::Name;
use lettergame_core::game::RowShape;
use lettergame_plan::{RecordLevel, Schedule};

/// The rows of a run. Every reader opens them through this, so that all are checked alike.
#[derive(Clone)]
pub struct RunRows<'a> {
    /// The folder.
    pub dir: &'a Path,
    /// The schedule of the games.
    pub schedule: &'a Schedule,
    /// The players' names in files, in the order of the config.
    pub names: &'a [Name],
    /// What is known about the game's own columns.
    pub shape: Option<RowShape>,
    /// The level that determines which files exist.
    pub record: RecordLevel,
    /// The numbers of all games of the run, or of its shard.
    pub games: Range<u64>,
    /// Whether lines of faults have checksums, which those of earlier versions lack.
    pub checked: bool,
    /// Whether it was played to its end before this was read.
    pub ended: bool,
}

impl<'a> RunRows<'a> {
    /// The rows of the run in a folder.
    #[must_use]
    pub fn of(
        dir: &'a Path,
        info: &RunInfo,
        record: RecordLevel,
        players: (&'a Schedule, &'a [Name]),
        shape: Option<RowShape>,
    ) -> RunRows<'a> {
        let (schedule, names) = players;
        let games = schedule.part(info.shard);
        RunRows {
            dir,
            schedule,
            names,
            shape,
            record,
            games,
            checked: info.checked,
            ended: RunFolder::is_sealed(dir),
        }
    }

    /// Starts reading the scores, with the faults that belong to them.
    ///
    /// # Errors
    /// If a file cannot be read, has another header, or faults are damaged.
    pub fn scores(&self) -> Result<ScoreFile<'a>, RecoverError> {
        self.check_first_part()?;
        let path = self.dir.join("scores.csv");
        let mut file = ScoreFile::open(&path, self.schedule, self.names, self.games.clone())?;
        if let Some(shape) = self.shape {
            file = file.of_shape(shape)?;
        }
        file = file.of_ended(self.ended.then(|| self.games.clone()));
        // faults are written before scores: those of all games in the file opened above are there
        // by now
        Ok(file.with_faults(self.faults()?))
    }

    /// Continues reading scores after a byte, the [`end`](ScoreFile::end) of an earlier reader;
    /// without faults.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn scores_from(&self, next: u64, byte: u64) -> Result<ScoreFile<'a>, RecoverError> {
        let path = self.dir.join("scores.csv");
        let games = next..self.games.end;
        let file = match byte {
            0 => ScoreFile::open(&path, self.schedule, self.names, games)?,
            _ => ScoreFile::open_behind(&path, self.schedule, self.names, games, byte)?,
        };
        Ok(file.of_ended(self.ended.then(|| self.games.clone())))
    }

    /// Checks all plies of the games before `next`, whose scores are known, if plies are recorded.
    ///
    /// # Errors
    /// If the file cannot be read, was truncated or is damaged.
    pub fn check_plies(&self, next: u64) -> Result<(), RecoverError> {
        if self.record >= RecordLevel::Plies {
            let mut plies = self.plies(next)?;
            plies.check_to(self.games.end).map_err(RecoverError::in_its_part)?;
        }
        Ok(())
    }

    /// Starts reading the rounds of the games before `end`, whose scores are known.
    ///
    /// # Errors
    /// If the file cannot be read or has another header.
    pub fn rounds(&self, end: u64) -> Result<RoundFile<'a>, RecoverError> {
        let path = self.dir.join("rounds.csv");
        let games = self.games.start..end;
        RowBytes::check_length(&path).map_err(io_error("read", &path))?;
        let file = RoundFile::open(&path, self.schedule, self.names, games)?;
        match self.shape {
            Some(shape) => file.of_shape(shape),
            None => Ok(file),
        }
    }

    /// Starts reading the plies of the games before `end`, whose scores are known.
    pub(crate) fn plies(&self, end: u64) -> Result<PlyFile<'a>, RecoverError> {
        let path = self.dir.join("plies.csv");
        let games = self.games.start..end;
        RowBytes::check_length(&path).map_err(io_error("read", &path))?;
        PlyFile::open(&path, self.schedule, games)
    }

    /// Checks that the first part, of a run in parts, is that with the first game.
    fn check_first_part(&self) -> Result<(), RecoverError> {
        let scores = self.dir.join("scores.csv");
        let folders = part_folders(self.dir).map_err(io_error("read", &scores))?;
        let name = folders.iter().flatten().next().and_then(|first| first.file_name());
        match name.and_then(|name| games_of_part(&name.to_string_lossy())) {
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
