//! Hands whose words are worth more the fewer letters are left: the best word now, and the best plan for the
//! whole hand, which may burn letters first.
//!
//! The state is the multiset of letters left, numbered in mixed radix. From each state one may stop, play a
//! word, or burn a letter by naming it alone, if the rules burn letters and no word has one letter; the best
//! option is computed from small states to large ones. Substitutions and replays are excluded: they depend on
//! chance and on the game, not on the hand.

use thiserror::Error;

use crate::rules::{Hand, WILDCARD, Wordgame};
use crate::solving::OptimalError;
use lettergame_base::{Points, checkpoint};
use lettergame_words::{Key, Letter, LetterCounts, TileSet};

/// The maximum number of states of a hand to plan for: 2^20, which takes about as long as a person will wait.
pub const MAX_STATES: usize = 1 << 20;

/// A step in playing a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Name a letter that is not a word, to discard it where the rules burn letters.
    Burn(char),
    /// Play a word, in lower case, for these points.
    Word(String, Points),
}

/// Why no optimum was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The hand is too large in the edition 6.00.
    #[error(transparent)]
    Words(#[from] OptimalError),
    /// The hand has too many states.
    #[error(transparent)]
    Plan(#[from] TooLarge),
    /// It takes more work than the caller allows.
    #[error("finding the optimum of the hand {hand} would take too long")]
    Work {
        /// The hand.
        hand: String,
    },
}

/// A hand with too many distinct states.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the hand {hand} has {states} distinct states: expected at most {MAX_STATES}")]
pub struct TooLarge {
    /// The hand.
    pub hand: String,
    /// Number of states.
    pub states: usize,
}

/// The word with the most points now, with ties broken alphabetically (a wildcard before all
/// letters); `None` if there is none.
#[must_use]
pub(super) fn best_word(game: &Wordgame, hand: &Hand) -> Option<String> {
    let words = match Rests::new(hand) {
        Ok(rests) if rests.states <= FEW_STATES => {
            candidates(game, &rests).into_iter().map(|word| word.text).collect()
        }
        _ => scanned(game, hand),
    };
    let worth = |word: &String| game.rules().word_points(word, hand.len());
    let most = words.iter().map(worth).max()?;
    words.into_iter().filter(|word| worth(word) == most).min()
}

/// Up to this many states, looking up each in the index is faster than scanning the word list.
const FEW_STATES: usize = 1 << 13;

/// All words of the list contained in the hand, with the wildcard for one vowel where needed.
fn scanned(game: &Wordgame, hand: &Hand) -> Vec<String> {
    let own = hand.letters();
    let fits = |word: &str| -> Option<String> {
        let word = word.to_lowercase();
        if hand.without(&word).is_some() {
            return Some(word);
        }
        // the wildcard sorts before all letters: the first of equal words
        let wild = |vowel: char| word.replacen(vowel, "*", 1);
        let words = "aeiou".chars().filter(|&vowel| word.contains(vowel)).map(wild);
        words.filter(|word| hand.without(word).is_some()).min()
    };
    let near = |word: &&str| {
        let missing =
            |letters: LetterCounts| letters.letters().filter(|l| !own_has(&own, *l)).count();
        word.len() <= hand.len() && word.parse().is_ok_and(|letters| missing(letters) <= 1)
    };
    game.lexicon().words().iter().filter(near).filter_map(fits).collect()
}

fn own_has(own: &LetterCounts, letter: Letter) -> bool {
    let mut one = LetterCounts::EMPTY;
    one.add(letter);
    own.contains(&one)
}

/// The best plan for the whole hand: the highest total, then the fewest steps. `most` limits the work, in
/// words tried per state: a few nanoseconds each.
///
/// # Errors
/// [`SolveError`], for a hand with more than [`MAX_STATES`] distinct states (about 20 letters), or one that
/// takes more work.
pub(super) fn best_plan(game: &Wordgame, hand: &Hand, most: u64) -> Result<Vec<Step>, SolveError> {
    let rests = Rests::new(hand)?;
    let words = candidates(game, &rests);
    if rests.states as u64 * words.len() as u64 > most {
        return Err(SolveError::Work { hand: hand.to_string() });
    }
    let needs: Vec<u128> = words.iter().map(|word| rests.packed(word.used)).collect();
    let burnable: Vec<usize> = if game.rules().burns() { rests.strides() } else { Vec::new() };
    let mut best = vec![Choice::STOP; rests.states];
    for state in 0..rests.states {
        checkpoint();
        let (held, own) = (rests.len(state), rests.packed(state));
        for (index, word) in words.iter().enumerate() {
            if contains(own, needs[index]) {
                let points = game.rules().points(word.sum, word.length, held).0;
                let rest = best[state - word.used];
                best[state] = best[state].or(rest.after(points, Some(index), word.used));
            }
        }
        for &stride in burnable.iter().filter(|&&stride| contains(own, rests.packed(stride))) {
            best[state] = best[state].or(best[state - stride].after(0, None, stride));
        }
    }
    Ok(steps(game, &rests, &words, &best))
}

/// Follows the choices from the whole hand.
fn steps(game: &Wordgame, rests: &Rests, words: &[Candidate], best: &[Choice]) -> Vec<Step> {
    let mut state = rests.states - 1;
    let mut steps = Vec::new();
    while best[state].steps > 0 {
        let choice = best[state];
        steps.push(match choice.word {
            Some(index) => {
                let Candidate { text, sum, length, .. } = &words[index];
                let points = game.rules().points(*sum, *length, rests.len(state));
                Step::Word(text.clone(), points)
            }
            None => Step::Burn(rests.tile_of(choice.used)),
        });
        state -= choice.used;
    }
    steps
}

/// Bits per count in a packed state; the highest one is always free.
const BITS: usize = 6;

/// The free bits of all counts.
const FREE: u128 = {
    let (mut free, mut kind) = (0, 0);
    while kind < 20 {
        free |= 1 << (BITS * kind + BITS - 1);
        kind += 1;
    }
    free
};

/// Does one packed state contain another? All counts are subtracted at once, with the free bits set: a
/// missing tile clears its free bit.
fn contains(state: u128, part: u128) -> bool {
    ((state | FREE) - part) & FREE == FREE
}

/// The best option in a state.
#[derive(Clone, Copy)]
struct Choice {
    total: i32,
    steps: u32,
    /// The word to play; `None` to burn, or to stop if there are no steps.
    word: Option<usize>,
    used: usize,
}

impl Choice {
    const STOP: Choice = Choice { total: 0, steps: 0, word: None, used: 0 };

    fn after(self, points: i32, word: Option<usize>, used: usize) -> Choice {
        Choice { total: self.total + points, steps: self.steps + 1, word, used }
    }

    /// The better of the two, the first if equal.
    fn or(self, other: Choice) -> Choice {
        let key = |choice: Choice| (choice.total, std::cmp::Reverse(choice.steps));
        if key(other) > key(self) { other } else { self }
    }
}

/// The multisets that can be left in a hand, numbered in mixed radix.
struct Rests {
    /// Each distinct tile, its count, and its place value in a number.
    digits: Vec<(char, usize, usize)>,
    states: usize,
}

impl Rests {
    fn new(hand: &Hand) -> Result<Rests, TooLarge> {
        let mut tiles: Vec<char> = hand.tiles().collect();
        tiles.sort_unstable();
        let (mut digits, mut states) = (Vec::new(), 1usize);
        for group in tiles.chunk_by(|one, other| one == other) {
            digits.push((group[0], group.len(), states));
            states = states.saturating_mul(group.len() + 1);
        }
        if states > MAX_STATES {
            return Err(TooLarge { hand: hand.to_string(), states });
        }
        Ok(Rests { digits, states })
    }

    fn strides(&self) -> Vec<usize> {
        self.digits.iter().map(|&(_, _, stride)| stride).collect()
    }

    /// The count of each tile in a state.
    fn counts(&self, state: usize) -> impl Iterator<Item = (char, usize)> + '_ {
        self.digits.iter().map(move |&(tile, most, stride)| (tile, state / stride % (most + 1)))
    }

    fn len(&self, state: usize) -> usize {
        self.counts(state).map(|(_, count)| count).sum()
    }

    /// The counts of a state packed in [`BITS`] each: at most 20 kinds of at most 26 tiles.
    fn packed(&self, state: usize) -> u128 {
        let counts = self.counts(state).enumerate();
        counts.fold(0, |packed, (kind, (_, count))| packed | (count as u128) << (BITS * kind))
    }

    fn tile_of(&self, stride: usize) -> char {
        let found = self.digits.iter().find(|digit| digit.2 == stride);
        found.map_or(WILDCARD, |digit| digit.0)
    }
}

/// A word that can be made, with the state that contains just its letters.
struct Candidate {
    text: String,
    used: usize,
    sum: u32,
    length: usize,
}

/// One word for each multiset of tiles that makes any: the alphabetically first.
fn candidates(game: &Wordgame, rests: &Rests) -> Vec<Candidate> {
    let found = (1..rests.states).filter_map(|used| {
        let tiles = || rests.counts(used).filter(|&(_, count)| count > 0);
        let letters: LetterCounts = tiles()
            .flat_map(|(tile, count)| std::iter::repeat_n(Letter::from_char(tile), count))
            .flatten()
            .collect();
        let wild = tiles().filter(|&(tile, _)| tile == WILDCARD).map(|(_, count)| count).sum();
        let text = match wild {
            0 => first_word(game, &letters),
            1 => b"aeiou".iter().filter_map(|&vowel| wild_word(game, letters, vowel)).min(),
            _ => None,
        }?;
        let sum = letters.letters().map(|letter| TileSet::SCRABBLE_98.value(letter)).sum();
        Some(Candidate { text, used, sum, length: rests.len(used) })
    });
    found.collect()
}

fn first_word(game: &Wordgame, letters: &LetterCounts) -> Option<String> {
    let class = game.lexicon().identities().class(Key::of(letters))?;
    Some(game.lexicon().first_word(class).to_lowercase())
}

/// The first word from these letters and a vowel, with the wildcard in place of the vowel.
fn wild_word(game: &Wordgame, mut letters: LetterCounts, vowel: u8) -> Option<String> {
    letters.add(Letter::from_ascii(vowel)?);
    let class = game.lexicon().identities().class(Key::of(&letters))?;
    let replaced = |word: &str| word.to_lowercase().replacen(char::from(vowel), "*", 1);
    game.lexicon().words_of(class).map(replaced).min()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Step, best_plan, best_word};
    use crate::rules::{Hand, HandPlay, Wordgame, WordgameRules};
    use lettergame_base::{Points, Seed};
    use lettergame_game::{Rules, Settings};
    use lettergame_words::{Lexicon, WordList};

    fn game(words: &str, settings: &[&str]) -> Wordgame {
        let list = WordList::parse(words.replace(' ', "\n").as_bytes(), "test").unwrap().words;
        let settings = Settings::parse(settings.iter().copied()).unwrap();
        let rules = WordgameRules::read("6.0001", settings).unwrap();
        Wordgame::new(rules, Arc::new(Lexicon::new(list).unwrap()))
    }

    fn hand(text: &str) -> Hand {
        text.parse().unwrap()
    }

    #[test]
    fn the_best_word_takes_the_remaining_letters_into_account() {
        let game = game("AT TAR RAT CHAT HONEY", &[]);
        assert_eq!(best_word(&game, &hand("atrxxxx")), Some("rat".to_owned()));
        assert_eq!(best_word(&game, &hand("h*neyxx")), Some("h*ney".to_owned()));
        assert_eq!(best_word(&game, &hand("xxz")), None);
    }

    #[test]
    fn the_index_and_the_list_find_words_of_equal_value() {
        let game = game("AT TEA EAT AX OX TAXI IT NO ON ONE TONE NOTE ZA QI RAT HONEY", &[]);
        let mut rng = Seed(9).rng();
        for _ in 0..500 {
            let hand = Hand::deal(game.rules(), &mut rng);
            let worth = |word: &String| game.rules().word_points(word, hand.len());
            let words = super::scanned(&game, &hand);
            assert!(words.iter().all(|word| game.valid(&hand, word).is_ok()), "{hand}: {words:?}");
            let most = words.iter().map(worth).max();
            assert_eq!(best_word(&game, &hand).as_ref().map(worth), most, "{hand}");
        }
    }

    #[test]
    fn the_best_word_of_a_large_hand_is_found_too() {
        let game = game("HONEY ZA", &["hand-size=26"]);
        assert_eq!(best_word(&game, &hand("h*neybcdfgjklmpqrstvwxaiou")), Some("honey".to_owned()));
    }

    #[test]
    fn useless_letters_are_burnt_first() {
        let plan = best_plan(&game("WAS", &[]), &hand("waszz"), u64::MAX).unwrap();
        let words = Step::Word("was".to_owned(), Points(6 * 21));
        assert_eq!(plan, [Step::Burn('z'), Step::Burn('z'), words]);
        let kept = best_plan(&game("WAS", &["burn=no"]), &hand("waszz"), u64::MAX).unwrap();
        assert_eq!(kept, [Step::Word("was".to_owned(), Points(6 * 15))]);
    }

    /// Every order of every word and every burning, by plain recursion.
    fn naive(game: &Wordgame, play: &HandPlay, words: &[String]) -> i32 {
        let mut best = play.total().0;
        for word in words {
            let mut next = play.clone();
            if next.play(game, word).is_ok() {
                best = best.max(naive(game, &next, words));
            }
        }
        if game.rules().burns() {
            for tile in play.now().tiles() {
                let mut next = play.clone();
                let _ = next.play(game, &tile.to_string());
                best = best.max(naive(game, &next, words));
            }
        }
        best
    }

    #[test]
    fn a_plan_is_as_good_as_the_best_of_all_orders() {
        let list = "AT TEA EAT AX OX TAXI IT NO ON ONE TONE NOTE ZA QI";
        let mut rng = Seed(5).rng();
        for burn in ["burn=yes", "burn=no"] {
            let game = game(list, &[burn, "hand-size=5"]);
            let mut words: Vec<String> = list.split(' ').map(str::to_lowercase).collect();
            for word in words.clone() {
                words.extend("aeiou".chars().map(|vowel| word.replacen(vowel, "*", 1)));
            }
            words.sort();
            words.dedup();
            for _ in 0..60 {
                let hand = Hand::deal(game.rules(), &mut rng);
                let plan = best_plan(&game, &hand, u64::MAX).unwrap();
                let best = naive(&game, &HandPlay::new(hand.clone()), &words);
                let mut play = HandPlay::new(hand);
                for step in &plan {
                    match step {
                        Step::Burn(tile) => assert!(play.play(&game, &tile.to_string()).is_err()),
                        Step::Word(word, points) => assert_eq!(play.play(&game, word), Ok(*points)),
                    }
                }
                assert_eq!(play.total(), Points(best));
            }
        }
    }

    #[test]
    fn a_hand_with_too_many_distinct_states_is_refused() {
        let letters = hand("abcdefghijklmnopqrstuvwxyz");
        let error = best_plan(&game("AT", &[]), &letters, u64::MAX).unwrap_err();
        assert!(error.to_string().contains("67108864 distinct states"), "{error}");
    }

    #[test]
    fn a_hand_needing_more_work_than_allowed_is_refused() {
        let game = game("WAS SAW AS", &[]);
        // SAW has the same letters as WAS: two words to try in 3 * 2 * 2 * 2 states
        assert!(best_plan(&game, &hand("wassz"), 47).is_err());
        assert!(best_plan(&game, &hand("wassz"), 48).is_ok());
    }
}
