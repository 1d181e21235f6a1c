//! Saved games: a line, or a file that contains it.

use std::fs;
use std::path::Path;

use crate::cli::exit::Failure;

/// Whether it is a saved game itself rather than a file name.
fn is_line(saved: &str) -> bool {
    let looks_like_a_game = saved.contains(char::is_whitespace) || saved.len() > 160;
    looks_like_a_game && !Path::new(saved).exists()
}

/// What an error names: the option, and its file.
pub(super) fn named(saved: &str) -> String {
    if is_line(saved) { "--load".to_owned() } else { format!("--load {saved}") }
}

/// The line itself, or the contents of the file.
pub(super) fn read_saved(saved: &str) -> Result<String, Failure> {
    if is_line(saved) {
        return Ok(saved.to_owned());
    }
    fs::read_to_string(saved).map_err(|e| Failure::Unusable(format!("cannot read {saved}: {e}")))
}
