//! Leave values: a number for each tile and one for each pair of tiles, added up, or a table of all leaves. Two
//! of a kind count as a pair, too.

use std::fmt::Write as _;
use std::sync::LazyLock;

use thiserror::Error;

use crate::board::{
    Direction, Distribution, KINDS, Layout, Play, Premium, RACK, Rack, Square, Tile,
};
use crate::plays::leave_table::LeaveTable;
use crate::plays::valuation::fill_subsets;
use crate::plays::{Equity, Valuation};
use lettergame_words::MAX_LETTERS;

const HEADER: &str = "tiles,points";

/// The cost of each vowel of a first play beside which the opponent finds a premium square.
const VOWEL_BESIDE_PREMIUM: Equity = Equity(-700);

static SHIPPED: LazyLock<Leaves> = LazyLock::new(|| {
    let text = include_str!("../../data/scrabble-leaves.csv");
    Leaves::parse(text).unwrap_or_else(|error| panic!("data/scrabble-leaves.csv: {error}"))
});

static NONE: LazyLock<Leaves> = LazyLock::new(|| Leaves::none(MAX_LETTERS));

/// A model of leave values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaves {
    letters: usize,
    /// The texts of the tiles, blanks last, if they are known.
    names: Vec<String>,
    tiles: [Equity; KINDS],
    /// The value of each pair, stored both ways.
    pairs: Box<[[Equity; KINDS]; KINDS]>,
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

/// Leave values of another alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("they are values of {found} tiles, and the game has {wanted}")]
pub struct OtherTilesError {
    found: String,
    wanted: String,
}

impl Leaves {
    /// All tiles of an alphabet of so many letters are worth nothing.
    #[must_use]
    pub fn none(letters: usize) -> Leaves {
        let (tiles, pairs) = ([Equity::ZERO; KINDS], Box::new([[Equity::ZERO; KINDS]; KINDS]));
        Leaves { letters, names: Vec::new(), tiles, pairs, table: None }
    }

    /// The values of a table of all leaves, in which so many letters of an alphabet occur.
    #[must_use]
    pub fn from_table(table: LeaveTable, letters: usize) -> Leaves {
        Leaves { table: Some(table), ..Leaves::none(letters) }
    }

    /// The values shipped with the program, of English tiles.
    ///
    /// # Panics
    /// Never: a test reads the file.
    #[must_use]
    pub fn shipped() -> &'static Leaves {
        &SHIPPED
    }

    /// The values for these tiles if no others are given: the shipped ones if letters and their values are
    /// those of English tiles, otherwise nothing.
    #[must_use]
    pub fn usual(distribution: &Distribution) -> &'static Leaves {
        let english = Distribution::english();
        let is_alike = || {
            distribution.alphabet().is_latin()
                && english.kinds().all(|tile| english.value(tile) == distribution.value(tile))
        };
        if std::ptr::eq(distribution, english) || is_alike() { &SHIPPED } else { &NONE }
    }

    /// Checks that these are values of such tiles.
    ///
    /// # Errors
    /// Other letters.
    pub fn check(&self, distribution: &Distribution) -> Result<(), OtherTilesError> {
        let wanted: Vec<&str> =
            distribution.kinds().map(|tile| distribution.tile_name(tile)).collect();
        let letters = distribution.alphabet().len();
        let is_table_of =
            |table: &LeaveTable| self.letters <= letters && letters <= table.letters();
        if self.names == wanted || self.table.as_ref().is_some_and(is_table_of) {
            return Ok(());
        }
        let found = match self.names.is_empty() {
            true => (self.letters + 1).to_string(),
            false => self.names.join(" "),
        };
        Err(OtherTilesError { found, wanted: wanted.join(" ") })
    }

    /// The number of parameters of the model for an alphabet of so many letters: one per tile, one per pair.
    #[must_use]
    pub const fn parameters(letters: usize) -> usize {
        let kinds = letters + 1;
        kinds + kinds * (kinds + 1) / 2
    }

    /// The model with these parameters, in the order of [`Leaves::features`].
    #[must_use]
    pub fn from_parameters(distribution: &Distribution, parameters: &[Equity]) -> Leaves {
        let letters = distribution.alphabet().len();
        let names = distribution.kinds().map(|tile| distribution.tile_name(tile).to_owned());
        let mut leaves = Leaves { names: names.collect(), ..Leaves::none(letters) };
        leaves.set(parameters);
        leaves
    }

    /// Sets tiles, then pairs.
    fn set(&mut self, parameters: &[Equity]) {
        let mut parameters = parameters.iter().copied();
        let letters = self.letters;
        for kind in 0..=letters {
            self.tiles[tile_of(kind, letters).index()] = parameters.next().unwrap_or_default();
        }
        for (first, second) in pairs(letters) {
            let [first, second] = [first, second].map(|kind| tile_of(kind, letters).index());
            let value = parameters.next().unwrap_or_default();
            self.pairs[first][second] = value;
            self.pairs[second][first] = value;
        }
    }

    /// The parameters that count for these tiles, in order with blanks last, of an alphabet of so many
    /// letters: one per tile, one per pair, repeated as often as they count.
    pub fn features(letters: usize, kept: &[Tile]) -> impl Iterator<Item = usize> {
        let kind = move |tile: &Tile| tile.index().min(letters);
        let tiles = kept.iter().map(kind);
        let pairs = kept.iter().enumerate().flat_map(move |(place, first)| {
            let others = kept[place + 1..].iter();
            others.map(move |second| pair_feature(letters + 1, kind(first), kind(second)))
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

    /// As CSV: `tiles,points`, first the tiles, then the pairs. Empty values of unknown tiles have only the
    /// header.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = format!("{HEADER}\n");
        let tile = |kind| tile_of(kind, self.letters).index();
        for (kind, name) in self.names.iter().enumerate() {
            let _ = writeln!(text, "{name},{}", self.tiles[tile(kind)]);
        }
        for (first, second) in pairs(self.letters).filter(|_| !self.names.is_empty()) {
            let value = self.pairs[tile(first)][tile(second)];
            let _ = writeln!(text, "{}{},{value}", self.names[first], self.names[second]);
        }
        text
    }

    /// Reads the format of [`Leaves::to_csv`]: the tiles in order with the blank `?` last, then all pairs.
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
        let (mut names, mut parameters) = (Vec::new(), Vec::new());
        while names.last().is_none_or(|last| last != "?") {
            let line = lines.next();
            let (name, value) = line
                .and_then(|line| line.1.rsplit_once(','))
                .and_then(|(name, points)| Some((name, Equity::parse(points)?)))
                .filter(|(name, _)| !name.is_empty() && names.len() <= MAX_LETTERS)
                .ok_or_else(|| refuse(line, "TILE,POINTS for each tile, ? last"))?;
            names.push(name.to_owned());
            parameters.push(value);
        }
        let letters = names.len() - 1;
        for (first, second) in pairs(letters) {
            let (line, name) = (lines.next(), format!("{}{}", names[first], names[second]));
            let points = line.and_then(|line| line.1.strip_prefix(&name)?.strip_prefix(','));
            let value = points.and_then(Equity::parse);
            parameters.push(value.ok_or_else(|| refuse(line, &format!("{name},POINTS")))?);
        }
        if let Some(more) = lines.next() {
            return Err(refuse(Some(more), "the end"));
        }
        let mut leaves = Leaves { names, ..Leaves::none(letters) };
        leaves.set(&parameters);
        Ok(leaves)
    }
}

/// Fills the places of the masks whose highest bit is `bit`: so much more than the masks without it.
#[inline]
fn double(values: &mut [Equity], bit: usize, more: Equity) {
    let (without, with) = values.split_at_mut(1 << bit);
    with.iter_mut().zip(without).for_each(|(with, &mut without)| *with = without + more);
}

/// The tile of a kind: letters in order, then the blank.
fn tile_of(kind: usize, letters: usize) -> Tile {
    if kind < letters { Tile::letter(kind) } else { Tile::BLANK }
}

/// The pairs of kinds, in order.
fn pairs(letters: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=letters).flat_map(move |first| (first..=letters).map(move |second| (first, second)))
}

/// The index of a pair of so many kinds.
#[inline]
fn pair_feature(kinds: usize, one: usize, other: usize) -> usize {
    let (first, second) = (one.min(other), one.max(other));
    // pairs by their smaller kind: all with kind 0, one fewer for each kind after it
    kinds + first * (2 * kinds + 1 - first) / 2 + second - first
}

/// Score and leave; for the first play of a game, a penalty for vowels beside premium squares; with an empty
/// bag, the effect of going out or not.
#[derive(Clone, Copy, Debug)]
pub enum LeaveValue<'a> {
    /// By a model of leave values.
    Model {
        /// The model.
        leaves: &'a Leaves,
        /// The layout if the board is empty.
        opening: Option<&'a Layout>,
    },
    /// The bag is empty: going out is worth twice the opponent's tiles, not going out costs ten points and
    /// twice the player's own tiles.
    BagEmpty {
        /// What tiles are worth.
        distribution: &'static Distribution,
        /// The value of the opponent's tiles.
        other: i32,
    },
}

impl<'a> LeaveValue<'a> {
    /// The valuation with this many tiles in the bag; `opening`: the layout if the board is empty; `other`:
    /// the opponent's tiles, used if the bag is empty.
    #[must_use]
    pub fn at(
        leaves: &'a Leaves,
        bag: usize,
        opening: Option<&'a Layout>,
        other: impl FnOnce() -> Rack,
    ) -> LeaveValue<'a> {
        match bag {
            0 => LeaveValue::bag_empty(&other()),
            _ => LeaveValue::Model { leaves, opening },
        }
    }

    /// The valuation with an empty bag, against these tiles.
    #[must_use]
    pub fn bag_empty(other: &Rack) -> LeaveValue<'a> {
        LeaveValue::BagEmpty { distribution: other.distribution(), other: other.points() }
    }
}

impl Valuation for LeaveValue<'_> {
    #[inline]
    fn kept(&self, kept: &[Tile]) -> Equity {
        match self {
            LeaveValue::Model { leaves, .. } => leaves.value(kept),
            LeaveValue::BagEmpty { other, .. } if kept.is_empty() => Equity::points(2 * other),
            LeaveValue::BagEmpty { distribution, .. } => {
                let own: i32 = kept.iter().map(|&tile| distribution.value(tile)).sum();
                Equity::points(-10 - 2 * own)
            }
        }
    }

    fn kept_of_subsets(&self, tiles: &[Tile], values: &mut [Equity]) {
        let (distribution, other) = match self {
            LeaveValue::Model { leaves, .. } => return leaves.values_of_subsets(tiles, values),
            LeaveValue::BagEmpty { distribution, other } => (distribution, other),
        };
        values[0] = Equity::points(-10);
        for (bit, &tile) in tiles.iter().rev().enumerate() {
            double(values, bit, Equity::points(-2 * distribution.value(tile)));
        }
        values[0] = Equity::points(2 * other);
    }

    fn placement(&self, play: &Play) -> Equity {
        let LeaveValue::Model { opening: Some(layout), .. } = self else { return Equity::ZERO };
        let is_vowel = |place| play.distribution().is_vowel(Tile::letter(place));
        let vowels = play.placed().filter(|&(square, cell)| {
            cell.place().is_some_and(is_vowel)
                && beside_premium(layout, square, play.place().direction)
        });
        Equity(VOWEL_BESIDE_PREMIUM.0 * vowels.count() as i32)
    }

    #[inline]
    fn heeds_placement(&self) -> bool {
        matches!(self, LeaveValue::Model { opening: Some(_), .. })
    }
}

/// Whether a premium square adjoins this square of a play in this direction, on either side.
fn beside_premium(layout: &Layout, square: Square, direction: Direction) -> bool {
    let (row, column) = (square.row(), square.column());
    let beside = match direction {
        Direction::Across => [(row.wrapping_sub(1), column), (row + 1, column)],
        Direction::Down => [(row, column.wrapping_sub(1)), (row, column + 1)],
    };
    let is_inside = |&(row, column): &(usize, usize)| row.max(column) < layout.side();
    let mut squares = beside.into_iter().filter(is_inside);
    squares.any(|(row, column)| layout.premium(Square::at(row, column)) != Premium::None)
}

#[cfg(test)]
mod tests {
    use super::{LeaveTable, LeaveValue, Leaves, pair_feature, pairs};
    use crate::board::{BINGO, Distribution, Layout, Rack, Tile};
    use crate::plays::{Equity, Valuation};

    fn tiles(text: &str) -> Vec<Tile> {
        text.parse::<Rack>().unwrap().iter().collect()
    }

    #[test]
    fn pairs_are_numbered_in_order() {
        for letters in [21, 26, 32] {
            let kinds = letters + 1;
            for (place, (first, second)) in pairs(letters).enumerate() {
                assert_eq!(pair_feature(kinds, second, first), kinds + place);
            }
            assert_eq!(pairs(letters).count() + kinds, Leaves::parameters(letters));
        }
        assert_eq!(Leaves::parameters(26), 405);
    }

    #[test]
    fn the_leave_value_is_the_sum_of_its_features() {
        let parameters: [_; 405] =
            std::array::from_fn(|place| Equity(1 << (place % 17) | place as i32));
        let leaves = Leaves::from_parameters(Distribution::english(), &parameters);
        for text in ["", "A", "AA", "AAB", "QUIZ??", "EEERST?"] {
            let kept = tiles(text);
            let sum = Leaves::features(26, &kept).map(|feature| parameters[feature]).sum();
            assert_eq!(leaves.value(&kept), sum, "{text}");
        }
        assert_eq!(Leaves::features(26, &tiles("AAB")).count(), 6);
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
        let text = Leaves::from_parameters(Distribution::english(), &[]).to_csv();
        let refused = |text: &str| Leaves::parse(text).unwrap_err().to_string();
        assert_eq!(refused(""), "line 0: expected tiles,points, found `nothing`");
        let wrong = text.replacen("B,0", "B,x", 1);
        assert_eq!(
            refused(&wrong),
            "line 3: expected TILE,POINTS for each tile, ? last, found `B,x`"
        );
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
        let parameters: [_; 405] =
            std::array::from_fn(|place| Equity(7 * place as i32 % 1009 - 400));
        let leaves = Leaves::from_parameters(Distribution::english(), &parameters);
        let mut table = LeaveTable::new(26);
        table.set(&tiles("EER?"), Equity(77));
        table.set(&tiles("A"), Equity(-5));
        let table = Leaves::from_table(table, 26);
        for value in [
            LeaveValue::Model { leaves: &leaves, opening: None },
            LeaveValue::Model { leaves: &table, opening: None },
            LeaveValue::BagEmpty { distribution: Distribution::english(), other: 9 },
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
        let value = LeaveValue::BagEmpty { distribution: Distribution::english(), other: 7 };
        assert_eq!(value.kept(&[]), Equity::points(14));
        assert_eq!(value.kept(&tiles("Q")), Equity::points(-30));
    }

    #[test]
    fn opening_vowels_next_to_premium_squares_are_penalised() {
        let layout = Layout::standard(BINGO);
        let value = LeaveValue::Model { leaves: Leaves::shipped(), opening: Some(&layout) };
        let cost = |play: &str| value.placement(&play.parse().unwrap());
        assert_eq!(cost("8G ATE"), Equity(-1400));
        assert_eq!(cost("8H TAT"), Equity(-700));
        assert_eq!(cost("8D AEON"), Equity::ZERO);
        assert_eq!(cost("H7 AXE"), Equity(-1400));
        let later = LeaveValue::Model { leaves: Leaves::shipped(), opening: None };
        assert_eq!(later.placement(&"8G ATE".parse().unwrap()), Equity::ZERO);
    }

    #[test]
    fn values_of_other_tiles_are_told_apart() {
        let [english, polish, spanish] =
            ["english", "polish", "spanish"].map(|name| Distribution::named(name).unwrap());
        let parameters: Vec<Equity> = (0..Leaves::parameters(28) as i32).map(Equity).collect();
        let leaves = Leaves::from_parameters(spanish, &parameters);
        let read = Leaves::parse(&leaves.to_csv()).unwrap();
        assert_eq!(read, leaves);
        assert_eq!(read.check(spanish), Ok(()));
        let error = read.check(polish).unwrap_err().to_string();
        assert!(error.starts_with("they are values of A B C CH D"), "{error}");
        assert_eq!(Leaves::shipped().check(english), Ok(()));
        let table = |all, letters| Leaves::from_table(LeaveTable::new(all), letters);
        assert!(table(26, 26).check(polish).is_err() && table(32, 32).check(english).is_err());
        assert_eq!((table(26, 19).check(english), table(32, 32).check(polish)), (Ok(()), Ok(())));
        let usual = |name| Leaves::usual(Distribution::named(name).unwrap());
        assert_eq!((usual("english"), usual("super")), (Leaves::shipped(), Leaves::shipped()));
        assert_eq!(usual("french").value(&tiles("?")), Equity::ZERO);
        assert_eq!(usual("polish").value(&[Tile::letter(31), Tile::BLANK]), Equity::ZERO);
    }
}
