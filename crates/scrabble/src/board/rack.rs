//! A rack: an unordered multiset of tiles. Leaves and unseen tiles use the same type.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::board::{KINDS, TILES, Tile};

/// The number of tiles on a full rack.
pub const RACK: usize = 7;

/// A multiset of 0 to 100 tiles. As text its letters from A to Z, blanks last as `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rack {
    counts: [u8; KINDS],
    len: u8,
}

/// Why a text is not a valid rack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseRackError {
    /// Not a tile.
    #[error("invalid tile `{character}` (character {place}): expected A to Z, or ? for a blank")]
    Tile {
        /// The character.
        character: char,
        /// Its position, from 1.
        place: usize,
    },
    /// More tiles than the set has.
    #[error("{0} tiles are too many: the set has {TILES}")]
    Many(usize),
}

impl Rack {
    /// No tiles.
    pub const EMPTY: Rack = Rack { counts: [0; KINDS], len: 0 };

    /// All tiles of the set.
    #[must_use]
    pub fn full_set() -> Rack {
        Tile::all().flat_map(|tile| std::iter::repeat_n(tile, tile.in_set().into())).collect()
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

    /// Adds a tile.
    #[inline]
    pub fn add(&mut self, tile: Tile) {
        self.counts[tile.index()] += 1;
        self.len += 1;
    }

    /// Removes a tile; `false` if there is none of its kind.
    #[inline]
    pub fn remove(&mut self, tile: Tile) -> bool {
        let there = self.counts[tile.index()] > 0;
        self.counts[tile.index()] -= u8::from(there);
        self.len -= u8::from(there);
        there
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

    /// The tiles from A to Z, blanks last.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + use<> {
        let counts = self.counts;
        Tile::all().flat_map(move |tile| std::iter::repeat_n(tile, counts[tile.index()].into()))
    }

    /// The kinds present, each with its count, from A to Z, blanks last.
    pub fn kinds(&self) -> impl Iterator<Item = (Tile, usize)> + use<> {
        let counts = self.counts;
        Tile::all()
            .map(move |tile| (tile, usize::from(counts[tile.index()])))
            .filter(|kind| kind.1 > 0)
    }

    /// The sum of the values of the tiles.
    #[must_use]
    pub fn points(&self) -> i32 {
        self.kinds().map(|(tile, count)| tile.value() * count as i32).sum()
    }

    /// The number of blanks.
    #[inline]
    #[must_use]
    pub fn blanks(&self) -> usize {
        self.count(Tile::BLANK)
    }

    /// The letters present as a mask, bit 0 for A.
    #[inline]
    #[must_use]
    pub fn letter_mask(&self) -> u32 {
        let kinds = self.counts[..26].iter().enumerate();
        kinds.fold(0, |mask, (index, &count)| mask | u32::from(count > 0) << index)
    }
}

impl FromIterator<Tile> for Rack {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Rack {
        let mut rack = Rack::EMPTY;
        tiles.into_iter().for_each(|tile| rack.add(tile));
        rack
    }
}

impl fmt::Display for Rack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|tile| write!(f, "{tile}"))
    }
}

/// Reads upper-case letters in any order, with `?`, `_`, `*` or `[` for a blank.
impl FromStr for Rack {
    type Err = ParseRackError;
    fn from_str(text: &str) -> Result<Rack, ParseRackError> {
        let read = |(place, character): (usize, char)| {
            let byte = u8::try_from(character).ok();
            byte.and_then(Tile::from_ascii)
                .ok_or(ParseRackError::Tile { character, place: place + 1 })
        };
        let count = text.chars().count();
        if count > TILES {
            return Err(ParseRackError::Many(count));
        }
        let tiles = text.chars().enumerate().map(read);
        tiles.collect::<Result<Vec<Tile>, _>>().map(Rack::from_iter)
    }
}

impl Serialize for Rack {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rack {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rack, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Rack;

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
        assert_eq!(Rack::full_set().len(), 100);
    }
}
