//! Steps of the search: lists and orders the plays of a position, makes moves and takes them back.

use crate::endgame::choice::Choice;
use crate::endgame::lines::Lexical;
use crate::endgame::memory::Ply;
use crate::endgame::node::{Node, digest_again};
use crate::endgame::search::{Search, Spent};
use crate::plays::LeaveValue;
use lettergame_base::checkpoint;

/// What going out sooner is worth when plays are ordered, in points for each tile: it makes a refutation
/// shorter.
const PER_TILE: i32 = 10;

impl Search<'_> {
    /// Takes one unit from the budget.
    pub(super) fn spend(&mut self) -> Result<(), Spent> {
        checkpoint();
        if self.left <= self.reserve {
            return Err(Spent);
        }
        self.left -= 1;
        Ok(())
    }

    /// Lists the plays of a position.
    pub(super) fn expand(&mut self, node: &Node, ply: usize) {
        self.memory.reach(ply);
        let Search { memory, lexicon, board, packing, .. } = self;
        let (above, here) = memory.stack.split_at_mut(ply);
        let Ply { list, digests, .. } = &mut here[0];
        // the player's own plays two plies ago
        let before = ply
            .checked_sub(2)
            .map(|before| (&above[before].list, above[before].changed | above[before + 1].changed));
        let on = Lexical { lexicon, board, packing };
        memory.lines.collect(on, digests, node.own.tiles, before, list);
    }

    /// Orders the plays that do not go out, the `first` before all others; returns the best of those that go
    /// out and the number of the others.
    pub(super) fn order(&mut self, node: &Node, ply: usize, first: u64) -> (Option<Choice>, usize) {
        let Ply { list, order, .. } = &mut self.memory.stack[ply];
        order.clear();
        let mut out: Option<&Choice> = None;
        for (index, choice) in list.all().iter().enumerate() {
            if node.goes_out(choice) {
                let rank = |choice: &Choice| (choice.score, !choice.key);
                out = out.filter(|out| rank(out) >= rank(choice)).or(Some(choice));
                continue;
            }
            let value = node.greedy(choice) + PER_TILE * i32::from(choice.count);
            order.push((if choice.key == first { i32::MIN } else { -value }, index as u32));
        }
        let all = list.all();
        order.sort_unstable_by_key(|&(value, index)| (value, all[index as usize].key));
        (out.copied(), order.len())
    }

    /// The play at this place of the order.
    pub(super) fn choice(&self, ply: usize, place: usize) -> Choice {
        let Ply { list, order, .. } = &self.memory.stack[ply];
        list.all()[order[place].1 as usize]
    }

    /// What the greedy player to move takes tiles that are kept for.
    pub(super) fn left_over(&self, node: &Node) -> LeaveValue<'static> {
        LeaveValue::BagEmpty { distribution: self.board.distribution(), other: node.other.points }
    }

    /// Whether there is certainly no play for 0 points.
    pub(super) fn is_sure(&self, ply: usize) -> bool {
        let list = &self.memory.stack[ply].list;
        let has_zero = || list.all().iter().any(|choice| choice.score == 0);
        !self.rules.zeros || list.missing == 0 && !has_zero()
    }

    /// Makes a play on the board and prepares the next ply.
    pub(super) fn lay(&mut self, ply: usize, choice: &Choice) {
        let changed = self.board.lay_on(&mut self.memory.trail, self.lexicon, &choice.play);
        let stack = self.memory.reach(ply);
        stack[ply].changed = changed;
        stack[ply + 1].digests = stack[ply].digests;
        digest_again(&mut stack[ply + 1].digests, self.board, changed);
    }

    pub(super) fn take_back(&mut self) {
        self.board.take_back(&mut self.memory.trail);
    }

    /// Prepares the next ply after a pass.
    pub(super) fn stay(&mut self, ply: usize) {
        let stack = self.memory.reach(ply);
        stack[ply].changed = 0;
        stack[ply + 1].digests = stack[ply].digests;
    }
}
