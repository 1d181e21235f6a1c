//! A config as written: any key may be missing, and values are as typed. Raw configs of a file and
//! of the command line are merged; only [`RawConfig::validate`] turns one into a
//! [`Config`](crate::Config).

use std::fs;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::durations::milliseconds;
use crate::config::key::{CONFIG_KEYS, Slot};
use crate::config::reader::Reader;
use crate::players::paths::from;
use crate::players::spec::{given_name, is_source_text};
use crate::{
    PlayerSource, PlayerSpec, PlayerTextError, RawConfig, RawConfigError, RawProgram,
    expanded_player, sweep_values,
};
use lettergame_base::{Name, nearest};
use lettergame_game::{CONTENT_RULES, Settings, is_content};

/// The keys of a config that hold lists and tables.
const TABLES: [&str; 5] = ["players", "player", "rules", "queue", "run"];

impl RawConfig {
    /// The path of the word list, if one is named; otherwise the shipped list is used.
    #[must_use]
    pub fn lexicon_path(&self) -> Option<&Path> {
        self.lexicon.as_deref().map(Path::new)
    }

    /// Reads TOML. The table `run`, which a run's folder adds to its config, is ignored.
    ///
    /// # Errors
    /// Syntax errors, an unknown key (with the nearest known one) or a value of another kind; each
    /// with line, column and the line itself.
    pub fn from_toml(text: &str, source_name: &str) -> Result<RawConfig, RawConfigError> {
        let reader = Reader { text, source_name };
        RawConfig::read_table(&reader, &reader.table()?)
    }

    pub(crate) fn read_table(
        reader: &Reader<'_>,
        table: &DeTable<'_>,
    ) -> Result<RawConfig, RawConfigError> {
        let mut raw = RawConfig::default();
        for (key, value) in table {
            let name: &str = key.get_ref();
            raw.locations.0.insert(name.to_owned(), reader.place(value.span().start));
            raw.read_key(reader, name, key.span().start, value)?;
        }
        if let (Some(value), false) = (table.get("players"), raw.is_recorded) {
            raw.players = Some(raw.expand_players(reader, value)?);
        }
        Ok(raw)
    }

    /// Makes all relative paths start at the folder of this file, with links resolved.
    #[must_use]
    pub fn based_beside(mut self, file: &Path) -> RawConfig {
        let folder = file.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let folder = folder.canonicalize().unwrap_or_else(|_| from(folder, ""));
        self.lexicon = self.lexicon.map(|list| from(&folder, &list).display().to_string());
        self.based(&folder)
    }

    /// Makes the relative paths of players start at this folder.
    #[must_use]
    pub fn based(mut self, folder: &Path) -> RawConfig {
        self.programs.iter_mut().for_each(|program| program.base = Some(folder.to_owned()));
        self.queue = self.queue.into_iter().map(|part| part.based(folder)).collect();
        self.data = self.data.map(|data| from(folder, &data).display().to_string());
        for path in self.rule_files() {
            *path = from(folder, path).display().to_string();
        }
        self.base = Some(folder.to_owned());
        self
    }

    /// The values of rules that are the path of a file.
    fn rule_files(&mut self) -> impl Iterator<Item = &mut String> {
        let own = self.rules.iter_mut().filter(|(key, _)| CONTENT_RULES.contains(&key.as_str()));
        let is_path = |value: &&mut String| !is_content(value) && value.contains(['.', '/', '\\']);
        own.flat_map(|(_, values)| values).filter(is_path)
    }

    /// Puts the content of files in the place of their paths among the rules, so that what is played no
    /// longer depends on them.
    ///
    /// # Errors
    /// A file that cannot be read, or is too large.
    pub fn with_rule_files(mut self) -> Result<RawConfig, RawConfigError> {
        let mut refused = None;
        for value in self.rule_files() {
            match rule_file(value) {
                Ok(content) => *value = content,
                Err(why) => refused = refused.or(Some((value.clone(), why))),
            }
        }
        if let Some((path, why)) = refused {
            let key = self.rules.iter().find(|(_, values)| values.contains(&path));
            let key = key.map_or("rules", |(key, _)| key);
            return Err(self.invalid(key, &path, &why));
        }
        let parts = std::mem::take(&mut self.queue);
        let read = parts.into_iter().map(RawConfig::with_rule_files);
        self.queue = read.collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// The rules, of which the first value counts where there are several, and the preset.
    #[must_use]
    pub fn first_rules(&self) -> Settings {
        let mut settings = Settings::default();
        for (key, values) in &self.rules {
            values.first().into_iter().for_each(|value| settings.set(key, value));
        }
        settings
    }

    fn read_key(
        &mut self,
        reader: &Reader<'_>,
        key: &str,
        at: usize,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), RawConfigError> {
        if let Some(own) = CONFIG_KEYS.iter().find(|own| own.key == key) {
            match own.slot {
                Slot::Text(slot) | Slot::Path(slot) => *slot(self) = Some(reader.string(value)?),
                Slot::Number(slot) => *slot(self) = Some(reader.number(value)?),
            }
            return Ok(());
        }
        match key {
            "players" => self.players = Some(self.read_players(reader, value)?),
            "player" => {
                self.programs = RawProgram::read_all(reader, value)?;
                let tables = value.get_ref().as_array().into_iter().flatten();
                for (program, table) in self.programs.iter().zip(tables) {
                    let place = reader.place(table.span().start);
                    self.locations.0.entry(program.name.clone()).or_insert(place);
                }
            }
            "rules" => self.read_rules(reader, value)?,
            "queue" => self.read_queue(reader, value)?,
            "run" => self.is_recorded = true,
            _ => {
                let known = CONFIG_KEYS.iter().map(|own| own.key).chain(TABLES);
                let hint = match nearest(key, known.clone()) {
                    Some(name) => format!("; did you mean `{name}`?"),
                    None => {
                        let known: Vec<&str> = known.collect();
                        format!(
                            "; a rule of the game belongs below a line [rules]; known: {}",
                            known.join(", ")
                        )
                    }
                };
                return Err(reader.error(at, format!("unknown key `{key}`{hint}")));
            }
        }
        Ok(())
    }

    fn read_players(
        &mut self,
        reader: &Reader<'_>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Vec<String>, RawConfigError> {
        let list = value.get_ref().as_array().ok_or_else(|| reader.wanted(value, "a list"))?;
        list.iter()
            .map(|player| {
                let text = reader.string(player)?;
                let place = reader.place(player.span().start);
                let named = PlayerSpec::split(&text).0.map(str::to_owned);
                self.locations.0.extend(named.into_iter().map(|name| (name, place.clone())));
                self.locations.0.insert(text.clone(), place);
                Ok(text)
            })
            .collect()
    }

    /// Expands the grids among the players. The text of a player that a table describes is not
    /// a grid, even if it contains the path of a file.
    fn expand_players(
        &mut self,
        reader: &Reader<'_>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Vec<String>, RawConfigError> {
        let mut expanded = Vec::new();
        for (index, text) in self.players.take().unwrap_or_default().into_iter().enumerate() {
            if self.programs.iter().any(|program| program.name == text) {
                expanded.push(text);
                continue;
            }
            let item = value.get_ref().as_array().and_then(|list| list.get(index));
            let at = item.map_or(value.span().start, |item| item.span().start);
            let players = expanded_player(&text);
            let players = players.map_err(|error| reader.error(at, error.to_string()))?;
            let place = || reader.place(at);
            self.locations.0.extend(players.iter().map(|player| (player.clone(), place())));
            expanded.extend(players);
        }
        Ok(expanded)
    }

    fn read_rules(
        &mut self,
        reader: &Reader<'_>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), RawConfigError> {
        let table = value.get_ref().as_table().ok_or_else(|| reader.wanted(value, "a table"))?;
        for (key, value) in table {
            let key: &str = key.get_ref();
            self.locations.0.insert(key.to_owned(), reader.place(value.span().start));
            let items = match value.get_ref().as_array() {
                Some(list) => list.iter().map(|item| reader.scalar(item)).collect(),
                None => reader.scalar(value).map(|only| vec![only]),
            };
            let values: Vec<String> = items?.iter().flat_map(|item| sweep_values(item)).collect();
            if values.is_empty() {
                return Err(reader.wanted(value, "at least one value"));
            }
            self.rules.insert(key.to_owned(), values);
        }
        Ok(())
    }

    /// Merges two raw configs; values of `over` take precedence. The parts of a queue in `self` are merged, too;
    /// a queue in `over` takes its place.
    #[must_use]
    pub fn merged_with(mut self, mut over: RawConfig) -> RawConfig {
        let (queue, others) = (std::mem::take(&mut self.queue), std::mem::take(&mut over.queue));
        self.queue = match others.is_empty() {
            true => queue.into_iter().map(|part| part.merged_with(over.clone())).collect(),
            false => others,
        };
        self.is_recorded |= over.is_recorded;
        CONFIG_KEYS.iter().for_each(|key| key.merge(&mut self, &mut over));
        if over.players.is_some() {
            (self.players, self.base) = (over.players, over.base);
        }
        self.programs.extend(over.programs);
        self.rules.extend(over.rules);
        self.locations.0.extend(over.locations.0);
        self
    }

    /// The location of a player or key, as `FILE:LINE:COLUMN: `; empty if it is not from a file.
    #[must_use]
    pub fn place_of(&self, what: &str) -> String {
        self.locations.0.get(what).map_or_else(String::new, |place| format!("{place}: "))
    }

    /// All players. Those described in tables come last unless they are named among the players.
    /// The players with their names: those of the list, then those that only a table describes.
    ///
    /// # Errors
    /// A player that cannot be read, or two of the same name.
    pub fn entrants(&self) -> Result<Vec<PlayerSpec>, RawConfigError> {
        let base = self.base.clone().unwrap_or_default();
        let mut described = Vec::new();
        for program in &self.programs {
            let time = |key: &str, text: &Option<String>| {
                self.milliseconds(&format!("{key} of player {}", program.name), text.as_deref())
            };
            let [limit, game, init] = [&program.time_limit, &program.game_time, &program.init_time];
            let times =
                [time("time-limit", limit)?, time("game-time", game)?, time("init-time", init)?];
            let source = program.described(&base, times);
            let name = self.name_of(&program.name, &source)?;
            if described.iter().any(|other: &PlayerSpec| other.name == name) {
                return Err(self.same_name(&name));
            }
            described.push(PlayerSpec { name, source });
        }
        let listed = |text: &String| {
            let name = Name::of_text(text);
            let is_meant =
                |player: &&PlayerSpec| player.name == *text || player.name == name.as_str();
            match described.iter().find(is_meant) {
                Some(player) => Ok(player.clone()),
                None => PlayerSpec::read(text, &base)
                    .map_err(|error| RawConfigError::Player { place: self.place_of(text), error }),
            }
        };
        let mut players: Vec<PlayerSpec> =
            self.players.iter().flatten().map(listed).collect::<Result<_, _>>()?;
        described.retain(|player| !players.contains(player));
        players.extend(described);
        for (index, player) in players.iter().enumerate() {
            let differs =
                |other: &PlayerSpec| other.name == player.name && other.source != player.source;
            if players[..index].iter().any(differs) {
                return Err(self.same_name(&player.name));
            }
        }
        if let Some(data) = &self.data {
            let data = from(&base, data);
            players.iter_mut().for_each(|player| player.source.set_usual_data(&data));
        }
        Ok(players)
    }

    /// The name of a player that a table describes, if it may have it.
    fn name_of(&self, name: &str, source: &PlayerSource) -> Result<String, RawConfigError> {
        if is_source_text(name, source) {
            return Ok(name.to_owned());
        }
        given_name(name).map_err(|why| RawConfigError::Player {
            place: self.place_of(name),
            error: PlayerTextError { player: name.to_owned(), why },
        })
    }

    fn same_name(&self, name: &str) -> RawConfigError {
        self.invalid("name", name, "two players have this name")
    }

    pub(crate) fn milliseconds(
        &self,
        key: &str,
        text: Option<&str>,
    ) -> Result<Option<u64>, RawConfigError> {
        let read = |text| {
            milliseconds(key, text)
                .map_err(|expected| self.invalid(key, text, &format!("expected {expected}")))
        };
        text.map(read).transpose()
    }

    pub(crate) fn word<T: std::str::FromStr>(
        &self,
        key: &str,
        given: Option<&str>,
        default: T,
        expected: &str,
    ) -> Result<T, RawConfigError> {
        let Some(text) = given else { return Ok(default) };
        text.parse().map_err(|_| self.invalid(key, text, &format!("expected {expected}")))
    }

    pub(crate) fn ranged(
        &self,
        key: &str,
        value: u64,
        least: u64,
        most: u64,
    ) -> Result<u64, RawConfigError> {
        if (least..=most).contains(&value) {
            return Ok(value);
        }
        Err(self.invalid(key, &value.to_string(), &format!("expected {least} to {most}")))
    }

    pub(crate) fn invalid(&self, key: &str, value: &str, why: &str) -> RawConfigError {
        RawConfigError::Value {
            place: self.place_of(key),
            key: key.to_owned(),
            value: value.to_owned(),
            why: why.to_owned(),
        }
    }
}

/// The largest file of a rule, in bytes.
const MAX_RULE_FILE: u64 = 1 << 16;

/// The content of the file of a rule, in one line.
fn rule_file(path: &str) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("cannot read the file: {error}");
    let size = fs::metadata(path).map_err(unreadable)?.len();
    if size > MAX_RULE_FILE {
        return Err(format!("the file has {size} bytes: expected at most {MAX_RULE_FILE}"));
    }
    let text = fs::read_to_string(path).map_err(unreadable)?;
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').trim_end().lines().collect();
    Ok(lines.join(";") + ";")
}

#[cfg(test)]
mod tests {
    use super::RawConfig;
    use crate::{Config, RecordLevel, ScheduleKind, Seating};
    use lettergame_base::Seed;

    fn checked(text: &str) -> Result<Config, String> {
        let raw = RawConfig::from_toml(text, "t.toml").map_err(|error| error.to_string())?;
        raw.validate("auction", Seed(5)).map_err(|error| error.to_string())
    }

    #[test]
    fn omitted_settings_take_their_defaults() {
        let config = checked(r#"players = ["a"]"#).unwrap();
        assert_eq!((config.game.as_str(), config.games, config.seed), ("auction", 1000, Seed(5)));
        assert_eq!((config.kind, config.seating), (ScheduleKind::FreeForAll, Seating::Rotate));
        assert_eq!(config.record, RecordLevel::Games);
    }

    #[test]
    fn a_config_reads_back() {
        let text = r#"
            name = "x"
            players = ["a:b=c", "d"]
            schedule = "2v2"
            seats = "permute"
            games = 12
            seed = 99
            record = "plies"
            lexicon = "my \"words\".txt"
            [rules]
            preset = "seven"
            hidden = 2
            bonus = "at-least-7"
        "#;
        let config = checked(text).unwrap();
        assert_eq!(checked(&config.to_toml()), Ok(config.clone()));
        assert_eq!(config.fingerprint("l"), config.fingerprint("l"));
        let other = Config { seed: Seed(98), ..config.clone() };
        assert_ne!(config.fingerprint("l"), other.fingerprint("l"));
        assert_ne!(config.fingerprint("l"), config.fingerprint("m"));
    }

    #[test]
    fn errors_show_the_location() {
        let error = checked("players = [\"a\"]\ngmaes = 3\n").unwrap_err();
        assert_eq!(
            error,
            "t.toml:2:1: unknown key `gmaes`; did you mean `games`?\n   2 | gmaes = 3\n     | ^"
        );
        assert!(
            checked("games = \"x\"")
                .unwrap_err()
                .starts_with("t.toml:1:9: expected a whole number")
        );
        assert!(checked("games = -1").unwrap_err().starts_with("t.toml:1:9: "));
        assert!(checked("players = [").unwrap_err().starts_with("t.toml:1:"));
        let games = checked("players = [\"a\"]\ngames = 0").unwrap_err();
        assert!(
            games.starts_with("t.toml:2:9: invalid value `0` for `games`: expected 1 to"),
            "{games}"
        );
        assert!(checked("").unwrap_err().contains("no players"));
        let schedule = checked("players=[\"a\"]\nschedule = \"round-robn\"").unwrap_err();
        assert!(schedule.contains("did you mean `round-robin`?"), "{schedule}");
    }

    #[test]
    fn the_command_line_overrides_the_file() {
        let file =
            RawConfig::from_toml("games = 3\nseed = 1\n[rules]\nhidden = 2\nrounds = 4", "f");
        let over = RawConfig {
            games: Some(9),
            rules: [("hidden".into(), vec!["5".into()])].into(),
            ..RawConfig::default()
        };
        let raw = file.unwrap().merged_with(over);
        assert_eq!((raw.games, raw.seed), (Some(9), Some(1)));
        assert_eq!((&raw.rules["hidden"][0], &raw.rules["rounds"][0]), (&"5".into(), &"4".into()));
    }

    #[test]
    fn player_grids_are_expanded_on_reading() {
        let players = |text| -> Vec<String> {
            checked(text).unwrap().players.into_iter().map(|player| player.name).collect()
        };
        assert_eq!(players("players = ['a:b=1..2', 'c']"), ["a:b=1", "a:b=2", "c"]);
        let named = "players = ['equity:leaves=../x']\n[[player]]\nname = 'equity:leaves=../x'";
        let table = format!("{named}\nstrategy = 'equity'\nleaves = '../x'");
        assert_eq!(players(&table), ["equity:leaves=../x"]);
        let error = checked("players = ['c',\n 'a:b=2..1']").unwrap_err();
        assert!(error.starts_with("t.toml:2:2: player `a:b=2..1`: "), "{error}");
    }

    #[test]
    fn several_values_make_a_sweep() {
        let raw = RawConfig::from_toml("[rules]\nhidden = [0, 3]\nrounds = 4", "f").unwrap();
        let labels: Vec<String> =
            raw.runs().unwrap().iter().map(|(name, _)| name.clone().unwrap().to_string()).collect();
        assert_eq!(labels, ["hidden-0", "hidden-3"]);
        for text in ["'0..2'", "'0,1,2'", "['0..1', 2]"] {
            let raw = RawConfig::from_toml(&format!("[rules]\nhidden = {text}"), "f").unwrap();
            assert_eq!(raw.rules["hidden"], ["0", "1", "2"], "{text}");
        }
    }
}
