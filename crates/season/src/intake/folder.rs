//! Walks through a folder that others may change at the same time: every name is opened relative to its
//! folder, and links are never followed.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

use crate::intake::refusal::{IntakeError, Refusal, io_error};
use crate::intake::visitor::{Attributes, Visitor, joined, sort_key};

/// Visits everything below a folder, sorted by path. At most `most` entries are listed.
pub(super) fn walk(
    dir: &Path,
    visitor: &mut dyn Visitor,
    mut most: usize,
) -> Result<(), IntakeError> {
    let opened = match dir.file_name() {
        Some(name) => above(dir).and_then(|folder| folder.open_dir_nofollow(name)),
        None => Dir::open_ambient_dir(dir, ambient_authority()),
    };
    let opened = opened.map_err(io_error("open the folder", dir))?;
    walk_below(&opened, "", visitor, &mut most)
}

/// Opens a file that is not a link.
pub(super) fn open_file(path: &Path) -> Result<(File, Attributes), IntakeError> {
    let shown = path.as_os_str().as_encoded_bytes();
    let name = path.file_name().ok_or_else(|| Refusal::Special.of(shown))?;
    let folder = above(path).map_err(|error| unreadable(&error, shown))?;
    open(&folder, name, shown)
}

/// The folder in which a path has its name.
fn above(path: &Path) -> io::Result<Dir> {
    let above = path.parent().filter(|above| !above.as_os_str().is_empty());
    Dir::open_ambient_dir(above.unwrap_or(Path::new(".")), ambient_authority())
}

fn walk_below(
    folder: &Dir,
    path: &str,
    visitor: &mut dyn Visitor,
    most: &mut usize,
) -> Result<(), IntakeError> {
    for (name, is_folder) in listed(folder, path, most)? {
        let raw = joined(path, name.as_encoded_bytes());
        let Some(path) = visitor.admit(&raw)? else { continue };
        if is_folder {
            let below =
                folder.open_dir_nofollow(&name).map_err(|error| unreadable(&error, &raw))?;
            visitor.folder(&path)?;
            walk_below(&below, &path, visitor, most)?;
        } else {
            let (file, attributes) = open(folder, &name, &raw)?;
            visitor.file(&path, file, attributes)?;
        }
    }
    Ok(())
}

/// The names in a folder and whether they are folders, sorted such that whole paths are sorted.
fn listed(
    folder: &Dir,
    path: &str,
    most: &mut usize,
) -> Result<Vec<(OsString, bool)>, IntakeError> {
    let limit = *most;
    let failed = |error| unreadable(&error, path.as_bytes());
    let mut found = Vec::new();
    for entry in folder.entries().map_err(failed)? {
        let entry = entry.map_err(failed)?;
        *most = most.checked_sub(1).ok_or(IntakeError::TooManyEntries(limit))?;
        found.push((entry.file_name(), entry.metadata().map_err(failed)?.is_dir()));
    }
    found.sort_by_cached_key(|(name, is_folder)| sort_key(name.as_encoded_bytes(), *is_folder));
    Ok(found)
}

/// Opens a file and looks at what was opened, whatever the name has become meanwhile.
fn open(folder: &Dir, name: &OsStr, shown: &[u8]) -> Result<(File, Attributes), IntakeError> {
    let failed = |error| unreadable(&error, shown);
    let named = folder.symlink_metadata(name).map_err(failed)?;
    if named.is_symlink() {
        return Err(Refusal::Symlink.of(shown));
    }
    if !named.is_file() {
        return Err(Refusal::Special.of(shown));
    }
    let mut options = OpenOptions::new();
    // without `nonblock`, opening a pipe waits for its other end
    options.read(true).follow(FollowSymlinks::No).nonblock(true);
    let file = folder.open_with(name, &options).map_err(failed)?.into_std();
    let opened = file.metadata().map_err(failed)?;
    match opened.is_file() {
        true => Ok((file, attributes(&opened))),
        false => Err(Refusal::Special.of(shown)),
    }
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
