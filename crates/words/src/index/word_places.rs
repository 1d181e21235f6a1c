//! Where the words of a list start in its text: two bytes a word.

use super::MAX_WORD_LEN;
use super::numbers::Numbers;

/// The start of each word, in blocks of four, so that a start is found in one place of memory; behind the last word
/// the length of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WordPlaces {
    /// Of each block where its first word starts, in the low half, and in the bytes above where each of the four starts
    /// from there on.
    pub(crate) blocks: Numbers<u64>,
    /// Number of words.
    len: usize,
}

/// The words of a block.
const BLOCK: usize = 4;
const _: () = assert!((BLOCK - 1) * (MAX_WORD_LEN + 1) <= u8::MAX as usize);

/// Mask of where the first word of a block starts.
const FIRST: u64 = u32::MAX as u64;

impl WordPlaces {
    /// No words yet.
    pub(crate) fn new() -> WordPlaces {
        WordPlaces { blocks: Numbers::repeated(0, 1), len: 0 }
    }

    /// The places of these blocks in a text of this length; `None` if they are not for it.
    pub(crate) fn of_numbers(blocks: Numbers<u64>, text: usize) -> Option<WordPlaces> {
        let mut ends = blocks.len().checked_sub(1)? * BLOCK..blocks.len() * BLOCK;
        let mut places = WordPlaces { blocks, len: 0 };
        places.len = ends.find(|&end| places.start(end) == text)?;
        Some(places)
    }

    /// Adds the word that starts where the last one ended and ends before `end`, at most [`MAX_WORD_LEN`] + 1 bytes.
    /// `None` if the text has more than 4 GiB by then.
    pub(crate) fn push(&mut self, end: usize) -> Option<()> {
        let end = u64::from(u32::try_from(end).ok()?);
        self.len += 1;
        let (place, at) = (self.len / BLOCK, self.len % BLOCK);
        if at == 0 {
            self.blocks.push(end);
        } else {
            let block = self.blocks.get(place);
            let from_first = end - (block & FIRST);
            self.blocks.set(place, block | from_first << shift(at));
        }
        Some(())
    }

    /// Gives up the room for more words.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.blocks.shrink_to_fit();
    }

    /// Number of words.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Where the word at this place of the list starts; the end of the text if the place is the number of words.
    ///
    /// # Panics
    /// If the place is far beyond the end.
    #[inline]
    pub(crate) fn start(&self, place: usize) -> usize {
        let block = self.blocks.get(place / BLOCK);
        (block & FIRST) as usize + usize::from((block >> shift(place % BLOCK)) as u8)
    }

    /// The number of words whose start is before a point, if those that are come first. A binary search.
    pub(crate) fn partition_point(&self, is_before: impl Fn(usize) -> bool) -> usize {
        let (mut behind, mut blocks) = (0, self.len.div_ceil(BLOCK));
        while behind < blocks {
            let middle = behind + (blocks - behind) / 2;
            if is_before(self.start(middle * BLOCK)) {
                behind = middle + 1;
            } else {
                blocks = middle;
            }
        }
        let places = behind.saturating_sub(1) * BLOCK..self.len.min(behind * BLOCK);
        places.end - places.rev().take_while(|&place| !is_before(self.start(place))).count()
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.blocks.bytes()
    }
}

/// Where in a block the byte for a word is.
#[inline]
const fn shift(at: usize) -> usize {
    32 + 8 * at
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
            let mut places = WordPlaces::new();
            let mut starts = vec![0];
            for length in lengths {
                let end = starts.last().unwrap() + length + 1;
                starts.push(end);
                places.push(end).unwrap();
            }
            prop_assert_eq!((0..starts.len()).map(|place| places.start(place)).collect::<Vec<_>>(), starts.clone());
            let end = starts.pop().unwrap();
            let read = |text| WordPlaces::of_numbers(places.blocks.clone(), text);
            prop_assert_eq!(read(end), Some(places.clone()));
            prop_assert_eq!(read(end + 1), None);
            prop_assert_eq!(places.len(), starts.len());
            let before = starts.iter().filter(|&&start| start < point).count();
            prop_assert_eq!(places.partition_point(|start| start < point), before);
        }
    }

    #[test]
    fn a_text_of_more_than_four_gibibytes_has_no_places() {
        let mut places = WordPlaces::new();
        assert_eq!(places.push(u32::MAX as usize), Some(()));
        assert_eq!(WordPlaces::new().push(u32::MAX as usize + 1), None);
    }

    #[test]
    fn a_word_takes_two_bytes() {
        let mut places = WordPlaces::new();
        (1..=4000).for_each(|word| places.push(word * 10).unwrap());
        assert_eq!(places.bytes(), 1001 * 8);
    }
}
