//! How a position ends when both players play greedily.

use crate::endgame::node::{Digests, Node, digest_again};
use crate::endgame::search::{Search, Spent, left};
use crate::endgame::table::Worth;

impl Search<'_> {
    /// What the player to move gains if both make the best play by the greedy valuation and pass only if
    /// there is none.
    pub(super) fn playout(&mut self, node: &Node, digests: &Digests) -> Result<Worth, Spent> {
        let (mut laid, mut digests) = (0, *digests);
        let worth = self.greedily(node, &mut digests, &mut laid);
        for _ in 0..laid {
            self.board.take_back(&mut self.memory.trail);
        }
        worth
    }

    fn greedily(
        &mut self,
        from: &Node,
        digests: &mut Digests,
        laid: &mut u32,
    ) -> Result<Worth, Spent> {
        let (mut node, mut gain, mut sign, mut stuck) = (*from, 0, 1, false);
        loop {
            self.left = self.left.checked_sub(1).ok_or(Spent)?;
            let lines = &mut self.memory.lines;
            let Some(choice) = lines.greediest(self.lexicon, self.board, digests, &node) else {
                if stuck {
                    return Ok(Worth { gain: gain + sign * node.at_end(), full: false });
                }
                (node, sign, stuck) = (node.after_pass(true), -sign, true);
                continue;
            };
            let score = i32::from(choice.score);
            let left = left(&node, &choice);
            if left.is_empty() {
                let full = *laid == 0 && !stuck && node.own.len() == 1;
                return Ok(Worth { gain: gain + sign * (score + 2 * node.other.points()), full });
            }
            gain += sign * score;
            sign = -sign;
            stuck = false;
            node = node.after(left, choice.key, score);
            if node.is_over(self.limits) {
                return Ok(Worth { gain: gain + sign * node.at_end(), full: false });
            }
            let changed = self.board.lay_on(&mut self.memory.trail, self.lexicon, &choice.play);
            *laid += 1;
            digest_again(digests, self.board, changed);
        }
    }
}
