//! What a team may see of its own games, and nobody else: what its player printed.

use std::path::PathBuf;

use crate::results::MatchRecord;
use crate::store::Team;
use crate::{Lead, Season, SeasonError, Snapshot};
use lettergame_arena::{GamePart, Replay, RunError};

/// A match of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMatch {
    /// The match.
    pub id: i64,
    /// The format.
    pub format: String,
    /// The versions that met, by their names.
    pub players: Vec<String>,
    /// The number of its games.
    pub games: u64,
    /// When it ended, in seconds since 1970 in UTC.
    pub ended: i64,
    /// The first game in which the player of the team failed.
    pub first_fault: Option<u64>,
    /// The game that the team won by most.
    pub best: Option<Lead>,
    /// The game that it lost by most.
    pub worst: Option<Lead>,
}

impl Snapshot {
    /// The latest matches of a team, the newest first.
    #[must_use]
    pub fn matches_of(&self, season: &Season, team: &Team, most: usize) -> Vec<OwnMatch> {
        let format = |number: i64| {
            let found = season.format_numbered(number);
            found.map_or_else(String::new, |format| format.name.clone())
        };
        let matches = self.results.matches.iter().rev();
        let own = matches.filter_map(|record| {
            let place = self.own_place(team, record)?;
            Some(OwnMatch {
                id: record.id,
                format: format(record.format),
                players: record.versions.iter().map(|id| self.entrants.name(*id)).collect(),
                games: record.games,
                ended: record.ended,
                first_fault: record.sides[place].first_fault,
                best: record.sides[place].best,
                worst: record.sides[place].worst,
            })
        });
        own.take(most).collect()
    }

    /// The name of the team's version in a match; `None` if it did not play there.
    #[must_use]
    pub fn own_version(&self, team: &Team, of_match: i64) -> Option<String> {
        let record = self.find_match(of_match)?;
        let place = self.own_place(team, record)?;
        Some(self.entrants.name(record.versions[place]))
    }

    /// The place of the team's version among those of a match.
    fn own_place(&self, team: &Team, record: &MatchRecord) -> Option<usize> {
        let is_own = |id: &i64| {
            self.entrants.versions.get(id).is_some_and(|version| version.team == team.id)
        };
        record.versions.iter().position(is_own)
    }
}

/// What is needed to read the logs of a match.
#[derive(Clone, Debug)]
pub struct LogReader {
    dir: PathBuf,
}

impl Season {
    /// Reads the logs of a match.
    #[must_use]
    pub fn log_reader(&self, of_match: i64) -> LogReader {
        LogReader { dir: self.match_dir(of_match) }
    }
}

impl LogReader {
    /// Everything that a version printed in the match; `None` if there is no log of it.
    ///
    /// # Errors
    /// If the match does not exist, or its files cannot be read.
    pub fn whole_log_of(&self, version: &str) -> Result<Option<String>, SeasonError> {
        Ok(Replay::of_run(&self.dir)?.whole_log(version)?)
    }

    /// What a version printed in a game; `None` if it is no program.
    ///
    /// # Errors
    /// If the match or the game does not exist, or its files cannot be read.
    pub fn log_of(&self, game: u64, version: &str) -> Result<Option<String>, SeasonError> {
        let replay = Replay::of_run(&self.dir)?;
        let part = GamePart { log: true, player: Some(version.to_owned()), ..GamePart::default() };
        match replay.shown(game, &part) {
            Ok(shown) => {
                let logs = shown.logs.iter().flat_map(|log| log.remark.iter().chain(&log.lines));
                Ok(Some(logs.map(|line| format!("{line}\n")).collect()))
            }
            Err(RunError::NoLogs { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
