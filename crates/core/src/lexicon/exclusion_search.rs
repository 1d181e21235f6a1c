//! The best class for a rack of any size, by exclusion: a class cannot be made if it needs more of
//! some letter than the rack has. Each letter has a bitmap of the classes for which this is the
//! case; the classes in none of them can be made, and the first such class in rank order is the
//! answer. Nothing is probabilistic, so nothing has to be verified.

use super::counts::LetterCounts;
use super::index::MAX_WORD_LEN;
use super::letter::Letter;
use super::thresholds::{LENGTH, LINE, Line, Thresholds};

/// The number of properties that can exclude a class: 26 letters and the length.
const PROPERTIES: usize = LENGTH + 1;

/// Number of rows combined between two checks whether any class is left.
const ROWS_A_LOOK: usize = 3;

/// Words of a set of rows: enough for each property and each count up to the longest word.
const ROW_WORDS: usize = (PROPERTIES * MAX_WORD_LEN).div_ceil(64);

/// The letter requirements of classes, by rank.
#[derive(Clone, Debug)]
pub(super) struct ExclusionSearch {
    needs: Thresholds,
    classes: usize,
    /// The rows, largest first.
    order: Vec<u16>,
    /// The position of each row in that order.
    places: Vec<u16>,
}

impl ExclusionSearch {
    /// From one word of each class, by rank.
    pub(super) fn new<'a>(
        words: impl ExactSizeIterator<Item = &'a str> + Clone,
    ) -> ExclusionSearch {
        let classes = words.len();
        let needs = Thresholds::new(words);
        let mut order: Vec<u16> = (0..needs.rows() as u16).collect();
        order.sort_by_key(|&row| std::cmp::Reverse(needs.size(row.into())));
        let mut places = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&row, place)| places[usize::from(row)] = place);
        ExclusionSearch { needs, classes, order, places }
    }

    /// The smallest rank that can be made from the rack.
    pub(super) fn best_rank(&self, rack: &LetterCounts) -> Option<u32> {
        let mut rows: [&[Line]; PROPERTIES] = [&[]; PROPERTIES];
        let used = self.excluding_rows(rack, &mut rows);
        let rows = &rows[..used];
        let rank = (0..self.needs.lines()).find_map(|line| first_left(rows, line))?;
        (rank < self.classes).then_some(rank as u32)
    }

    /// The bitmaps of what the rack has too few of, largest first; returns their number.
    fn excluding_rows<'a>(
        &'a self,
        rack: &LetterCounts,
        rows: &mut [&'a [Line]; PROPERTIES],
    ) -> usize {
        let chosen = self.places_of_excluding_rows(rack);
        let mut used = 0;
        for (index, mut bits) in chosen.into_iter().enumerate().take(self.order.len().div_ceil(64))
        {
            while bits != 0 {
                let row = self.order[index * 64 + bits.trailing_zeros() as usize];
                rows[used] = self.needs.lines_of(row.into());
                used += 1;
                bits &= bits - 1;
            }
        }
        used
    }

    /// The same rows as a bit set of positions, which sorts them.
    fn places_of_excluding_rows(&self, rack: &LetterCounts) -> [u64; ROW_WORDS] {
        let mut chosen = [0_u64; ROW_WORDS];
        let mut choose = |property, held: usize| {
            if let Some(row) = self.needs.row(property, held + 1) {
                let place = usize::from(self.places[row]);
                chosen[place / 64] |= 1 << (place % 64);
            }
        };
        Letter::ALL
            .into_iter()
            .for_each(|letter| choose(letter.index(), rack.count(letter).into()));
        choose(LENGTH, rack.len());
        chosen
    }

    /// The most lines of classes that a search visits.
    pub(super) fn lines(&self) -> usize {
        self.needs.lines()
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.needs.bytes() + size_of_val(&*self.order) + size_of_val(&*self.places)
    }
}

/// The index, counted from the start of all lines, of the first class of this line that is in none
/// of the rows.
#[inline]
fn first_left(rows: &[&[Line]], line: usize) -> Option<usize> {
    let mut excluded = [0_u64; 8];
    for few in rows.chunks(ROWS_A_LOOK) {
        for row in few {
            excluded.iter_mut().zip(&row[line]).for_each(|(excluded, bits)| *excluded |= bits);
        }
        if excluded.iter().fold(u64::MAX, |all, bits| all & bits) == u64::MAX {
            return None;
        }
    }
    let word = excluded.iter().position(|&bits| bits != u64::MAX)?;
    Some(line * LINE + word * 64 + excluded[word].trailing_ones() as usize)
}

#[cfg(test)]
mod tests {
    use super::{ExclusionSearch, LetterCounts};

    #[test]
    fn the_first_class_that_lacks_nothing_is_found() {
        let search = ExclusionSearch::new(["STATE", "TEA", "AT", "A"].into_iter());
        let best = |rack: &str| search.best_rank(&rack.parse::<LetterCounts>().unwrap());
        assert_eq!(
            ["", "Q", "QA", "QTA", "ETAA", "STATES"].map(best),
            [None, None, Some(3), Some(2), Some(1), Some(0)]
        );
    }

    #[test]
    fn positions_after_the_last_class_are_never_returned() {
        let words = vec!["ZZ"; 700];
        let search = ExclusionSearch::new(words.iter().copied());
        assert_eq!(search.best_rank(&"Z".parse().unwrap()), None);
        let words: Vec<&str> = words.into_iter().chain(["Z"]).collect();
        let search = ExclusionSearch::new(words.into_iter());
        assert_eq!(search.best_rank(&"Z".parse().unwrap()), Some(700));
    }
}
