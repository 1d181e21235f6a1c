//! Why settings are invalid, with the line, the key and what was expected.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use lettergame_base::did_you_mean;

/// What the name of a format is made of.
pub(crate) const PLAIN: &str = "1 to 40 letters, digits, `_` or `-`, a letter or a digit first, and not the name of a \
                                device of Windows such as `con`";

/// What each key of `season.toml` expects. A key means the same in every table.
const EXPECTED: [(&str, &str); 23] = [
    ("name", "a text in quotes"),
    ("game", "the name of a game in quotes"),
    ("seed", "a whole number from 0 to 2^63-1"),
    ("deadline", "a time with its offset, in quotes, as in \"2030-01-31T23:59:00Z\""),
    ("confidence", "a number above 0.5 and below 1, as in 0.95"),
    ("lexicon", "the name of a file in quotes"),
    ("placement", "a whole number of deals from 1 to 10000"),
    ("match-seconds", "a whole number of seconds from 1 to 3600"),
    ("limits", "keys below a line [limits]"),
    ("format", "keys below a line [[format]]"),
    ("time-limit", "a time in quotes, as in \"500ms\""),
    ("game-time", "a time in quotes, as in \"30s\""),
    ("init-time", "a time in quotes, as in \"10s\""),
    ("memory", "a whole number of mebibytes"),
    ("pondering", "true or false"),
    ("upload", "a whole number of mebibytes"),
    ("unpacked", "a whole number of mebibytes"),
    ("files", "a whole number"),
    ("hand-ins", "a whole number"),
    ("teams", "a whole number from 2 to 14"),
    ("seats-each", "a whole number from 1 to 7"),
    ("weight", "a number above 0, as in 1.0"),
    ("rules", "the settings of the game in braces, as in { rounds = 3 }"),
];

/// Why settings are invalid.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// It is not TOML, or has unknown keys or values of another kind.
    #[error("{path}, line {line}: {what}")]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong in it.
        what: String,
    },
    /// A value is out of range.
    #[error("invalid {key} `{value}`: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// As written.
        value: String,
        /// What is accepted.
        expected: String,
    },
    /// There is nothing to play.
    #[error("no format; name at least one, below a line [[format]]")]
    NoFormat,
    /// Two formats have one name.
    #[error("two formats are named `{0}`; name them apart")]
    Twice(String),
}

impl SettingsError {
    /// The error of the parser in terms of the keys of the file.
    pub(crate) fn of_toml(path: &Path, text: &str, error: &toml::de::Error) -> SettingsError {
        let span = error.span().unwrap_or(0..0);
        let before = text.get(..span.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let message = error.message();
        let mut quoted = message.split('`').skip(1).step_by(2);
        let what = if message.starts_with("unknown field") {
            let key = quoted.next().unwrap_or_default();
            let known: Vec<&str> = quoted.collect();
            format!("unknown key `{key}`{}", did_you_mean(key, known.iter().copied()))
        } else if message.starts_with("missing field") {
            let key = quoted.next().unwrap_or_default();
            format!("`{key}` is missing: expected {}", expected(key).unwrap_or("a value"))
        } else {
            let content = text.lines().nth(line - 1).unwrap_or_default();
            invalid(content).unwrap_or_else(|| message.replace('\n', "; "))
        };
        SettingsError::Syntax { path: path.to_owned(), line, what }
    }
}

fn expected(key: &str) -> Option<&'static str> {
    EXPECTED.iter().find(|(known, _)| *known == key).map(|(_, expected)| *expected)
}

/// What is wrong with a line whose value is not what its key expects.
fn invalid(line: &str) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    let (key, value) = (key.trim(), without_comment(value).trim());
    Some(format!("invalid {key} `{value}`: expected {}", expected(key)?))
}

/// The part of a line before a comment.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    let end = line.find(|char: char| {
        is_quoted ^= char == '"';
        char == '#' && !is_quoted
    });
    &line[..end.unwrap_or(line.len())]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::SettingsError;
    use crate::SeasonSettings;

    #[test]
    fn errors_name_the_line_the_key_and_what_is_expected() {
        let text = "name = \"s\"\ngame = \"g\"\nseed = 5\n# deadline\nplacement = 8\n\n[limits]\nhand-ins = 20\n\n\
                    [[format]]\nname = \"duel\"\nteams = 2\nrules = { rounds = 3 }\n";
        assert!(toml::from_str::<SeasonSettings>(text).is_ok());
        for (from, to, wanted) in [
            ("seed = 5", "seed = -5", "3: invalid seed `-5`: expected a whole number from 0 to"),
            (
                "seed = 5",
                "seed = \"#x\" # of all",
                "3: invalid seed `\"#x\"`: expected a whole number",
            ),
            ("# deadline", "deadline = 5", "4: invalid deadline `5`: expected a time with its"),
            ("# deadline", "deadline = \"soon\"", "4: invalid deadline `\"soon\"`: expected a"),
            ("placement", "placment", "5: unknown key `placment`; did you mean `placement`?"),
            ("teams = 2", "team = 2", "12: unknown key `team`; did you mean `teams`?"),
            ("seed = 5\n", "", "1: `seed` is missing: expected a whole number"),
            ("hand-ins = 20", "hand-ins = -1", "8: invalid hand-ins `-1`: expected a whole"),
            ("\"duel\"", "\"duel", "11: invalid name `\"duel`: expected a text in quotes"),
            ("{ rounds = 3 }", "7", "13: invalid rules `7`: expected the settings of the game"),
            ("[limits]", "[limits", "7: "),
        ] {
            let text = text.replacen(from, to, 1);
            let error = toml::from_str::<SeasonSettings>(&text).unwrap_err();
            let said = SettingsError::of_toml(Path::new("season.toml"), &text, &error).to_string();
            assert!(said.starts_with(&format!("season.toml, line {wanted}")), "{said}");
            assert!(!said.contains('\n'), "{said}");
        }
    }

    #[test]
    fn every_key_has_an_expectation() {
        let error = toml::from_str::<SeasonSettings>("x = 1").unwrap_err().to_string();
        let limits = toml::from_str::<crate::SeasonLimits>("x = 1").unwrap_err().to_string();
        let format = toml::from_str::<crate::Format>("x = 1").unwrap_err().to_string();
        for error in [error, limits, format] {
            let known: Vec<&str> = error.split('`').skip(1).step_by(2).skip(1).collect();
            assert!(known.len() > 4, "{error}");
            assert!(known.iter().all(|key| super::expected(key).is_some()), "{known:?}");
        }
    }
}
