//! The index of words by identity: the multiset of their letters. Words with the same identity are anagrams
//! and form a class. A class is found by its key with a lookup in a bit filter and, for the few multisets
//! that pass, a table probe; so a query for letters combined from several sources (a rack, a board, a blank)
//! is a sum of keys and one lookup.

use super::counts::LetterCounts;
use super::index::{ClassId, Classes, Key, WordId};
use super::shipped;
use super::word_list::WordList;

/// Two words of a list have different letters but the same key, so they would be mistaken for
/// anagrams. The probability of this in a list of 270,000 words is about 4 in 10^8.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the words {first:?} and {second:?} have different letters but the same key; leave \
     one of them out of the list"
)]
pub struct KeyCollision {
    /// The word that comes first in the list.
    pub first: String,
    /// The colliding word.
    pub second: String,
}

/// A word list and its classes of anagrams, indexed by key. The index takes about 13 bytes per word and 1 MiB.
#[derive(Clone, Debug)]
pub struct Identities {
    list: WordList,
    classes: Classes,
}

impl Identities {
    /// Indexes a list in one pass. Linear in the letters of the list.
    ///
    /// # Errors
    /// [`KeyCollision`] if two words with different letters have the same key.
    pub fn new(list: WordList) -> Result<Identities, KeyCollision> {
        Identities::with_keys(list, Key::of_letters)
    }

    /// The shipped list with the index that is part of the program.
    pub fn shipped() -> Identities {
        let list = WordList::shipped();
        Identities { classes: shipped::classes(list.len()), list }
    }

    /// Indexes a list with the keys from `key_of`.
    fn with_keys(
        list: WordList,
        key_of: impl Fn(&[u8]) -> Key,
    ) -> Result<Identities, KeyCollision> {
        let keys = list.iter().map(|word| key_of(word.as_bytes()));
        let check = |first, word| check_same_letters(list.word(first), list.word(word));
        let classes = Classes::new(keys, check)?;
        Ok(Identities { list, classes })
    }

    /// The indexed list.
    pub fn list(&self) -> &WordList {
        &self.list
    }

    /// The words with this key in alphabetical order; none if there are none. Constant time.
    ///
    /// Letters that form no word are mistaken for a word with a probability of about 2^-47; for certainty,
    /// compare letters.
    #[inline]
    pub fn find(&self, key: Key) -> impl Iterator<Item = WordId> + Clone {
        self.class(key).into_iter().flat_map(|class| self.words_of(class))
    }

    /// The class with this key, with the same caveat as [`Identities::find`].
    #[inline]
    pub fn class(&self, key: Key) -> Option<ClassId> {
        if self.may_be_class(key) { self.probe(key) } else { None }
    }

    /// Whether there may be a class with this key: for certain if not, and for one key in thirty without a class.
    #[inline]
    pub fn may_be_class(&self, key: Key) -> bool {
        self.classes.filter.bit(key) != 0
    }

    /// The class with this key, for one that [may be that of a class](Identities::may_be_class). Not inlined, which
    /// keeps the loops over keys that do not pass the filter short.
    #[inline(never)]
    pub fn probe(&self, key: Key) -> Option<ClassId> {
        self.classes.table.find(key)
    }

    /// The letters that may complete letters with this key to a class, bit 0 for the first of the alphabet: all
    /// that do and one in thirty of the others. One lookup in the filter for each letter.
    #[inline]
    pub fn may_complete(&self, key: Key) -> u64 {
        let each = key.plus_each(self.list.alphabet().len()).rev();
        each.fold(0, |letters, key| letters << 1 | self.classes.filter.bit(key) as u64)
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.list.len() - self.classes.anagrams.later()
    }

    /// Whether there are no classes; never true for a word list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All classes, in alphabetical order of their first words.
    pub fn classes(&self) -> impl Iterator<Item = ClassId> + Clone {
        self.classes.of_words(self.list.len())
    }

    /// The words of a class, at least one, in alphabetical order.
    #[inline]
    pub fn words_of(&self, class: ClassId) -> impl Iterator<Item = WordId> + Clone {
        self.classes.words_of(class)
    }

    /// Memory held by the index, in bytes.
    pub fn bytes(&self) -> usize {
        self.classes.bytes()
    }
}

/// Rejects two words with the same key that are not anagrams.
fn check_same_letters(first: &str, second: &str) -> Result<(), KeyCollision> {
    if LetterCounts::of_word(first) == LetterCounts::of_word(second) {
        return Ok(());
    }
    Err(KeyCollision { first: first.to_owned(), second: second.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::{Identities, Key, KeyCollision, WordList};

    fn list(text: &str) -> WordList {
        WordList::parse(text.as_bytes(), "test").unwrap().words
    }

    #[test]
    fn a_class_holds_its_anagrams_in_order_and_classes_follow_their_first_words() {
        let words = list("TEA EAT ATE BAT TAB A".replace(' ', "\n").as_str());
        let identities = Identities::new(words.clone()).unwrap();
        let classes: Vec<Vec<&str>> = identities
            .classes()
            .map(|class| identities.words_of(class).map(|id| words.word(id)).collect())
            .collect();
        assert_eq!(classes, [vec!["A"], vec!["ATE", "EAT", "TEA"], vec!["BAT", "TAB"]]);
        for class in identities.classes() {
            let first = words.word(class.first_word());
            assert_eq!(identities.class(Key::of_word(first)), Some(class));
            assert_eq!(identities.words_of(class).next(), Some(class.first_word()));
        }
        assert!(identities.find(Key::of_word("ATZ")).next().is_none());
        assert!(identities.find(Key::EMPTY).next().is_none());
        assert!(!identities.is_empty());
    }

    #[test]
    fn letters_that_complete_a_class_pass() {
        let words = list("AT\nATE\nEAT\nHAT");
        let identities = Identities::new(words).unwrap();
        assert_eq!(identities.may_complete(Key::of_word("TA")), 1 << 4 | 1 << 7);
        assert_eq!(identities.may_complete(Key::of_word("T")), 1);
        assert_eq!(identities.may_complete(Key::of_word("ZZ")), 0);
    }

    #[test]
    fn two_words_with_one_key_and_different_letters_are_refused() {
        let error = Identities::with_keys(list("AB\nAC\nBA"), |_| Key::EMPTY).unwrap_err();
        assert_eq!(error, KeyCollision { first: "AB".into(), second: "AC".into() });
        assert!(
            error.to_string().starts_with("the words \"AB\" and \"AC\" have different letters"),
            "{error}"
        );
        assert!(Identities::with_keys(list("AB\nBA"), |_| Key::EMPTY).is_ok());
    }

    #[test]
    fn the_shipped_list_has_no_collision_and_finds_every_word() {
        let words = WordList::shipped();
        let identities = Identities::shipped();
        assert_eq!(identities.len(), 240_322);
        for id in words.ids() {
            assert!(identities.find(Key::of_word(words.word(id))).any(|word| word == id));
        }
        assert!(identities.bytes() < 9 << 19, "{}", identities.bytes());
    }
    #[test]
    fn the_shipped_index_is_that_of_the_shipped_list() {
        let built = Identities::new(list(WordList::SHIPPED)).unwrap();
        let shipped = Identities::shipped();
        assert_eq!(shipped.list, built.list);
        assert!(shipped.classes == built.classes);
    }
}
