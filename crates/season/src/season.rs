//! An open season: its settings, its database and the places of its files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;

use crate::settings::FILE;
use crate::store::{AuditLine, HandIn, Store, Team, Version};
use crate::team::team_name;
use crate::{Format, SeasonError, SeasonSettings};
use lettergame_arena::Words;
use lettergame_base::{Name, did_you_mean};

/// Who acts when nobody else is named: the person at the command line.
pub const TEACHER: &str = "teacher";

/// A version that plays after all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Its name: `TEAM.NUMBER`.
    pub version: String,
    /// Whether it did not play before.
    pub changed: bool,
}

/// An open season.
#[derive(Debug)]
pub struct Season {
    dir: PathBuf,
    settings: SeasonSettings,
    /// The numbers of the formats in the database, in the order of the settings.
    formats: Vec<i64>,
    /// The time that it is said to be, if not the real one.
    pretended: Option<i64>,
    /// The settings' file, as it was when they were read.
    stamp: Stamp,
    pub(crate) store: Store,
}

impl Season {
    /// Creates a season in a new folder. The settings must fit their game: see
    /// [`check_formats`](SeasonSettings::check_formats).
    ///
    /// # Errors
    /// If the folder is in use, or cannot be written.
    pub fn create(dir: &Path, settings: &SeasonSettings) -> Result<Season, SeasonError> {
        settings.check()?;
        if fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(SeasonError::Exists(dir.to_owned()));
        }
        for folder in ["players", "matches"] {
            let path = dir.join(folder);
            fs::create_dir_all(&path).map_err(SeasonError::io("create", &path))?;
        }
        Store::create(dir)?;
        // written last: it makes the folder a season
        let path = dir.join(FILE);
        fs::write(&path, settings.to_toml()).map_err(SeasonError::io("write", &path))?;
        Season::open(dir)
    }

    /// Opens a season to read and to change it.
    ///
    /// # Errors
    /// If the folder is no season, its settings are invalid, or its database cannot be used.
    pub fn open(dir: &Path) -> Result<Season, SeasonError> {
        let stamp = stamp(dir);
        let settings = Season::settings_of(dir)?;
        let mut store = Store::open(dir)?;
        let formats = settings
            .formats
            .iter()
            .map(|format| store.set_format(&format.name, &format.fingerprint(&settings.game)))
            .collect::<Result<_, _>>()?;
        Season::opened(dir, (settings, stamp), formats, store)
    }

    /// Opens a season to read it, also in a folder that cannot be written. What changes it fails.
    ///
    /// # Errors
    /// If the folder is no season, its settings are invalid, or its database cannot be read.
    pub fn read(dir: &Path) -> Result<Season, SeasonError> {
        let stamp = stamp(dir);
        let settings = Season::settings_of(dir)?;
        let store = Store::read(dir)?;
        let number = |(place, format): (i64, &Format)| {
            let found = store.find_format(&format.name, &format.fingerprint(&settings.game))?;
            // no match is of a format that is not recorded yet
            Ok(found.unwrap_or(-place))
        };
        let formats =
            (1..).zip(&settings.formats).map(number).collect::<Result<_, SeasonError>>()?;
        Season::opened(dir, (settings, stamp), formats, store)
    }

    fn settings_of(dir: &Path) -> Result<SeasonSettings, SeasonError> {
        if !dir.join(FILE).is_file() {
            return Err(SeasonError::NoSeason(dir.to_owned()));
        }
        Ok(SeasonSettings::read(dir)?)
    }

    fn opened(
        dir: &Path,
        (settings, stamp): (SeasonSettings, Stamp),
        formats: Vec<i64>,
        store: Store,
    ) -> Result<Season, SeasonError> {
        let dir = std::path::absolute(dir).map_err(SeasonError::io("find", dir))?;
        Ok(Season { dir, settings, formats, pretended: None, stamp, store })
    }

    /// Reads the settings again if their file was changed since; returns whether it was.
    ///
    /// # Errors
    /// If they are invalid now; those from before remain.
    pub fn reread(&mut self) -> Result<bool, SeasonError> {
        if stamp(&self.dir) == self.stamp {
            return Ok(false);
        }
        *self = Season { pretended: self.pretended, ..Season::open(&self.dir)? };
        Ok(true)
    }

    /// Lets this season believe that it is this time, in seconds since 1970 in UTC, wherever it records or shows
    /// one: for a season that shows in minutes what happens in weeks. Leases keep to the real time.
    pub fn pretend(&mut self, time: i64) {
        self.pretended = Some(time);
    }

    /// The time, in seconds since 1970 in UTC.
    pub(crate) fn now(&self) -> i64 {
        self.pretended.unwrap_or_else(now)
    }

    /// Its folder; absolute.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its settings.
    #[must_use]
    pub fn settings(&self) -> &SeasonSettings {
        &self.settings
    }

    /// The formats that are played, with their numbers in the database.
    pub(crate) fn formats(&self) -> impl Iterator<Item = (i64, &Format)> {
        self.formats.iter().copied().zip(&self.settings.formats)
    }

    /// The format of this number in the database, if it is played.
    pub(crate) fn format_numbered(&self, number: i64) -> Option<&Format> {
        self.formats().find(|(own, _)| *own == number).map(|(_, format)| format)
    }

    /// Its word list.
    ///
    /// # Errors
    /// If the list cannot be read.
    pub fn words(&self) -> Result<Words, SeasonError> {
        Ok(self.settings.words(self.lexicon().as_deref())?)
    }

    /// The path of its own word list, if it has one.
    pub(crate) fn lexicon(&self) -> Option<PathBuf> {
        self.settings.lexicon.as_ref().map(|file| self.dir.join(file))
    }

    /// The folder with the files of a version; empty for a built-in player.
    pub(crate) fn version_dir(&self, team: &str, number: u64) -> PathBuf {
        self.dir.join("players").join(team).join(number.to_string())
    }

    /// The folder of a match: a run like any other.
    #[must_use]
    pub fn match_dir(&self, id: i64) -> PathBuf {
        let group = format!("{:04}", id / 1000);
        self.dir.join("matches").join(group).join(format!("{id:07}"))
    }

    /// All teams, by name.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn teams(&self) -> Result<Vec<Team>, SeasonError> {
        self.store.teams()
    }

    /// All versions, in the order in which they were accepted.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn versions(&self) -> Result<Vec<Version>, SeasonError> {
        self.store.versions()
    }

    /// The team of that name, regardless of case.
    ///
    /// # Errors
    /// If there is none; the error names the nearest.
    pub fn team(&self, name: &str) -> Result<Team, SeasonError> {
        self.known_team(name)?.ok_or_else(|| match self.store.teams() {
            Err(error) => error,
            Ok(teams) => {
                let hint = did_you_mean(name, teams.iter().map(|team| team.name.as_str()));
                SeasonError::NoTeam { name: name.to_owned(), hint }
            }
        })
    }

    /// The team of that name, regardless of case and of how accents are typed, if there is one.
    fn known_team(&self, name: &str) -> Result<Option<Team>, SeasonError> {
        let name = Name::of_text(name).as_str().to_lowercase();
        let mut teams = self.store.teams()?.into_iter();
        Ok(teams.find(|team| team.name.to_lowercase() == name))
    }

    /// The number of matches that are played to their end.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn matches_played(&self) -> Result<u64, SeasonError> {
        Ok(self.store.changes()?.1.unsigned_abs())
    }

    /// The hand-ins of a team, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn hand_ins(&self, team: &Team) -> Result<Vec<HandIn>, SeasonError> {
        self.store.hand_ins(team.id)
    }

    /// The newest lines of the log of who did what, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn audit(&self, most: u32) -> Result<Vec<AuditLine>, SeasonError> {
        self.store.audit(most)
    }

    /// Adds a team, unless it is there; returns it.
    ///
    /// # Errors
    /// If it cannot have this name.
    pub fn add_team(&mut self, name: &str, who: &str) -> Result<Team, SeasonError> {
        self.known_or_added(&team_name(name)?, who)
    }

    /// Adds those of these teams that are not there; returns all. None is added if one cannot have its name.
    ///
    /// # Errors
    /// If one cannot have its name.
    pub fn add_teams(&mut self, names: &[String], who: &str) -> Result<Vec<Team>, SeasonError> {
        let names: Vec<Name> =
            names.iter().map(|name| team_name(name)).collect::<Result<_, _>>()?;
        names.iter().map(|name| self.known_or_added(name, who)).collect()
    }

    fn known_or_added(&mut self, name: &Name, who: &str) -> Result<Team, SeasonError> {
        if let Some(team) = self.known_team(name.as_str())? {
            return Ok(team);
        }
        let now = self.now();
        self.store.add_team(name.as_str(), now, who)
    }

    /// Withdraws a team: it plays no more, and its games stay. False if it was withdrawn before.
    ///
    /// # Errors
    /// If there is no such team.
    pub fn withdraw(&mut self, name: &str, who: &str) -> Result<bool, SeasonError> {
        let team = self.team(name)?;
        if team.withdrawn.is_some() {
            return Ok(false);
        }
        let now = self.now();
        self.store.withdraw(&team, now, who)?;
        Ok(true)
    }

    /// Lets a version of a team play from now on, also that of a team that was withdrawn; without a
    /// number, the version that played last.
    ///
    /// # Errors
    /// If there is no such team or version.
    pub fn restore(
        &mut self,
        name: &str,
        number: Option<u64>,
        who: &str,
    ) -> Result<Restored, SeasonError> {
        let team = self.team(name)?;
        let versions: Vec<Version> =
            self.store.versions()?.into_iter().filter(|version| version.team == team.id).collect();
        let wanted = |version: &&Version| match number {
            Some(number) => version.number == number,
            None => Some(version.id) == team.current,
        };
        let Some(version) = versions.iter().find(wanted) else {
            let there = versions.len();
            let Some(number) = number.filter(|_| there > 0) else {
                return Err(SeasonError::NoPlayer(team.name));
            };
            let versions = match there {
                1 => "only version 1".to_owned(),
                most => format!("versions 1 to {most}"),
            };
            return Err(SeasonError::NoVersion { team: team.name, number, versions });
        };
        let restored = Restored {
            version: format!("{}.{}", team.name, version.number),
            changed: team.current != Some(version.id) || team.withdrawn.is_some(),
        };
        if restored.changed {
            let now = self.now();
            self.store.restore((&team, version), now, who)?;
        }
        Ok(restored)
    }

    /// Freezes hand-ins by teams, or allows them again. False if nothing changed.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn freeze(&mut self, freeze: bool, who: &str) -> Result<bool, SeasonError> {
        if self.is_frozen()? == freeze {
            return Ok(false);
        }
        let (what, query) = match freeze {
            true => ("froze hand-ins", "INSERT OR REPLACE INTO flag VALUES ('frozen', 'yes')"),
            false => ("allowed hand-ins", "DELETE FROM flag WHERE name = 'frozen'"),
        };
        let now = self.now();
        self.store.logged(now, who, what, |change| change.execute(query, []).map(|_| true))
    }

    /// Adds a line to the log of who did what.
    pub(crate) fn note(&mut self, who: &str, what: &str) -> Result<(), SeasonError> {
        let now = self.now();
        self.store.logged(now, who, what, |_| Ok(()))
    }

    /// Whether hand-ins by teams are frozen.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn is_frozen(&self) -> Result<bool, SeasonError> {
        Ok(self.store.flag("frozen")?.is_some())
    }

    /// Why teams may not hand in now, if they may not.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn closed(&self) -> Result<Option<String>, SeasonError> {
        if self.is_frozen()? {
            return Ok(Some("hand-ins are frozen".to_owned()));
        }
        let over = self.settings.deadline.filter(|end| end.as_second() <= self.now());
        Ok(over.map(|end| format!("the deadline was {end}")))
    }
}

/// What tells whether a file was changed: its size and when it was written.
type Stamp = Option<(u64, SystemTime)>;

/// The stamp of the settings in the folder of a season.
fn stamp(dir: &Path) -> Stamp {
    let data = fs::metadata(dir.join(FILE)).ok()?;
    Some((data.len(), data.modified().ok()?))
}

/// The real time, in seconds since 1970 in UTC.
pub(crate) fn now() -> i64 {
    Timestamp::now().as_second()
}
