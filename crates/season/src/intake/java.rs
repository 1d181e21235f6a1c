//! Players in Java: their sources, and the class that is started.

use std::fs;
use std::path::Path;

use crate::intake::class_file::ClassFile;
use crate::intake::command::join;
use crate::intake::contents::Contents;
use crate::intake::entry_error::EntryError;
use crate::intake::java_source::{SIMULATOR, is_class_player, is_source, is_test_class};

/// The folder of compiled classes.
pub(super) const BUILD: &str = "build";
/// Other folders where tools leave classes.
const FOLDERS: [&str; 5] = [BUILD, ".", "bin", "out", "classes"];
/// Maximum size of a source or class that is looked into.
const MAX_BYTES: u64 = 4 << 20;

/// The sources of the player, without its tests.
pub(super) fn sources(contents: &Contents) -> Vec<&str> {
    contents.paths().filter(|path| is_source(path)).collect()
}

/// Whether a source is that of a player of the class simulator.
pub(super) fn is_class_player_in(dir: &Path, path: &str) -> bool {
    read(dir, path).is_some_and(|bytes| is_class_player(&String::from_utf8_lossy(&bytes)))
}

/// Refuses players of the class simulator, which have no `main`.
pub(super) fn check_class_players(dir: &Path, sources: &[&str]) -> Result<(), EntryError> {
    match sources.iter().find(|path| is_class_player_in(dir, path)) {
        Some(path) => Err(EntryError::ClassPlayer { class: (*path).to_owned() }),
        None => Ok(()),
    }
}

/// The command that starts the compiled classes, if there are any.
pub(super) fn class_command(dir: &Path, contents: &Contents) -> Result<Option<String>, EntryError> {
    for folder in FOLDERS {
        let classes = classes(dir, contents, folder);
        if !classes.is_empty() {
            return Ok(Some(join(&["java", "-cp", folder, &main_class(&classes)?])?));
        }
    }
    Ok(None)
}

/// Whether there are compiled classes in the folder for them.
pub(super) fn is_built(dir: &Path, contents: &Contents) -> bool {
    !classes(dir, contents, BUILD).is_empty()
}

/// The classes in a folder that are where their names say.
fn classes(dir: &Path, contents: &Contents, folder: &str) -> Vec<ClassFile> {
    let prefix = if folder == "." { String::new() } else { format!("{folder}/") };
    let paths = contents.paths().filter_map(|path| {
        let class = path.strip_prefix(&prefix)?.strip_suffix(".class")?;
        let found = ClassFile::read(&read(dir, path)?).ok()?;
        (found.name == class).then_some(found)
    });
    paths.collect()
}

/// The one class that is started: those without a package come first.
fn main_class(classes: &[ClassFile]) -> Result<String, EntryError> {
    let is_simulator = |name: &String| {
        SIMULATOR.iter().any(|package| *name == format!("{package}.Player").replace('.', "/"))
    };
    let is_class_player = |class: &&ClassFile| {
        is_simulator(&class.superclass) || class.interfaces.iter().any(is_simulator)
    };
    if let Some(class) = classes.iter().find(is_class_player) {
        return Err(EntryError::ClassPlayer { class: class.name.clone() });
    }
    let is_main = |class: &&ClassFile| {
        class.has_main && !class.name.contains('$') && !is_test_class(&class.name)
    };
    let names: Vec<String> =
        classes.iter().filter(is_main).map(|class| class.name.replace('/', ".")).collect();
    let top: Vec<&String> = names.iter().filter(|name| !name.contains('.')).collect();
    match (top.as_slice(), names.as_slice()) {
        ([name], _) => Ok((*name).clone()),
        ([], [name]) => Ok(name.clone()),
        _ => Err(EntryError::NoMain(names)),
    }
}

fn read(dir: &Path, path: &str) -> Option<Vec<u8>> {
    let place = dir.join(path);
    fs::metadata(&place).ok().filter(|data| data.len() <= MAX_BYTES)?;
    fs::read(place).ok()
}
