//! Settings as text: `key=value` pairs, in the same way for the rules of every game and for the
//! parameters of every strategy.
//!
//! A reader takes the keys it knows, one by one, and finally calls `Settings::finish`, which
//! rejects any key that was not taken.

use std::collections::BTreeMap;

use thiserror::Error;

use lettergame_base::did_you_mean;

/// Key-value pairs that have not been read yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    given: BTreeMap<String, String>,
    /// The content of files that are values.
    files: BTreeMap<String, Vec<u8>>,
    known: Vec<&'static str>,
}

/// Why settings were rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// The key is unknown.
    #[error("unknown setting `{key}`{hint}")]
    Unknown {
        /// The key as given.
        key: String,
        /// A hint with the nearest key, or all of them.
        hint: String,
    },
    /// The value is out of range or of the wrong kind.
    #[error("invalid value `{value}` for `{key}`: expected {wanted}")]
    Value {
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// What was expected, following "expected".
        wanted: String,
    },
    /// The file that is the value is not of the expected kind.
    #[error("the file of `{key}`: {error}")]
    File {
        /// The key.
        key: String,
        /// What is wrong with its content.
        error: String,
    },
    /// Not of the form `key=value`.
    #[error("invalid setting `{0}`: expected key=value")]
    Pair(String),
    /// The key is given twice.
    #[error("`{0}` is set twice")]
    Twice(String),
}

impl SettingError {
    /// An unknown preset.
    pub(super) fn preset(
        name: &str,
        presets: impl Iterator<Item = &'static str> + Clone,
    ) -> SettingError {
        let hint = did_you_mean(name, presets);
        let wanted = format!("the name of a preset{hint}");
        SettingError::Value { key: "preset".to_owned(), value: name.to_owned(), wanted }
    }

    /// The key in question, if there is one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            SettingError::Unknown { key, .. }
            | SettingError::Value { key, .. }
            | SettingError::File { key, .. } => Some(key),
            SettingError::Twice(key) => Some(key),
            SettingError::Pair(_) => None,
        }
    }
}

impl Settings {
    /// Sets a key, replacing any earlier value.
    pub fn set(&mut self, key: &str, value: &str) {
        self.given.insert(key.to_owned(), value.to_owned());
    }

    /// Reads `key=value` texts.
    ///
    /// # Errors
    /// A text that is not `key=value`, or a key given twice.
    pub fn parse<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Settings, SettingError> {
        let mut settings = Settings::default();
        for text in texts {
            let (key, value) = split_pair(text)?;
            if settings.given.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(SettingError::Twice(key.to_owned()));
            }
        }
        Ok(settings)
    }

    /// Adds the content of the file that is the value of `key`.
    #[must_use]
    pub fn with_file(mut self, key: &str, content: Vec<u8>) -> Settings {
        self.files.insert(key.to_owned(), content);
        self
    }

    /// Takes the content of the file of `key`; the key then counts as read.
    pub(super) fn take_file(&mut self, key: &'static str) -> Option<Vec<u8>> {
        self.know(key);
        self.files.remove(key)
    }

    /// Counts a key as read; a reader may take it more than once.
    fn know(&mut self, key: &'static str) {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
    }

    /// The pairs, by key.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.given.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Takes the value of `key` as text; the key then counts as read.
    pub fn take_text(&mut self, key: &'static str) -> Option<String> {
        self.know(key);
        self.given.remove(key)
    }

    /// Finishes reading.
    ///
    /// # Errors
    /// [`SettingError::Unknown`] for the first key that was not taken.
    pub fn finish(self) -> Result<(), SettingError> {
        let Some(key) = self.given.into_keys().chain(self.files.into_keys()).next() else {
            return Ok(());
        };
        let hint = if self.known.is_empty() {
            "; there are no settings here".to_owned()
        } else {
            did_you_mean(&key, self.known.iter().copied())
        };
        Err(SettingError::Unknown { key, hint })
    }
}

fn split_pair(text: &str) -> Result<(&str, &str), SettingError> {
    let pair = text.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
    pair.filter(|(key, value)| !key.is_empty() && !value.is_empty())
        .ok_or_else(|| SettingError::Pair(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{SettingError, Settings};

    #[test]
    fn only_key_value_pairs_are_settings() {
        assert_eq!(Settings::parse(["x"]), Err(SettingError::Pair("x".into())));
        assert_eq!(Settings::parse(["=1"]), Err(SettingError::Pair("=1".into())));
        assert_eq!(Settings::parse(["a=1", "a=2"]), Err(SettingError::Twice("a".into())));
    }

    #[test]
    fn a_setting_that_is_read_twice_is_listed_once() {
        let mut settings = Settings::parse(["foo=1"]).unwrap();
        for key in ["rounds", "hidden", "rounds"] {
            settings.take_text(key);
        }
        let error = settings.finish().unwrap_err().to_string();
        assert_eq!(error, "unknown setting `foo`; known: rounds, hidden");
    }
}
