//! The value of a word: any rule that depends only on the sum of the letter values and the number
//! of letters.

use lettergame_base::Points;

use super::letter::Letter;

/// A rule that values words only by the sum of their letter values and their length. That covers
/// bonuses for exact or minimum lengths and factors that depend on the length, but nothing that
/// depends on the position of a letter.
pub trait Scoring {
    /// The value of one letter, in points. Values are summed over a word as `u32`, saturating.
    fn value(&self, letter: Letter) -> u32;

    /// The points of a word with this sum of values and number of letters; may be 0 or negative.
    fn points(&self, sum: u32, len: usize) -> Points;

    /// The maximum word length; longer words are not playable.
    fn max_len(&self) -> usize {
        usize::MAX
    }

    /// The points of a word in either case; `None` if it is longer than [`Scoring::max_len`] or
    /// contains a character that is not a letter.
    fn word_points(&self, word: &str) -> Option<Points> {
        let sum = word.bytes().try_fold(0_u32, |sum, byte| {
            Letter::from_ascii(byte).map(|letter| sum.saturating_add(self.value(letter)))
        })?;
        (word.len() <= self.max_len()).then(|| self.points(sum, word.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Letter, Points, Scoring};
    use crate::TileSet;

    struct SevenEarnFifty;

    impl Scoring for SevenEarnFifty {
        fn value(&self, letter: Letter) -> u32 {
            TileSet::SCRABBLE_98.value(letter)
        }

        fn points(&self, sum: u32, len: usize) -> Points {
            Points(sum as i32 + if len == 7 { 50 } else { 0 })
        }

        fn max_len(&self) -> usize {
            7
        }
    }

    #[test]
    fn a_word_scores_its_letters_and_its_length() {
        let scoring: &dyn Scoring = &SevenEarnFifty;
        assert_eq!(scoring.word_points("QUIZ"), Some(Points(22)));
        assert_eq!(scoring.word_points("quizzed"), Some(Points(85)));
        assert_eq!(scoring.word_points("QUIZZING"), None);
        assert_eq!(scoring.word_points("QU'Z"), None);
    }
}
