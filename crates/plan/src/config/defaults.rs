//! Defaults: a config that lies below all others, and options of the command line.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::reader::Reader;
use crate::{RawConfig, RawConfigError};

/// What a file of defaults says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defaults {
    /// What a config leaves open.
    pub config: RawConfig,
    /// Options of the command line, in the order of the file.
    pub options: Vec<DefaultOption>,
}

/// An option that has a value where none is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefaultOption {
    /// Its name, without dashes.
    pub name: String,
    /// Its values; one unless the file has a list.
    pub values: Vec<String>,
    /// Where it stands, as `FILE:LINE:COLUMN`.
    pub place: String,
}

impl Defaults {
    /// Reads TOML: the keys of a config, and a table `[options]`.
    ///
    /// # Errors
    /// Those of [`RawConfig::from_toml`]; options that are not strings, numbers, booleans or lists
    /// of them; a queue, which is not a default.
    pub fn from_toml(text: &str, source_name: &str) -> Result<Defaults, RawConfigError> {
        let reader = Reader { text, source_name };
        let mut table = reader.table()?;
        let options = match table.remove("options") {
            Some(options) => read_options(&reader, &options)?,
            None => Vec::new(),
        };
        for key in ["queue", "run"] {
            if let Some(value) = table.get(key) {
                let Range { start, .. } = value.span();
                return Err(reader.error(start, format!("`{key}` cannot be a default")));
            }
        }
        Ok(Defaults { config: RawConfig::read_table(&reader, &table)?, options })
    }

    /// These defaults, and those of `over`, which take precedence.
    #[must_use]
    pub fn merged_with(mut self, over: Defaults) -> Defaults {
        self.options.extend(over.options);
        Defaults { config: self.config.merged_with(over.config), options: self.options }
    }
}

fn read_options(
    reader: &Reader<'_>,
    options: &Spanned<DeValue<'_>>,
) -> Result<Vec<DefaultOption>, RawConfigError> {
    let table = options.get_ref().as_table().ok_or_else(|| reader.wanted(options, "a table"))?;
    let option = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let values = match value.get_ref().as_array() {
            Some(list) => list.iter().map(|item| reader.scalar(item)).collect::<Result<_, _>>()?,
            None => vec![reader.scalar(value)?],
        };
        let name: &std::borrow::Cow<'_, str> = key.get_ref();
        Ok(DefaultOption { name: name.to_string(), values, place: reader.place(key.span().start) })
    };
    table.iter().map(option).collect()
}

#[cfg(test)]
mod tests {
    use super::Defaults;
    use crate::RawConfig;

    #[test]
    fn defaults_are_a_config_and_options() {
        let text =
            "games = 50\n[rules]\nrounds = 3\n[options]\nthreads = 2\nset = [\"a=1\", \"b=2\"]\n";
        let read = Defaults::from_toml(text, "d").unwrap();
        assert_eq!((read.config.games, read.config.rules["rounds"].len()), (Some(50), 1));
        let options: Vec<_> =
            read.options.iter().map(|option| (&*option.name, option.values.len())).collect();
        assert_eq!(options, [("set", 2), ("threads", 1)]);
        assert_eq!(read.options[1].place, "d:5:1");
        let over = Defaults::from_toml("games = 60", "o").unwrap();
        let merged = read.merged_with(over);
        assert_eq!((merged.config.games, merged.options.len()), (Some(60), 2));
        let text = "seed = 5\n[[queue]]\nname = \"a\"\ngames = 3\n[[queue]]\nname = \"b\"\n";
        let queue = RawConfig::from_toml(text, "q").unwrap();
        let both = merged.config.merged_with(queue.clone());
        assert_eq!((both.queue, both.games, both.seed), (queue.queue, Some(60), Some(5)));
    }

    #[test]
    fn what_is_no_default_is_refused() {
        for (text, wanted) in [
            ("options = 3", "expected a table"),
            ("[options]\nthreads = { a = 1 }", "expected a string or number"),
            ("[[queue]]\ngames = 3", "`queue` cannot be a default"),
            ("gmes = 3", "did you mean `games`?"),
        ] {
            let error = Defaults::from_toml(text, "d").unwrap_err().to_string();
            assert!(error.contains(wanted) && error.starts_with("d:"), "{error}");
        }
    }
}
