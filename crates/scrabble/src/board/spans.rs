//! Spans: where along a line tiles can be placed so that they and the tiles between and beside them form one
//! word that touches a tile on the board.
//!
//! Spans that join the same tiles of the line with the same number of new ones form a frame: the letters of a
//! word in any of them are those of the frame plus those of the new tiles, so the words are looked up once
//! per frame. A span that joins no tile of its line (a parallel play) is a frame of its own. Everything that
//! does not depend on the rack is kept here between moves.

use lettergame_core::lexicon::Key;

/// The squares covered by one play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The weight of a new tile's value on each covered square, in descending order, padded with 0.
    pub(crate) weights: [i16; 8],
    /// The same for the covered squares without tiles across.
    pub(crate) free: [i16; 8],
    /// The points that do not depend on the new tiles.
    pub(crate) fixed: i32,
    /// The covered squares, bit 0 for the first of the line.
    pub(crate) covers: u16,
    /// The factor of the main word.
    pub(crate) word_factor: i16,
    /// The first offset of the main word.
    pub(crate) start: u8,
    /// The length of the main word.
    pub(crate) len: u8,
    /// The span before it in its frame, [`NONE`] for the first.
    pub(super) before: u16,
}

/// The spans with the same tiles of the line and the same number of new ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The key of the joined letters.
    pub(crate) key: Key,
    /// The element-wise maximum of the weights of its spans.
    pub(crate) weights: [i16; 8],
    /// The maximum of the points that do not depend on the new tiles.
    pub(crate) fixed: i32,
    /// The squares that all its spans cover.
    pub(crate) covers: u16,
    /// The number of new tiles, 1 to 7.
    pub(crate) tiles: u8,
    /// Whether its spans join no tile of the line: a parallel play.
    pub(crate) alone: bool,
    /// Index of its last span.
    last: u16,
}

/// No span.
pub(super) const NONE: u16 = u16::MAX;

/// The frames of a line and their spans.
#[derive(Debug, Default)]
pub(crate) struct Spans {
    frames: Vec<Frame>,
    spans: Vec<Span>,
}

impl Clone for Spans {
    fn clone(&self) -> Spans {
        Spans { frames: self.frames.clone(), spans: self.spans.clone() }
    }

    fn clone_from(&mut self, other: &Spans) {
        self.frames.clone_from(&other.frames);
        self.spans.clone_from(&other.spans);
    }
}

impl Spans {
    /// All frames.
    #[inline]
    pub(crate) fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The spans of a frame.
    #[inline]
    pub(crate) fn of(&self, frame: &Frame) -> impl Iterator<Item = &Span> {
        let mut next = frame.last;
        std::iter::from_fn(move || {
            let span = self.spans.get(usize::from(next))?;
            next = span.before;
            Some(span)
        })
    }

    /// Removes everything but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.spans.clear();
    }

    /// Adds a span of this many tiles in a new frame whose joined letters have this key, `None` for a
    /// parallel play. Returns the index of the frame.
    #[inline]
    pub(super) fn open_frame(&mut self, span: Span, tiles: usize, key: Option<Key>) -> u16 {
        let Span { weights, fixed, covers, .. } = span;
        let (last, index) = (self.spans.len() as u16, self.frames.len() as u16);
        self.spans.push(span);
        let (alone, key, tiles) = (key.is_none(), key.unwrap_or(Key::EMPTY), tiles as u8);
        self.frames.push(Frame { key, weights, fixed, covers, tiles, alone, last });
        index
    }

    /// Adds a span to a frame.
    #[inline]
    pub(super) fn widen_frame(&mut self, index: u16, span: Span) {
        let frame = &mut self.frames[usize::from(index)];
        raise(&mut frame.weights, &span.weights);
        frame.fixed = frame.fixed.max(span.fixed);
        frame.covers &= span.covers;
        let before = std::mem::replace(&mut frame.last, self.spans.len() as u16);
        self.spans.push(Span { before, ..span });
    }
}

/// Replaces numbers by the element-wise maximum with others.
#[inline]
pub(crate) fn raise(numbers: &mut [i16; 8], others: &[i16; 8]) {
    numbers.iter_mut().zip(others).for_each(|(number, &other)| *number = (*number).max(other));
}

/// Inserts a value into values in descending order, of which the last is dropped; `limit` is no less than any
/// of them. Not inlined, and so compiled to a few vector operations, all eight places alike.
#[inline(never)]
pub(crate) fn insert_falling(values: &mut [i16; 8], value: i16, limit: i16) {
    let [first, second, third, fourth, fifth, sixth, seventh, _] = *values;
    let above = [limit, first, second, third, fourth, fifth, sixth, seventh];
    // each place keeps its value, or takes the new one, or that of the place above
    values.iter_mut().zip(above).for_each(|(place, above)| *place = above.min(value).max(*place));
}

/// A limit for [`insert_falling`]; the compiler shall not know it, for its sake.
#[inline]
pub(crate) fn limit() -> i16 {
    std::hint::black_box(i16::MAX)
}

#[cfg(test)]
mod tests {
    use super::{insert_falling, limit};

    #[test]
    fn values_stay_in_descending_order() {
        let mut values = [0; 8];
        for (value, expected) in [
            (4, [4, 0, 0, 0, 0, 0, 0, 0]),
            (1, [4, 1, 0, 0, 0, 0, 0, 0]),
            (9, [9, 4, 1, 0, 0, 0, 0, 0]),
            (4, [9, 4, 4, 1, 0, 0, 0, 0]),
        ] {
            insert_falling(&mut values, value, limit());
            assert_eq!(values, expected);
        }
    }
}
