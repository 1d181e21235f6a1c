//! `season.toml`: what is played, within which limits, until when.

mod error;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use error::PLAIN;

pub use error::SettingsError;

use jiff::Timestamp;
use lettergame_arena::{RunError, Words};
use lettergame_base::is_device;
use lettergame_plan::{RawConfig, short_hash};
use lettergame_protocol::MEMORY_MIB;
use serde::Deserialize;

/// The name of the file.
pub(crate) const FILE: &str = "season.toml";

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
        let mut text = String::from("\n[[format]]\n");
        let mut keys = Keys(&mut text);
        let name = toml::Value::from(self.name.as_str()).to_string();
        keys.add("name", &name, "what is played; further formats may follow");
        keys.add("teams", &self.teams.to_string(), "teams in a game");
        keys.add("seats-each", &self.seats_each.to_string(), "seats of each team in a game");
        let weight = toml::Value::from(self.weight).to_string();
        keys.add("weight", &weight, "how much it counts in the overall rating");
        if !self.rules.is_empty() {
            let pairs = self.rules.iter().map(|(key, value)| format!("{key} = {value}"));
            let rules = format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "));
            keys.add("rules", &rules, "settings of the game, as in the config of a tournament");
        }
        text
    }
}

impl SeasonSettings {
    /// The words in a file, or the shipped ones, of the letters of the first format.
    ///
    /// # Errors
    /// If the file cannot be read or is not a word list.
    pub fn words(&self, lexicon: Option<&Path>) -> Result<Words, RunError> {
        let raw = RawConfig {
            game: Some(self.game.clone()),
            lexicon: lexicon.map(|file| file.display().to_string()),
            rules: self.formats.first().map(Format::raw_rules).unwrap_or_default(),
            ..RawConfig::default()
        };
        Words::of(&raw)
    }

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
        let settings: SeasonSettings =
            toml::from_str(&text).map_err(|error| SettingsError::of_toml(&path, &text, &error))?;
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
                return wrong("format name", format.name.clone(), PLAIN);
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
            "# A season of lettergame. Formats that were played must keep their names, teams, seats and rules; everything\n\
             # else may be changed.\n",
        );
        let mut keys = Keys(&mut text);
        keys.add("name", &quoted(&self.name), "shown, and part of the name of every run");
        keys.add("game", &quoted(&self.game), "the game of all formats");
        keys.add(
            "seed",
            &self.seed.to_string(),
            "of all deals; with another one, take loans back first",
        );
        let until = "until when teams may hand in, with its offset";
        match self.deadline {
            Some(end) => keys.add("deadline", &quoted(&end.to_string()), until),
            None => keys.add("# deadline", &quoted("2030-01-31T23:59:00Z"), until),
        }
        let confidence = toml::Value::from(self.confidence).to_string();
        keys.add("confidence", &confidence, "probability with which neighbours must be told apart");
        if let Some(file) = &self.lexicon {
            keys.add("lexicon", &quoted(file), "another word list, in this folder");
        }
        let placement = "deals of each format that a new version plays first";
        keys.add("placement", &self.placement.to_string(), placement);
        keys.add(
            "match-seconds",
            &self.match_seconds.to_string(),
            "seconds that a match takes, about",
        );
        text += "\n[limits]\n";
        self.limits.write(&mut Keys(&mut text));
        self.formats.iter().for_each(|format| text += &format.to_toml());
        text
    }
}

/// Lines of keys, each with a comment.
struct Keys<'a>(&'a mut String);

impl Keys<'_> {
    fn add(&mut self, key: &str, value: &str, comment: &str) {
        let line = format!("{key} = {value}");
        // writing to a string does not fail
        let _ = writeln!(self.0, "{line:<40} # {comment}");
    }
}

impl SeasonLimits {
    fn write(&self, keys: &mut Keys<'_>) {
        let times = [
            ("time-limit", &self.time_limit, "500ms", "time of a program for a decision"),
            ("game-time", &self.game_time, "30s", "time of a program for all decisions of a game"),
            ("init-time", &self.init_time, "10s", "time of a program to start and say hello"),
        ];
        let quoted = |text: &str| toml::Value::from(text).to_string();
        for (key, value, sample, comment) in times {
            match value {
                Some(value) => keys.add(key, &quoted(value), comment),
                None => keys.add(&format!("# {key}"), &quoted(sample), comment),
            }
        }
        let memory = "mebibytes of memory of a program";
        match self.memory {
            Some(most) => keys.add("memory", &most.to_string(), memory),
            None => keys.add("# memory", &MEMORY_MIB.to_string(), memory),
        }
        let pondering = "whether programs may think while others do";
        keys.add("pondering", &self.pondering.to_string(), pondering);
        keys.add("upload", &self.upload.to_string(), "mebibytes of a hand-in as it arrives");
        keys.add("unpacked", &self.unpacked.to_string(), "mebibytes of its files");
        keys.add("files", &self.files.to_string(), "its number of files");
        let hand_ins = "hand-ins of a team in 24 hours, if it hands in by itself";
        keys.add("hand-ins", &self.hand_ins.to_string(), hand_ins);
    }
}

/// Whether the name of a format is safe in options, columns and files.
fn is_plain(name: &str) -> bool {
    let is_safe = |char: char| char.is_ascii_alphanumeric() || "_-".contains(char);
    (1..=40).contains(&name.len())
        && name.starts_with(|char: char| char.is_ascii_alphanumeric())
        && name.chars().all(is_safe)
        && !is_device(name)
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
        assert!(changed(&|all| all.formats[0].name = "Con".to_owned()).contains("`Con`"));
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
        assert!(error.contains("line 8"), "{error}");
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
