//! Builds the two graphs of a KWG file: words in order are added to a minimal acyclic graph, in which equal
//! lists of siblings are one.
//!
//! Source: J. Daciuk, S. Mihov, B. Watson, R. Watson, "Incremental Construction of Minimal Acyclic Finite-State
//! Automata", Computational Linguistics 26 (2000); S. Gordon, "A Faster Scrabble Move Generation Algorithm",
//! Software: Practice and Experience 24 (1994).

use std::collections::HashMap;

use thiserror::Error;

use super::{ARC, ENDS_WORD, LAST};
use crate::index::FIRST_LETTER;
use crate::word_list::WordList;

/// The tile that separates the reversed start of a word from its rest in a GADDAG.
const SEPARATOR: u8 = 0;

/// A graph has more nodes than an index can name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the graphs of these words have {nodes} nodes, and the format has room for {}", ARC)]
pub struct KwgSizeError {
    nodes: usize,
}

/// The bytes of a KWG file with the words of a list and their GADDAG, both minimal; lists that both have in
/// common are written once. About 3 seconds for 270,000 words.
///
/// # Errors
/// The list is too large for the format.
pub fn write_kwg(words: &WordList) -> Result<Vec<u8>, KwgSizeError> {
    let mut nodes = Nodes::new(2);
    nodes.add_graph(0, words.iter().map(|word| word.bytes().map(number).collect::<Vec<u8>>()));
    nodes.add_graph(1, turned_words(words));
    nodes.into_bytes()
}

/// The bytes of a minimal word graph, as [`WordGraph::read`](super::WordGraph::read) takes them: node 0 points to
/// the words. These are tiles, each word greater than those before.
///
/// # Errors
/// There are too many words for the format.
pub fn write_word_graph(
    words: impl IntoIterator<Item = impl AsRef<[u8]>>,
) -> Result<Vec<u8>, KwgSizeError> {
    let mut nodes = Nodes::new(1);
    nodes.add_graph(0, words);
    nodes.into_bytes()
}

/// The tile of a letter: 1 for A.
fn number(letter: u8) -> u8 {
    letter - FIRST_LETTER + 1
}

/// Every word from every one of its letters: leftwards to its start, the separator, and the rest; without the
/// separator if there is no rest. In order.
fn turned_words(words: &WordList) -> Vec<Box<[u8]>> {
    let mut turned = Vec::new();
    for word in words.iter() {
        let tiles: Vec<u8> = word.bytes().map(number).collect();
        for start in 1..=tiles.len() {
            let mut one: Vec<u8> = tiles[..start].iter().rev().copied().collect();
            if start < tiles.len() {
                one.push(SEPARATOR);
                one.extend_from_slice(&tiles[start..]);
            }
            turned.push(one.into_boxed_slice());
        }
    }
    turned.sort_unstable();
    turned
}

/// Finished lists of siblings, each once.
struct Nodes {
    list: Vec<u32>,
    /// The first node of each list.
    places: HashMap<Box<[u32]>, u32>,
}

impl Nodes {
    /// Nodes that will point to so many graphs.
    fn new(graphs: usize) -> Nodes {
        Nodes { list: vec![0; graphs], places: HashMap::new() }
    }

    /// Adds words in order, to which this node points.
    fn add_graph(&mut self, root: usize, words: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        let mut graph = Graph::new(self);
        words.into_iter().for_each(|word| graph.add(word.as_ref()));
        let first = graph.finish();
        self.list[root] = LAST | first;
    }

    fn into_bytes(self) -> Result<Vec<u8>, KwgSizeError> {
        let nodes = self.list.len();
        if nodes > ARC as usize {
            return Err(KwgSizeError { nodes });
        }
        Ok(self.list.iter().flat_map(|node| node.to_le_bytes()).collect())
    }

    /// The place of a list of siblings, 0 for an empty one.
    fn place(&mut self, mut siblings: Vec<u32>) -> u32 {
        let Some(last) = siblings.last_mut() else { return 0 };
        *last |= LAST;
        let next = self.list.len() as u32;
        let place = *self.places.entry(siblings.into_boxed_slice()).or_insert_with_key(|new| {
            self.list.extend_from_slice(new);
            next
        });
        place & ARC
    }
}

/// A graph under construction.
struct Graph<'a> {
    nodes: &'a mut Nodes,
    /// The siblings on the path of the last word, by level; the last of each has no child yet.
    path: Vec<Vec<u32>>,
    last: Vec<u8>,
}

impl<'a> Graph<'a> {
    fn new(nodes: &'a mut Nodes) -> Graph<'a> {
        Graph { nodes, path: vec![Vec::new()], last: Vec::new() }
    }

    /// Adds a word that is greater than all before it.
    fn add(&mut self, word: &[u8]) {
        let common = word.iter().zip(&self.last).take_while(|(one, other)| one == other).count();
        self.close(common);
        for &tile in &word[common..] {
            if let Some(level) = self.path.last_mut() {
                level.push(u32::from(tile) << 24);
            }
            self.path.push(Vec::new());
        }
        if let Some(end) = self.path[word.len() - 1].last_mut() {
            *end |= ENDS_WORD;
        }
        self.last.clear();
        self.last.extend_from_slice(word);
    }

    /// Finishes the lists of siblings below this level.
    fn close(&mut self, level: usize) {
        while self.path.len() > level + 1 {
            let siblings = self.path.pop().unwrap_or_default();
            let place = self.nodes.place(siblings);
            if let Some(parent) = self.path.last_mut().and_then(|parents| parents.last_mut()) {
                *parent |= place;
            }
        }
    }

    /// The first node of the root's children.
    fn finish(mut self) -> u32 {
        self.close(0);
        let root = self.path.pop().unwrap_or_default();
        self.nodes.place(root)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::btree_set;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::super::{ENDS_WORD, LAST, WordGraph, words_of_kwg};
    use super::write_kwg;
    use crate::WordList;

    fn written(words: &str) -> Vec<u8> {
        write_kwg(&WordList::parse(words.as_bytes(), "test").unwrap().words).unwrap()
    }

    fn nodes(bytes: &[u8]) -> Vec<u32> {
        bytes.as_chunks::<4>().0.iter().map(|node| u32::from_le_bytes(*node)).collect()
    }

    #[test]
    fn a_small_file_has_the_expected_nodes() {
        let letter = |letter: char| (letter as u32 - 'A' as u32 + 1) << 24;
        // DAWG: T after A; then A. GADDAG: @T after A (TA is A after T), then A and T
        let expected = [
            LAST | 3,
            LAST | 6,
            letter('T') | ENDS_WORD | LAST,
            letter('A') | LAST | 2,
            LAST | 2,
            letter('A') | ENDS_WORD | LAST,
            letter('A') | 4,
            letter('T') | LAST | 5,
        ];
        assert_eq!(nodes(&written("AT")), expected);
    }

    /// The strings of the GADDAG.
    fn gaddag(bytes: &[u8]) -> BTreeSet<String> {
        let mut turned = bytes.to_vec();
        let (words, rest) = turned.split_at_mut(4);
        words.copy_from_slice(&rest[..4]);
        let graph = WordGraph::read(&turned, 0..=26, 64).unwrap();
        let mut all = BTreeSet::new();
        graph.for_each(|word| {
            all.insert(word.iter().map(|&tile| char::from(b'@' + tile)).collect());
        });
        assert_eq!(graph.words() as usize, all.len());
        all
    }

    #[test]
    fn the_gaddag_has_each_word_from_each_of_its_letters() {
        let expected = ["C@ARE", "AC@RE", "RAC@E", "ERAC"].map(str::to_owned);
        assert_eq!(gaddag(&written("CARE")), BTreeSet::from(expected));
    }

    proptest! {
        #[test]
        fn words_read_back_and_no_list_is_there_twice(words in btree_set("[A-C]{1,6}", 1..40)) {
            let text: String = words.iter().map(|word| format!("{word}\n")).collect();
            let bytes = written(&text);
            prop_assert_eq!(words_of_kwg(&bytes, 26).unwrap(), text);
            prop_assert_eq!(gaddag(&bytes).len(), words.iter().map(String::len).sum::<usize>());
            let mut lists = BTreeSet::new();
            for list in nodes(&bytes)[2..].split_inclusive(|node| node & LAST != 0) {
                prop_assert!(lists.insert(list.to_vec()));
            }
        }
    }
}
