//! Takes in what is handed in: a file, a folder or an archive becomes a new folder with plain files.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf, absolute};

use crate::intake::entry_path::EntryName;
use crate::intake::folder::{open_file, walk};
use crate::intake::limits::IntakeLimits;
use crate::intake::refusal::{IntakeError, Refusal, io_error, shown};
use crate::intake::survey::{IntakeFile, survey};
use crate::intake::tree::Tree;
use crate::intake::visitor::Attributes;
use crate::intake::{tar_reader, zip_reader};

/// What was taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intake {
    /// The files, sorted by path.
    pub files: Vec<IntakeFile>,
    /// See [`fingerprint`](crate::fingerprint).
    pub fingerprint: String,
    /// What was left out because players do not need it, by the topmost path: `.git`.
    pub skipped: Vec<String>,
}

/// What a file is by its name and content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Zip,
    Tar,
    TarGz,
}

/// Endings of archives that are not unpacked.
const UNKNOWN: [&str; 17] = [
    ".rar", ".7z", ".gz", ".bz2", ".xz", ".zst", ".lz", ".lzma", ".z", ".tbz", ".tbz2", ".txz",
    ".tzst", ".cab", ".zipx", ".cpio", ".dmg",
];
/// The bytes that tell formats apart.
const HEAD: u64 = 512;

/// Copies a file or a folder, or unpacks an archive (`.zip`, `.tar`, `.tar.gz` or `.tgz` by name and content),
/// into the new folder `into`, whose parent exists. A folder that contains everything else is left out. The
/// files have been written to the disk when this succeeds; otherwise `into` does not exist.
///
/// # Errors
/// If anything in it is not plain, or too large.
pub fn take_in(source: &Path, into: &Path, limits: &IntakeLimits) -> Result<Intake, IntakeError> {
    let source: &Path = &source.components().collect::<PathBuf>();
    let found = fs::symlink_metadata(source).map_err(io_error("read", source))?;
    if found.is_dir() {
        check_outside(source, into)?;
        return fill(into, limits, |tree| walk(source, tree, limits.entries()));
    }
    let name = source.file_name().unwrap_or_default().as_encoded_bytes();
    let (file, attributes) = open_file(source)?;
    let executable = cfg!(unix).then_some(attributes.executable);
    take_in_file(name, file, attributes, executable, into, limits)
}

/// The same for a file that was uploaded under a name, which is as hostile as its content. A file that is no
/// archive is executable if it starts like a program or a script.
///
/// # Errors
/// If anything in it is not plain, or too large.
pub fn take_in_upload(
    name: &str,
    file: &Path,
    into: &Path,
    limits: &IntakeLimits,
) -> Result<Intake, IntakeError> {
    let (file, attributes) = open_file(file)?;
    take_in_file(name.as_bytes(), file, attributes, None, into, limits)
}

fn take_in_file(
    name: &[u8],
    mut file: File,
    attributes: Attributes,
    executable: Option<bool>,
    into: &Path,
    limits: &IntakeLimits,
) -> Result<Intake, IntakeError> {
    let path = match EntryName::read(name, limits)? {
        EntryName::Path(path) if !path.contains('/') => path,
        EntryName::Path(_) => return Err(Refusal::Absolute.of(name)),
        EntryName::Root | EntryName::Noise(_) => return Err(IntakeError::Nothing),
    };
    let mut head = Vec::new();
    let read = file.by_ref().take(HEAD).read_to_end(&mut head);
    read.and_then(|_| file.seek(SeekFrom::Start(0)))
        .map_err(|error| Refusal::Unreadable(error.to_string()).of(name))?;
    let kind = kind(&path, &head)?;
    if kind != Kind::Plain && attributes.bytes > limits.archive_bytes {
        return Err(IntakeError::ArchiveTooLarge(limits.archive_bytes));
    }
    fill(into, limits, |tree| match kind {
        Kind::Plain => tree.add_file(&path, &mut file, executable).map(drop),
        Kind::Zip => zip_reader::unpack(file.take(attributes.bytes), tree),
        Kind::Tar => tar_reader::unpack(file.take(attributes.bytes), tree),
        Kind::TarGz => tar_reader::unpack_gz(file.take(attributes.bytes), tree),
    })
}

/// Makes the folder with what `add` adds.
fn fill(
    into: &Path,
    limits: &IntakeLimits,
    add: impl FnOnce(&mut Tree<'_>) -> Result<(), IntakeError>,
) -> Result<Intake, IntakeError> {
    let mut tree = Tree::create(into, limits)?;
    add(&mut tree)?;
    tree.complete()?;
    let (files, fingerprint) = survey(into)?;
    Ok(Intake { files, fingerprint, skipped: tree.keep() })
}

fn check_outside(source: &Path, into: &Path) -> Result<(), IntakeError> {
    let real = |path: &Path| fs::canonicalize(path).map_err(io_error("find", path));
    let into = absolute(into).map_err(io_error("find", into))?;
    let above = real(into.parent().unwrap_or(&into))?;
    if above.starts_with(real(source)?) { Err(IntakeError::Inside(into)) } else { Ok(()) }
}

/// What a file is; an archive must be what its name says.
fn kind(name: &str, head: &[u8]) -> Result<Kind, IntakeError> {
    let lower = name.to_ascii_lowercase();
    let is = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
    let is_zip = head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06");
    let is_gz = head.starts_with(b"\x1f\x8b");
    let is_tar = head.get(257..262) == Some(b"ustar");
    let checked = |kind, is: bool, expected| match is {
        true => Ok(kind),
        false => Err(IntakeError::WrongContent { name: shown(name.as_bytes()), expected }),
    };
    if is(&[".zip"]) {
        return checked(Kind::Zip, is_zip, "a zip archive");
    }
    if is(&[".tar.gz", ".tgz"]) {
        return checked(Kind::TarGz, is_gz, "a tar archive compressed with gzip");
    }
    if is(&[".tar"]) {
        // archives of the oldest format have no mark; their checksum is verified later
        return checked(Kind::Tar, head.len() == 512 && !is_zip && !is_gz, "a tar archive");
    }
    let is_unnamed = !name.trim_start_matches('.').contains('.') && (is_zip || is_gz || is_tar);
    if is(&UNKNOWN) || lower.contains(".tar.") || is_unnamed {
        return Err(IntakeError::UnknownArchive(shown(name.as_bytes())));
    }
    Ok(Kind::Plain)
}
