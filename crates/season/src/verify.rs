//! Is a season whole? The database, the files of every version, and the rows of every match.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use crate::entrants::Entrants;
use crate::store::{BrokenSeal, MatchState, PlayedMatch, Sealed};
use crate::{MatchSummary, Season, SeasonError, SideTimes};
use lettergame_arena::verify as verify_run;
use lettergame_plan::Config;
use lettergame_run::RunFolder;

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
const MAX_FILES: usize = 5;

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
    later.truncate(MAX_FILES);
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
        for BrokenSeal { what, how } in self.store.broken_seals(&Sealed::ALL)? {
            let how = format!("{how}; restore season.sqlite from a backup");
            found.defects.push(Defect { what: format!("{what} in season.sqlite"), how });
        }
        match self.verify_contents(&mut found, &mut tell) {
            // what cannot be read was changed, and is among the defects
            Err(_) if !found.defects.is_empty() => Ok(found),
            checked => checked.map(|()| found),
        }
    }

    /// Checks versions and matches.
    fn verify_contents(
        &self,
        found: &mut VerifiedSeason,
        tell: &mut impl FnMut(u64),
    ) -> Result<(), SeasonError> {
        let entrants = Entrants::read(self)?;
        self.verify_teams(&entrants, found);
        self.verify_versions(&entrants, found);
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
        Ok(())
    }

    fn verify_teams(&self, entrants: &Entrants, found: &mut VerifiedSeason) {
        for team in entrants.teams.values() {
            let playing = team.current.and_then(|id| entrants.versions.get(&id));
            if let Some(other) = playing.filter(|version| version.team != team.id) {
                let name = entrants.name(other.id);
                let how = format!(
                    "`current` is {name}, the version of another team; restore season.sqlite from a backup, or \
                     name its own with `season restore`"
                );
                found.defects.push(Defect { what: format!("team {}", team.name), how });
            }
        }
    }

    fn verify_versions(&self, entrants: &Entrants, found: &mut VerifiedSeason) {
        for version in entrants.versions.values() {
            let how = match self.check_version(entrants, version) {
                Ok(()) => {
                    found.versions += 1;
                    continue;
                }
                Err(SeasonError::Changed(dir)) => {
                    let later = written_after(&dir, version.accepted);
                    format!(
                        "its files in {} were changed since it was accepted{later}; restore them from a backup, or \
                         let another version play",
                        dir.display()
                    )
                }
                Err(error) => error.to_string(),
            };
            let what = format!("version {}", entrants.name(version.id));
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
        self.verify_conditions(played, &config, entrants)?;
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

    /// Checks that the database says of a match what its config does: who played, in which format, how many deals.
    fn verify_conditions(
        &self,
        played: &PlayedMatch,
        config: &Config,
        entrants: &Entrants,
    ) -> Result<(), String> {
        let differs = |what: &str, own: &str, theirs: &str| {
            format!(
                "{what} is `{own}` in the database and `{theirs}` in its config.toml; restore season.sqlite from a \
                 backup"
            )
        };
        let versions = played.versions.iter().filter_map(|id| entrants.versions.get(id));
        for (version, player) in versions.zip(&config.players) {
            let name = entrants.name(version.id);
            let (own, theirs) =
                (self.player(&name, &version.entry, PathBuf::new()).0, player.listed());
            if own != theirs {
                return Err(differs("a player", &own, &theirs));
            }
        }
        let times: Vec<SideTimes> = serde_json::from_str(&played.times).map_err(|_| {
            format!(
                "`times` is `{}` in the database, which is no list of decision times; restore season.sqlite from a \
                 backup",
                played.times
            )
        })?;
        if times.len() != played.versions.len() {
            let (own, theirs) = (times.len().to_string(), played.versions.len().to_string());
            return Err(differs("the number of decision times", &own, &theirs));
        }
        // what was played in a format that the settings no longer have does not count
        let Some(format) = self.format_numbered(played.format) else { return Ok(()) };
        let (own, theirs) = (format.schedule(), config.kind.to_string());
        if own != theirs {
            return Err(differs("the schedule of its format", &own, &theirs));
        }
        let games = played.deals.saturating_mul(format.games_of_deal());
        if games != config.games {
            return Err(differs("`games`", &games.to_string(), &config.games.to_string()));
        }
        Ok(())
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
