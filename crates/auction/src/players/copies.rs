//! Counts how often the seven-letter words of the list contain a letter once, twice and so on.

use std::sync::Arc;

use crate::players::sevens::SEVEN;
use lettergame_words::{Letter, LetterCounts, Lexicon};

/// For each letter and number of copies, how many seven-letter words have at least that many.
pub(super) struct Copies {
    words: i64,
    with: [[i64; SEVEN + 1]; 26],
}

impl Copies {
    /// Counts the words of a list, once for any number of seats.
    pub(super) fn of(lexicon: &Lexicon) -> Arc<Copies> {
        let mut copies = Copies { words: 0, with: [[0; SEVEN + 1]; 26] };
        for word in lexicon.of_length(SEVEN) {
            copies.words += 1;
            let letters: LetterCounts = word.bytes().filter_map(Letter::from_ascii).collect();
            for letter in Letter::ALL {
                let count = usize::from(letters.count(letter));
                copies.with[letter.index()][..=count].iter_mut().for_each(|words| *words += 1);
            }
        }
        Arc::new(copies)
    }

    /// The fraction of the seven-letter words that have one more of `letter` than are held, times
    /// `scale`, rounded down.
    pub(super) fn share(&self, scale: i64, held: &LetterCounts, letter: Letter) -> i64 {
        let more = usize::from(held.count(letter)) + 1;
        let with = self.with[letter.index()].get(more).copied().unwrap_or(0);
        scale * with / self.words.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Copies, Letter, Lexicon};
    use lettergame_words::WordList;

    #[test]
    fn a_copy_counts_only_for_words_with_that_many_copies() {
        let list = b"ABALONE\nALARMED\nTEDDING\nZOO\nCURIOUS";
        let lexicon = Lexicon::new(WordList::parse(list, "test").unwrap().words).unwrap();
        let copies = Copies::of(&lexicon);
        let share = |letter, held: &str| {
            copies.share(100, &held.parse().unwrap(), Letter::from_char(letter).unwrap())
        };
        // of four words: A in two, twice in both; D in two, twice in one; Z in no seven-letter word
        let shares =
            [share('A', ""), share('A', "A"), share('A', "AA"), share('D', "D"), share('Z', "")];
        assert_eq!(shares, [50, 50, 0, 25, 0]);
        assert_eq!(share('A', "AAAAAAAA"), 0);
    }
}
