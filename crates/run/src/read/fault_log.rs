//! The faults of a run, read back from its `faults.jsonl`.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::RecoverError;
use crate::batch::fault_line::{FaultLine, is_intact};
use crate::folder_error::io_error;
use crate::format::game_number::game_of_fault;
use crate::format::text_file::TextFile;
use crate::layout::manifest::part_folders;
use crate::layout::parts::games_of_folder;
use crate::run_files::FAULTS;
use crate::shown::shown;
use lettergame_base::{Name, Seat};
use lettergame_game::FaultKind;
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
    /// The number of its file, and the byte at which the line begins.
    file: usize,
    begin: u64,
    /// The line's number, from 1.
    line: u64,
}

/// The faults of a run, as in `faults.jsonl`.
#[derive(Clone, Debug, Default)]
pub struct FaultLog {
    /// The folder of the run.
    dir: PathBuf,
    /// The files, one or those of the parts, each with the bytes of its complete lines.
    files: Vec<(PathBuf, u64)>,
    records: Vec<FaultRecord>,
}

impl FaultLog {
    /// Reads the files of a run with these players; if there is none, there are no faults. A partial
    /// last line is ignored.
    pub(crate) fn read(
        dir: &Path,
        names: &[Name],
        checked: bool,
    ) -> Result<FaultLog, RecoverError> {
        let mut log = FaultLog { dir: dir.to_owned(), ..FaultLog::default() };
        for path in files_of(dir)? {
            let end = log.read_file(&path, names, checked)?;
            log.files.push((path, end));
        }
        Ok(log)
    }

    /// Adds the faults of the next file; returns the bytes of its complete lines.
    fn read_file(
        &mut self,
        path: &Path,
        names: &[Name],
        checked: bool,
    ) -> Result<u64, RecoverError> {
        let failed = |error| RecoverError::from(io_error("read", path)(error));
        let mut file = TextFile::open(path, game_of_fault).map_err(failed)?;
        let (mut number, mut end) = (0, 0);
        while let Some(text) = file.next().map_err(failed)? {
            for line in text.split_inclusive(|&byte| byte == b'\n') {
                number += 1;
                let record = self.record(line, (number, end), names, checked);
                let record = record.ok_or_else(|| RecoverError::Damaged {
                    path: path.to_owned(),
                    line: number,
                    text: shown(line),
                })?;
                self.records.push(record);
                end += line.len() as u64;
            }
        }
        file.check_length().map_err(failed)?;
        Ok(end)
    }

    /// The fault on a line, if it is intact and in order after the previous ones.
    fn record(
        &self,
        line: &[u8],
        (number, begin): (u64, u64),
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
            file: self.files.len(),
            begin,
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
        let first = self.of_game(game).first();
        let is_own =
            |folder: &PathBuf| games_of_folder(folder).is_some_and(|games| games.contains(&game));
        let part = || part_folders(&self.dir).ok()??.into_iter().find(is_own);
        let path = match first {
            Some(record) => self.files[record.file].0.clone(),
            None => part().unwrap_or_else(|| self.dir.clone()).join(FAULTS),
        };
        RecoverError::Faults { path, game, line: first.map(|record| record.line) }
    }

    /// The files, each with the byte where the lines of games from `next` on begin.
    pub(crate) fn ends_before(&self, next: u64) -> impl Iterator<Item = (PathBuf, u64)> {
        let later = &self.records[self.records.partition_point(|record| record.game < next)..];
        self.files.iter().enumerate().map(move |(file, (path, end))| {
            let first = later.iter().find(|record| record.file == file);
            (path.clone(), first.map_or(*end, |record| record.begin))
        })
    }
}

/// The lines of `faults.jsonl` of a run, as they are.
pub(crate) struct FaultLines {
    files: VecDeque<PathBuf>,
    file: Option<TextFile>,
    /// The lines that were read and not taken.
    rest: Vec<u8>,
}

impl FaultLines {
    pub(crate) fn open(dir: &Path) -> Result<FaultLines, RecoverError> {
        Ok(FaultLines { files: files_of(dir)?.into(), file: None, rest: Vec::new() })
    }

    /// Takes the lines of the games before this one.
    pub(crate) fn take_before(&mut self, game: u64) -> Result<Vec<u8>, RecoverError> {
        let mut taken = Vec::new();
        loop {
            taken.extend(self.rest.drain(..faults_before(&self.rest, game)));
            if !self.rest.is_empty() || !self.read_more()? {
                return Ok(taken);
            }
        }
    }

    fn read_more(&mut self) -> Result<bool, RecoverError> {
        loop {
            if let Some(file) = &mut self.file
                && let Some(text) = file.next().map_err(io_error("read", file.path()))?
            {
                self.rest = text;
                return Ok(true);
            }
            let Some(path) = self.files.pop_front() else { return Ok(false) };
            let opened = TextFile::open(&path, game_of_fault);
            self.file = Some(opened.map_err(io_error("read", &path))?);
        }
    }
}

/// The number of bytes of the lines of games before this one.
pub(crate) fn faults_before(lines: &[u8], game: u64) -> usize {
    let lines = lines.split_inclusive(|&byte| byte == b'\n');
    lines
        .take_while(|line| game_of_fault(line).is_some_and(|own| own < game))
        .map(<[u8]>::len)
        .sum()
}

/// All lines of `faults.jsonl` of a run, one file or those of the parts.
///
/// # Errors
/// If a file cannot be read, or is not as it was written.
pub fn fault_lines(dir: &Path) -> Result<Vec<u8>, RecoverError> {
    FaultLines::open(dir)?.take_before(u64::MAX)
}

/// The files of faults that are there, one or those of the parts.
fn files_of(dir: &Path) -> Result<Vec<PathBuf>, RecoverError> {
    let folders = part_folders(dir).map_err(io_error("read", &dir.join(FAULTS)))?;
    let folders = folders.unwrap_or_else(|| vec![dir.to_owned()]);
    let files = folders.into_iter().map(|folder| folder.join(FAULTS));
    Ok(files.filter(|path| path.exists()).collect())
}
