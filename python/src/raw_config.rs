//! Configs passed from Python: a file, a text, options; with classes among the players.

use std::path::{Path, PathBuf};

use lettergame_arena::{Words, absolute, read_raw_config};
use lettergame_plan::{PlayerSpec, RawConfig, RawProgram, SourceLocations};
use lettergame_protocol::{COMMAND_PREFIX, HostOptions, InProcessPlayers, sandbox::Mode};
use pyo3::prelude::*;

use crate::class_player::ClassInProcess;
use crate::failure::{failed, refused};

/// A config with everything needed to prepare it.
pub(crate) struct Given {
    pub(crate) raw: RawConfig,
    pub(crate) words: Words,
    pub(crate) host_options: HostOptions,
}

/// How programs and classes among the players are run, as passed from Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Players {
    /// Classes by player name.
    classes: Vec<(String, Py<PyAny>)>,
    /// `auto`, `require` or `off`.
    sandbox: String,
    /// Paths that all programs may read.
    allow_read: Vec<PathBuf>,
    /// The command-line program, which sandboxes player programs.
    launcher: Option<PathBuf>,
}

impl Given {
    /// A file or a text, overridden by options; all of them TOML. Relative paths in the options are relative
    /// to the current directory.
    pub(crate) fn read(
        py: Python<'_>,
        path: Option<&Path>,
        text: Option<&str>,
        options: &str,
        players: &Players,
    ) -> PyResult<Given> {
        let here = PathBuf::from(absolute(Path::new(".")));
        let base = match (path, text) {
            (Some(path), _) => read_raw_config(path).map_err(refused)?,
            (None, Some(text)) => {
                rooted(RawConfig::from_toml(text, "config").map_err(refused)?, &here)
            }
            (None, None) => RawConfig::default(),
        };
        let mut over = rooted(RawConfig::from_toml(options, "options").map_err(refused)?, &here);
        // settings that are not from a file have no location
        over.locations = SourceLocations::default();
        let raw = base.merged_with(over).with_rule_files().map_err(refused)?;
        let words = Words::of(&raw).map_err(refused)?;
        let host_options = host_options(py, &raw, players, &words)?;
        Ok(Given { raw, words, host_options })
    }
}

/// Makes the relative paths of a config without a file relative to a directory.
fn rooted(mut raw: RawConfig, here: &Path) -> RawConfig {
    raw.lexicon = raw.lexicon.map(|file| absolute(&here.join(file)));
    raw.based(here)
}

/// The options for players that are not built in; classes that were not passed are imported.
pub(crate) fn host_options(
    py: Python<'_>,
    raw: &RawConfig,
    players: &Players,
    words: &Words,
) -> PyResult<HostOptions> {
    if let (Some(name), None) = (program(raw), &players.launcher) {
        return Err(no_launcher(name));
    }
    let mut residents = InProcessPlayers::default();
    let resident = |class| ClassInProcess::resident(class, words.lexicon.clone());
    for RawProgram { name, class, .. } in &raw.programs {
        let given = players.classes.iter().find(|(given, _)| given == name);
        match (given, class) {
            (Some((_, class)), _) => residents.insert(name, resident(class.clone_ref(py))),
            (None, Some(path)) => residents.insert(name, resident(imported(py, name, path)?)),
            (None, None) => {}
        }
    }
    for (name, class) in &players.classes {
        residents.insert(name, resident(class.clone_ref(py)));
    }
    let sandbox = match players.sandbox.as_str() {
        "auto" => Mode::Auto,
        "require" => Mode::Require,
        "off" => Mode::Off,
        other => {
            return Err(failed(format!(
                "invalid value `{other}` for `sandbox`: expected auto, require or off"
            )));
        }
    };
    let allow_read = players.allow_read.iter().map(|path| absolute(path).into()).collect();
    let launcher = players.launcher.clone();
    Ok(HostOptions { sandbox, allow_read, launcher, residents, ..HostOptions::default() })
}

/// A player that is a program, if there is one.
fn program(raw: &RawConfig) -> Option<&str> {
    let is_command = |player: &&String| PlayerSpec::split(player).1.starts_with(COMMAND_PREFIX);
    let mut described = raw.programs.iter().filter(|program| program.command.is_some());
    let listed = || raw.players.iter().flatten().find(is_command).map(String::as_str);
    described.next().map(|program| program.name.as_str()).or_else(listed)
}

/// Programs are started by the command-line program, with or without a sandbox.
fn no_launcher(player: &str) -> PyErr {
    failed(format!(
        "player `{player}`: programs are started and sandboxed by the command `lettergame`, which is not on \
         the PATH; install it (cargo install --path .), or set LETTERGAME to its path"
    ))
}

/// Imports the class `package.module:Name`.
fn imported(py: Python<'_>, player: &str, path: &str) -> PyResult<Py<PyAny>> {
    let found = py.import("lettergame._players")?.call_method1("imported", (path,));
    found
        .map(Bound::unbind)
        .map_err(|error| failed(format!("player `{player}`: {}", error.value(py))))
}
