//! The Content-Security-Policy of a page: nothing may be loaded, and only its own style sheet and script
//! apply, each identified by its digest (W3C, Content Security Policy Level 3, section 2.3.1, `hash-source`).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
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
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::hash;

    /// The example of MDN's page on `script-src`, checked with openssl.
    #[test]
    fn a_script_is_identified_by_its_digest() {
        let expected = "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='";
        assert_eq!(hash("doSomething();"), expected);
    }
}
