//! The description that a team puts into its folder: `player.toml`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use lettergame_base::did_you_mean;
use toml::{Table, Value};

use crate::intake::command::{join, leads_outside, words_of};
use crate::intake::contents::Contents;
use crate::intake::entry::Entry;
use crate::intake::entry_error::EntryError;

/// The name of the file.
pub(super) const FILE: &str = "player.toml";
/// Its maximum size.
const MAX_BYTES: u64 = 64 << 10;
/// Maximum number of variables, and of bytes in each.
const MAX_VARIABLES: usize = 64;
const MAX_VALUE: usize = 4096;
/// Memory in mebibytes.
const MEMORY: std::ops::RangeInclusive<i64> = 16..=1 << 20;

const KEYS: [&str; 6] = ["command", "wasm", "memory", "env", "data", "pondering"];
/// Keys of a player in a tournament's config that are not the team's to decide.
const OTHERS: [&str; 8] =
    ["name", "class", "cwd", "sha256", "allow-read", "time-limit", "game-time", "init-time"];

/// Reads the description in a folder.
pub(super) fn read(dir: &Path, contents: &Contents) -> Result<Entry, EntryError> {
    let mut text = String::new();
    let file = File::open(dir.join(FILE));
    file.and_then(|file| file.take(MAX_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| wrong(format!("cannot be read: {error}")))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(wrong(format!("more than {MAX_BYTES} bytes; shorten it")));
    }
    entry(&text, contents)
}

fn wrong(why: impl Into<String>) -> EntryError {
    EntryError::Description(why.into())
}

fn entry(text: &str, contents: &Contents) -> Result<Entry, EntryError> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or(""));
        wrong(format!("line {}: {}", before.matches('\n').count() + 1, error.message()))
    })?;
    for key in table.keys().map(String::as_str) {
        if OTHERS.contains(&key) {
            return Err(wrong(format!(
                "`{key}` is set by the organisers of the tournament; remove it"
            )));
        }
        if !KEYS.contains(&key) {
            return Err(wrong(format!(
                "unknown key `{}`{}",
                key.escape_debug(),
                did_you_mean(key, KEYS)
            )));
        }
    }
    match (table.get("command"), table.get("wasm")) {
        (Some(command), None) => program(command, &table, contents),
        (None, Some(file)) => module(file, &table, contents),
        _ => Err(wrong("expected exactly one of `command` and `wasm`")),
    }
}

fn program(command: &Value, table: &Table, contents: &Contents) -> Result<Entry, EntryError> {
    let command = match command {
        Value::Array(words) => {
            let words = words.iter().map(|word| string("command", word));
            join(&words.collect::<Result<Vec<&str>, _>>()?)?
        }
        text => string("command", text)?.to_owned(),
    };
    words_of(&command, contents)?;
    Ok(Entry::Program {
        command,
        memory_mib: table.get("memory").map(memory).transpose()?,
        env: table.get("env").map(variables).transpose()?.unwrap_or_default(),
        data: table.get("data").map(|value| data(value, contents)).transpose()?,
        pondering: match table.get("pondering") {
            None => false,
            Some(value) => {
                value.as_bool().ok_or_else(|| wanted("pondering", "true or false", value))?
            }
        },
    })
}

fn module(file: &Value, table: &Table, contents: &Contents) -> Result<Entry, EntryError> {
    if let Some(key) = table.keys().find(|key| *key != "wasm") {
        return Err(wrong(format!("`{key}` belongs to a `command`, not to `wasm`; remove it")));
    }
    let file = inside("wasm", file)?;
    if !contents.has_file(file) {
        return Err(wrong(format!(
            "wasm: file `{file}` does not exist; found {}",
            contents.listed()
        )));
    }
    Ok(Entry::Module { file: file.to_owned() })
}

fn data(value: &Value, contents: &Contents) -> Result<String, EntryError> {
    let folder = inside("data", value)?.trim_end_matches('/');
    if !contents.has_folder(folder) {
        return Err(wrong(format!("data: folder `{folder}` does not exist or is empty")));
    }
    Ok(folder.to_owned())
}

/// A path below the folder.
fn inside<'a>(key: &str, value: &'a Value) -> Result<&'a str, EntryError> {
    let path = string(key, value)?;
    match leads_outside(path) {
        Some(why) => Err(wrong(format!("{key}: `{path}` {why}; expected a path in the folder"))),
        None => Ok(path.strip_prefix("./").unwrap_or(path)),
    }
}

fn string<'a>(key: &str, value: &'a Value) -> Result<&'a str, EntryError> {
    value.as_str().ok_or_else(|| wanted(key, "a string", value))
}

fn wanted(key: &str, expected: &str, found: &Value) -> EntryError {
    wrong(format!("{key}: expected {expected}, found a value of type {}", found.type_str()))
}

fn memory(value: &Value) -> Result<u64, EntryError> {
    let memory = value.as_integer();
    let memory = memory.ok_or_else(|| wanted("memory", "a whole number of mebibytes", value))?;
    let (least, most) = (MEMORY.start(), MEMORY.end());
    let wrong =
        || wrong(format!("memory: invalid value `{memory}`: expected {least} to {most} mebibytes"));
    if !MEMORY.contains(&memory) {
        return Err(wrong());
    }
    u64::try_from(memory).map_err(|_| wrong())
}

fn variables(value: &Value) -> Result<BTreeMap<String, String>, EntryError> {
    let table = value.as_table().ok_or_else(|| wanted("env", "a table", value))?;
    if table.len() > MAX_VARIABLES {
        return Err(wrong(format!("env: expected at most {MAX_VARIABLES} variables")));
    }
    table.iter().map(|(name, value)| Ok((variable(name)?, scalar(name, value)?))).collect()
}

fn variable(name: &str) -> Result<String, EntryError> {
    let is_part = |char: char| char.is_ascii_alphanumeric() || char == '_';
    if name.is_empty()
        || !name.chars().all(is_part)
        || name.starts_with(|char: char| char.is_ascii_digit())
    {
        let expected = "expected letters, digits and `_`";
        return Err(wrong(format!("env: invalid name `{}`: {expected}", name.escape_debug())));
    }
    Ok(name.to_owned())
}

fn scalar(name: &str, value: &Value) -> Result<String, EntryError> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => value.to_string(),
        other => return Err(wanted(&format!("env.{name}"), "a string", other)),
    };
    if text.len() > MAX_VALUE || text.contains('\0') {
        return Err(wrong(format!("env.{name}: expected at most {MAX_VALUE} bytes without NUL")));
    }
    Ok(text)
}
