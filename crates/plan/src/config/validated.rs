//! A validated config: everything that determines a tournament's rows, and its text.

use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;
use std::time::Duration;

use crate::{
    PlayerSource, PlayerSpec, RawConfig, RawConfigError, Schedule, ScheduleError, ScheduleKind,
    Seating, short_hash,
};
use lettergame_base::{Name, Seed, unique_names};
use lettergame_game::Settings;
use lettergame_protocol::TimeLimits;

/// What is played. Only created from a [`RawConfig`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The name of the tournament.
    pub name: Name,
    /// The game's name in the registry.
    pub game: String,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// Who meets whom.
    pub kind: ScheduleKind,
    /// The seatings in which each deal is played.
    pub seating: Seating,
    /// The number of games per pairing.
    pub games: u64,
    /// Seed of all random choices.
    pub seed: Seed,
    /// The record level.
    pub record: RecordLevel,
    /// The path of a custom word list, as typed.
    pub lexicon: Option<String>,
    /// The time limit of player programs per decision in milliseconds; `None` for the game's
    /// default.
    pub time_limit_ms: Option<u64>,
    /// The time limit of player programs for all decisions of a game in milliseconds; `None` for 30
    /// times the limit per decision.
    pub game_time_ms: Option<u64>,
    /// The time limit of player programs until their hello in milliseconds; `None` for 10 seconds.
    pub init_time_ms: Option<u64>,
    /// The preset of the game's rules; `None` for the game's default.
    pub preset: Option<String>,
    /// The game's own settings, by key.
    pub rules: Settings,
}

impl RawConfig {
    /// The validated config. `drawn` is the seed if none is given, `game` the game if none is
    /// named.
    ///
    /// # Errors
    /// If a value is invalid. Players and rules are checked by the game itself.
    pub fn validate(&self, game: &str, drawn: Seed) -> Result<Config, RawConfigError> {
        let game = self.game.clone().unwrap_or_else(|| game.to_owned());
        let players = self.entrants()?;
        if players.is_empty() {
            return Err(RawConfigError::NoPlayers);
        }
        let mut rules = Settings::default();
        let pairs = self.rules.iter().filter(|(key, _)| *key != "preset");
        pairs.for_each(|(key, values)| rules.set(key, &values.join(",")));
        let preset = self.rules.get("preset").map(|values| values.join(","));
        let record = RecordLevel::default_of(&players);
        Ok(Config {
            name: Name::sanitized(self.name.as_deref().unwrap_or(&game)),
            kind: self.kind(players.len())?,
            game,
            players,
            seating: self.word(
                "seats",
                self.seats.as_deref(),
                Seating::Rotate,
                "rotate, permute or fixed",
            )?,
            games: self.ranged("games", self.games.unwrap_or(1000), 1, 1_000_000_000_000)?,
            seed: Seed(self.ranged("seed", self.seed.unwrap_or(drawn.0), 0, i64::MAX as u64)?),
            record: self.word(
                "record",
                self.record.as_deref(),
                record,
                "games, rounds or plies",
            )?,
            lexicon: self.lexicon.clone(),
            time_limit_ms: self.milliseconds("time-limit", self.time_limit.as_deref())?,
            game_time_ms: self.milliseconds("game-time", self.game_time.as_deref())?,
            init_time_ms: self.milliseconds("init-time", self.init_time.as_deref())?,
            preset,
            rules,
        })
    }
}

/// How much a run records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordLevel {
    /// `scores.csv`.
    Games,
    /// Also `rounds.csv`.
    Rounds,
    /// Also `plies.csv`.
    Plies,
}

impl Config {
    /// The complete config as TOML, in a fixed order.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let quoted = |value: &str| toml::Value::from(value).to_string();
        let players: Vec<String> =
            self.players.iter().map(|player| quoted(&player.listed())).collect();
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        line("name", quoted(self.name.as_str()));
        line("game", quoted(&self.game));
        line("players", format!("[{}]", players.join(", ")));
        line("schedule", quoted(&self.kind.to_string()));
        self.kind.keys().iter().for_each(|(key, value)| line(key, value.to_string()));
        line("seats", quoted(&self.seating.to_string()));
        line("games", self.games.to_string());
        line("seed", self.seed.0.to_string());
        line("record", quoted(&self.record.to_string()));
        if let Some(file) = &self.lexicon {
            line("lexicon", quoted(file));
        }
        let times = [
            ("time-limit", self.time_limit_ms),
            ("game-time", self.game_time_ms),
            ("init-time", self.init_time_ms),
        ];
        for (key, ms) in times {
            ms.iter().for_each(|ms| line(key, quoted(&format!("{ms}ms"))));
        }
        text.push_str("\n[rules]\n");
        if let Some(preset) = &self.preset {
            let _ = writeln!(text, "preset = {}", quoted(preset));
        }
        for (key, value) in self.rules.pairs() {
            let number = value.parse::<i64>().is_ok();
            let value = if number { value.to_owned() } else { quoted(value) };
            let _ = writeln!(text, "{key} = {value}");
        }
        self.external_players().for_each(|player| text += &player.to_toml());
        text
    }

    /// The players' names in rows and tables, in order.
    #[must_use]
    pub fn player_names(&self) -> Vec<Name> {
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        unique_names(&names)
    }

    /// The external players, each once, by name.
    pub fn external_players(&self) -> impl Iterator<Item = &PlayerSpec> {
        let external = self.players.iter().filter(|player| player.is_external());
        let by_name: BTreeMap<&str, &PlayerSpec> =
            external.map(|player| (player.name.as_str(), player)).collect();
        by_name.into_values()
    }

    /// The players with their sources replaced.
    #[must_use]
    pub fn with_sources(&self, change: impl Fn(&PlayerSource) -> PlayerSource) -> Vec<PlayerSpec> {
        self.players.iter().map(|player| player.with_source(change(&player.source))).collect()
    }

    /// All games of the config, by number.
    ///
    /// # Errors
    /// If the players do not fit the schedule.
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        let players = self.players.len();
        let schedule = Schedule::new(self.kind, self.seating, players, self.games, self.seed)?;
        let is_external = self.players.iter().any(PlayerSpec::is_external);
        Ok(if is_external { schedule.in_blocks() } else { schedule })
    }

    /// The time limits of player programs that are set.
    #[must_use]
    pub fn times(&self) -> TimeLimits {
        let time = |ms: Option<u64>| ms.map(Duration::from_millis);
        TimeLimits {
            choose: time(self.time_limit_ms),
            game: time(self.game_time_ms),
            init: time(self.init_time_ms),
        }
    }

    /// The rules as a JSON object: the preset, and each setting as a number or a string.
    #[must_use]
    pub fn rules_json(&self) -> serde_json::Value {
        let preset = self.preset.iter().map(|preset| ("preset", preset.as_str()));
        rules_json(preset.chain(self.rules.pairs()))
    }

    /// Whether games of a run of this config can be played again. Programs and classes are never
    /// asked twice: with such players, only recorded moves can be replayed.
    #[must_use]
    pub fn is_replayable(&self) -> bool {
        let is_pure = |player: &PlayerSpec| {
            matches!(player.source, PlayerSource::Module(_) | PlayerSource::Fitted(_))
        };
        self.record == RecordLevel::Plies || self.external_players().all(is_pure)
    }

    /// Whether any player comes from the class simulator.
    #[must_use]
    pub fn has_class_players(&self) -> bool {
        self.players.iter().any(|player| player.source.class_player().is_some())
    }

    /// A fingerprint of everything that determines the rows, including the word list's: 16
    /// hexadecimal digits of SHA-256. Runs with the same fingerprint can be joined. The name of the
    /// tournament and the path of the word list do not count.
    #[must_use]
    pub fn fingerprint(&self, lexicon: &str) -> String {
        let plain = Config {
            name: Name::sanitized(""),
            lexicon: Some(lexicon.to_owned()),
            players: self.with_sources(PlayerSource::without_paths),
            ..self.clone()
        };
        short_hash(plain.to_toml().as_bytes())
    }
}

/// Settings as a JSON object, with integers as numbers.
pub fn rules_json<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> serde_json::Value {
    let pair = |(key, value): (&str, &str)| {
        let number = value.parse::<i64>().map(serde_json::Value::from);
        (key.to_owned(), number.unwrap_or_else(|_| value.into()))
    };
    pairs.into_iter().map(pair).collect::<serde_json::Map<_, _>>().into()
}

impl RecordLevel {
    /// The default level: every decision if programs or modules play, since their games could not
    /// be replayed otherwise; otherwise the results of games, since built-in players can be asked
    /// again.
    #[must_use]
    pub fn default_of(players: &[PlayerSpec]) -> RecordLevel {
        let is_program = |player: &PlayerSpec| {
            matches!(player.source, PlayerSource::Program(_) | PlayerSource::Module(_))
        };
        if players.iter().any(is_program) { RecordLevel::Plies } else { RecordLevel::Games }
    }

    /// The row files, in the order of the levels.
    pub const FILES: [RecordLevel; 3] =
        [RecordLevel::Games, RecordLevel::Rounds, RecordLevel::Plies];
}

impl fmt::Display for RecordLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordLevel::Games => "games",
            RecordLevel::Rounds => "rounds",
            RecordLevel::Plies => "plies",
        })
    }
}

impl FromStr for RecordLevel {
    type Err = ();
    fn from_str(text: &str) -> Result<RecordLevel, ()> {
        [RecordLevel::Games, RecordLevel::Rounds, RecordLevel::Plies]
            .into_iter()
            .find(|record| record.to_string() == text)
            .ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use crate::RawConfig;
    use lettergame_base::Seed;

    #[test]
    fn games_of_programs_are_replayed_from_recorded_moves_only() {
        let replayable = |player: &str, record: &str| {
            let text = format!("players = [\"random\", {player:?}]\nrecord = {record:?}\n");
            let raw = RawConfig::from_toml(&text, "a config").unwrap();
            raw.validate("auction", Seed(0)).unwrap().is_replayable()
        };
        for (player, record, wanted) in [
            ("zero", "games", true),
            ("wasm:x.wasm", "games", true),
            ("cmd:./x", "games", false),
            ("cmd:./x", "rounds", false),
            ("cmd:./x", "plies", true),
        ] {
            assert_eq!(replayable(player, record), wanted, "{player} {record}");
        }
    }

    #[test]
    fn decisions_are_recorded_if_programs_play_unless_configured_otherwise() {
        let record = |player: &str, more: &str| {
            let text = format!("players = [\"random\", {player:?}]\n{more}");
            let raw = RawConfig::from_toml(&text, "a config").unwrap();
            raw.validate("auction", Seed(0)).unwrap().to_toml()
        };
        for (player, more, level) in [
            ("zero", "", "games"),
            ("cmd:./x", "", "plies"),
            ("wasm:x.wasm", "", "plies"),
            ("cmd:./x", "record = \"games\"\n", "games"),
            ("cmd:./x", "record = \"rounds\"\n", "rounds"),
            ("zero", "record = \"plies\"\n", "plies"),
        ] {
            let config = record(player, more);
            assert!(config.contains(&format!("record = {level:?}\n")), "{player} {more}: {config}");
        }
    }
}
