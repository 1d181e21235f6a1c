//! The folder of a run: its files, created before the first game and complete after each batch.
//!
//! `config.toml` holds the full config and, in its table `run`, what is needed to resume: the
//! shard, the fingerprint of everything that determines the rows, the fingerprint of the word list,
//! and a checksum of the text. `scores.csv`, `rounds.csv` and `plies.csv` are only ever appended
//! to, the scores last, so a game whose scores are present is complete in all of them. No row contains
//! a line break. If players are programs, `faults.jsonl` has a line for each of their faults, and
//! `logs/` what they wrote to standard error. `part.json`, written last, seals all of them.
//!
//! # Telling a kill from damage
//! For each batch the faults are written first, then plies, rounds and, last, the scores. A game whose
//! scores are all in `scores.csv` is complete: its rows must be in all other files, and agree. Any other
//! deviation in a complete game is damage, which is reported and never repaired. After the last complete
//! game, a kill leaves rows of later games in ascending order and a partial last line: only these are cut
//! when the run is resumed. A sealed run was played to its end: nothing may be missing, extra or changed.
//! In a run that is not sealed, bytes missing at the end of `scores.csv` cannot be told from a kill, and
//! the games are played again; if this cuts the faults of several games, they are kept in
//! `logs/faults-cut.log`. Rows without any scores are not the result of a kill, because all files are
//! created before any rows are written.
//!
//! Every writer holds the lock of the folder ([`RunLock`]) from before anything is removed or
//! created.

mod config_file;
mod mended;
mod parted;
mod place;
pub(crate) mod sealed;

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::faults::lines::sealed;
use crate::folder_error::io_error;
use crate::lock::is_at;
use crate::run_files::parquet_path;
use crate::run_files::{CONFIG, FAULTS, LOGS, ROWS, row_files};
use crate::whole_file::write_whole;
use crate::{FolderError, PartOptions, Rows, RunLock};
use lettergame_plan::{Config, RecordLevel, Shard};

use config_file::config_text;
use parted::{Parted, first_folder};
use place::remove_run;

/// The contents of a run's `config.toml` beyond the config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunInfo {
    /// The part of the tournament it is.
    pub shard: Shard,
    /// The fingerprint of everything that determines the rows.
    pub fingerprint: String,
    /// The fingerprint of the word list.
    pub lexicon: String,
    /// Whether it is sealed at its end, and its faults have checksums. Runs of earlier versions have none.
    pub checked: bool,
    /// How its rows are divided, in a run that is played in parts.
    pub parts: Option<PartOptions>,
}

/// The open files of a run.
#[derive(Debug)]
pub struct RunFolder {
    pub(crate) lock: RunLock,
    /// Scores, rounds and plies, if recorded.
    files: Vec<(PathBuf, File)>,
    /// `faults.jsonl`, once there is a fault.
    faults: Option<File>,
    /// Whether it is sealed at its end, and its faults have checksums. Runs of earlier versions have none.
    checked: bool,
    /// The part to which rows are appended, in a run in parts.
    parted: Option<Parted>,
}

/// The log of a player's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFile {
    /// The file name without its extension, made from the player's name and valid on every system.
    pub name: String,
    /// The text it wrote, as much as is kept.
    pub text: Vec<u8>,
}

impl RunFolder {
    /// Creates the folder with its config and the header lines of its files. An earlier run is
    /// replaced only with `force`, and only if it is not in use.
    ///
    /// # Errors
    /// If the folder exists, is in use, or cannot be written.
    pub fn create(
        dir: &Path,
        config: &Config,
        info: &RunInfo,
        games: &Range<u64>,
        headers: &[Vec<u8>],
        force: bool,
    ) -> Result<RunFolder, FolderError> {
        // the config is written first and completely, so that a killed run can always be resumed
        let named = |folder: &mut RunFolder| {
            folder.write_config(config, info).and_then(|()| folder.make(info, games, headers))
        };
        RunFolder::create_with(dir, info, force, named)
    }

    /// Creates the folder without the config that makes it a run. For games copied from elsewhere,
    /// which must not be resumed before all of them are there.
    ///
    /// # Errors
    /// See [`RunFolder::create`].
    pub(crate) fn create_unnamed(
        dir: &Path,
        info: &RunInfo,
        games: &Range<u64>,
        headers: &[Vec<u8>],
        force: bool,
    ) -> Result<RunFolder, FolderError> {
        RunFolder::create_with(dir, info, force, |folder| folder.make(info, games, headers))
    }

    /// Writes the complete config.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write_config(&self, config: &Config, info: &RunInfo) -> Result<(), FolderError> {
        self.write(CONFIG, config_text(config, info, self.dir()).as_bytes())
    }

    fn create_with(
        dir: &Path,
        info: &RunInfo,
        force: bool,
        make: impl FnOnce(&mut RunFolder) -> Result<(), FolderError>,
    ) -> Result<RunFolder, FolderError> {
        RunFolder::check_free(dir, force)?;
        fs::create_dir_all(dir).map_err(io_error("create", dir))?;
        let mut folder = match RunLock::take(dir) {
            Ok(lock) => RunFolder::complete(lock, info),
            Err(error) => {
                // only an empty folder can be removed
                let _ = fs::remove_dir(dir);
                return Err(error);
            }
        };
        // it may have changed before it was locked
        RunFolder::check_names(dir, force)?;
        match remove_run(dir).and_then(|()| make(&mut folder)) {
            Ok(()) => Ok(folder),
            Err(error) => {
                // nothing incomplete is left; the error says why there is no run
                folder.discard();
                Err(error)
            }
        }
    }

    /// Creates the files of rows, in a run in parts those of the first part.
    fn make(
        &mut self,
        info: &RunInfo,
        games: &Range<u64>,
        headers: &[Vec<u8>],
    ) -> Result<(), FolderError> {
        if let Some(parts) = info.parts {
            return self.begin_part(Parted::new(parts.games, games.clone(), games.start, headers));
        }
        let made = |name: &str, header: &[u8]| {
            let path = self.dir().join(name);
            let mut file = File::create_new(&path).map_err(io_error("create", &path))?;
            file.write_all(header).map_err(io_error("write", &path))?;
            Ok((path, file))
        };
        let files = ROWS.iter().zip(headers).map(|(name, header)| made(name, header));
        self.files = files.collect::<Result<_, FolderError>>()?;
        Ok(())
    }

    /// The lock of the folder.
    #[must_use]
    pub fn lock(&self) -> &RunLock {
        &self.lock
    }

    /// Closes the files, and keeps the lock.
    #[must_use]
    pub fn into_lock(self) -> RunLock {
        self.lock
    }

    /// The folder of a run to which no rows will be added: no file is opened.
    #[must_use]
    pub fn complete(lock: RunLock, info: &RunInfo) -> RunFolder {
        RunFolder { checked: info.checked, ..RunFolder::unopened(lock) }
    }

    pub(crate) fn unopened(lock: RunLock) -> RunFolder {
        RunFolder { lock, files: Vec::new(), faults: None, checked: false, parted: None }
    }

    /// Opens the files of a run to append to them.
    ///
    /// # Errors
    /// If a file is missing or cannot be written.
    pub fn open(
        lock: RunLock,
        record: RecordLevel,
        info: &RunInfo,
    ) -> Result<RunFolder, FolderError> {
        let open = |path: PathBuf| -> Result<(PathBuf, File), FolderError> {
            let file = OpenOptions::new().append(true).open(&path);
            Ok((path.clone(), file.map_err(io_error("open", &path))?))
        };
        let files = row_files(lock.dir(), record).map(open).collect::<Result<_, _>>()?;
        Ok(RunFolder { files, ..RunFolder::complete(lock, info) })
    }

    /// Writes header lines that are missing after a kill, if no game is finished yet.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn complete_headers(
        lock: &RunLock,
        info: &RunInfo,
        games: &Range<u64>,
        headers: &[Vec<u8>],
    ) -> Result<(), FolderError> {
        let dir = first_folder(lock.dir(), info, games);
        fs::create_dir_all(&dir).map_err(io_error("create", &dir))?;
        let starts = |path: &Path, header: &[u8]| {
            fs::read(path)
                .map_or(true, |found| found.len() < header.len() && header.starts_with(&found))
        };
        let length = |path: &Path| fs::metadata(path).map_or(0, |data| data.len());
        let scores = dir.join(ROWS[0]);
        let header = headers.first().map_or(0, |header| header.len() as u64);
        if length(&scores) > header || parquet_path(&scores).exists() {
            return Ok(());
        }
        // row files are created before any row is written
        if length(&scores) < header {
            let starts = ROWS.into_iter().zip(headers.iter().map(Vec::len));
            let mut others = starts.skip(1).chain([(FAULTS, 0)]);
            if let Some((other, _)) =
                others.find(|(name, start)| length(&dir.join(name)) > *start as u64)
            {
                return Err(FolderError::NoScores(scores, other));
            }
        }
        for (name, header) in ROWS.into_iter().zip(headers) {
            let path = dir.join(name);
            if starts(&path, header) {
                fs::write(&path, header).map_err(io_error("write", &path))?;
            }
        }
        Ok(())
    }

    /// Appends the rows of games and the lines of their faults, and flushes them; the scores come
    /// last.
    ///
    /// # Errors
    /// If a file cannot be written, or the folder no longer holds this run.
    pub fn append(&mut self, rows: &Rows, faults: &[u8]) -> Result<(), FolderError> {
        self.check_place()?;
        let rows = rows.csv();
        let faults = if self.checked { sealed(faults) } else { faults.to_owned() };
        match self.parted {
            Some(_) => self.append_to_parts(&rows, &faults),
            None => self.append_lines(&rows, &faults),
        }
    }

    /// Appends lines to the open files.
    fn append_lines(&mut self, rows: &[Vec<u8>], faults: &[u8]) -> Result<(), FolderError> {
        if !faults.is_empty() {
            self.append_faults(faults)?;
        }
        for ((path, file), rows) in self.files.iter_mut().zip(rows.iter()).rev() {
            file.write_all(rows).and_then(|()| file.flush()).map_err(io_error("write", path))?;
        }
        Ok(())
    }

    /// Checks that this is still the folder of this run. Others may have moved or removed it.
    ///
    /// # Errors
    /// [`FolderError::Lost`].
    pub fn check_place(&self) -> Result<(), FolderError> {
        let rows = self.files.iter().map(|(path, file)| (path, file));
        let faults = self.rows_dir().join(FAULTS);
        let mut open = rows.chain(self.faults.iter().map(|file| (&faults, file)));
        if self.lock.is_in_place() && open.all(|(path, file)| is_at(file, path)) {
            Ok(())
        } else {
            Err(FolderError::Lost(self.dir().to_owned()))
        }
    }

    fn append_faults(&mut self, lines: &[u8]) -> Result<(), FolderError> {
        let path = self.rows_dir().join(FAULTS);
        let mut file = match self.faults.take() {
            Some(file) => file,
            None => {
                let opened = OpenOptions::new().append(true).create(true).open(&path);
                opened.map_err(io_error("open", &path))?
            }
        };
        file.write_all(lines).map_err(io_error("write", &path))?;
        self.faults = Some(file);
        Ok(())
    }

    /// Writes the logs of programs in `logs/`, appending to those of an earlier part of the run.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn write_logs(&self, logs: &[LogFile]) -> Result<(), FolderError> {
        let folder = self.dir().join(LOGS);
        if !logs.is_empty() {
            self.check_place()?;
            fs::create_dir_all(&folder).map_err(io_error("create", &folder))?;
        }
        for LogFile { name, text } in logs {
            let path = RunFolder::log_path(self.dir(), name);
            let file = OpenOptions::new().append(true).create(true).open(&path);
            let written = file.and_then(|mut file| file.write_all(text));
            written.map_err(io_error("write", &path))?;
        }
        Ok(())
    }

    /// The path of a player program's log, by its file name ([`LogFile::name`]).
    #[must_use]
    pub fn log_path(dir: &Path, name: &str) -> PathBuf {
        dir.join(LOGS).join(format!("{name}.log"))
    }

    /// Whether the run is sealed at its end. Runs of earlier versions are not.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.checked
    }

    /// Writes a whole file of the folder unless its content is unchanged; returns whether it was
    /// written.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn update(&self, name: &str, bytes: &[u8]) -> Result<bool, FolderError> {
        if fs::read(self.dir().join(name)).is_ok_and(|found| found == bytes) {
            return Ok(false);
        }
        self.write(name, bytes).map(|()| true)
    }

    /// Writes a whole file of the folder atomically, replacing an earlier one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.check_place()?;
        write_whole(self.dir(), name, bytes)
    }

    /// The path of the folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        self.lock.dir()
    }
}
