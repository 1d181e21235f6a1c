//! The state of a season: who has a player, what was handed in, what is on loan, what is being played.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::dropped::DroppedFormat;
use crate::entrants::Entrants;
use crate::play::loan_name;
use crate::results::{Results, SideTimes};
use crate::season::now;
use crate::store::{HandIn, HandInState, Match, MatchState};
use crate::{Season, SeasonError};
use lettergame_plan::duration;

/// The state of a season.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeasonStatus {
    /// The name of the season.
    pub season: String,
    /// The game.
    pub game: String,
    /// Whether hand-ins by teams are frozen.
    pub frozen: bool,
    /// Until when teams may hand in, in seconds since 1970 in UTC; `None` for no end.
    pub deadline: Option<i64>,
    /// Why teams may not hand in now; `None` if they may.
    pub closed: Option<String>,
    /// The number of teams.
    pub teams: u64,
    /// Those without a player that were not withdrawn, by name.
    pub without_player: Vec<String>,
    /// Those that were withdrawn, by name.
    pub withdrawn: Vec<String>,
    /// The number of versions.
    pub versions: u64,
    /// Matches played, in the formats of the settings.
    pub matches: u64,
    /// Games played, in the formats of the settings.
    pub games: u64,
    /// The newest hand-in of each team that has handed in, by team.
    pub newest_hand_ins: Vec<HandInStatus>,
    /// Loans that were not taken back, by name.
    pub loans: Vec<OpenLoan>,
    /// Matches that were begun here and are not played to their end.
    pub unfinished: Vec<UnfinishedMatch>,
    /// Versions that play and had late decisions, or need half of the time limit of the settings on average.
    pub slow: Vec<SlowPlayer>,
    /// Formats that have games and are not in the settings any more.
    pub dropped_formats: Vec<DroppedFormat>,
}

/// A hand-in of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandInStatus {
    /// The team.
    pub team: String,
    /// Its number among all hand-ins of the season.
    pub number: i64,
    /// When it arrived, in seconds since 1970 in UTC.
    pub arrived: i64,
    /// What was handed in, as its owner named it.
    pub source: String,
    /// Who handed it in.
    pub who: String,
    /// Its state: `waiting`, `checking`, `accepted` or `refused`.
    pub state: &'static str,
    /// The number of the version that it became.
    pub version: Option<u64>,
    /// Why it was refused: the last line of the log.
    pub why: Option<String>,
    /// What its check said.
    pub log: String,
}

/// Matches that were lent together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenLoan {
    /// Its name.
    pub name: String,
    /// The numbers of its matches that were not taken back.
    pub matches: Vec<i64>,
    /// Until when nobody else plays them, in seconds since 1970 in UTC.
    pub until: i64,
    /// Whether that time is over.
    pub overdue: bool,
}

/// A match that was begun here and is not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnfinishedMatch {
    /// Its number.
    pub id: i64,
    /// The format.
    pub format: String,
    /// The versions that meet.
    pub players: Vec<String>,
    /// When it was begun, in seconds since 1970 in UTC.
    pub begun: i64,
    /// Who plays it; `None` if nobody does.
    pub player: Option<String>,
}

/// A version that needs much of its time, or more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SlowPlayer {
    /// The version.
    pub version: String,
    /// The mean time of a decision, in milliseconds.
    pub mean_ms: f64,
    /// The number of decisions.
    pub decisions: u64,
    /// Decisions that were late or missing.
    pub late: u64,
}

impl Season {
    /// The state of the season.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn status(&self) -> Result<SeasonStatus, SeasonError> {
        let (entrants, results) = (Entrants::read(self)?, Results::read(&self.store)?);
        let names = |is_meant: &dyn Fn(&crate::Team) -> bool| {
            let meant = entrants.teams.values().filter(|team| is_meant(team));
            let mut names: Vec<String> = meant.map(|team| team.name.clone()).collect();
            names.sort();
            names
        };
        let mut newest_hand_ins = Vec::new();
        for team in self.teams()? {
            newest_hand_ins.extend(self.hand_in_list(&team.name)?.pop());
        }
        let (loans, unfinished) = self.open_matches(&entrants)?;
        let settings = self.settings();
        let (matches, games) = self.counted(&results);
        Ok(SeasonStatus {
            season: settings.name.clone(),
            game: settings.game.clone(),
            frozen: self.is_frozen()?,
            deadline: settings.deadline.map(|end| end.as_second()),
            closed: self.closed()?,
            teams: entrants.teams.len() as u64,
            without_player: names(&|team| team.current.is_none() && team.withdrawn.is_none()),
            withdrawn: names(&|team| team.withdrawn.is_some()),
            versions: entrants.versions.len() as u64,
            matches,
            games,
            newest_hand_ins,
            loans,
            unfinished,
            slow: self.slow_players(&entrants, &results),
            dropped_formats: self.dropped_from(&results)?,
        })
    }

    /// The hand-ins of a team, the oldest first.
    ///
    /// # Errors
    /// If there is no such team, or the database cannot be read.
    pub fn hand_in_list(&self, team: &str) -> Result<Vec<HandInStatus>, SeasonError> {
        let team = self.team(team)?;
        let versions: BTreeMap<i64, u64> =
            self.versions()?.into_iter().map(|version| (version.id, version.number)).collect();
        let mut hand_ins = self.hand_ins(&team)?;
        hand_ins.reverse();
        let status = |of: HandIn| HandInStatus {
            team: team.name.clone(),
            number: of.id,
            arrived: of.arrived,
            source: of.source,
            who: of.who,
            state: of.state.name(),
            version: of.version.and_then(|id| versions.get(&id).copied()),
            why: (of.state == HandInState::Refused)
                .then(|| of.log.lines().last().unwrap_or_default().to_owned()),
            log: of.log,
        };
        Ok(hand_ins.into_iter().map(status).collect())
    }

    fn slow_players(&self, entrants: &Entrants, results: &Results) -> Vec<SlowPlayer> {
        let limit =
            self.settings().limits.time_limit.as_deref().and_then(|text| duration(text).ok());
        let slow = |id: i64| {
            let SideTimes { decisions, total_ms, late, .. } = results.times_of(id);
            let mean_ms = total_ms / decisions.max(1) as f64;
            let is_close = limit.is_some_and(|limit| 2.0 * mean_ms >= limit.as_secs_f64() * 1000.0);
            let version = entrants.name(id);
            (late > 0 || is_close).then_some(SlowPlayer { version, mean_ms, decisions, late })
        };
        entrants.playing().into_iter().filter_map(slow).collect()
    }

    /// The loans and the matches that were begun here.
    fn open_matches(
        &self,
        entrants: &Entrants,
    ) -> Result<(Vec<OpenLoan>, Vec<UnfinishedMatch>), SeasonError> {
        let formats: BTreeMap<i64, String> =
            self.store.formats()?.into_iter().map(|format| (format.id, format.name)).collect();
        let (mut loans, mut unfinished) = (BTreeMap::new(), Vec::new());
        for of in self.store.open_matches()? {
            let Match { id, format, opened: begun, versions, state, .. } = of;
            let player = match state {
                MatchState::Held { holder, until } => match loan_name(&holder) {
                    Some(name) => {
                        let loan = loans.entry(name.to_owned()).or_insert_with(|| OpenLoan {
                            name: name.to_owned(),
                            matches: Vec::new(),
                            until,
                            overdue: until < now(),
                        });
                        loan.matches.push(id);
                        continue;
                    }
                    None => Some(holder).filter(|_| until >= now()),
                },
                MatchState::Free | MatchState::Played => None,
            };
            unfinished.push(UnfinishedMatch {
                id,
                format: formats.get(&format).cloned().unwrap_or_default(),
                players: versions.iter().map(|version| entrants.name(*version)).collect(),
                begun,
                player,
            });
        }
        Ok((loans.into_values().collect(), unfinished))
    }
}
