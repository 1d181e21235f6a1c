//! Times of the lexicon: loading, and single queries. Every bench asserts the answer it times.

use std::sync::{Arc, LazyLock};

use divan::{Bencher, black_box};

use lettergame::base::Points;
use lettergame::words::{
    Best, BestWords, Distances, Identities, Letter, LetterCounts, Lexicon, Reach, Scoring, TileSet,
    WordList, best_naive,
};

/// Racks for each figure; enough that the branch predictor cannot learn the answers.
const RACKS: usize = 8192;

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));
static SEVEN: LazyLock<BestWords> =
    LazyLock::new(|| BestWords::new(&LEXICON, &Rule { exactly: true }));
static ANY: LazyLock<BestWords> =
    LazyLock::new(|| BestWords::new(&LEXICON, &Rule { exactly: false }));
static REACH: LazyLock<Reach> = LazyLock::new(|| Reach::new(&LEXICON, 7));

fn main() {
    divan::main();
}

/// The sum of the tiles plus 50 for exactly 7 letters, which is also the maximum; or for 7 or more letters,
/// without a maximum.
struct Rule {
    exactly: bool,
}

impl Scoring for Rule {
    fn value(&self, letter: Letter) -> u32 {
        TileSet::SCRABBLE_98.value(letter)
    }

    fn points(&self, sum: u32, len: usize) -> Points {
        Points(sum as i32 + if len >= 7 { 50 } else { 0 })
    }

    fn max_len(&self) -> usize {
        if self.exactly { 7 } else { usize::MAX }
    }
}

/// Tiles drawn one by one from the full bag, the same in every run.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    fn rack(&mut self, len: usize) -> LetterCounts {
        let mut bag: Vec<Letter> = TileSet::SCRABBLE_98.letters().letters().collect();
        (0..len).map(|_| bag.swap_remove(self.below(bag.len()))).collect()
    }
}

/// Racks of one size with their best words under a rule; a few of them checked by the naive search.
fn cases(
    best: &'static BestWords,
    rule: &Rule,
    len: usize,
) -> Vec<(LetterCounts, Option<Best<'static>>)> {
    let mut draws = Draws(len as u64);
    let racks: Vec<LetterCounts> = (0..RACKS).map(|_| draws.rack(len)).collect();
    for rack in racks.iter().step_by(1024) {
        assert_eq!(best.best(rack), best_naive(best.lexicon(), rule, rack));
    }
    racks.into_iter().map(|rack| (rack, best.best(&rack))).collect()
}

/// Times the search for the best word of one rack.
fn bench_best(bencher: Bencher<'_, '_>, best: &'static BestWords, rule: &Rule, len: usize) {
    let mut cases = cases(best, rule, len).into_iter().cycle();
    bencher.with_inputs(|| cases.next().unwrap()).bench_local_refs(|(rack, expected)| {
        let found = best.best(black_box(rack));
        assert_eq!(found, *expected);
    });
}

const SIZES: &[usize] = &[6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 40, 98];

#[divan::bench(args = SIZES, sample_count = 64, sample_size = 1024)]
fn best_word_up_to_7_letters(bencher: Bencher<'_, '_>, len: usize) {
    bench_best(bencher, &SEVEN, &Rule { exactly: true }, len);
}

#[divan::bench(args = SIZES, sample_count = 64, sample_size = 1024)]
fn best_word_of_any_length(bencher: Bencher<'_, '_>, len: usize) {
    bench_best(bencher, &ANY, &Rule { exactly: false }, len);
}

#[divan::bench]
fn read_a_list() {
    let text = black_box(WordList::SHIPPED.as_bytes());
    assert_eq!(WordList::parse(text, "words").unwrap().words.len(), 270_853);
}

#[divan::bench]
fn index_the_shipped_list(bencher: Bencher<'_, '_>) {
    let words = WordList::shipped();
    bencher.bench_local(|| {
        assert_eq!(Identities::new(black_box(words.clone())).unwrap().len(), 240_322)
    });
}

#[divan::bench]
fn load_to_the_first_best_word() {
    let best = BestWords::new(&Arc::new(Lexicon::shipped()), &Rule { exactly: true });
    assert_eq!(best.best(&"GHILTUZ".parse().unwrap()).map(|best| best.word), Some("GLITZ"));
}

#[divan::bench]
fn prepare_best_words_of_any_length() {
    let best = BestWords::new(&LEXICON, &Rule { exactly: false });
    assert!(best.bytes() < 9 << 20);
}

#[divan::bench(args = [7, 10, 14, 20], sample_count = 50)]
fn sub_anagrams(bencher: Bencher<'_, '_>, len: usize) {
    let mut draws = Draws(7);
    let cases: Vec<_> = (0..16)
        .map(|_| draws.rack(len))
        .map(|rack| (rack, LEXICON.sub_anagrams(&rack).len()))
        .collect();
    let mut cases = cases.into_iter().cycle();
    bencher.with_inputs(|| cases.next().unwrap()).bench_local_refs(|(rack, expected)| {
        assert_eq!(LEXICON.sub_anagrams(rack).len(), *expected);
    });
}

#[divan::bench]
fn contains(bencher: Bencher<'_, '_>) {
    let mut words = LEXICON.words().iter().step_by(97).cycle();
    bencher
        .with_inputs(|| words.next().unwrap())
        .bench_local_values(|word| assert!(LEXICON.contains(word)));
}

/// A holder of the letters RETINA.
fn holder() -> Distances {
    let mut distances = Distances::new();
    distances.start(&REACH);
    "RETINA"
        .chars()
        .filter_map(Letter::from_char)
        .for_each(|letter| distances.gain(&REACH, letter));
    distances
}

#[divan::bench]
fn reach_gain(bencher: Bencher<'_, '_>) {
    let s = Letter::from_char('S').unwrap();
    bencher.with_inputs(holder).bench_local_refs(|distances| distances.gain(&REACH, s));
}

#[divan::bench(sample_count = 300)]
fn reach_within(bencher: Bencher<'_, '_>) {
    let distances = holder();
    let expected = distances.within(&REACH, 2);
    bencher.bench_local(|| assert_eq!(black_box(&distances).within(&REACH, 2), expected));
}

#[divan::bench(sample_count = 300)]
fn reach_within_after(bencher: Bencher<'_, '_>) {
    let (distances, s) = (holder(), Letter::from_char('S').unwrap());
    let mut after = distances.clone();
    after.gain(&REACH, s);
    let expected = after.within(&REACH, 2);
    bencher.bench_local(|| assert_eq!(black_box(&distances).within_after(&REACH, s, 2), expected));
}
