//! Finds out how a folder is started. The rules are those of [`find_entry`], in order.

use std::path::Path;

use crate::intake::command::{join, names_build, words_of};
use crate::intake::contents::Contents;
use crate::intake::entry::Entry;
use crate::intake::entry_error::EntryError;
use crate::intake::java::{check_class_players, class_command, is_built, sources};
use crate::intake::player_toml;

/// Finds out how a folder is started:
///
/// 1. the command that was given;
/// 2. what `player.toml` says;
/// 3. players of the class simulator among sources in Java, which is the error [`EntryError::ClassPlayer`] until
///    [`prepare`](crate::prepare) has compiled them;
/// 4. the only `.wasm`, or else the only `.jar`;
/// 5. `player.py`, `main.py` or the only `.py`; or else `player.js`, `main.js` or the only `.js` or `.mjs`,
///    without tests and the files of the SDK;
/// 6. the only executable program;
/// 7. the class with `main` of sources in Java, once they are compiled, or of classes.
///
/// Only files directly in the folder count, except those in Java.
///
/// # Errors
/// If no rule fits, or what was named explicitly cannot be used.
pub fn find_entry(dir: &Path, command: Option<&str>) -> Result<Entry, EntryError> {
    decide(dir, command, &Contents::read(dir)?)
}

pub(super) fn decide(
    dir: &Path,
    command: Option<&str>,
    contents: &Contents,
) -> Result<Entry, EntryError> {
    if let Some(command) = command {
        let entry = Entry::of_command(command.to_owned());
        return check_built(entry, dir, contents);
    }
    if contents.has_file(player_toml::FILE) {
        return check_built(player_toml::read(dir, contents)?, dir, contents);
    }
    check_class_players(dir, &sources(contents))?;
    if let Some(file) = only(contents, &[".wasm"]) {
        return Ok(Entry::Module { file: file.to_owned() });
    }
    let jar = only(contents, &[".jar"]).map(|file| vec!["java", "-jar", file]);
    let script = || {
        let python = script(contents, ["player.py", "main.py"], &[".py"]);
        let node = || script(contents, ["player.js", "main.js"], &[".js", ".mjs"]);
        let python = python.map(|file| vec!["python3", file]);
        python.or_else(|| node().map(|file| vec!["node", file]))
    };
    if let Some(words) = jar.or_else(script) {
        return join(&words).map(Entry::of_command);
    }
    let mut programs = contents.programs().filter(|path| !is_library(path));
    if let (Some(file), None) = (programs.next(), programs.next()) {
        return join(&[&format!("./{file}")]).map(Entry::of_command);
    }
    java(dir, contents)
}

/// The command of classes that have been compiled.
fn java(dir: &Path, contents: &Contents) -> Result<Entry, EntryError> {
    if !sources(contents).is_empty() && !is_built(dir, contents) {
        return Err(EntryError::NotBuilt);
    }
    match class_command(dir, contents)? {
        Some(command) => Ok(Entry::of_command(command)),
        None => Err(EntryError::NoPlayer { found: contents.listed(), remedy: remedy(contents) }),
    }
}

/// Checks a command that was written by hand.
fn check_built(entry: Entry, dir: &Path, contents: &Contents) -> Result<Entry, EntryError> {
    let Entry::Program { command, .. } = &entry else { return Ok(entry) };
    let words = words_of(command, contents)?;
    let names_build = words.iter().any(|word| names_build(word));
    if names_build && !sources(contents).is_empty() && !is_built(dir, contents) {
        return Err(EntryError::NotBuilt);
    }
    Ok(entry)
}

/// The only file directly in the folder with one of these endings.
fn only<'a>(contents: &'a Contents, ends: &[&str]) -> Option<&'a str> {
    let mut found = contents.top().filter(|path| ends.iter().any(|end| path.ends_with(end)));
    found.next().filter(|_| found.next().is_none())
}

/// The script that is the player: one of these names, or the only one that is no test and not of the SDK.
fn script<'a>(contents: &'a Contents, names: [&'a str; 2], ends: &[&str]) -> Option<&'a str> {
    let named = names.into_iter().find(|name| contents.has_file(name));
    named.or_else(|| {
        let is_player = |path: &&str| {
            let stem = ends.iter().find_map(|end| path.strip_suffix(end));
            stem.is_some_and(|stem| !is_companion(stem))
        };
        let mut found = contents.top().filter(is_player);
        found.next().filter(|_| found.next().is_none())
    })
}

/// Whether a script of this name, without its ending, is a test or part of the SDK.
fn is_companion(stem: &str) -> bool {
    stem == "lettergame_player"
        || stem == "conftest"
        || stem == "test"
        || stem.starts_with("test_")
        || ["_test", ".test", ".spec"].iter().any(|end| stem.ends_with(end))
}

fn is_library(path: &str) -> bool {
    [".so", ".dll", ".dylib"].iter().any(|end| path.ends_with(end)) || path.contains(".so.")
}

/// What to hand in instead of what was found.
fn remedy(contents: &Contents) -> &'static str {
    let has = |end: &str| contents.paths().any(|path| path.ends_with(end));
    let needs_compiler = [".c", ".cc", ".cpp", ".go", ".kt", ".ts", ".hs", ".zig", ".cs"];
    if has(".rs") || has("Cargo.toml") {
        "of Rust hand in the built program or a .wasm, not the source"
    } else if needs_compiler.iter().any(|end| has(end)) {
        "hand in the built program or a .wasm, not the source"
    } else {
        "hand in player.py, player.js, a .wasm, a .jar, an executable program or sources in Java, \
         or write the command into player.toml"
    }
}
