//! The lexicon: the fast searches against naive scans, over random multisets of every size.

use std::sync::{Arc, LazyLock};

use lettergame_base::{Points, Rng, Seed};
use lettergame_words::{
    BestWords, Distances, Letter, LetterCounts, Lexicon, Reach, Scoring, TileSet, WordList,
    best_naive,
};
use proptest::prelude::{
    ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, proptest,
};

static SHIPPED: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

/// The scoring rules of the games: a bonus for exactly or at least seven letters, or the sum times the length
/// with a bonus for one length.
#[derive(Clone, Copy, Debug)]
enum Rule {
    Exactly7,
    AtLeast7,
    TimesLength(usize),
}

const RULES: [Rule; 3] = [Rule::Exactly7, Rule::AtLeast7, Rule::TimesLength(9)];

impl Scoring for Rule {
    fn value(&self, letter: Letter) -> u32 {
        TileSet::SCRABBLE_98.value(letter)
    }

    fn points(&self, sum: u32, len: usize) -> Points {
        let sum = sum as i32;
        Points(match *self {
            Rule::Exactly7 => sum + if len == 7 { 50 } else { 0 },
            Rule::AtLeast7 => sum + if len >= 7 { 50 } else { 0 },
            Rule::TimesLength(whole) => sum * len as i32 + if len == whole { 50 } else { 0 },
        })
    }

    fn max_len(&self) -> usize {
        match self {
            Rule::Exactly7 => 7,
            Rule::AtLeast7 | Rule::TimesLength(_) => usize::MAX,
        }
    }
}

/// This many letters from the bag of 98.
fn from_the_bag(size: usize, rng: &mut Rng) -> LetterCounts {
    let mut bag: Vec<Letter> = TileSet::SCRABBLE_98.letters().letters().collect();
    rng.shuffle_front(&mut bag, size);
    bag.into_iter().take(size).collect()
}

/// This many letters of only a few kinds.
fn skewed(size: usize, rng: &mut Rng) -> LetterCounts {
    let kinds: Vec<Letter> =
        (0..1 + rng.below(5)).map(|_| Letter::ALL[rng.below(26) as usize]).collect();
    (0..size).map(|_| kinds[rng.below(kinds.len() as u32) as usize]).collect()
}

#[test]
fn the_fast_search_finds_what_a_scan_finds_for_every_size() {
    let mut rng = Seed(5).rng();
    for rule in RULES {
        let best = BestWords::new(&SHIPPED, &rule);
        for size in 0..=98 {
            for rack in [from_the_bag(size, &mut rng), skewed(size, &mut rng)] {
                assert_eq!(best.best(&rack), best_naive(&SHIPPED, &rule, &rack), "{rule:?} {rack}");
            }
        }
    }
}

#[test]
fn small_racks_are_searched_exactly() {
    let mut rng = Seed(6).rng();
    let best = BestWords::new(&SHIPPED, &Rule::Exactly7);
    for _ in 0..40 {
        for size in 5..=14 {
            let rack = from_the_bag(size, &mut rng);
            assert_eq!(best.best(&rack), best_naive(&SHIPPED, &Rule::Exactly7, &rack), "{rack}");
        }
    }
}

#[test]
fn ninety_eight_copies_of_one_letter_are_a_valid_rack() {
    for letter in Letter::ALL {
        let rack: LetterCounts = std::iter::repeat_n(letter, 98).collect();
        for rule in RULES {
            let best = BestWords::new(&SHIPPED, &rule);
            assert_eq!(best.best(&rack), best_naive(&SHIPPED, &rule, &rack), "{letter}");
        }
    }
}

#[test]
fn sub_anagrams_are_the_words_that_a_scan_finds() {
    let mut rng = Seed(7).rng();
    for size in [0, 1, 2, 7, 9, 14, 15, 25, 98] {
        let rack = from_the_bag(size, &mut rng);
        let mut expected: Vec<&str> =
            SHIPPED.words().iter().filter(|word| rack.contains(&word.parse().unwrap())).collect();
        expected.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
        assert_eq!(SHIPPED.sub_anagrams(&rack), expected, "{rack}");
    }
}

#[test]
fn the_index_takes_at_most_sixteen_mib() {
    let best = BestWords::new(&SHIPPED, &Rule::Exactly7);
    let bytes = SHIPPED.identities().bytes() + best.bytes() + Reach::new(&SHIPPED, 7).bytes();
    assert!(bytes < 16 << 20, "{bytes}");
}

#[test]
fn words_within_reach_match_a_plain_count() {
    let mut rng = Seed(8).rng();
    let reach = Reach::new(&SHIPPED, 7);
    let mut distances = Distances::new();
    for size in [0, 1, 3, 6, 8, 12, 30] {
        let held = from_the_bag(size, &mut rng);
        distances.start(&reach);
        held.letters().for_each(|letter| distances.gain(&reach, letter));
        let next = Letter::ALL[rng.below(26) as usize];
        let mut with_next = held;
        with_next.add(next);
        for most in 0..=7 {
            assert_eq!(distances.within(&reach, most), near(&held, most), "{held} {most}");
            let after = distances.within_after(&reach, next, most);
            assert_eq!(after, near(&with_next, most), "{held} + {next} {most}");
        }
    }
}

/// Classes of seven-letter words that lack at most this many letters.
fn near(held: &LetterCounts, most: usize) -> u32 {
    let lacks = |word: &str| -> usize {
        let word: LetterCounts = word.parse().unwrap();
        let lack = |letter| usize::from(word.count(letter).saturating_sub(held.count(letter)));
        Letter::ALL.into_iter().map(lack).sum()
    };
    let words = SHIPPED.words();
    let classes = SHIPPED.identities().classes();
    let firsts = classes.map(|class| words.word(class.first_word()));
    firsts.filter(|word| word.len() == 7 && lacks(word) <= most).count() as u32
}

/// A small list over few letters, so that ties and anagrams are common.
fn small_list() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[A-E]{1,9}", 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn small_lists_are_searched_exactly(words in small_list(), letters in "[A-F]{0,30}", rule in 0..3usize) {
        let list = WordList::parse(words.join("\n").as_bytes(), "test").unwrap().words;
        let lexicon = Arc::new(Lexicon::new(list).unwrap());
        let rack: LetterCounts = letters.parse().unwrap();
        let best = BestWords::new(&lexicon, &RULES[rule]);
        prop_assert_eq!(best.best(&rack), best_naive(&lexicon, &RULES[rule], &rack));
        for word in &words {
            prop_assert!(lexicon.contains(word) && lexicon.contains(&word.to_lowercase()));
            let letters: LetterCounts = word.parse().unwrap();
            prop_assert!(lexicon.anagrams(&letters).any(|other| other == word));
        }
    }

    #[test]
    fn any_bytes_give_a_list_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = WordList::parse(&bytes, "test");
    }
}
