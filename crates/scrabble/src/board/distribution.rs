//! A letter distribution: the alphabet of a set of tiles, how many there are of each, and what they are worth.
//!
//! Its file has a line for each kind of tile, in the order of the alphabet: `CH,ch,1,5,0` is the text of the tile,
//! that of a blank which stands for it, how many there are, their value in points, and 1 for a vowel; `?` is the
//! blank. The text of the blank may be left out if it is the lower case, and so may the last number. Other
//! engines use the same files.

use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError};

use thiserror::Error;

use crate::board::tile::{Cell, KINDS, Tile};
use lettergame_words::{Alphabet, AlphabetError, LetterName};

/// The most distributions that a process keeps, so that one that reads them from strangers does not grow for
/// ever.
const MAX_KEPT: usize = 1000;

/// The most tiles of a distribution.
pub const MAX_TILES: usize = 250;

/// The fewest tiles: two full racks.
const MIN_TILES: usize = 14;

/// The highest value of a tile in points.
const MAX_VALUE: u8 = 20;

/// The distributions that are part of the program, the usual one first.
const SHIPPED: &[(&str, &str)] = &[
    ("english", include_str!("../../data/distributions/english.csv")),
    ("danish", include_str!("../../data/distributions/danish.csv")),
    ("dutch", include_str!("../../data/distributions/dutch.csv")),
    ("french", include_str!("../../data/distributions/french.csv")),
    ("german", include_str!("../../data/distributions/german.csv")),
    ("italian", include_str!("../../data/distributions/italian.csv")),
    ("norwegian", include_str!("../../data/distributions/norwegian.csv")),
    ("polish", include_str!("../../data/distributions/polish.csv")),
    ("spanish", include_str!("../../data/distributions/spanish.csv")),
    ("super", include_str!("../../data/distributions/super.csv")),
    ("swedish", include_str!("../../data/distributions/swedish.csv")),
];

static ENGLISH: LazyLock<&'static Distribution> = LazyLock::new(|| shipped(SHIPPED[0]));

/// All distributions of this process.
static ALL: Mutex<Vec<&'static Distribution>> = Mutex::new(Vec::new());

/// The tiles of a set. Equal ones are one, and kept until the process ends.
pub struct Distribution {
    /// The name of one that is part of the program.
    name: Option<&'static str>,
    alphabet: &'static Alphabet,
    counts: [u8; KINDS],
    values: [u8; KINDS],
    /// Bit 0 for the first letter.
    vowels: u64,
    total: usize,
    /// The value of what a square holds.
    on_square: [u8; 256],
}

/// Why a text is not a letter distribution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DistributionError {
    /// A line that is no kind of tile.
    #[error(
        "line {line}: `{text}`: expected a letter, its blank, count, value and 1 for a vowel, as in Q,q,1,10,0, \
         or ? for the blank tiles; values up to {MAX_VALUE}"
    )]
    Line {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// The blank is listed twice, or has a value.
    #[error("line {0}: the blank is worth nothing and is listed once, as in ?,?,2,0,0")]
    Blank(usize),
    /// The letters.
    #[error(transparent)]
    Letters(#[from] AlphabetError),
    /// Too many different ones.
    #[error(
        "more than {MAX_KEPT} different distributions: this process keeps each of them; restart it"
    )]
    Kept,
    /// Too few tiles, or too many.
    #[error("{0} tiles: expected {MIN_TILES} to {MAX_TILES}")]
    Tiles(usize),
}

/// A line of a file.
struct Kind {
    name: LetterName,
    count: u8,
    value: u8,
    is_vowel: bool,
}

/// The names of what is part of the program, given with its texts.
pub(super) const fn names_of<const N: usize>(
    shipped: &[(&'static str, &'static str)],
) -> [&'static str; N] {
    let (mut names, mut index) = ([""; N], 0);
    while index < N {
        names[index] = shipped[index].0;
        index += 1;
    }
    names
}

impl Distribution {
    /// The names of those that are part of the program, the usual one first.
    pub const NAMES: [&'static str; SHIPPED.len()] = names_of(SHIPPED);

    /// The 100 tiles of English Scrabble.
    #[must_use]
    pub fn english() -> &'static Distribution {
        *ENGLISH
    }

    /// The names of those that are part of the program, the usual one first.
    pub fn names() -> impl ExactSizeIterator<Item = &'static str> + Clone {
        Distribution::NAMES.into_iter()
    }

    /// One that is part of the program.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Distribution> {
        SHIPPED.iter().find(|(known, _)| *known == name).map(|one| shipped(*one))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// A line that is no kind of tile, letters that cannot be told apart, too few tiles or too many, or more than a
    /// thousand different distributions in this process.
    pub fn parse(text: &str) -> Result<&'static Distribution, DistributionError> {
        Distribution::read(None, text)
    }

    fn read(
        name: Option<&'static str>,
        text: &str,
    ) -> Result<&'static Distribution, DistributionError> {
        let (mut letters, mut blanks) = (Vec::new(), None);
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let refuse = || DistributionError::Line {
                line: index + 1,
                text: line.chars().take(40).collect(),
            };
            let kind = Kind::of_line(line).ok_or_else(refuse)?;
            if kind.name.upper != "?" {
                letters.push(kind);
            } else if blanks.replace(kind.count).is_some() || kind.value != 0 {
                return Err(DistributionError::Blank(index + 1));
            }
        }
        let new = Distribution::new(name, &letters, blanks.unwrap_or(0))?;
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|known| known.is_like(&new)) {
            return Ok(known);
        }
        if all.len() >= MAX_KEPT {
            return Err(DistributionError::Kept);
        }
        let new: &'static Distribution = Box::leak(Box::new(new));
        all.push(new);
        Ok(new)
    }

    fn new(
        name: Option<&'static str>,
        letters: &[Kind],
        blanks: u8,
    ) -> Result<Distribution, DistributionError> {
        let names: Vec<LetterName> = letters.iter().map(|kind| kind.name.clone()).collect();
        let alphabet = Alphabet::of(&names)?;
        let (mut counts, mut values, mut vowels) = ([0; KINDS], [0; KINDS], 0);
        let mut on_square = [0; 256];
        for (place, kind) in letters.iter().enumerate() {
            (counts[place], values[place]) = (kind.count, kind.value);
            vowels |= u64::from(kind.is_vowel) << place;
            on_square[Cell::letter(place).index()] = kind.value;
        }
        counts[Tile::BLANK.index()] = blanks;
        let total = counts.iter().map(|&count| usize::from(count)).sum();
        if !(MIN_TILES..=MAX_TILES).contains(&total) {
            return Err(DistributionError::Tiles(total));
        }
        Ok(Distribution { name, alphabet, counts, values, vowels, total, on_square })
    }

    /// Whether another one has the same tiles.
    fn is_like(&self, other: &Distribution) -> bool {
        std::ptr::eq(self.alphabet, other.alphabet)
            && (self.counts, self.values, self.vowels) == (other.counts, other.values, other.vowels)
    }

    /// Its name, if it is part of the program.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        self.name
    }

    /// Its letters.
    #[inline]
    #[must_use]
    pub fn alphabet(&self) -> &'static Alphabet {
        self.alphabet
    }

    /// The kinds of its tiles in the order of the alphabet, then the blank.
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = Tile> + Clone + use<> {
        (0..self.alphabet.len()).map(Tile::letter).chain([Tile::BLANK])
    }

    /// The number of all its tiles, 14 to 250.
    #[inline]
    #[must_use]
    pub fn total(&self) -> usize {
        self.total
    }

    /// The number of tiles of this kind.
    #[inline]
    #[must_use]
    pub fn count(&self, tile: Tile) -> usize {
        self.counts[tile.index()].into()
    }

    /// The value of a tile in points, 0 to 20.
    #[inline]
    #[must_use]
    pub fn value(&self, tile: Tile) -> i32 {
        self.values[tile.index()].into()
    }

    /// The value of what a square holds, in points.
    #[inline]
    #[must_use]
    pub fn on_square(&self, cell: Cell) -> i32 {
        self.on_square[cell.index()].into()
    }

    /// Whether a letter is a vowel.
    #[inline]
    #[must_use]
    pub fn is_vowel(&self, tile: Tile) -> bool {
        self.vowels >> tile.index() & 1 == 1
    }

    /// The text of a file that gives these tiles.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let letters = self.alphabet.letters().iter().enumerate().map(|(place, name)| {
            let tile = Tile::letter(place);
            let (count, value) = (self.count(tile), self.value(tile));
            let vowel = u8::from(self.is_vowel(tile));
            format!("{},{},{count},{value},{vowel}\n", name.upper, name.lower)
        });
        let blanks = format!("?,?,{},0,0\n", self.count(Tile::BLANK));
        std::iter::once(blanks).chain(letters).collect()
    }
}

impl Kind {
    /// Reads a line: two texts or one, then two numbers, then 0 or 1 or nothing.
    fn of_line(line: &str) -> Option<Kind> {
        let mut fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let upper = fields.first().filter(|text| !text.is_empty())?.to_string();
        fields.remove(0);
        let number = |text: &str| text.parse::<u8>().ok();
        let is_name = |text: &&str| number(text).is_none();
        let lower = match fields.first().copied().filter(is_name) {
            Some(lower) => {
                fields.remove(0);
                lower.to_owned()
            }
            None => upper.to_lowercase(),
        };
        let (count, value, vowel) = match fields[..] {
            [count, value] => (count, value, "0"),
            [count, value, vowel] => (count, value, vowel),
            _ => return None,
        };
        let is_vowel = match vowel {
            "0" => false,
            "1" => true,
            _ => return None,
        };
        let value = number(value).filter(|value| *value <= MAX_VALUE)?;
        Some(Kind { name: LetterName::new(&upper, &lower), count: number(count)?, value, is_vowel })
    }
}

fn shipped((name, text): (&'static str, &'static str)) -> &'static Distribution {
    Distribution::read(Some(name), text)
        .unwrap_or_else(|error| panic!("data/distributions/{name}.csv: {error}"))
}

/// Equal ones are one.
impl PartialEq for Distribution {
    fn eq(&self, other: &Distribution) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Distribution {}

/// Its name, or the lines of its file.
impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => f.write_str(name),
            None => f.write_str(&self.to_csv()),
        }
    }
}

impl fmt::Debug for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::{Distribution, DistributionError};
    use crate::board::Tile;
    use lettergame_words::{Letter, TileSet};

    #[test]
    fn the_shipped_ones_have_the_published_numbers_of_tiles() {
        let found: Vec<_> = Distribution::names()
            .map(|name| {
                let one = Distribution::named(name).unwrap();
                let worth = |tile: Tile| one.value(tile) * one.count(tile) as i32;
                let worth: i32 = one.kinds().map(worth).sum();
                let blanks = one.count(Tile::BLANK);
                (name, one.alphabet().len(), one.total(), blanks, worth)
            })
            .collect();
        // letters, tiles, blanks, sum of the values
        assert_eq!(
            found,
            [
                ("english", 26, 100, 2, 187),
                ("danish", 27, 100, 2, 247),
                ("dutch", 26, 102, 2, 230),
                ("french", 26, 102, 2, 197),
                ("german", 29, 102, 2, 202),
                ("italian", 21, 120, 2, 293),
                ("norwegian", 26, 100, 2, 202),
                ("polish", 32, 100, 2, 190),
                ("spanish", 28, 100, 2, 192),
                ("super", 26, 200, 4, 381),
                ("swedish", 27, 100, 2, 194),
            ]
        );
    }

    #[test]
    fn the_english_one_is_that_of_the_other_games() {
        let english = Distribution::english();
        for letter in Letter::ALL {
            let tile = Tile::letter(letter.index());
            assert_eq!(english.count(tile), usize::from(TileSet::SCRABBLE_98.count(letter)));
            assert_eq!(english.value(tile), TileSet::SCRABBLE_98.value(letter) as i32);
            assert_eq!(english.is_vowel(tile), letter.is_vowel());
        }
        assert_eq!(english.all().len(), 100);
    }

    #[test]
    fn a_distribution_reads_back_and_equal_ones_are_one() {
        for name in Distribution::names() {
            let one = Distribution::named(name).unwrap();
            let again = Distribution::parse(&one.to_csv()).unwrap();
            assert!(std::ptr::eq(one, again));
            assert_eq!(one.to_string(), name);
        }
        // without the text of blanks and without vowels
        let short = Distribution::parse("# mine\n?,1,0\nA,10,1\nCH,5,3\n").unwrap();
        assert_eq!(short.to_csv(), "?,?,1,0,0\nA,a,10,1,0\nCH,ch,5,3,0\n");
        assert_eq!(short.to_string(), short.to_csv());
    }

    #[test]
    fn bad_files_are_refused_with_the_line() {
        let refused = |text: &str| Distribution::parse(text).unwrap_err();
        for line in ["A", "A,a", "A,a,1", "A,a,x,1", "A,a,9,21", "A,a,9,1,2", ",a,1,1", "A,a,256,1"]
        {
            let error = refused(&format!("?,?,2,0\n{line}\n"));
            assert_eq!(error, DistributionError::Line { line: 2, text: line.into() });
        }
        assert_eq!(refused("?,?,2,0\nA,9,1\n?,?,2,0"), DistributionError::Blank(3));
        assert_eq!(refused("?,?,2,1\nA,9,1\nB,9,1"), DistributionError::Blank(1));
        assert_eq!(refused("A,6,1\nB,7,1"), DistributionError::Tiles(13));
        assert_eq!(refused("A,200,1\nB,51,1"), DistributionError::Tiles(251));
        assert!(refused("").to_string().starts_with("number of letters 0: expected 2 to 62"));
    }
}
