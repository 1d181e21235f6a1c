//! The points of a word in the 6.00 edition.

use lettergame_base::Points;
use lettergame_words::{Letter, Scoring, TileSet};

/// The bonus for a word with the length of the dealt hand, in points.
pub(super) const WHOLE_HAND: i32 = 50;

/// The score of a word in a game with hands of `n` letters: the sum of its letter values times its
/// length, plus 50 points if its length is exactly `n`, regardless of the letters left when it is
/// played. An empty word scores 0. [`Scoring::word_points`] scores a text.
///
/// Letters have their Scrabble values. Source: `get_word_score` of the problem set.
///
/// ```
/// use lettergame_base::Points;
/// use lettergame_wordgame::rules::WordScore;
/// use lettergame_words::Scoring;
///
/// assert_eq!(WordScore::new(7).word_points("was"), Some(Points(18)));
/// assert_eq!(WordScore::new(7).word_points("waybill"), Some(Points(15 * 7 + 50)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordScore {
    n: usize,
}

impl WordScore {
    /// The score for hands of `n` letters.
    #[must_use]
    pub const fn new(n: usize) -> WordScore {
        WordScore { n }
    }

    /// Number of letters in a dealt hand.
    #[must_use]
    pub const fn hand_size(self) -> usize {
        self.n
    }
}

impl Scoring for WordScore {
    fn value(&self, letter: Letter) -> u32 {
        TileSet::SCRABBLE_98.value(letter)
    }

    fn points(&self, sum: u32, len: usize) -> Points {
        let whole = len > 0 && len == self.n;
        Points(sum as i32 * len as i32 + if whole { WHOLE_HAND } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::{Letter, Points, Scoring, WordScore};

    fn score(word: &str, n: usize) -> i32 {
        WordScore::new(n).word_points(word).unwrap().0
    }

    #[test]
    fn letter_values_are_pinned() {
        let values: Vec<u32> =
            Letter::ALL.iter().map(|&letter| WordScore::new(7).value(letter)).collect();
        let expected =
            [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];
        assert_eq!(values, expected);
    }

    #[test]
    fn problem_set_words_score_as_stated() {
        let words = [
            ("", 0),
            ("it", 4),
            ("was", 18),
            ("scored", 54),
            ("waybill", 155),
            ("outgnaw", 127),
            ("fork", 44),
            ("weed", 32),
        ];
        words.iter().for_each(|&(word, points)| assert_eq!(score(word, 7), points, "{word}"));
        assert_eq!(score("fork", 4), 94);
    }

    #[test]
    fn the_bonus_is_for_the_hand_size_alone() {
        assert_eq!((score("weed", 4), score("weed", 5), score("weed", 3)), (82, 32, 32));
        assert_eq!((score("", 0), score("A", 1), score("WAYBILL", 8)), (0, 51, 105));
        assert_eq!(WordScore::new(7).word_points("was"), Some(Points(18)));
        assert_eq!(WordScore::new(7).word_points("IT'S"), None);
        assert_eq!(WordScore::new(7).hand_size(), 7);
    }
}
