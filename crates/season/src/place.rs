//! The place of a hand-in while it waits or is checked.
//!
//! It is the folder `incoming/NUMBER`: with the file `upload`, if it was uploaded, and the folder `files`,
//! into which it is unpacked. The process that checks it holds the lock of the folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::SeasonError;
use lettergame_run::{FolderError, RunLock};

/// Where hand-ins wait and are checked.
pub(crate) const INCOMING: &str = "incoming";

/// The folder of a hand-in while it waits or is checked, locked by this process.
#[derive(Debug)]
pub(crate) struct Place {
    dir: PathBuf,
    _lock: RunLock,
}

impl Place {
    /// The place of a hand-in that is being recorded.
    pub(crate) fn create(season: &Path, id: i64) -> Result<Place, SeasonError> {
        let dir = new_folder(season, id)?;
        let lock = RunLock::take(&dir)?;
        Ok(Place { dir, _lock: lock })
    }

    /// The place of a recorded hand-in, without what an earlier check has left; `None` if another process holds it.
    pub(crate) fn take(season: &Path, id: i64) -> Result<Option<Place>, SeasonError> {
        let dir = folder(season, id);
        fs::create_dir_all(&dir).map_err(SeasonError::io("create", &dir))?;
        match RunLock::take(&dir) {
            Ok(lock) => {
                let place = Place { dir, _lock: lock };
                let files = place.files();
                if files.exists() {
                    fs::remove_dir_all(&files).map_err(SeasonError::io("remove", &files))?;
                }
                Ok(Some(place))
            }
            Err(FolderError::InUse(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Where its files are unpacked.
    pub(crate) fn files(&self) -> PathBuf {
        self.dir.join("files")
    }

    /// Forgets the place and everything in it.
    pub(crate) fn remove(self) {
        // what is left does no harm: numbers are used once
        let _ = fs::remove_dir_all(&self.dir);
    }
}

fn folder(season: &Path, id: i64) -> PathBuf {
    season.join(INCOMING).join(id.to_string())
}

/// The file of an upload in the place of its hand-in.
pub(crate) fn upload(season: &Path, id: i64) -> PathBuf {
    folder(season, id).join("upload")
}

/// The empty folder of a hand-in; one of a hand-in that was never recorded is replaced.
pub(crate) fn new_folder(season: &Path, id: i64) -> Result<PathBuf, SeasonError> {
    let dir = folder(season, id);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).map_err(SeasonError::io("create", &dir))?;
    Ok(dir)
}

/// Makes sure that a renamed file or folder is there after a crash.
pub(crate) fn sync_folder(dir: &Path) -> Result<(), SeasonError> {
    if cfg!(unix) {
        let folder = fs::File::open(dir).and_then(|folder| folder.sync_all());
        folder.map_err(SeasonError::io("write", dir))?;
    }
    Ok(())
}
