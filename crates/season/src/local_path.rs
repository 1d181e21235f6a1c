//! Where a folder is on this machine, which is none of the business of those who are told about its files.

use std::path::Path;

/// The text with the files below a folder named relative to it.
#[must_use]
pub fn without_place(dir: &Path, text: &str) -> String {
    text.replace(&format!("{}/", dir.display()), "")
}
