//! The plays along each line, cached for all positions with the same line and rack.

use crate::board::line::mix;
use crate::board::line_id::{LINES, LineId};
use crate::board::{Board, Play, Rack};
use crate::endgame::node::{Digests, Node, placed_key, rack_key};
use crate::endgame::table::KeyMap;
use crate::plays::{All, Best, Collect, Equity, Generator, LeaveValue, Points, Ranked};
use lettergame_core::lexicon::Lexicon;

/// The number of plays kept, 32 bytes each.
const MOST: usize = 1 << 20;

/// A play with the values that the search needs repeatedly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) play: Play,
    pub(super) score: i16,
    /// The sum of its tile values.
    pub(super) worth: i16,
    /// A hash of its new tiles.
    pub(super) key: u64,
}

impl Choice {
    pub(super) fn new(play: Play, score: i32) -> Choice {
        let worth = play.tiles().points() as i16;
        Choice { play, score: score as i16, worth, key: placed_key(&play) }
    }
}

/// The plays along lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    generator: Generator,
    found: All,
    plays: Vec<Choice>,
    /// Where the plays of a line with a rack are stored.
    places: KeyMap<(u32, u32)>,
}

impl Lines {
    /// Empties the cache if it has grown too large.
    pub(super) fn trim(&mut self) {
        if self.plays.len() > MOST {
            self.forget();
        }
    }

    pub(super) fn forget(&mut self) {
        self.plays.clear();
        self.places.clear();
    }

    /// All plays on this board, whose lines have these digests, with this rack, in no particular order.
    pub(super) fn collect(
        &mut self,
        lexicon: &Lexicon,
        board: &mut Board,
        digests: &Digests,
        rack: &Rack,
        to: &mut Vec<Choice>,
    ) {
        self.trim();
        to.clear();
        let rack_key = rack_key(rack);
        let mut missing = 0;
        for (line, &digest) in digests.iter().enumerate() {
            match self.places.get(&mix(digest, rack_key)) {
                Some(&(from, end)) => {
                    to.extend_from_slice(&self.plays[from as usize..end as usize])
                }
                None => missing |= 1 << line,
            }
        }
        if missing != 0 {
            let from = self.plays.len();
            self.find(lexicon, board, missing, rack);
            self.keep(digests, rack_key, missing);
            to.extend_from_slice(&self.plays[from..]);
        }
    }

    /// The best play by the greedy valuation when the other player holds tiles worth these points: cached
    /// plays where available; along the other lines only plays that may be better.
    pub(super) fn greediest(
        &mut self,
        lexicon: &Lexicon,
        board: &mut Board,
        digests: &Digests,
        node: &Node,
    ) -> Option<Choice> {
        let (own, other) = (node.own.points(), node.other.points());
        let rack_key = rack_key(&node.own);
        let mut missing = 0;
        let mut best = Best::default();
        for (line, &digest) in digests.iter().enumerate() {
            let Some(&(from, end)) = self.places.get(&mix(digest, rack_key)) else {
                missing |= 1 << line;
                continue;
            };
            for choice in &self.plays[from as usize..end as usize] {
                let equity = Equity::points(greedy(choice, node, own, other));
                if equity >= best.floor() {
                    let score = i32::from(choice.score);
                    let leave = equity - Equity::points(score);
                    let ranked = Ranked { play: choice.play, score, leave, equity };
                    if best.0.is_none_or(|best| ranked < best) {
                        best.0 = Some(ranked);
                    }
                }
            }
        }
        board.refresh(missing);
        let value = LeaveValue::BagEmpty { other };
        self.generator.search_lines(lexicon, board, missing, &node.own, &value, &mut best);
        best.0.map(|best| Choice::new(best.play, best.score))
    }

    fn find(&mut self, lexicon: &Lexicon, board: &mut Board, lines: u32, rack: &Rack) {
        board.refresh(lines);
        self.found.0.clear();
        let Lines { generator, found, .. } = self;
        generator.search_lines(lexicon, board, lines, rack, &Points, found);
    }

    /// Caches the plays found along these lines.
    fn keep(&mut self, digests: &Digests, rack_key: u64, lines: u32) {
        let line = |play: &Play| LineId::through(play.place().square, play.place().direction);
        let found = &mut self.found.0;
        found.sort_unstable_by_key(|ranked| line(&ranked.play).index());
        let mut rest = found.iter().peekable();
        for id in (0..LINES).filter(|id| lines >> id & 1 == 1) {
            let from = self.plays.len() as u32;
            while let Some(next) = rest.next_if(|next| line(&next.play).index() == id) {
                self.plays.push(Choice::new(next.play, next.score));
            }
            let end = self.plays.len() as u32;
            self.places.insert(mix(digests[id], rack_key), (from, end));
        }
    }
}

/// Score plus leave, as in `LeaveValue::BagEmpty`.
pub(super) fn greedy(choice: &Choice, node: &Node, own: i32, other: i32) -> i32 {
    let score = i32::from(choice.score);
    if goes_out(choice, node) {
        return score + 2 * other;
    }
    score - 10 - 2 * (own - i32::from(choice.worth))
}

pub(super) fn goes_out(choice: &Choice, node: &Node) -> bool {
    choice.play.count() == node.own.len()
}
