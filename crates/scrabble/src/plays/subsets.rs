//! The subsets of a rack, each with the key of its letters and the value of its leave.
//!
//! They are built by doubling: with each tile come all subsets so far with that tile added. Of the subsets
//! that differ only in which of several equal tiles they hold, one is kept.

use arrayvec::ArrayVec;

use crate::board::{Distribution, RACK, Rack, Tile};
use crate::plays::{Equity, Valuation};
use lettergame_words::{FIRST_LETTER, Identities, Key, Lexicon};

/// Subsets of a full rack of different tiles, the empty one included.
pub(super) const SUBSETS: usize = 1 << RACK;

/// Up to this many tiles, one of them a blank, nearly always form a word.
const SHORT: usize = 4;

/// A subset of the rack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subset {
    /// The key of its letters, without blanks.
    pub(super) key: Key,
    /// The value of the tiles that are not in it.
    pub(super) kept: Equity,
    /// The sums of the values of its most valuable 0, 1, ... 7 tiles.
    pub(super) tops: [i16; RACK + 1],
    /// Blanks in it.
    pub(super) blanks: u8,
    /// Whether its tiles alone may form a word.
    pub(super) word: bool,
}

/// All different subsets of 1 to 7 tiles of a rack: at most 127.
#[derive(Debug)]
pub(super) struct Subsets {
    tiles: Tiles,
    /// That of the tiles, once there were any.
    distribution: Option<&'static Distribution>,
    /// By mask; also those that differ only in which of equal tiles they hold.
    all: Box<[Subset; SUBSETS]>,
    /// The masks of the different ones by the number of tiles.
    masks: [u8; SUBSETS],
    /// Their keys.
    keys: Box<[Key; SUBSETS]>,
    /// The end of those of each size.
    ends: [usize; RACK + 1],
    /// The highest leave value by the number of tiles played.
    best_kept: [Equity; RACK + 1],
    /// The same over subsets that may form a word alone.
    best_kept_of_words: [Equity; RACK + 1],
    /// The most valuable tiles short of the whole rack as a mask, and their value.
    dearest: (usize, Equity),
}

/// The tiles of a rack in order, blanks last. Bit 0 of a mask of them is the last tile.
type Tiles = ArrayVec<Tile, RACK>;

/// The number of masks with fewer than 0, 1, ... 8 of seven tiles.
const MASKS_BEFORE: [usize; RACK + 2] = [0, 1, 8, 29, 64, 99, 120, 127, 128];

/// The masks of seven tiles by the number of tiles, then in ascending order.
const MASKS: [u8; SUBSETS] = {
    let (mut masks, mut next, mut len) = ([0; SUBSETS], 0, 0);
    while len <= RACK as u32 {
        let mut mask = 0;
        while mask < SUBSETS {
            if mask.count_ones() == len {
                masks[next] = mask as u8;
                next += 1;
            }
            mask += 1;
        }
        len += 1;
    }
    masks
};

/// The masks with this number of tiles.
fn masks_of(tiles: usize) -> &'static [u8] {
    &MASKS[MASKS_BEFORE[tiles]..MASKS_BEFORE[tiles + 1]]
}

impl Subset {
    const EMPTY: Subset =
        Subset { key: Key::EMPTY, kept: Equity::ZERO, tops: [0; RACK + 1], blanks: 0, word: false };

    /// Whether its tiles and letters with this key may form a word: for certain if not, and for a subset
    /// without blanks if so.
    #[inline]
    pub(super) fn may_form(&self, identities: &Identities, key: Key) -> bool {
        let key = key.join(self.key);
        match self.blanks {
            0 => identities.class(key).is_some(),
            1 => identities.may_complete(key) != 0,
            _ => true,
        }
    }

    /// Whether its tiles alone, so many, may form a word; a few that do not are taken for ones that do.
    #[inline]
    fn may_be_word(&self, tiles: usize, identities: &Identities) -> bool {
        match self.blanks {
            0 => identities.may_be_class(self.key),
            // with few letters beside a blank, that is taken for granted
            1 if tiles > SHORT => identities.may_complete(self.key) != 0,
            _ => true,
        }
    }
}

impl Default for Subsets {
    fn default() -> Subsets {
        Subsets {
            tiles: Tiles::new(),
            distribution: None,
            all: Box::new([Subset::EMPTY; SUBSETS]),
            masks: [0; SUBSETS],
            keys: Box::new([Key::EMPTY; SUBSETS]),
            ends: [0; RACK + 1],
            best_kept: [Equity::MIN; RACK + 1],
            best_kept_of_words: [Equity::MIN; RACK + 1],
            dearest: (0, Equity::MIN),
        }
    }
}

impl Subsets {
    /// Finds the subsets of a rack of at most seven tiles.
    pub(super) fn refill(
        &mut self,
        rack: &Rack,
        valuation: &(impl Valuation + ?Sized),
        lexicon: &Lexicon,
    ) {
        self.best_kept = [Equity::MIN; RACK + 1];
        self.best_kept_of_words = [Equity::MIN; RACK + 1];
        self.tiles = rack.iter().take(RACK).collect();
        self.distribution = Some(rack.distribution());
        let whole = (1 << self.tiles.len()) - 1;
        let mut leaves = [Equity::ZERO; SUBSETS];
        valuation.kept_of_subsets(&self.tiles, &mut leaves[..=whole]);
        let repeated = self.fill_all(rack.distribution());
        let identities = lexicon.identities();
        let (mut dearest, mut count) = (i64::from(Equity::MIN.0) << RACK, 0);
        for len in 1..self.tiles.len() + 1 {
            let (mut best, mut best_of_words) = (Equity::MIN, Equity::MIN);
            for &mask in masks_of(len) {
                let (byte, mask) = (mask, usize::from(mask) % SUBSETS);
                if mask > whole {
                    break;
                }
                // of equal tiles the last ones are taken
                if mask & repeated & !(mask << 1) != 0 {
                    continue;
                }
                let (subset, kept) = (&mut self.all[mask], leaves[(whole ^ mask) % SUBSETS]);
                (subset.kept, subset.word) = (kept, subset.may_be_word(len, identities));
                best = best.max(kept);
                if subset.word {
                    best_of_words = best_of_words.max(kept);
                }
                dearest = dearest.max(i64::from(kept.0) << RACK | (whole ^ mask) as i64);
                self.masks[count % SUBSETS] = byte;
                self.keys[count % SUBSETS] = subset.key;
                count += 1;
            }
            (self.best_kept[len], self.best_kept_of_words[len]) = (best, best_of_words);
            self.ends[len] = count;
        }
        self.ends[self.tiles.len()..].fill(count);
        self.dearest = ((dearest & ((1 << RACK) - 1)) as usize, Equity((dearest >> RACK) as i32));
    }

    /// Finds all by doubling, without leaves. Returns the mask of tiles that equal the next one.
    fn fill_all(&mut self, distribution: &Distribution) -> usize {
        let (mut repeated, mut last) = (0, None);
        for (bit, &tile) in self.tiles.iter().rev().enumerate() {
            let (without, with) = self.all.split_at_mut(1 << bit);
            let (blanks, value) = (u8::from(tile.is_blank()), distribution.value(tile) as i16);
            let key = tile.place().map_or(Key::EMPTY, |letter| Key::EMPTY.plus_nth(letter));
            for (with, without) in with.iter_mut().zip(without) {
                with.key = without.key.join(key);
                with.tops = tops_with(&without.tops, value);
                with.blanks = without.blanks + blanks;
            }
            repeated |= usize::from(last == Some(tile)) << bit;
            last = Some(tile);
        }
        repeated
    }

    /// The keys of the subsets of this size, and the place of the first.
    #[inline]
    pub(super) fn of_len(&self, tiles: usize) -> (usize, &[Key]) {
        (self.ends[tiles - 1], &self.keys[self.ends[tiles - 1]..self.ends[tiles]])
    }

    /// The subset at this place.
    #[inline]
    pub(super) fn at(&self, place: usize) -> &Subset {
        &self.all[usize::from(self.masks[place % SUBSETS]) % SUBSETS]
    }

    /// The letters of the subset at this place, a byte each.
    pub(super) fn letters_at(&self, place: usize) -> impl Iterator<Item = u8> {
        let mask = self.masks[place % SUBSETS];
        let tiles =
            self.tiles.iter().rev().enumerate().filter(move |(bit, _)| mask >> bit & 1 == 1);
        tiles.filter_map(|(_, tile)| tile.place()).map(|letter| FIRST_LETTER + letter as u8)
    }

    /// The number of tiles of the rack.
    #[inline]
    pub(super) fn tiles(&self) -> usize {
        self.tiles.len()
    }

    /// The whole rack; `None` if it is empty.
    pub(super) fn whole(&self) -> Option<&Subset> {
        (!self.tiles.is_empty()).then(|| &self.all[(1 << self.tiles.len()) - 1])
    }

    /// The highest leave value when this many tiles are played, [`Equity::MIN`] if there are too few; for
    /// plays that join no tile of their line, subsets that form no word alone are left out.
    #[inline]
    pub(super) fn best_kept(&self, tiles: usize, alone: bool) -> Equity {
        if alone { self.best_kept_of_words[tiles] } else { self.best_kept[tiles] }
    }

    /// The best tiles to keep when at least one is given away, and their value. Of equal ones, those that
    /// give the last tiles away.
    pub(super) fn dearest(&self) -> (Rack, Equity) {
        let tiles = self.tiles.iter().rev().enumerate();
        let kept = tiles.filter(|(bit, _)| self.dearest.0 >> bit & 1 == 1);
        let distribution = self.distribution.unwrap_or_else(Distribution::english);
        (Rack::of(distribution, kept.map(|(_, &tile)| tile)), self.dearest.1)
    }
}

/// The sums of the greatest values, with one more value: it may take the place of the last of them.
#[inline]
fn tops_with(tops: &[i16; RACK + 1], value: i16) -> [i16; RACK + 1] {
    let mut more = *tops;
    for count in 1..=RACK {
        more[count] = tops[count].max(tops[count - 1] + value);
    }
    more
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Subset, Subsets};
    use crate::board::{Distribution, Rack, Tile};
    use crate::plays::{Equity, LeaveValue, Leaves, Valuation};
    use lettergame_words::{Key, Lexicon, WordList};

    fn lexicon() -> Lexicon {
        Lexicon::new(WordList::parse(b"AB\nBA\nABBE", "test").unwrap().words).unwrap()
    }

    fn of_len(subsets: &Subsets, tiles: usize) -> impl Iterator<Item = &Subset> {
        let (first, keys) = subsets.of_len(tiles);
        (first..first + keys.len()).map(|place| subsets.at(place))
    }

    /// The subsets of a rack by choosing every tile or not, with their leaves.
    fn naive(tiles: &[Tile]) -> BTreeSet<(String, String)> {
        let mut all = BTreeSet::new();
        for mask in 1..1_u32 << tiles.len() {
            let part = |bit| -> Rack {
                let tiles = tiles.iter().enumerate();
                Rack::of(
                    Distribution::english(),
                    tiles.filter(|(at, _)| mask >> at & 1 == bit).map(|(_, &tile)| tile),
                )
            };
            all.insert((part(1).to_string(), part(0).to_string()));
        }
        all
    }

    #[test]
    fn every_different_subset_comes_once_with_its_leave() {
        let (lexicon, mut subsets) = (lexicon(), Subsets::default());
        let model = LeaveValue::Model { leaves: Leaves::shipped(), opening: None };
        for text in ["", "A", "?", "ABBE", "QUIZZES", "EEERST?", "AABBE??", "AAAAAAA"] {
            let rack: Rack = text.parse().unwrap();
            let tiles: Vec<Tile> = rack.iter().collect();
            subsets.refill(&rack, &model, &lexicon);
            let mut expected = Vec::new();
            let mut best = Equity::MIN;
            for (played, kept) in naive(&tiles) {
                let (played, kept): (Rack, Rack) = (played.parse().unwrap(), kept.parse().unwrap());
                let letters = played.to_string().replace('?', "");
                let kept = model.kept(&kept.iter().collect::<Vec<_>>());
                best = best.max(kept);
                let key = Key::of_word(&letters);
                let mut values: Vec<_> =
                    played.iter().map(|tile| Distribution::english().value(tile) as i16).collect();
                values.sort_unstable_by(|one, other| other.cmp(one));
                let top = |count| values.iter().take(count).sum();
                let tops: [i16; 8] = std::array::from_fn(top);
                expected.push((played.len(), key, kept, tops, played.blanks()));
            }
            let lens = (1..=7).flat_map(|len| of_len(&subsets, len).map(move |s| (len, s)));
            let mut found: Vec<_> =
                lens.map(|(len, s)| (len, s.key, s.kept, s.tops, usize::from(s.blanks))).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{text}");
            let (kept, value) = subsets.dearest();
            assert_eq!((value, best), (best, best.max(value)), "{text}");
            assert!(text.is_empty() || model.of_rack(&kept) == value, "{text}");
        }
    }

    #[test]
    fn subsets_that_form_words_are_marked() {
        let mut subsets = Subsets::default();
        subsets.refill(&"ABBEE".parse().unwrap(), &crate::plays::Points, &lexicon());
        let words = |len| of_len(&subsets, len).filter(|subset| subset.word).count();
        assert_eq!([words(2), words(3), words(4)], [1, 0, 1]);
        assert_eq!(subsets.best_kept(3, true), Equity::MIN);
        assert_eq!(subsets.best_kept(3, false), Equity::ZERO);
        assert_eq!(subsets.best_kept(4, true), Equity::ZERO);
    }
}
