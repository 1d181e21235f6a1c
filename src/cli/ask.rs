//! Asking a person, or a pipe, for a line.

use std::io::{self, BufRead, IsTerminal};

use crate::cli::exit::Failure;
use crate::cli::output::print;

/// Prints a prompt and reads a line, without its line break; `None` at the end of the input.
/// Invalid UTF-8 is read with replacement characters.
pub(super) fn ask(prompt: &str) -> Result<Option<String>, Failure> {
    print(prompt)?;
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line);
    let read = read.map_err(|e| Failure::Unusable(format!("cannot read standard input: {e}")))?;
    let text = String::from_utf8_lossy(&line);
    let text = text.strip_suffix('\n').unwrap_or(&text);
    Ok((read > 0).then(|| text.strip_suffix('\r').unwrap_or(text).to_owned()))
}

/// Whether a person types at a terminal and sees what is printed.
pub(super) fn at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}
