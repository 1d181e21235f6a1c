//! Text that is safe to show in a terminal, whatever it quotes.

use std::borrow::Cow;

/// Characters that are shown of one text.
const MAX_SHOWN: usize = 8000;

/// The text with what a terminal would take for a command escaped, and cut to 8,000 characters. Line feeds
/// and tabs stay. Linear in the length.
#[must_use]
pub fn terminal_text(text: &str) -> Cow<'_, str> {
    let cut = text.char_indices().nth(MAX_SHOWN).map(|(end, _)| end);
    if cut.is_none() && !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for c in text[..cut.unwrap_or(text.len())].chars() {
        match is_harmful(c) {
            true => safe.extend(c.escape_default()),
            false => safe.push(c),
        }
    }
    if let Some(end) = cut {
        safe.push_str(&format!("... ({} more bytes)", text.len() - end));
    }
    Cow::Owned(safe)
}

/// Control characters, and those that turn the direction of the text after them.
fn is_harmful(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && !matches!(c, '\n' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::{MAX_SHOWN, terminal_text};

    #[test]
    fn commands_are_escaped_and_words_are_not() {
        assert_eq!(terminal_text("é: a\tb\nc"), "é: a\tb\nc");
        assert_eq!(terminal_text("\u{1b}[2J\r\0\u{202e}x"), "\\u{1b}[2J\\r\\u{0}\\u{202e}x");
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "é".repeat(MAX_SHOWN + 3);
        assert!(terminal_text(&long).ends_with("é... (6 more bytes)"));
        assert_eq!(terminal_text(&long[..2 * MAX_SHOWN]), long[..2 * MAX_SHOWN]);
    }
}
