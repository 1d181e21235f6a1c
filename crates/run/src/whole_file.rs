//! Writing small files of a run at once.

use std::fs;
use std::path::Path;

use crate::FolderError;
use crate::folder_error::io_error;
use crate::run_files::NEW;

/// Writes a file under a temporary name and renames it.
pub(crate) fn write_whole(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
    let (new, path) = (dir.join(format!("{name}{NEW}")), dir.join(name));
    let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, &path));
    written.map_err(|error| {
        // a partial file is useless
        let _ = fs::remove_file(&new);
        io_error("write", &path)(error)
    })
}
