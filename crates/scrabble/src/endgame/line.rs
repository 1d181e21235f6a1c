//! The line of best play, found again from the transposition table.

use crate::endgame::choice::Action;
use crate::endgame::node::Node;
use crate::endgame::search::{At, Window};
use crate::endgame::solve::{Root, TO_THE_END};
use crate::endgame::solved::Step;

impl Root<'_> {
    /// The moves from the best one on. If its gain is proven (`exact`), those that the table has lost are
    /// searched for again, with at most this number of nodes.
    pub(super) fn line(&mut self, exact: bool, nodes: u32) -> Vec<Step> {
        (self.search.left, self.search.reserve) = (nodes, 0);
        let (mut node, mut gain, mut laid, mut line) = (self.node, self.gain, 0, Vec::new());
        let mut next = self.moves.first().copied();
        while let Some(action) = next {
            let ply = line.len();
            let (score, after) = match &action {
                Action::Play(choice) => (choice.score.into(), node.after(choice)),
                Action::Pass => (0, node.after_pass(self.search.is_sure(ply))),
            };
            line.push(Step { choice: action.to_move(), score });
            let ends = match &action {
                Action::Play(choice) => node.goes_out(choice),
                Action::Pass => node.passed,
            };
            if ends || after.is_over(self.search.rules) {
                break;
            }
            match &action {
                Action::Play(choice) => {
                    self.search.lay(ply, choice);
                    laid += 1;
                }
                Action::Pass => self.search.stay(ply),
            }
            (node, gain) = (after, score - gain);
            next = self.move_at(&node, ply + 1, exact.then_some(gain));
        }
        (0..laid).for_each(|_| self.search.take_back());
        line
    }

    /// The best move of a position, if it is found again; `gain`: what it gains, if that is proven.
    fn move_at(&mut self, node: &Node, ply: usize, gain: Option<i32>) -> Option<Action> {
        let search = &mut self.search;
        search.expand(node, ply);
        if node.own.len == 1 {
            return Some(search.order(node, ply, 0).0.map_or(Action::Pass, Action::Play));
        }
        if let Some(gain) = gain {
            let at = At { node, ply, depth: TO_THE_END };
            search.worth(at, Window { alpha: gain - 1, beta: gain + 1 }).ok()?;
        }
        let known = search.memory.table.get(node.key(search.rules, &search.packing))?;
        let best = known.best;
        if best == 0 {
            return gain.map(|_| Action::Pass);
        }
        let plays = search.memory.stack[ply].list.all();
        plays.iter().find(|choice| choice.key == best).copied().map(Action::Play)
    }
}
