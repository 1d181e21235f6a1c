//! The log of a tuning: its conditions in the first line, then a line of JSON for each iteration. A
//! last line that was cut off when its writer ended is removed. The file is locked from before it
//! is read or written until the tuning ends, so that two processes never write the same log.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::tuning::{ReadyTuning, TuneError};
use lettergame_run::lock_file;

/// A locked log that is being written.
#[derive(Debug)]
pub struct TuningLog {
    file: File,
    path: PathBuf,
}

/// An existing log, locked.
#[derive(Debug)]
pub struct FoundLog {
    file: File,
    path: PathBuf,
    lines: Vec<String>,
}

impl TuningLog {
    /// Creates a log.
    ///
    /// # Errors
    /// If the file exists, another process writes to it, or it cannot be written.
    pub fn create(path: &Path, tuning: &ReadyTuning) -> Result<TuningLog, TuneError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists if is_in_use(path) => TuneError::InUse(path.to_owned()),
            io::ErrorKind::AlreadyExists => TuneError::LogExists(path.to_owned()),
            _ => failure("write", path, error),
        })?;
        lock(&file, path)?;
        let mut log = TuningLog { file, path: path.to_owned() };
        log.write(&tuning.conditions().to_string())?;
        Ok(log)
    }

    /// Reads a log to be resumed.
    ///
    /// # Errors
    /// If it does not exist, another process writes to it, or it cannot be read.
    pub fn find(path: &Path) -> Result<FoundLog, TuneError> {
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => TuneError::NoLog(path.to_owned()),
            _ => failure("open", path, error),
        })?;
        lock(&file, path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(|error| failure("read", path, error))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = String::from_utf8_lossy(&text[..whole]);
        let lines = text.lines().map(str::to_owned).collect();
        Ok(FoundLog { file, path: path.to_owned(), lines })
    }

    /// Adds a line; it is in the file when this returns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, line: &str) -> Result<(), TuneError> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| failure("write", &self.path, error))
    }
}

impl FoundLog {
    /// The seed in its first line.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        let conditions: Value = serde_json::from_str(self.lines.first()?).ok()?;
        conditions["seed"].as_u64()
    }

    /// Replays all its lines into the tuning, and opens it at its end.
    ///
    /// # Errors
    /// If it is the log of another tuning or damaged, or cannot be written.
    pub fn resume(self, tuning: &mut ReadyTuning) -> Result<TuningLog, TuneError> {
        let (mut file, path) = (self.file, self.path);
        let mut lines = self.lines.iter();
        let conditions = tuning.conditions().to_string();
        let head = lines.next();
        if let Some(head) = head.filter(|head| **head != conditions) {
            let Ok(found) = serde_json::from_str(head) else {
                return Err(TuneError::Damaged { path, line: 1 });
            };
            let differences = differences(&found, tuning.conditions());
            return Err(TuneError::OtherTuning { path, differences });
        }
        for (index, line) in lines.enumerate() {
            if !tuning.load_recorded(line) {
                return Err(TuneError::Damaged { path, line: index + 2 });
            }
        }
        let whole: usize = self.lines.iter().map(|line| line.len() + 1).sum();
        let cut = file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| failure("write", &path, error))?;
        let mut log = TuningLog { file, path };
        if head.is_none() {
            log.write(&conditions)?;
        }
        Ok(log)
    }
}

/// The differences between the conditions of two tunings.
fn differences(found: &Value, own: &Value) -> String {
    let keys = own.as_object().into_iter().flat_map(|own| own.keys());
    let differ = |key: &&String| found.get(key.as_str()) != own.get(key.as_str());
    let shown = |key: &String| {
        let found = found.get(key.as_str()).unwrap_or(&Value::Null);
        format!("`{key}` is {found} there and {} here", own[key.as_str()])
    };
    // fingerprints only show that something else differs
    let mut named: Vec<&String> = keys.filter(differ).collect();
    if named.len() > 1 {
        named.retain(|key| *key != "fingerprints");
    }
    named.into_iter().map(shown).collect::<Vec<_>>().join("; ")
}

/// Keeps other processes out if the file system has locks.
fn lock(file: &File, path: &Path) -> Result<(), TuneError> {
    match lock_file(file) {
        Some(_) => Ok(()),
        None => Err(TuneError::InUse(path.to_owned())),
    }
}

/// Whether another process holds the lock of this file.
fn is_in_use(path: &Path) -> bool {
    File::open(path)
        .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

fn failure(act: &'static str, path: &Path, error: io::Error) -> TuneError {
    TuneError::Log { act, path: path.to_owned(), error }
}
