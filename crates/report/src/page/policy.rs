//! The Content-Security-Policy of a page: nothing may be loaded, and only its own style sheet and script
//! apply, each identified by its digest (W3C, Content Security Policy Level 3, section 2.3.1, `hash-source`).

use sha2::{Digest, Sha256};

/// The Content-Security-Policy for a self-contained page with exactly this style sheet and this script: it loads
/// nothing else.
#[must_use]
pub fn policy(style: &str, script: &str) -> String {
    let (style, script) = (hash(style), hash(script));
    format!(
        "default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"
    )
}

fn hash(text: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())))
}

/// Base64 with padding (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * index)) as usize & 63];
            text.push(if index <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{base64, hash};

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn base64_matches_the_rfc() {
        let vectors = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (text, expected) in vectors {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    /// The example of MDN's page on `script-src`, checked with openssl.
    #[test]
    fn a_script_is_identified_by_its_digest() {
        let expected = "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='";
        assert_eq!(hash("doSomething();"), expected);
    }
}
