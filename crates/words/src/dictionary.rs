//! The lexicon: a word list and the index of its identities, with the queries that need no scoring.

use std::sync::OnceLock;

use super::alphabet::Alphabet;
use super::counts::LetterCounts;
use super::identities::{Identities, KeyCollision};
use super::index::ClassId;
use super::index::Key;
use super::index::{MAX_WORD_LEN, WordId};
use super::lengths::Lengths;
use super::letter::Letter;
use super::pairs::Pairs;
use super::subsets::write_subset_keys;
use super::word_list::WordList;

/// Up to this many letters, words are found by looking up subsets of the letters; beyond that, by a
/// pass over the classes.
const SUBSET_LETTERS: usize = 14;

/// A word list and its index. It never changes; share it between threads as an `Arc`.
#[derive(Clone, Debug)]
pub struct Lexicon {
    identities: Identities,
    pairs: Pairs,
    /// Made when it is first asked for.
    lengths: OnceLock<Lengths>,
}

impl Lexicon {
    /// Indexes a list.
    ///
    /// # Errors
    /// [`KeyCollision`] if two words with different letters have the same key.
    pub fn new(words: WordList) -> Result<Lexicon, KeyCollision> {
        let identities = Identities::new(words)?;
        let pairs = Pairs::new(&identities);
        Ok(Lexicon { identities, pairs, lengths: OnceLock::new() })
    }

    /// The shipped list with its index.
    ///
    /// # Panics
    /// If the shipped list is damaged or has a key collision, which tests rule out.
    pub fn shipped() -> Lexicon {
        let identities = Identities::shipped();
        Lexicon { pairs: Pairs::new(&identities), identities, lengths: OnceLock::new() }
    }

    /// The words, in alphabetical order.
    pub fn words(&self) -> &WordList {
        self.identities.list()
    }

    /// The index of words by their letters.
    pub fn identities(&self) -> &Identities {
        &self.identities
    }

    /// The alphabet of the words.
    #[inline]
    pub fn alphabet(&self) -> &'static Alphabet {
        self.words().alphabet()
    }

    /// The letters that form a word of two letters after this one of the alphabet, from 0; bit 0 for the
    /// first. Constant time.
    #[inline]
    pub fn letters_after(&self, letter: usize) -> u64 {
        self.pairs.after(letter)
    }

    /// The letters that form a word of two letters before this one. Constant time.
    #[inline]
    pub fn letters_before(&self, letter: usize) -> u64 {
        self.pairs.before(letter)
    }

    /// Whether this is a word, a byte a letter as in [`WordList::word`]. Constant time.
    pub fn contains_letters(&self, word: &[u8]) -> bool {
        let mut anagrams = self.identities.find(Key::of_letters(word));
        anagrams.any(|id| self.words().letters(id) == word)
    }

    /// Number of words, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a lexicon is never empty")]
    pub fn len(&self) -> usize {
        self.words().len()
    }

    /// Whether this is a word of Latin letters, in either case. Constant time.
    pub fn contains(&self, word: &str) -> bool {
        if word.len() > MAX_WORD_LEN || !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return false;
        }
        let mut anagrams = self.identities.find(Key::of_word(word));
        anagrams.any(|id| self.words().word(id).eq_ignore_ascii_case(word))
    }

    /// The words that use exactly these letters, in alphabetical order.
    pub fn anagrams(&self, letters: &LetterCounts) -> impl Iterator<Item = &str> {
        let class = self
            .identities
            .class(Key::of(letters))
            .filter(|&class| self.letters_of(class) == *letters);
        class.into_iter().flat_map(|class| self.words_of(class))
    }

    /// The words that can be made from these letters: longest first, then in alphabetical order.
    /// Takes about 30 microseconds for 10 letters; from 15 letters, a pass over all classes takes a
    /// few milliseconds.
    pub fn sub_anagrams(&self, letters: &LetterCounts) -> Vec<&str> {
        let classes = if letters.len() <= SUBSET_LETTERS {
            self.classes_by_subsets(letters)
        } else {
            self.identities.classes().filter(|&class| self.fits(class, letters)).collect()
        };
        let mut ids: Vec<WordId> =
            classes.iter().flat_map(|&class| self.identities.words_of(class)).collect();
        ids.sort_unstable_by_key(|&id| (std::cmp::Reverse(self.words().word(id).len()), id));
        ids.into_iter().map(|id| self.words().word(id)).collect()
    }

    /// The words with this number of letters, in alphabetical order. Makes one pass over the list.
    pub fn of_length(&self, len: usize) -> impl Iterator<Item = &str> + Clone {
        self.words().iter().filter(move |word| word.len() == len)
    }

    /// The ids of [`Lexicon::of_length`], for many passes: the first call sorts the whole list by length, in a few
    /// milliseconds and four bytes a word.
    pub fn ids_of_length(&self, len: usize) -> &[WordId] {
        self.lengths.get_or_init(|| Lengths::new(self.words())).of(len)
    }

    /// The words of a class, in alphabetical order.
    pub fn words_of(&self, class: ClassId) -> impl Iterator<Item = &str> + Clone {
        self.identities.words_of(class).map(|id| self.words().word(id))
    }

    /// The alphabetically first word of a class.
    #[inline]
    pub fn first_word(&self, class: ClassId) -> &str {
        self.words().word(class.first_word())
    }

    /// The letters shared by the words of a class.
    #[inline]
    pub fn letters_of(&self, class: ClassId) -> LetterCounts {
        LetterCounts::of_word(self.first_word(class))
    }

    /// Memory held by the index and by the word offsets, in bytes; the text of the words is extra,
    /// except for the shipped list.
    pub fn index_bytes(&self) -> usize {
        self.identities.bytes() + self.words().places_bytes()
    }

    /// Whether the letters of a class are contained in these.
    fn fits(&self, class: ClassId, letters: &LetterCounts) -> bool {
        let mut left = *letters;
        self.first_word(class)
            .bytes()
            .filter_map(Letter::from_ascii)
            .all(|letter| left.remove(letter))
    }

    /// All classes whose letters are contained in these, each once, by looking up every subset.
    fn classes_by_subsets(&self, letters: &LetterCounts) -> Vec<ClassId> {
        let mut keys = vec![Key::EMPTY; 1 << letters.len()];
        let len = write_subset_keys(letters, &mut keys);
        let found = keys[..len].iter().filter_map(|&key| self.identities.class(key));
        let mut classes: Vec<ClassId> = found.filter(|&class| self.fits(class, letters)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}

#[cfg(test)]
mod tests {
    use super::{Letter, Lexicon, WordList};

    fn lexicon() -> Lexicon {
        let text = b"TEA\nEAT\nATE\nAT\nTAT\nSTATE\nTASTE\nA\nZOO\n";
        Lexicon::new(WordList::parse(text, "test").unwrap().words).unwrap()
    }

    #[test]
    fn words_are_contained_in_either_case_and_nothing_else_is() {
        let lexicon = lexicon();
        assert!(
            lexicon
                .words()
                .iter()
                .all(|word| lexicon.contains(word) && lexicon.contains(&word.to_lowercase()))
        );
        for other in ["", "AET", "TA", "STATES", "T-EA", "TEA ", "\u{e9}AT"] {
            assert!(!lexicon.contains(other), "{other:?}");
        }
        assert!(!lexicon.contains(&"A".repeat(1000)));
        assert_eq!(lexicon.len(), 9);
    }

    #[test]
    fn letters_beside_a_letter_form_words_of_two() {
        let lexicon = Lexicon::shipped();
        for letter in Letter::ALL {
            let (mut after, mut before) = (0, 0);
            for other in Letter::ALL {
                let word =
                    |letters: [Letter; 2]| letters.map(Letter::to_char).iter().collect::<String>();
                after |= u64::from(lexicon.contains(&word([letter, other]))) << other.index();
                before |= u64::from(lexicon.contains(&word([other, letter]))) << other.index();
            }
            assert_eq!(lexicon.letters_after(letter.index()), after, "{letter}");
            assert_eq!(lexicon.letters_before(letter.index()), before, "{letter}");
        }
    }

    #[test]
    fn anagrams_use_every_letter() {
        let lexicon = lexicon();
        let anagrams =
            |letters: &str| lexicon.anagrams(&letters.parse().unwrap()).collect::<Vec<_>>();
        assert_eq!(anagrams("aet"), ["ATE", "EAT", "TEA"]);
        assert_eq!(anagrams("AESTT"), ["STATE", "TASTE"]);
        assert!(anagrams("AESST").is_empty() && anagrams("").is_empty());
    }

    #[test]
    fn sub_anagrams_are_long_first_by_either_method() {
        let lexicon = lexicon();
        let expected = ["STATE", "TASTE", "ATE", "EAT", "TAT", "TEA", "AT", "A"];
        for letters in ["AESTTQ", "AESTTQQQQQQQQQQQQQQQQQQQQQQ"] {
            assert_eq!(lexicon.sub_anagrams(&letters.parse().unwrap()), expected, "{letters}");
        }
        assert!(lexicon.sub_anagrams(&"".parse().unwrap()).is_empty());
    }

    #[test]
    fn words_of_one_length_come_in_order() {
        let lexicon = lexicon();
        assert_eq!(lexicon.of_length(3).collect::<Vec<_>>(), ["ATE", "EAT", "TAT", "TEA", "ZOO"]);
        for len in 0..9 {
            let ids = lexicon.ids_of_length(len).iter().map(|&id| lexicon.words().word(id));
            assert!(ids.eq(lexicon.of_length(len)), "{len}");
        }
        assert_eq!(lexicon.of_length(4).count(), 0);
    }
}
