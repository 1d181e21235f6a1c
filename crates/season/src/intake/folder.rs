//! Walks through a folder that others may change at the same time: every name is opened relative to its
//! folder, and links are never followed.

use std::ffi::CString;
use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fstat, openat, statat};
use rustix::io::Errno;

use crate::intake::refusal::{IntakeError, Refusal, io_error};
use crate::intake::visitor::{Attributes, Visitor, joined, sort_key};

/// Visits everything below a folder, sorted by path. At most `most` entries are listed.
pub(super) fn walk(
    dir: &Path,
    visitor: &mut dyn Visitor,
    mut most: usize,
) -> Result<(), IntakeError> {
    // a slash at the end would lead through a link
    let dir: &Path = &dir.components().collect::<std::path::PathBuf>();
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = openat(CWD, dir, flags, Mode::empty());
    let opened = opened.map_err(|errno| io_error("open the folder", dir)(errno.into()))?;
    walk_below(&opened, "", visitor, &mut most)
}

/// Opens a file that is not a link.
pub(super) fn open_file(path: &Path) -> Result<(File, Attributes), IntakeError> {
    let path: &Path = &path.components().collect::<std::path::PathBuf>();
    open(CWD, path, path.as_os_str().as_encoded_bytes())
}

fn walk_below(
    folder: &OwnedFd,
    path: &str,
    visitor: &mut dyn Visitor,
    most: &mut usize,
) -> Result<(), IntakeError> {
    for (name, kind) in listed(folder, path, most)? {
        let raw = joined(path, name.as_bytes());
        let Some(path) = visitor.admit(&raw)? else { continue };
        match kind {
            FileType::Directory => {
                let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                let below = openat(folder, &name, flags, Mode::empty());
                let below = below.map_err(|errno| unreadable(errno, &raw))?;
                visitor.folder(&path)?;
                walk_below(&below, &path, visitor, most)?;
            }
            FileType::RegularFile => {
                let (file, attributes) = open(folder, name.as_c_str(), &raw)?;
                visitor.file(&path, file, attributes)?;
            }
            FileType::Symlink => return Err(Refusal::Symlink.of(&raw)),
            _ => return Err(Refusal::Special.of(&raw)),
        }
    }
    Ok(())
}

/// The names in a folder with their types, sorted such that whole paths are sorted.
fn listed(
    folder: &OwnedFd,
    path: &str,
    most: &mut usize,
) -> Result<Vec<(CString, FileType)>, IntakeError> {
    let limit = *most;
    let failed = |errno| unreadable(errno, path.as_bytes());
    let mut found = Vec::new();
    for entry in Dir::read_from(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name().to_owned();
        if matches!(name.as_bytes(), b"." | b"..") {
            continue;
        }
        *most = most.checked_sub(1).ok_or(IntakeError::TooManyEntries(limit))?;
        let stat = statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW).map_err(failed)?;
        found.push((name, FileType::from_raw_mode(stat.st_mode)));
    }
    found
        .sort_by_cached_key(|(name, kind)| sort_key(name.as_bytes(), *kind == FileType::Directory));
    Ok(found)
}

/// Opens a file and looks at what was opened, whatever the name has become meanwhile.
fn open<P: rustix::path::Arg>(
    folder: impl AsFd,
    name: P,
    shown: &[u8],
) -> Result<(File, Attributes), IntakeError> {
    // without NONBLOCK, opening a pipe waits for its other end
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let opened = openat(folder, name, flags | OFlags::CLOEXEC, Mode::empty());
    let opened = opened.map_err(|errno| unreadable(errno, shown))?;
    let stat = fstat(&opened).map_err(|errno| unreadable(errno, shown))?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(Refusal::Special.of(shown));
    }
    let attributes = Attributes {
        executable: stat.st_mode & 0o111 != 0,
        is_linked: stat.st_nlink > 1,
        bytes: u64::try_from(stat.st_size).unwrap_or(0),
    };
    Ok((File::from(opened), attributes))
}

fn unreadable(errno: Errno, path: &[u8]) -> IntakeError {
    match errno {
        Errno::LOOP | Errno::NOTDIR => Refusal::Symlink.of(path),
        Errno::NXIO | Errno::NODEV => Refusal::Special.of(path),
        errno => Refusal::Unreadable(std::io::Error::from(errno).to_string()).of(path),
    }
}
