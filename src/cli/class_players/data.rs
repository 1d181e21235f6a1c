//! The data of a class: what its players read, in a folder of its own.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::class_players::gather::Edition;
use crate::cli::class_players::{cannot_write, write};
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::remark;
use crate::protocol::data_files;

/// The folders below the root of a class's project.
const ROOT_SIGNS: [&str; 3] = ["files", "textFiles", "src"];
/// How far above the players that root may be.
const MOST_ABOVE: usize = 5;
/// The word list of the first edition, in the second column.
const DICTIONARY: &str = "textFiles/dictionary.txt";

/// Copies the data of the project that `path` belongs to into `folder`. Returns the folder if there is any.
pub(super) fn copy(
    path: &Path,
    folder: &Path,
    edition: Edition,
) -> Result<Option<PathBuf>, Failure> {
    let mut copied = false;
    if let Some(root) = root(path) {
        match data_files(&root) {
            Ok(files) => {
                for (name, source) in &files {
                    let place = folder.join(name);
                    let parent = place.parent().unwrap_or(folder);
                    fs::create_dir_all(parent)
                        .and_then(|()| fs::copy(source, &place).map(drop))
                        .map_err(|error| cannot_write(&place, &error))?;
                }
                copied = !files.is_empty();
            }
            Err(error) => remark(&format!("no data are taken along: {error}")),
        }
    }
    let dictionary = folder.join(DICTIONARY);
    if edition == Edition::First && !dictionary.exists() {
        write(&dictionary, &to_dictionary()?)?;
        copied = true;
    }
    Ok(copied.then(|| folder.to_owned()))
}

/// Where the relative paths of players start: the nearest folder that looks like a project.
fn root(path: &Path) -> Option<PathBuf> {
    let is_root = |folder: &&Path| ROOT_SIGNS.iter().any(|sign| folder.join(sign).is_dir());
    path.ancestors().filter(|folder| folder.is_dir()).take(MOST_ABOVE).find(is_root).map(Path::to_owned)
}

fn to_dictionary() -> Result<String, Failure> {
    let words = load(None, true)?;
    let mut text = String::new();
    for (number, word) in words.lexicon.words().iter().enumerate() {
        let _ = writeln!(text, "{}\t{word}", number + 1);
    }
    Ok(text)
}
