//! Spans: where along a line tiles can be put so that they and the tiles between and beside them make
//! one word that touches what lies on the board.
//!
//! Spans that join the same tiles of the line with the same number of new ones form a frame: the
//! letters of a word in any of them are those of the frame and those of the new tiles, so the words
//! are looked up once a frame. A span that joins no tile of its line (a parallel play) is a frame of
//! its own. What does not depend on the rack is kept here between moves.

use lettergame_core::lexicon::Key;

/// The squares that one play may cover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// By how much the value of a new tile counts on each covered square, falling, 0 after the last.
    pub(crate) weights: [i16; 8],
    /// The points that do not depend on the new tiles.
    pub(crate) fixed: i32,
    /// The covered squares, bit 0 for the first of the line.
    pub(crate) covers: u16,
    /// The factor of the main word.
    pub(crate) word_factor: i16,
    /// The first offset of the main word.
    pub(crate) start: u8,
    /// The letters of the main word.
    pub(crate) len: u8,
}

/// The spans with the same tiles of the line and the same number of new ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The key of the letters that are there.
    pub(crate) key: Key,
    /// The new tiles, 1 to 7.
    pub(crate) tiles: u8,
    /// Tiles of the line that are part of the word; 0 for a parallel play.
    pub(crate) joined: u8,
    /// The squares that all its spans cover.
    pub(crate) covers: u16,
    /// The greatest weights of any of its spans, on each place.
    pub(crate) weights: [i16; 8],
    /// The most points that do not depend on the new tiles.
    pub(crate) fixed: i32,
    /// The first of its spans.
    from: u16,
    /// One beyond its last.
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

    /// Forgets all, the memory kept.
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.spans.clear();
    }

    /// How many spans there are.
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Adds a span, of the frame that is closed next.
    pub(super) fn push(&mut self, span: Span) {
        self.spans.push(span);
    }

    /// Makes a frame of the spans from `from` on, if there are any.
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

/// Raises numbers to others where those are greater.
#[inline]
pub(crate) fn raise(numbers: &mut [i16; 8], others: &[i16; 8]) {
    numbers.iter_mut().zip(others).for_each(|(number, &other)| *number = (*number).max(other));
}
