//! A season as it was at a moment, with everything that its pages show.

use crate::entrants::Entrants;
use crate::ranking::Fits;
use crate::results::{MatchRecord, Results};
use crate::{Season, SeasonError, SeasonStandings, TeamReport};

/// A season as it was at a moment.
pub struct Snapshot {
    /// When, in seconds since 1970 in UTC.
    pub(crate) at: i64,
    pub(crate) entrants: Entrants,
    pub(crate) results: Results,
    standings: SeasonStandings,
    /// The ratings of the versions that play.
    playing: Fits,
}

impl Season {
    /// The season as it is now.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn snapshot(&self) -> Result<Snapshot, SeasonError> {
        let (entrants, results) = (Entrants::read(self)?, Results::read(&self.store)?);
        let playing = Fits::of(self, &entrants, &results, entrants.playing())?;
        let standings = self.standings_of(&entrants, &results, &playing)?;
        Ok(Snapshot { at: self.now(), entrants, results, standings, playing })
    }

    /// Brings a snapshot of this season up to date; of results only the newer ones are read.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn renew(&self, snapshot: &mut Snapshot) -> Result<(), SeasonError> {
        snapshot.results.update(&self.store)?;
        let entrants = Entrants::read(self)?;
        let playing = Fits::of(self, &entrants, &snapshot.results, entrants.playing())?;
        snapshot.standings = self.standings_of(&entrants, &snapshot.results, &playing)?;
        snapshot.playing = playing;
        snapshot.entrants = entrants;
        snapshot.at = self.now();
        Ok(())
    }

    /// Whether nothing that the snapshot shows has changed since, but settings.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn is_current(&self, snapshot: &Snapshot) -> Result<bool, SeasonError> {
        let is_newest = self.store.is_last(snapshot.results.last())?;
        Ok(is_newest && Entrants::read(self)? == snapshot.entrants)
    }
}

impl Snapshot {
    /// The standings.
    #[must_use]
    pub fn standings(&self) -> &SeasonStandings {
        &self.standings
    }

    /// Everything about a team, given its number.
    pub(crate) fn report(&self, season: &Season, team: i64) -> Result<TeamReport, SeasonError> {
        season.report_on(team, &self.entrants, &self.results, &self.playing)
    }

    /// Everything about every team.
    pub(crate) fn reports(&self, season: &Season) -> Result<Vec<TeamReport>, SeasonError> {
        self.entrants.teams.keys().map(|team| self.report(season, *team)).collect()
    }

    /// A match that is played.
    pub(crate) fn find_match(&self, id: i64) -> Option<&MatchRecord> {
        self.results.matches.iter().find(|record| record.id == id)
    }
}
