//! Prices in this game so far, by stage of the round.
//!
//! Prices are made by all rivals together: as some complete their words they stop bidding, all in the same
//! rounds, so late prices are lower than the individual predictions of each rival suggest. So the prediction
//! from the rivals' habits is corrected by observed prices.

use crate::players::champion::prices::{LEVELS, Levels, level};
use lettergame_words::Letter;

/// Number of stages distinguished in a round, of equal length.
const PARTS: usize = 6;
/// Kinds of letters: vowels, common consonants, rare consonants.
const KINDS: usize = 3;
/// The rare consonants: those with at most three tiles in the bag.
const RARE: &str = "BCFHGJKMPQVWXYZ";
/// Weight, in prices, of the prediction from habits, and of the prices for letters of all kinds.
const BACK_OFF: f64 = 6.0;
/// When one stage has more prices than this, their counts decay by a tenth.
const MEMORY: f64 = 40.0;

/// Prices of one kind of sale, and their number.
#[derive(Clone)]
struct Seen {
    prices: Levels,
    count: f64,
}

impl Seen {
    const NOTHING: Seen = Seen { prices: [0.0; LEVELS], count: 0.0 };

    fn note(&mut self, price: usize) {
        if self.count > MEMORY {
            self.count *= 0.9;
            self.prices.iter_mut().for_each(|price| *price *= 0.9);
        }
        self.prices[price] += 1.0;
        self.count += 1.0;
    }

    /// Corrects the cumulative probabilities by level.
    fn correct(&self, reached: &mut Levels) {
        let mut sum = 0.0;
        for (reached, prices) in reached.iter_mut().zip(&self.prices) {
            sum += prices;
            *reached = (sum + BACK_OFF * *reached) / (self.count + BACK_OFF);
        }
    }
}

/// The highest bids of the others in this game.
pub(super) struct PastPrices {
    all: [Seen; PARTS],
    by_kind: [[Seen; KINDS]; PARTS],
}

impl PastPrices {
    pub(super) fn new() -> PastPrices {
        PastPrices {
            all: [Seen::NOTHING; PARTS],
            by_kind: [const { [Seen::NOTHING; KINDS] }; PARTS],
        }
    }

    /// Records the highest bid of the others with this fraction of the round left.
    pub(super) fn note(&mut self, letter: Letter, left: f64, highest: i32) {
        let price = level(highest);
        let part = part(left);
        self.all[part].note(price);
        self.by_kind[part][kind(letter)].note(price);
    }

    /// Corrects the cumulative probabilities of the others' highest bid, by level.
    pub(super) fn correct(&self, letter: Letter, left: f64, reached: &mut Levels) {
        let part = part(left);
        self.all[part].correct(reached);
        self.by_kind[part][kind(letter)].correct(reached);
    }
}

fn part(left: f64) -> usize {
    (((1.0 - left) * PARTS as f64) as usize).min(PARTS - 1)
}

fn kind(letter: Letter) -> usize {
    match letter.is_vowel() {
        true => 0,
        false => 1 + usize::from(RARE.contains(letter.to_char())),
    }
}

#[cfg(test)]
mod tests {
    use super::{PastPrices, kind};
    use crate::players::champion::prices::{LEVELS, Levels, Prices};
    use lettergame_words::Letter;

    fn letter(letter: char) -> Letter {
        Letter::from_char(letter).unwrap()
    }

    /// The mean price of a letter with this fraction left when habits predict 8.
    fn mean(past: &PastPrices, name: char, left: f64) -> f64 {
        let mut reached: Levels = std::array::from_fn(|level| f64::from(u8::from(level >= 8)));
        past.correct(letter(name), left, &mut reached);
        assert!((reached[LEVELS - 1] - 1.0).abs() < 1e-12);
        Prices::new(reached).won_with(LEVELS - 1).1
    }

    #[test]
    fn prices_follow_habits_before_the_first_sale() {
        assert_eq!(mean(&PastPrices::new(), 'E', 0.5), 8.0);
    }

    #[test]
    fn late_prices_come_from_late_sales() {
        let mut past = PastPrices::new();
        for _ in 0..30 {
            past.note(letter('E'), 0.9, 12);
            past.note(letter('E'), 0.1, 0);
        }
        assert!(mean(&past, 'E', 0.95) > 11.5 && mean(&past, 'E', 0.05) < 0.5);
        assert_eq!(mean(&past, 'E', 0.5), 8.0);
        // other letters use the observations for all kinds
        assert!(mean(&past, 'Q', 0.05) < 2.0 && mean(&past, 'Q', 0.05) > mean(&past, 'E', 0.05));
    }

    #[test]
    fn letters_are_of_three_kinds() {
        assert_eq!("AEIOU".chars().map(|c| kind(letter(c))).max(), Some(0));
        assert_eq!(['D', 'L', 'N', 'R', 'S', 'T'].map(|c| kind(letter(c))), [1; 6]);
        assert_eq!(['Q', 'Z', 'V', 'H', 'M'].map(|c| kind(letter(c))), [2; 5]);
    }
}
