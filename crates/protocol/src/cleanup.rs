//! Cleanup if this process exits early: the players' processes and folders are removed before it
//! exits; and so are the folders of earlier runs that could not remove theirs.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use tempfile::TempDir;

use lettergame_sandbox as sandbox;

/// Prefix of the folder names.
const PREFIX: &str = "lettergame-";
/// A file in each folder, locked while the folder is in use.
const LOCK: &str = "lock";

static PROCESSES: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Kills all players and removes their folders, for a process that is about to exit.
pub fn remove_all() {
    let processes = std::mem::take(&mut *lock(&PROCESSES));
    processes.into_iter().for_each(sandbox::kill_by_id);
    for folder in std::mem::take(&mut *lock(&FOLDERS)) {
        // if even that fails, the next run tries again
        let _ = fs::remove_dir_all(folder);
    }
}

/// Registers a player's process.
pub(super) fn note_process(id: u32) {
    lock(&PROCESSES).insert(id);
}

/// Unregisters a player's process that has ended.
pub(super) fn forget_process(id: u32) {
    lock(&PROCESSES).remove(&id);
}

/// A temporary folder for players; removed when it is dropped, by [`remove_all`], or by a later run.
#[derive(Debug)]
pub(super) struct Folder {
    folder: TempDir,
    /// Held while the folder is in use.
    _lock: File,
}

impl Folder {
    /// Creates a new folder. Removes those left behind by earlier runs.
    pub(super) fn new() -> io::Result<Folder> {
        remove_stale(&std::env::temp_dir());
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        // created locked: no other run can see it unlocked under its final name
        let (begun, name) = (folder.path().join("lock.new"), folder.path().join(LOCK));
        let lock_file = File::create(&begun)?;
        lock_file.lock()?;
        fs::rename(begun, name)?;
        lock(&FOLDERS).insert(folder.path().to_owned());
        Ok(Folder { folder, _lock: lock_file })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        lock(&FOLDERS).remove(self.path());
    }
}

/// Removes the folders whose lock is not held.
fn remove_stale(parent: &Path) {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for folder in folders.map(|entry| entry.path()) {
        let free = File::open(folder.join(LOCK)).is_ok_and(|file| file.try_lock().is_ok());
        if free {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Folder, LOCK, PREFIX, remove_stale};

    #[test]
    fn only_unused_folders_are_stale() {
        let parent = tempfile::tempdir().unwrap();
        let [used, stale, other] =
            ["used", "stale", "other"].map(|name| parent.path().join(format!("{PREFIX}{name}")));
        for folder in [&used, &stale, &other] {
            fs::create_dir(folder).unwrap();
        }
        let lock = fs::File::create(used.join(LOCK)).unwrap();
        lock.lock().unwrap();
        fs::write(stale.join(LOCK), "").unwrap();
        remove_stale(parent.path());
        assert!(used.exists() && other.exists() && !stale.exists());
    }

    #[test]
    fn a_folder_is_removed_with_its_owner() {
        let folder = Folder::new().unwrap();
        let path = folder.path().to_owned();
        assert!(path.join(LOCK).exists());
        drop(folder);
        assert!(!path.exists());
    }
}
