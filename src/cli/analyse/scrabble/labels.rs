//! What a position names, against what is used: the word list (`lex`) and the letters (`ld`).

use std::path::Path;

use crate::cli::args::SetupArgs;
use crate::cli::exit::Failure;
use lettergame_scrabble::board::Distribution;
use lettergame_scrabble::notation::Position;

/// The name of the shipped word list in positions.
const SHIPPED: &str = "lettergame";

/// The name of the word list in use: that of its file without the extension.
pub(super) fn name_of_words(setup: &SetupArgs) -> String {
    let stem = setup.lexicon.as_deref().and_then(Path::file_stem);
    stem.map_or(SHIPPED.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The name of the letter distribution in use: that of its file without the extension.
pub(super) fn name_of_letters(setup: &SetupArgs) -> String {
    let stem = setup.distribution.as_deref().and_then(|name| Path::new(name).file_stem());
    stem.map_or_else(usual_letters, |stem| stem.to_string_lossy().into_owned())
}

fn usual_letters() -> String {
    Distribution::names().next().unwrap_or_default().to_owned()
}

/// Checks the letter distribution that a position names, if it does.
///
/// # Errors
/// Another one than that in use.
pub(super) fn check_letters(named: Option<&str>, letters: &str) -> Result<(), Failure> {
    let Some(named) = named.filter(|name| !is_one_of(name, &[letters])) else { return Ok(()) };
    let known = Distribution::names().find(|name| is_one_of(name, &[named]));
    let remedy = match known {
        Some(name) => format!("read it with --distribution {name} and --lexicon FILE"),
        None => {
            format!("name a file of them with --distribution FILE, where FILE is called {named}")
        }
    };
    Err(Failure::Usage(format!(
        "the position has the letters `{named}`, and {letters} is used: {remedy}"
    )))
}

/// Checks the word list that a position names; a warning if it is another one.
///
/// # Errors
/// If `strict`, another word list.
pub(super) fn check(
    position: &Position,
    words: &str,
    strict: bool,
) -> Result<Option<String>, Failure> {
    let Some(other) = position.lexicon().filter(|name| !is_one_of(name, &[words])) else {
        return Ok(None);
    };
    let text = format!("the position names the word list {other}, and {words} is used");
    match strict {
        true => Err(Failure::Usage(format!(
            "{text}; name the list with --lexicon FILE, where FILE is called {other}, or leave out --strict"
        ))),
        false => Ok(Some(text)),
    }
}

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|one| one.eq_ignore_ascii_case(name))
}
