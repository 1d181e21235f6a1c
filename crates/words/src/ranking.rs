//! The classes of anagrams in the order preferred by a search for the best word: most points first,
//! with ties in alphabetical order of the first word. The first class in this order that a rack can
//! make contains the answer.

use std::cmp::Reverse;

use lettergame_base::Points;

use super::dictionary::Lexicon;
use super::index::{ClassId, WordId};
use super::scoring::Scoring;

/// The playable classes under one scoring, best first. A class's rank is its position, from 0.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    /// The first word of each class.
    words: Vec<WordId>,
    /// For each score that occurs, highest first: its first rank.
    runs: Vec<(u32, Points)>,
}

impl Ranking {
    /// Ranks all classes up to the maximum length with one sort.
    pub(super) fn new<S: Scoring + ?Sized>(lexicon: &Lexicon, scoring: &S) -> Ranking {
        let points_of = |word| scoring.word_points(lexicon.words().word(word));
        // long words are most of a list: their letters need not be read
        let fits = |word: &WordId| lexicon.words().letters(*word).len() <= scoring.max_len();
        let words = lexicon.identities().classes().map(ClassId::first_word).filter(fits);
        let mut order: Vec<(Reverse<Points>, WordId)> = words
            .filter_map(|word| points_of(word).map(|points| (Reverse(points), word)))
            .collect();
        // words are in order already
        order.sort_by_key(|&(points, _)| points);
        Ranking { runs: runs_of(&order), words: order.into_iter().map(|(_, word)| word).collect() }
    }

    /// The first words of the classes by rank.
    pub(super) fn words(&self) -> &[WordId] {
        &self.words
    }

    /// The first word of the class at a rank.
    #[inline]
    pub(super) fn word(&self, rank: u32) -> WordId {
        self.words[rank as usize]
    }

    /// The points of the words at a rank.
    pub(super) fn points(&self, rank: u32) -> Points {
        let behind = self.runs.partition_point(|&(first, _)| first <= rank);
        self.runs[behind - 1].1
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words) + size_of_val(&*self.runs)
    }
}

/// The first position of each score.
fn runs_of(order: &[(Reverse<Points>, WordId)]) -> Vec<(u32, Points)> {
    let mut runs: Vec<(u32, Points)> = Vec::new();
    for (rank, &(Reverse(points), _)) in order.iter().enumerate() {
        if runs.last().is_none_or(|&(_, last)| last != points) {
            runs.push((rank as u32, points));
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::{Lexicon, Points, Ranking, Scoring};
    use crate::{Letter, WordList};

    /// Every letter counts 1, but four letters cost points.
    struct ShortIsGood;

    impl Scoring for ShortIsGood {
        fn value(&self, _: Letter) -> u32 {
            1
        }

        fn points(&self, sum: u32, len: usize) -> Points {
            Points(if len == 4 { -4 } else { sum as i32 })
        }

        fn max_len(&self) -> usize {
            4
        }
    }

    #[test]
    fn classes_are_ordered_by_points_then_first_word() {
        let text = b"TEA\nEAT\nBAT\nAT\nZA\nTEAS\nSTATE\n";
        let lexicon = Lexicon::new(WordList::parse(text, "test").unwrap().words).unwrap();
        let ranking = Ranking::new(&lexicon, &ShortIsGood);
        let order: Vec<(&str, i32)> = (0..ranking.words().len() as u32)
            .map(|rank| (lexicon.words().word(ranking.word(rank)), ranking.points(rank).0))
            .collect();
        assert_eq!(order, [("BAT", 3), ("EAT", 3), ("AT", 2), ("ZA", 2), ("TEAS", -4)]);
    }
}
