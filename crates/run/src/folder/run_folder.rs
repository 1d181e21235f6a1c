//! The open files of a run.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::batch::fault_line::sealed;
use crate::folder::open_part::{Division, OpenPart};
use crate::folder_error::io_error;
use crate::run_files::LOGS;
use crate::whole_file::write_whole;
use crate::{FolderError, Rows, RunInfo, RunLock};

/// The open files of a run.
#[derive(Debug)]
pub struct RunFolder {
    pub(crate) lock: RunLock,
    /// Whether it is sealed at its end, and its faults have checksums. Runs of earlier versions have none.
    pub(super) checked: bool,
    pub(super) division: Division,
    /// The header lines of its files of rows.
    pub(super) headers: Vec<Vec<u8>>,
    /// The part to which rows are appended.
    pub(super) open: Option<OpenPart>,
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
        let (division, headers) = (Division::default(), Vec::new());
        RunFolder { lock, checked: false, division, headers, open: None }
    }

    /// Opens the files of a run that is divided so, to append the rows of `game` and of those after it. Header lines
    /// that are missing are written.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn open(
        lock: RunLock,
        info: &RunInfo,
        division: Division,
        headers: Vec<Vec<u8>>,
        game: u64,
    ) -> Result<RunFolder, FolderError> {
        let mut folder = RunFolder { division, headers, ..RunFolder::complete(lock, info) };
        folder.open_part(game)?;
        Ok(folder)
    }

    /// Opens the files of the part with this game.
    pub(super) fn open_part(&mut self, game: u64) -> Result<&mut OpenPart, FolderError> {
        let opened = OpenPart::open(self.lock.dir(), &self.division, game, &self.headers)?;
        Ok(self.open.insert(opened))
    }

    /// Appends the rows of games of one part, the first of which has this number, and the lines of their faults, and
    /// flushes them; the scores come last.
    ///
    /// # Errors
    /// If a file cannot be written, or the folder no longer holds this run.
    pub fn append(&mut self, first: u64, rows: &Rows, faults: &[u8]) -> Result<(), FolderError> {
        self.check_place()?;
        let faults = if self.checked { sealed(faults) } else { faults.to_owned() };
        let open = match &mut self.open {
            Some(open) if open.games.contains(&first) => open,
            _ => self.open_part(first)?,
        };
        open.append(&rows.csv(), &faults)
    }

    /// Checks that this is still the folder of this run. Others may have moved or removed it.
    ///
    /// # Errors
    /// [`FolderError::Lost`].
    pub fn check_place(&self) -> Result<(), FolderError> {
        let is_open = self.open.as_ref().is_none_or(OpenPart::is_in_place);
        match self.lock.is_in_place() && is_open {
            true => Ok(()),
            false => Err(FolderError::Lost(self.dir().to_owned())),
        }
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
