//! The search itself.

use crate::board::undo::Trail;
use crate::board::{Board, Rack};
use crate::endgame::lines::{Choice, Lines, goes_out, greedy};
use crate::endgame::node::{Digests, Limits, Node, digest_again};
use crate::endgame::table::{Bound, KeyMap, Known, Worth};
use lettergame_core::base::checkpoint;
use lettergame_core::lexicon::Lexicon;

/// Less than any gain.
pub(super) const LEAST: i32 = -1_000_000;

/// What a search keeps between calls, only to reuse its memory.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) lines: Lines,
    pub(super) trail: Trail,
    pub(super) table: KeyMap<Known>,
    /// Unused lists of plays.
    spare: Vec<Plays>,
}

/// The plays of a position and their order.
#[derive(Debug, Default)]
pub(super) struct Plays {
    pub(super) choices: Vec<Choice>,
    order: Vec<(i32, u32)>,
}

/// A search under way.
pub(super) struct Search<'a> {
    pub(super) memory: &'a mut Memory,
    pub(super) lexicon: &'a Lexicon,
    pub(super) board: &'a mut Board,
    pub(super) limits: Limits,
    /// The remaining number of positions that may be expanded.
    pub(super) left: u32,
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

impl Search<'_> {
    /// What the player to move gains, searched to this depth in plies.
    pub(super) fn worth(
        &mut self,
        node: &Node,
        digests: &Digests,
        depth: u8,
        window: Window,
    ) -> Result<Worth, Spent> {
        let key = node.key(self.limits);
        if depth == 0 {
            let worth = self.playout(node, digests)?;
            self.remember(key, worth, Bound::Exact, 0, 0);
            return Ok(worth);
        }
        let mut plays = self.memory.spare.pop().unwrap_or_default();
        let found = self.expand(node, digests, &mut plays).and_then(|()| {
            let first = self.memory.table.get(&key).map_or(0, |known| known.best);
            self.order(node, first, &mut plays);
            self.best(node, digests, &plays, depth, window)
        });
        self.memory.spare.push(plays);
        let best = found?;
        let bound = match best.worth.gain {
            gain if gain >= window.beta => Bound::AtLeast,
            gain if gain <= window.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.remember(key, best.worth, bound, depth, best.key);
        Ok(best.worth)
    }

    fn remember(&mut self, key: u64, worth: Worth, bound: Bound, depth: u8, best: u64) {
        let known = Known { worth, bound, depth, iteration: self.iteration, best };
        self.memory.table.insert(key, known);
    }

    /// Generates the plays of a position: one unit of the budget.
    pub(super) fn expand(
        &mut self,
        node: &Node,
        digests: &Digests,
        plays: &mut Plays,
    ) -> Result<(), Spent> {
        checkpoint();
        self.left = self.left.checked_sub(1).ok_or(Spent)?;
        self.memory.lines.collect(self.lexicon, self.board, digests, &node.own, &mut plays.choices);
        Ok(())
    }

    /// Orders plays by the greedy valuation, `first` before all others; of the plays that go out only the
    /// best is kept.
    fn order(&mut self, node: &Node, first: u64, plays: &mut Plays) {
        let Plays { choices, order } = plays;
        order.clear();
        let (own, other) = (node.own.points(), node.other.points());
        let mut out: Option<(i32, u32)> = None;
        for (index, choice) in choices.iter().enumerate() {
            let entry = (-greedy(choice, node, own, other), index as u32);
            if goes_out(choice, node) {
                out = Some(out.map_or(entry, |out| out.min(entry)));
            } else if choice.key == first {
                order.push((i32::MIN, entry.1));
            } else {
                order.push(entry);
            }
        }
        order.extend(out);
        order.sort_unstable_by_key(|&(value, index)| (value, choices[index as usize].key));
    }

    /// The best of the plays and a pass.
    fn best(
        &mut self,
        node: &Node,
        digests: &Digests,
        plays: &Plays,
        depth: u8,
        window: Window,
    ) -> Result<Best, Spent> {
        let worth = Worth { gain: LEAST, full: plays.order.len() <= self.width };
        let mut best = Best { worth, key: 0, alpha: window.alpha };
        for &(_, index) in plays.order.iter().take(self.width) {
            let choice = &plays.choices[index as usize];
            let worth = self.try_play(node, digests, choice, depth, best.alpha, window.beta)?;
            if best.take(worth, choice.key, window.beta) {
                return Ok(best);
            }
        }
        let sure = plays.choices.iter().all(|choice| choice.score != 0);
        let worth = self.pass(node, digests, sure, depth, best.alpha, window.beta)?;
        best.take(worth, 0, window.beta);
        Ok(best)
    }

    /// The value of a play: the first with the full window, the others only if they beat the best so far.
    pub(super) fn try_play(
        &mut self,
        node: &Node,
        digests: &Digests,
        choice: &Choice,
        depth: u8,
        alpha: i32,
        beta: i32,
    ) -> Result<Worth, Spent> {
        let narrow = Window { alpha, beta: beta.min(alpha + 1) };
        if alpha > LEAST && narrow.beta < beta {
            let worth = self.play(node, digests, choice, depth, narrow)?;
            if worth.gain <= alpha || worth.gain >= beta {
                return Ok(worth);
            }
        }
        self.play(node, digests, choice, depth, Window { alpha, beta })
    }

    /// The value of a play in a window.
    fn play(
        &mut self,
        node: &Node,
        digests: &Digests,
        choice: &Choice,
        depth: u8,
        window: Window,
    ) -> Result<Worth, Spent> {
        let score = i32::from(choice.score);
        let left = left(node, choice);
        if left.is_empty() {
            return Ok(Worth { gain: score + 2 * node.other.points(), full: true });
        }
        let next = node.after(left, choice.key, score);
        if next.is_over(self.limits) {
            return Ok(Worth { gain: score - next.at_end(), full: true });
        }
        let turned = Window { alpha: score - window.beta, beta: score - window.alpha };
        if let Some(worth) = self.known(&next, depth - 1, turned) {
            return Ok(Worth { gain: score - worth.gain, ..worth });
        }
        let changed = self.board.lay_on(&mut self.memory.trail, self.lexicon, &choice.play);
        let mut digests = *digests;
        digest_again(&mut digests, self.board, changed);
        let worth = self.worth(&next, &digests, depth - 1, turned);
        self.board.take_back(&mut self.memory.trail);
        worth.map(|worth| Worth { gain: score - worth.gain, ..worth })
    }

    /// The value of a pass in a window; where it cannot be best, an upper bound. `sure`: there is no play for
    /// 0 points.
    pub(super) fn pass(
        &mut self,
        node: &Node,
        digests: &Digests,
        sure: bool,
        depth: u8,
        alpha: i32,
        beta: i32,
    ) -> Result<Worth, Spent> {
        let next = node.after_pass(sure);
        let ends = next.is_over(self.limits) || node.passed && sure;
        if ends || sure && node.at_end() <= alpha {
            return Ok(Worth { gain: node.at_end(), full: true });
        }
        // passes do not count as depth: a chain of passes ends by itself
        let depth = if node.scoreless > 0 { depth } else { depth - 1 };
        let turned = Window { alpha: -beta, beta: -alpha };
        let worth = match self.known(&next, depth, turned) {
            Some(worth) => worth,
            None => self.worth(&next, digests, depth, turned)?,
        };
        Ok(Worth { gain: -worth.gain, ..worth })
    }

    /// The table's answer for a position.
    fn known(&self, node: &Node, depth: u8, window: Window) -> Option<Worth> {
        let known = self.memory.table.get(&node.key(self.limits))?;
        known.answer(depth, self.iteration, window.alpha, window.beta)
    }
}

impl Best {
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

/// The tiles left after a play.
pub(super) fn left(node: &Node, choice: &Choice) -> Rack {
    node.own.without(&choice.play.tiles())
}
