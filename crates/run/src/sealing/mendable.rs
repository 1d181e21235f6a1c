//! Whether the part that an error is about can be played again.

use std::path::{Path, PathBuf};

use crate::run_files::{PART, PARTS, has_manifest, has_parts, is_run};
use crate::{Altered, FolderError, RecoverError};

/// A run whose lost parts are played again when it is resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mendable {
    /// The folder of the run.
    pub dir: PathBuf,
    /// The folder of a part that is not marked as complete: it must be removed first.
    pub incomplete: Option<PathBuf>,
}

impl Mendable {
    /// The run in parts that this file belongs to, if it does.
    fn of(file: &Path) -> Option<Mendable> {
        let folder = file.parent()?;
        if let Some(dir) = folder.parent().filter(|dir| folder.ends_with(PARTS) && is_run(dir)) {
            // a whole part is missing
            return Some(Mendable { dir: dir.to_owned(), incomplete: None });
        }
        if is_run(folder) {
            let is_parted = has_parts(folder) || has_manifest(folder);
            let is_lost = is_parted && !file.exists();
            return is_lost.then(|| Mendable { dir: folder.to_owned(), incomplete: None });
        }
        let dir = folder.parent().filter(|parts| parts.ends_with(PARTS))?.parent()?;
        let is_complete = folder.join(PART).exists() || has_manifest(dir);
        let incomplete = (!is_complete).then(|| folder.to_owned());
        is_run(dir).then(|| Mendable { dir: dir.to_owned(), incomplete })
    }
}

impl FolderError {
    /// The run in parts that can be mended, if that is what is wrong.
    #[must_use]
    pub fn mendable(&self) -> Option<Mendable> {
        match self {
            FolderError::Io { act: "read" | "cut", path, .. }
            | FolderError::Altered(Altered { path, .. }) => Mendable::of(path),
            _ => None,
        }
    }
}

impl RecoverError {
    /// The run in parts that can be mended, if that is what is wrong.
    #[must_use]
    pub fn mendable(&self) -> Option<Mendable> {
        match self {
            RecoverError::Folder(error) => error.mendable(),
            RecoverError::Row { path, .. }
            | RecoverError::OtherConfig { path, .. }
            | RecoverError::Cut { path, .. }
            | RecoverError::Missing { path, .. }
            | RecoverError::Longer(path)
            | RecoverError::Faults { path, .. }
            | RecoverError::Log { path, .. }
            | RecoverError::Damaged { path, .. } => Mendable::of(path),
            RecoverError::Bench { .. } => None,
        }
    }
}
