//! A table `[[player]]` of a config as written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::DeValue;

use crate::config::reader::Reader;
use crate::players::paths::from;
use crate::players::spec::inline_table;
use crate::{Fitted, FittedFile, Module, PlayerSource, RawConfigError};
use lettergame_base::did_you_mean;
use lettergame_game::FILE_PARAMETERS;
use lettergame_protocol::{COMMAND_PREFIX, MODULE_PREFIX, Program};

/// A table `[[player]]` as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawProgram {
    /// The name of the player.
    pub name: String,
    /// Its command.
    pub command: Option<String>,
    /// Its module, if it has no command.
    pub wasm: Option<String>,
    /// Its class in the language that hosts this library, if it has neither: `package.module:Name`.
    pub class: Option<String>,
    /// Its built-in strategy with its parameters, if it has none of these.
    pub strategy: Option<String>,
    /// The files of that strategy by their parameters.
    pub files: Vec<(&'static str, String)>,
    /// The required fingerprints of the module or of the files.
    pub sha256: Option<RawFingerprints>,
    /// The base of the command's relative paths, relative to the config.
    pub cwd: Option<String>,
    /// Environment variables in addition to those that every program has.
    pub env: BTreeMap<String, String>,
    /// The paths it may read, relative to the config.
    pub allow_read: Vec<String>,
    /// The data folder provided in its working directory, relative to the config.
    pub data: Option<String>,
    /// Its memory limit in mebibytes.
    pub memory: Option<u64>,
    /// Its time limit per decision.
    pub time_limit: Option<String>,
    /// Its time limit for all decisions of a game.
    pub game_time: Option<String>,
    /// Its time limit until hello.
    pub init_time: Option<String>,
    /// Whether it may keep thinking while it is not asked anything.
    pub pondering: bool,
    /// The base of its relative paths.
    pub base: Option<PathBuf>,
}

/// Fingerprints as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawFingerprints {
    /// That of the only file.
    One(String),
    /// Those of several files, by their parameters.
    Each(BTreeMap<String, String>),
}

const KEYS: [&str; 15] = [
    "name",
    "command",
    "wasm",
    "class",
    "strategy",
    "sha256",
    "cwd",
    "env",
    "allow-read",
    "data",
    "memory",
    "time-limit",
    "game-time",
    "init-time",
    "pondering",
];

impl RawProgram {
    /// Reads all tables.
    pub(crate) fn read_all(
        reader: &Reader<'_>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Vec<RawProgram>, RawConfigError> {
        let tables = value.get_ref().as_array().ok_or_else(|| {
            reader.wanted(value, "a list of tables, each below a line [[player]],")
        })?;
        tables.iter().map(|table| RawProgram::read(reader, table)).collect()
    }

    fn read(
        reader: &Reader<'_>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<RawProgram, RawConfigError> {
        let table = value.get_ref().as_table().ok_or_else(|| {
            let what =
                "expected a table below a line [[player]]; names of players belong in `players`";
            reader.error(value.span().start, what.to_owned())
        })?;
        let mut raw = RawProgram::default();
        for (key, value) in table {
            let name: &str = key.get_ref();
            match name {
                "name" => raw.name = reader.string(value)?,
                "command" => raw.command = Some(command(reader, value)?),
                "wasm" => raw.wasm = Some(reader.string(value)?),
                "class" => raw.class = Some(reader.string(value)?),
                "strategy" => raw.strategy = Some(reader.string(value)?),
                "sha256" => raw.sha256 = Some(fingerprints(reader, value)?),
                "cwd" => raw.cwd = Some(reader.string(value)?),
                "env" => raw.env = environment(reader, value)?,
                "allow-read" => raw.allow_read = strings(reader, value)?,
                "data" => raw.data = Some(reader.string(value)?),
                "memory" => raw.memory = Some(memory(reader, value)?),
                "time-limit" => raw.time_limit = Some(reader.string(value)?),
                "game-time" => raw.game_time = Some(reader.string(value)?),
                "init-time" => raw.init_time = Some(reader.string(value)?),
                "pondering" => raw.pondering = boolean(reader, value)?,
                _ => match file_parameter(name) {
                    Some(key) => raw.files.push((key, reader.string(value)?)),
                    None => {
                        let keys = KEYS.into_iter().chain(FILE_PARAMETERS);
                        let what = format!("unknown key `{name}`{}", did_you_mean(name, keys));
                        return Err(reader.error(key.span().start, what));
                    }
                },
            }
        }
        raw.check_kind().map_err(|what| reader.error(value.span().start, what))?;
        if raw.name.is_empty() {
            raw.name = raw.usual_name();
        }
        Ok(raw)
    }

    /// Checks that it is described as exactly one kind of player.
    fn check_kind(&self) -> Result<(), String> {
        let kinds = [&self.command, &self.wasm, &self.class, &self.strategy];
        let what = match kinds.into_iter().flatten().count() {
            0 => "a player needs `command`, `wasm` or `strategy` (or, from Python, a `class`)"
                .to_owned(),
            1 if self.strategy.is_some() && self.files.is_empty() && self.sha256.is_some() => {
                format!("`sha256` is that of a file: {}", file_keys("or"))
            }
            1 if self.strategy.is_none() && !self.files.is_empty() => {
                format!("{} belong to a `strategy`", file_keys("and"))
            }
            1 => return self.check_fingerprints(),
            _ => {
                "a player takes exactly one of `command`, `wasm`, `class` and `strategy`".to_owned()
            }
        };
        Err(what)
    }

    /// Checks that each fingerprint is that of a file.
    fn check_fingerprints(&self) -> Result<(), String> {
        match &self.sha256 {
            Some(RawFingerprints::One(_)) if self.files.len() > 1 => {
                let example = inline_table(self.files.iter().map(|(key, _)| (key, "\"...\"")));
                Err(format!("several files take a table: sha256 = {example}"))
            }
            Some(RawFingerprints::Each(each)) => {
                let strange = |key: &&String| self.files.iter().all(|(file, _)| file != key);
                each.keys().find(strange).map_or(Ok(()), |key| {
                    Err(format!("`sha256` names `{key}`, but the player has no such file"))
                })
            }
            _ => Ok(()),
        }
    }

    /// The fingerprint of the file of this parameter, or of the module.
    fn fingerprint(&self, key: &str) -> Option<String> {
        match self.sha256.as_ref()? {
            RawFingerprints::One(hash) => Some(hash.clone()),
            RawFingerprints::Each(each) => each.get(key).cloned(),
        }
    }

    /// The default name: its command or module, or the last part of its class.
    fn usual_name(&self) -> String {
        let text = self.command.as_ref().map(|command| format!("{COMMAND_PREFIX}{command}"));
        let module = || self.wasm.as_ref().map(|file| format!("{MODULE_PREFIX}{file}"));
        let class = || self.class.as_ref()?.rsplit([':', '.']).next().map(str::to_owned);
        let fitted = || {
            let files = self.files.iter().map(|(key, file)| format!(":{key}={file}"));
            Some(self.strategy.clone()? + &files.collect::<String>())
        };
        text.or_else(module).or_else(class).or_else(fitted).unwrap_or_default()
    }

    /// The source it describes, with its time limits per decision, per game and until hello.
    /// Relative paths start at its own base if it has one, otherwise at `base`.
    pub(crate) fn described(&self, base: &Path, times_ms: [Option<u64>; 3]) -> PlayerSource {
        let [time_limit_ms, game_time_ms, init_time_ms] = times_ms;
        let base = self.base.as_deref().unwrap_or(base);
        if let Some(class) = &self.class {
            return PlayerSource::Class(class.clone());
        }
        let file = |&(key, ref file): &(&'static str, String)| FittedFile {
            key,
            path: from(base, file),
            sha256: self.fingerprint(key),
        };
        let files = self.files.iter().map(file).collect();
        if let Some(strategy) = &self.strategy {
            return match Fitted::new(strategy.clone(), files) {
                Some(fitted) => PlayerSource::Fitted(fitted),
                None => PlayerSource::of_strategy(strategy, base),
            };
        }
        if let Some(file) = &self.wasm {
            return PlayerSource::Module(Module {
                path: from(base, file),
                sha256: self.fingerprint("wasm"),
                memory_mib: self.memory,
            });
        }
        PlayerSource::Program(Program {
            command: self.command.clone().unwrap_or_default(),
            cwd: from(base, self.cwd.as_deref().unwrap_or("")),
            env: self.env.clone(),
            allow_read: self.allow_read.iter().map(|path| from(base, path)).collect(),
            data: self.data.as_ref().map(|folder| from(base, folder)),
            memory_mib: self.memory,
            time_limit_ms,
            game_time_ms,
            init_time_ms,
            pondering: self.pondering,
        })
    }
}

/// The parameter of this name if its value is a file.
fn file_parameter(name: &str) -> Option<&'static str> {
    FILE_PARAMETERS.into_iter().find(|key| *key == name)
}

/// The keys of files for a message.
fn file_keys(word: &str) -> String {
    let [all @ .., last] = FILE_PARAMETERS.map(|key| format!("`{key}`"));
    format!("{} {word} {last}", all.join(", "))
}

/// A string, or a list of words.
fn command(reader: &Reader<'_>, value: &Spanned<DeValue<'_>>) -> Result<String, RawConfigError> {
    if value.get_ref().as_array().is_none() {
        return reader.string(value);
    }
    let words = strings(reader, value)?;
    shlex::try_join(words.iter().map(String::as_str)).map_err(|_| {
        reader.error(value.span().start, "the command contains a NUL character".to_owned())
    })
}

/// A string, or a table with a string for each file.
fn fingerprints(
    reader: &Reader<'_>,
    value: &Spanned<DeValue<'_>>,
) -> Result<RawFingerprints, RawConfigError> {
    let Some(table) = value.get_ref().as_table() else {
        return reader.string(value).map(RawFingerprints::One);
    };
    let pairs = table.iter().map(|(key, value)| {
        let name: &str = key.get_ref();
        Ok((name.to_owned(), reader.string(value)?))
    });
    Ok(RawFingerprints::Each(pairs.collect::<Result<_, RawConfigError>>()?))
}

fn strings(
    reader: &Reader<'_>,
    value: &Spanned<DeValue<'_>>,
) -> Result<Vec<String>, RawConfigError> {
    let list = value.get_ref().as_array().ok_or_else(|| reader.wanted(value, "a list"))?;
    list.iter().map(|item| reader.string(item)).collect()
}

fn environment(
    reader: &Reader<'_>,
    value: &Spanned<DeValue<'_>>,
) -> Result<BTreeMap<String, String>, RawConfigError> {
    let table = value.get_ref().as_table().ok_or_else(|| reader.wanted(value, "a table"))?;
    let pairs = table.iter().map(|(key, value)| {
        let name: &str = key.get_ref();
        Ok((name.to_owned(), reader.scalar(value)?))
    });
    pairs.collect()
}

fn boolean(reader: &Reader<'_>, value: &Spanned<DeValue<'_>>) -> Result<bool, RawConfigError> {
    value.get_ref().as_bool().ok_or_else(|| reader.wanted(value, "true or false"))
}

/// Mebibytes, from 16 to a tebibyte.
fn memory(reader: &Reader<'_>, value: &Spanned<DeValue<'_>>) -> Result<u64, RawConfigError> {
    if value.get_ref().as_integer().is_none() {
        return Err(reader.wanted(value, "a whole number of mebibytes, as in memory = 512"));
    }
    let memory = reader.number(value)?;
    if (16..=1 << 20).contains(&memory) {
        return Ok(memory);
    }
    let what = format!("invalid value `{memory}`: expected 16 to {} mebibytes", 1 << 20);
    Err(reader.error(value.span().start, what))
}
