//! Files that commands write in addition to their results: pages, plots, tables for notebooks. They
//! are written atomically, and never replace a run's own files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::exit::Failure;
use lettergame_run::RunFolder;

/// Writes a file that does not exist yet, for a person at a prompt.
///
/// # Errors
/// Why it is not written, in a sentence without its full stop.
pub(super) fn write_new(file: &str, text: &str) -> Result<(), String> {
    let new = File::options().write(true).create_new(true).open(file);
    new.and_then(|mut open| open.write_all(text.as_bytes())).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{file} exists already; choose another name"),
        _ => format!("cannot write {file}: {error}"),
    })
}

/// Checks that this file can be written for that option. Changes nothing.
pub(super) fn check_place(file: &Path, option: &str) -> Result<(), Failure> {
    let shown = file.display();
    if file == Path::new("-") {
        return Err(Failure::Usage(format!(
            "{option} needs a file name, and `-` is not one; a file of that name is `./-`"
        )));
    }
    if RunFolder::owns(file) {
        return Err(Failure::Usage(format!(
            "{shown} is a file of a run, which would be lost; name another file with {option}"
        )));
    }
    Ok(())
}

/// Checks that the files that a command writes, given with their options, can be written, and that none of them is
/// one that it reads or writes as well. Changes nothing.
pub(super) fn check_places(
    written: &[(Option<&Path>, &str)],
    read: &[Option<&Path>],
) -> Result<(), Failure> {
    let mut checked: Vec<(&Path, &str)> = Vec::new();
    for (file, option) in written.iter().filter_map(|&(file, option)| Some((file?, option))) {
        check_place(file, option)?;
        // a device or a pipe may take several
        if fs::metadata(file).is_ok_and(|data| !data.is_file()) {
            continue;
        }
        let shown = file.display();
        if read.iter().flatten().any(|other| is_same(file, other)) {
            return Err(Failure::Usage(format!(
                "{shown} is read by this command and would be lost; name another file with {option}"
            )));
        }
        if let Some((_, other)) = checked.iter().find(|(other, _)| is_same(file, other)) {
            return Err(Failure::Usage(format!(
                "{shown} is named with {other} and with {option}; name two files"
            )));
        }
        checked.push((file, option));
    }
    Ok(())
}

/// Whether two paths lead to one file, or would.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    real(one) == real(other)
}

/// A path without links; for a file that is not there yet, that of its folder with its name.
fn real(file: &Path) -> PathBuf {
    let in_folder = || {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(file.file_name()?))
    };
    fs::canonicalize(file).ok().or_else(in_folder).unwrap_or_else(|| file.to_owned())
}

/// Writes a file, replacing an older one. Readers see either the old or the new one in full;
/// anything but a regular file, such as `/dev/null` or a pipe, is written to directly.
pub(super) fn write_whole(
    file: &Path,
    content: impl AsRef<[u8]>,
    option: &str,
) -> Result<(), Failure> {
    check_place(file, option)?;
    let written = match fs::metadata(file) {
        Ok(data) if !data.is_file() => fs::write(file, content),
        _ => replace(file, content.as_ref()),
    };
    written.map_err(|error| {
        let shown = file.display();
        Failure::Unusable(format!("cannot write {shown}: {error}; name another file with {option}"))
    })
}

/// Writes a temporary file, then renames it; a link stays a link.
fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    let place = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut raw = tempfile::Builder::new().prefix(".").suffix(".new").make_in(
        folder.unwrap_or(Path::new(".")),
        // with the default permissions of a new file
        |path: &Path| File::create_new(path),
    )?;
    raw.write_all(content)?;
    raw.persist(&place).map_err(|error| error.error)?;
    Ok(())
}
