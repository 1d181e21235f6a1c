//! What is at fault when the folder of a run cannot be used, and what helps: lost parts, for one, are played again.

use std::path::Path;

use crate::run_files::{PART, PARTS, has_manifest, has_parts, is_run};
use crate::{Altered, FolderError, ManifestError, MergeError, RecoverError};
use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};

/// Playing lost parts of a run again, if this file is of one.
fn mend(file: &Path) -> Option<Remedy> {
    let mend = |run: &Path| Remedy::Mend { run: run.to_owned(), incomplete: None };
    let folder = file.parent()?;
    if let Some(dir) = folder.parent().filter(|dir| folder.ends_with(PARTS) && is_run(dir)) {
        // a whole part is missing
        return Some(mend(dir));
    }
    if is_run(folder) {
        let is_parted = has_parts(folder) || has_manifest(folder);
        return (is_parted && !file.exists()).then(|| mend(folder));
    }
    let dir = folder.parent().filter(|parts| parts.ends_with(PARTS))?.parent()?;
    let is_complete = folder.join(PART).exists() || has_manifest(dir);
    let incomplete = (!is_complete).then(|| folder.to_owned());
    is_run(dir).then(|| Remedy::Mend { run: dir.to_owned(), incomplete })
}

impl Diagnosed for FolderError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            FolderError::Config(error) => error.diagnosis(),
            FolderError::Value(_, error) => error.diagnosis(),
            FolderError::Lacks(..) | FolderError::RunTable(..) | FolderError::Shard(_) => {
                Cause::Request.into()
            }
            FolderError::Edited(..) | FolderError::Unchecked(_) => {
                Cause::Request.with(Remedy::Option("out"))
            }
            FolderError::Exists(dir) => {
                let run = is_run(dir).then(|| dir.clone());
                Cause::Surroundings.with(Remedy::Occupied(run))
            }
            FolderError::NoRun(_) => Cause::Surroundings.with(Remedy::OtherFolder),
            FolderError::Io { act: "create", path, .. } if !path.parent().is_some_and(is_run) => {
                Cause::Surroundings.with(Remedy::OtherFolder)
            }
            FolderError::NoScores(..) => Cause::Surroundings.with(Remedy::Flag("force")),
            FolderError::Io { act: "read" | "cut", path, .. }
            | FolderError::Altered(Altered { path, .. }) => Cause::Surroundings.with(mend(path)),
            FolderError::Io { .. } | FolderError::InUse(_) | FolderError::Lost(_) => {
                Cause::Surroundings.into()
            }
        }
    }
}

impl Diagnosed for RecoverError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            RecoverError::Folder(error) => error.diagnosis(),
            RecoverError::Bench { .. } => Cause::Request.into(),
            RecoverError::OtherConfig { path, .. } => Cause::Request.with(mend(path)),
            RecoverError::Row { path, .. }
            | RecoverError::Cut { path, .. }
            | RecoverError::Missing { path, .. }
            | RecoverError::Longer(path)
            | RecoverError::Faults { path, .. }
            | RecoverError::Log { path, .. }
            | RecoverError::Damaged { path, .. } => Cause::Surroundings.with(mend(path)),
        }
    }
}

impl Diagnosed for ManifestError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            ManifestError::Folder(error) => error.diagnosis(),
            _ => Cause::Surroundings.into(),
        }
    }
}

impl Diagnosed for MergeError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            MergeError::Folder(error) => error.diagnosis(),
            MergeError::Recover(error) => error.diagnosis(),
            MergeError::Append(error) => {
                let remedy = error.diagnosis().remedy.map(Box::new);
                Cause::Surroundings.with(Remedy::MergeAgain(remedy))
            }
            MergeError::Unfinished { dir, .. } => {
                Cause::Surroundings.with(Remedy::Resume(dir.clone()))
            }
            MergeError::IntoShard(_) => Cause::Surroundings.with(Remedy::OtherFolder),
            MergeError::Missing { index, count, .. } => {
                Cause::Request.with(Remedy::Shard(format!("{index}/{count}")))
            }
            MergeError::OtherConfig(..) | MergeError::Overlap(..) => Cause::Request.into(),
        }
    }
}
