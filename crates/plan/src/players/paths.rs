//! Paths in the texts of players and in configs.

use std::path::{Component, Path, PathBuf, absolute};

/// A path relative to `base`, made absolute and without `.` or `..`.
pub(crate) fn from(base: &Path, path: &str) -> PathBuf {
    let joined = base.join(path);
    let full = absolute(&joined).or_else(|_| absolute(".")).unwrap_or(joined);
    let mut plain = PathBuf::new();
    for part in full.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}
