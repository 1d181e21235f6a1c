//! Is a season whole? The database, the files of every version, and the rows of every match.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use crate::entrants::Entrants;
use crate::intake::{Entry, fingerprint};
use crate::store::{MatchState, PlayedMatch};
use crate::{MatchSummary, Season, SeasonError};
use lettergame_arena::verify as verify_run;
use lettergame_tournament::RunFolder;

/// A defect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// What is damaged.
    pub what: String,
    /// How.
    pub how: String,
}

/// What was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifiedSeason {
    /// Versions whose files are as they were accepted.
    pub versions: u64,
    /// Matches whose rows are whole and give the result in the database.
    pub matches: u64,
    /// Their games.
    pub games: u64,
    /// Matches that are not played to their end.
    pub unfinished: u64,
    /// The defects.
    pub defects: Vec<Defect>,
}

/// How long after its files a version is recorded at most, in seconds.
const SLACK: u64 = 60;

/// The maximum number of files that are named.
const MOST_FILES: usize = 5;

/// Which files of a folder were written after a time, to follow a sentence; nothing if none was.
fn written_after(dir: &Path, time: i64) -> String {
    let limit = UNIX_EPOCH + Duration::from_secs(time.unsigned_abs().saturating_add(SLACK));
    let is_later = |path: &Path| {
        let written = std::fs::metadata(path).and_then(|data| data.modified());
        written.is_ok_and(|written| written > limit)
    };
    let mut later: Vec<String> = files_below(dir)
        .iter()
        .filter(|path| is_later(path))
        .map(|path| path.strip_prefix(dir).unwrap_or(path).display().to_string())
        .collect();
    later.sort();
    later.truncate(MOST_FILES);
    if later.is_empty() { String::new() } else { format!(" (written later: {})", later.join(", ")) }
}

/// The files of a folder, as far as they can be listed.
fn files_below(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let below = |entry: std::fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => files_below(&entry.path()),
        _ => vec![entry.path()],
    };
    entries.flat_map(below).collect()
}

impl Season {
    /// Checks everything that the season consists of; `tell` hears of each match. Linear in all rows.
    ///
    /// # Errors
    /// If the database cannot be read at all; anything else is a defect.
    pub fn verify(&self, mut tell: impl FnMut(u64)) -> Result<VerifiedSeason, SeasonError> {
        let mut found = VerifiedSeason::default();
        for how in self.store.defects()? {
            found.defects.push(Defect { what: "season.sqlite".to_owned(), how });
        }
        let entrants = Entrants::read(self)?;
        self.verify_versions(&entrants, &mut found);
        // in this order a match that is opened or closed meanwhile is known
        let dirs = self.match_dirs()?;
        let open = self.store.open_matches()?.into_iter();
        let open = open.filter(|open| open.state != MatchState::Played);
        let mut unfinished: BTreeSet<PathBuf> = open.map(|open| self.match_dir(open.id)).collect();
        let mut known = unfinished.clone();
        self.store.played(0, |played| {
            unfinished.remove(&self.match_dir(played.id));
            known.insert(self.match_dir(played.id));
            match self.verify_match(&played, &entrants) {
                Ok(games) => {
                    found.matches += 1;
                    found.games += games;
                }
                Err(how) => {
                    let what =
                        format!("match {} in {}", played.id, self.match_dir(played.id).display());
                    found.defects.push(Defect { what, how });
                }
            }
            tell(found.matches);
            Ok(())
        })?;
        found.unfinished = unfinished.len() as u64;
        for dir in dirs {
            if !known.contains(&dir) {
                let how = "the database does not know it; move it out of the season".to_owned();
                found.defects.push(Defect { what: dir.display().to_string(), how });
            }
        }
        Ok(found)
    }

    fn verify_versions(&self, entrants: &Entrants, found: &mut VerifiedSeason) {
        for version in entrants.versions.values() {
            if matches!(version.entry, Entry::BuiltIn { .. }) {
                found.versions += 1;
                continue;
            }
            let dir = self.version_dir(entrants.team_name(version.team), version.number);
            let how = match fingerprint(&dir) {
                Ok(print) if version.fingerprint.starts_with(&print) => {
                    found.versions += 1;
                    continue;
                }
                Ok(_) => {
                    let later = written_after(&dir, version.accepted);
                    format!(
                        "its files were changed since it was accepted{later}; restore them from a backup, or let \
                         another version play"
                    )
                }
                Err(error) => format!("{error}; restore it from a backup"),
            };
            let what = format!("version {} in {}", entrants.name(version.id), dir.display());
            found.defects.push(Defect { what, how });
        }
    }

    /// The games of a match whose rows are whole; otherwise the defect.
    fn verify_match(&self, played: &PlayedMatch, entrants: &Entrants) -> Result<u64, String> {
        let dir = self.match_dir(played.id);
        let (config, info) = RunFolder::read_config(&dir).map_err(|error| error.to_string())?;
        let names: Vec<String> = played.versions.iter().map(|id| entrants.name(*id)).collect();
        let own: Vec<String> = config.player_names().iter().map(ToString::to_string).collect();
        if info.fingerprint != played.fingerprint || own != names {
            let text = "it is another run than the one that was played; restore it from a backup";
            return Err(text.to_owned());
        }
        if let Some(damage) = verify_run(&dir).findings.first() {
            return Err(format!("{damage}; restore it from a backup"));
        }
        let summary = MatchSummary::read(&dir).map_err(|error| error.to_string())?;
        if summary.to_bytes() != played.summary {
            let text = "its rows give another result than the one in the database; restore season.sqlite from a \
                        backup";
            return Err(text.to_owned());
        }
        Ok(summary.games)
    }

    /// The folders of all matches.
    fn match_dirs(&self) -> Result<Vec<PathBuf>, SeasonError> {
        let list = |dir: &std::path::Path| {
            let entries = std::fs::read_dir(dir).map_err(SeasonError::io("read", dir))?;
            let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
            Ok::<Vec<PathBuf>, SeasonError>(paths.filter(|path| path.is_dir()).collect())
        };
        let mut all = Vec::new();
        for group in list(&self.dir().join("matches"))? {
            all.extend(list(&group)?);
        }
        all.sort();
        Ok(all)
    }
}
