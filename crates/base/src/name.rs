//! Names that are safe in files, unique names, and the nearest match for a mistyped name.

use std::fmt;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A label of rows, pages and files that needs no quoting in CSV or TOML: not empty, of letters and digits
/// of any script in composed form (Unicode NFC), and of `. _ - + : = #`, or as [`Name::given`] allows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

/// The signs of a given name beside letters and digits.
const SIGNS: &str = " .-_+()'’";

/// Why a text cannot be the name of a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "invalid name `{}`: {why}; expected letters, digits, single spaces and any of `. - _ + ( ) '`, with a \
     letter, a digit or `_` first",
    .name.escape_debug()
)]
pub struct NameError {
    name: String,
    why: String,
}

impl Name {
    /// The name that somebody gave to a player, in composed form, so that names that look alike are equal
    /// however their accents were typed.
    ///
    /// Rows, spreadsheets, pages and shells must carry it: it has no commas, quotes or invisible characters,
    /// and does not begin like a formula.
    ///
    /// ```
    /// use lettergame_base::Name;
    /// assert_eq!(Name::given("Anna (2) Mu\u{308}ller").unwrap().as_str(), "Anna (2) Müller");
    /// assert!(Name::given("=1+2").is_err() && Name::given("Anna, Bob").is_err());
    /// ```
    ///
    /// # Errors
    /// If it contains another character, or begins or ends with one that does not belong there.
    pub fn given(text: &str) -> Result<Name, NameError> {
        let name: String = text.nfc().collect();
        let wrong = |why: String| Err(NameError { name: text.to_owned(), why });
        let stranger = name.chars().find(|&c| !is_letter(c) && !SIGNS.contains(c));
        match name.chars().next() {
            None => wrong("it is empty".to_owned()),
            Some(first) if !first.is_alphanumeric() && first != '_' => {
                wrong(format!("it begins with `{}`", first.escape_debug()))
            }
            Some(_) if stranger.is_some() => {
                let shown: String = stranger.iter().flat_map(|c| c.escape_debug()).collect();
                wrong(format!("it contains `{shown}`"))
            }
            Some(_) if name.ends_with(' ') || name.contains("  ") => {
                wrong("it has a space too many".to_owned())
            }
            Some(_) => Ok(Name(name)),
        }
    }

    /// The label for any text: a name as [`Name::given`] allows it is kept; of another text, such as the
    /// command of a player without a name, every character other than letters, digits and `. _ - + : = #`
    /// is replaced by `_`.
    #[must_use]
    pub fn of_text(text: &str) -> Name {
        Name::given(text).unwrap_or_else(|_| Name::sanitized(text))
    }

    /// The text with every character replaced by `_` that would need quotes in a shell; `unnamed` for an
    /// empty text.
    #[must_use]
    pub fn sanitized(text: &str) -> Name {
        if text.is_empty() {
            return Name("unnamed".to_owned());
        }
        Name(text.nfc().map(|c| if is_safe(c) { c } else { '_' }).collect())
    }

    /// The label as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A letter or digit, or an accent on one.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

fn is_safe(c: char) -> bool {
    is_letter(c) || "._-+:=#".contains(c)
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The texts as labels, in order, made unique by a counter: `random`, `random#2`, `random#3`.
///
/// ```
/// use lettergame_base::unique_names;
/// let names: Vec<String> =
///     unique_names(&["cmd:a b", "random", "random"]).iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["cmd:a_b", "random", "random#2"]);
/// ```
#[must_use]
pub fn unique_names<S: AsRef<str>>(texts: &[S]) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::with_capacity(texts.len());
    for text in texts {
        let plain = Name::of_text(text.as_ref());
        let numbered = (2..).map(|count| Name(format!("{plain}#{count}")));
        let free =
            std::iter::once(plain.clone()).chain(numbered).find(|name| !names.contains(name));
        names.push(free.unwrap_or(plain));
    }
    names
}

/// Longest file name made from a label, in bytes; file systems allow 255 including the extension.
const MAX_FILE_NAME: usize = 100;

/// For each label a portable file name without extension: no colon, no Windows device name, at most 100
/// bytes, and distinct from the others ignoring case. It depends only on the labels.
///
/// ```
/// use lettergame_base::{Name, unique_file_names};
/// let names = ["cmd:p.py", "cmd_p.py", "CON"].map(Name::sanitized);
/// assert_eq!(unique_file_names(&names), ["cmd_p.py", "cmd_p.py#2", "CON_"]);
/// ```
#[must_use]
pub fn unique_file_names(names: &[Name]) -> Vec<String> {
    let mut files: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let plain = file_name(name);
        let numbered = (2..).map(|count| format!("{plain}#{count}"));
        let is_free =
            |name: &String| !files.iter().any(|own| own.to_lowercase() == name.to_lowercase());
        let free = std::iter::once(plain.clone()).chain(numbered).find(is_free);
        files.push(free.unwrap_or(plain));
    }
    files
}

fn file_name(name: &Name) -> String {
    let mut text = name.as_str().replace(':', "_");
    text.truncate(text.floor_char_boundary(MAX_FILE_NAME));
    let stem = text.split('.').next().unwrap_or_default();
    if is_device(stem) { text.replacen(stem, &format!("{stem}_"), 1) } else { text }
}

/// Whether Windows reserves this name for a device, whatever its extension, which is no part of it
/// (<https://learn.microsoft.com/windows/win32/fileio/naming-a-file>).
#[must_use]
pub fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_uppercase();
    let is_port = ["COM", "LPT"].iter().any(|port| {
        let number = stem.strip_prefix(port).unwrap_or_default();
        matches!(
            number,
            "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³"
        )
    });
    is_port || ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem.as_str())
}

/// The candidate nearest to the typed text, if it is near enough to be a likely typo (Jaro-Winkler
/// similarity of at least 0.75; the first of the most similar).
#[must_use]
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |name: &str| strsim::jaro_winkler(&typed.to_lowercase(), &name.to_lowercase());
    let mut best: Option<(f64, &str)> = None;
    for name in candidates {
        let score = likeness(name);
        if score >= 0.75 && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, name));
        }
    }
    best.map(|(_, name)| name)
}

/// A hint to append to an error: `; did you mean X?`, or `; known: A, B, C` if nothing is near.
#[must_use]
pub fn did_you_mean<'a>(
    typed: &str,
    candidates: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    match nearest(typed, candidates.clone()) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => format!("; known: {}", candidates.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Name, did_you_mean, nearest, unique_file_names, unique_names};

    #[test]
    fn a_label_needs_no_quotes() {
        assert_eq!(Name::sanitized("cmd:java -cp \"a,b\"").as_str(), "cmd:java_-cp__a_b_");
        assert_eq!(Name::sanitized("cmd:Mu\u{308}ller").as_str(), "cmd:Müller");
        assert_eq!(Name::sanitized("").as_str(), "unnamed");
    }

    #[test]
    fn given_names_are_kept_in_every_script() {
        for name in [
            "Müller-Ångström",
            "李",
            "Anna B. (2)",
            "O'Neil",
            "O’Neil",
            "प्रिया",
            "_x",
            "c++",
            "1.2",
        ] {
            assert_eq!(Name::given(name).unwrap().as_str(), name);
            assert_eq!(Name::of_text(name).as_str(), name);
        }
        assert_eq!(Name::given("Jose\u{301}"), Name::given("José"), "composed");
    }

    #[test]
    fn names_that_rows_pages_or_shells_cannot_carry_are_refused() {
        for (name, why) in [
            ("", "it is empty"),
            ("=1+2", "it begins with `=`"),
            ("+1", "it begins with `+`"),
            ("-x", "it begins with `-`"),
            ("@a", "it begins with `@`"),
            (" a", "it begins with ` `"),
            ("\u{301}a", "it begins with `\\u{301}`"),
            ("a,b", "it contains `,`"),
            ("a\"b", "it contains `\\\"`"),
            ("a#2", "it contains `#`"),
            ("a\u{202e}b", "it contains `\\u{202e}`"),
            ("a\nb", "it contains `\\n`"),
            ("a  b", "it has a space too many"),
            ("a ", "it has a space too many"),
        ] {
            let error = Name::given(name).unwrap_err().to_string();
            let wanted = format!("invalid name `{}`: {why}; expected letters", name.escape_debug());
            assert!(error.starts_with(&wanted), "{error}");
        }
    }

    #[test]
    fn numbered_names_never_collide_with_taken_names() {
        let names = unique_names(&["x", "x#2", "x", "x"]);
        let names: Vec<&str> = names.iter().map(Name::as_str).collect();
        assert_eq!(names, ["x", "x#2", "x#3", "x#4"]);
    }

    #[test]
    fn file_names_are_valid_on_every_system_and_distinct() {
        let long = "a".repeat(300);
        let texts =
            ["cmd:python3 x.py", "cmd_python3_x.py", "Ann", "ann", "nul", "com1.x", "com", &long];
        let names = texts.map(Name::sanitized);
        let files = unique_file_names(&names);
        assert_eq!(files[..3], ["cmd_python3_x.py", "cmd_python3_x.py#2", "Ann"]);
        assert_eq!(files[3..7], ["ann#2", "nul_", "com1_.x", "com"]);
        assert_eq!(files[7], "a".repeat(100));
        assert_eq!(unique_file_names(&names[..3]), files[..3]);
        let names = ["Änn", "änn", &"李".repeat(50)].map(Name::of_text);
        assert_eq!(unique_file_names(&names), ["Änn", "änn#2", &"李".repeat(33)]);
    }

    #[test]
    fn the_nearest_name_is_a_likely_typo_or_nothing() {
        let known = ["random", "letter-value", "zero"];
        assert_eq!(nearest("leter-valu", known), Some("letter-value"));
        assert_eq!(nearest("Random", known), Some("random"));
        assert_eq!(nearest("qqq", known), None);
        assert_eq!(did_you_mean("qqq", known), "; known: random, letter-value, zero");
    }
}
