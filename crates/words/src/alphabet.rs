//! An alphabet: the letters of a language's tiles, in order. A letter may have more than one character: `CH` is
//! one tile in Spanish.
//!
//! Inside the program a word is a text of one byte a letter: [`FIRST_LETTER`] for the first letter of the
//! alphabet, and so on. For the Latin letters A to Z that is the word as people write it.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use super::index::{FIRST_LETTER, MAX_LETTERS};
use lettergame_base::escaped;

/// The most characters of a letter.
const MAX_CHARACTERS: usize = 4;

/// The most alphabets that a process keeps, so that one that reads them from strangers does not grow for ever.
const MAX_KEPT: usize = 1000;

/// A letter as text: on a tile, and for a blank that stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterName {
    /// On a tile: `CH`.
    pub upper: Cow<'static, str>,
    /// For a blank that stands for it: `ch`.
    pub lower: Cow<'static, str>,
}

/// The letters of a language's tiles, 2 to 62, in order.
#[derive(Clone, PartialEq, Eq)]
pub struct Alphabet {
    letters: Cow<'static, [LetterName]>,
    /// Both forms of each letter: by first character, of these the longest first.
    forms: Vec<Form>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    text: Cow<'static, str>,
    letter: u8,
    is_lower: bool,
}

/// A letter at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterRead {
    /// Its place in the alphabet, from 0.
    pub letter: usize,
    /// Whether it is in the form for a blank.
    pub is_lower: bool,
    /// The number of bytes read.
    pub len: usize,
}

/// Why letters do not make an alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AlphabetError {
    /// Too few or too many.
    #[error("number of letters {0}: expected 2 to {MAX_LETTERS}")]
    Count(usize),
    /// A text that cannot be told from others in a move.
    #[error(
        "`{0}` is not the name of a letter: expected 1 to {MAX_CHARACTERS} characters that are no digits, \
         spaces or any of ()[].,?*_/-#"
    )]
    Name(String),
    /// Too many different ones.
    #[error(
        "more than {MAX_KEPT} different alphabets: this process keeps each of them; restart it"
    )]
    Kept,
    /// Twice the same text.
    #[error(
        "`{0}` stands for two letters, or for a letter and its blank: expected different texts, such as \
         Q and q"
    )]
    Twice(String),
}

macro_rules! latin {
    ($($upper:literal $lower:literal),+ $(,)?) => {
        &[$(LetterName { upper: Cow::Borrowed($upper), lower: Cow::Borrowed($lower) }),+]
    };
}

const LATIN: &[LetterName] = latin!(
    "A" "a", "B" "b", "C" "c", "D" "d", "E" "e", "F" "f", "G" "g", "H" "h", "I" "i", "J" "j",
    "K" "k", "L" "l", "M" "m", "N" "n", "O" "o", "P" "p", "Q" "q", "R" "r", "S" "s", "T" "t",
    "U" "u", "V" "v", "W" "w", "X" "x", "Y" "y", "Z" "z",
);

/// The Latin letters A to Z, of English among other languages.
static ENGLISH: Alphabet = Alphabet { letters: Cow::Borrowed(LATIN), forms: Vec::new() };

/// All other alphabets of this process.
static OTHERS: Mutex<Vec<&'static Alphabet>> = Mutex::new(Vec::new());

impl Alphabet {
    /// The Latin letters A to Z.
    #[must_use]
    pub fn english() -> &'static Alphabet {
        &ENGLISH
    }

    /// The alphabet of these letters. It is kept until the process ends; equal ones are one.
    ///
    /// # Errors
    /// Too few letters, too many, texts that cannot be told apart, or more than a thousand different alphabets.
    pub fn of(letters: &[LetterName]) -> Result<&'static Alphabet, AlphabetError> {
        if letters == LATIN {
            return Ok(&ENGLISH);
        }
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = others.iter().find(|known| *known.letters == *letters) {
            return Ok(known);
        }
        check(letters)?;
        if others.len() >= MAX_KEPT {
            return Err(AlphabetError::Kept);
        }
        let new: &'static Alphabet = Box::leak(Box::new(Alphabet::new(letters)));
        others.push(new);
        Ok(new)
    }

    fn new(letters: &[LetterName]) -> Alphabet {
        let mut forms: Vec<Form> = Vec::with_capacity(2 * letters.len());
        for (letter, name) in letters.iter().enumerate() {
            for (text, is_lower) in [(&name.upper, false), (&name.lower, true)] {
                forms.push(Form { text: text.clone(), letter: letter as u8, is_lower });
            }
        }
        forms.sort_by_key(|form| (first_of(&form.text), std::cmp::Reverse(form.text.len())));
        Alphabet { letters: Cow::Owned(letters.to_vec()), forms }
    }

    /// The number of letters.
    #[expect(clippy::len_without_is_empty, reason = "an alphabet is never empty")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Whether its letters are A to Z.
    #[must_use]
    pub fn is_latin(&self) -> bool {
        self.forms.is_empty()
    }

    /// The letters in order.
    #[must_use]
    pub fn letters(&self) -> &[LetterName] {
        &self.letters
    }

    /// Whether some letter has more than one character.
    #[must_use]
    pub fn has_digraphs(&self) -> bool {
        !self.is_latin() && self.letters.iter().any(LetterName::is_digraph)
    }

    /// The letter at the start of a text, in either form: of several the longest.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<LetterRead> {
        let first = text.chars().next()?;
        if self.is_latin() {
            let letter = usize::from(u8::try_from(first).ok()?.to_ascii_uppercase());
            let letter = letter.checked_sub(FIRST_LETTER.into()).filter(|&at| at < self.len())?;
            return Some(LetterRead { letter, is_lower: first.is_ascii_lowercase(), len: 1 });
        }
        let from = self.forms.partition_point(|form| first_of(&form.text) < Some(first));
        let forms = self.forms[from..].iter();
        let mut forms = forms.take_while(|form| first_of(&form.text) == Some(first));
        let form = forms.find(|form| text.starts_with(&*form.text))?;
        let letter = form.letter.into();
        Some(LetterRead { letter, is_lower: form.is_lower, len: form.text.len() })
    }

    /// The letters of a word in any case, a byte each; letters may be in brackets. What is no letter as it
    /// stands may be one in upper case: `Ch`, or `ß` for `SS`.
    ///
    /// # Errors
    /// The rest of the text that begins with no letter.
    pub fn encode<'a>(&self, word: &'a str) -> Result<Vec<u8>, &'a str> {
        let mut bytes = Vec::with_capacity(word.len());
        let mut rest = word;
        while !rest.is_empty() {
            rest = match rest.strip_prefix('[') {
                Some(inner) => {
                    let after = self.encode_one(inner, &mut bytes).ok_or(inner)?;
                    after.strip_prefix(']').ok_or(rest)?
                }
                None => self.encode_one(rest, &mut bytes).ok_or(rest)?,
            };
        }
        Ok(bytes)
    }

    /// Reads one letter and returns the rest of the text.
    fn encode_one<'a>(&self, text: &'a str, bytes: &mut Vec<u8>) -> Option<&'a str> {
        if let Some(read) = self.read_any_case(text) {
            bytes.push(FIRST_LETTER + read.letter as u8);
            return Some(&text[read.len..]);
        }
        let first = text.chars().next()?;
        let upper: String = first.to_uppercase().collect();
        let mut left = &*upper;
        while !left.is_empty() {
            let read = self.read(left)?;
            bytes.push(FIRST_LETTER + read.letter as u8);
            left = &left[read.len..];
        }
        Some(&text[first.len_utf8()..])
    }

    /// The letter at the start of a text, with characters of either case.
    fn read_any_case(&self, text: &str) -> Option<LetterRead> {
        let plain = self.read(text);
        if !self.has_digraphs() {
            return plain;
        }
        let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        let start = &text[..ends.take(MAX_CHARACTERS + 1).last().unwrap_or(0)];
        let upper = self.read(&start.to_uppercase());
        let longer = upper.filter(|upper| plain.is_none_or(|plain| upper.len > plain.len));
        longer.filter(|longer| text.is_char_boundary(longer.len)).or(plain)
    }

    /// A word of this alphabet as people write it. Bytes of no letter are left out.
    #[must_use]
    pub fn text(&self, word: &[u8]) -> String {
        let letters = word.iter().map(|byte| usize::from(byte.wrapping_sub(FIRST_LETTER)));
        letters.filter_map(|at| self.letters.get(at)).map(|name| &*name.upper).collect()
    }
}

impl LetterName {
    /// The name of a letter with the usual lower case.
    #[must_use]
    pub fn new(upper: &str, lower: &str) -> LetterName {
        LetterName { upper: Cow::Owned(upper.to_owned()), lower: Cow::Owned(lower.to_owned()) }
    }

    /// Whether it has more than one character.
    #[must_use]
    pub fn is_digraph(&self) -> bool {
        [&self.upper, &self.lower].iter().any(|text| text.chars().nth(1).is_some())
    }
}

/// For messages: `A to Z`, or all letters.
impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_latin() {
            return f.write_str("A to Z");
        }
        let letters: Vec<&str> = self.letters.iter().map(|name| &*name.upper).collect();
        f.write_str(&letters.join(" "))
    }
}

/// Its letters.
impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.letters.iter().map(|name| &name.upper)).finish()
    }
}

fn first_of(text: &str) -> Option<char> {
    text.chars().next()
}

fn check(letters: &[LetterName]) -> Result<(), AlphabetError> {
    if !(2..=MAX_LETTERS).contains(&letters.len()) {
        return Err(AlphabetError::Count(letters.len()));
    }
    let texts: Vec<&str> = letters.iter().flat_map(|name| [&*name.upper, &*name.lower]).collect();
    for (index, text) in texts.iter().enumerate() {
        let is_apart = |c: char| c.is_whitespace() || c.is_numeric() || "()[].,?*_/-#".contains(c);
        let count = text.chars().count();
        let is_printable = escaped(text, MAX_CHARACTERS) == *text;
        if !(1..=MAX_CHARACTERS).contains(&count) || text.contains(is_apart) || !is_printable {
            return Err(AlphabetError::Name((*text).to_owned()));
        }
        if texts[..index].contains(text) {
            return Err(AlphabetError::Twice((*text).to_owned()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Alphabet, AlphabetError, LATIN, LetterName, LetterRead};

    fn alphabet(letters: &[&str]) -> &'static Alphabet {
        let names: Vec<LetterName> =
            letters.iter().map(|upper| LetterName::new(upper, &upper.to_lowercase())).collect();
        Alphabet::of(&names).unwrap()
    }

    fn spanish() -> &'static Alphabet {
        alphabet(&["A", "C", "CH", "H", "I", "L", "LL", "N", "Ñ", "O"])
    }

    #[test]
    fn latin_letters_are_the_bytes_of_a_word() {
        let english = Alphabet::english();
        assert_eq!(english.encode("Quiz"), Ok(b"QUIZ".to_vec()));
        assert_eq!(english.encode("CAF\u{c9}"), Err("\u{c9}"));
        assert_eq!(english.text(b"QUIZ"), "QUIZ");
        assert!(english.is_latin() && !english.has_digraphs());
        assert!(std::ptr::eq(Alphabet::of(LATIN).unwrap(), english));
    }

    #[test]
    fn the_longest_letter_is_read() {
        let spanish = spanish();
        let read = |text| spanish.read(text);
        assert_eq!(read("CHICO"), Some(LetterRead { letter: 2, is_lower: false, len: 2 }));
        assert_eq!(read("chico"), Some(LetterRead { letter: 2, is_lower: true, len: 2 }));
        assert_eq!(read("CO"), Some(LetterRead { letter: 1, is_lower: false, len: 1 }));
        assert_eq!(read("ÑO"), Some(LetterRead { letter: 8, is_lower: false, len: 2 }));
        assert_eq!(read("X"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn words_are_encoded_in_any_case_and_read_back() {
        let spanish = spanish();
        for (word, bytes) in [
            ("CHICO", &b"CEBJ"[..]),
            ("chico", b"CEBJ"),
            ("Chico", b"CEBJ"),
            ("[C][H]ICO", b"BDEBJ"),
            ("ca[ñ]o", b"BAIJ"),
            ("LLLLANO", b"GGAHJ"),
        ] {
            assert_eq!(spanish.encode(word).as_deref(), Ok(bytes), "{word}");
        }
        assert_eq!(spanish.text(b"CEBJ"), "CHICO");
        assert_eq!(spanish.encode("CHE"), Err("E"));
        assert_eq!(spanish.encode("[CHICO"), Err("[CHICO"));
        assert_eq!(spanish.encode("[X]A"), Err("X]A"));
    }

    #[test]
    fn a_letter_that_is_two_in_upper_case_is_both() {
        let german = alphabet(&["A", "Ä", "S", "T", "Ü"]);
        assert_eq!(german.encode("Süßäst").map(|word| german.text(&word)), Ok("SÜSSÄST".into()));
    }

    #[test]
    fn equal_alphabets_are_one() {
        assert!(std::ptr::eq(spanish(), spanish()));
    }

    #[test]
    fn letters_that_cannot_be_told_apart_are_refused() {
        let alphabet = |letters: &[(&str, &str)]| {
            let names: Vec<_> = letters.iter().map(|(u, l)| LetterName::new(u, l)).collect();
            Alphabet::of(&names).unwrap_err()
        };
        assert_eq!(alphabet(&[("A", "a")]), AlphabetError::Count(1));
        assert_eq!(alphabet(&[("A", "a"), ("B", "a")]), AlphabetError::Twice("a".into()));
        assert_eq!(alphabet(&[("A", "a"), ("א", "א")]), AlphabetError::Twice("א".into()));
        for name in ["", "A B", "A.", "[", "1", "ABCDE", "?"] {
            assert_eq!(alphabet(&[("A", "a"), (name, "b")]), AlphabetError::Name(name.into()));
        }
    }
}
