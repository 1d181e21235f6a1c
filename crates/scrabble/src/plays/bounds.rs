//! Upper bounds on the scores of plays: what the most valuable tiles of a rack could score on a span.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::board::line::Line;
use crate::board::spans::{Span, insert_falling, limit};
use crate::board::{RACK, Rack, SIDE, offsets};

/// The scalar product.
#[inline]
pub(super) fn product(weights: &[i16; 8], values: &[i16; 8]) -> i32 {
    weights.iter().zip(values).map(|(&w, &v)| i32::from(w) * i32::from(v)).sum()
}

/// The values of the tiles of a rack.
pub(super) struct RackValues {
    /// In descending order, padded with 0.
    pub(super) top: [i16; 8],
    /// The kinds of letters by descending value, each as a mask.
    letters: ArrayVec<(u32, i16), RACK>,
    /// See [`insert_falling`].
    limit: i16,
}

impl RackValues {
    pub(super) fn new(rack: &Rack) -> RackValues {
        let kinds = rack.kinds().filter_map(|(tile, _)| tile.letter().map(|letter| (tile, letter)));
        let mut letters: ArrayVec<(u32, i16), RACK> = kinds
            .take(RACK)
            .map(|(tile, letter)| (1 << letter.index(), tile.value() as i16))
            .collect();
        letters.sort_unstable_by_key(|&(_, value)| Reverse(value));
        RackValues { top: rack.top_values(), letters, limit: limit() }
    }

    /// The greatest value of a tile among these letters; a blank is worth nothing.
    #[inline]
    fn best_of(&self, mask: u32) -> i16 {
        let mut fitting = self.letters.iter().filter(|(letter, _)| letter & mask != 0);
        fitting.next().map_or(0, |&(_, value)| value)
    }
}

/// The highest score of tiles with these values on a span: of two bounds, the lower. One puts the greatest
/// values on the squares with the greatest weights; the other does so on squares without a cross-check only,
/// and on each other square puts the most valuable tile that forms a word across.
#[inline]
pub(super) fn span_bound(
    span: &Span,
    line: &Line,
    factors: &[(i16, i16); SIDE],
    values: &RackValues,
) -> i32 {
    let freely = product(&span.weights, &values.top);
    let crossed = span.covers & line.crossed();
    if crossed == 0 {
        return span.fixed + freely;
    }
    let weight = |offset: usize| line.weight(offset, factors[offset], span.word_factor);
    let (mut checked, mut free) = (0, [0; 8]);
    for offset in offsets(crossed) {
        let value = values.best_of(line.crossing(offset).letters);
        checked += i32::from(weight(offset)) * i32::from(value);
    }
    if checked >= freely {
        return span.fixed + freely;
    }
    for offset in offsets(span.covers & !crossed) {
        insert_falling(&mut free, weight(offset), values.limit);
    }
    span.fixed + freely.min(checked + product(&free, &values.top))
}
