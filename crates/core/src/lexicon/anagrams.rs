//! The anagrams of each word: for the few words that have a later one, which is the next. A bit for each word, and
//! four bytes for each that has one.

use super::word_list::WordId;

/// Which words are the first of their letters, and which word follows each in its class.
#[derive(Clone, Debug)]
pub(super) struct Anagrams {
    /// The words that are not the first of their class.
    later: Bits,
    /// The words that are not the last of their class.
    followed: Bits,
    /// The number of followed words before each 64 words.
    before: Vec<u32>,
    /// The word that follows each followed one.
    next: Vec<WordId>,
}

impl Anagrams {
    /// The classes of this many words, from the first of its class for each word that is not the first, in the
    /// order of the latter. Linear.
    pub(super) fn of_pairs(words: usize, pairs: &[(WordId, WordId)]) -> Anagrams {
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
        let mut anagrams =
            Anagrams { before, later, followed, next: vec![WordId::new(0); pairs.len()] };
        for (word, next) in links {
            let place = anagrams.place(word);
            anagrams.next[place] = next;
        }
        anagrams
    }

    /// Whether a word is the first of its class.
    #[inline]
    pub(super) fn is_first(&self, word: WordId) -> bool {
        !self.later.has(word)
    }

    /// The next word of the same class. Constant time.
    #[inline]
    pub(super) fn next(&self, word: WordId) -> Option<WordId> {
        self.followed.has(word).then(|| self.next[self.place(word)])
    }

    /// The place of a followed word in `next`.
    #[inline]
    fn place(&self, word: WordId) -> usize {
        let (group, bit) = (word.index() / 64, word.index() % 64);
        let below = self.followed.0[group] & ((1 << bit) - 1);
        (self.before[group] + below.count_ones()) as usize
    }

    /// Number of words that are not the first of their class.
    pub(super) fn later(&self) -> usize {
        self.next.len()
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let bits = size_of_val(&*self.later.0) + size_of_val(&*self.followed.0);
        bits + size_of_val(&*self.before) + size_of_val(&*self.next)
    }
}

/// A set of words, a bit each.
#[derive(Clone, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(words: usize) -> Bits {
        Bits(vec![0; words.div_ceil(64)])
    }

    fn set(&mut self, word: WordId) {
        self.0[word.index() / 64] |= 1 << (word.index() % 64);
    }

    #[inline]
    fn has(&self, word: WordId) -> bool {
        self.0[word.index() / 64] >> (word.index() % 64) & 1 == 1
    }

    /// The number of bits that are set before each group of 64.
    fn counts(&self) -> Vec<u32> {
        let mut sum = 0;
        let counts = self.0.iter().map(|group| {
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
                prop_assert_eq!(anagrams.is_first(word), first(*class) == at);
            }
        }

        #[test]
        fn words_without_anagrams_take_a_quarter_byte_and_a_half_per_word(words in any::<u8>()) {
            let anagrams = Anagrams::of_pairs(words.into(), &[]);
            prop_assert_eq!(anagrams.bytes(), usize::from(words).div_ceil(64) * 20);
        }
    }
}
