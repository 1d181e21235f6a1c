//! The characters of a file. All formats are UTF-8; a GCG file that is not is in ISO-8859-1, unless it declares
//! otherwise.
//!
//! Source: the specification of GCG, whose files are in ISO-8859-1 where `#character-encoding` does not say
//! otherwise.

use std::borrow::Cow;

use crate::notation::{Form, ReadError};

/// The pragma of the encoding.
pub(super) const PRAGMA: &str = "#character-encoding";

/// The text in these bytes, without a byte order mark. What is UTF-8 is taken as that, whatever it declares.
///
/// # Errors
/// It is not UTF-8, and not a GCG file in ISO-8859-1.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(Cow::Borrowed(text)),
        Err(error) => error,
    };
    // the bytes of ISO-8859-1 are the numbers of its characters
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    let declared = declared(&text);
    if Form::of(&text) == Form::Gcg && declared.is_none_or(is_latin) {
        return Ok(Cow::Owned(text));
    }
    let read = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
    let line = 1 + read.matches('\n').count();
    let column = 1 + read.rsplit('\n').next().unwrap_or_default().chars().count();
    Err(ReadError::Encoding { line, column, declared: declared.unwrap_or("ENCODING").to_owned() })
}

/// The encoding that a GCG file declares.
fn declared(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.trim().strip_prefix(PRAGMA)).map(str::trim)
}

/// Whether this is a name of ISO-8859-1.
fn is_latin(name: &str) -> bool {
    let name = name.to_lowercase().replace(['-', '_'], "");
    ["iso88591", "latin1"].contains(&name.as_str())
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
