//! Everything that parses untrusted input, as functions of arbitrary bytes: none may panic or hang.

mod files;
mod forms;
mod programs;
mod scrabble;
mod settings;
mod texts;

use std::fmt::Display;

use lettergame::base::terminal_text;

/// An entry point; its name is that of its fuzz target and of its folder of seeds.
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// Reads arbitrary bytes; panics if a guarantee is violated.
    pub feed: fn(&[u8]),
}

/// All entry points.
pub const ENTRIES: [Entry; 12] = [
    Entry { name: "configs", feed: settings::config },
    Entry { name: "forms", feed: forms::request },
    Entry { name: "history", feed: files::history },
    Entry { name: "marrakech_text", feed: texts::marrakech },
    Entry { name: "moves", feed: programs::moves },
    Entry { name: "player_messages", feed: programs::messages },
    Entry { name: "players", feed: settings::players },
    Entry { name: "run_files", feed: files::run_files },
    Entry { name: "scrabble_cgp", feed: scrabble::cgp },
    Entry { name: "scrabble_gcg", feed: scrabble::gcg },
    Entry { name: "scrabble_state", feed: scrabble::state },
    Entry { name: "word_list", feed: texts::word_list },
];

/// The maximum length of an error text about one line or one value.
const MAX_TEXT: usize = 4000;

/// The value, if it could be read. The text of an error must be displayable after [`terminal_text`].
fn read<T>(result: Result<T, impl Display>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            let shown = terminal_text(&error.to_string()).into_owned();
            assert!(!shown.is_empty() && !shown.contains('\x1b'), "{}", shown.escape_debug());
            None
        }
    }
}

/// The same for values quoted in files and messages: the error text must be short and harmless as it is.
fn read_line<T>(result: Result<T, impl Display>) -> Option<T> {
    if let Err(error) = &result {
        let text = error.to_string();
        let harmless = text.len() <= MAX_TEXT && !text.contains(char::is_control);
        assert!(harmless, "{}", text.escape_debug());
    }
    result.ok()
}
