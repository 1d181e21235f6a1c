//! Seven-letter words as targets, and what their letters cost.

use crate::players::BestWord;
use crate::rules::View;
use lettergame_words::{Letter, LetterCounts};

/// A word as the letters it lacks, in the order of the alphabet, and its points.
pub(super) struct Target {
    pub(super) lacks: Vec<Letter>,
    pub(super) points: i64,
}

/// One in so many unseen letters is won, about.
const UNSEEN_PER_WON: f64 = 60.0;

/// The number of ways to draw the letters that a word lacks, times the chance to win each; 0 if there are too
/// few of them.
fn ways(word: &LetterCounts, held: &LetterCounts, unseen: &LetterCounts) -> f64 {
    let mut ways = 1.0;
    for letter in Letter::ALL {
        let lacks = word.count(letter).saturating_sub(held.count(letter));
        for copy in 0..lacks {
            ways *= f64::from(unseen.count(letter).saturating_sub(copy)) / UNSEEN_PER_WON;
        }
    }
    ways
}

/// The `count` words that are most probable with the letters that the seat has not seen and the one on sale.
pub(super) fn probable(
    words: &[LetterCounts],
    view: &View<'_>,
    letter: Letter,
    count: usize,
) -> Vec<Target> {
    let held = view.letters();
    let mut unseen = view.unseen();
    unseen.add(letter);
    let mut ranked: Vec<(f64, usize)> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let ways = ways(word, held, &unseen);
        if ways > 0.0 {
            ranked.push((ways, place));
        }
    }
    let order = |a: &(f64, usize), b: &(f64, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    if ranked.len() > count {
        ranked.select_nth_unstable_by(count, order);
        ranked.truncate(count);
    }
    let target = |&(_, place): &(f64, usize)| {
        let word = &words[place];
        let copies = |letter: Letter| word.count(letter).saturating_sub(held.count(letter));
        let lacks =
            Letter::ALL.into_iter().flat_map(|letter| (0..copies(letter)).map(move |_| letter));
        Target { lacks: lacks.collect(), points: BestWord::of(view, word).points }
    };
    ranked.iter().map(target).collect()
}

/// The costs of the letters to come, cheapest first, by letter.
#[derive(Default)]
pub(super) struct Stock([Vec<i64>; 26]);

/// The cost of a letter that is not to come: more than any word earns.
const UNOBTAINABLE: i64 = 1000;

impl Stock {
    /// Adds a letter to come; [`Stock::sort`] follows the last.
    pub(super) fn add(&mut self, letter: Letter, cost: i64) {
        self.0[letter.index()].push(cost);
    }

    /// Puts the cheapest letters first.
    pub(super) fn sort(&mut self) {
        self.0.iter_mut().for_each(|costs| costs.sort_unstable());
    }

    /// The costs of these letters, in the order of the alphabet, of which one of `gift` is free.
    pub(super) fn price(&self, letters: &[Letter], gift: Option<Letter>) -> i64 {
        let (mut sum, mut copies, mut before, mut gift) = (0, 0, None, gift);
        for &letter in letters {
            if before != Some(letter) {
                (before, copies) = (Some(letter), 0);
            }
            if gift == Some(letter) {
                gift = None;
                continue;
            }
            sum += self.0[letter.index()].get(copies).copied().unwrap_or(UNOBTAINABLE);
            copies += 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::{Letter, Stock, UNOBTAINABLE};

    #[test]
    fn letters_are_bought_cheapest_first_and_the_gift_is_free() {
        let [a, b] = ['A', 'B'].map(|letter| Letter::from_char(letter).unwrap());
        let mut stock = Stock::default();
        [(a, 5), (b, 2), (a, 3)].into_iter().for_each(|(letter, cost)| stock.add(letter, cost));
        stock.sort();
        let prices = [None, Some(a), Some(b)].map(|gift| stock.price(&[a, a, b], gift));
        assert_eq!(prices, [10, 5, 8]);
        assert!(stock.price(&[b, b], None) > UNOBTAINABLE);
    }
}
