//! The lock of a run's folder: who holds it may write there, and nobody else.
//!
//! It is a lock on the file `run.lock`, which is made before anything else is done to the folder and removed
//! last. A file that was opened may have been removed, and another one made, before it was locked: the
//! lock counts only if the file that is locked is the one that is there now.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::tournament::FolderError;
use crate::tournament::folder::failed;

/// The name of the file.
pub(super) const LOCK: &str = "run.lock";
/// How often the file may be removed by others before it is locked.
const MAX_ATTEMPTS: usize = 100;

/// A folder that no other process writes to.
#[derive(Debug)]
pub struct RunLock {
    dir: PathBuf,
    /// `None` where nothing can be made.
    file: Option<File>,
}

impl RunLock {
    /// Locks a folder, which must exist. On a disk that is read-only there is nothing to be locked.
    ///
    /// # Errors
    /// When another process has it, or the file cannot be made.
    pub fn take(dir: &Path) -> Result<RunLock, FolderError> {
        let path = dir.join(LOCK);
        for _ in 0..MAX_ATTEMPTS {
            let file = match open(&path) {
                Err(error) if is_unwritable(&error, &path) => {
                    return Ok(RunLock { dir: dir.to_owned(), file: None });
                }
                opened => opened.map_err(failed("create", &path))?,
            };
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(FolderError::InUse(dir.to_owned())),
                // a file system without locks is as good as one nobody else uses
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            if is_at(&file, &path) {
                return Ok(RunLock { dir: dir.to_owned(), file: Some(file) });
            }
        }
        Err(FolderError::InUse(dir.to_owned()))
    }

    /// Does another process hold the lock of this folder now? Nothing is changed.
    pub(super) fn is_held(dir: &Path) -> bool {
        let file = File::open(dir.join(LOCK));
        file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// The folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Is the folder still the one that was locked?
    pub(super) fn is_in_place(&self) -> bool {
        self.file.as_ref().is_none_or(|file| is_at(file, &self.dir.join(LOCK)))
    }
}

impl Drop for RunLock {
    /// Removes the file, if it is its own, while it is still locked.
    fn drop(&mut self) {
        if self.file.is_some() && self.is_in_place() {
            // one that is left behind does no harm
            let _ = fs::remove_file(self.dir.join(LOCK));
        }
    }
}

/// Can nothing be made there: on a read-only file system, or in a folder that only others may change?
fn is_unwritable(error: &io::Error, path: &Path) -> bool {
    match error.kind() {
        io::ErrorKind::ReadOnlyFilesystem => true,
        io::ErrorKind::PermissionDenied => !path.exists(),
        _ => false,
    }
}

/// Opens the file to be locked, and makes it where there is none. One of another user may be locked without
/// being written.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    match options.read(true).write(true).create(true).truncate(false).open(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            File::open(path).map_err(|_| error)
        }
        opened => opened,
    }
}

/// Is this open file the one that is found at the path?
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(found)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    same_file(&open, &found)
}

#[cfg(unix)]
fn same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Where files have no numbers an open one cannot be removed.
#[cfg(not(unix))]
fn same_file(_: &Metadata, found: &Metadata) -> bool {
    found.is_file()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{LOCK, RunLock};
    use crate::tournament::FolderError;

    #[test]
    fn a_folder_is_locked_once_and_left_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let lock = RunLock::take(dir.path()).unwrap();
        assert!(RunLock::is_held(dir.path()) && lock.is_in_place());
        assert!(matches!(RunLock::take(dir.path()), Err(FolderError::InUse(_))));
        drop(lock);
        assert!(!RunLock::is_held(dir.path()) && !dir.path().join(LOCK).exists());
        assert!(RunLock::take(dir.path()).is_ok());
    }

    #[test]
    fn a_file_that_was_left_behind_is_taken_over() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(LOCK), "").unwrap();
        let lock = RunLock::take(dir.path()).unwrap();
        drop(lock);
        assert!(!dir.path().join(LOCK).exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_whose_file_was_replaced_holds_nothing_and_removes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let lock = RunLock::take(dir.path()).unwrap();
        fs::remove_file(dir.path().join(LOCK)).unwrap();
        assert!(!lock.is_in_place());
        let other = RunLock::take(dir.path()).unwrap();
        drop(lock);
        assert!(other.is_in_place());
    }
}
