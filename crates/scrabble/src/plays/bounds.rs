//! Upper bounds on the scores of plays: what the most valuable tiles of a rack could score on a span.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::board::line::Line;
use crate::board::spans::Span;
use crate::board::{RACK, Rack};

/// The scalar product.
#[inline]
pub(super) fn product(weights: &[i16; 8], values: &[i16; 8]) -> i32 {
    weights.iter().zip(values).map(|(&w, &v)| i32::from(w) * i32::from(v)).sum()
}

/// The highest score of tiles with these values, in descending order, on a span: the greatest values on the
/// squares with the greatest weights.
#[inline]
fn bound(span: &Span, values: &[i16; 8]) -> i32 {
    span.fixed + product(&span.weights, values)
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

/// [`bound`] tightened by cross-checks: a crossed square holds at most the most valuable tile that forms a
/// word across.
pub(super) fn tight_bound(
    span: &Span,
    line: &Line,
    factors: &[(i16, i16); 15],
    values: &RackValues,
) -> i32 {
    let crossed = span.covers & line.crossed();
    if crossed == 0 {
        return bound(span, &values.top);
    }
    let mut sum = span.fixed;
    let mut free: ArrayVec<i16, 8> = ArrayVec::new();
    let mut rest = span.covers;
    while rest != 0 {
        let offset = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let weight = line.weight(offset, factors[offset], span.word_factor);
        if crossed >> offset & 1 == 1 {
            sum += i32::from(weight) * i32::from(values.best_of(line.crossing(offset).letters));
        } else {
            free.push(weight);
        }
    }
    free.sort_unstable_by_key(|&weight| Reverse(weight));
    let free = free.iter().zip(&values.top).map(|(&w, &v)| i32::from(w) * i32::from(v));
    (sum + free.sum::<i32>()).min(bound(span, &values.top))
}
