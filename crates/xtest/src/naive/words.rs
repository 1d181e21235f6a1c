//! The words of the second implementation of Scrabble, found by their letters.

use std::collections::HashSet;

use lettergame_words::Lexicon;

/// Squares per side of the board, and the letters of the longest word.
pub(super) const SIDE: usize = 15;

/// How often each letter occurs, A to Z.
pub(super) type Counts = [u8; 26];

/// The valid words.
pub struct Words {
    list: Vec<Word>,
    known: HashSet<Vec<u8>>,
}

pub(super) struct Word {
    /// Bit 0 for an A to bit 25 for a Z.
    different_letters: u32,
    counts: Counts,
    pub(super) letters: Vec<u8>,
}

impl Words {
    /// The words of a lexicon.
    pub fn of(lexicon: &Lexicon) -> Words {
        Words::new(lexicon.words().iter())
    }

    /// These words, in upper case. Words of one letter and words that do not fit on the board are left out.
    pub fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Words {
        let fitting = words.into_iter().filter(|word| (2..=SIDE).contains(&word.len()));
        let list: Vec<Word> = fitting.map(Word::new).collect();
        let known = list.iter().map(|word| word.letters.clone()).collect();
        Words { list, known }
    }

    /// Whether this is a word. Blanks count as the letters they stand for.
    pub fn contains(&self, word: &[u8]) -> bool {
        self.known.contains(&word.to_ascii_uppercase())
    }

    /// The words whose letters are all among these, except for as many as there are blanks.
    pub(super) fn coverable<'a>(
        &'a self,
        given: &'a Counts,
        blanks: u32,
    ) -> impl Iterator<Item = &'a Word> {
        let different = different_letters(given);
        self.list.iter().filter(move |word| {
            let lacking = word.different_letters & !different;
            lacking.count_ones() <= blanks && word.lacking(given) <= blanks
        })
    }
}

impl Word {
    fn new(text: &str) -> Word {
        let letters = text.as_bytes().to_vec();
        let counts = counts(&letters);
        Word { different_letters: different_letters(&counts), counts, letters }
    }

    /// The number of letters of the word that these do not provide.
    fn lacking(&self, given: &Counts) -> u32 {
        self.counts
            .iter()
            .zip(given)
            .map(|(&need, &have)| u32::from(need.saturating_sub(have)))
            .sum()
    }
}

/// The count of each letter, in either case; nothing else is counted.
pub(super) fn counts(tiles: &[u8]) -> Counts {
    let mut counts = [0; 26];
    for tile in tiles.iter().filter(|tile| tile.is_ascii_alphabetic()) {
        counts[usize::from(tile.to_ascii_uppercase() - b'A')] += 1;
    }
    counts
}

fn different_letters(counts: &Counts) -> u32 {
    (0..26).filter(|&letter| counts[letter] > 0).map(|letter| 1 << letter).sum()
}
