//! Where a run may be created, which files are its own, and how they are removed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::Path;

use crate::folder_error::io_error;
use crate::layout::parts::holds_parts;
use crate::lock::LOCK;
use crate::run_files::{
    CONFIG, DERIVED, EARLIER, FAULTS, LOGS, MANIFEST, MENDING, NEW, PART, PARTS, ROWS, is_run,
};
use crate::{FolderError, RunFolder, RunLock};

/// Whether a file of this name is written by runs.
fn is_own(name: &OsStr) -> bool {
    let name = name.to_str().unwrap_or_default();
    let name = name.strip_suffix(NEW).unwrap_or(name);
    let rows = ROWS.iter().chain(&DERIVED).chain(&EARLIER);
    rows.chain(&[FAULTS, CONFIG, MANIFEST, PART]).any(|own| *own == name)
}

impl RunFolder {
    /// Undoes the creation of a run: removes its files, and the folder if nothing else is in it.
    pub fn discard(self) {
        if !self.lock.is_in_place() {
            return;
        }
        let dir = self.dir().to_owned();
        // anything left can be removed by hand; the caller reports the cause
        let _ = remove_run(&dir);
        drop(self);
        let _ = fs::remove_dir(dir);
    }

    /// Does the same for a run that was created there and is no longer open, unless another process
    /// uses it by now.
    pub fn discard_at(dir: &Path) {
        if let Ok(lock) = RunLock::take(dir) {
            RunFolder::unopened(lock).discard();
        }
    }

    /// Checks that a run can be created here. Changes nothing.
    ///
    /// # Errors
    /// If the folder exists and `force` is not given, contains files that do not belong to a run,
    /// or is in use.
    pub fn check_free(dir: &Path, force: bool) -> Result<(), FolderError> {
        RunFolder::check_names(dir, force)?;
        if RunLock::is_held(dir) { Err(FolderError::InUse(dir.to_owned())) } else { Ok(()) }
    }

    pub(super) fn check_names(dir: &Path, force: bool) -> Result<(), FolderError> {
        let mut names = names_in(dir)?;
        names.retain(|name| name != LOCK || !dir.join(name).is_file());
        let known = |name: &OsString| {
            let path = dir.join(name);
            (is_own(name) && path.is_file())
                || (name == LOGS && holds_logs(&path))
                || (name == PARTS && holds_parts(&path))
                || (name == MENDING && holds_parts(&path.join(PARTS)))
        };
        match (names.is_empty(), force) {
            (true, _) => Ok(()),
            (false, false) => Err(FolderError::Exists(dir.to_owned())),
            (false, true) if names.iter().all(known) => Ok(()),
            (false, true) => Err(FolderError::NoRun(dir.to_owned())),
        }
    }

    /// Moves a whole run, created elsewhere on the same disk, to its place, locking what is already
    /// there.
    ///
    /// # Errors
    /// See [`RunFolder::check_free`]; also if a file cannot be moved.
    pub fn move_in(made: &Path, dir: &Path, force: bool) -> Result<(), FolderError> {
        RunFolder::check_free(dir, force)?;
        fs::create_dir_all(dir).map_err(io_error("create", dir))?;
        let lock = RunLock::take(dir)?;
        // it may have changed before it was locked
        RunFolder::check_names(dir, force)?;
        remove_run(dir)?;
        let mut names = names_in(made)?;
        // the config comes last: an incomplete run does not count as a run
        names.sort_by_key(|name| name == CONFIG);
        for name in names {
            let path = dir.join(&name);
            fs::rename(made.join(&name), &path).map_err(io_error("move", &path))?;
        }
        drop(lock);
        fs::remove_dir(made).map_err(io_error("remove", made))
    }

    /// Whether there is a run here.
    #[must_use]
    pub fn is_run(dir: &Path) -> bool {
        is_run(dir)
    }

    /// Whether this path, under any name, is a file that a run writes, in the folder of a run. The
    /// file need not exist yet.
    #[must_use]
    pub fn owns(file: &Path) -> bool {
        let place = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let (Some(name), Some(folder)) = (place.file_name(), place.parent()) else { return false };
        let is_log = folder.ends_with(LOGS) && folder.parent().is_some_and(is_run);
        is_log || (is_own(name) && is_run(folder))
    }
}

/// The contents of a folder; empty if it does not exist.
fn names_in(dir: &Path) -> Result<Vec<OsString>, FolderError> {
    match fs::read_dir(dir) {
        Ok(entries) => Ok(entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(io_error("use", dir)(error)),
    }
}

/// Whether it is a folder that contains only logs.
fn holds_logs(folder: &Path) -> bool {
    let is_log = |entry: fs::DirEntry| entry.path().extension().is_some_and(|end| end == "log");
    fs::read_dir(folder).is_ok_and(|entries| entries.flatten().all(is_log))
}

/// Removes the files of a run except its lock.
pub(super) fn remove_run(dir: &Path) -> Result<(), FolderError> {
    for name in names_in(dir)? {
        let path = dir.join(&name);
        if name == LOGS || name == PARTS || name == MENDING {
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
    fn a_run_replaces_one_that_is_not_being_played() {
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
    fn a_folder_that_is_not_a_run_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (made, dir) = (folder.path().join("made"), folder.path().join("thesis"));
        write(&made, &[("config.toml", "new")]);
        write(&dir, &[("config.toml", "old"), ("thesis.tex", "years")]);
        assert!(matches!(RunFolder::move_in(&made, &dir, true), Err(FolderError::NoRun(_))));
        assert!(dir.join("thesis.tex").exists() && made.join("config.toml").exists());
    }
}
