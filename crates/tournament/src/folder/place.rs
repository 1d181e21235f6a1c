//! Where a run may be made, which files are its own, and how they are removed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::Path;

use crate::folder_error::io_error;
use crate::lock::LOCK;
use crate::run_files::{CHECKSUMS, CONFIG, FAULTS, LOGS, NEW, SUMS, is_run};
use crate::{FolderError, RunFolder, RunLock};

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
    CONFIG,
    "timing.json",
];

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

    /// Moves a whole run that was made elsewhere on the same disk to its place, under the lock of what is there.
    ///
    /// # Errors
    /// As [`RunFolder::check_free`], and when a file cannot be moved.
    pub fn move_in(made: &Path, dir: &Path, force: bool) -> Result<(), FolderError> {
        RunFolder::check_free(dir, force)?;
        fs::create_dir_all(dir).map_err(io_error("create", dir))?;
        let lock = RunLock::take(dir)?;
        // others may have been here before it was locked
        RunFolder::check_names(dir, force)?;
        remove_run(dir)?;
        let mut names = names_in(made)?;
        // the config comes last: half a run is none
        names.sort_by_key(|name| name == CONFIG);
        for name in names {
            let path = dir.join(&name);
            fs::rename(made.join(&name), &path).map_err(io_error("move", &path))?;
        }
        drop(lock);
        fs::remove_dir(made).map_err(io_error("remove", made))
    }

    /// Is there a run here?
    #[must_use]
    pub fn is_run(dir: &Path) -> bool {
        is_run(dir)
    }

    /// Is this, under any name, a file that a run writes, in the folder of a run? The file need not be
    /// there yet.
    #[must_use]
    pub fn owns(file: &Path) -> bool {
        let place = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let (Some(name), Some(folder)) = (place.file_name(), place.parent()) else { return false };
        let is_log = folder.ends_with(LOGS) && folder.parent().is_some_and(is_run);
        is_log || (is_own(name) && is_run(folder))
    }
}

/// What is in a folder; nothing if there is none.
fn names_in(dir: &Path) -> Result<Vec<OsString>, FolderError> {
    match fs::read_dir(dir) {
        Ok(entries) => Ok(entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(io_error("use", dir)(error)),
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
            fs::remove_dir_all(&path).map_err(io_error("remove", &path))?;
        } else if is_own(&name) {
            fs::remove_file(&path).map_err(io_error("remove", &path))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::RunFolder;
    use crate::{FolderError, RunLock};

    fn write(dir: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(dir).unwrap();
        for (name, text) in files {
            fs::write(dir.join(name), text).unwrap();
        }
    }

    #[test]
    fn a_run_takes_the_place_of_one_that_nobody_plays() {
        let folder = tempfile::tempdir().unwrap();
        let (made, dir) = (folder.path().join("made"), folder.path().join("run"));
        write(&made, &[("config.toml", "new"), ("scores.csv", "new")]);
        write(&dir, &[("config.toml", "old"), ("scores.csv", "old"), ("rounds.csv", "old")]);
        let lock = RunLock::take(&dir).unwrap();
        let refused = RunFolder::move_in(&made, &dir, true);
        assert!(matches!(refused, Err(FolderError::InUse(_))), "{refused:?}");
        assert_eq!(fs::read_to_string(dir.join("scores.csv")).unwrap(), "old");
        drop(lock);
        assert!(matches!(RunFolder::move_in(&made, &dir, false), Err(FolderError::Exists(_))));
        RunFolder::move_in(&made, &dir, true).unwrap();
        assert_eq!(fs::read_to_string(dir.join("scores.csv")).unwrap(), "new");
        let left = fs::read_dir(&dir).unwrap().count();
        assert_eq!((left, made.exists()), (2, false), "nothing of the old run, no lock");
    }

    #[test]
    fn what_is_no_run_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (made, dir) = (folder.path().join("made"), folder.path().join("thesis"));
        write(&made, &[("config.toml", "new")]);
        write(&dir, &[("config.toml", "old"), ("thesis.tex", "years")]);
        assert!(matches!(RunFolder::move_in(&made, &dir, true), Err(FolderError::NoRun(_))));
        assert!(dir.join("thesis.tex").exists() && made.join("config.toml").exists());
    }
}
