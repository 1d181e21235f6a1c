//! Where the words of a list start in its text: two bytes a word.

use super::word_list::MAX_WORD_LEN;

/// The start of each word, in blocks of four, so that a start is found in one place of memory; behind the last word
/// the length of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordPlaces {
    blocks: Vec<Block>,
    /// Number of words.
    len: usize,
}

/// Where four words start: the first one, and each from there on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    first: u32,
    from_first: [u8; BLOCK],
}

const BLOCK: usize = 4;
const _: () = assert!((BLOCK - 1) * (MAX_WORD_LEN + 1) <= u8::MAX as usize);

impl WordPlaces {
    /// No words yet, with room for so many.
    pub(super) fn with_capacity(words: usize) -> WordPlaces {
        let mut blocks = Vec::with_capacity(words / BLOCK + 1);
        blocks.push(Block { first: 0, from_first: [0; BLOCK] });
        WordPlaces { blocks, len: 0 }
    }

    /// Adds the word that starts where the last one ended and ends before `end`, at most [`MAX_WORD_LEN`] + 1 bytes.
    /// `None` if the text has more than 4 GiB by then.
    pub(super) fn push(&mut self, end: usize) -> Option<()> {
        self.len += 1;
        let end = u32::try_from(end).ok()?;
        match (self.len % BLOCK, self.blocks.last_mut()) {
            (0, _) | (_, None) => self.blocks.push(Block { first: end, from_first: [0; BLOCK] }),
            (at, Some(block)) => block.from_first[at] = (end - block.first) as u8,
        }
        Some(())
    }

    /// Gives up the room for more words.
    pub(super) fn shrink_to_fit(&mut self) {
        self.blocks.shrink_to_fit();
    }

    /// Number of words.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Where the word at this place of the list starts; the end of the text if the place is the number of words.
    ///
    /// # Panics
    /// If the place is far beyond the end.
    #[inline]
    pub(super) fn start(&self, place: usize) -> usize {
        let block = &self.blocks[place / BLOCK];
        block.first as usize + usize::from(block.from_first[place % BLOCK])
    }

    /// The number of words whose start is before a point, if those that are come first. A binary search.
    pub(super) fn partition_point(&self, is_before: impl Fn(usize) -> bool) -> usize {
        let blocks = &self.blocks[..self.len.div_ceil(BLOCK)];
        let behind = blocks.partition_point(|block| is_before(block.first as usize));
        let places = behind.saturating_sub(1) * BLOCK..self.len.min(behind * BLOCK);
        places.end - places.rev().take_while(|&place| !is_before(self.start(place))).count()
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.blocks)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::{MAX_WORD_LEN, WordPlaces};

    proptest! {
        #[test]
        fn places_are_the_starts_of_the_words(
            lengths in proptest::collection::vec(1..=MAX_WORD_LEN, 0..50), point in 0..3200_usize
        ) {
            let mut places = WordPlaces::with_capacity(0);
            let mut starts = vec![0];
            for length in lengths {
                let end = starts.last().unwrap() + length + 1;
                starts.push(end);
                places.push(end).unwrap();
            }
            prop_assert_eq!((0..starts.len()).map(|place| places.start(place)).collect::<Vec<_>>(), starts.clone());
            starts.pop();
            prop_assert_eq!(places.len(), starts.len());
            let before = starts.iter().filter(|&&start| start < point).count();
            prop_assert_eq!(places.partition_point(|start| start < point), before);
        }
    }

    #[test]
    fn a_text_of_more_than_four_gibibytes_has_no_places() {
        let mut places = WordPlaces::with_capacity(1);
        assert_eq!(places.push(u32::MAX as usize), Some(()));
        assert_eq!(WordPlaces::with_capacity(1).push(u32::MAX as usize + 1), None);
    }

    #[test]
    fn a_word_takes_two_bytes() {
        let mut places = WordPlaces::with_capacity(4000);
        (1..=4000).for_each(|word| places.push(word * 10).unwrap());
        assert_eq!(places.bytes(), 1001 * 8);
    }
}
