//! What a position names, against what is used: the word list (`lex`) and the letters (`ld`). The one place
//! that knows which letter distributions there are.

use std::path::Path;

use crate::cli::args::SetupArgs;
use crate::cli::exit::Failure;
use lettergame_scrabble::notation::Position;

/// The name of the shipped word list in positions.
const SHIPPED: &str = "lettergame";

/// The letter distributions in use.
const LETTERS: [&str; 1] = ["english"];

/// The name of the word list in use: that of its file without the extension.
pub(super) fn name_of_words(setup: &SetupArgs) -> String {
    let stem = setup.lexicon.as_deref().and_then(Path::file_stem);
    stem.map_or(SHIPPED.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Checks the names in a position; a warning if it names another word list.
///
/// # Errors
/// Another letter distribution; if `strict`, another word list.
pub(super) fn check(
    position: &Position,
    words: &str,
    strict: bool,
) -> Result<Option<String>, Failure> {
    if let Some(letters) = position.letters().filter(|name| !is_one_of(name, &LETTERS)) {
        return Err(Failure::Usage(format!(
            "the position has the letters `{letters}`: expected `ld english;`; only the English tiles are \
             known, so the position cannot be read with its own"
        )));
    }
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
