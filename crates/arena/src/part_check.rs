//! Checks the parts of a finished run against its manifest and its rows.

use std::ops::Range;
use std::path::Path;
use std::vec::IntoIter;

use crate::RunError;
use lettergame_core::base::Name;
use lettergame_report::Tally;
use lettergame_tournament::{
    GameScore, Manifest, ManifestError, RunFolder, RunInfo, Schedule, StoredPart, part_name,
};

/// Counts the games of each part again. Runs that are not in parts, or not finished, have none.
pub(super) struct PartCheck<'a> {
    dir: &'a Path,
    manifest: Option<Manifest>,
    parts: IntoIter<Range<u64>>,
    part: Range<u64>,
    tally: Tally,
    empty: Tally,
    wrong: Vec<String>,
}

impl<'a> PartCheck<'a> {
    /// Reads the manifest, if there is one.
    pub(super) fn of(
        dir: &'a Path,
        info: &RunInfo,
        schedule: &Schedule,
        names: &[Name],
    ) -> Result<PartCheck<'a>, ManifestError> {
        let manifest = RunFolder::has_manifest(dir).then(|| Manifest::read(dir)).transpose()?;
        let games = manifest.iter().flat_map(|manifest| &manifest.parts).map(StoredPart::games);
        let mut parts = games.collect::<Vec<_>>().into_iter();
        let empty = Tally::of(schedule, names);
        let own = (info.fingerprint.as_str(), schedule.part(info.shard));
        let other = manifest
            .as_ref()
            .is_some_and(|found| (found.fingerprint.as_str(), found.games()) != own);
        let wrong = other.then(|| format!("{}/manifest.json is of another run", dir.display()));
        Ok(PartCheck {
            dir,
            part: parts.next().unwrap_or_default(),
            parts,
            manifest,
            tally: empty.clone(),
            empty,
            wrong: wrong.into_iter().collect(),
        })
    }

    /// Counts the next game.
    pub(super) fn add(&mut self, game: &GameScore) {
        if self.manifest.is_none() {
            return;
        }
        self.tally.add(game);
        if game.game + 1 == self.part.end {
            let next = self.parts.next().unwrap_or_default();
            let part = std::mem::replace(&mut self.part, next);
            let tally = std::mem::replace(&mut self.tally, self.empty.clone());
            let found = RunFolder::read_tally(self.dir, Some(&part)).ok();
            if found != tally.to_json().ok() {
                let path = self.dir.join("parts").join(part_name(&part)).join("tally.json");
                self.wrong.push(format!("{} does not match the rows", path.display()));
            }
        }
    }

    /// The defects, one line each. Reads all files of the parts.
    pub(super) fn findings(mut self) -> Result<Vec<String>, RunError> {
        if let Some(manifest) = &self.manifest {
            self.wrong.extend(manifest.differences(self.dir)?);
        }
        Ok(self.wrong)
    }
}
