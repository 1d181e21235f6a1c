//! A rack: an unordered multiset of tiles. Leaves and unseen tiles use the same type.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::board::distribution::MAX_TILES;
use crate::board::tile::KINDS;
use crate::board::tile_text::characters_before;
use crate::board::{Distribution, Tile};

/// The number of tiles on a full rack.
pub const RACK: usize = 7;

/// A multiset of tiles of one distribution, at most [`MAX_TILES`]. As text its letters in the order of the
/// alphabet, blanks last as `?`.
#[derive(Clone, Copy)]
pub struct Rack {
    counts: [u8; KINDS],
    /// The kinds that are there, by index.
    kinds: u64,
    len: u16,
    distribution: &'static Distribution,
}

/// Why a text is not a valid rack.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseRackError {
    /// Not a tile.
    #[error("invalid tile `{character}` (character {place}): expected {}, or ? for a blank", .distribution.alphabet())]
    Tile {
        /// The character.
        character: char,
        /// Its position, from 1.
        place: usize,
        /// The tiles that are expected.
        distribution: &'static Distribution,
    },
    /// More tiles than the set has.
    #[error("{tiles} tiles are too many: the set has {total}")]
    Many {
        /// The number of tiles.
        tiles: usize,
        /// The tiles of the set.
        total: usize,
    },
}

impl Rack {
    /// No tiles, of this distribution.
    #[inline]
    #[must_use]
    pub const fn new(distribution: &'static Distribution) -> Rack {
        Rack { counts: [0; KINDS], kinds: 0, len: 0, distribution }
    }

    /// These tiles of this distribution.
    #[must_use]
    pub fn of(distribution: &'static Distribution, tiles: impl IntoIterator<Item = Tile>) -> Rack {
        let mut rack = Rack::new(distribution);
        tiles.into_iter().for_each(|tile| rack.add(tile));
        rack
    }

    /// Reads tiles in any order: letters in upper case, with `?`, `_`, `*` or `[` for a blank.
    ///
    /// # Errors
    /// A character that is no tile, or more tiles than the distribution has.
    pub fn read(distribution: &'static Distribution, text: &str) -> Result<Rack, ParseRackError> {
        let (mut tiles, mut rest) = (Vec::new(), text);
        while let Some(character) = rest.chars().next() {
            let place = characters_before(text, rest) + 1;
            let (tile, len) = distribution.read_tile(rest).ok_or(ParseRackError::Tile {
                character,
                place,
                distribution,
            })?;
            tiles.push(tile);
            rest = &rest[len..];
        }
        let (tiles, total) = (tiles, distribution.total());
        if tiles.len() > total {
            return Err(ParseRackError::Many { tiles: tiles.len(), total });
        }
        Ok(Rack::of(distribution, tiles))
    }

    /// The distribution that its tiles are of.
    #[inline]
    #[must_use]
    pub fn distribution(&self) -> &'static Distribution {
        self.distribution
    }

    /// The number of tiles.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether there are no tiles.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of tiles of one kind.
    #[inline]
    #[must_use]
    pub fn count(&self, tile: Tile) -> usize {
        usize::from(self.counts[tile.index()])
    }

    /// Adds a tile. More than 255 of a kind, which only a large board can hold, count as 255.
    #[inline]
    pub fn add(&mut self, tile: Tile) {
        let count = &mut self.counts[tile.index()];
        *count = count.saturating_add(1);
        self.kinds |= 1 << tile.index();
        self.len += 1;
    }

    /// Removes a tile; `false` if there is none of its kind.
    #[inline]
    pub fn remove(&mut self, tile: Tile) -> bool {
        let count = self.counts[tile.index()];
        let there = u8::from(count > 0);
        self.counts[tile.index()] -= there;
        self.kinds &= !(u64::from(count <= 1) << tile.index());
        self.len -= u16::from(there);
        there == 1
    }

    /// The tiles left after removing these; `None` if some are missing.
    #[must_use]
    pub fn minus(&self, other: &Rack) -> Option<Rack> {
        let mut left = *self;
        other.iter().all(|tile| left.remove(tile)).then_some(left)
    }

    /// The tiles left after removing as many of these as are present.
    #[must_use]
    pub fn without(&self, other: &Rack) -> Rack {
        let mut left = *self;
        other.iter().for_each(|tile| {
            left.remove(tile);
        });
        left
    }

    /// The union of both.
    #[must_use]
    pub fn plus(&self, other: &Rack) -> Rack {
        let mut sum = *self;
        other.iter().for_each(|tile| sum.add(tile));
        sum
    }

    /// The tiles in the order of the alphabet, blanks last.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + Clone + use<> {
        self.kinds().flat_map(|(tile, count)| std::iter::repeat_n(tile, count))
    }

    /// The kinds present, each with its count, in the order of the alphabet, blanks last.
    pub fn kinds(&self) -> impl Iterator<Item = (Tile, usize)> + Clone + use<> {
        let (counts, kinds) = (self.counts, self.kinds);
        bits(kinds).map(move |index| (Tile::of_index(index), counts[index % KINDS].into()))
    }

    /// The sum of the values of the tiles.
    #[must_use]
    pub fn points(&self) -> i32 {
        let points = |(tile, count)| self.distribution.value(tile) * count as i32;
        self.kinds().map(points).sum()
    }

    /// The number of blanks.
    #[inline]
    #[must_use]
    pub fn blanks(&self) -> usize {
        self.count(Tile::BLANK)
    }

    /// The letters present as a mask, bit 0 for the first of the alphabet.
    #[inline]
    #[must_use]
    pub fn letter_mask(&self) -> u64 {
        self.kinds & !(1 << Tile::BLANK.index())
    }
}

impl Distribution {
    /// All its tiles.
    #[must_use]
    pub fn all(&'static self) -> Rack {
        let tiles = self.kinds().flat_map(|tile| std::iter::repeat_n(tile, self.count(tile)));
        Rack::of(self, tiles)
    }
}

/// The bits that are set in a mask, from the lowest.
#[inline]
fn bits(mask: u64) -> impl Iterator<Item = usize> + Clone {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            bit
        })
    })
}

/// Equal racks hold the same tiles of the same distribution.
impl PartialEq for Rack {
    fn eq(&self, other: &Rack) -> bool {
        self.counts == other.counts && self.distribution == other.distribution
    }
}

impl Eq for Rack {}

impl Hash for Rack {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.counts.hash(state);
    }
}

impl fmt::Display for Rack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles: ArrayVec<Tile, { MAX_TILES + 1 }> = self.iter().take(MAX_TILES).collect();
        self.distribution.write_tiles(f, &tiles)
    }
}

impl fmt::Debug for Rack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// Reads tiles of the English distribution, as [`Rack::read`].
impl FromStr for Rack {
    type Err = ParseRackError;
    fn from_str(text: &str) -> Result<Rack, ParseRackError> {
        Rack::read(Distribution::english(), text)
    }
}

impl Serialize for Rack {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Rack;
    use crate::board::Distribution;

    fn rack(text: &str) -> Rack {
        text.parse().unwrap()
    }

    #[test]
    fn a_rack_reads_back_in_order() {
        assert_eq!(rack("LAIAU?N").to_string(), "AAILNU?");
        assert_eq!(rack("_*[?").blanks(), 4);
        let error = "AB1".parse::<Rack>().unwrap_err().to_string();
        let many = "A".repeat(101).parse::<Rack>().unwrap_err().to_string();
        assert_eq!(many, "101 tiles are too many: the set has 100");
        assert_eq!(error, "invalid tile `1` (character 3): expected A to Z, or ? for a blank");
    }

    #[test]
    fn taking_tiles_out_keeps_count() {
        let all = rack("AAB?");
        assert_eq!(all.minus(&rack("A?")), Some(rack("AB")));
        assert_eq!(all.minus(&rack("BB")), None);
        assert_eq!(all.without(&rack("BBA")), rack("A?"));
        assert_eq!((all.points(), all.len(), all.letter_mask()), (5, 4, 0b11));
        assert_eq!(Distribution::english().all().len(), 100);
        assert_eq!(all.kinds().count(), 3);
        assert_eq!(all.without(&rack("A")).kinds().count(), 3);
        assert_eq!(all.without(&rack("AAA")).to_string(), "B?");
    }

    #[test]
    fn tiles_of_another_alphabet_are_read_and_shown_in_its_order() {
        let spanish = Distribution::named("spanish").unwrap();
        let rack = |text| Rack::read(spanish, text);
        assert_eq!(rack("ÑHLLC?CHRR").unwrap().to_string(), "C[CH]H[LL]Ñ[RR]?");
        assert_eq!(rack("[C]H").unwrap().to_string(), "[C]H");
        assert_eq!(rack("CH").unwrap().len(), 1);
        let error = rack("AK").unwrap_err().to_string();
        assert!(
            error.starts_with("invalid tile `K` (character 2): expected A B C CH D"),
            "{error}"
        );
    }
}
