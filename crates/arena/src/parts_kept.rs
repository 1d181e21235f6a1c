//! Runs whose final form is the parts in which they were played, on whatever machines.

use std::path::Path;

use crate::{ReadyRun, RunError, Session};
use lettergame_plan::Shard;
use lettergame_registry::Prepared;
use lettergame_report::Tally;
use lettergame_run::{RunFolder, RunInfo, RunTiming, stored_tallies};

impl ReadyRun {
    /// Completes the folder of a run whose complete parts are in its folder `parts`; playing the session, which
    /// has no games left, writes its standings and its manifest. Reads the counts of the parts; their rows only
    /// if players can fail or there are stages: who is benched, and who meets, follows from the rows.
    ///
    /// # Errors
    /// If parts are missing, incomplete or overlap, or do not match the config.
    pub fn keep_parts(self, dir: &Path) -> Result<Session, RunError> {
        let fingerprint = self.fingerprint();
        let ReadyRun { prepared, words, host_options, .. } = self;
        let info = RunInfo {
            shard: Shard::WHOLE,
            fingerprint,
            lexicon: words,
            checked: true,
            parts: None,
        };
        let tally = merged(dir, &prepared)?;
        let folder = RunFolder::of_parts(dir, &prepared.config, &info)?;
        let is_staged = prepared.tournament.schedule().results().is_some();
        if prepared.tournament.has_external_players() || is_staged {
            return Session::reopen_locked(folder.into_lock(), &host_options);
        }
        Ok(Session::complete(prepared, folder, tally, RunTiming::default()))
    }
}

/// The counts of all parts.
fn merged(dir: &Path, prepared: &Prepared) -> Result<Tally, RunError> {
    let tournament = &*prepared.tournament;
    let (schedule, names) = (tournament.schedule(), tournament.names());
    let mut tally = Tally::of(schedule, names);
    for part in stored_tallies(dir, &schedule.part(Shard::WHOLE))? {
        let (games, json) = part?;
        let refused = |why: String| RunError::Part { game: games.start, why };
        let read = Tally::read(schedule, names, &json);
        let read = read.map_err(|error| refused(format!("has {error}")))?;
        if read.games() != games.end - games.start {
            return Err(refused("has a tally of other games".to_owned()));
        }
        tally.merge(&read)?;
    }
    Ok(tally)
}
