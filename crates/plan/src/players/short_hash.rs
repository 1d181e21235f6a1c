//! Fingerprints of texts and files.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// The first 16 hexadecimal digits of SHA-256: the fingerprint of a config or of a word list's text.
#[must_use]
pub fn short_hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
