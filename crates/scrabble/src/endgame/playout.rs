//! How a position ends when both players play greedily.

use crate::endgame::choice::Choice;
use crate::endgame::node::Node;
use crate::endgame::search::{Search, Spent};
use crate::endgame::table::Worth;

impl Search<'_> {
    /// What the player to move gains if both make the best play by the greedy valuation and pass only if
    /// there is none. Each step is a unit of the budget.
    pub(super) fn playout(&mut self, node: &Node, ply: usize) -> Result<Worth, Spent> {
        let mut laid = 0;
        let worth = self.greedily(node, ply, &mut laid);
        (0..laid).for_each(|_| self.take_back());
        worth
    }

    fn greedily(&mut self, from: &Node, ply: usize, laid: &mut u32) -> Result<Worth, Spent> {
        let (mut node, mut gain, mut sign, mut stuck) = (*from, 0, 1, false);
        for ply in ply.. {
            self.spend()?;
            let Some(choice) = self.greediest(&node, ply) else {
                if stuck {
                    break;
                }
                self.stay(ply);
                (node, sign, stuck) = (node.after_pass(true), -sign, true);
                continue;
            };
            if node.goes_out(&choice) {
                let full = *laid == 0 && !stuck && node.own.len == 1;
                return Ok(Worth { gain: gain + sign * node.going_out(&choice), full });
            }
            gain += sign * i32::from(choice.score);
            (sign, stuck, node) = (-sign, false, node.after(&choice));
            if node.is_over(self.rules) {
                break;
            }
            self.lay(ply, &choice);
            *laid += 1;
        }
        Ok(Worth { gain: gain + sign * node.at_end(), full: false })
    }

    /// The best play by the greedy valuation.
    fn greediest(&mut self, node: &Node, ply: usize) -> Option<Choice> {
        if self.tiny {
            let side = self.board.side();
            self.memory.reach(ply)[ply].list.clear(side);
            return self.greediest_unlisted(node);
        }
        self.expand(node, ply);
        let plays = self.memory.stack[ply].list.all().iter();
        plays.max_by_key(|choice| (node.greedy(choice), choice.score, !choice.key)).copied()
    }

    /// The same without a list of all plays: cheaper if few positions are searched.
    fn greediest_unlisted(&mut self, node: &Node) -> Option<Choice> {
        self.board.refresh(!0);
        let value = self.left_over(node);
        let rack = self.packing.rack(node.own.tiles);
        let best = self.memory.generator.best(self.lexicon, self.board, &rack, &value);
        best.map(|best| Choice::new(&self.packing, &best))
    }
}
