//! Both solvers against a naive one: plain recursion over all words of a list, in all orders.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::{Greedy, MAX_LETTERS, Optimal, OptimalError, Play};
use crate::rules::WordScore;
use lettergame_base::{Rng, Seed};
use lettergame_words::{Letter, LetterCounts, Lexicon, WordList};

static SHIPPED: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

/// Values of the letters A to Z, from the rules page.
const VALUES: [i32; 26] =
    [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];

fn naive_score(word: &str, n: usize) -> i32 {
    let sum: i32 = word.bytes().map(|byte| VALUES[usize::from(byte - b'A')]).sum();
    sum * word.len() as i32 + if word.len() == n { 50 } else { 0 }
}

/// An answer ordered by preference: smaller is better.
type Answer = (Reverse<i32>, usize, Vec<(Reverse<i32>, String)>);

fn answer(mut words: Vec<(Reverse<i32>, String)>) -> Answer {
    words.sort();
    (Reverse(words.iter().map(|word| word.0.0).sum()), words.len(), words)
}

fn answer_of(play: &Play<'_>) -> Answer {
    let words = play.words.iter().map(|best| (Reverse(best.points.0), best.word.to_owned()));
    let found = answer(words.clone().collect());
    assert_eq!(found.2, words.collect::<Vec<_>>(), "{play} is not in order");
    assert_eq!(found.0.0, play.total.0, "{play}");
    found
}

/// A naive view of a list: each word with its letters.
type Words = Vec<(String, LetterCounts)>;

fn words_of<'a>(words: impl IntoIterator<Item = &'a str>) -> Words {
    words.into_iter().map(|word| (word.to_owned(), word.parse().unwrap())).collect()
}

/// The best answer over all sequences of words.
fn naive_best(words: &Words, n: usize, hand: &LetterCounts) -> Answer {
    let mut best = answer(Vec::new());
    for (word, letters) in words {
        if let Some(left) = hand.minus(letters) {
            let mut played = naive_best(words, n, &left).2;
            played.push((Reverse(naive_score(word, n)), word.clone()));
            best = best.min(answer(played));
        }
    }
    best
}

/// The same, with each rest of the hand solved once.
fn kept_best(
    words: &Words,
    n: usize,
    hand: &LetterCounts,
    kept: &mut HashMap<LetterCounts, Answer>,
) -> Answer {
    if let Some(best) = kept.get(hand) {
        return best.clone();
    }
    let mut best = answer(Vec::new());
    for (word, letters) in words {
        if let Some(left) = hand.minus(letters) {
            let (Reverse(total), count, rest) = kept_best(words, n, &left, kept);
            let points = naive_score(word, n);
            if (Reverse(total + points), count + 1) <= (best.0, best.1) {
                best = best.min(answer([rest, vec![(Reverse(points), word.clone())]].concat()));
            }
        }
    }
    kept.insert(*hand, best.clone());
    best
}

/// The highest-scoring word repeatedly, with ties broken alphabetically.
fn naive_greedy(words: &Words, n: usize, hand: &LetterCounts) -> Vec<(String, i32)> {
    let mut left = *hand;
    let mut played = Vec::new();
    loop {
        let playable = words.iter().filter(|(_, letters)| left.contains(letters));
        let best = playable.min_by_key(|(word, _)| (Reverse(naive_score(word, n)), word.clone()));
        let Some((word, letters)) = best else { return played };
        left = left.minus(letters).unwrap();
        played.push((word.clone(), naive_score(word, n)));
    }
}

fn greedy_words(play: &Play<'_>) -> Vec<(String, i32)> {
    play.words.iter().map(|best| (best.word.to_owned(), best.points.0)).collect()
}

fn lexicon<'a>(words: impl IntoIterator<Item = &'a str>) -> Arc<Lexicon> {
    let text: Vec<&str> = words.into_iter().collect();
    let list = WordList::parse(text.join("\n").as_bytes(), "test").unwrap().words;
    Arc::new(Lexicon::new(list).unwrap())
}

/// A third vowels and the rest consonants, each uniform.
fn deal(n: usize, rng: &mut Rng) -> LetterCounts {
    let (vowels, others): (Vec<Letter>, Vec<Letter>) =
        Letter::ALL.into_iter().partition(|letter| letter.is_vowel());
    let draw = |place| {
        let from = if place < n / 3 { &vowels } else { &others };
        from[rng.below(from.len() as u32) as usize]
    };
    (0..n).map(draw).collect()
}

/// Up to `most` letters of an alphabet.
fn some_letters(alphabet: &str, most: u32, rng: &mut Rng) -> String {
    let letter = |rng: &mut Rng| alphabet.as_bytes()[rng.below(alphabet.len() as u32) as usize];
    (0..=rng.below(most)).map(|_| char::from(letter(rng))).collect()
}

/// Lists of 1 to 60 words and hands of 1 to 9 letters over alphabets of 3 to 10 letters, so letters
/// repeat and scores tie.
fn check_random_lists(lists: u64, longest: u32, most_letters: u32) -> [usize; 3] {
    let (mut hands, mut better, mut whole) = (0, 0, 0);
    for seed in 0..lists {
        let mut rng = Seed(seed).rng();
        let alphabet = &"AESTRLQZCD"[..3 + rng.below(8) as usize];
        let list: Vec<String> =
            (0..=rng.below(60)).map(|_| some_letters(alphabet, longest, &mut rng)).collect();
        let lexicon = lexicon(list.iter().map(String::as_str));
        let words = words_of(lexicon.words().iter());
        for _ in 0..10 {
            let letters = some_letters(alphabet, most_letters, &mut rng);
            let hand: LetterCounts = letters.parse().unwrap();
            let n = if rng.below(3) > 0 { letters.len() } else { 1 + rng.below(9) as usize };
            let score = WordScore::new(n);
            let optimal = Optimal::new(&lexicon, score);
            let best = optimal.play(&hand).unwrap();
            let expected = naive_best(&words, n, &hand);
            assert_eq!(answer_of(&best), expected, "seed {seed}, hand {hand}, n {n}");
            let greedy = Greedy::new(&lexicon, score);
            let played = greedy.play(&hand);
            assert_eq!(greedy_words(&played), naive_greedy(&words, n, &hand), "{seed} {hand} {n}");
            hands += 1;
            better += usize::from(best.total > played.total);
            whole += usize::from(best.words.iter().any(|best| best.word.len() == n));
        }
    }
    [hands, better, whole]
}

#[test]
fn both_solvers_agree_with_plain_recursion_on_small_lists() {
    let [hands, better, whole] = check_random_lists(300, 5, 7);
    assert!(hands == 3000 && better > 100 && whole > 300, "{better} {whole}");
}

#[test]
fn both_solvers_agree_with_plain_recursion_on_longer_words() {
    let [hands, better, whole] = check_random_lists(150, 8, 9);
    assert!(hands == 1500 && better > 30 && whole > 50, "{better} {whole}");
}

#[test]
fn the_optimum_of_larger_hands_matches_recursion() {
    let mut rng = Seed(11).rng();
    for n in [9, 10, 11, 12].repeat(4) {
        let hand = deal(n, &mut rng);
        let words = words_of(SHIPPED.sub_anagrams(&hand));
        let optimal = Optimal::new(&SHIPPED, WordScore::new(n));
        let expected = kept_best(&words, n, &hand, &mut HashMap::new());
        assert_eq!(answer_of(&optimal.play(&hand).unwrap()), expected, "{hand}");
    }
}

#[test]
fn greedy_is_a_plain_scan_of_the_list_for_hands_of_any_size() {
    let mut rng = Seed(12).rng();
    let greedy = Greedy::new(&SHIPPED, WordScore::new(7));
    for n in (1..=MAX_LETTERS).cycle().take(104) {
        let hand = deal(n, &mut rng);
        let words = words_of(SHIPPED.sub_anagrams(&hand));
        assert_eq!(greedy_words(&greedy.play(&hand)), naive_greedy(&words, 7, &hand), "{hand}");
    }
}

#[test]
fn the_optimum_is_above_greedy_in_about_three_of_ten_hands_of_seven() {
    let (greedy, optimal) =
        (Greedy::new(&SHIPPED, WordScore::new(7)), Optimal::new(&SHIPPED, WordScore::new(7)));
    let mut rng = Seed(7).rng();
    let hands: Vec<LetterCounts> = (0..600).map(|_| deal(7, &mut rng)).collect();
    let gains = hands.iter().map(|hand| {
        let gain = optimal.play(hand).unwrap().total - greedy.play(hand).total;
        assert!(gain.0 >= 0, "{hand}");
        gain
    });
    let above = gains.filter(|gain| gain.0 > 0).count();
    assert!((120..=240).contains(&above), "{above} of 600");
}

#[test]
fn hands_of_the_rules_show_what_greedy_misses() {
    for (words, hand, greedy, optimal) in [
        (["AZON", "ZAP", "FOHN"], "afhnopz", "AZON 52", "ZAP 42 + FOHN 40"),
        (["MAQUI", "QUALM", "LI"], "aqlmuil", "MAQUI 80", "QUALM 80 + LI 4"),
        (["JUDO", "DUFF", "JOW"], "dffjouw", "JUDO 48", "DUFF 44 + JOW 39"),
    ] {
        let (lexicon, score, hand) = (lexicon(words), WordScore::new(7), hand.parse().unwrap());
        assert_eq!(Greedy::new(&lexicon, score).play(&hand).to_string(), greedy);
        let best = Optimal::new(&lexicon, score).play(&hand).unwrap().to_string();
        assert_eq!(best, optimal);
    }
}

#[test]
fn letters_are_used_up() {
    let hand: LetterCounts = "aqlmuil".parse().unwrap();
    let left = hand.minus(&"quail".parse().unwrap()).unwrap();
    assert_eq!(left.to_string(), "LM");
    let (lexicon, hand) = (lexicon(["RAPTURE"]), "raaappetu".parse().unwrap());
    let greedy = Greedy::new(&lexicon, WordScore::new(9));
    assert_eq!(greedy.choose(&hand), None);
    assert_eq!(greedy.play(&hand), Play::default());
    assert_eq!(Optimal::new(&lexicon, WordScore::new(9)).play(&hand), Ok(Play::default()));
    let empty = LetterCounts::EMPTY;
    assert_eq!(Optimal::new(&lexicon, WordScore::new(9)).play(&empty), Ok(Play::default()));
}

#[test]
fn the_canonical_answer_has_few_words_and_good_ones_early() {
    let play = |words: &[&str], hand: &str, n| {
        let lexicon = lexicon(words.iter().copied());
        let optimal = Optimal::new(&lexicon, WordScore::new(n));
        optimal.play(&hand.parse().unwrap()).unwrap().to_string()
    };
    assert_eq!(play(&["AD", "EG", "AE", "IT", "QI"], "adeg", 9), "AD 6 + EG 6");
    assert_eq!(play(&["A", "E", "I", "O", "AE", "IO"], "aeio", 1), "A 51 + E 51 + I 51 + O 51");
    // equal points: the first word decides, then the second
    assert_eq!(play(&["AT", "TA", "SO", "OS"], "atso", 9), "AT 4 + OS 4");
    assert_eq!(play(&["AT", "SO", "AS", "TO", "OAT"], "atso", 9), "OAT 9");
    assert_eq!(play(&["AT", "SO", "AS", "TO"], "atso", 9), "AS 4 + TO 4");
}

#[test]
fn a_hand_of_26_letters_is_solved_and_one_of_27_is_refused() {
    let optimal = Optimal::new(&SHIPPED, WordScore::new(26));
    let alphabet = optimal.play(&"abcdefghijklmnopqrstuvwxyz".parse().unwrap()).unwrap();
    assert_eq!(alphabet.to_string(), "ZANTHOXYLUMS 432 + WRICKED 119");
    let error = optimal.play(&"e".repeat(27).parse().unwrap()).unwrap_err();
    assert_eq!(error, OptimalError::TooManyLetters { letters: 27 });
    assert!(error.to_string().contains("27 letters"), "{error}");
    let mut rng = Seed(26).rng();
    let greedy = Greedy::new(&SHIPPED, WordScore::new(26));
    for n in (13..=MAX_LETTERS).cycle().take(56) {
        let hand = deal(n, &mut rng);
        let best = optimal.play(&hand).unwrap();
        assert!(best.total >= greedy.play(&hand).total, "{hand}");
        let used: LetterCounts = best
            .words
            .iter()
            .flat_map(|best| best.word.chars())
            .filter_map(Letter::from_char)
            .collect();
        assert!(hand.contains(&used), "{hand}: {best}");
    }
}
