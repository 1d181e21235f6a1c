//! The open files of a run.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::folder::part_in_progress::PartInProgress;
use crate::folder_error::io_error;
use crate::layout::parts::part_folder;
use crate::lock::is_at;
use crate::run_files::{FAULTS, LOGS};
use crate::whole_file::write_whole;
use crate::{FolderError, RunInfo, RunLock};

/// The open files of a run.
#[derive(Debug)]
pub struct RunFolder {
    pub(crate) lock: RunLock,
    /// Scores, rounds and plies, if recorded.
    pub(super) files: Vec<(PathBuf, File)>,
    /// `faults.jsonl`, once there is a fault.
    pub(super) faults: Option<File>,
    /// Whether it is sealed at its end, and its faults have checksums. Runs of earlier versions have none.
    pub(super) checked: bool,
    /// The part to which rows are appended, in a run in parts.
    pub(super) parted: Option<PartInProgress>,
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
        RunFolder { lock, files: Vec::new(), faults: None, checked: false, parted: None }
    }

    /// Appends lines to the open files.
    pub(super) fn append_lines(
        &mut self,
        rows: &[Vec<u8>],
        faults: &[u8],
    ) -> Result<(), FolderError> {
        if !faults.is_empty() {
            self.append_faults(faults)?;
        }
        for ((path, file), rows) in self.files.iter_mut().zip(rows.iter()).rev() {
            file.write_all(rows).and_then(|()| file.flush()).map_err(io_error("write", path))?;
        }
        Ok(())
    }

    /// The folder of the open files of rows.
    pub(super) fn rows_dir(&self) -> PathBuf {
        match &self.parted {
            Some(parted) => part_folder(self.dir(), &parted.part),
            None => self.dir().to_owned(),
        }
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
