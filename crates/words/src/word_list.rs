//! A list of words in alphabetical order. All words are in one text, one per line, and the start of
//! each is kept; a clean list is used in place, so the shipped one costs only these.

use std::borrow::Cow;
use std::ops::Range;

use super::alphabet::Alphabet;
use super::index::{FIRST_LETTER, MAX_WORD_LEN, WordId, WordPlaces};
use super::shipped;

/// At least one word; each has 1 to 63 letters, upper-case A to Z or a byte each in the way of an [`Alphabet`],
/// without duplicates, in alphabetical order. Takes two bytes per word in addition to the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordList {
    /// All words, each followed by a line feed.
    text: Cow<'static, str>,
    places: WordPlaces,
    alphabet: &'static Alphabet,
}

impl WordList {
    /// The text of the shipped list: 270,853 English words of 2 to 15 letters, one per line.
    pub const SHIPPED: &'static str = include_str!("../data/wordlist.txt");

    /// The 40,000 most common of these words, in three groups from everyday words on, each below a line `# LEVEL` and
    /// sorted; from SCOWL, see files/README.md.
    pub const COMMON: &'static str = include_str!("../data/common-words.txt");

    /// The shipped list, of which nothing is read yet.
    ///
    /// # Panics
    /// If the program was built with an index of another text, which tests rule out.
    pub fn shipped() -> WordList {
        let places =
            shipped::places(WordList::SHIPPED.len()).expect("the index of the shipped list");
        let text = Cow::Borrowed(WordList::SHIPPED);
        WordList { text, places, alphabet: Alphabet::english() }
    }

    /// The list for a text that is already clean: words in strict order, each followed by a line feed.
    /// `None` otherwise.
    pub(super) fn from_clean(
        text: Cow<'static, str>,
        alphabet: &'static Alphabet,
    ) -> Option<WordList> {
        let places = clean_places(text.as_bytes(), alphabet)?;
        Some(WordList { text, places, alphabet })
    }

    /// The letters of the words.
    #[inline]
    pub fn alphabet(&self) -> &'static Alphabet {
        self.alphabet
    }

    /// Number of words, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a list is never empty")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The word with this id, in constant time: a byte a letter, see [`Alphabet::text`].
    ///
    /// # Panics
    /// If the id comes from a longer list.
    #[inline]
    pub fn word(&self, id: WordId) -> &str {
        &self.text[self.range(id)]
    }

    /// The bytes of [`WordList::word`].
    ///
    /// # Panics
    /// If the id comes from a longer list.
    #[inline]
    pub fn letters(&self, id: WordId) -> &[u8] {
        &self.text.as_bytes()[self.range(id)]
    }

    /// Where this word is in the text.
    #[inline]
    fn range(&self, id: WordId) -> Range<usize> {
        self.places.start(id.index())..self.places.start(id.index() + 1) - 1
    }

    /// The text from this word on: its letters, a line feed, and the words after it. Allows comparing many letters
    /// in one operation.
    ///
    /// # Panics
    /// If the id comes from a much longer list; that of a slightly longer one leads to another word.
    #[inline]
    pub fn text_from(&self, id: WordId) -> &[u8] {
        &self.text.as_bytes()[self.places.start(id.index())..]
    }

    /// All words in alphabetical order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.ids().map(|id| self.word(id))
    }

    /// All ids, in alphabetical order of their words.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = WordId> + Clone + use<> {
        (0..self.len() as u32).map(WordId::new)
    }

    /// The id of a word given in upper case, by binary search.
    pub fn find(&self, word: &str) -> Option<WordId> {
        let place = self.places.partition_point(|start| self.word_at(start) < word.as_bytes());
        (place < self.len())
            .then_some(WordId::new(place as u32))
            .filter(|&id| self.word(id) == word)
    }

    /// Memory held by the places of the words, in bytes.
    pub(super) fn places_bytes(&self) -> usize {
        self.places.bytes()
    }

    /// The word at this offset of the text, up to its line feed, for comparison.
    fn word_at(&self, start: usize) -> &[u8] {
        let rest = &self.text.as_bytes()[start..];
        let len = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        &rest[..len]
    }
}

/// Where the words of a clean text are; `None` if it is not clean or too large.
fn clean_places(text: &[u8], alphabet: &Alphabet) -> Option<WordPlaces> {
    let last = FIRST_LETTER + (alphabet.len() - 1) as u8;
    if !text.chunks(CHUNK).all(|chunk| holds_only_words(chunk, last)) {
        return None;
    }
    let mut places = WordPlaces::new();
    let (mut start, mut last) = (0, &text[..0]);
    for end in memchr::memchr_iter(b'\n', text) {
        let word = &text[start..end];
        if word <= last || word.len() > MAX_WORD_LEN {
            return None;
        }
        (start, last) = (end + 1, word);
        places.push(start)?;
    }
    places.shrink_to_fit();
    (start == text.len() && places.len() > 0).then_some(places)
}

/// Bytes that are checked at once.
const CHUNK: usize = 4096;

/// Whether there are only letters up to the last one and line feeds. Without an early end, so that many bytes
/// are compared by one instruction.
fn holds_only_words(text: &[u8], last: u8) -> bool {
    let letters = FIRST_LETTER..=last;
    text.iter().fold(true, |clean, byte| clean & (letters.contains(byte) | (*byte == b'\n')))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Alphabet, WordList};

    fn from_clean(text: Cow<'static, str>) -> Option<WordList> {
        WordList::from_clean(text, Alphabet::english())
    }

    #[test]
    fn the_shipped_list_is_clean() {
        let words = from_clean(Cow::Borrowed(WordList::SHIPPED)).unwrap();
        assert_eq!(words.len(), 270_853);
        assert_eq!(words, WordList::shipped());
    }

    #[test]
    fn every_word_of_a_list_is_found_and_no_other() {
        let words = from_clean(Cow::Borrowed("A\nAA\nAB\nBEE\n")).unwrap();
        assert_eq!(words.iter().collect::<Vec<_>>(), ["A", "AA", "AB", "BEE"]);
        for id in words.ids() {
            assert_eq!(words.find(words.word(id)), Some(id));
        }
        for other in ["", "AAA", "B", "BE", "BEES", "C", "a", "A\nAA", "\n"] {
            assert_eq!(words.find(other), None, "{other:?}");
        }
    }

    #[test]
    fn unclean_text_is_not_accepted_verbatim() {
        let long = format!("{}\n", "A".repeat(64));
        for text in [
            "",
            "A",
            "A\nB",
            "B\nA\n",
            "A\nA\n",
            "A\n\nB\n",
            "\nA\n",
            "a\n",
            "A\r\n",
            "\u{c4}\n",
            "A\nB\nC-\n",
            long.as_str(),
        ] {
            assert_eq!(from_clean(Cow::Owned(text.to_owned())), None, "{text:?}");
        }
        assert!(from_clean(Cow::Owned(long[1..].to_owned())).is_some());
    }
}
