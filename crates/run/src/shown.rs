//! Bytes of a file as shown in errors.

use lettergame_base::escaped_bytes;

/// The maximum number of characters shown.
const MAX_SHOWN: usize = 80;

/// The bytes as quoted in errors, without the line break at the end.
pub(crate) fn shown(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|byte| !b"\r\n".contains(byte)).map_or(0, |last| last + 1);
    escaped_bytes(&bytes[..end], MAX_SHOWN)
}

#[cfg(test)]
mod tests {
    use super::{MAX_SHOWN, shown};

    #[test]
    fn displayed_text_is_short_and_harmless() {
        assert_eq!(shown(b"1,2,\xc3\xa9\r\n"), "1,2,\u{e9}");
        assert_eq!(shown(b"\n"), "");
        assert_eq!(shown("a\u{1b}[31m\0\u{202e}".as_bytes()), "a\\u{1b}[31m\\u{0}\\u{202e}");
        assert_eq!(shown(&[0; 4096]), "\\u{0}".repeat(MAX_SHOWN) + "...");
        assert_eq!(shown(&b"x".repeat(MAX_SHOWN)), "x".repeat(MAX_SHOWN));
    }
}
