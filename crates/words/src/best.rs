//! The best word that can be made from a rack: the most points, with ties broken alphabetically. A
//! small rack is searched by its subsets, a larger one by excluding what it cannot make; both use
//! the same ranking of classes and give the same answer. [`best_naive`] states the rule
//! independently, as a reference for tests.

use std::sync::Arc;

use lettergame_base::Points;

use super::counts::LetterCounts;
use super::dictionary::Lexicon;
use super::exclusion_search::ExclusionSearch;
use super::index::Key;
use super::ranking::Ranking;
use super::scoring::Scoring;
use super::subset_search::{MAX_LETTERS, SubsetSearch};

/// A word and its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best<'a> {
    /// The word, in upper case.
    pub word: &'a str,
    /// Its points, which may be 0 or negative.
    pub points: Points,
}

/// A lexicon prepared for finding the best words under one scoring. Immutable and shareable between
/// threads. With the shipped list it takes 2 MiB for words of at most 7 letters and 8 MiB for
/// words of any length.
#[derive(Clone, Debug)]
pub struct BestWords {
    lexicon: Arc<Lexicon>,
    ranking: Ranking,
    subsets: SubsetSearch,
    exclusion: ExclusionSearch,
    /// Racks with up to this many letters are searched by subsets.
    subset_letters: usize,
}

impl BestWords {
    /// Ranks the classes of the lexicon by points, once for any number of queries.
    pub fn new<S: Scoring + ?Sized>(lexicon: &Arc<Lexicon>, scoring: &S) -> BestWords {
        let ranking = Ranking::new(lexicon, scoring);
        let words = ranking.words().iter().map(|&id| lexicon.words().letters(id));
        let keys: Vec<Key> = words.clone().map(Key::of_letters).collect();
        let subsets = SubsetSearch::new(keys.into_iter());
        let exclusion = ExclusionSearch::new(words);
        let subset_letters = letters_for(exclusion.lines());
        BestWords { lexicon: Arc::clone(lexicon), ranking, subsets, exclusion, subset_letters }
    }

    /// The word with the most points that can be made from the rack, ties broken alphabetically;
    /// `None` if there is none. Exact for every multiset; a word with 0 or negative points is
    /// returned if it is the best. Does not allocate.
    pub fn best(&self, rack: &LetterCounts) -> Option<Best<'_>> {
        let rank = if rack.len() <= self.subset_letters {
            self.best_by_subsets(rack)
        } else {
            self.best_by_exclusion(rack)
        };
        rank.map(|rank| Best { word: self.word(rank), points: self.ranking.points(rank) })
    }

    /// The underlying lexicon.
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.lexicon
    }

    /// Memory held in addition to the lexicon, in bytes.
    pub fn bytes(&self) -> usize {
        self.ranking.bytes() + self.subsets.bytes() + self.exclusion.bytes()
    }

    /// The best rank by subset keys. If a key has collided with another by chance, the exact search
    /// decides instead.
    fn best_by_subsets(&self, rack: &LetterCounts) -> Option<u32> {
        let rank = self.subsets.best_rank(rack)?;
        if self.is_made(rank, rack) { Some(rank) } else { self.best_by_exclusion(rack) }
    }

    fn best_by_exclusion(&self, rack: &LetterCounts) -> Option<u32> {
        self.exclusion.best_rank(rack, |rank| self.is_made(rank, rack))
    }

    /// Whether the rack makes the class at a rank.
    fn is_made(&self, rank: u32, rack: &LetterCounts) -> bool {
        let word = self.lexicon.words().letters(self.ranking.word(rank));
        rack.contains(&LetterCounts::of_word(word))
    }

    /// The first word of the class at a rank.
    fn word(&self, rank: u32) -> &str {
        self.lexicon.words().word(self.ranking.word(rank))
    }
}

/// The most letters for which looking up every subset is faster than the other search over this
/// many lines of classes: looking up nine subsets takes about as long as excluding a line.
fn letters_for(lines: usize) -> usize {
    ((9 * lines + 1).ilog2() as usize).min(MAX_LETTERS)
}

/// Reference implementation of [`BestWords::best`] that checks every word of the lexicon; takes a
/// few milliseconds. For tests.
pub fn best_naive<'a, S: Scoring + ?Sized>(
    lexicon: &'a Lexicon,
    scoring: &S,
    rack: &LetterCounts,
) -> Option<Best<'a>> {
    let playable =
        lexicon.words().iter().filter(|word| rack.contains(&LetterCounts::of_word(word)));
    let scored =
        playable.filter_map(|word| scoring.word_points(word).map(|points| Best { word, points }));
    scored.reduce(|best, next| if next.points > best.points { next } else { best })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Best, BestWords, Key, Lexicon, Points, Scoring, SubsetSearch, best_naive};
    use crate::{Letter, WordList};

    /// Every letter has this value.
    struct Each(i32);

    impl Scoring for Each {
        fn value(&self, _: Letter) -> u32 {
            1
        }

        fn points(&self, sum: u32, _: usize) -> Points {
            Points(sum as i32 * self.0)
        }
    }

    fn lexicon() -> Arc<Lexicon> {
        let text = b"TEA\nEAT\nATE\nAB\nBA\nAT\nZOO\n";
        Arc::new(Lexicon::new(WordList::parse(text, "test").unwrap().words).unwrap())
    }

    #[test]
    fn of_equal_points_the_first_word_of_all_classes_wins() {
        let lexicon = lexicon();
        let best = BestWords::new(&lexicon, &Each(1));
        for (rack, expected) in
            [("TEAZOO", Some("ATE")), ("TBA", Some("AB")), ("TOOZ", Some("ZOO")), ("Q", None)]
        {
            let rack = rack.parse().unwrap();
            assert_eq!(best.best(&rack).map(|best| best.word), expected);
            assert_eq!(best_naive(&lexicon, &Each(1), &rack), best.best(&rack));
        }
    }

    #[test]
    fn a_worthless_word_can_still_be_the_best() {
        let lexicon = lexicon();
        for (each, word, points) in [(0, "AB", 0), (-1, "AB", -2)] {
            let best = BestWords::new(&lexicon, &Each(each));
            let expected = Some(Best { word, points: Points(points) });
            assert_eq!(best.best(&"TEAB".parse().unwrap()), expected);
            assert_eq!(best.best(&"TEABQQQQQQQQQQQQQQQQQQQ".parse().unwrap()), expected);
        }
    }

    #[test]
    fn a_rank_the_rack_cannot_make_falls_back_to_exact_search() {
        let mut best = BestWords::new(&lexicon(), &Each(1));
        best.subsets = SubsetSearch::new(["T"].map(Key::of_word).into_iter());
        assert_eq!(best.word(0), "ATE");
        assert_eq!(best.best(&"TAB".parse().unwrap()).map(|best| best.word), Some("AB"));
    }

    #[test]
    fn it_can_be_shared_between_threads() {
        fn shared<T: Send + Sync>(_: &T) {}
        let best = BestWords::new(&lexicon(), &Each(1));
        shared(&best);
        assert_eq!(best.lexicon().len(), 7);
    }
}
