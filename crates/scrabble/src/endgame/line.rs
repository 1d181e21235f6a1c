//! The line of best play, found again from the transposition table.

use crate::endgame::choice::Choice;
use crate::endgame::node::Node;
use crate::endgame::position::Step;
use crate::endgame::search::{At, Window};
use crate::endgame::solve::{Root, TO_THE_END};

impl Root<'_> {
    /// The moves from the best one on. If its gain is proven (`exact`), those that the table has lost are
    /// searched for again, with at most this number of nodes.
    pub(super) fn line(&mut self, exact: bool, nodes: u32) -> Vec<Step> {
        (self.search.left, self.search.reserve) = (nodes, 0);
        let (mut node, mut gain, mut laid, mut line) = (self.node, self.gain, 0, Vec::new());
        let mut next = self.moves.first().copied();
        while let Some(choice) = next {
            let score = choice.map_or(0, |choice| choice.score.into());
            line.push(Step { play: choice.map(|choice| choice.play), score });
            let ply = line.len() - 1;
            let after = match &choice {
                Some(choice) if node.goes_out(choice) => break,
                Some(choice) => node.after(choice),
                None => node.after_pass(self.search.is_sure(ply)),
            };
            if after.is_over(self.search.rules) || choice.is_none() && node.passed {
                break;
            }
            match &choice {
                Some(choice) => self.search.lay(ply, choice),
                None => self.search.stay(ply),
            }
            laid += usize::from(choice.is_some());
            (node, gain) = (after, score - gain);
            next = self.move_at(&node, ply + 1, exact.then_some(gain));
        }
        (0..laid).for_each(|_| self.search.take_back());
        line
    }

    /// The best move of a position, with `None` for a pass; `gain`: what it gains, if that is proven.
    fn move_at(&mut self, node: &Node, ply: usize, gain: Option<i32>) -> Option<Option<Choice>> {
        let search = &mut self.search;
        search.expand(node, ply);
        if node.own.len == 1 {
            return Some(search.order(node, ply, 0).0);
        }
        if let Some(gain) = gain {
            let at = At { node, ply, depth: TO_THE_END };
            search.worth(at, Window { alpha: gain - 1, beta: gain + 1 }).ok()?;
        }
        let known = search.memory.table.get(node.key(search.rules, &search.packing))?;
        let best = known.best;
        if best == 0 {
            return gain.map(|_| None);
        }
        let plays = search.memory.stack[ply].list.all();
        plays.iter().find(|choice| choice.key == best).copied().map(Some)
    }
}
