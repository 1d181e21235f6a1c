//! Bytes of a file as an error shows them.

/// The most characters that are shown.
const MAX_SHOWN: usize = 80;

/// The bytes as text: without the line break at the end, control characters escaped, and cut where they
/// are long.
pub(super) fn shown(bytes: &[u8]) -> String {
    // a character has at most four bytes
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MAX_SHOWN + 4)]);
    let mut text = text.trim_end_matches(['\n', '\r']).chars();
    let mut shown = String::new();
    for char in text.by_ref().take(MAX_SHOWN) {
        match char.is_control() {
            true => shown.extend(char.escape_default()),
            false => shown.push(char),
        }
    }
    if text.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{MAX_SHOWN, shown};

    #[test]
    fn what_is_shown_is_short_and_has_no_control_characters() {
        assert_eq!(shown(b"1,2,\xc3\xa9\r\n"), "1,2,\u{e9}");
        assert_eq!(shown(b"a\x1b[31m\0\xff"), "a\\u{1b}[31m\\u{0}\u{fffd}");
        let zeros = shown(&[0; 4096]);
        assert_eq!(zeros, "\\u{0}".repeat(MAX_SHOWN) + "…");
        assert_eq!(shown(&b"x".repeat(MAX_SHOWN)), "x".repeat(MAX_SHOWN));
    }
}
