//! The search itself: principal variation search in a negamax.

use crate::board::Board;
use crate::endgame::choice::Choice;
use crate::endgame::last_tile::best_single;
use crate::endgame::memory::Memory;
use crate::endgame::node::{Node, Rules};
use crate::endgame::table::{Bound, Worth};
use crate::endgame::tiles::Packing;
use lettergame_words::Lexicon;

/// Less than any gain.
pub(super) const MIN: i32 = -30_000;

/// A budget below this is all for iterations of limited depth. Of a larger one, half is for the search to the
/// end.
const FEW: u32 = 100;

/// A search under way.
pub(super) struct Search<'a> {
    pub(super) memory: &'a mut Memory,
    pub(super) lexicon: &'a Lexicon,
    pub(super) board: &'a mut Board,
    pub(super) packing: Packing,
    pub(super) rules: Rules,
    /// The remaining number of positions that may be expanded.
    pub(super) left: u32,
    /// The part of them that must not be used yet.
    pub(super) reserve: u32,
    /// Whether the budget is so small that listing all plays does not pay.
    pub(super) tiny: bool,
    pub(super) iteration: u8,
    /// The number of plays searched per position.
    pub(super) width: usize,
}

/// An alpha-beta window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

/// The budget is used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent;

/// The best result so far while the plays of a position are searched.
struct Best {
    worth: Worth,
    key: u64,
    alpha: i32,
}

/// A position to be searched: where, and how deep in plies.
#[derive(Clone, Copy)]
pub(super) struct At<'n> {
    pub(super) node: &'n Node,
    pub(super) ply: usize,
    pub(super) depth: u8,
}

impl<'a> Search<'a> {
    /// A search that may expand `left` positions.
    pub(super) fn new(
        memory: &'a mut Memory,
        lexicon: &'a Lexicon,
        board: &'a mut Board,
        (packing, rules): (Packing, Rules),
        left: u32,
    ) -> Search<'a> {
        let (reserve, iteration, width, tiny) = (0, 0, 0, left < FEW);
        Search { memory, lexicon, board, packing, rules, left, reserve, tiny, iteration, width }
    }

    /// What the player to move gains.
    pub(super) fn worth(&mut self, at: At<'_>, window: Window) -> Result<Worth, Spent> {
        let key = at.node.key(self.rules, &self.packing);
        if at.depth == 0 {
            let worth = self.playout(at.node, at.ply)?;
            self.memory.table.put(key, worth, Bound::Exact, (0, 0), 0);
            return Ok(worth);
        }
        self.spend()?;
        let best = match at.node.own.len {
            1 => self.last_tile(at, window)?,
            _ => {
                self.expand(at.node, at.ply);
                self.best(at, key, window)?
            }
        };
        let bound = match best.worth.gain {
            gain if gain >= window.beta => Bound::AtLeast,
            gain if gain <= window.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.memory.table.put(key, best.worth, bound, (at.depth, self.iteration), best.key);
        Ok(best.worth)
    }

    /// The best of the plays and a pass.
    fn best(&mut self, at: At<'_>, key: u64, window: Window) -> Result<Best, Spent> {
        let At { node, ply, .. } = at;
        let first = self.memory.table.get(key).map_or(0, |known| known.best);
        let (out, count) = self.order(node, ply, first);
        let mut best = Best::new(window.alpha, count <= self.width);
        if let Some(out) = out {
            let worth = Worth { gain: node.going_out(&out), full: true };
            if best.take(worth, out.key, window.beta) {
                return Ok(best);
            }
        }
        self.threaten(node, ply);
        for place in 0..count.min(self.width) {
            let choice = self.choice(ply, place);
            let window = Window { alpha: best.alpha, ..window };
            let worth = self.try_play(at, &choice, window)?;
            if best.take(worth, choice.key, window.beta) {
                return Ok(best);
            }
        }
        let sure = self.is_sure(ply);
        let worth = self.pass(at, sure, Window { alpha: best.alpha, ..window })?;
        best.take(worth, 0, window.beta);
        Ok(best)
    }

    /// The best move of a player with a single tile: its best play, because nothing gains more than to go out
    /// if the opponent passes from now on; a pass if there is none.
    fn last_tile(&mut self, at: At<'_>, window: Window) -> Result<Best, Spent> {
        let tile = self.packing.rack(at.node.own.tiles).iter().next();
        let worth = match tile.and_then(|tile| best_single(self.board, tile)) {
            Some(score) => Worth { gain: score + 2 * at.node.other.points, full: true },
            None => {
                let side = self.board.side();
                self.memory.reach(at.ply)[at.ply].list.clear(side);
                self.pass(at, true, window)?
            }
        };
        Ok(Best { worth, key: 0, alpha: window.alpha })
    }

    /// The value of a play: it gets the full window only if it beats the best so far.
    pub(super) fn try_play(
        &mut self,
        at: At<'_>,
        choice: &Choice,
        window: Window,
    ) -> Result<Worth, Spent> {
        let Window { alpha, beta } = window;
        if alpha > MIN && alpha + 1 < beta {
            let worth = self.play(at, choice, Window { alpha, beta: alpha + 1 })?;
            if worth.gain <= alpha || worth.gain >= beta {
                return Ok(worth);
            }
        }
        self.play(at, choice, window)
    }

    /// The value of a play in a window.
    fn play(&mut self, at: At<'_>, choice: &Choice, window: Window) -> Result<Worth, Spent> {
        let At { node, ply, depth } = at;
        let score = i32::from(choice.score);
        if node.goes_out(choice) {
            return Ok(Worth { gain: node.going_out(choice), full: true });
        }
        let next = node.after(choice);
        if next.is_over(self.rules) {
            return Ok(Worth { gain: score - next.at_end(), full: true });
        }
        if let Some(gain) = self.refuted(ply, choice, score - 2 * next.other.points, window.alpha) {
            return Ok(Worth { gain, full: true });
        }
        let turned = Window { alpha: score - window.beta, beta: score - window.alpha };
        let next = At { node: &next, ply: ply + 1, depth: depth - 1 };
        let worth = match self.known(next, turned) {
            Some(worth) => worth,
            None => {
                self.lay(ply, choice);
                let worth = self.worth(next, turned);
                self.take_back();
                worth?
            }
        };
        Ok(Worth { gain: score - worth.gain, ..worth })
    }

    /// The value of a pass in a window; where it cannot be best, an upper bound. `sure`: there is no play for
    /// 0 points.
    pub(super) fn pass(&mut self, at: At<'_>, sure: bool, window: Window) -> Result<Worth, Spent> {
        let At { node, ply, depth } = at;
        let next = node.after_pass(sure);
        let ends = next.is_over(self.rules) || node.passed && sure;
        if ends || sure && node.at_end() <= window.alpha {
            return Ok(Worth { gain: node.at_end(), full: true });
        }
        // passes do not count as depth: a chain of passes ends by itself
        let depth = if node.scoreless > 0 { depth } else { depth - 1 };
        let turned = Window { alpha: -window.beta, beta: -window.alpha };
        let next = At { node: &next, ply: ply + 1, depth };
        let worth = match self.known(next, turned) {
            Some(worth) => worth,
            None => {
                self.stay(ply);
                self.worth(next, turned)?
            }
        };
        Ok(Worth { gain: -worth.gain, ..worth })
    }

    /// The table's answer for a position.
    fn known(&self, at: At<'_>, window: Window) -> Option<Worth> {
        let known = self.memory.table.get(at.node.key(self.rules, &self.packing))?;
        known.answer(at.depth, self.iteration, window.alpha, window.beta)
    }
}

impl Best {
    /// Nothing yet. `full`: no play will be left out.
    fn new(alpha: i32, full: bool) -> Best {
        Best { worth: Worth { gain: MIN, full }, key: 0, alpha }
    }

    /// Takes the value of a play into account; `true` if the other plays need no search.
    fn take(&mut self, worth: Worth, key: u64, beta: i32) -> bool {
        if worth.gain >= beta {
            *self = Best { worth, key, alpha: self.alpha };
            return true;
        }
        self.worth.full &= worth.full;
        if worth.gain > self.worth.gain {
            self.worth.gain = worth.gain;
            self.key = key;
            self.alpha = self.alpha.max(worth.gain);
        }
        false
    }
}
