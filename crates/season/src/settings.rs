//! `season.toml`: what is played, within which limits, until when.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::Deserialize;
use thiserror::Error;

use lettergame_tournament::short_hash;

/// The name of the file.
pub(crate) const FILE: &str = "season.toml";

/// Why settings are invalid.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// It is not TOML, or has unknown keys or values of another kind.
    #[error("{path}: {error}")]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The error, with its place.
        error: Box<toml::de::Error>,
    },
    /// A value is out of range.
    #[error("invalid {key} `{value}`: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// As written.
        value: String,
        /// What is accepted.
        expected: String,
    },
    /// There is nothing to play.
    #[error("no format; name at least one, below a line [[format]]")]
    NoFormat,
    /// Two formats have one name.
    #[error("two formats are named `{0}`; name them apart")]
    Twice(String),
}

/// The settings of a season, as written in `season.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeasonSettings {
    /// The name of the season.
    pub name: String,
    /// The game that is played.
    pub game: String,
    /// The seed of all deals, 0 to 2^63 - 1.
    pub seed: u64,
    /// Until when teams may hand in, in UTC; `None` for no end.
    #[serde(default)]
    pub deadline: Option<Timestamp>,
    /// With what probability neighbours must be told apart before play ends, above 0.5 and below 1.
    #[serde(default = "confidence")]
    pub confidence: f64,
    /// Another word list, relative to the folder of the season.
    #[serde(default)]
    pub lexicon: Option<String>,
    /// How many deals of each format a new version plays before older ones play on.
    #[serde(default = "placement")]
    pub placement: u64,
    /// How long a match takes, about, in seconds.
    #[serde(default = "match_seconds")]
    pub match_seconds: u64,
    /// The limits of hand-ins and players.
    #[serde(default)]
    pub limits: SeasonLimits,
    /// The formats.
    #[serde(default, rename = "format")]
    pub formats: Vec<Format>,
}

fn confidence() -> f64 {
    0.95
}

fn placement() -> u64 {
    8
}

fn match_seconds() -> u64 {
    10
}

/// The limits of hand-ins and players.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeasonLimits {
    /// The time of a program for a decision, as in a config; `None` for the game's.
    pub time_limit: Option<String>,
    /// The time of a program for all decisions of a game.
    pub game_time: Option<String>,
    /// The time of a program to say hello.
    pub init_time: Option<String>,
    /// The memory of a program, in mebibytes.
    pub memory: Option<u64>,
    /// Whether programs may keep thinking while they are not asked, if they say that they do.
    pub pondering: bool,
    /// The size of an upload, in mebibytes.
    pub upload: u64,
    /// The size of what is unpacked from it, in mebibytes.
    pub unpacked: u64,
    /// The number of files in it.
    pub files: usize,
    /// Hand-ins of a team within 24 hours.
    pub hand_ins: u32,
}

impl Default for SeasonLimits {
    fn default() -> SeasonLimits {
        SeasonLimits {
            time_limit: None,
            game_time: None,
            init_time: None,
            memory: None,
            pondering: false,
            upload: 10,
            unpacked: 50,
            files: 1000,
            hand_ins: 20,
        }
    }
}

/// One way in which the game is played: the rules and who sits at a table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Format {
    /// Its name.
    pub name: String,
    /// Teams in a game, at least 2.
    #[serde(default = "pair")]
    pub teams: usize,
    /// Seats of each team in a game.
    #[serde(default = "one")]
    pub seats_each: usize,
    /// How much it counts in the overall rating, relative to other formats.
    #[serde(default = "weight")]
    pub weight: f64,
    /// The game's settings by key, including `preset`.
    #[serde(default)]
    pub rules: BTreeMap<String, toml::Value>,
}

fn pair() -> usize {
    2
}

fn one() -> usize {
    1
}

fn weight() -> f64 {
    1.0
}

impl Format {
    /// A format of this many teams in one seat each, with the game's default rules.
    #[must_use]
    pub fn of_teams(name: &str, teams: usize) -> Format {
        let (name, rules) = (name.to_owned(), BTreeMap::new());
        Format { name, teams, seats_each: 1, weight: 1.0, rules }
    }

    /// The schedule in which its players meet once in each seating of each deal.
    pub(crate) fn schedule(&self) -> String {
        match self.seats_each {
            1 => "free-for-all".to_owned(),
            size => vec![size.to_string(); self.teams].join("v"),
        }
    }

    /// The settings of the rules, as in a raw config.
    pub(crate) fn raw_rules(&self) -> BTreeMap<String, Vec<String>> {
        let text = |value: &toml::Value| match value {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        self.rules.iter().map(|(key, value)| (key.clone(), vec![text(value)])).collect()
    }

    /// The games of a deal: each order of seats is played once.
    pub(crate) fn games_of_deal(&self) -> u64 {
        self.teams as u64
    }

    /// Identifies what is played in it.
    pub(crate) fn fingerprint(&self, game: &str) -> String {
        let rules = self.raw_rules();
        let text = format!("{game}\n{}\n{}\n{rules:?}", self.teams, self.seats_each);
        short_hash(text.as_bytes())
    }

    fn to_toml(&self) -> String {
        let name = toml::Value::from(self.name.as_str());
        let mut text = format!("\n[[format]]\nname = {name}\nteams = {}\n", self.teams);
        if self.seats_each != 1 {
            let _ = writeln!(text, "seats-each = {}", self.seats_each);
        }
        if self.weight != 1.0 {
            let _ = writeln!(text, "weight = {}", toml::Value::from(self.weight));
        }
        if !self.rules.is_empty() {
            let pairs = self.rules.iter().map(|(key, value)| format!("{key} = {value}"));
            let _ = writeln!(text, "rules = {{ {} }}", pairs.collect::<Vec<_>>().join(", "));
        }
        text
    }
}

impl SeasonSettings {
    /// Settings with the defaults of a new season.
    #[must_use]
    pub fn new(name: &str, game: &str, seed: u64, formats: Vec<Format>) -> SeasonSettings {
        SeasonSettings {
            name: name.to_owned(),
            game: game.to_owned(),
            seed,
            deadline: None,
            confidence: confidence(),
            lexicon: None,
            placement: placement(),
            match_seconds: match_seconds(),
            limits: SeasonLimits::default(),
            formats,
        }
    }

    /// Reads the settings in the folder of a season.
    ///
    /// # Errors
    /// If the file cannot be read or has an invalid value.
    pub fn read(dir: &Path) -> Result<SeasonSettings, SettingsError> {
        let path = dir.join(FILE);
        let text = fs::read_to_string(&path)
            .map_err(|error| SettingsError::Unreadable { path: path.clone(), error })?;
        let settings: SeasonSettings = toml::from_str(&text)
            .map_err(|error| SettingsError::Syntax { path, error: Box::new(error) })?;
        settings.check()?;
        Ok(settings)
    }

    /// Checks everything that does not depend on the game.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), SettingsError> {
        let wrong = |key: &str, value: String, expected: &str| {
            Err(SettingsError::Value { key: key.to_owned(), value, expected: expected.to_owned() })
        };
        if self.seed > i64::MAX as u64 {
            return wrong("seed", self.seed.to_string(), "0 to 2^63-1");
        }
        if !(self.confidence > 0.5 && self.confidence < 1.0) {
            return wrong(
                "confidence",
                self.confidence.to_string(),
                "more than 0.5 and less than 1",
            );
        }
        if !(1..=10_000).contains(&self.placement) {
            return wrong("placement", self.placement.to_string(), "1 to 10000 deals");
        }
        if !(1..=3600).contains(&self.match_seconds) {
            return wrong("match-seconds", self.match_seconds.to_string(), "1 to 3600");
        }
        if self.formats.is_empty() {
            return Err(SettingsError::NoFormat);
        }
        let mut names = BTreeSet::new();
        for format in &self.formats {
            if !is_plain(&format.name) {
                let expected = "1 to 40 letters, digits, `_` or `-`, a letter or a digit first";
                return wrong("format name", format.name.clone(), expected);
            }
            if !names.insert(format.name.to_lowercase()) {
                return Err(SettingsError::Twice(format.name.clone()));
            }
            if !(2..=14).contains(&format.teams) {
                return wrong("teams", format.teams.to_string(), "2 to 14 teams in a game");
            }
            if !(1..=7).contains(&format.seats_each) {
                return wrong("seats-each", format.seats_each.to_string(), "1 to 7 seats");
            }
            if !(format.weight > 0.0 && format.weight.is_finite()) {
                return wrong("weight", format.weight.to_string(), "a number above 0");
            }
        }
        Ok(())
    }

    /// The text of `season.toml`.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let mut text = String::from(
            "# A season of lettergame. Formats that were played must stay as they are; everything else may be \
             changed.\n",
        );
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        line("name", quoted(&self.name));
        line("game", quoted(&self.game));
        line("seed", self.seed.to_string());
        match self.deadline {
            Some(end) => line("deadline", quoted(&end.to_string())),
            None => line("# deadline", quoted("2030-01-31T23:59:00Z")),
        }
        line("confidence", toml::Value::from(self.confidence).to_string());
        self.lexicon.iter().for_each(|file| line("lexicon", quoted(file)));
        line("placement", self.placement.to_string());
        line("match-seconds", self.match_seconds.to_string());
        text += "\n[limits]\n";
        text += &self.limits.to_toml();
        self.formats.iter().for_each(|format| text += &format.to_toml());
        text
    }
}

impl SeasonLimits {
    fn to_toml(&self) -> String {
        let mut text = String::new();
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        let times = [
            ("time-limit", &self.time_limit),
            ("game-time", &self.game_time),
            ("init-time", &self.init_time),
        ];
        for (key, value) in times {
            value.iter().for_each(|value| line(key, toml::Value::from(value.as_str()).to_string()));
        }
        self.memory.iter().for_each(|memory| line("memory", memory.to_string()));
        if self.pondering {
            line("pondering", "true".to_owned());
        }
        line("upload", self.upload.to_string());
        line("unpacked", self.unpacked.to_string());
        line("files", self.files.to_string());
        line("hand-ins", self.hand_ins.to_string());
        text
    }
}

/// Whether a name is safe in files, rows and addresses.
pub(crate) fn is_plain(name: &str) -> bool {
    let is_safe = |char: char| char.is_ascii_alphanumeric() || "_-".contains(char);
    (1..=40).contains(&name.len())
        && name.starts_with(|char: char| char.is_ascii_alphanumeric())
        && name.chars().all(is_safe)
}

#[cfg(test)]
mod tests {
    use super::{Format, SeasonSettings};

    fn settings() -> SeasonSettings {
        let mut five = Format::of_teams("five", 5);
        five.rules.insert("hidden".to_owned(), toml::Value::from(3));
        five.rules.insert("preset".to_owned(), toml::Value::from("words"));
        five.weight = 2.0;
        let mut settings =
            SeasonSettings::new("spring", "a game", 7, vec![Format::of_teams("duel", 2), five]);
        settings.deadline = "2026-12-20T23:59:00Z".parse().ok();
        settings.limits.time_limit = Some("500ms".to_owned());
        settings
    }

    #[test]
    fn settings_read_back() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("season.toml"), settings().to_toml()).unwrap();
        assert_eq!(SeasonSettings::read(dir.path()).unwrap(), settings());
    }

    #[test]
    fn invalid_values_are_named() {
        let changed = |change: &dyn Fn(&mut SeasonSettings)| {
            let mut settings = settings();
            change(&mut settings);
            settings.check().unwrap_err().to_string()
        };
        assert!(changed(&|all| all.confidence = 1.0).contains("invalid confidence `1`"));
        assert!(changed(&|all| all.formats.clear()).contains("[[format]]"));
        assert!(changed(&|all| all.formats[1].name = "Duel".to_owned()).contains("`Duel`"));
        assert!(changed(&|all| all.formats[0].name = "../x".to_owned()).contains("`../x`"));
        assert!(changed(&|all| all.formats[0].teams = 1).contains("2 to 14"));
        assert!(changed(&|all| all.formats[0].weight = f64::NAN).contains("`NaN`"));
        assert!(changed(&|all| all.placement = 0).contains("1 to 10000"));
    }

    #[test]
    fn unknown_keys_are_refused_with_their_place() {
        let dir = tempfile::tempdir().unwrap();
        let text = settings().to_toml().replace("placement =", "placment =");
        std::fs::write(dir.path().join("season.toml"), text).unwrap();
        let error = SeasonSettings::read(dir.path()).unwrap_err().to_string();
        assert!(error.contains("season.toml") && error.contains("placment"), "{error}");
        assert!(error.contains("line"), "{error}");
    }

    #[test]
    fn only_what_is_played_identifies_a_format() {
        let format = &settings().formats[1];
        let mut other = format.clone();
        (other.name, other.weight) = ("penta".to_owned(), 1.0);
        assert_eq!(other.fingerprint("g"), format.fingerprint("g"));
        other.rules.insert("hidden".to_owned(), toml::Value::from(4));
        assert_ne!(other.fingerprint("g"), format.fingerprint("g"));
    }
}
