//! Leave values: a number for each tile and one for each pair of tiles, added up, or a table of all leaves. Two
//! of a kind count as a pair, too.

use std::fmt::Write as _;
use std::sync::LazyLock;

use thiserror::Error;

use crate::board::{KINDS, Play, RACK, Rack, Square, Tile};
use crate::plays::leave_table::LeaveTable;
use crate::plays::valuation::fill_subsets;
use crate::plays::{Equity, Valuation};

/// Number of parameters of the model: one per tile, one per pair.
pub const PARAMETERS: usize = KINDS + KINDS * (KINDS + 1) / 2;

const HEADER: &str = "tiles,points";

/// The cost of each vowel of a first play beside which the opponent finds a premium square.
const VOWEL_BESIDE_PREMIUM: Equity = Equity(-700);

static SHIPPED: LazyLock<Leaves> = LazyLock::new(|| {
    let text = include_str!("../../data/scrabble-leaves.csv");
    Leaves::parse(text).unwrap_or_else(|error| panic!("data/scrabble-leaves.csv: {error}"))
});

/// A model of leave values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaves {
    tiles: [Equity; KINDS],
    /// The value of each pair, stored both ways.
    pairs: [[Equity; KINDS]; KINDS],
    /// The value of each leave, used instead if there is a table.
    table: Option<LeaveTable>,
}

/// Why a text is not a valid table of leave values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: expected {wanted}, found `{found}`")]
pub struct ParseLeavesError {
    line: usize,
    found: String,
    wanted: String,
}

impl Leaves {
    /// All tiles are worth nothing.
    #[must_use]
    pub fn none() -> Leaves {
        Leaves { tiles: [Equity::ZERO; KINDS], pairs: [[Equity::ZERO; KINDS]; KINDS], table: None }
    }

    /// The values of a table of all leaves.
    #[must_use]
    pub fn from_table(table: LeaveTable) -> Leaves {
        Leaves { table: Some(table), ..Leaves::none() }
    }

    /// The values shipped with the program.
    ///
    /// # Panics
    /// Never: a test reads the file.
    #[must_use]
    pub fn shipped() -> &'static Leaves {
        &SHIPPED
    }

    /// The model with these parameters, in the order of [`Leaves::features`].
    #[must_use]
    pub fn from_parameters(parameters: &[Equity; PARAMETERS]) -> Leaves {
        let mut leaves = Leaves::none();
        leaves.tiles.copy_from_slice(&parameters[..KINDS]);
        for ((first, second), &value) in pairs().zip(&parameters[KINDS..]) {
            leaves.pairs[first][second] = value;
            leaves.pairs[second][first] = value;
        }
        leaves
    }

    /// The parameters that count for these tiles, from A to Z with blanks last: one per tile, one per pair,
    /// repeated as often as they count.
    pub fn features(kept: &[Tile]) -> impl Iterator<Item = usize> {
        let tiles = kept.iter().map(|tile| tile.index());
        let pairs = kept.iter().enumerate().flat_map(|(place, first)| {
            kept[place + 1..].iter().map(|second| pair_feature(first.index(), second.index()))
        });
        tiles.chain(pairs)
    }

    /// The value of these tiles.
    #[inline]
    #[must_use]
    pub fn value(&self, kept: &[Tile]) -> Equity {
        if let Some(table) = &self.table {
            return table.value(kept);
        }
        let mut sum = 0;
        for (place, tile) in kept.iter().enumerate() {
            let pairs = &self.pairs[tile.index()];
            sum += self.tiles[tile.index()].0;
            sum += kept[..place].iter().map(|other| pairs[other.index()].0).sum::<i32>();
        }
        Equity(sum)
    }

    /// The values of all subsets of at most seven tiles by mask, where bit 0 is the last tile: each tile adds
    /// to the subsets of the tiles after it its own value and those of its pairs with them, which add up in
    /// the same way. A table is asked for each of them.
    fn values_of_subsets(&self, tiles: &[Tile], values: &mut [Equity]) {
        if let Some(table) = &self.table {
            return fill_subsets(tiles, values, |kept| table.value(kept));
        }
        values[0] = Equity::ZERO;
        for (bit, tile) in tiles.iter().rev().enumerate() {
            let pairs = &self.pairs[tile.index()];
            let mut added = [self.tiles[tile.index()]; 1 << (RACK - 1)];
            for (bit, other) in tiles.iter().rev().take(bit).enumerate() {
                double(&mut added, bit, pairs[other.index()]);
            }
            let (without, with) = values.split_at_mut(1 << bit);
            for ((with, &mut without), &added) in with.iter_mut().zip(without).zip(&added) {
                *with = without + added;
            }
        }
    }

    /// As CSV: `tiles,points`, first the tiles, then the pairs.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for tile in Tile::all() {
            let _ = writeln!(text, "{tile},{}", self.tiles[tile.index()]);
        }
        for (first, second) in pairs() {
            let _ = writeln!(text, "{},{}", pair_name(first, second), self.pairs[first][second]);
        }
        text
    }

    /// Reads the format of [`Leaves::to_csv`].
    ///
    /// # Errors
    /// The first invalid line.
    pub fn parse(text: &str) -> Result<Leaves, ParseLeavesError> {
        let mut lines = text.lines().enumerate();
        let refuse = |line: Option<(usize, &str)>, wanted: &str| {
            let (line, found) = line.map_or((0, "nothing"), |(index, found)| (index + 1, found));
            ParseLeavesError { line, found: found.to_owned(), wanted: wanted.to_owned() }
        };
        let header = lines.next();
        if header.map(|line| line.1) != Some(HEADER) {
            return Err(refuse(header, HEADER));
        }
        let mut parameters = [Equity::ZERO; PARAMETERS];
        let tiles = Tile::all().map(|tile| tile.to_string());
        let names = tiles.chain(pairs().map(|(first, second)| pair_name(first, second)));
        for (name, value) in names.zip(&mut parameters) {
            let line = lines.next();
            let points = line.and_then(|line| line.1.strip_prefix(&name)?.strip_prefix(','));
            *value = points
                .and_then(Equity::parse)
                .ok_or_else(|| refuse(line, &format!("{name},POINTS")))?;
        }
        match lines.next() {
            None => Ok(Leaves::from_parameters(&parameters)),
            more => Err(refuse(more, "the end")),
        }
    }
}

/// Fills the places of the masks whose highest bit is `bit`: so much more than the masks without it.
#[inline]
fn double(values: &mut [Equity], bit: usize, more: Equity) {
    let (without, with) = values.split_at_mut(1 << bit);
    with.iter_mut().zip(without).for_each(|(with, &mut without)| *with = without + more);
}

/// The pairs of kinds, in order.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..KINDS).flat_map(|first| (first..KINDS).map(move |second| (first, second)))
}

/// The index of a pair.
#[inline]
fn pair_feature(one: usize, other: usize) -> usize {
    let (first, second) = (one.min(other), one.max(other));
    // pairs by their smaller kind: KINDS with kind 0, one fewer for each kind after it
    KINDS + first * (2 * KINDS + 1 - first) / 2 + second - first
}

fn pair_name(first: usize, second: usize) -> String {
    let sign =
        |kind: usize| if kind == Tile::BLANK.index() { '?' } else { (b'A' + kind as u8) as char };
    format!("{}{}", sign(first), sign(second))
}

/// Score and leave; for the first play of a game, a penalty for vowels beside premium squares; with an empty
/// bag, the effect of going out or not.
#[derive(Clone, Copy, Debug)]
pub enum LeaveValue<'a> {
    /// By a model of leave values.
    Model {
        /// The model.
        leaves: &'a Leaves,
        /// Whether the board is empty.
        opening: bool,
    },
    /// The bag is empty: going out is worth twice the opponent's tiles, not going out costs ten points and
    /// twice the player's own tiles.
    BagEmpty {
        /// The value of the opponent's tiles.
        other: i32,
    },
}

impl<'a> LeaveValue<'a> {
    /// The valuation with this many tiles in the bag; `opening`: the board is empty; `other`: the value of
    /// the opponent's tiles, used if the bag is empty.
    #[must_use]
    pub fn at(
        leaves: &'a Leaves,
        bag: usize,
        opening: bool,
        other: impl FnOnce() -> Rack,
    ) -> LeaveValue<'a> {
        match bag {
            0 => LeaveValue::BagEmpty { other: other().points() },
            _ => LeaveValue::Model { leaves, opening },
        }
    }
}

impl Valuation for LeaveValue<'_> {
    #[inline]
    fn kept(&self, kept: &[Tile]) -> Equity {
        match self {
            LeaveValue::Model { leaves, .. } => leaves.value(kept),
            LeaveValue::BagEmpty { other } if kept.is_empty() => Equity::points(2 * other),
            LeaveValue::BagEmpty { .. } => {
                let own: i32 = kept.iter().map(|tile| tile.value()).sum();
                Equity::points(-10 - 2 * own)
            }
        }
    }

    fn kept_of_subsets(&self, tiles: &[Tile], values: &mut [Equity]) {
        let other = match self {
            LeaveValue::Model { leaves, .. } => return leaves.values_of_subsets(tiles, values),
            LeaveValue::BagEmpty { other } => other,
        };
        values[0] = Equity::points(-10);
        for (bit, tile) in tiles.iter().rev().enumerate() {
            double(values, bit, Equity::points(-2 * tile.value()));
        }
        values[0] = Equity::points(2 * other);
    }

    fn placement(&self, play: &Play) -> Equity {
        if !self.heeds_placement() {
            return Equity::ZERO;
        }
        let vowels = play.placed().filter(|&(square, cell)| {
            let vowel = matches!(cell.to_ascii_uppercase(), b'A' | b'E' | b'I' | b'O' | b'U');
            vowel && beside_premium(square)
        });
        Equity(VOWEL_BESIDE_PREMIUM.0 * vowels.count() as i32)
    }

    #[inline]
    fn heeds_placement(&self) -> bool {
        matches!(self, LeaveValue::Model { opening: true, .. })
    }
}

/// Whether a premium square of the standard board adjoins this square of the row or column through the
/// centre.
fn beside_premium(square: Square) -> bool {
    let along = if square.row() == Square::CENTRE.row() { square.column() } else { square.row() };
    matches!(along, 2 | 6 | 8 | 12)
}

#[cfg(test)]
mod tests {
    use super::{KINDS, LeaveTable, LeaveValue, Leaves, PARAMETERS, pair_feature, pairs};
    use crate::board::{Rack, Tile};
    use crate::plays::{Equity, Valuation};

    fn tiles(text: &str) -> Vec<Tile> {
        text.parse::<Rack>().unwrap().iter().collect()
    }

    #[test]
    fn pairs_are_numbered_in_order() {
        for (place, (first, second)) in pairs().enumerate() {
            assert_eq!(pair_feature(second, first), KINDS + place);
        }
        assert_eq!(pairs().count() + KINDS, PARAMETERS);
    }

    #[test]
    fn the_leave_value_is_the_sum_of_its_features() {
        let parameters = std::array::from_fn(|place| Equity(1 << (place % 17) | place as i32));
        let leaves = Leaves::from_parameters(&parameters);
        for text in ["", "A", "AA", "AAB", "QUIZ??", "EEERST?"] {
            let kept = tiles(text);
            let sum = Leaves::features(&kept).map(|feature| parameters[feature]).sum();
            assert_eq!(leaves.value(&kept), sum, "{text}");
        }
        assert_eq!(Leaves::features(&tiles("AAB")).count(), 6);
    }

    #[test]
    fn the_shipped_model_reads_back_and_prefers_good_leaves() {
        let leaves = Leaves::shipped();
        assert_eq!(Leaves::parse(&leaves.to_csv()).as_ref(), Ok(leaves));
        let worth = |text: &str| leaves.value(&tiles(text));
        assert!(worth("?") > worth("S") && worth("S") > worth("E") && worth("E") > worth("V"));
        assert!(worth("QU") > worth("Q"), "Q is better with a U");
        assert!(worth("II") < worth("I"));
    }

    #[test]
    fn a_damaged_file_is_refused_with_its_line() {
        let text = Leaves::none().to_csv();
        let refused = |text: &str| Leaves::parse(text).unwrap_err().to_string();
        assert_eq!(refused(""), "line 0: expected tiles,points, found `nothing`");
        let wrong = text.replacen("B,0", "B,x", 1);
        assert_eq!(refused(&wrong), "line 3: expected B,POINTS, found `B,x`");
        assert!(refused(&format!("{text}more\n")).contains("expected the end, found `more`"));
    }

    /// Knows only the value of single leaves.
    struct Plain<'a>(LeaveValue<'a>);

    impl Valuation for Plain<'_> {
        fn kept(&self, kept: &[Tile]) -> Equity {
            self.0.kept(kept)
        }
    }

    #[test]
    fn leaves_valued_together_are_those_valued_one_by_one() {
        let parameters = std::array::from_fn(|place| Equity(7 * place as i32 % 1009 - 400));
        let leaves = Leaves::from_parameters(&parameters);
        let mut table = LeaveTable::default();
        table.set(&tiles("EER?"), Equity(77));
        table.set(&tiles("A"), Equity(-5));
        let table = Leaves::from_table(table);
        for value in [
            LeaveValue::Model { leaves: &leaves, opening: false },
            LeaveValue::Model { leaves: &table, opening: false },
            LeaveValue::BagEmpty { other: 9 },
        ] {
            for text in ["", "A", "?", "AAB", "QUIZ??", "EEERST?", "ABCDEFG"] {
                let tiles = tiles(text);
                let [mut fast, mut slow] = [(); 2].map(|()| vec![Equity(1); 1 << tiles.len()]);
                value.kept_of_subsets(&tiles, &mut fast);
                Plain(value).kept_of_subsets(&tiles, &mut slow);
                assert_eq!(fast, slow, "{text}");
                assert_eq!(slow.last(), Some(&value.kept(&tiles)), "{text}");
            }
        }
    }

    #[test]
    fn with_an_empty_bag_going_out_counts() {
        let value = LeaveValue::BagEmpty { other: 7 };
        assert_eq!(value.kept(&[]), Equity::points(14));
        assert_eq!(value.kept(&tiles("Q")), Equity::points(-30));
    }

    #[test]
    fn opening_vowels_next_to_premium_squares_are_penalised() {
        let value = LeaveValue::Model { leaves: Leaves::shipped(), opening: true };
        let cost = |play: &str| value.placement(&play.parse().unwrap());
        assert_eq!(cost("8G ATE"), Equity(-1400));
        assert_eq!(cost("8H TAT"), Equity(-700));
        assert_eq!(cost("8D AEON"), Equity::ZERO);
        assert_eq!(cost("H7 AXE"), Equity(-1400));
        let later = LeaveValue::Model { leaves: Leaves::shipped(), opening: false };
        assert_eq!(later.placement(&"8G ATE".parse().unwrap()), Equity::ZERO);
    }
}
