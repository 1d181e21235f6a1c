//! A set of tiles: the count and value of each letter.

use super::counts::LetterCounts;
use super::letter::Letter;
use lettergame_base::TileScoring;

/// The count of each letter and the value of each tile in points. Blanks are not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileSet {
    counts: LetterCounts,
    values: [u32; 26],
}

impl TileSet {
    /// The 98 lettered tiles of English Scrabble (without the two blanks), as printed in the rules
    /// of the game.
    pub const SCRABBLE_98: TileSet = TileSet::new(
        LetterCounts::from_counts([
            9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1,
        ]),
        [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10],
    );

    /// A set of these tiles with a value for each letter, A to Z, in points.
    pub const fn new(counts: LetterCounts, values: [u32; 26]) -> TileSet {
        TileSet { counts, values }
    }

    /// Number of tiles of one letter.
    #[inline]
    pub const fn count(&self, letter: Letter) -> u8 {
        self.counts.count(letter)
    }

    /// The value of one tile of this letter, in points.
    #[inline]
    pub const fn value(&self, letter: Letter) -> u32 {
        self.values[letter.index()]
    }

    /// The scoring for player programs, with a bonus in points.
    #[must_use]
    pub fn scoring(&self, bonus: i32) -> TileScoring {
        let all = Letter::ALL.iter();
        TileScoring {
            values: all.clone().map(|&letter| (letter.to_string(), self.value(letter))).collect(),
            counts: all.map(|&letter| (letter.to_string(), self.count(letter))).collect(),
            bonus,
        }
    }

    /// Total number of tiles.
    pub fn total(&self) -> usize {
        self.counts.len()
    }

    /// All tiles as a multiset of letters.
    pub const fn letters(&self) -> LetterCounts {
        self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::{Letter, TileSet};

    #[test]
    fn the_scrabble_tiles_are_pinned() {
        let text: Vec<String> = Letter::ALL
            .iter()
            .map(|&letter| {
                let tiles = TileSet::SCRABBLE_98;
                format!("{letter}{}x{}", tiles.count(letter), tiles.value(letter))
            })
            .collect();
        assert_eq!(
            text.join(" "),
            "A9x1 B2x3 C2x3 D4x2 E12x1 F2x4 G3x2 H2x4 I9x1 J1x8 K1x5 L4x1 M2x3 N6x1 O8x1 P2x3 Q1x10 \
             R6x1 S4x1 T6x1 U4x1 V2x4 W2x4 X1x8 Y2x4 Z1x10"
        );
        assert_eq!(TileSet::SCRABBLE_98.total(), 98);
        assert_eq!(TileSet::SCRABBLE_98.letters().letters().count(), 98);
    }
}
