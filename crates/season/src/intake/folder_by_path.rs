//! Walks through a folder by paths, where the system lacks calls relative to an open folder. What was opened
//! is compared with what the path named before.

use std::fs::{self, File, FileType, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::intake::refusal::{IntakeError, Refusal, io_error};
use crate::intake::visitor::{Attributes, Visitor, joined, sort_key};

/// Visits everything below a folder, sorted by path. At most `most` entries are listed.
pub(super) fn walk(
    dir: &Path,
    visitor: &mut dyn Visitor,
    mut most: usize,
) -> Result<(), IntakeError> {
    // a slash at the end would lead through a link
    let dir: PathBuf = dir.components().collect();
    let before = fs::symlink_metadata(&dir).map_err(io_error("open the folder", &dir))?;
    if before.is_symlink() {
        return Err(Refusal::Symlink.of(dir.as_os_str().as_encoded_bytes()));
    }
    walk_below(&dir, "", visitor, &mut most)
}

/// Opens a file that is not a link.
pub(super) fn open_file(path: &Path) -> Result<(File, Attributes), IntakeError> {
    let path: PathBuf = path.components().collect();
    open(&path, path.as_os_str().as_encoded_bytes())
}

fn walk_below(
    folder: &Path,
    path: &str,
    visitor: &mut dyn Visitor,
    most: &mut usize,
) -> Result<(), IntakeError> {
    for (place, kind) in listed(folder, path, most)? {
        let name = place.file_name().unwrap_or_default();
        let raw = joined(path, name.as_encoded_bytes());
        let Some(path) = visitor.admit(&raw)? else { continue };
        if kind.is_dir() {
            visitor.folder(&path)?;
            walk_below(&place, &path, visitor, most)?;
        } else if kind.is_file() {
            let (file, attributes) = open(&place, &raw)?;
            visitor.file(&path, file, attributes)?;
        } else if kind.is_symlink() {
            return Err(Refusal::Symlink.of(&raw));
        } else {
            return Err(Refusal::Special.of(&raw));
        }
    }
    Ok(())
}

/// The entries of a folder with their types, sorted such that whole paths are sorted.
fn listed(
    folder: &Path,
    path: &str,
    most: &mut usize,
) -> Result<Vec<(PathBuf, FileType)>, IntakeError> {
    let limit = *most;
    let failed = |error| unreadable(&error, path.as_bytes());
    if !fs::symlink_metadata(folder).map_err(failed)?.is_dir() {
        return Err(Refusal::Symlink.of(path.as_bytes()));
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        *most = most.checked_sub(1).ok_or(IntakeError::TooManyEntries(limit))?;
        found.push((entry.path(), entry.file_type().map_err(failed)?));
    }
    found.sort_by_cached_key(|(place, kind)| {
        sort_key(place.file_name().unwrap_or_default().as_encoded_bytes(), kind.is_dir())
    });
    Ok(found)
}

fn open(path: &Path, shown: &[u8]) -> Result<(File, Attributes), IntakeError> {
    let failed = |error| unreadable(&error, shown);
    let before = fs::symlink_metadata(path).map_err(failed)?;
    if before.is_symlink() {
        return Err(Refusal::Symlink.of(shown));
    }
    if !before.is_file() {
        return Err(Refusal::Special.of(shown));
    }
    let file = File::open(path).map_err(failed)?;
    let opened = file.metadata().map_err(failed)?;
    if !opened.is_file() || !is_same(&before, &opened) {
        return Err(Refusal::Symlink.of(shown));
    }
    Ok((file, attributes(&opened)))
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.len() == other.len() && one.created().ok() == other.created().ok()
}

#[cfg(unix)]
fn attributes(of: &Metadata) -> Attributes {
    use std::os::unix::fs::MetadataExt;
    Attributes { executable: of.mode() & 0o111 != 0, is_linked: of.nlink() > 1, bytes: of.len() }
}

#[cfg(not(unix))]
fn attributes(of: &Metadata) -> Attributes {
    Attributes { executable: false, is_linked: false, bytes: of.len() }
}

fn unreadable(error: &io::Error, path: &[u8]) -> IntakeError {
    Refusal::Unreadable(error.to_string()).of(path)
}
