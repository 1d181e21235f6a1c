//! What Python hands over as a config: a file, a text, options; with classes among the players.

use std::path::{Path, PathBuf};

use lettergame_arena::{Words, absolute, read_draft};
use lettergame_protocol::{COMMAND_PREFIX, Hosting, Residents, sandbox::Mode};
use lettergame_tournament::{Draft, Places, PlayerSpec, ProgramDraft};
use pyo3::prelude::*;

use crate::class_player::ClassResident;
use crate::failure::{failed, refused};

/// A config with everything that it needs to be prepared.
pub(crate) struct Given {
    pub(crate) draft: Draft,
    pub(crate) words: Words,
    pub(crate) hosting: Hosting,
}

/// How programs and classes among the players are treated, as Python says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Players {
    /// Classes by the names of players.
    classes: Vec<(String, Py<PyAny>)>,
    /// `auto`, `require` or `off`.
    sandbox: String,
    /// What all programs may read.
    allow_read: Vec<PathBuf>,
    /// The command line's program, which shuts programs in.
    launcher: Option<PathBuf>,
}

impl Given {
    /// A file or a text, with options laid over it; all of them TOML. What is relative in the options
    /// starts at the current folder.
    pub(crate) fn read(
        py: Python<'_>,
        path: Option<&Path>,
        text: Option<&str>,
        options: &str,
        players: &Players,
    ) -> PyResult<Given> {
        let here = PathBuf::from(absolute(Path::new(".")));
        let base = match (path, text) {
            (Some(path), _) => read_draft(path).map_err(refused)?,
            (None, Some(text)) => rooted(Draft::from_toml(text, "config").map_err(refused)?, &here),
            (None, None) => Draft::default(),
        };
        let mut over = rooted(Draft::from_toml(options, "options").map_err(refused)?, &here);
        // what was not in a file has no place
        over.places = Places::default();
        let draft = base.overlaid(over);
        let words = Words::load(draft.lexicon.as_deref().map(Path::new)).map_err(refused)?;
        let hosting = hosting(py, &draft, players, &words)?;
        Ok(Given { draft, words, hosting })
    }
}

/// Lets the relative paths of a config that is in no file start at a folder.
fn rooted(mut draft: Draft, here: &Path) -> Draft {
    draft.lexicon = draft.lexicon.map(|file| absolute(&here.join(file)));
    draft.based(here)
}

/// How players that are not built in are treated; classes that were not handed over are imported.
pub(crate) fn hosting(
    py: Python<'_>,
    draft: &Draft,
    players: &Players,
    words: &Words,
) -> PyResult<Hosting> {
    if let (Some(name), None) = (program(draft), &players.launcher) {
        return Err(no_launcher(name));
    }
    let mut residents = Residents::default();
    let resident = |class| ClassResident::resident(class, words.lexicon.clone());
    for ProgramDraft { name, class, .. } in &draft.programs {
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
                "`sandbox = {other}` is not possible: auto, require or off"
            )));
        }
    };
    let allow_read = players.allow_read.iter().map(|path| absolute(path).into()).collect();
    let launcher = players.launcher.clone();
    Ok(Hosting { sandbox, allow_read, launcher, residents, ..Hosting::default() })
}

/// A player that is a program, if there is one.
fn program(draft: &Draft) -> Option<&str> {
    let is_command = |player: &&String| PlayerSpec::split(player).1.starts_with(COMMAND_PREFIX);
    let mut described = draft.programs.iter().filter(|program| program.command.is_some());
    let listed = || draft.players.iter().flatten().find(is_command).map(String::as_str);
    described.next().map(|program| program.name.as_str()).or_else(listed)
}

/// Programs are started by the program of the command line, with or without a sandbox.
fn no_launcher(player: &str) -> PyErr {
    failed(format!(
        "player `{player}`: programs are started and shut in by the command `lettergame`, which is not on \
         the PATH; install it (cargo install --path .), or say in LETTERGAME where it is"
    ))
}

/// The class of `package.module:Name`.
fn imported(py: Python<'_>, player: &str, path: &str) -> PyResult<Py<PyAny>> {
    let found = py.import("lettergame._players")?.call_method1("imported", (path,));
    found
        .map(Bound::unbind)
        .map_err(|error| failed(format!("player `{player}`: {}", error.value(py))))
}
