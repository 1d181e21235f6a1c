//! Times of solving a hand of the wordgame. Every bench asserts the answer it times.

use std::sync::{Arc, LazyLock};

use divan::{Bencher, black_box};

use lettergame::base::{Points, Rng, Seed};
use lettergame::games::wordgame::rules::WordScore;
use lettergame::games::wordgame::solving::{Greedy, Optimal};
use lettergame::words::{Letter, LetterCounts, Lexicon, best_naive};

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

fn main() {
    divan::main();
}

/// A third vowels, the rest consonants, both uniform.
fn deal(n: usize, rng: &mut Rng) -> LetterCounts {
    let (vowels, others): (Vec<Letter>, Vec<Letter>) =
        Letter::ALL.into_iter().partition(|letter| letter.is_vowel());
    let draw = |place| {
        let from = if place < n / 3 { &vowels } else { &others };
        from[rng.below(from.len() as u32) as usize]
    };
    (0..n).map(draw).collect()
}

/// The same hands of this size in every run.
fn hands(n: usize, count: usize) -> Vec<LetterCounts> {
    let mut rng = Seed(n as u64).rng();
    (0..count).map(|_| deal(n, &mut rng)).collect()
}

#[divan::bench(args = [7, 10, 12, 16, 20, 26], sample_count = 64, sample_size = 256)]
fn greedy_word(bencher: Bencher<'_, '_>, n: usize) {
    let score = WordScore::new(n);
    let greedy = Greedy::new(&LEXICON, score);
    let hands = hands(n, 4096);
    for hand in hands.iter().step_by(512) {
        assert_eq!(greedy.choose(hand), best_naive(&LEXICON, &score, hand));
    }
    let cases: Vec<_> = hands.iter().map(|hand| (*hand, greedy.choose(hand))).collect();
    let mut cases = cases.into_iter().cycle();
    bencher.with_inputs(|| cases.next().unwrap()).bench_local_refs(|(hand, expected)| {
        assert_eq!(greedy.choose(black_box(hand)), *expected);
    });
}

#[divan::bench(args = [7, 10, 12], sample_count = 64, sample_size = 64)]
fn greedy_hand(bencher: Bencher<'_, '_>, n: usize) {
    let greedy = Greedy::new(&LEXICON, WordScore::new(n));
    let cases: Vec<(LetterCounts, Points)> =
        hands(n, 4096).into_iter().map(|hand| (hand, greedy.play(&hand).total)).collect();
    let mut cases = cases.into_iter().cycle();
    bencher.with_inputs(|| cases.next().unwrap()).bench_local_refs(|(hand, total)| {
        assert_eq!(greedy.play(black_box(hand)).total, *total);
    });
}

#[divan::bench(args = [7, 10, 12, 16, 20, 26], sample_count = 64, sample_size = 16)]
fn optimal_hand(bencher: Bencher<'_, '_>, n: usize) {
    let score = WordScore::new(n);
    let (optimal, greedy) = (Optimal::new(&LEXICON, score), Greedy::new(&LEXICON, score));
    let total = |hand: &LetterCounts| optimal.play(hand).unwrap().total;
    let cases: Vec<(LetterCounts, Points)> =
        hands(n, 1024).into_iter().map(|hand| (hand, total(&hand))).collect();
    assert!(cases.iter().all(|(hand, total)| *total >= greedy.play(hand).total));
    let mut cases = cases.into_iter().cycle();
    bencher.with_inputs(|| cases.next().unwrap()).bench_local_refs(|(hand, expected)| {
        assert_eq!(total(black_box(hand)), *expected);
    });
}

#[divan::bench]
fn prepare_greedy() {
    let greedy = Greedy::new(&LEXICON, WordScore::new(7));
    assert!(greedy.choose(&"quail".parse().unwrap()).is_some());
}

#[divan::bench]
fn prepare_optimal() {
    let optimal = Optimal::new(&LEXICON, WordScore::new(7));
    assert!(optimal.play(&"quail".parse().unwrap()).is_ok());
}
