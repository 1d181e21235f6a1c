//! `manifest.json`: the parts of a finished run.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::iter;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::folder_error::io_error;
use crate::layout::manifest_error::ManifestError;
use crate::layout::part_format::PartFormat;
use crate::layout::parts::{found_in, part_folder, part_name};
use crate::layout::seal::StoredPart;
use crate::run_files::{MANIFEST, PARTS, has_manifest, has_parts};

/// The version of the form that this program writes.
const VERSION: u32 = 1;

/// The parts of a finished run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this form.
    pub version: u32,
    /// The format of row files.
    pub format: String,
    /// The fingerprint of everything that determines the rows.
    pub fingerprint: String,
    /// The number of the first game.
    pub start: u64,
    /// The number after the last game.
    pub end: u64,
    /// The parts, in the order of games.
    pub parts: Vec<StoredPart>,
    /// The SHA-256 of each file beside the parts.
    pub sha256: BTreeMap<String, String>,
}

impl Manifest {
    /// Reads the manifest of a run.
    ///
    /// # Errors
    /// If it is missing, cannot be parsed, or is of another version, or if its parts are not those of all
    /// games.
    pub fn read(dir: &Path) -> Result<Manifest, ManifestError> {
        let path = dir.join(MANIFEST);
        let text = fs::read(&path).map_err(io_error("read", &path))?;
        let manifest: Manifest = serde_json::from_slice(&text)
            .map_err(|error| ManifestError::Json(path.clone(), error))?;
        let Manifest { version, format, .. } = &manifest;
        if *version != VERSION || format.parse::<PartFormat>().is_err() {
            return Err(ManifestError::Unknown { path, version: *version, format: format.clone() });
        }
        manifest.check_ranges(dir)?;
        Ok(manifest)
    }

    /// Of the complete parts in the folder of a run of these games.
    ///
    /// # Errors
    /// If parts are missing, incomplete or overlap.
    pub fn of_parts(
        dir: &Path,
        games: &Range<u64>,
        fingerprint: &str,
    ) -> Result<Manifest, ManifestError> {
        let parts = dir.join(PARTS);
        let ranges = found_in(&parts).map_err(io_error("read", &parts))?;
        let found = ranges.iter().map(|games| StoredPart::read(&part_folder(dir, games)));
        let found = found.collect::<Result<Vec<_>, _>>()?;
        let manifest = Manifest {
            version: VERSION,
            format: format_of(dir, &found)?.name().to_owned(),
            fingerprint: fingerprint.to_owned(),
            start: games.start,
            end: games.end,
            parts: found,
            sha256: BTreeMap::new(),
        };
        manifest.check_ranges(dir)?;
        Ok(manifest)
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The numbers of the games.
    #[must_use]
    pub fn games(&self) -> Range<u64> {
        self.start..self.end
    }

    fn check_ranges(&self, dir: &Path) -> Result<(), ManifestError> {
        let mut next = self.start;
        let ends = self.parts.iter().map(StoredPart::games).chain(iter::once(self.end..self.end));
        for part in ends {
            if part.start != next || part.end < part.start {
                let (missing, games) = (next..part.start, self.games());
                return Err(ManifestError::Gap { dir: dir.to_owned(), missing, games });
            }
            next = part.end;
        }
        Ok(())
    }
}

/// The format of all parts.
fn format_of(dir: &Path, parts: &[StoredPart]) -> Result<PartFormat, ManifestError> {
    let format = parts.first().map_or(PartFormat::Csv, StoredPart::format);
    match parts.iter().find(|part| part.format() != format) {
        Some(other) => {
            Err(ManifestError::Mixed { dir: dir.to_owned(), part: part_name(&other.games()) })
        }
        None => Ok(format),
    }
}

/// The folders of the parts of a run, in the order of games; `None` if the run is not in parts. In a finished
/// run they are those of the manifest; otherwise those that are there, without a gap.
pub(crate) fn part_folders(dir: &Path) -> io::Result<Option<Vec<PathBuf>>> {
    let ranges: Vec<Range<u64>> = if has_manifest(dir) {
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        let manifest = Manifest::read(dir).map_err(invalid)?;
        manifest.parts.iter().map(StoredPart::games).collect()
    } else if has_parts(dir) {
        found_in(&dir.join(PARTS))?
    } else {
        return Ok(None);
    };
    let missing = |folder: &Path| {
        let text = format!("{} is missing", folder.display());
        Err(io::Error::new(io::ErrorKind::NotFound, text))
    };
    if let Some(pair) = ranges.windows(2).find(|pair| pair[0].end < pair[1].start) {
        return missing(&part_folder(dir, &(pair[0].end..pair[1].start)));
    }
    let folders: Vec<PathBuf> = ranges.iter().map(|games| part_folder(dir, games)).collect();
    match folders.iter().find(|folder| !folder.is_dir()) {
        Some(folder) => missing(folder),
        None => Ok(Some(folders)),
    }
}

/// The complete parts of these games in the folder of a run, with the `tally.json` of each, in the order of
/// games. One tally at a time is read.
///
/// # Errors
/// If parts are missing, incomplete or overlap, or a tally is not the one that was written.
pub fn stored_tallies(
    dir: &Path,
    games: &Range<u64>,
) -> Result<impl Iterator<Item = StoredTally>, ManifestError> {
    let parts = Manifest::of_parts(dir, games, "")?.parts.into_iter();
    Ok(parts.map(|part| {
        let games = part.games();
        Ok((games.clone(), part.tally(&part_folder(dir, &games))?))
    }))
}

/// The games of a part, and its `tally.json`.
type StoredTally = Result<(Range<u64>, Vec<u8>), ManifestError>;
