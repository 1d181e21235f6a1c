//! The lock of a run's folder: only the process that holds it may write there.
//!
//! It is a lock on the file `run.lock`, which is created before anything else in the folder and removed last.
//! Between opening and locking, another process may remove the file and create a new one: the lock counts
//! only if the locked file is still the one in the folder.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::FolderError;
use crate::folder_error::io_error;

/// The name of the file.
pub(crate) const LOCK: &str = "run.lock";
/// How many times another process may remove the file before it is locked.
const MAX_ATTEMPTS: usize = 100;

/// A lock on a folder: while it lives, no other process writes there.
#[derive(Debug)]
pub struct RunLock {
    dir: PathBuf,
    /// `None` if no file can be created.
    file: Option<File>,
    /// Whether the file system supports locks.
    excludes_others: bool,
}

impl RunLock {
    /// Locks a folder, which must exist. On a read-only disk there is nothing to lock; on a file
    /// system without locks other processes are not kept out ([`RunLock::excludes_others`]).
    ///
    /// # Errors
    /// If another process holds the lock, or the file cannot be created.
    pub fn take(dir: &Path) -> Result<RunLock, FolderError> {
        let path = dir.join(LOCK);
        for _ in 0..MAX_ATTEMPTS {
            let file = match open(&path) {
                Err(error) if is_unwritable(&error, &path) => {
                    return Ok(RunLock { dir: dir.to_owned(), file: None, excludes_others: true });
                }
                opened => opened.map_err(io_error("create", &path))?,
            };
            let Some(excludes_others) = lock_file(&file) else {
                return Err(FolderError::InUse(dir.to_owned()));
            };
            if is_at(&file, &path) {
                return Ok(RunLock { dir: dir.to_owned(), file: Some(file), excludes_others });
            }
        }
        Err(FolderError::InUse(dir.to_owned()))
    }

    /// Whether another process holds the lock of this folder now. Changes nothing.
    #[must_use]
    pub fn is_held(dir: &Path) -> bool {
        let file = File::open(dir.join(LOCK));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// The folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Whether the lock keeps other processes out. It does not on a file system without locks, such
    /// as some NFS.
    #[must_use]
    pub fn excludes_others(&self) -> bool {
        self.excludes_others
    }

    /// Whether the folder is still the one that was locked.
    pub(crate) fn is_in_place(&self) -> bool {
        self.file.as_ref().is_none_or(|file| is_at(file, &self.dir.join(LOCK)))
    }
}

impl Drop for RunLock {
    /// Removes the file while it is still locked, if this lock owns it.
    fn drop(&mut self) {
        if self.file.is_some() && self.is_in_place() {
            // a file left behind does no harm
            let _ = fs::remove_file(self.dir.join(LOCK));
        }
    }
}

/// Locks an open file for as long as it is open. `None` if another process holds its lock; false on
/// a file system without locks, where other processes are not kept out.
#[must_use]
pub fn lock_file(file: &File) -> Option<bool> {
    match file.try_lock() {
        Ok(()) => Some(true),
        Err(TryLockError::WouldBlock) => None,
        Err(TryLockError::Error(_)) => Some(false),
    }
}

/// Whether a file cannot be created there, on a read-only file system or in a folder of another
/// user.
fn is_unwritable(error: &io::Error, path: &Path) -> bool {
    match error.kind() {
        io::ErrorKind::ReadOnlyFilesystem => true,
        io::ErrorKind::PermissionDenied => !path.exists(),
        _ => false,
    }
}

/// Opens the file to be locked, and creates it if it is missing. Another user's file can be locked
/// without write permission.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    match options.read(true).write(true).create(true).truncate(false).open(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            File::open(path).map_err(|_| error)
        }
        opened => opened,
    }
}

/// Whether this open file is the one at the path.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(found)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    same_file(&open, &found)
}

#[cfg(unix)]
fn same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// On systems without inode numbers, an open file cannot be removed.
#[cfg(not(unix))]
fn same_file(_: &Metadata, found: &Metadata) -> bool {
    found.is_file()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{LOCK, RunLock};
    use crate::FolderError;

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
    fn a_leftover_file_is_taken_over() {
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
