//! Parts of a run that are missing, or not as they were written.

use std::io;
use std::iter;
use std::ops::Range;
use std::path::Path;

use crate::RunInfo;
use crate::folder_error::io_error;
use crate::layout::manifest::Manifest;
use crate::layout::manifest_error::ManifestError;
use crate::layout::parts::{found_in, part_folder, part_of};
use crate::layout::seal::StoredPart;
use crate::run_files::{PARTS, has_manifest, has_parts};
use lettergame_base::parallel_map;

/// A part that is missing, or not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPart {
    /// The numbers of its games.
    pub games: Range<u64>,
    /// What is missing or damaged, as a line.
    pub why: String,
    /// What is known about its files.
    pub stored: Option<StoredPart>,
    /// Whether only its `part.json` is lost.
    pub is_unlabelled: bool,
}

/// The parts that a run has, or should have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartSurvey {
    /// The games of all parts, in order.
    pub parts: Vec<Range<u64>>,
    /// Those that are lost, in order.
    pub lost: Vec<LostPart>,
}

impl PartSurvey {
    /// Compares the parts of a run of `games` with its manifest or, if that is not there, with their own lists
    /// of files. A finished run has parts of all games; otherwise the last part that is there may be incomplete.
    /// Reads the complete parts, on all cores. Runs that are not in parts have none.
    ///
    /// # Errors
    /// If a folder cannot be read, or parts overlap.
    pub fn of(dir: &Path, info: &RunInfo, games: &Range<u64>) -> Result<PartSurvey, ManifestError> {
        let is_listed = has_manifest(dir);
        if info.parts.is_none() && !is_listed && !has_parts(dir) {
            return Ok(PartSurvey::default());
        }
        let own =
            |found: &Manifest| found.fingerprint == info.fingerprint && found.games() == *games;
        let parts = match Manifest::read(dir).ok().filter(own) {
            Some(found) => found.parts.into_iter().map(|part| (part.games(), Some(part))).collect(),
            None => expected(dir, info, games)?,
        };
        let lost = parallel_map(parts.len(), |index| {
            let (games, stored) = &parts[index];
            lost(dir, games, stored.as_ref(), is_listed)
        });
        let lost: Vec<Option<LostPart>> = lost.into_iter().collect::<Result<_, _>>()?;
        Ok(PartSurvey {
            parts: parts.into_iter().map(|(games, _)| games).collect(),
            lost: lost.into_iter().flatten().collect(),
        })
    }
}

/// Some games, and what their folder says of its files if it is complete.
type Expected = (Range<u64>, Option<StoredPart>);

/// The parts that are there and those that are missing between them.
fn expected(
    dir: &Path,
    info: &RunInfo,
    games: &Range<u64>,
) -> Result<Vec<Expected>, ManifestError> {
    let path = dir.join(PARTS);
    let found = match found_in(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        found => found.map_err(io_error("read", &path))?,
    };
    let most = info.parts.map_or(u64::MAX, |parts| parts.games.get());
    let gaps = |missing: Range<u64>| {
        let mut next = missing.start;
        iter::from_fn(move || {
            let is_left = next < missing.end;
            let part = is_left.then(|| part_of(next, most, &missing))?;
            next = part.end;
            Some((part, None))
        })
    };
    let mut parts: Vec<Expected> = Vec::new();
    let mut next = games.start;
    for part in found {
        if part.start < next || part.end > games.end {
            let (missing, games) = (next..part.start, games.clone());
            return Err(ManifestError::Gap { dir: dir.to_owned(), missing, games });
        }
        parts.extend(gaps(next..part.start));
        next = part.end;
        let stored = StoredPart::read(&part_folder(dir, &part)).ok();
        parts.push((part, stored));
    }
    Ok(parts)
}

/// What is lost of a part, if anything.
fn lost(
    dir: &Path,
    games: &Range<u64>,
    stored: Option<&StoredPart>,
    ended: bool,
) -> Result<Option<LostPart>, ManifestError> {
    let folder = part_folder(dir, games);
    let lost = |why: String, is_unlabelled: bool| {
        let (games, stored) = (games.clone(), stored.cloned());
        Ok(Some(LostPart { games, why, stored, is_unlabelled }))
    };
    if !folder.is_dir() {
        return lost(format!("{} is missing", folder.display()), false);
    }
    let Some(stored) = stored else {
        let why = format!("{} has no valid part.json", folder.display());
        return if ended { lost(why, false) } else { Ok(None) };
    };
    match (stored.differences(&folder)?.into_iter().next(), stored.mislabelled(&folder)) {
        (Some(why), _) => lost(why, false),
        (None, Some(why)) => lost(why, true),
        (None, None) => Ok(None),
    }
}
