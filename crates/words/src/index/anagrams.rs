//! The anagrams of each word: for the few words that have a later one, which is the next. A bit for each word, and
//! four bytes for each that has one.

use super::WordId;
use super::numbers::Numbers;

/// Which words are the first of their letters, and which word follows each in its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Anagrams {
    /// The words that are not the first of their class.
    pub(crate) later: Bits,
    /// The words that are not the last of their class.
    pub(crate) followed: Bits,
    /// The number of followed words before each 64 words.
    pub(crate) before: Numbers<u32>,
    /// The word that follows each followed one.
    pub(crate) next: Numbers<u32>,
}

impl Anagrams {
    /// The classes of this many words, from the first of its class for each word that is not the first, in the
    /// order of the latter. Linear.
    pub(crate) fn of_pairs(words: usize, pairs: &[(WordId, WordId)]) -> Anagrams {
        let (mut later, mut followed) = (Bits::new(words), Bits::new(words));
        // the last word so far of the class of each first word
        let mut last: Vec<WordId> = (0..words as u32).map(WordId::new).collect();
        let mut links = Vec::with_capacity(pairs.len());
        for &(first, word) in pairs {
            let before = std::mem::replace(&mut last[first.index()], word);
            followed.set(before);
            later.set(word);
            links.push((before, word));
        }
        let before = followed.counts();
        let next = Numbers::repeated(0, links.len());
        let mut anagrams = Anagrams { later, followed, before, next };
        for (word, next) in links {
            let place = anagrams.place(word);
            anagrams.next.set(place, next.index() as u32);
        }
        anagrams
    }

    /// The anagrams with these numbers, see the fields.
    pub(crate) fn of_numbers(
        later: Numbers<u64>,
        followed: Numbers<u64>,
        before: Numbers<u32>,
        next: Numbers<u32>,
    ) -> Anagrams {
        Anagrams { later: Bits(later), followed: Bits(followed), before, next }
    }

    /// The words of this many that are the first of their class, in order.
    pub(crate) fn firsts(&self, words: usize) -> impl Iterator<Item = WordId> + Clone {
        let groups = self.later.0.from(0).zip((0_u32..).step_by(64));
        let firsts = groups.flat_map(|(later, start)| {
            let mut rest = !later;
            std::iter::from_fn(move || {
                let place = (rest != 0).then(|| start + rest.trailing_zeros());
                rest &= rest.wrapping_sub(1);
                place.map(WordId::new)
            })
        });
        firsts.take_while(move |word| word.index() < words)
    }

    /// The next word of the same class. Constant time.
    #[inline]
    pub(crate) fn next(&self, word: WordId) -> Option<WordId> {
        self.followed.has(word).then(|| WordId::new(self.next.get(self.place(word))))
    }

    /// The place of a followed word in `next`.
    #[inline]
    fn place(&self, word: WordId) -> usize {
        let (group, bit) = (word.index() / 64, word.index() % 64);
        let below = self.followed.0.get(group) & ((1 << bit) - 1);
        (self.before.get(group) + below.count_ones()) as usize
    }

    /// Number of words that are not the first of their class.
    pub(crate) fn later(&self) -> usize {
        self.next.len()
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.later.0.bytes() + self.followed.0.bytes() + self.before.bytes() + self.next.bytes()
    }
}

/// A set of words, a bit each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits(pub(crate) Numbers<u64>);

impl Bits {
    fn new(words: usize) -> Bits {
        Bits(Numbers::repeated(0, words.div_ceil(64)))
    }

    fn set(&mut self, word: WordId) {
        let group = word.index() / 64;
        self.0.set(group, self.0.get(group) | 1 << (word.index() % 64));
    }

    #[inline]
    fn has(&self, word: WordId) -> bool {
        self.0.get(word.index() / 64) >> (word.index() % 64) & 1 == 1
    }

    /// The number of bits that are set before each group of 64.
    fn counts(&self) -> Numbers<u32> {
        let mut sum = 0;
        let counts = self.0.from(0).map(|group| {
            let before = sum;
            sum += group.count_ones();
            before
        });
        counts.collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{Anagrams, WordId};

    proptest! {
        #[test]
        fn the_words_of_a_class_follow_each_other(classes in proptest::collection::vec(0..40_u8, 0..200)) {
            let first = |class: u8| classes.iter().position(|&other| other == class).unwrap();
            let pair = |(at, &class): (usize, &u8)| {
                (first(class) < at).then(|| (WordId::new(first(class) as u32), WordId::new(at as u32)))
            };
            let pairs: Vec<_> = classes.iter().enumerate().filter_map(pair).collect();
            let later = pairs.len();
            let anagrams = Anagrams::of_pairs(classes.len(), &pairs);
            prop_assert_eq!(anagrams.later(), later);
            for (at, class) in classes.iter().enumerate() {
                let rest = classes[at + 1..].iter().position(|other| other == class);
                let word = WordId::new(at as u32);
                prop_assert_eq!(anagrams.next(word).map(WordId::index), rest.map(|rest| at + 1 + rest));
                prop_assert_eq!(!anagrams.later.has(word), first(*class) == at);
            }
            let firsts = (0..classes.len()).filter(|&at| first(classes[at]) == at);
            let found = anagrams.firsts(classes.len()).map(WordId::index);
            prop_assert_eq!(found.collect::<Vec<_>>(), firsts.collect::<Vec<_>>());
        }

        #[test]
        fn words_without_anagrams_take_twenty_bytes_for_each_64(words in any::<u8>()) {
            let anagrams = Anagrams::of_pairs(words.into(), &[]);
            prop_assert_eq!(anagrams.bytes(), usize::from(words).div_ceil(64) * 20);
        }
    }
}
