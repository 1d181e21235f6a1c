//! Loans: matches that are played on other machines.
//!
//! A loan is a folder with the files that its matches need, laid out as in the season: `players`, and a run
//! for each match in `matches`. It can be copied anywhere, played there as any runs are, copied
//! back and taken back, or given up if it is lost. Until then, or until its lease runs out, nobody else plays
//! its matches.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{MatchPlayer, Playing, next};
use crate::entrants::Entrants;
use crate::intake::Entry;
use crate::season::now;
use crate::store::{Match, MatchState};
use crate::{MatchSummary, Season, SeasonError, TEACHER};
use lettergame_arena::{ReadyRun, prepare_sharing, verify};
use lettergame_base::{Name, did_you_mean};
use lettergame_plan::Shard;
use lettergame_run::RunFolder;

/// The file of a loan that says whose it is.
const FILE: &str = "loan.toml";

/// What the holder of a lent match begins with, before the name of the loan.
const ON_LOAN: &str = "on loan, ";

/// The name of a loan, if this is the holder of its matches.
pub(crate) fn loan_name(holder: &str) -> Option<&str> {
    holder.strip_prefix(ON_LOAN)
}

/// What a loan says of itself.
#[derive(Serialize, Deserialize)]
struct Loan {
    /// The season.
    season: String,
    /// Who holds the leases of its matches.
    holder: String,
}

/// Matches that were lent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lent {
    /// The name of the loan.
    pub name: String,
    /// How many; fewer than asked for if no more are needed, as far as can be foreseen.
    pub matches: u64,
    /// Until when nobody else plays them, in seconds since 1970 in UTC.
    pub until: i64,
}

/// A loan that was taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenBack {
    /// Matches that are part of the season now.
    pub matches: u64,
    /// Their games.
    pub games: u64,
    /// Matches that are not played to their end: they remain on loan.
    pub unfinished: u64,
    /// Matches in the folder that are not on loan: they are part of the season already, or were given up.
    pub not_lent: u64,
    /// Matches that cannot be taken back, and why.
    pub refused: Vec<(i64, String)>,
}

impl MatchPlayer {
    /// Lends up to this many matches for some seconds: opens them and writes what is needed to play
    /// them into a new folder, after which the loan is named. If no match is needed, there is no folder.
    ///
    /// # Errors
    /// If the folder is in use or cannot be written, or there are too few players.
    pub fn lend(
        &mut self,
        season: &mut Season,
        playing: &Playing<'_>,
        into: &Path,
        (matches, seconds): (u64, i64),
    ) -> Result<Lent, SeasonError> {
        if fs::read_dir(into).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(SeasonError::Exists(into.to_owned()));
        }
        let into = std::path::absolute(into).map_err(SeasonError::io("find", into))?;
        let name = season.new_loan_name(&into)?;
        let holder = format!("{ON_LOAN}{name}");
        let until = now().saturating_add(seconds);
        let mut lent = Lent { name, matches: 0, until };
        while lent.matches < matches {
            self.results.update(&season.store)?;
            let entrants = Entrants::read(season)?;
            let (seen, open) = (season.store.changes()?, season.store.open_matches()?);
            let chosen = next::choose(season, &entrants, &self.results, &open)?;
            let Some((format, deals, versions)) = chosen else { break };
            if lent.matches == 0 {
                Loan { season: season.settings().name.clone(), holder: holder.clone() }
                    .write(&into)?;
            }
            let lease = (holder.as_str(), now(), until);
            let opened = season.store.open_match(seen, (format, deals, &versions), lease)?;
            // somebody else opened a match meanwhile: choose again
            let Some(id) = opened else { continue };
            if let Some(of) = season.store.find_match(id)? {
                season.copy_players(&entrants, &of, &into)?;
                let run = self.prepared(season, &entrants, &of, playing, &into)?;
                run.open(&match_dir(season, &into, id), Shard::WHOLE, false)?;
                lent.matches += 1;
            }
        }
        if lent.matches > 0 {
            season.note(TEACHER, &format!("lent {}: {}", lent.name, counted(lent.matches)))?;
        }
        Ok(lent)
    }

    /// The run of a match whose files are in a folder laid out as the season.
    fn prepared(
        &self,
        season: &Season,
        entrants: &Entrants,
        of: &Match,
        playing: &Playing<'_>,
        dir: &Path,
    ) -> Result<ReadyRun, SeasonError> {
        let format = season.format_of(of)?;
        let raw = season.match_config(format, entrants, of, dir);
        let runs = prepare_sharing(&raw, playing.words, &playing.host_options, &self.searches)?;
        runs.into_iter().next().ok_or(SeasonError::NoFormat(of.id))
    }

    /// Takes a loan back: every match that is played to its end becomes part of the season, once its
    /// files are verified to be those of this match.
    ///
    /// # Errors
    /// If the folder is no loan of this season, or the season cannot be written.
    pub fn take_back(
        &mut self,
        season: &mut Season,
        playing: &Playing<'_>,
        from: &Path,
    ) -> Result<TakenBack, SeasonError> {
        let loan = Loan::read(from).filter(|loan| loan.season == season.settings().name);
        let loan = loan.ok_or_else(|| SeasonError::NoLoan(from.to_owned()))?;
        let entrants = Entrants::read(season)?;
        let mut taken = TakenBack { not_lent: matches_in(from)?, ..TakenBack::default() };
        for of in season.store.open_matches()? {
            let is_lent =
                matches!(&of.state, MatchState::Held { holder, .. } if *holder == loan.holder);
            let dir = match_dir(season, from, of.id);
            if !is_lent || !RunFolder::is_run(&dir) {
                continue;
            }
            taken.not_lent = taken.not_lent.saturating_sub(1);
            if !RunFolder::is_sealed(&dir) {
                taken.unfinished += 1;
                continue;
            }
            let wanted = match self.prepared(season, &entrants, &of, playing, season.dir()) {
                Ok(run) => run.fingerprint(),
                Err(error @ SeasonError::NoFormat(_)) => {
                    taken.refused.push((of.id, error.to_string()));
                    continue;
                }
                Err(error) => return Err(error),
            };
            match sound(&dir, &wanted) {
                Ok(summary) => {
                    season.take_match(of.id, &dir, &summary, &wanted)?;
                    taken.matches += 1;
                    taken.games += summary.games;
                }
                Err(why) => taken.refused.push((of.id, why)),
            }
        }
        if taken.matches > 0 {
            let name = loan_name(&loan.holder).unwrap_or_default();
            let TakenBack { matches, games, .. } = taken;
            season
                .note(TEACHER, &format!("took back {name}: {}, {games} games", counted(matches)))?;
        }
        Ok(taken)
    }
}

impl Loan {
    fn read(dir: &Path) -> Option<Loan> {
        fs::read_to_string(dir.join(FILE)).ok().and_then(|text| toml::from_str(&text).ok())
    }

    fn write(&self, dir: &Path) -> Result<(), SeasonError> {
        fs::create_dir_all(dir).map_err(SeasonError::io("create", dir))?;
        let path = dir.join(FILE);
        let text = toml::to_string(self).unwrap_or_default();
        fs::write(&path, text).map_err(SeasonError::io("write", &path))
    }
}

/// A number of matches in words.
fn counted(matches: u64) -> String {
    if matches == 1 { "1 match".to_owned() } else { format!("{matches} matches") }
}

/// The number of runs in a loan.
fn matches_in(dir: &Path) -> Result<u64, SeasonError> {
    let folders = |dir: &Path| {
        let entries = fs::read_dir(dir).map_err(SeasonError::io("read", dir))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        Ok::<Vec<PathBuf>, SeasonError>(paths.filter(|path| path.is_dir()).collect())
    };
    let groups = folders(&dir.join("matches"))?;
    groups.iter().map(|group| Ok(folders(group)?.len() as u64)).sum()
}

/// The folder of a match in a folder laid out as the season.
fn match_dir(season: &Season, dir: &Path, id: i64) -> PathBuf {
    let own = season.match_dir(id);
    own.strip_prefix(season.dir()).map_or_else(|_| own.clone(), |below| dir.join(below))
}

/// The result of a run that is whole and has this fingerprint; otherwise the defect.
fn sound(dir: &Path, wanted: &str) -> Result<MatchSummary, String> {
    let (_, info) = RunFolder::read_config(dir).map_err(|error| error.to_string())?;
    if info.fingerprint != wanted {
        let text = "it is another run than the one that was lent, or season.toml was changed since";
        return Err(text.to_owned());
    }
    if let Some(damage) = verify(dir).findings.first() {
        return Err(damage.to_string());
    }
    MatchSummary::read(dir).map_err(|error| error.to_string())
}

impl Season {
    /// Gives a loan up, by its name or its folder: its matches are played by whoever plays next. Returns how
    /// many there were.
    ///
    /// # Errors
    /// If there is no such loan.
    pub fn give_up_loan(&mut self, loan: &Path, who: &str) -> Result<u64, SeasonError> {
        let names = self.open_loans()?;
        let written = Loan::read(loan).and_then(|of| Some(loan_name(&of.holder)?.to_owned()));
        let typed = written.unwrap_or_else(|| loan.to_string_lossy().into_owned());
        if !names.contains(&typed) {
            let hint = match names.is_empty() {
                true => String::new(),
                false => did_you_mean(&typed, names.iter().map(String::as_str)),
            };
            return Err(SeasonError::NoOpenLoan { name: typed, hint });
        }
        let what = format!("gave up {typed}");
        self.store.release_all(&format!("{ON_LOAN}{typed}"), (self.now(), who, &what))
    }

    /// The names of all loans that were not taken back completely.
    fn open_loans(&self) -> Result<BTreeSet<String>, SeasonError> {
        let name = |of: Match| match of.state {
            MatchState::Held { holder, .. } => loan_name(&holder).map(str::to_owned),
            MatchState::Free | MatchState::Played => None,
        };
        Ok(self.store.open_matches()?.into_iter().filter_map(name).collect())
    }

    /// The name of a new loan: that of its folder, and a number if another one is called so.
    fn new_loan_name(&self, dir: &Path) -> Result<String, SeasonError> {
        let open = self.open_loans()?;
        let name = dir.file_name().map_or("loan".into(), |name| name.to_string_lossy());
        let name = Name::sanitized(&name);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free =
            std::iter::once(name.to_string()).chain(numbered).find(|new| !open.contains(new));
        Ok(free.unwrap_or_default())
    }

    /// Copies the files of a match's players.
    fn copy_players(
        &self,
        entrants: &Entrants,
        of: &Match,
        into: &Path,
    ) -> Result<(), SeasonError> {
        for version in of.versions.iter().filter_map(|id| entrants.versions.get(id)) {
            let from = self.version_dir(entrants.team_name(version.team), version.number);
            let below = from.strip_prefix(self.dir()).unwrap_or(&from).to_owned();
            let to = into.join(below);
            if !matches!(version.entry, Entry::BuiltIn { .. }) && !to.exists() {
                copy_folder(&from, &to)?;
            }
        }
        if let Some(list) = self.lexicon() {
            let to = into.join(list.strip_prefix(self.dir()).unwrap_or(&list));
            fs::copy(&list, &to).map_err(SeasonError::io("copy", &list))?;
        }
        Ok(())
    }

    /// Copies the run of a match into its place and closes the match.
    fn take_match(
        &mut self,
        id: i64,
        from: &Path,
        summary: &MatchSummary,
        fingerprint: &str,
    ) -> Result<(), SeasonError> {
        let to = self.match_dir(id);
        let names: Vec<String> = RunFolder::read_config(from)?
            .0
            .player_names()
            .iter()
            .map(ToString::to_string)
            .collect();
        if to.exists() {
            // left by somebody who was stopped while taking it back
            fs::remove_dir_all(&to).map_err(SeasonError::io("replace", &to))?;
        }
        copy_folder(from, &to)?;
        let seconds = lettergame_run::RunTiming::read(&to).seconds;
        let (bytes, times) = (summary.to_bytes(), super::times_of(&to, &names));
        let now = self.now();
        self.store.close_match(id, (&bytes, fingerprint), (seconds, &times), now)?;
        Ok(())
    }
}

/// Copies a folder with everything in it.
fn copy_folder(from: &Path, to: &Path) -> Result<(), SeasonError> {
    fs::create_dir_all(to).map_err(SeasonError::io("create", to))?;
    for entry in fs::read_dir(from).map_err(SeasonError::io("read", from))? {
        let path = entry.map_err(SeasonError::io("read", from))?.path();
        let place = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &place)?;
        } else {
            fs::copy(&path, &place).map_err(SeasonError::io("copy", &path))?;
        }
    }
    Ok(())
}
