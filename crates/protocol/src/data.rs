//! A player's data folder: its files replace the shared files in the player's working directory.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Maximum number of files in a folder: one with more is probably a mistake.
const MAX_FILES: usize = 10_000;
/// Maximum total size in bytes.
const MAX_BYTES: u64 = 128 << 20;
/// File extensions of code, which is part of the player and not data.
const CODE: [&str; 3] = ["java", "class", "jar"];

/// Why a data folder cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DataError {
    /// It does not exist or cannot be read.
    #[error("data: folder {0} does not exist or cannot be read")]
    Folder(PathBuf),
    /// It is too large.
    #[error(
        "data: {0} contains more than 10000 files or 128 MiB; name a folder with only the files that players read"
    )]
    TooMuch(PathBuf),
}

/// All files of a folder: their relative paths and their locations. Hidden files and Java code are
/// skipped; links to folders and links that lead outside are not followed.
///
/// # Errors
/// If the folder cannot be read or is too large.
pub fn data_files(folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>, DataError> {
    let missing = || DataError::Folder(folder.to_owned());
    let root = fs::canonicalize(folder).ok().filter(|root| root.is_dir()).ok_or_else(missing)?;
    let (mut found, mut bytes, mut folders) = (Vec::new(), 0, vec![root.clone()]);
    while let Some(place) = folders.pop() {
        for entry in fs::read_dir(&place).map_err(|_| missing())?.flatten() {
            let path = entry.path();
            let Ok(below) = path.strip_prefix(&root) else { continue };
            if entry.file_name().as_encoded_bytes().starts_with(b".") || is_code(&path) {
                continue;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if fs::canonicalize(&path).is_ok_and(|real| real.starts_with(&root))
                && let Some(file) = fs::metadata(&path).ok().filter(fs::Metadata::is_file)
            {
                bytes += file.len();
                found.push((below.to_owned(), path));
            }
            if found.len() > MAX_FILES || bytes > MAX_BYTES {
                return Err(DataError::TooMuch(folder.to_owned()));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn is_code(path: &Path) -> bool {
    path.extension().is_some_and(|end| CODE.iter().any(|own| end == *own))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{DataError, data_files};

    #[test]
    fn data_files_exclude_code_and_hidden_files() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for file in
            ["files/wordlist.txt", "src/words/g3/cleaned.txt", "src/words/g3/A.java", ".git/x"]
        {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "x").unwrap();
        }
        let found = data_files(root).unwrap();
        let names: Vec<&Path> = found.iter().map(|(name, _)| name.as_path()).collect();
        assert_eq!(names, ["files/wordlist.txt", "src/words/g3/cleaned.txt"].map(Path::new));
        assert!(found.iter().all(|(name, file)| file.ends_with(name) && file.is_absolute()));
        #[cfg(unix)]
        {
            let secret = tempfile::NamedTempFile::new().unwrap();
            std::os::unix::fs::symlink(secret.path(), root.join("files/secret.txt")).unwrap();
            std::os::unix::fs::symlink("wordlist.txt", root.join("files/words.txt")).unwrap();
            let found = data_files(root).unwrap();
            let has = |name: &str| found.iter().any(|(found, _)| found == Path::new(name));
            assert!(has("files/words.txt") && !has("files/secret.txt"), "{found:?}");
        }
        let none = root.join("none");
        assert_eq!(data_files(&none), Err(DataError::Folder(none.clone())));
    }
}
