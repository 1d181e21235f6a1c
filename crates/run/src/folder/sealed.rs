//! The seal of a run that was played to its end, and files that are not as they were sealed: `part.json`, or in a
//! run in parts `manifest.json`.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::folder_error::io_error;
use crate::layout::manifest::Manifest;
use crate::layout::manifest_error::ManifestError;
use crate::layout::seal::{Seal, unlike};
use crate::run_files::{CONFIG, DERIVED, FAULTS, LOGS, MANIFEST, PART, ROWS, is_sealed};
use crate::sealing::files::sums_of;
use crate::{FolderError, RunFolder};

/// The SHA-256 of files, by name.
type Sums = BTreeMap<String, String>;

impl RunFolder {
    /// Whether the run is sealed, which shows that it was played to its end.
    #[must_use]
    pub fn is_sealed(dir: &Path) -> bool {
        is_sealed(dir)
    }

    /// Seals a run of these games that was played to its end, or what was `written` since. Other files keep what an
    /// earlier seal says of them.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn seal(&self, games: &Range<u64>, written: &[&str]) -> Result<(), ManifestError> {
        let dir = self.dir();
        if RunFolder::has_manifest(dir) {
            let mut manifest = Manifest::read(dir)?;
            manifest.sha256 = sums_beside(dir, manifest.sha256, written)?;
            return Ok(self.write(MANIFEST, manifest.text().as_bytes())?);
        }
        let earlier = Seal::read(dir)?;
        let sums = earlier.as_ref().map(|seal| &seal.part.sha256);
        let names = new_files(dir, sums.unwrap_or(&Sums::new()), written);
        let seal = Seal::of_files(dir, games, names)?.with_earlier(earlier, written);
        Ok(self.write(PART, seal.text().as_bytes())?)
    }

    /// Writes a file of a sealed run, and what its seal says of it.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn write_sealed(&self, name: &str, bytes: &[u8]) -> Result<(), ManifestError> {
        self.write(name, bytes)?;
        let games = Seal::read(self.dir())?.map(|seal| seal.part.games());
        self.seal(&games.unwrap_or_default(), &[name])
    }

    /// What differs between the files beside the rows and the seal, one line each; nothing if there is none.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn altered_files(dir: &Path) -> Result<Vec<String>, FolderError> {
        let (list, text, mut written) = match listed(dir) {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(Vec::new()),
            Err(error) => return Ok(vec![error.to_string()]),
        };
        written.retain(|name, _| !is_row_file(name));
        let names = own_files(dir).into_iter().filter(|name| !is_row_file(name)).collect();
        let found = sums_of(dir, names)?;
        let mut wrong = unlike(&written, &found, dir, list);
        let path = dir.join(list);
        if fs::read(&path).map_err(io_error("read", &path))? != text.as_bytes() {
            wrong.push(format!("{} is not as it was written", path.display()));
        }
        Ok(wrong)
    }

    /// The files of rows and faults of a run that is not in parts which are not as they were sealed, one line each.
    /// Linear in their bytes.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn altered_rows(dir: &Path) -> Result<Vec<String>, FolderError> {
        let Ok(Some(seal)) = Seal::read(dir) else { return Ok(Vec::new()) };
        let mut written = seal.part.sha256;
        written.retain(|name, _| is_row_file(name));
        let names = own_files(dir).into_iter().filter(|name| is_row_file(name)).collect();
        let found = sums_of(dir, names)?;
        Ok(unlike(&written, &found, dir, PART))
    }
}

/// The name of the list of files of a sealed run, its text as it is written, and the files that are in it.
fn listed(dir: &Path) -> Result<Option<(&'static str, String, Sums)>, ManifestError> {
    if RunFolder::has_manifest(dir) {
        let manifest = Manifest::read(dir)?;
        return Ok(Some((MANIFEST, manifest.text(), manifest.sha256)));
    }
    Ok(Seal::read(dir)?.map(|seal| (PART, seal.text(), seal.part.sha256)))
}

/// The sums of the files beside the parts of a run: the earlier ones but for those of files that were `written`.
pub(super) fn sums_beside(
    dir: &Path,
    earlier: Sums,
    written: &[&str],
) -> Result<Sums, FolderError> {
    let mut sums = sums_of(dir, new_files(dir, &earlier, written))?;
    sums.extend(earlier.into_iter().filter(|(name, _)| !written.contains(&&**name)));
    Ok(sums)
}

/// The files that were `written` since the earlier sums, or are not in them.
fn new_files(dir: &Path, earlier: &Sums, written: &[&str]) -> Vec<String> {
    let mut names = own_files(dir);
    names.retain(|name| written.contains(&&**name) || !earlier.contains_key(name));
    names
}

fn is_row_file(name: &str) -> bool {
    name == FAULTS || ROWS.contains(&name)
}

/// The files of a run that are there, but for its seal and its parts.
fn own_files(dir: &Path) -> Vec<String> {
    let mut names = present(dir, &[CONFIG, FAULTS]);
    names.extend(present(dir, &ROWS));
    names.extend(present(dir, &DERIVED));
    if let Ok(logs) = fs::read_dir(dir.join(LOGS)) {
        let logs = logs.flatten().filter(|log| log.path().is_file());
        names.extend(logs.map(|log| format!("{LOGS}/{}", log.file_name().to_string_lossy())));
    }
    names
}

/// Those of the files that are there.
pub(super) fn present(dir: &Path, names: &[&str]) -> Vec<String> {
    names.iter().filter(|name| dir.join(name).is_file()).map(|name| (*name).to_owned()).collect()
}
