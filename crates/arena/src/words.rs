//! Loading a word list: the shipped one, or a file, text or KWG.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use crate::RunError;
use lettergame_plan::{Config, RawConfig, short_hash};
use lettergame_registry::{alphabet, games};
use lettergame_words::{Alphabet, Lexicon, WordList};

/// The fingerprint of the shipped list, which would take as long to compute as to index the list.
const SHIPPED: &str = "3e9c18e0ad77292f";

/// A loaded word list.
pub struct Words {
    /// The words.
    pub lexicon: Arc<Lexicon>,
    /// The fingerprint of the list's file, computed when it is first read: only runs need it.
    pub fingerprint: LazyLock<String, Box<dyn FnOnce() -> String + Send>>,
    /// The first line, if it was treated as a header.
    pub header: Option<String>,
}

impl Words {
    /// Loads the list of a config, of the letters of its tiles.
    ///
    /// # Errors
    /// See [`Words::load`].
    pub fn of(raw: &RawConfig) -> Result<Words, RunError> {
        let game = raw.game.as_deref().unwrap_or(games()[0].info.name);
        Words::load(raw.lexicon_path(), alphabet(game, raw.first_rules()))
    }

    /// The same for a config that has been validated.
    pub(super) fn of_config(config: &Config) -> Result<Words, RunError> {
        let mut rules = config.rules.clone();
        config.preset.iter().for_each(|preset| rules.set("preset", preset));
        let file = config.lexicon.as_deref().map(Path::new);
        Words::load(file, alphabet(&config.game, rules))
    }

    /// Loads the list of these letters in a file, or the shipped one.
    ///
    /// # Errors
    /// [`RunError::Words`] if the file cannot be read or is not a word list.
    pub fn load(file: Option<&Path>, letters: &'static Alphabet) -> Result<Words, RunError> {
        let Some(path) = file else { return Ok(Words::shipped()) };
        let name = path.display().to_string();
        let bytes = fs::read(path)
            .map_err(|error| RunError::Words(format!("cannot read {name}: {error}")))?;
        let parsed = WordList::read(&bytes, &name, letters).map_err(RunError::words)?;
        let lexicon = Arc::new(Lexicon::new(parsed.words).map_err(RunError::words)?);
        let fingerprint = LazyLock::new(Box::new(move || short_hash(&bytes)) as Box<_>);
        Ok(Words { lexicon, fingerprint, header: parsed.header })
    }

    /// The list that is part of the program.
    #[must_use]
    pub fn shipped() -> Words {
        Words {
            lexicon: Arc::new(Lexicon::shipped()),
            fingerprint: LazyLock::new(Box::new(|| SHIPPED.to_owned())),
            header: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Words;
    use lettergame_plan::short_hash;
    use lettergame_words::WordList;

    #[test]
    fn the_fingerprint_of_the_shipped_list_is_that_of_its_text() {
        assert_eq!(*Words::shipped().fingerprint, short_hash(WordList::SHIPPED.as_bytes()));
    }
}
