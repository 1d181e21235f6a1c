//! KWG: word graphs as the engines wolges, MAGPIE and macondo exchange them. A file is a sequence of 32-bit
//! little-endian nodes. A node has a tile (bits 24 to 31), whether a word ends with it (bit 23), whether it is
//! the last of its siblings (bit 22), and the first of its children (bits 0 to 21, 0 for none); siblings are
//! consecutive. Node 0 points to the words (a DAWG: tiles 1 to 26 are A to Z), node 1 to a GADDAG, in which
//! tile 0 separates the reversed start of a word from its rest. [`WordGraph`] reads such nodes, from files that
//! nobody has checked; [`write_kwg`] writes both graphs of a word list, and
//! [`write_word_graph`] one graph of other words.

mod building;

use std::ops::RangeInclusive;

use thiserror::Error;

pub use building::{KwgSizeError, write_kwg, write_word_graph};

use super::index::FIRST_LETTER;
use super::index::MAX_WORD_LEN;

const ENDS_WORD: u32 = 1 << 23;
const LAST: u32 = 1 << 22;
const ARC: u32 = LAST - 1;

/// The maximum total length of all words of a graph, a line break after each, in bytes.
const MAX_TEXT: u64 = 1 << 28;

/// Nodes of a word graph whose words were checked: no cycle, no index outside, bounded words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordGraph {
    nodes: Vec<u32>,
    root: usize,
    words: u64,
}

/// Why bytes are not a word graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WordGraphError {
    /// Not a whole number of nodes, or too few.
    #[error("a word graph has 4 bytes for each of its 2 or more nodes, and this has {0} bytes")]
    Size(usize),
    /// An index outside the file.
    #[error("node {node} refers to node {to}, and the file has {nodes} nodes")]
    Outside {
        /// The node.
        node: usize,
        /// The node it refers to, as its child or its sibling.
        to: usize,
        /// How many there are.
        nodes: usize,
    },
    /// A node that is below itself.
    #[error("node {0} is below itself: expected a graph without cycles")]
    Cycle(usize),
    /// A tile that is none of the alphabet.
    #[error("node {node} has tile {tile}: expected {} to {}", .expected.start(), .expected.end())]
    Tile {
        /// The node.
        node: usize,
        /// Its tile.
        tile: u8,
        /// The tiles in use.
        expected: RangeInclusive<u8>,
    },
    /// A word that is too long.
    #[error("a word has more than {0} letters")]
    TooLong(usize),
    /// More words than any list has.
    #[error("the words have more than {MAX_TEXT} bytes")]
    TooLarge,
    /// No word.
    #[error("the graph has no words")]
    Empty,
}

/// What is below a node, itself and its later siblings included.
#[derive(Clone, Copy, Default)]
struct Below {
    words: u64,
    /// The letters of these words.
    letters: u64,
    /// The longest of them.
    longest: usize,
}

/// A node on the path of a search, with what was done of it.
struct Open {
    node: usize,
    children: bool,
}

impl WordGraph {
    /// Reads nodes, checking what node 0 points to: every index, that there is no cycle, that all tiles are
    /// within `tiles`, and that words have at most `longest` letters. Linear in the number of nodes.
    ///
    /// # Errors
    /// The first fault of the graph.
    pub fn read(
        bytes: &[u8],
        tiles: RangeInclusive<u8>,
        longest: usize,
    ) -> Result<WordGraph, WordGraphError> {
        let (nodes, rest) = bytes.as_chunks::<4>();
        if nodes.len() < 2 || !rest.is_empty() {
            return Err(WordGraphError::Size(bytes.len()));
        }
        let nodes: Vec<u32> = nodes.iter().map(|node| u32::from_le_bytes(*node)).collect();
        let root = (nodes[0] & ARC) as usize;
        let mut graph = WordGraph { nodes, root, words: 0 };
        let all = graph.check(&tiles)?;
        if all.longest > longest {
            return Err(WordGraphError::TooLong(longest));
        }
        graph.words = all.words;
        match all.words {
            0 => Err(WordGraphError::Empty),
            words if all.letters.saturating_add(words) > MAX_TEXT => Err(WordGraphError::TooLarge),
            _ => Ok(graph),
        }
    }

    /// The number of words.
    #[must_use]
    pub fn words(&self) -> u64 {
        self.words
    }

    /// Calls `take` with the tiles of each word: a word before those that begin with it, siblings in order.
    pub fn for_each(&self, mut take: impl FnMut(&[u8])) {
        let mut word: Vec<u8> = Vec::new();
        // the next node of each level
        let mut path = vec![self.root];
        while let Some(&node) = path.last() {
            let value = self.nodes[node];
            word.push(tile(value));
            if value & ENDS_WORD != 0 {
                take(&word);
            }
            if value & ARC != 0 {
                path.push((value & ARC) as usize);
                continue;
            }
            self.advance(&mut path, &mut word);
        }
    }

    /// Goes to the next sibling, or to one of a level above.
    fn advance(&self, path: &mut Vec<usize>, word: &mut Vec<u8>) {
        while let Some(node) = path.last_mut() {
            word.pop();
            if self.nodes[*node] & LAST == 0 {
                *node += 1;
                return;
            }
            path.pop();
        }
    }

    /// Checks all nodes below the root.
    fn check(&self, tiles: &RangeInclusive<u8>) -> Result<Below, WordGraphError> {
        if self.root == 0 {
            return Err(WordGraphError::Empty);
        }
        self.inside(0, self.root)?;
        let mut done: Vec<Option<Below>> = vec![None; self.nodes.len()];
        let mut is_open = vec![false; self.nodes.len()];
        let mut open = vec![Open { node: self.root, children: false }];
        while let Some(top) = open.last_mut() {
            let node = top.node;
            if !top.children {
                self.check_tile(node, tiles)?;
                is_open[node] = true;
                top.children = true;
                for to in self.next_of(node) {
                    self.inside(node, to)?;
                    match done[to] {
                        None if is_open[to] => return Err(WordGraphError::Cycle(to)),
                        None => open.push(Open { node: to, children: false }),
                        Some(_) => {}
                    }
                }
                continue;
            }
            open.pop();
            if done[node].is_none() {
                done[node] = Some(self.sum(node, &done));
                is_open[node] = false;
            }
        }
        Ok(done[self.root].unwrap_or_default())
    }

    fn inside(&self, node: usize, to: usize) -> Result<(), WordGraphError> {
        let nodes = self.nodes.len();
        if to < nodes { Ok(()) } else { Err(WordGraphError::Outside { node, to, nodes }) }
    }

    fn check_tile(&self, node: usize, tiles: &RangeInclusive<u8>) -> Result<(), WordGraphError> {
        let tile = tile(self.nodes[node]);
        let error = || WordGraphError::Tile { node, tile, expected: tiles.clone() };
        if tiles.contains(&tile) { Ok(()) } else { Err(error()) }
    }

    /// The first child, and the next sibling.
    fn next_of(&self, node: usize) -> impl Iterator<Item = usize> + use<> {
        let value = self.nodes[node];
        let child = Some((value & ARC) as usize).filter(|&child| child != 0);
        let sibling = (value & LAST == 0).then_some(node + 1);
        child.into_iter().chain(sibling)
    }

    /// What is below a node whose children and siblings are done.
    fn sum(&self, node: usize, done: &[Option<Below>]) -> Below {
        let value = self.nodes[node];
        let size = |to: Option<usize>| to.and_then(|to| done[to]).unwrap_or_default();
        let child = size(Some((value & ARC) as usize).filter(|&child| child != 0));
        let sibling = size((value & LAST == 0).then_some(node + 1));
        let own = u64::from(value & ENDS_WORD != 0);
        let through = child.words.saturating_add(own);
        Below {
            words: through.saturating_add(sibling.words),
            letters: child.letters.saturating_add(through).saturating_add(sibling.letters),
            longest: (child.longest + 1).max(sibling.longest),
        }
    }
}

/// The tile of a node.
fn tile(value: u32) -> u8 {
    (value >> 24) as u8
}

/// The words of a KWG file in upper case, each followed by a line feed.
///
/// # Errors
/// The first fault of the file.
pub(super) fn words_of_kwg(bytes: &[u8], letters: usize) -> Result<String, WordGraphError> {
    let graph = WordGraph::read(bytes, 1..=letters as u8, MAX_WORD_LEN)?;
    let mut text = String::new();
    graph.for_each(|word| {
        text.extend(word.iter().map(|&tile| char::from(FIRST_LETTER - 1 + tile)));
        text.push('\n');
    });
    Ok(text)
}

/// Whether bytes are nodes and no text: tile 0 in node 0, which a text cannot have.
pub(super) fn is_kwg(bytes: &[u8]) -> bool {
    let is_utf_16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    bytes.get(3) == Some(&0) && !is_utf_16
}

#[cfg(test)]
mod tests {
    use super::{ENDS_WORD, LAST, WordGraph, WordGraphError, is_kwg};

    fn words_of_kwg(bytes: &[u8]) -> Result<String, WordGraphError> {
        super::words_of_kwg(bytes, 26)
    }

    fn node(letter: char, flags: u32, child: u32) -> u32 {
        (letter as u32 - 'A' as u32 + 1) << 24 | flags | child
    }

    fn bytes(nodes: &[u32]) -> Vec<u8> {
        nodes.iter().flat_map(|node| node.to_le_bytes()).collect()
    }

    /// AT, CAT and CATS, with AT's part shared.
    fn small() -> Vec<u32> {
        vec![
            LAST | 2,
            LAST,
            node('A', 0, 4),
            node('C', LAST, 5),
            node('T', ENDS_WORD | LAST, 0),
            node('A', LAST, 6),
            node('T', ENDS_WORD | LAST, 7),
            node('S', ENDS_WORD | LAST, 0),
        ]
    }

    #[test]
    fn words_are_read_from_nodes() {
        assert_eq!(words_of_kwg(&bytes(&small())).unwrap(), "AT\nCAT\nCATS\n");
        let graph = WordGraph::read(&bytes(&small()), 0..=26, 4).unwrap();
        let mut words = Vec::new();
        graph.for_each(|word| words.push(word.to_vec()));
        assert_eq!(words, [vec![1, 20], vec![3, 1, 20], vec![3, 1, 20, 19]]);
        assert_eq!(graph.words(), 3);
        assert!(is_kwg(&bytes(&small())) && !is_kwg(b"AA\nAB\n") && !is_kwg(b"A\n"));
    }

    #[test]
    fn every_fault_is_named() {
        let with = |place: usize, value: u32| {
            let mut nodes = small();
            nodes[place] = value;
            words_of_kwg(&bytes(&nodes)).unwrap_err()
        };
        let outside = |node, to| WordGraphError::Outside { node, to, nodes: 8 };
        assert_eq!(with(0, LAST | 8), outside(0, 8));
        assert_eq!(with(0, LAST), WordGraphError::Empty);
        assert_eq!(with(5, node('A', LAST, 99)), outside(5, 99));
        assert_eq!(with(7, node('S', ENDS_WORD, 0)), outside(7, 8));
        assert_eq!(with(6, node('T', LAST, 3)), WordGraphError::Cycle(3));
        assert_eq!(with(2, node('A', 0, 2)), WordGraphError::Cycle(2));
        let tile = |tile| WordGraphError::Tile { node: 4, tile, expected: 1..=26 };
        assert_eq!(with(4, 27 << 24 | ENDS_WORD | LAST), tile(27));
        assert_eq!(with(4, ENDS_WORD | LAST), tile(0));
        assert_eq!(words_of_kwg(&[0; 7]), Err(WordGraphError::Size(7)));
        assert_eq!(words_of_kwg(&[0; 4]), Err(WordGraphError::Size(4)));
        let long = WordGraph::read(&bytes(&small()), 1..=26, 3);
        assert_eq!(long, Err(WordGraphError::TooLong(3)));
    }

    #[test]
    fn a_graph_of_too_many_words_is_refused_before_they_are_listed() {
        // 40 levels of two letters each: more words than can be listed
        let mut nodes = vec![LAST | 2, LAST];
        for level in 0..40 {
            let child = if level == 39 { 0 } else { 2 * level + 4 };
            nodes.push(node('A', ENDS_WORD, child));
            nodes.push(node('B', ENDS_WORD | LAST, child));
        }
        assert_eq!(words_of_kwg(&bytes(&nodes)), Err(WordGraphError::TooLarge));
        // a long list of siblings is no recursion
        let mut nodes = vec![LAST | 2, LAST];
        nodes.extend(vec![node('A', ENDS_WORD, 0); 500_000]);
        let error = words_of_kwg(&bytes(&nodes)).unwrap_err();
        assert_eq!(error, WordGraphError::Outside { node: 500_001, to: 500_002, nodes: 500_002 });
    }
}
