//! Reads word lists as found in practice: any case, any order, duplicates, blank lines, either kind of line
//! ending, a byte order mark and one header line. The result is a clean [`WordList`]; anything that cannot be
//! a word is rejected with its line number.

use std::borrow::Cow;

use super::alphabet::Alphabet;
use super::index::MAX_WORD_LEN;
use super::kwg::{WordGraphError, is_kwg, words_of_kwg};
use super::word_list::WordList;

/// The maximum text size, in bytes.
const MAX_BYTES: usize = 1 << 28;

/// Maximum number of quoted characters of a line.
const QUOTED: usize = 40;

/// The text is not a word list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordListError {
    /// A line after the first contains a character that is not a letter.
    #[error(
        "{origin}, line {line}: {character:?} at position {position} of {text:?} is not a letter \
         {letters}: {}", expected(*.character)
    )]
    NotALetter {
        /// The source of the text, as the caller named it.
        origin: String,
        /// The line, from 1.
        line: usize,
        /// The line's text, cut to 40 characters.
        text: String,
        /// The first character that is not a letter.
        character: char,
        /// Its position in the line, in characters, from 1.
        position: usize,
        /// The expected letters.
        letters: &'static Alphabet,
    },
    /// A line after the first is not UTF-8.
    #[error(
        "{origin}, line {line}: {text:?} is not UTF-8: convert the list from its encoding, as with \
         `iconv -f ISO-8859-1 -t UTF-8`"
    )]
    NotUtf8 {
        /// The source of the text, as the caller named it.
        origin: String,
        /// The line, from 1.
        line: usize,
        /// The line's text, cut to 40 characters.
        text: String,
    },
    /// A word has more than 63 letters.
    #[error(
        "{origin}, line {line}: {text:?} has {letters} letters: expected one word \
         per line, of at most 63 letters"
    )]
    TooLong {
        /// The source of the text, as the caller named it.
        origin: String,
        /// The line, from 1.
        line: usize,
        /// The line's text, cut to 40 characters.
        text: String,
        /// Number of letters in the line.
        letters: usize,
    },
    /// The bytes are a KWG file that is damaged or of another alphabet.
    #[error("{origin} looks like a KWG file: {error}")]
    Kwg {
        /// The source of the bytes, as the caller named it.
        origin: String,
        /// What is wrong with it.
        error: WordGraphError,
    },
    /// The text contains no words.
    #[error(
        "{origin}: no words found: expected one word per line, letters {letters} in either case"
    )]
    Empty {
        /// The source of the text, as the caller named it.
        origin: String,
        /// The expected letters.
        letters: &'static Alphabet,
    },
    /// The text is larger than 256 MiB.
    #[error(
        "{origin} has {bytes} bytes: expected a word list of at most \
         268435456"
    )]
    TooLarge {
        /// The source of the text, as the caller named it.
        origin: String,
        /// The size of the text, in bytes.
        bytes: usize,
    },
}

/// What is expected in place of a character that is no letter.
fn expected(character: char) -> &'static str {
    match character {
        '\u{300}'..='\u{36f}' => {
            "it is an accent that follows its letter as a character of its own; compose them, as with \
             `uconv -x any-nfc`"
        }
        _ => "expected one word per line and nothing else",
    }
}

/// The result of reading a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The clean words.
    pub words: WordList,
    /// The first non-blank line, if it was skipped because it was not a word; cut to 40 characters.
    pub header: Option<String>,
}

impl WordList {
    /// Reads a word list of this alphabet from a text or a KWG file, whichever the bytes are; see
    /// [`WordList::parse_in`] for a text. Of a KWG file, the words (its DAWG) are read; its tiles are numbered in
    /// the order of the alphabet, from 1.
    ///
    /// # Errors
    /// [`WordListError`] for a text that is no word list, a damaged KWG file, or more than 256 MiB.
    pub fn read(
        bytes: &[u8],
        origin: &str,
        alphabet: &'static Alphabet,
    ) -> Result<Parsed, WordListError> {
        if !is_kwg(bytes) || bytes.len() > MAX_BYTES {
            return WordList::parse_in(bytes, origin, alphabet);
        }
        let refused = |error| WordListError::Kwg { origin: origin.to_owned(), error };
        let lines = words_of_kwg(bytes, alphabet.len()).map_err(refused)?;
        let words = words_of(in_order(lines), origin, alphabet)?;
        Ok(Parsed { words, header: None })
    }

    /// Reads a list of words of the letters A to Z; see [`WordList::parse_in`].
    ///
    /// # Errors
    /// See there.
    pub fn parse(text: &[u8], origin: &str) -> Result<Parsed, WordListError> {
        WordList::parse_in(text, origin, Alphabet::english())
    }

    /// Reads a word list of this alphabet, one word per line, from arbitrary bytes. `origin` names the
    /// source in errors (e.g. a path).
    ///
    /// Words may be in either case, in any order and repeated; lines may end with LF or CRLF, be
    /// blank, or have trailing spaces and tabs. A byte order mark is skipped, and so is the first
    /// non-blank line if it contains characters other than letters: it is returned as
    /// [`Parsed::header`]. Linear if the text is sorted, otherwise needs one sort.
    ///
    /// # Errors
    /// [`WordListError`] for any other line with a character that is not a letter, a word of more
    /// than 63 letters, a text without words, or more than 256 MiB.
    pub fn parse_in(
        text: &[u8],
        origin: &str,
        alphabet: &'static Alphabet,
    ) -> Result<Parsed, WordListError> {
        if text.len() > MAX_BYTES {
            return Err(WordListError::TooLarge { origin: origin.to_owned(), bytes: text.len() });
        }
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let (lines, header) = read_lines(text, origin, alphabet)?;
        Ok(Parsed { words: words_of(lines, origin, alphabet)?, header })
    }
}

/// The list of these clean lines.
fn words_of(
    lines: String,
    origin: &str,
    alphabet: &'static Alphabet,
) -> Result<WordList, WordListError> {
    let empty = || WordListError::Empty { origin: origin.to_owned(), letters: alphabet };
    WordList::from_clean(Cow::Owned(lines), alphabet).ok_or_else(empty)
}

/// All words of the text, a byte a letter, sorted and deduplicated, each followed by a line feed; and the
/// header, if there is one.
fn read_lines(
    text: &[u8],
    origin: &str,
    alphabet: &'static Alphabet,
) -> Result<(String, Option<String>), WordListError> {
    let (mut lines, mut header) = (String::with_capacity(text.len() + 1), None);
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii_end();
        match letters_of(line, alphabet) {
            Ok(word) => {
                check_length(line, word.len(), index + 1, origin)?;
                push_word(&mut lines, &word);
            }
            Err(_) if lines.is_empty() && header.is_none() => header = Some(quote(line)),
            Err(_) if std::str::from_utf8(line).is_err() => {
                let (origin, text) = (origin.to_owned(), quote(line));
                return Err(WordListError::NotUtf8 { origin, line: index + 1, text });
            }
            Err((character, position)) => {
                let (origin, text) = (origin.to_owned(), quote(line));
                let (line, letters) = (index + 1, alphabet);
                let error =
                    WordListError::NotALetter { origin, line, text, character, position, letters };
                return Err(error);
            }
        }
    }
    Ok((in_order(lines), header))
}

/// The letters of a line, a byte each; or the first character that is no letter, with its position from 1.
fn letters_of<'a>(line: &'a [u8], alphabet: &Alphabet) -> Result<Cow<'a, [u8]>, (char, usize)> {
    if alphabet.is_latin() && line.iter().all(u8::is_ascii_uppercase) {
        return Ok(Cow::Borrowed(line));
    }
    let text = String::from_utf8_lossy(line);
    let word = alphabet.encode(&text).map_err(|rest| {
        let before = &text[..text.len() - rest.len()];
        let character = rest.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
        (character, before.chars().count() + 1)
    })?;
    Ok(Cow::Owned(word))
}

/// Appends a word with its line feed, unless the line is blank.
fn push_word(lines: &mut String, word: &[u8]) {
    if !word.is_empty() {
        lines.extend(word.iter().map(|&byte| char::from(byte)));
        lines.push('\n');
    }
}

/// The lines sorted and deduplicated; unchanged if they already are.
fn in_order(lines: String) -> String {
    if lines.lines().is_sorted_by(|a, b| a < b) {
        return lines;
    }
    let mut words: Vec<&str> = lines.lines().collect();
    words.sort_unstable();
    words.dedup();
    words.iter().flat_map(|word| [word, "\n"]).collect()
}

/// Rejects a line that exceeds the maximum word length.
fn check_length(
    line: &[u8],
    letters: usize,
    number: usize,
    origin: &str,
) -> Result<(), WordListError> {
    if letters <= MAX_WORD_LEN {
        return Ok(());
    }
    let (origin, text) = (origin.to_owned(), quote(line));
    Err(WordListError::TooLong { origin, line: number, text, letters })
}

/// The first characters of a line, with invalid UTF-8 shown as replacement characters.
fn quote(line: &[u8]) -> String {
    let start = &line[..line.len().min(4 * QUOTED)];
    String::from_utf8_lossy(start).chars().take(QUOTED).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use proptest::sample::select;

    use crate::{LetterName, write_kwg};

    use super::{Alphabet, MAX_BYTES, Parsed, WordList, WordListError};

    fn parse(text: &str) -> Result<Parsed, WordListError> {
        WordList::parse(text.as_bytes(), "words.txt")
    }

    fn words(text: &str) -> Vec<String> {
        parse(text).unwrap().words.iter().map(str::to_owned).collect()
    }

    #[test]
    fn any_case_order_line_end_and_repetition_gives_one_clean_list() {
        let clean = ["A", "BE", "SEE"];
        for text in [
            "A\nBE\nSEE\n",
            "a\nbe\nsee",
            "see\r\nBe\r\nbE\r\na\r\n",
            "\u{feff}see  \n\n\t\nbe\t \r\n\r\na\n\n",
            "English words, 2024\n\nSEE\nBE\nA",
        ] {
            assert_eq!(words(text), clean, "{text:?}");
        }
    }

    #[test]
    fn other_encodings_and_accents_apart_are_refused_with_their_remedy() {
        let latin = WordList::parse(b"AB\nCAF\xc9\n", "words.txt").unwrap_err().to_string();
        assert_eq!(
            latin,
            "words.txt, line 2: \"CAF\u{fffd}\" is not UTF-8: convert the list from its encoding, as with \
             `iconv -f ISO-8859-1 -t UTF-8`"
        );
        let apart = parse("AB\nAN\u{303}O\n").unwrap_err().to_string();
        assert!(
            apart.contains("'\\u{303}' at position 3")
                && apart.ends_with("compose them, as with `uconv -x any-nfc`"),
            "{apart}"
        );
    }

    #[test]
    fn a_single_header_is_skipped_and_reported() {
        assert_eq!(parse("\n 3 words:\r\nA\n").unwrap().header.as_deref(), Some(" 3 words:"));
        assert_eq!(parse("words\nA\n").unwrap().header, None);
        let long = format!("{}\nA\n", "-".repeat(100));
        assert_eq!(parse(&long).unwrap().header, Some("-".repeat(40)));
    }

    #[test]
    fn words_of_another_alphabet_are_a_byte_a_letter_in_its_order() {
        let names = [("A", "a"), ("C", "c"), ("CH", "ch"), ("O", "o"), ("Ñ", "ñ")];
        let names = names.map(|(upper, lower)| LetterName::new(upper, lower));
        let alphabet = Alphabet::of(&names).unwrap();
        let parse = |text: &str| WordList::parse_in(text.as_bytes(), "words.txt", alphabet);
        let parsed = parse("Lista, 2024\nchaco\r\nOCA\ncaña\nCoca\noca\n").unwrap();
        let words = parsed.words;
        let texts: Vec<String> = words.iter().map(|word| alphabet.text(word.as_bytes())).collect();
        assert_eq!(texts, ["CAÑA", "COCA", "CHACO", "OCA"]);
        assert_eq!(parsed.header.as_deref(), Some("Lista, 2024"));
        assert_eq!(words.iter().map(str::len).collect::<Vec<_>>(), [4, 4, 4, 3]);
        let error = parse("OCA\nCASA\n").unwrap_err().to_string();
        assert_eq!(
            error,
            "words.txt, line 2: 'S' at position 3 of \"CASA\" is not a letter A C CH O Ñ: expected one \
             word per line and nothing else"
        );
        let kwg = write_kwg(&words).unwrap();
        assert_eq!(WordList::read(&kwg, "words.kwg", alphabet).unwrap().words, words);
    }

    #[test]
    fn a_second_non_word_line_is_refused_with_its_location() {
        let error = parse("header 1\nAB\n\nCAF\u{c9}S\n").unwrap_err();
        assert_eq!(
            error,
            WordListError::NotALetter {
                origin: "words.txt".into(),
                line: 4,
                text: "CAF\u{c9}S".into(),
                character: '\u{c9}',
                position: 4,
                letters: Alphabet::english(),
            }
        );
        let text = error.to_string();
        assert!(
            text.starts_with(
                "words.txt, line 4: '\u{c9}' at position 4 of \"CAF\u{c9}S\" is not a letter"
            ),
            "{text}"
        );
        assert!(matches!(parse("1\n2\nA"), Err(WordListError::NotALetter { line: 2, .. })));
        assert!(matches!(
            parse("A\n B"),
            Err(WordListError::NotALetter { position: 1, character: ' ', .. })
        ));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_line() {
        let error = WordList::parse(b"AB\nA\xFFB\n", "words.txt").unwrap_err();
        assert!(matches!(error, WordListError::NotUtf8 { line: 2, .. }), "{error}");
    }

    #[test]
    fn a_word_has_at_most_63_letters() {
        let (long, longer) = ("a".repeat(63), "b".repeat(64));
        assert_eq!(words(&long), ["A".repeat(63)]);
        let error = parse(&format!("A\n{longer}\n")).unwrap_err();
        let expected = WordListError::TooLong {
            origin: "words.txt".into(),
            line: 2,
            text: "b".repeat(40),
            letters: 64,
        };
        assert_eq!(error, expected);
        assert!(error.to_string().contains("has 64 letters"), "{error}");
    }

    #[test]
    fn a_list_without_a_word_is_refused() {
        for text in ["", "\n\r\n \t\n", "\u{feff}", "only: a header\n"] {
            assert_eq!(
                parse(text),
                Err(WordListError::Empty {
                    origin: "words.txt".into(),
                    letters: Alphabet::english(),
                }),
                "{text:?}"
            );
        }
        let text = parse("").unwrap_err().to_string();
        assert_eq!(
            text,
            "words.txt: no words found: expected one word per line, letters A to Z in either case"
        );
    }

    #[test]
    fn oversized_text_is_refused_unread() {
        let bytes = MAX_BYTES + 1;
        let error = WordList::parse(&vec![0; bytes], "words.txt").unwrap_err();
        assert_eq!(error, WordListError::TooLarge { origin: "words.txt".into(), bytes });
        assert!(
            error.to_string().contains(&format!(
                "has {bytes} bytes: expected a word list of at most {MAX_BYTES}"
            )),
            "{error}"
        );
    }

    proptest! {
        #[test]
        fn it_never_panics_on_arbitrary_bytes(bytes in vec(any::<u8>(), 0..200)) {
            let _ = WordList::parse(&bytes, "words.txt");
        }

        #[test]
        fn special_bytes_give_an_error_or_a_clean_list(
            bytes in vec(select(&b"aBz\n\r\t -\xEF\xBB\xBF"[..]), 0..40),
        ) {
            if let Ok(Parsed { words, .. }) = WordList::parse(&bytes, "words.txt") {
                prop_assert!(words.iter().is_sorted_by(|a, b| a < b));
                prop_assert!(words.iter().flat_map(str::chars).all(|c| c.is_ascii_uppercase()));
            }
        }

        #[test]
        fn a_shuffled_list_is_the_sorted_set(list in vec("[a-cA-C]{1,3}", 1..50)) {
            let expected: BTreeSet<String> = list.iter().map(|word| word.to_uppercase()).collect();
            prop_assert_eq!(words(&list.join("\n")), expected.into_iter().collect::<Vec<_>>());
        }
    }
}
