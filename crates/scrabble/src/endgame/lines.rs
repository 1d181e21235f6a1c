//! The plays along each line, cached for all positions with the same line and rack.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::board::Board;
use crate::board::line::mix;
use crate::board::line_id::LineId;
use crate::endgame::choice::{Choice, PlayList};
use crate::endgame::node::Digests;
use crate::endgame::tiles::{Packing, Tiles};
use crate::plays::{All, Generator, Points};
use lettergame_words::Lexicon;

/// The number of plays kept, 80 bytes each.
const MAX_PLAYS: usize = 1 << 19;

/// The number of lines with a rack kept.
const MAX_LINES: usize = 1 << 18;

/// Uses a number as its own hash.
#[derive(Clone, Copy, Debug, Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// The plays along lines. Those of one search only: plays are packed by its racks.
#[derive(Debug, Default)]
pub(super) struct Lines {
    generator: Generator,
    found: All,
    plays: Vec<Choice>,
    /// Where the plays of a line with a rack are stored.
    places: HashMap<u64, (u32, u32), BuildHasherDefault<AsIs>>,
}

/// What plays are generated from.
pub(super) struct Lexical<'a> {
    pub(super) lexicon: &'a Lexicon,
    pub(super) board: &'a mut Board,
    pub(super) packing: &'a Packing,
}

impl Lines {
    pub(super) fn forget(&mut self) {
        self.plays.clear();
        self.places.clear();
    }

    /// Lists the plays with these tiles on a board whose lines have these digests. `before`: plays of a
    /// position of which these tiles are a part of the rack, and the lines that have changed since.
    pub(super) fn collect(
        &mut self,
        on: Lexical<'_>,
        digests: &Digests,
        tiles: Tiles,
        before: Option<(&PlayList, u64)>,
        to: &mut PlayList,
    ) {
        to.clear(on.board.side());
        for line in LineId::all(on.board.side()) {
            let same = before.filter(|(list, changed)| (changed | list.missing) & line.bit() == 0);
            if let Some((list, _)) = same {
                to.add_line(line, list.of_line(line), tiles);
            } else if let Some(&(from, end)) = self.places.get(&key(digests, line, tiles)) {
                to.add_line(line, &self.plays[from as usize..end as usize], tiles);
            }
        }
        if to.missing != 0 {
            self.generate(on, digests, tiles, to);
        }
    }

    /// Generates the plays along the lines that are missing, lists and caches them.
    fn generate(&mut self, on: Lexical<'_>, digests: &Digests, tiles: Tiles, to: &mut PlayList) {
        if self.plays.len() > MAX_PLAYS || self.places.len() > MAX_LINES {
            self.forget();
        }
        let missing = to.missing;
        on.board.refresh(missing);
        let Lines { generator, found, plays, places } = self;
        found.0.clear();
        let rack = on.packing.rack(tiles);
        generator.search_lines(on.lexicon, on.board, missing, &rack, &Points, found);
        let mut from = plays.len();
        plays.extend(found.0.iter().map(|ranked| Choice::new(on.packing, ranked)));
        plays[from..].sort_unstable_by_key(|choice| choice.line);
        for line in LineId::all(on.board.side()).filter(|line| missing & line.bit() != 0) {
            let here =
                plays[from..].iter().take_while(|choice| usize::from(choice.line) == line.number());
            let end = from + here.count();
            places.insert(key(digests, line, tiles), (from as u32, end as u32));
            to.add_line(line, &plays[from..end], tiles);
            from = end;
        }
        to.missing = 0;
    }
}

fn key(digests: &Digests, line: LineId, tiles: Tiles) -> u64 {
    mix(digests[line.number()], tiles.0)
}
