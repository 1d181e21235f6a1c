//! Opening scores for reading, and selecting what is checked on the way.

use std::io::{Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use crate::batch::columns::{SCORE_COLUMNS, check_header, column_names};
use crate::folder_error::io_error;
use crate::read::cell_lines::{CellLines, whole_lines};
use crate::read::recover_error::wrong_header;
use crate::{FaultLog, RecoverError, ScoreFile};
use lettergame_core::base::Name;
use lettergame_core::game::RowShape;
use lettergame_plan::{RecordLevel, Schedule};

impl<'a> ScoreFile<'a> {
    /// Starts reading the games with these numbers from a run's folder: those of the shard in its
    /// config.
    ///
    /// # Errors
    /// If the file cannot be read, is empty or has another header.
    pub(crate) fn open(
        path: &Path,
        schedule: &'a Schedule,
        names: &'a [Name],
        games: Range<u64>,
    ) -> Result<ScoreFile<'a>, RecoverError> {
        let (lines, header) = CellLines::open(path)?;
        let header = check_header(&header).map_err(|error| RecoverError::row(path, error))?;
        let columns = header.iter().skip(SCORE_COLUMNS.len()).map(str::to_owned).collect();
        Ok(ScoreFile { columns, ..ScoreFile::new(path, lines, schedule, names, games) })
    }

    /// Continues with the games of these numbers after a byte, the [`end`](ScoreFile::end) of an
    /// earlier reader of the same file. The names of the game's own columns are not read.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn open_behind(
        path: &Path,
        schedule: &'a Schedule,
        names: &'a [Name],
        games: Range<u64>,
        byte: u64,
    ) -> Result<ScoreFile<'a>, RecoverError> {
        let mut file = whole_lines(path).map_err(io_error("read", path))?;
        file.set_limit(file.limit().saturating_sub(byte));
        file.get_mut().seek(SeekFrom::Start(byte)).map_err(io_error("read", path))?;
        Ok(ScoreFile::new(path, CellLines::new(file, byte), schedule, names, games))
    }

    fn new(
        path: &Path,
        lines: CellLines,
        schedule: &'a Schedule,
        names: &'a [Name],
        games: Range<u64>,
    ) -> ScoreFile<'a> {
        let (path, end) = (path.to_owned(), lines.end());
        ScoreFile {
            path,
            lines,
            schedule,
            names,
            games,
            columns: Vec::new(),
            records: Vec::new(),
            end,
            shape: None,
            same: None,
            faults: None,
            ended: None,
        }
    }

    /// Also checks the game's own columns.
    pub(crate) fn of_shape(self, shape: RowShape) -> Result<ScoreFile<'a>, RecoverError> {
        if !self.columns.iter().eq(column_names((shape.columns)())) {
            return Err(wrong_header(&self.path, self.lines.first(), RecordLevel::Games));
        }
        Ok(ScoreFile { shape: Some(shape), ..self })
    }

    /// Also checks that these are the faults of the games, and marks which programs failed.
    pub(crate) fn with_faults(self, faults: FaultLog) -> ScoreFile<'a> {
        ScoreFile { faults: Some(faults), ..self }
    }

    /// Takes all games of a run that was played to its end: then each must be there.
    pub(crate) fn of_ended(self, ended: Option<Range<u64>>) -> ScoreFile<'a> {
        ScoreFile { ended, ..self }
    }
}
