//! What is done with the entries of a folder.

use std::fs::File;

use crate::intake::refusal::{IntakeError, Refusal};

/// What is known of an open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attributes {
    /// Whether anyone may execute it.
    pub(super) executable: bool,
    /// Whether it has several names.
    pub(super) is_linked: bool,
    /// Its size when it was opened.
    pub(super) bytes: u64,
}

/// What is done with the entries of a folder.
pub(super) trait Visitor {
    /// The path of an entry before it is opened; `None` skips it.
    fn admit(&mut self, raw: &[u8]) -> Result<Option<String>, IntakeError> {
        let path = str::from_utf8(raw).map_err(|_| Refusal::NotUtf8.of(raw))?;
        Ok(Some(path.to_owned()))
    }

    /// A folder, before its entries.
    fn folder(&mut self, _path: &str) -> Result<(), IntakeError> {
        Ok(())
    }

    /// A file.
    fn file(&mut self, path: &str, file: File, attributes: Attributes) -> Result<(), IntakeError>;
}

/// The path of a name in a folder.
pub(super) fn joined(folder: &str, name: &[u8]) -> Vec<u8> {
    let slash = if folder.is_empty() { "" } else { "/" };
    [folder.as_bytes(), slash.as_bytes(), name].concat()
}

/// The key of a name in its folder that sorts whole paths.
pub(super) fn sort_key(name: &[u8], is_folder: bool) -> Vec<u8> {
    [name, if is_folder { b"/" } else { b"" }].concat()
}
