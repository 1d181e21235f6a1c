//! The Letter Game as rules, tiles and word list combined, and the points of words under them.

use std::sync::Arc;

use crate::rules::state::BAG;
use crate::rules::too_long::TooLong;
use crate::rules::{AuctionRules, Bonus};
use lettergame_base::Points;
use lettergame_words::{Best, BestWords, Letter, LetterCounts, Lexicon, Scoring, TileSet};

/// Points for a word of seven letters, in addition to its letters.
pub(super) const BONUS: i32 = 50;

/// The rules of a Letter Game with its tiles and word list, ready to play.
pub struct Auction {
    pub(super) rules: AuctionRules,
    pub(super) tiles: TileSet,
    pub(super) lexicon: Arc<Lexicon>,
    pub(super) best: Arc<BestWords>,
    pub(super) too_long: TooLong,
    /// The tiles in order, as the first bag is shuffled.
    pub(super) bag: [Letter; BAG],
}

/// The points of words under some rules.
struct WordPoints<'a> {
    rules: &'a AuctionRules,
    tiles: &'a TileSet,
}

impl Scoring for WordPoints<'_> {
    #[inline]
    fn value(&self, letter: Letter) -> u32 {
        self.tiles.value(letter)
    }

    #[inline]
    fn points(&self, sum: u32, len: usize) -> Points {
        let earns_bonus = match self.rules.bonus {
            Bonus::Exactly7 => len == 7,
            Bonus::AtLeast7 => len >= 7,
        };
        Points(sum as i32 + if earns_bonus { BONUS } else { 0 })
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.rules.longest_word().unwrap_or(usize::MAX)
    }
}

impl Auction {
    /// These rules with a word list. Prepares the search for best words (a few milliseconds).
    #[must_use]
    pub fn new(rules: AuctionRules, lexicon: Arc<Lexicon>) -> Auction {
        let tiles = TileSet::SCRABBLE_98;
        let best = BestWords::new(&lexicon, &WordPoints { rules: &rules, tiles: &tiles });
        Auction::of(rules, tiles, lexicon, Arc::new(best))
    }

    fn of(
        rules: AuctionRules,
        tiles: TileSet,
        lexicon: Arc<Lexicon>,
        best: Arc<BestWords>,
    ) -> Auction {
        let mut bag = [Letter::ALL[0]; BAG];
        bag.iter_mut().zip(tiles.letters().letters()).for_each(|(place, letter)| *place = letter);
        Auction { rules, tiles, lexicon, best, too_long: TooLong::default(), bag }
    }

    /// The same words with other rules; the search for best words is shared if words have the same points.
    #[must_use]
    pub fn with_rules(&self, rules: AuctionRules) -> Auction {
        if !self.earns_as(&rules) {
            return Auction::new(rules, Arc::clone(&self.lexicon));
        }
        Auction::of(rules, self.tiles, Arc::clone(&self.lexicon), Arc::clone(&self.best))
    }

    /// Do words have the same points under both rules?
    #[must_use]
    pub fn earns_as(&self, rules: &AuctionRules) -> bool {
        let earned = |rules: &AuctionRules| (rules.bonus, rules.longest_word());
        earned(rules) == earned(&self.rules)
    }

    /// The settings.
    #[must_use]
    pub fn rules(&self) -> &AuctionRules {
        &self.rules
    }

    /// The bag of each round, and the letter values.
    #[must_use]
    pub fn tiles(&self) -> &TileSet {
        &self.tiles
    }

    /// The valid words.
    #[must_use]
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.lexicon
    }

    /// The highest-scoring word from these letters (about a microsecond for 8 letters).
    #[must_use]
    pub fn best_word(&self, letters: &LetterCounts) -> Option<Best<'_>> {
        self.best.best(letters)
    }

    /// The points of a word from these letters: the sum of its letter values plus any bonus if it
    /// is in the list, not too long and made of the letters; otherwise 0. Case is ignored.
    #[must_use]
    pub fn word_points(&self, word: &str, letters: &LetterCounts) -> Points {
        let scoring = WordPoints { rules: &self.rules, tiles: &self.tiles };
        let earned = scoring.word_points(word);
        let is_made = || letters.contains(&LetterCounts::of_word(word));
        let counts = |_: &Points| is_made() && self.lexicon.contains(word);
        earned.filter(counts).unwrap_or(Points::ZERO)
    }
}
