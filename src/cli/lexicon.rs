//! Loads a word list, with a remark if its first line is not treated as a word.

use std::path::Path;

use crate::cli::exit::Failure;
use crate::cli::output::remark;
use lettergame_arena::Words;
use lettergame_plan::RawConfig;
use lettergame_words::Alphabet;

/// Loads a list of the letters A to Z, by default the shipped one; `quiet` suppresses the remark.
pub(super) fn load(file: Option<&Path>, quiet: bool) -> Result<Words, Failure> {
    load_of(file, Alphabet::english(), quiet)
}

/// Loads the list of a config; `quiet` suppresses the remark.
pub(super) fn load_for(raw: &RawConfig, quiet: bool) -> Result<Words, Failure> {
    told(Words::of(raw)?, raw.lexicon_path(), quiet)
}

/// Loads a list of these letters; `quiet` suppresses the remark.
pub(super) fn load_of(
    file: Option<&Path>,
    letters: &'static Alphabet,
    quiet: bool,
) -> Result<Words, Failure> {
    told(Words::load(file, letters)?, file, quiet)
}

fn told(words: Words, file: Option<&Path>, quiet: bool) -> Result<Words, Failure> {
    if let (Some(header), Some(path), false) = (&words.header, file, quiet) {
        remark(&format!("{}: took the first line for a header: {header}", path.display()));
    }
    Ok(words)
}
