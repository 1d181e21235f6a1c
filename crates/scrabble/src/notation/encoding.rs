//! The characters of a file. All formats are UTF-8; a GCG file that is not is in ISO-8859-1, unless it declares
//! otherwise. Lines may end with LF, CRLF or CR.
//!
//! Source: the specification of GCG, whose files are in ISO-8859-1 where `#character-encoding` does not say
//! otherwise. What the control characters of ISO-8859-1 are in Windows-1252 (quotes, dashes) is read as that, as
//! web browsers do: <https://encoding.spec.whatwg.org/index-windows-1252.txt>.

use std::borrow::Cow;

use crate::notation::{Form, ReadError};

/// The pragma of the encoding.
pub(super) const PRAGMA: &str = "#character-encoding";

/// What the bytes 0x80 to 0x9F are in Windows-1252; the five that it does not use are control characters.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text in these bytes, without a byte order mark, with a line feed for each CR that is not followed by one.
/// What is UTF-8 is taken as that, whatever it declares.
///
/// # Errors
/// It is not UTF-8, and not a GCG file in ISO-8859-1.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    Ok(with_line_feeds(characters(bytes)?))
}

/// The text with a line feed for each CR that is not followed by one.
fn with_line_feeds(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.split('\r').skip(1).all(|rest| rest.starts_with('\n')) {
        return text;
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn characters(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(Cow::Borrowed(text)),
        Err(error) => error,
    };
    let text: String = bytes.iter().copied().map(latin).collect();
    let declared = declared(&text);
    if Form::of(&text) == Form::Gcg && declared.is_none_or(is_latin) {
        return Ok(Cow::Owned(text));
    }
    let read = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
    let line = 1 + read.matches('\n').count();
    let column = 1 + read.rsplit('\n').next().unwrap_or_default().chars().count();
    Err(ReadError::Encoding { line, column, declared: declared.unwrap_or("ENCODING").to_owned() })
}

/// The character of a byte of ISO-8859-1, whose bytes are the numbers of its characters, or of Windows-1252.
fn latin(byte: u8) -> char {
    let windows = usize::from(byte).checked_sub(0x80).and_then(|index| WINDOWS.get(index));
    windows.copied().unwrap_or(char::from(byte))
}

/// The encoding that a GCG file declares.
fn declared(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.trim().strip_prefix(PRAGMA)).map(str::trim)
}

/// Whether this is a name of ISO-8859-1 or of Windows-1252.
fn is_latin(name: &str) -> bool {
    let name = name.to_lowercase().replace(['-', '_', ' '], "");
    ["iso88591", "latin1", "windows1252", "cp1252", "ansi"].contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::decode;

    fn refused(bytes: &[u8]) -> String {
        decode(bytes).unwrap_err().to_string()
    }

    #[test]
    fn a_gcg_file_that_is_not_utf_8_is_iso_8859_1() {
        for head in
            [&b""[..], b"#character-encoding ISO-8859-1\n", b"#character-encoding latin1\r\n"]
        {
            let text =
                decode(&[head, b"#player1 a Ren\xe9 \xd6st\n"].concat()).unwrap().into_owned();
            assert_eq!(text.lines().last(), Some("#player1 a René Öst"));
            assert_eq!(text.lines().count(), 1 + usize::from(!head.is_empty()));
        }
    }

    #[test]
    fn quotes_and_dashes_of_windows_are_read() {
        for head in [&b""[..], b"#character-encoding Windows-1252\n"] {
            let text = decode(&[head, b"#title \x93d\x92\xe9t\xe9\x94 \x96 \x80\x9f\n"].concat())
                .unwrap()
                .into_owned();
            assert_eq!(text.lines().last(), Some("#title “d’été” – €Ÿ"));
        }
    }

    #[test]
    fn lines_may_end_with_any_of_three_marks() {
        let lines = |text: &str| {
            decode(text.as_bytes()).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
        };
        for end in ["\n", "\r\n", "\r"] {
            assert_eq!(lines(&["#note a", "", ">b"].join(end)), ["#note a", "", ">b"], "{end:?}");
        }
        assert_eq!(decode(b"a\r\nb\r\n").unwrap(), "a\r\nb\r\n");
        assert_eq!(lines("a\r\nb\rc"), ["a", "b", "c"]);
        assert_eq!(lines("\u{feff}\r#"), ["", "#"]);
    }

    #[test]
    fn what_is_utf_8_is_taken_as_that() {
        for text in ["#player1 a René\n", "#character-encoding ISO-8859-1\n#player1 a René\n", "é"]
        {
            assert_eq!(decode(text.as_bytes()).unwrap(), text);
            assert_eq!(decode(format!("\u{feff}{text}").as_bytes()).unwrap(), text);
        }
    }

    #[test]
    fn other_bytes_are_refused_with_their_position() {
        let error = refused(b"#character-encoding UTF-8\n#note \xc3\xa9\xff");
        assert!(error.starts_with("line 2, column 8: this is not UTF-8"), "{error}");
        let error = refused(b"#character-encoding ISO-8859-2\n#player1 a \xb3\n");
        assert!(error.contains("`iconv -f ISO-8859-2 -t UTF-8`"), "{error}");
        assert!(
            refused(b"...\xe9...........\n").starts_with("line 1, column 4: this is not UTF-8")
        );
    }
}
