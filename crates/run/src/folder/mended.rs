//! Lost parts, which are played again in a folder of their own before they replace what is left of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::folder::sealed::present;
use crate::folder_error::io_error;
use crate::layout::manifest::Manifest;
use crate::layout::parts::part_folder;
use crate::layout::seal::StoredPart;
use crate::run_files::{MANIFEST, MENDING, PARTS, TALLY};
use crate::sealing::files::sums_of;
use crate::{FolderError, LostPart, ManifestError, RunFolder, RunLock};

impl RunFolder {
    /// An empty folder in that of a run, in which lost parts can be played.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn mending(run: &RunLock) -> Result<RunLock, FolderError> {
        let dir = remove(run.dir())?;
        fs::create_dir_all(&dir).map_err(io_error("create", &dir))?;
        RunLock::take(&dir)
    }

    /// Replaces a lost part by that which is complete in the other folder, whose files must be those that are
    /// known of it.
    ///
    /// # Errors
    /// If its files differ, or cannot be moved.
    pub fn replace_part(
        run: &RunLock,
        lost: &LostPart,
        mending: &Path,
    ) -> Result<(), ManifestError> {
        let [place, made] = [run.dir(), mending].map(|dir| part_folder(dir, &lost.games));
        if let Some(stored) = &lost.stored
            && stored.sha256 != StoredPart::read(&made)?.sha256
        {
            return Err(ManifestError::Unrepeated(place));
        }
        remove_all(&place)?;
        let parts = run.dir().join(PARTS);
        fs::create_dir_all(&parts).map_err(io_error("create", &parts))?;
        fs::rename(&made, &place).map_err(io_error("move", &place))?;
        Ok(())
    }

    /// Removes the folder in which lost parts were played.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn end_mending(run: &RunLock) -> Result<(), FolderError> {
        remove(run.dir()).map(drop)
    }

    /// Removes the manifest and the counts of a run in parts, which are then written again from the parts.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn forget_manifest(run: &RunLock) -> Result<(), FolderError> {
        for path in [MANIFEST, TALLY].map(|name| run.dir().join(name)) {
            if path.exists() {
                fs::remove_file(&path).map_err(io_error("remove", &path))?;
            }
        }
        Ok(())
    }

    /// Whether the manifest or the counts of a run in parts are not as they were written.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn lacks_manifest(dir: &Path) -> Result<bool, FolderError> {
        if !RunFolder::has_manifest(dir) {
            return Ok(false);
        }
        let tally = sums_of(dir, present(dir, &[TALLY]))?;
        let manifest = Manifest::read(dir).ok();
        Ok(manifest.is_none_or(|manifest| manifest.sha256.get(TALLY) != tally.get(TALLY)))
    }
}

fn remove(dir: &Path) -> Result<PathBuf, FolderError> {
    let mending = dir.join(MENDING);
    remove_all(&mending).map(|()| mending)
}

fn remove_all(folder: &Path) -> Result<(), FolderError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(io_error("remove", folder)(error))
        }
        _ => Ok(()),
    }
}
