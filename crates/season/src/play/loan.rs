//! Loans: matches that are played on other machines.
//!
//! A loan is a folder with the files that its matches need, laid out as in the season: `players`, and a run
//! for each match in `matches`. It can be copied anywhere, played there as any runs are, copied
//! back and taken back. Until then, or until its lease runs out, nobody else plays its matches.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{MatchPlayer, Playing, next};
use crate::entrants::Entrants;
use crate::intake::Entry;
use crate::season::now;
use crate::store::{Match, MatchState};
use crate::{MatchSummary, Season, SeasonError};
use lettergame_arena::{ReadyRun, prepare_sharing, verify};
use lettergame_tournament::{RunFolder, Shard};

/// The file of a loan that says whose it is.
const FILE: &str = "loan.toml";

/// What a loan says of itself.
#[derive(Serialize, Deserialize)]
struct Loan {
    /// The season.
    season: String,
    /// Who holds the leases of its matches.
    holder: String,
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
    /// Matches that cannot be taken back, and why.
    pub refused: Vec<(i64, String)>,
}

impl MatchPlayer {
    /// Lends up to this many matches for some seconds: opens them and writes what is needed to play
    /// them into a new folder. Returns their number.
    ///
    /// # Errors
    /// If the folder is in use or cannot be written, or there are too few players.
    pub fn lend(
        &mut self,
        season: &mut Season,
        playing: &Playing<'_>,
        into: &Path,
        (matches, seconds): (u64, i64),
    ) -> Result<u64, SeasonError> {
        if fs::read_dir(into).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(SeasonError::Exists(into.to_owned()));
        }
        fs::create_dir_all(into).map_err(SeasonError::io("create", into))?;
        let into = std::path::absolute(into).map_err(SeasonError::io("find", into))?;
        let loan = Loan {
            season: season.settings().name.clone(),
            holder: format!("on loan, {}", self.holder),
        };
        let path = into.join(FILE);
        let text = toml::to_string(&loan).unwrap_or_default();
        fs::write(&path, text).map_err(SeasonError::io("write", &path))?;
        let mut lent = 0;
        while lent < matches {
            self.results.update(&season.store)?;
            let entrants = Entrants::read(season)?;
            let (seen, open) = (season.store.changes()?, season.store.open_matches()?);
            let chosen = next::choose(season, &entrants, &self.results, &open)?;
            let Some((format, deals, versions)) = chosen else { break };
            let lease = (loan.holder.as_str(), now(), now().saturating_add(seconds));
            let opened = season.store.open_match(seen, (format, deals, &versions), lease)?;
            // somebody else opened a match meanwhile: choose again
            let Some(id) = opened else { continue };
            if let Some(of) = season.store.find_match(id)? {
                season.copy_players(&entrants, &of, &into)?;
                let run = self.prepared(season, &entrants, &of, playing, &into)?;
                run.open(&match_dir(season, &into, id), Shard::WHOLE, false)?;
                lent += 1;
            }
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
        let loan = fs::read_to_string(from.join(FILE)).ok();
        let loan = loan.and_then(|text| toml::from_str::<Loan>(&text).ok());
        let is_own = |loan: &Loan| loan.season == season.settings().name;
        let loan = loan.filter(is_own).ok_or_else(|| SeasonError::NoLoan(from.to_owned()))?;
        let entrants = Entrants::read(season)?;
        let mut taken = TakenBack::default();
        for of in season.store.open_matches()? {
            let is_lent =
                matches!(&of.state, MatchState::Held { holder, .. } if *holder == loan.holder);
            let dir = match_dir(season, from, of.id);
            if !is_lent || !RunFolder::is_run(&dir) {
                continue;
            }
            if !RunFolder::has_sums(&dir) {
                taken.unfinished += 1;
                continue;
            }
            let wanted =
                self.prepared(season, &entrants, &of, playing, season.dir())?.fingerprint();
            match sound(&dir, &wanted) {
                Ok(summary) => {
                    season.take_match(of.id, &dir, &summary, &wanted)?;
                    taken.matches += 1;
                    taken.games += summary.games;
                }
                Err(why) => taken.refused.push((of.id, why)),
            }
        }
        Ok(taken)
    }
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
        return Err("it is another run than the one that was lent".to_owned());
    }
    if let Some(damage) = verify(dir).findings.first() {
        return Err(damage.to_string());
    }
    MatchSummary::read(dir).map_err(|error| error.to_string())
}

impl Season {
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
        let seconds = lettergame_tournament::RunTiming::read(&to).seconds;
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
