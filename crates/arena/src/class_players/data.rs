//! The data of a class: the files its players read, in a separate folder.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::class_players::error::ClassPlayersError;
use crate::class_players::gather::Edition;
use crate::class_players::write;
use lettergame_protocol::{DataError, data_files};
use lettergame_words::Lexicon;

/// The data folders in the root of a class's project.
const FOLDERS: [&str; 3] = ["files", "textFiles", "src"];
/// Files by which such a root is recognised.
const SIGNS: [&str; 2] = ["files/wordlist.txt", DICTIONARY];
/// The maximum number of levels between the players and that root.
const MAX_ABOVE: usize = 5;
/// The word list of the first edition, in the second column.
const DICTIONARY: &str = "textFiles/dictionary.txt";

/// What became of the data of class players.
#[derive(Debug, Default)]
pub struct CopiedData {
    /// Whether there is any.
    pub is_there: bool,
    /// What was not copied, and why.
    pub left: Vec<DataError>,
}

/// Copies the data folders of a project into `folder`, and adds the word list in the form that an edition
/// needs. `root` is the base of the players' relative paths, if it is known; see [`data_root`].
///
/// # Errors
/// If a file cannot be written.
pub fn copy_data(
    root: Option<&Path>,
    folder: &Path,
    edition: Edition,
    lexicon: &Lexicon,
) -> Result<CopiedData, ClassPlayersError> {
    let mut copied = CopiedData::default();
    let folders = root.into_iter().flat_map(|root| FOLDERS.map(|name| root.join(name)));
    for source in folders.filter(|source| source.is_dir()) {
        match data_files(&source) {
            Ok(files) => {
                copy_files(&files, &folder.join(source.file_name().unwrap_or_default()))?;
                copied.is_there |= !files.is_empty();
            }
            Err(error) => copied.left.push(error),
        }
    }
    let dictionary = folder.join(DICTIONARY);
    if edition == Edition::First && !dictionary.exists() {
        write(&dictionary, &to_dictionary(lexicon))?;
        copied.is_there = true;
    }
    Ok(copied)
}

fn copy_files(files: &[(PathBuf, PathBuf)], folder: &Path) -> Result<(), ClassPlayersError> {
    for (name, source) in files {
        let place = folder.join(name);
        let parent = place.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::copy(source, &place).map(drop))
            .map_err(ClassPlayersError::write(&place))?;
    }
    Ok(())
}

/// The base of the relative paths of the players in `path`: this path, or a folder above it that looks like a
/// project.
#[must_use]
pub fn data_root(path: &Path) -> Option<PathBuf> {
    if FOLDERS.iter().any(|name| path.join(name).is_dir()) {
        return Some(path.to_owned());
    }
    let is_root = |folder: &&Path| SIGNS.iter().any(|sign| folder.join(sign).is_file());
    path.ancestors().take(MAX_ABOVE).find(is_root).map(Path::to_owned)
}

fn to_dictionary(lexicon: &Lexicon) -> String {
    let mut text = String::new();
    for (number, word) in lexicon.words().iter().enumerate() {
        let _ = writeln!(text, "{}\t{word}", number + 1);
    }
    text
}
