//! A built-in strategy with files for parameters: `equity:leaves=FILE`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::players::paths::from;
use crate::short_hash;
use lettergame_game::{FILE_PARAMETERS, SHIPPED};

/// A built-in strategy with files for parameters. What the files hold is part of the config of a run, as with
/// a [`Module`](crate::Module).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted {
    /// The strategy with its other parameters: `equity:endgame=5`.
    pub strategy: String,
    /// At least one file, in the order of [`FILE_PARAMETERS`].
    pub files: Vec<FittedFile>,
}

/// A file that is the value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FittedFile {
    /// The parameter, one of [`FILE_PARAMETERS`].
    pub key: &'static str,
    /// The absolute path.
    pub path: PathBuf,
    /// The fingerprint of its content, once it has been read.
    pub sha256: Option<String>,
}

impl Fitted {
    /// The strategy of this text if files are among its parameters; relative paths start at `base`.
    pub(crate) fn of_text(text: &str, base: &Path) -> Option<Fitted> {
        let (name, settings) = text.split_once(':')?;
        let mut files: Vec<FittedFile> = Vec::new();
        let mut strategy = name.to_owned();
        for pair in settings.split(':') {
            match FittedFile::of_pair(pair, base) {
                // a second file for the same parameter stays a setting, and is refused as such
                Some(file) if files.iter().all(|other| other.key != file.key) => files.push(file),
                _ => strategy = format!("{strategy}:{pair}"),
            }
        }
        Fitted::new(strategy, files)
    }

    /// A strategy with these files, in any order; `None` without a file.
    pub(crate) fn new(strategy: String, mut files: Vec<FittedFile>) -> Option<Fitted> {
        files.sort_by_key(|file| FILE_PARAMETERS.iter().position(|key| *key == file.key));
        (!files.is_empty()).then_some(Fitted { strategy, files })
    }

    /// The text that users type for it.
    pub(crate) fn text(&self) -> String {
        let (name, others) = self.strategy.split_once(':').unwrap_or((&self.strategy, ""));
        let files = self.files.iter().map(|file| format!("{}={}", file.key, file.path.display()));
        let others = (!others.is_empty()).then(|| others.to_owned());
        let parts = std::iter::once(name.to_owned()).chain(files).chain(others);
        parts.collect::<Vec<_>>().join(":")
    }
}

impl FittedFile {
    /// The file of a text `key=value`, if the key is that of a file and the value is one.
    fn of_pair(pair: &str, base: &Path) -> Option<FittedFile> {
        let (key, value) = pair.split_once('=')?;
        let key = FILE_PARAMETERS.into_iter().find(|known| *known == key.trim())?;
        let value = value.trim();
        let path = || FittedFile { key, path: from(base, value), sha256: None };
        (value != SHIPPED && !value.is_empty()).then(path)
    }

    /// Its content.
    ///
    /// # Errors
    /// If it cannot be read, or does not have the fingerprint of the config.
    pub fn content(&self) -> Result<Vec<u8>, String> {
        let shown = self.path.display();
        let content =
            fs::read(&self.path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        let found = short_hash(&content);
        match self.sha256.as_ref().filter(|known| **known != found) {
            None => Ok(content),
            Some(known) => Err(format!(
                "{shown} is not the file that the config names: its sha256 begins with {found}, not {known}"
            )),
        }
    }
}
