//! Upper bounds on the scores of plays: what the most valuable tiles of a rack could score on a span.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::board::empties::{Counts, Empties};
use crate::board::line::Line;
use crate::board::{RACK, Rack, SIDE, offsets};

/// The letters of a rack.
pub(super) struct RackLetters {
    /// The kinds by descending value, each as a mask.
    kinds: ArrayVec<(u32, i16), RACK>,
    blank: bool,
}

impl RackLetters {
    pub(super) fn new(rack: &Rack) -> RackLetters {
        let kinds = rack.kinds().filter_map(|(tile, _)| tile.letter().map(|letter| (tile, letter)));
        let mut kinds: ArrayVec<(u32, i16), RACK> = kinds
            .take(RACK)
            .map(|(tile, letter)| (1 << letter.index(), tile.value() as i16))
            .collect();
        kinds.sort_unstable_by_key(|&(_, value)| Reverse(value));
        RackLetters { kinds, blank: rack.blanks() > 0 }
    }

    /// The greatest value of a tile that can be one of these letters, `None` if there is no such tile.
    #[inline]
    fn best_of(&self, letters: u32) -> Option<i32> {
        let mut fitting = self.kinds.iter().filter(|(letter, _)| letter & letters != 0);
        let blank = self.blank && letters != 0;
        fitting.next().map(|&(_, value)| i32::from(value)).or(blank.then_some(0))
    }
}

/// What the tiles of a rack can score along a line.
pub(super) struct LineBounds<'a> {
    pub(super) empties: &'a Empties,
    /// The empty squares on which some tile fits.
    pub(super) open: u32,
    /// For each empty square and the end of the line the sums over those before it.
    checked: [Checked; SIDE + 1],
}

/// Sums over squares with tiles across of what the most valuable tile counts that forms a word there.
#[derive(Clone, Copy, Default)]
struct Checked {
    /// In the main word, before its factor.
    along: i32,
    /// In the words across.
    across: i32,
}

impl<'a> LineBounds<'a> {
    pub(super) fn new(
        line: &'a Line,
        factors: &[(i16, i16); SIDE],
        rack: &RackLetters,
    ) -> LineBounds<'a> {
        let empties = line.empties();
        let (mut open, mut checked) = (empties.all(), [Checked::default(); SIDE + 1]);
        for index in offsets(empties.crossed) {
            let offset = empties.offset(index);
            let Some(best) = rack.best_of(line.crossing(offset).letters) else {
                open &= !(1 << index);
                continue;
            };
            let (letter, word) = factors[offset];
            let along = i32::from(letter) * best;
            checked[index + 1] = Checked { along, across: along * i32::from(word) };
        }
        if empties.crossed != 0 {
            for index in 0..SIDE {
                checked[index + 1].along += checked[index].along;
                checked[index + 1].across += checked[index].across;
            }
        }
        LineBounds { empties, open, checked }
    }

    /// The bound for the span of this many tiles from an empty square on. `bonus`: for the number of tiles.
    #[inline]
    pub(super) fn of(
        &self,
        first: usize,
        tiles: usize,
        word_factor: i16,
        bonus: i32,
    ) -> ScoreBound {
        let (sums, joined) = (self.empties.sums(first, tiles), self.empties.joined(first, tiles));
        let (upto, before) = (self.checked[first + tiles], self.checked[first]);
        let beside = sums.across + upto.across - before.across + bonus;
        let (word_factor, checked) = (i32::from(word_factor), upto.along - before.along);
        ScoreBound { word_factor, joined, counts: sums.counts, checked, beside }
    }
}

/// An upper bound on the scores of tiles on one span, or on any of several.
///
/// Of the main word it takes the lower of two bounds: the greatest tiles on the greatest letter factors; or
/// the same on squares without tiles across only, and on each other square the most valuable tile that forms
/// a word across. For the words across it takes that tile, too.
#[derive(Clone, Copy)]
pub(super) struct ScoreBound {
    word_factor: i32,
    /// The points of the joined tiles.
    joined: i32,
    counts: Counts,
    /// What new tiles on squares with tiles across count at most in the main word, before its factor.
    checked: i32,
    /// The most that is added to the main word: the words across and the bonus.
    beside: i32,
}

impl ScoreBound {
    /// The bound for tiles whose greatest 0, 1, ... 7 values have these sums.
    #[inline]
    pub(super) fn of_tops(&self, tops: &[i16; RACK + 1]) -> i32 {
        let (all, free) = self.counts.most(tops);
        self.word_factor * (self.joined + all.min(free + self.checked)) + self.beside
    }

    /// The bound for its spans and those of another.
    #[inline]
    pub(super) fn max(&self, other: &ScoreBound) -> ScoreBound {
        ScoreBound {
            word_factor: self.word_factor.max(other.word_factor),
            joined: self.joined.max(other.joined),
            counts: self.counts.max(other.counts),
            checked: self.checked.max(other.checked),
            beside: self.beside.max(other.beside),
        }
    }
}
