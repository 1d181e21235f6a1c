//! Loads a word list, with a remark if its first line is not treated as a word.

use std::path::Path;

use crate::cli::exit::Failure;
use crate::cli::output::remark;
use lettergame_arena::Words;

/// Loads a list, by default the shipped one; `quiet` suppresses the remark.
pub(super) fn load(file: Option<&Path>, quiet: bool) -> Result<Words, Failure> {
    let words = Words::load(file)?;
    if let (Some(header), Some(path), false) = (&words.header, file, quiet) {
        remark(&format!("{}: took the first line for a header: {header}", path.display()));
    }
    Ok(words)
}
