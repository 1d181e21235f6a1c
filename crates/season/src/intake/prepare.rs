//! Makes a folder ready to be run: finds out how it is started, and compiles what has to be.

use std::path::Path;

use crate::intake::build::{BuildLimits, build};
use crate::intake::class_player::prepare_class_player;
use crate::intake::command::{names_build, words_of};
use crate::intake::contents::Contents;
use crate::intake::entry::{Entry, Prepared};
use crate::intake::entry_error::EntryError;
use crate::intake::find_entry::{decide, find_entry};
use crate::intake::java::sources;
use lettergame_words::Lexicon;

/// Finds out how a folder is started, and compiles its sources in Java if that is how. The words are for players
/// of the class simulator, which may read them from a file of their own.
///
/// # Errors
/// See [`find_entry`] and [`build`].
pub fn prepare(
    dir: &Path,
    command: Option<&str>,
    limits: &BuildLimits,
    lexicon: &Lexicon,
) -> Result<Prepared, EntryError> {
    let contents = Contents::read(dir)?;
    let is_compiled = match decide(dir, command, &contents) {
        Err(EntryError::NotBuilt) => true,
        Err(EntryError::ClassPlayer { .. }) => return prepare_class_player(dir, limits, lexicon),
        Ok(Entry::Program { command, .. }) => {
            let words = words_of(&command, &contents)?;
            let names_build = words.iter().any(|word| names_build(word));
            names_build && !sources(&contents).is_empty()
        }
        found => return found.map(Prepared::of_entry),
    };
    let log = if is_compiled { build(dir, limits)? } else { Vec::new() };
    Ok(Prepared { log, is_compiled, ..Prepared::of_entry(find_entry(dir, command)?) })
}
