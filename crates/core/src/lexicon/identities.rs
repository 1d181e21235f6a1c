//! The index of words by identity: the multiset of their letters. Words with the same identity are anagrams
//! and form a class. A class is found by its key with a lookup in a bit filter and, for the few multisets
//! that pass, a table probe; so a query for letters combined from several sources (a rack, a board, a blank)
//! is a sum of keys and one lookup.

use super::counts::LetterCounts;
use super::key::Key;
use super::key_filter::KeyFilter;
use super::key_table::KeyTable;
use super::word_list::{WordId, WordList};

/// The least size of the filter in bits, as a power of two: 1 MiB.
const FILTER_BITS: u32 = 23;

/// Two words of a list have different letters but the same key, so they would be mistaken for
/// anagrams. The probability of this in a list of 270,000 words is about 1 in 10^8.
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

/// The number of a class of anagrams, from 0. Classes are numbered in alphabetical order of their
/// first words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(u32);

impl ClassId {
    /// The number of the class, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A word list and its classes of anagrams, indexed by key. The index takes about 16 bytes per word and 1 MiB.
#[derive(Clone, Debug)]
pub struct Identities {
    list: WordList,
    filter: KeyFilter,
    table: KeyTable,
    /// The part of each class's key that its place and tag in the table do not show.
    keys: Vec<KeyPart>,
    /// The start of each class in `words`, followed by the length of `words`.
    starts: Vec<u32>,
    /// All words by class, each class in alphabetical order.
    words: Vec<WordId>,
}

impl Identities {
    /// Indexes a list: one pass to number the classes, one to count them and one to fill them in.
    /// Linear in the letters of the list.
    ///
    /// # Errors
    /// [`KeyCollision`] if two words with different letters have the same key.
    pub fn new(list: WordList) -> Result<Identities, KeyCollision> {
        Identities::with_keys(list, |word| Key::of_letters(word.as_bytes()))
    }

    /// Indexes a list with the keys from `key_of`.
    fn with_keys(list: WordList, key_of: impl Fn(&str) -> Key) -> Result<Identities, KeyCollision> {
        let mut table = KeyTable::for_numbers(list.len());
        let mut filter = KeyFilter::new(filter_bits(list.len()));
        let mut keys: Vec<KeyPart> = Vec::with_capacity(list.len());
        let mut firsts: Vec<WordId> = Vec::with_capacity(list.len());
        let mut class_of: Vec<u32> = Vec::with_capacity(list.len());
        for (id, word) in list.ids().zip(list.iter()) {
            let key = key_of(word);
            let part = KeyPart::of(key);
            let is = |class: u32| keys[class as usize] == part;
            let class = table.find_or_insert(key, keys.len() as u32, is);
            if class as usize == keys.len() {
                keys.push(part);
                firsts.push(id);
                filter.insert(key);
            } else {
                check_same_letters(list.word(firsts[class as usize]), word)?;
            }
            class_of.push(class);
        }
        drop(firsts);
        keys.shrink_to_fit();
        let (starts, words) = group(&class_of, keys.len());
        Ok(Identities { list, filter, table, keys, starts, words })
    }

    /// The indexed list.
    pub fn list(&self) -> &WordList {
        &self.list
    }

    /// The words with this key in alphabetical order; empty if there are none. Constant time.
    ///
    /// Letters that form no word are mistaken for a word with a probability of about 2^-45; for certainty,
    /// compare letters.
    #[inline]
    pub fn find(&self, key: Key) -> &[WordId] {
        self.class(key).map_or(&[], |class| self.words_of(class))
    }

    /// The class with this key, with the same caveat as [`Identities::find`].
    #[inline]
    pub fn class(&self, key: Key) -> Option<ClassId> {
        if self.may_be_class(key) { self.probe(key) } else { None }
    }

    /// Whether there may be a class with this key: for certain if not, and for one key in thirty without a class.
    #[inline]
    pub fn may_be_class(&self, key: Key) -> bool {
        self.filter.bit(key) != 0
    }

    /// The class with this key, for one that [may be that of a class](Identities::may_be_class). Not inlined, which
    /// keeps the loops over keys that do not pass the filter short.
    #[inline(never)]
    pub fn probe(&self, key: Key) -> Option<ClassId> {
        let part = KeyPart::of(key);
        self.table.find(key, |class| self.keys[class as usize] == part).map(ClassId)
    }

    /// The letters that may complete letters with this key to a class, bit 0 for the first of the alphabet: all
    /// that do and one in thirty of the others. One lookup in the filter for each letter.
    #[inline]
    pub fn may_complete(&self, key: Key) -> u64 {
        let each = key.plus_each(self.list.alphabet().len()).rev();
        each.fold(0, |letters, key| letters << 1 | self.filter.bit(key) as u64)
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are no classes; never true for a word list.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// All classes, in alphabetical order of their first words.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = ClassId> + Clone + use<> {
        (0..self.len() as u32).map(ClassId)
    }

    /// The words of a class, at least one, in alphabetical order.
    #[inline]
    pub fn words_of(&self, class: ClassId) -> &[WordId] {
        &self.words[self.starts[class.index()] as usize..self.starts[class.index() + 1] as usize]
    }

    /// The alphabetically first word of a class.
    #[inline]
    pub fn first_word(&self, class: ClassId) -> WordId {
        self.words[self.starts[class.index()] as usize]
    }

    /// Memory held by the index, in bytes.
    pub fn bytes(&self) -> usize {
        let lists =
            size_of_val(&*self.keys) + size_of_val(&*self.starts) + size_of_val(&*self.words);
        lists + self.filter.bytes() + self.table.bytes()
    }
}

/// The size of the filter for this many words, so that few other keys pass.
fn filter_bits(words: usize) -> u32 {
    (words.next_power_of_two().trailing_zeros() + 4).max(FILTER_BITS)
}

/// 32 bits of a key: those from 0 to 18 and from 32 to 44. The table shows the bits from 19 to 31 and those from 45
/// on if it has a quarter of a million classes, and about as many if it has fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KeyPart(u32);

impl KeyPart {
    #[inline]
    const fn of(key: Key) -> KeyPart {
        let bits = key.bits();
        KeyPart(bits as u32 & 0x7_FFFF | (bits >> 13) as u32 & !0x7_FFFF)
    }
}

/// The start of each class and the words by class, from the class of each word.
fn group(class_of: &[u32], classes: usize) -> (Vec<u32>, Vec<WordId>) {
    // first the end of each class, which becomes its start as its words are filled in from the last one
    let mut starts = vec![0_u32; classes + 1];
    class_of.iter().for_each(|&class| starts[class as usize] += 1);
    (0..classes).for_each(|class| starts[class + 1] += starts[class]);
    let mut words = vec![WordId::new(0); class_of.len()];
    for (place, &class) in class_of.iter().enumerate().rev() {
        let start = &mut starts[class as usize];
        *start -= 1;
        words[*start as usize] = WordId::new(place as u32);
    }
    (starts, words)
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
            .map(|class| identities.words_of(class).iter().map(|&id| words.word(id)).collect())
            .collect();
        assert_eq!(classes, [vec!["A"], vec!["ATE", "EAT", "TEA"], vec!["BAT", "TAB"]]);
        for class in identities.classes() {
            let first = words.word(identities.first_word(class));
            assert_eq!(identities.class(Key::of_word(first)), Some(class));
            assert_eq!(identities.first_word(class), identities.words_of(class)[0]);
        }
        assert!(identities.find(Key::of_word("ATZ")).is_empty());
        assert!(identities.find(Key::EMPTY).is_empty());
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
        let identities = Identities::new(words.clone()).unwrap();
        assert_eq!(identities.len(), 240_322);
        for id in words.ids() {
            assert!(identities.find(Key::of_word(words.word(id))).contains(&id));
        }
        assert!(identities.bytes() < 7 << 20, "{}", identities.bytes());
    }
}
