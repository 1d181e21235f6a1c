//! The faults of a run, read back from its `faults.jsonl`.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::faults::lines::{FaultLine, is_intact};
use crate::folder_error::io_error;
use crate::run_files::FAULTS;
use crate::shown::shown;
use crate::{RecoverError, RowBytes};
use lettergame_core::base::{Name, Seat};
use lettergame_core::game::FaultKind;
use lettergame_plan::Job;

/// A fault as recorded on its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultRecord {
    /// The game's number.
    pub game: u64,
    /// The turn, from 1.
    pub ply: u32,
    /// The seat.
    pub seat: Seat,
    /// The player's number in the config.
    pub player: usize,
    /// The kind of fault.
    pub kind: FaultKind,
    /// The byte at which the line begins.
    begin: u64,
    /// The line's number, from 1.
    line: u64,
}

/// The faults of a run, as in `faults.jsonl`.
#[derive(Clone, Debug, Default)]
pub struct FaultLog {
    path: PathBuf,
    records: Vec<FaultRecord>,
    /// The number of bytes in complete lines.
    end: u64,
}

impl FaultLog {
    /// Reads the file of a run with these players; if there is none, there are no faults. A partial
    /// last line is ignored.
    pub(crate) fn read(
        dir: &Path,
        names: &[Name],
        checked: bool,
    ) -> Result<FaultLog, RecoverError> {
        let path = dir.join(FAULTS);
        if !RowBytes::exists(&path) {
            return Ok(FaultLog { path, ..FaultLog::default() });
        }
        let text = RowBytes::read(&path).map_err(io_error("read", &path))?;
        let mut log = FaultLog { path, ..FaultLog::default() };
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        for (number, line) in (1..).zip(text[..whole].split_inclusive(|&byte| byte == b'\n')) {
            let record = log.record(line, number, names, checked);
            let record = record.ok_or_else(|| RecoverError::Damaged {
                path: log.path.clone(),
                line: number,
                text: shown(line),
            })?;
            log.records.push(record);
            log.end += line.len() as u64;
        }
        Ok(log)
    }

    /// The fault on a line, if it is intact and in order after the previous ones.
    fn record(
        &self,
        line: &[u8],
        number: u64,
        names: &[Name],
        checked: bool,
    ) -> Option<FaultRecord> {
        let text = line.strip_suffix(b"\n")?;
        if checked && !is_intact(text) {
            return None;
        }
        let read: FaultLine<'_> = serde_json::from_slice(text).ok()?;
        let last = self.records.last().map_or((0, 0), |last| (last.game, last.ply));
        let follows = (read.game, read.ply) >= last && read.ply > 0;
        let player =
            names.iter().position(|name| *name.as_str() == *read.player).filter(|_| follows)?;
        Some(FaultRecord {
            game: read.game,
            ply: read.ply,
            seat: Seat::new(read.seat)?,
            player,
            kind: read.fault,
            begin: self.end,
            line: number,
        })
    }

    /// Every fault, in the order of games and turns.
    #[must_use]
    pub fn records(&self) -> &[FaultRecord] {
        &self.records
    }

    /// The faults of one game.
    #[must_use]
    pub fn of_game(&self, game: u64) -> &[FaultRecord] {
        let begin = self.records.partition_point(|record| record.game < game);
        let rest = &self.records[begin..];
        &rest[..rest.partition_point(|record| record.game == game)]
    }

    /// Checks the faults of a game whose seats ended with these statuses.
    pub(crate) fn check<'a>(
        &self,
        job: &Job,
        status: impl Fn(Seat) -> &'a str,
    ) -> Result<(), RecoverError> {
        let faults = self.of_game(job.game);
        let seated = |fault: &FaultRecord| {
            job.lineup.iter().any(|(seat, player)| (seat, *player) == (fault.seat, fault.player))
        };
        let agrees = |seat: Seat| {
            let first = faults.iter().find(|fault| fault.seat == seat);
            match (status(seat), first) {
                ("ok", first) => first.is_none(),
                ("banned", first) => first.is_some(),
                (status, first) => first.is_some_and(|first| first.kind.name() == status),
            }
        };
        if faults.iter().all(seated) && job.lineup.seats().all(agrees) {
            Ok(())
        } else {
            Err(self.contradicts(job.game))
        }
    }

    /// Checks that all faults are from these games.
    pub(crate) fn check_range(&self, games: &Range<u64>) -> Result<(), RecoverError> {
        match self.records.iter().find(|record| !games.contains(&record.game)) {
            Some(record) => Err(self.contradicts(record.game)),
            None => Ok(()),
        }
    }

    fn contradicts(&self, game: u64) -> RecoverError {
        let line = self.of_game(game).first().map(|record| record.line);
        RecoverError::Faults { path: self.path.clone(), game, line }
    }

    /// The file, and the byte where the lines of games from `next` on begin; `None` if there is no
    /// file.
    pub(crate) fn end_before(&self, next: u64) -> Option<(PathBuf, u64)> {
        let later = self.records.iter().find(|record| record.game >= next);
        let end = later.map_or(self.end, |record| record.begin);
        RowBytes::exists(&self.path).then(|| (self.path.clone(), end))
    }
}
