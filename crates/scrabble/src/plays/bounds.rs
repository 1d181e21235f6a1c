//! Upper bounds on the scores of plays: what the most valuable tiles of a rack could score on a span.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::board::line::Line;
use crate::board::spans::{Span, raise};
use crate::board::{RACK, Rack, SIDE, offsets};

/// The scalar product. Not inlined, and so compiled to a few vector operations.
#[inline(never)]
pub(super) fn product(weights: &[i16; 8], values: &[i16; 8]) -> i32 {
    weights.iter().zip(values).map(|(&w, &v)| i32::from(w) * i32::from(v)).sum()
}

/// The values of the tiles of a rack.
pub(super) struct RackValues {
    /// In descending order, padded with 0.
    pub(super) top: [i16; 8],
    /// The kinds of letters by descending value, each as a mask.
    letters: ArrayVec<(u32, i16), RACK>,
}

impl RackValues {
    pub(super) fn new(rack: &Rack) -> RackValues {
        let kinds = rack.kinds().filter_map(|(tile, _)| tile.letter().map(|letter| (tile, letter)));
        let mut letters: ArrayVec<(u32, i16), RACK> = kinds
            .take(RACK)
            .map(|(tile, letter)| (1 << letter.index(), tile.value() as i16))
            .collect();
        letters.sort_unstable_by_key(|&(_, value)| Reverse(value));
        RackValues { top: rack.top_values(), letters }
    }

    /// The greatest value of a tile among these letters; a blank is worth nothing.
    #[inline]
    fn best_of(&self, mask: u32) -> i16 {
        let mut fitting = self.letters.iter().filter(|(letter, _)| letter & mask != 0);
        fitting.next().map_or(0, |&(_, value)| value)
    }
}

/// An upper bound on the scores of tiles on one span, or on any of several: of two bounds, the lower. Both put
/// the greatest values on the squares with the greatest weights; one does so on all squares, the other on
/// those without tiles across, after the most valuable tiles of the rack that form words across.
#[derive(Clone, Copy)]
pub(super) struct ScoreBound {
    weights: [i16; 8],
    /// The points that do not depend on the new tiles.
    fixed: i32,
    free: [i16; 8],
    /// The fixed points, and those of the best tiles on squares with tiles across.
    checked: i32,
}

impl ScoreBound {
    /// Lower than any other.
    pub(super) const NONE: ScoreBound = ScoreBound {
        weights: [0; 8],
        fixed: i32::MIN / 1000,
        free: [0; 8],
        checked: i32::MIN / 1000,
    };

    /// The bound for a span of this line with tiles of this rack.
    #[inline]
    pub(super) fn of(
        span: &Span,
        line: &Line,
        factors: &[(i16, i16); SIDE],
        values: &RackValues,
    ) -> ScoreBound {
        let &Span { weights, free, fixed, word_factor, .. } = span;
        let mut checked = fixed;
        for offset in offsets(span.covers & line.crossed()) {
            let weight = line.weight(offset, factors[offset], word_factor);
            let value = values.best_of(line.crossing(offset).letters);
            checked += i32::from(weight) * i32::from(value);
        }
        ScoreBound { weights, fixed, free, checked }
    }

    /// Makes it hold for the spans of another bound, too.
    #[inline]
    pub(super) fn raise(&mut self, other: &ScoreBound) {
        raise(&mut self.weights, &other.weights);
        raise(&mut self.free, &other.free);
        self.fixed = self.fixed.max(other.fixed);
        self.checked = self.checked.max(other.checked);
    }

    /// The bound for tiles with these values, in descending order.
    #[inline]
    pub(super) fn of_values(&self, values: &[i16; 8]) -> i32 {
        let freely = self.fixed + product(&self.weights, values);
        freely.min(self.checked + product(&self.free, values))
    }

    /// The weights and the constant of that of the two bounds which is lower for these values.
    #[inline]
    pub(super) fn lower(&self, values: &[i16; 8]) -> (&[i16; 8], i32) {
        let freely = self.fixed + product(&self.weights, values);
        if self.checked + product(&self.free, values) < freely {
            (&self.free, self.checked)
        } else {
            (&self.weights, self.fixed)
        }
    }
}
