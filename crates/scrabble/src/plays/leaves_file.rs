//! Files of leave values: the numbers that `train scrabble` writes, and KLV2, the tables of the engines wolges,
//! MAGPIE and macondo. A KLV2 file is a number of nodes and these nodes, a word graph in which the tiles of each
//! leave are a word (0 is the blank, which comes first, 1 to 26 are A to Z, or as many letters as another alphabet
//! has, of which the last has a leave of its own); then a number of values and these values, for the words in
//! order. All numbers are little-endian: unsigned of 32 bits, values in points as floats of 32 bits.

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::board::{Distribution, Tile};
use crate::plays::leave_table::{LeaveTable, MAX_LEAVE, MAX_TABLE_LETTERS};
use crate::plays::{Equity, Leaves, ParseLeavesError};
use lettergame_words::{KwgSizeError, WordGraph, WordGraphError, write_word_graph};

/// The greatest value that is taken for one, in points.
const MAX_POINTS: f32 = 1000.0;

/// Most alphabets have at most so many letters; a file may leave out the last ones.
const USUAL_LETTERS: usize = 26;

/// Why the content of a file is not leave values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LeavesFileError {
    /// A text, but not the expected table.
    #[error(transparent)]
    Text(#[from] ParseLeavesError),
    /// Cut off, or longer than its parts.
    #[error(
        "a KLV2 file with {nodes} nodes and {values} values has {} bytes, and this has {found}",
        8 + 4 * (u64::from(*.nodes) + u64::from(*.values))
    )]
    Size {
        /// The number of nodes that it gives.
        nodes: u32,
        /// The number of values that it gives; 0 if it ends before.
        values: u32,
        /// Its size in bytes.
        found: usize,
    },
    /// The word graph is damaged.
    #[error("the leaves of a KLV2 file: {0}")]
    Graph(#[from] WordGraphError),
    /// Leaves without values, or the reverse.
    #[error("a KLV2 file with {leaves} leaves and {values} values: expected the same number")]
    Count {
        /// The leaves.
        leaves: u64,
        /// The values.
        values: u32,
    },
    /// Not a number of points.
    #[error("value {index} is {value}: expected points from -{MAX_POINTS} to {MAX_POINTS}")]
    Value {
        /// Its index, from 0.
        index: usize,
        /// The value as text.
        value: String,
    },
    /// Neither a text nor KLV2.
    #[error(
        "expected the numbers of `train scrabble`, which begin with `tiles,points`, or a KLV2 file"
    )]
    Unknown,
}

impl Leaves {
    /// Reads the content of a file: a text as by [`Leaves::to_csv`], or KLV2. The bytes tell which.
    ///
    /// # Errors
    /// What is wrong with the content.
    pub fn read(content: &[u8]) -> Result<Leaves, LeavesFileError> {
        if let Ok(text) = std::str::from_utf8(content)
            && !content.contains(&0)
        {
            let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
            let is_table = text.trim_start().starts_with(|first: char| first.is_ascii_graphic());
            return if is_table {
                Ok(Leaves::parse(&text)?)
            } else {
                Err(LeavesFileError::Unknown)
            };
        }
        read_klv2(content)
    }

    /// The content of a KLV2 file: the values of all leaves of up to six tiles of these. With the English tiles
    /// 914,624 leaves in 3.7 MB, in about a second.
    ///
    /// # Errors
    /// There are too many leaves for the format.
    pub fn to_klv2(&self, distribution: &Distribution) -> Result<Vec<u8>, KwgSizeError> {
        let mut leaves = Vec::new();
        add_leaves(distribution, &mut LeaveNumbers::new(), &mut leaves);
        let graph = write_word_graph(&leaves)?;
        let mut content = count_of(graph.len() / 4);
        content.extend(graph);
        content.extend(count_of(leaves.len()));
        for leave in &leaves {
            let value = self.value(&tiles_of(leave));
            content.extend((value.0 as f32 / 1000.0).to_le_bytes());
        }
        Ok(content)
    }
}

/// The tiles of a leave as KLV2 numbers them, in order.
type LeaveNumbers = ArrayVec<u8, MAX_LEAVE>;

/// Adds all leaves that begin with this one, but for itself, in order.
fn add_leaves(distribution: &Distribution, leave: &mut LeaveNumbers, all: &mut Vec<LeaveNumbers>) {
    let first = leave.last().copied().unwrap_or(0);
    let kinds = distribution.kinds().count();
    for number in usize::from(first)..kinds {
        let held = leave.iter().filter(|&&tile| usize::from(tile) == number).count();
        if leave.is_full() || held == distribution.count(tile_of(number as u8)) {
            continue;
        }
        leave.push(number as u8);
        all.push(leave.clone());
        add_leaves(distribution, leave, all);
        leave.pop();
    }
}

fn count_of(items: usize) -> Vec<u8> {
    (items as u32).to_le_bytes().to_vec()
}

fn read_klv2(content: &[u8]) -> Result<Leaves, LeavesFileError> {
    let (nodes, rest) = content.split_first_chunk::<4>().ok_or(LeavesFileError::Unknown)?;
    let nodes = u32::from_le_bytes(*nodes);
    let found = content.len();
    let short = |values| LeavesFileError::Size { nodes, values, found };
    let graph = usize::try_from(nodes).ok().and_then(|nodes| nodes.checked_mul(4));
    let (graph, rest) = graph.and_then(|len| rest.split_at_checked(len)).ok_or_else(|| short(0))?;
    let (count, values) = rest.split_first_chunk::<4>().ok_or_else(|| short(0))?;
    let count = u32::from_le_bytes(*count);
    if values.len() as u64 != 4 * u64::from(count) {
        return Err(short(count));
    }
    let graph = WordGraph::read(graph, 0..=MAX_TABLE_LETTERS as u8, MAX_LEAVE)?;
    if graph.words() != u64::from(count) {
        return Err(LeavesFileError::Count { leaves: graph.words(), values: count });
    }
    let values: Vec<Equity> =
        values.as_chunks::<4>().0.iter().enumerate().map(value).collect::<Result<_, _>>()?;
    let mut letters = 0;
    graph.for_each(|word| {
        letters = word.iter().fold(letters, |most, &tile| most.max(tile.into()));
    });
    let mut table = LeaveTable::new(letters.max(USUAL_LETTERS));
    let mut values = values.into_iter();
    graph.for_each(|word| {
        table.set(&tiles_of(word), values.next().unwrap_or(Equity::ZERO));
    });
    Ok(Leaves::from_table(table, letters))
}

fn value((index, bytes): (usize, &[u8; 4])) -> Result<Equity, LeavesFileError> {
    let points = f32::from_le_bytes(*bytes);
    if !points.is_finite() || points.abs() > MAX_POINTS {
        return Err(LeavesFileError::Value { index, value: points.to_string() });
    }
    Ok(Equity((f64::from(points) * 1000.0).round() as i32))
}

/// The tiles of a leave in order, blanks last.
fn tiles_of(numbers: &[u8]) -> ArrayVec<Tile, MAX_LEAVE> {
    let mut tiles: ArrayVec<Tile, MAX_LEAVE> =
        numbers.iter().map(|&number| tile_of(number)).collect();
    tiles.sort_unstable();
    tiles
}

fn tile_of(number: u8) -> Tile {
    usize::from(number).checked_sub(1).map_or(Tile::BLANK, Tile::letter)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::board::{Distribution, Rack, Tile};
    use crate::plays::{Equity, Leaves};

    const END: u32 = 1 << 23;
    const LAST: u32 = 1 << 22;

    /// The leaves ?, ?A, A, AS, S.
    fn nodes() -> Vec<u32> {
        vec![
            LAST | 1,
            END | 4,
            1 << 24 | END | 5,
            19 << 24 | END | LAST,
            1 << 24 | END | LAST,
            19 << 24 | END | LAST,
        ]
    }

    fn klv2(nodes: &[u32], values: &[f32]) -> Vec<u8> {
        let mut bytes = (nodes.len() as u32).to_le_bytes().to_vec();
        bytes.extend(nodes.iter().flat_map(|node| node.to_le_bytes()));
        bytes.extend((values.len() as u32).to_le_bytes());
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    const VALUES: [f32; 5] = [25.5, 27.0, 0.5, 9.25, 7.0];

    fn value(leaves: &Leaves, text: &str) -> Equity {
        leaves.value(&text.parse::<Rack>().unwrap().iter().collect::<Vec<Tile>>())
    }

    #[test]
    fn a_klv2_file_is_read() {
        let leaves = Leaves::read(&klv2(&nodes(), &VALUES)).unwrap();
        for (leave, worth) in [("?", 25_500), ("?A", 27_000), ("A", 500), ("AS", 9250), ("S", 7000)]
        {
            assert_eq!(value(&leaves, leave), Equity(worth), "{leave}");
        }
        assert_eq!(value(&leaves, "Q"), Equity::ZERO);
        assert_eq!(value(&leaves, ""), Equity::ZERO);
    }

    #[test]
    fn a_klv2_file_has_all_leaves_of_the_tiles_in_order() {
        let few = Distribution::parse("?,?,1,0,0\nA,a,7,1,1\nB,b,6,3,0\n").unwrap();
        let worth =
            [0.25, -7.5, 24.0, 1.0, 2.0, 3.5].map(|points| Equity((points * 1000.0) as i32));
        let leaves = Leaves::from_parameters(few, &worth);
        let written = leaves.to_klv2(few).unwrap();
        assert_eq!(
            Leaves::read(&written).map(|read| value(&read, "?AAB")),
            Ok(value(&leaves, "?AAB"))
        );
        // as texts they have the same order: ? comes before A and B, and what begins a text before it
        let mut texts = BTreeSet::new();
        for code in 0..98 {
            let (blanks, a, b) = (code % 2, code / 2 % 7, code / 14);
            texts.insert("?".repeat(blanks) + &"A".repeat(a) + &"B".repeat(b));
        }
        texts.retain(|text| (1..=6).contains(&text.len()));
        assert_eq!(texts.len(), 48);
        let values: Vec<f32> =
            texts.iter().map(|text| value(&leaves, text).0 as f32 / 1000.0).collect();
        let tail: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        assert_eq!(written[written.len() - tail.len()..], tail);
    }

    #[test]
    fn the_numbers_of_training_are_read() {
        let text = Leaves::shipped().to_csv();
        assert_eq!(Leaves::read(text.as_bytes()).as_ref(), Ok(Leaves::shipped()));
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(Leaves::read(windows.as_bytes()).as_ref(), Ok(Leaves::shipped()));
    }

    #[test]
    fn damaged_files_are_refused() {
        let refused = |bytes: &[u8]| Leaves::read(bytes).unwrap_err().to_string();
        let whole = klv2(&nodes(), &VALUES);
        for cut in 0..whole.len() {
            refused(&whole[..cut]);
        }
        assert_eq!(
            refused(&[&whole[..], &[0]].concat()),
            "a KLV2 file with 6 nodes and 5 values has 52 bytes, and this has 53"
        );
        assert!(refused(&klv2(&nodes(), &VALUES[1..])).contains("5 leaves and 4 values"));
        assert!(
            refused(&klv2(&nodes(), &[f32::NAN; 5])).starts_with("value 0 is NaN: expected points")
        );
        assert!(
            refused(&klv2(&[LAST | 1, LAST | END | 1], &VALUES)).contains("node 1 is below itself")
        );
        assert!(refused(&klv2(&[LAST | 9, 0], &VALUES)).contains("node 0 refers to node 9"));
        let mut huge = whole.clone();
        huge[..4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(refused(&huge).contains("a KLV2 file with 4294967295 nodes"));
        assert!(refused(b"").contains("expected the numbers of `train scrabble`"));
        assert!(refused(b"leave,value\n").contains("expected tiles,points"));
    }
}
