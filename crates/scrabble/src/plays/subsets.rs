//! The subsets of a rack, each with the key of its letters and the value of its leave.

use arrayvec::ArrayVec;

use crate::board::{RACK, Rack, Tile};
use crate::plays::{Equity, Valuation};
use lettergame_core::lexicon::{Key, Letter, Lexicon};

/// A subset of the rack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subset {
    /// The key of its letters, without blanks.
    pub(super) key: Key,
    /// The value of the tiles that are not in it.
    pub(super) kept: Equity,
    /// The values of its tiles in descending order, padded with 0.
    pub(super) values: [i16; 8],
    /// Blanks in it.
    pub(super) blanks: u8,
    /// Whether its tiles alone may form a word.
    pub(super) word: bool,
}

/// All different subsets of 1 to 7 tiles of a rack: at most 127.
#[derive(Clone, Debug, Default)]
pub(super) struct Subsets {
    by_len: [Vec<Subset>; RACK + 1],
    /// The highest leave value by the number of tiles played.
    best_kept: [Equity; RACK + 1],
    /// The same over subsets that may form a word alone.
    best_kept_of_words: [Equity; RACK + 1],
    /// The most valuable tiles short of the whole rack, and their value.
    dearest: (Kept, Equity),
}

/// Tiles that are kept.
type Kept = ArrayVec<Tile, RACK>;

impl Subsets {
    /// Finds the subsets of a rack of at most seven tiles.
    pub(super) fn refill(&mut self, rack: &Rack, valuation: &impl Valuation, lexicon: &Lexicon) {
        self.by_len.iter_mut().for_each(Vec::clear);
        self.best_kept = [Equity::LEAST; RACK + 1];
        self.best_kept_of_words = [Equity::LEAST; RACK + 1];
        self.dearest = (Kept::new(), Equity::LEAST);
        let kinds: ArrayVec<(Tile, usize), RACK> = rack.kinds().take(RACK).collect();
        let values = [0; 8];
        let taken = Subset { key: Key::EMPTY, kept: Equity::ZERO, values, blanks: 0, word: false };
        Choose { to: self, valuation, lexicon, kept: Kept::new() }.go(&kinds, taken, 0);
    }

    /// The subsets of this size.
    #[inline]
    pub(super) fn of_len(&self, tiles: usize) -> &[Subset] {
        &self.by_len[tiles]
    }

    /// The highest leave value when this many tiles are played; for plays that join no tile of their line,
    /// subsets that form no word alone are left out.
    #[inline]
    pub(super) fn best_kept(&self, tiles: usize, alone: bool) -> Equity {
        if alone { self.best_kept_of_words[tiles] } else { self.best_kept[tiles] }
    }

    /// The best tiles to keep when at least one is given away, and their value.
    pub(super) fn dearest(&self) -> (Rack, Equity) {
        (self.dearest.0.iter().copied().collect(), self.dearest.1)
    }
}

/// Enumerates all subsets.
struct Choose<'a, V> {
    to: &'a mut Subsets,
    valuation: &'a V,
    lexicon: &'a Lexicon,
    kept: Kept,
}

/// Inserts a value into the first `count` values, in descending order.
fn insert_falling(values: &mut [i16; 8], count: usize, value: i16) {
    let mut place = count;
    while place > 0 && values[place - 1] < value {
        values[place] = values[place - 1];
        place -= 1;
    }
    values[place] = value;
}

impl<V: Valuation> Choose<'_, V> {
    fn go(&mut self, kinds: &[(Tile, usize)], taken: Subset, len: usize) {
        let Some((&(tile, count), rest)) = kinds.split_first() else {
            if len > 0 {
                self.push(taken, len);
            }
            return;
        };
        let before = self.kept.len();
        (0..count).for_each(|_| self.kept.push(tile));
        let mut more = taken;
        self.go(rest, more, len);
        for extra in 1..=count {
            self.kept.truncate(before + count - extra);
            match tile.letter() {
                Some(letter) => {
                    more.key = more.key.plus(letter);
                    // blanks come last, so all tiles so far are letters
                    insert_falling(&mut more.values, len + extra - 1, tile.value() as i16);
                }
                None => more.blanks += 1,
            }
            self.go(rest, more, len + extra);
        }
    }

    fn push(&mut self, taken: Subset, len: usize) {
        let kept = self.valuation.kept(&self.kept);
        let word = self.is_word(taken.key, taken.blanks);
        self.to.best_kept[len] = self.to.best_kept[len].max(kept);
        if word {
            self.to.best_kept_of_words[len] = self.to.best_kept_of_words[len].max(kept);
        }
        if kept > self.to.dearest.1 {
            self.to.dearest = (self.kept.clone(), kept);
        }
        self.to.by_len[len].push(Subset { kept, word, ..taken });
    }

    /// Whether letters with this key and this many blanks form a word.
    fn is_word(&self, key: Key, blanks: u8) -> bool {
        match blanks {
            0 => self.lexicon.identities().class(key).is_some(),
            _ => Letter::ALL.iter().any(|&letter| self.is_word(key.plus(letter), blanks - 1)),
        }
    }
}
