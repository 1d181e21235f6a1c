//! Untrusted text made safe to print in errors and terminals.

use std::borrow::Cow;

/// Replaces the part that was cut.
const CUT: &str = "...";
/// The maximum length of multi-line text, in characters.
const MAX_TEXT: usize = 8000;

/// Text as quoted in an error: on one line, with terminal control characters escaped, and cut to
/// `max` characters. Linear in the length.
#[must_use]
pub fn escaped(text: &str, max: usize) -> Cow<'_, str> {
    cut(text, max, is_harmful)
}

/// Like [`escaped`], for bytes that should be text; invalid UTF-8 becomes replacement characters.
#[must_use]
pub fn escaped_bytes(bytes: &[u8], max: usize) -> String {
    // a character has at most four bytes, and one more character shows that the text continues
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * (max + 1))]);
    escaped(&text, max).into_owned()
}

/// Multi-line text for a terminal: like [`escaped`], but line feeds and tabs are kept, and it is cut to 8,000
/// characters.
#[must_use]
pub fn terminal_text(text: &str) -> Cow<'_, str> {
    cut(text, MAX_TEXT, is_harmful_in_lines)
}

/// The same for a whole page or report, which is never cut.
#[must_use]
pub fn terminal_page(text: &str) -> Cow<'_, str> {
    cut(text, usize::MAX, is_harmful_in_lines)
}

fn cut(text: &str, max: usize, is_harmful: impl Fn(char) -> bool) -> Cow<'_, str> {
    let end = text.char_indices().nth(max).map(|(end, _)| end);
    if end.is_none() && !text.contains(&is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for c in text[..end.unwrap_or(text.len())].chars() {
        match is_harmful(c) {
            true => safe.extend(c.escape_default()),
            false => safe.push(c),
        }
    }
    if end.is_some() {
        safe.push_str(CUT);
    }
    Cow::Owned(safe)
}

fn is_harmful_in_lines(c: char) -> bool {
    is_harmful(c) && !matches!(c, '\n' | '\t')
}

/// Control characters, characters that change the text direction, and those without width, such as a byte order
/// mark.
fn is_harmful(c: char) -> bool {
    let turns = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let hidden = matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}');
    turns || hidden || c.is_control()
}

#[cfg(test)]
mod tests {
    use super::{MAX_TEXT, escaped, escaped_bytes, terminal_page, terminal_text};

    #[test]
    fn commands_are_escaped_and_words_are_not() {
        assert_eq!(terminal_text("é: a\tb\nc"), "é: a\tb\nc");
        assert_eq!(terminal_text("\u{1b}[2J\r\0\u{202e}x"), "\\u{1b}[2J\\r\\u{0}\\u{202e}x");
        assert_eq!(escaped("é: a\tb\nc", 80), "é: a\\tb\\nc");
        assert_eq!(
            escaped("\u{1b}[2J\0\u{202e}\u{200f}x", 80),
            "\\u{1b}[2J\\u{0}\\u{202e}\\u{200f}x"
        );
        assert_eq!(escaped("\u{feff}{}", 80), "\\u{feff}{}");
        assert_eq!(escaped_bytes(b"a\x1b\xff", 80), "a\\u{1b}\u{fffd}");
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "é".repeat(MAX_TEXT + 3);
        assert_eq!(terminal_text(&long), "é".repeat(MAX_TEXT) + "...");
        assert_eq!(terminal_page(&(long.clone() + "\r\n")), long.clone() + "\\r\n");
        assert_eq!(terminal_text(&long[..2 * MAX_TEXT]), long[..2 * MAX_TEXT]);
        for char in ["x", "é", "\u{1f600}"] {
            let whole = char.repeat(5);
            assert_eq!(escaped(&whole, 5), whole);
            assert_eq!(escaped_bytes(whole.as_bytes(), 5), whole);
            assert_eq!(escaped_bytes(char.repeat(9).as_bytes(), 5), format!("{whole}..."));
        }
    }
}
