//! Loading a word list, with a remark where its first line is not taken for a word.

use std::path::Path;

use crate::cli::exit::Failure;
use crate::cli::output::remark;
use lettergame_arena::Words;

/// Loads a list, the shipped one where no file is named; `quiet` keeps back the remark.
pub(super) fn load(file: Option<&Path>, quiet: bool) -> Result<Words, Failure> {
    let words = Words::load(file)?;
    if let (Some(header), Some(path), false) = (&words.header, file, quiet) {
        remark(&format!("{}: took the first line for a header: {header}", path.display()));
    }
    Ok(words)
}
