//! The data of a class: the files its players read, in a separate folder.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::class_players::gather::Edition;
use crate::cli::class_players::{cannot_write, write};
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::remark;
use lettergame_protocol::data_files;

/// The data folders in the root of a class's project.
const FOLDERS: [&str; 3] = ["files", "textFiles", "src"];
/// Files by which such a root is recognised.
const SIGNS: [&str; 2] = ["files/wordlist.txt", DICTIONARY];
/// The maximum number of levels between the players and that root.
const MOST_ABOVE: usize = 5;
/// The word list of the first edition, in the second column.
const DICTIONARY: &str = "textFiles/dictionary.txt";

/// Copies the data of the project that contains `path` into `folder`. Returns the folder if there
/// is any.
pub(super) fn copy(
    path: &Path,
    folder: &Path,
    edition: Edition,
) -> Result<Option<PathBuf>, Failure> {
    let mut copied = false;
    let folders = root(path).into_iter().flat_map(|root| FOLDERS.map(|name| root.join(name)));
    for source in folders.filter(|source| source.is_dir()) {
        match data_files(&source) {
            Ok(files) => {
                copy_files(&files, &folder.join(source.file_name().unwrap_or_default()))?;
                copied |= !files.is_empty();
            }
            Err(error) => remark(&format!("not taken along: {error}")),
        }
    }
    let dictionary = folder.join(DICTIONARY);
    if edition == Edition::First && !dictionary.exists() {
        write(&dictionary, &to_dictionary()?)?;
        copied = true;
    }
    Ok(copied.then(|| folder.to_owned()))
}

fn copy_files(files: &[(PathBuf, PathBuf)], folder: &Path) -> Result<(), Failure> {
    for (name, source) in files {
        let place = folder.join(name);
        let parent = place.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::copy(source, &place).map(drop))
            .map_err(|error| cannot_write(&place, &error))?;
    }
    Ok(())
}

/// The base of the players' relative paths: the path given, or a folder above it that looks like a
/// project.
fn root(path: &Path) -> Option<PathBuf> {
    if FOLDERS.iter().any(|name| path.join(name).is_dir()) {
        return Some(path.to_owned());
    }
    let is_root = |folder: &&Path| SIGNS.iter().any(|sign| folder.join(sign).is_file());
    path.ancestors().take(MOST_ABOVE).find(is_root).map(Path::to_owned)
}

fn to_dictionary() -> Result<String, Failure> {
    let words = load(None, true)?;
    let mut text = String::new();
    for (number, word) in words.lexicon.words().iter().enumerate() {
        let _ = writeln!(text, "{}\t{word}", number + 1);
    }
    Ok(text)
}
