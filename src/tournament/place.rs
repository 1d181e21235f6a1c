//! Where a run may be made, which files are its own, and how they are removed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::Path;

use crate::tournament::checksums::CHECKSUMS;
use crate::tournament::folder::{FAULTS, LOGS, failed};
use crate::tournament::lock::LOCK;
use crate::tournament::sums::SUMS;
use crate::tournament::{FolderError, RunFolder, RunLock};

/// Everything that a run writes.
const OWN: [&str; 10] = [
    FAULTS,
    CHECKSUMS,
    SUMS,
    "scores.csv",
    "rounds.csv",
    "plies.csv",
    "standings.csv",
    "ranking.csv",
    "config.toml",
    "timing.json",
];

/// Suffix of a file that is being written.
pub(super) const NEW: &str = ".new";

/// Is it a file that a run writes, by its name?
fn is_own(name: &OsStr) -> bool {
    let name = name.to_str().unwrap_or_default();
    OWN.contains(&name.strip_suffix(NEW).unwrap_or(name))
}

impl RunFolder {
    /// Takes back a run that was made: removes its files, and the folder if nothing else is in it.
    pub fn discard(self) {
        if !self.lock.is_in_place() {
            return;
        }
        let dir = self.dir().to_owned();
        // what is left can be removed by hand; the cause is reported by the caller
        let _ = remove_run(&dir);
        drop(self);
        let _ = fs::remove_dir(dir);
    }

    /// The same for a run that was made there and is not open any more, unless others have it by now.
    pub fn discard_at(dir: &Path) {
        if let Ok(lock) = RunLock::take(dir) {
            RunFolder::unopened(lock).discard();
        }
    }

    /// Can a run be made here? Nothing is changed.
    ///
    /// # Errors
    /// When the folder exists and `force` is not given, holds other things than a run, or is in use.
    pub fn check_free(dir: &Path, force: bool) -> Result<(), FolderError> {
        RunFolder::check_names(dir, force)?;
        if RunLock::is_held(dir) { Err(FolderError::InUse(dir.to_owned())) } else { Ok(()) }
    }

    pub(super) fn check_names(dir: &Path, force: bool) -> Result<(), FolderError> {
        let mut names = names_in(dir)?;
        names.retain(|name| name != LOCK || !dir.join(name).is_file());
        let known = |name: &OsString| {
            let path = dir.join(name);
            (is_own(name) && path.is_file()) || (name == LOGS && holds_logs(&path))
        };
        match (names.is_empty(), force) {
            (true, _) => Ok(()),
            (false, false) => Err(FolderError::Exists(dir.to_owned())),
            (false, true) if names.iter().all(known) => Ok(()),
            (false, true) => Err(FolderError::NoRun(dir.to_owned())),
        }
    }

    /// Is there a run here?
    #[must_use]
    pub fn is_run(dir: &Path) -> bool {
        dir.join("config.toml").is_file()
    }

    /// Is this, under any name, a file that a run writes, in the folder of a run? The file need not be
    /// there yet.
    #[must_use]
    pub fn owns(file: &Path) -> bool {
        let place = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let (Some(name), Some(folder)) = (place.file_name(), place.parent()) else { return false };
        let is_log = folder.ends_with(LOGS) && folder.parent().is_some_and(RunFolder::is_run);
        is_log || (is_own(name) && RunFolder::is_run(folder))
    }
}

/// What is in a folder; nothing if there is none.
fn names_in(dir: &Path) -> Result<Vec<OsString>, FolderError> {
    match fs::read_dir(dir) {
        Ok(entries) => Ok(entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(failed("use", dir)(error)),
    }
}

/// Is it a folder with nothing but logs in it?
fn holds_logs(folder: &Path) -> bool {
    let is_log = |entry: fs::DirEntry| entry.path().extension().is_some_and(|end| end == "log");
    fs::read_dir(folder).is_ok_and(|entries| entries.flatten().all(is_log))
}

/// Removes the files of a run, all but its lock.
pub(super) fn remove_run(dir: &Path) -> Result<(), FolderError> {
    for name in names_in(dir)? {
        let path = dir.join(&name);
        if name == LOGS {
            fs::remove_dir_all(&path).map_err(failed("remove", &path))?;
        } else if is_own(&name) {
            fs::remove_file(&path).map_err(failed("remove", &path))?;
        }
    }
    Ok(())
}
