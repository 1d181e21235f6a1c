//! `word-list`: plays only for the seven-letter words of the list.
//!
//! A word's probability is the product of the probabilities of getting each letter that it still lacks. The
//! number of copies of a letter that the seat can get is modelled as binomial: each coming auction sells the
//! letter with its share among the unseen letters, and is won with `win` per cent; the second copy that a
//! word lacks counts with its probability given the first, and so on. Letters are treated as independent. The
//! seat keeps the `targets` most probable words. The probability of completing any of them is
//! `1 - (1 - p1/overlap)(1 - p2/overlap)...`, as words share letters and are far from independent. The letter
//! on sale is worth what it adds to that probability, times `prize` points; so letters that no target lacks
//! are worth nothing, and neither is anything once a word is complete.

use std::sync::Arc;

use crate::players::sevens::SEVEN;
use crate::players::{Bidder, per_cent, points, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::{Letter, LetterCounts, Lexicon};

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<WordListParams>(
    "word-list",
    "tracks the most probable 7-letter words, bids only for letters they lack",
);

#[derive(Clone, Copy)]
struct WordListParams {
    targets: usize,
    /// Per cent.
    win: f64,
    overlap: f64,
    prize: f64,
}

impl Tunable<Auction> for WordListParams {
    const DEFAULT: WordListParams =
        WordListParams { targets: 64, win: 50.0, overlap: 4.0, prize: 55.0 };
    const PARAMS: &'static [Param<WordListParams>] = &[
        Param::integer("targets", [1, 10_000], "words it keeps", field!(targets)).unit("words"),
        per_cent("win", "auctions it wins, per cent", field!(win)),
        Param::integer("overlap", [1, 1000], "how alike words are", field!(overlap)),
        points("prize", "points for a word", field!(prize)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let book = Arc::new(Book::of(rules.lexicon()));
        strategy(move |_, _| WordList {
            params: self,
            book: Arc::clone(&book),
            pool: Vec::new(),
            known: (0, LetterCounts::default()),
        })
    }
}

/// A letter of a word as its first, second, ... copy: `8 * letter + copies before`.
type Slot = u8;

/// The letters of all seven-letter words, with anagrams merged.
struct Book(Vec<[Slot; SEVEN]>);

impl Book {
    fn of(lexicon: &Lexicon) -> Book {
        let classes = lexicon.identities().classes().map(|class| lexicon.letters_of(class));
        Book(
            classes
                .filter(|letters| letters.len() == SEVEN)
                .map(|letters| slots(&letters))
                .collect(),
        )
    }
}

fn slots(word: &LetterCounts) -> [Slot; SEVEN] {
    let mut slots = [0; SEVEN];
    let copies = Letter::ALL.into_iter().flat_map(|letter| {
        (0..word.count(letter)).map(move |copy| 8 * letter.index() as Slot + copy)
    });
    slots.iter_mut().zip(copies).for_each(|(slot, copy)| *slot = copy);
    slots
}

/// The probability of each slot: 1 for a held letter.
struct Chances([f64; 8 * 26]);

impl Chances {
    /// For a seat that holds these letters, with `auctions` more letters to come out of `unseen`.
    fn of(held: &LetterCounts, unseen: &LetterCounts, auctions: usize, win: f64) -> Chances {
        let mut chances = Chances([1.0; 8 * 26]);
        let all = unseen.len().max(1) as f64;
        for letter in Letter::ALL {
            let part = win * f64::from(unseen.count(letter)) / all;
            let held = usize::from(held.count(letter));
            chances.set(letter, held, conditional(auctions, part));
        }
        chances
    }

    /// Sets these probabilities for copies beyond those held, in order.
    fn set(&mut self, letter: Letter, held: usize, more: [f64; SEVEN]) {
        let row = &mut self.0[8 * letter.index()..][..8];
        row.fill(1.0);
        row.iter_mut().skip(held).zip(more).for_each(|(chance, more)| *chance = more);
    }

    /// The same with one more of the letter.
    fn with(&self, letter: Letter, held: usize) -> Chances {
        let mut chances = Chances(self.0);
        if let Some(more) = chances.0[8 * letter.index()..][..8].get_mut(held..) {
            more.rotate_right(1);
            more.iter_mut().take(1).for_each(|got| *got = 1.0);
        }
        chances
    }

    fn word(&self, word: &[Slot; SEVEN]) -> f64 {
        word.iter().map(|&slot| self.0[usize::from(slot)]).product()
    }
}

/// The probabilities of at least one success, of a second one given the first, and so on, in this many
/// independent trials: quotients of upper tails of the binomial distribution, whose terms follow from
/// `P(k + 1) = P(k) * (n - k) / (k + 1) * part / (1 - part)`.
fn conditional(trials: usize, part: f64) -> [f64; SEVEN] {
    let part = part.min(0.99);
    let mut term = (0..trials).fold(1.0, |none, _| none * (1.0 - part));
    let mut tail = 1.0;
    std::array::from_fn(|successes| {
        let next = if successes < trials { (tail - term).max(0.0) } else { 0.0 };
        let left = trials.saturating_sub(successes) as f64;
        term *= left / (successes + 1) as f64 * part / (1.0 - part);
        let chance = if tail > 0.0 { next / tail } else { 0.0 };
        tail = next;
        chance
    })
}

struct WordList {
    params: WordListParams,
    book: Arc<Book>,
    /// The words that are still probable, with their probabilities when last selected; the targets come
    /// first.
    pool: Vec<(f64, u32)>,
    /// The round and the letters for which the pool was selected.
    known: (u16, LetterCounts),
}

/// Words with less than this fraction of the best word's probability are dropped for the round.
const HOPELESS: f64 = 0.01;

impl WordList {
    /// Selects the targets again if the letters held have changed.
    fn catch_up(&mut self, view: &View<'_>, letter: Letter) {
        let now = (view.round(), *view.letters());
        if self.known == now {
            return;
        }
        let mut to_come = view.unseen();
        to_come.add(letter);
        let chances = Chances::of(&now.1, &to_come, view.auctions_left(), self.params.win / 100.0);
        if self.known.0 == now.0 {
            let pool = std::mem::take(&mut self.pool);
            self.sort_out(&chances, pool.iter().map(|&(_, word)| word));
        } else {
            self.sort_out(&chances, 0..self.book.0.len() as u32);
        }
        self.known = now;
    }

    /// Keeps the sufficiently probable words, with the targets in front.
    fn sort_out(&mut self, chances: &Chances, words: impl Iterator<Item = u32>) {
        let mut best = 0.0_f64;
        self.pool.clear();
        for word in words {
            let chance = chances.word(&self.book.0[word as usize]);
            if chance > best * HOPELESS {
                best = best.max(chance);
                self.pool.push((chance, word));
            }
        }
        self.pool.retain(|&(chance, _)| chance > best * HOPELESS);
        if self.pool.len() > self.params.targets {
            let order = |a: &(f64, u32), b: &(f64, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
            self.pool.select_nth_unstable_by(self.params.targets, order);
        }
    }

    /// The probability of completing any target; 1 if one is complete.
    fn success(&self, chances: &Chances) -> f64 {
        let targets = self.pool.iter().take(self.params.targets);
        let fails = targets.fold(1.0, |fails, &(_, word)| {
            let chance = chances.word(&self.book.0[word as usize]);
            if chance < 1.0 { fails * (1.0 - chance / self.params.overlap) } else { 0.0 }
        });
        1.0 - fails
    }
}

impl Bidder for WordList {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let (held, left) = (view.letters(), view.auctions_left() - 1);
        let chances = Chances::of(held, &view.unseen(), left, self.params.win / 100.0);
        self.catch_up(view, letter);
        let with = chances.with(letter, usize::from(held.count(letter)));
        (self.params.prize * (self.success(&with) - self.success(&chances))) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::{Chances, conditional, slots};
    use crate::players::situation::Situation;
    use lettergame_words::{Letter, LetterCounts};

    /// Upper tails of the binomial distribution for 10 trials at 0.3: 0.971752, 0.850692, 0.617217.
    #[test]
    fn chances_of_further_copies_are_quotients_of_binomial_tails() {
        let chances = conditional(10, 0.3);
        let expected = [0.971_752_5, 0.875_420_7, 0.725_547_0];
        for (chance, expected) in chances.iter().zip(expected) {
            assert!((chance - expected).abs() < 1e-6, "{chance} {expected}");
        }
        assert_eq!(conditional(0, 0.3), [0.0; 7]);
        assert_eq!(conditional(1, 0.3)[1], 0.0);
    }

    #[test]
    fn a_word_has_the_chance_of_the_copies_it_lacks() {
        let letters = |text: &str| text.parse::<LetterCounts>().unwrap();
        let (held, unseen) = (letters("TEDIN"), letters("DDGGXXXXXX"));
        let chances = Chances::of(&held, &unseen, 2, 1.0);
        // D: 1 - 0.8^2, G the same
        let word = slots(&letters("TEDDING"));
        assert!((chances.word(&word) - 0.36 * 0.36).abs() < 1e-12);
        let with = chances.with(Letter::from_char('D').unwrap(), 1);
        assert!((with.word(&word) - 0.36).abs() < 1e-12);
    }

    #[test]
    fn it_pays_the_prize_for_the_last_letter_and_nothing_without_a_target() {
        let mut table = Situation::new("word-list:prize=50", 6, 1, "QUARTERS");
        let bids = table.bids(&[&[], &[]]);
        assert!((25..=50).contains(&bids[0]), "{bids:?}");
        assert_eq!(bids[1], 0);
        assert_eq!(Situation::new("word-list:prize=50", 6, 1, "QUARTEV").bid(), 0);
        // in the last auction there is no other opportunity
        let mut last = Situation::new("word-list:prize=50", 6, 1, "QUARTEVR");
        assert_eq!(last.bids(&[&[], &[]]), [0, 50]);
    }
}
