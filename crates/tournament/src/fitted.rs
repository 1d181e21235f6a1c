//! A built-in strategy with a file for a parameter: `equity:leaves=FILE`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::paths::from;
use crate::short_hash;
use lettergame_core::game::{FILE_PARAMETERS, SHIPPED};

/// A built-in strategy with a file for a parameter. What the file holds is part of the config of a run, as with
/// a [`Module`](crate::Module).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted {
    /// The strategy with its other parameters: `equity:endgame=5`.
    pub strategy: String,
    /// The parameter, one of [`FILE_PARAMETERS`].
    pub key: &'static str,
    /// The absolute path of the file.
    pub path: PathBuf,
    /// The fingerprint of its content, once it has been read.
    pub sha256: Option<String>,
}

impl Fitted {
    /// The strategy of this text if a file is among its parameters; relative paths start at `base`.
    pub(super) fn of_text(text: &str, base: &Path) -> Option<Fitted> {
        let (name, settings) = text.split_once(':')?;
        let mut found = None;
        let mut strategy = name.to_owned();
        for pair in settings.split(':') {
            let split = pair.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
            let file = split.and_then(|(key, value)| {
                let key = FILE_PARAMETERS.into_iter().find(|known| *known == key)?;
                (value != SHIPPED && !value.is_empty()).then_some((key, value))
            });
            match file {
                Some(file) if found.is_none() => found = Some(file),
                _ => strategy = format!("{strategy}:{pair}"),
            }
        }
        let (key, file) = found?;
        Some(Fitted { strategy, key, path: from(base, file), sha256: None })
    }

    /// The text that users type for it.
    pub(super) fn text(&self) -> String {
        let (name, others) = self.strategy.split_once(':').unwrap_or((&self.strategy, ""));
        let others = if others.is_empty() { String::new() } else { format!(":{others}") };
        format!("{name}:{}={}{others}", self.key, self.path.display())
    }

    /// The content of its file, which has the fingerprint of the config; the error includes the remedy.
    pub(super) fn content(&self) -> Result<Vec<u8>, String> {
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
