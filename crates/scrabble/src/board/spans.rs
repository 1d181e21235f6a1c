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
}

/// The spans with the same tiles of the line and the same number of new ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The key of the joined letters.
    pub(crate) key: Key,
    /// The number of new tiles, 1 to 7.
    pub(crate) tiles: u8,
    /// The number of tiles of the line in the word; 0 for a parallel play.
    pub(crate) joined: u8,
    /// The squares that all its spans cover.
    pub(crate) covers: u16,
    /// The element-wise maximum of the weights of its spans.
    pub(crate) weights: [i16; 8],
    /// The maximum of the points that do not depend on the new tiles.
    pub(crate) fixed: i32,
    /// Index of its first span.
    from: u16,
    /// Index after its last span.
    end: u16,
}

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
    pub(crate) fn of(&self, frame: &Frame) -> &[Span] {
        &self.spans[usize::from(frame.from)..usize::from(frame.end)]
    }

    /// Removes everything but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.spans.clear();
    }

    /// The number of spans.
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Adds a span to the frame that is closed next.
    pub(super) fn push(&mut self, span: Span) {
        self.spans.push(span);
    }

    /// Closes a frame of the spans from `from` on, if there are any.
    pub(super) fn close_frame(&mut self, key: Key, tiles: usize, joined: u8, from: usize) {
        let end = self.spans.len();
        if end == from {
            return;
        }
        let (mut covers, mut weights, mut fixed) = (!0, [0; 8], i32::MIN);
        for span in &self.spans[from..] {
            covers &= span.covers;
            fixed = fixed.max(span.fixed);
            raise(&mut weights, &span.weights);
        }
        let (from, end, tiles) = (from as u16, end as u16, tiles as u8);
        self.frames.push(Frame { key, tiles, joined, covers, weights, fixed, from, end });
    }
}

/// Replaces numbers by the element-wise maximum with others.
#[inline]
pub(crate) fn raise(numbers: &mut [i16; 8], others: &[i16; 8]) {
    numbers.iter_mut().zip(others).for_each(|(number, &other)| *number = (*number).max(other));
}
