//! The words of a list by their number of letters.

use super::index::WordId;
use super::word_list::WordList;

/// The ids of all words, shorter words first, those of one length in alphabetical order. Takes four bytes a word.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    ids: Box<[WordId]>,
    /// For each length from 0 on, where its words start, then the end.
    starts: Vec<usize>,
}

impl Lengths {
    /// Sorts the words of a list. Linear in their number.
    pub(super) fn new(words: &WordList) -> Lengths {
        let len = |id: &WordId| words.letters(*id).len();
        let mut ids: Box<[WordId]> = words.ids().collect();
        ids.sort_by_key(len);
        let longest = ids.last().map_or(0, len);
        let starts = (0..longest + 2).map(|least| ids.partition_point(|id| len(id) < least));
        let starts = starts.collect();
        Lengths { ids, starts }
    }

    /// The words with this number of letters, in alphabetical order.
    pub(super) fn of(&self, len: usize) -> &[WordId] {
        match self.starts.get(len..len + 2) {
            Some(&[start, end]) => &self.ids[start..end],
            _ => &[],
        }
    }
}
