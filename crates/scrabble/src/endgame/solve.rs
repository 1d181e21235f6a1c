//! The answer: iterations over the plays at the root until everything was searched or the budget is used up.

use crate::board::Board;
use crate::endgame::choice::{Action, Choice};
use crate::endgame::memory::Memory;
use crate::endgame::node::{Hand, Node, Rules, digests};
use crate::endgame::search::{At, MIN, Search, Spent, Window};
use crate::endgame::solved::{Gain, Limits, Solved};
use crate::endgame::tiles::Packing;
use crate::plays::{LeaveValue, Top};
use crate::rules::Move;
use crate::situation::Situation;

/// An endgame solver. Keep one and reuse it: it holds memory, up to 64 MB after large searches. Answers do
/// not depend on earlier calls.
#[derive(Debug, Default)]
pub struct Endgame {
    memory: Memory,
}

/// Base of the widths: the first iteration searches twice this number of plays per position, each later one
/// twice as many as the one before.
const WIDTH: usize = 2;

/// As long as playouts decide, a play must beat the best so far by this margin to replace it: smaller
/// differences are noise.
const MARGIN: i32 = 3;

/// More plies than any endgame has.
pub(super) const TO_THE_END: u8 = 100;

impl Endgame {
    /// A new solver.
    #[must_use]
    pub fn new() -> Endgame {
        Endgame::default()
    }

    /// Solves a position with an empty bag, expanding at most `limits.nodes` positions; with 0 the answer is the
    /// greedy play, the best by [`LeaveValue::BagEmpty`].
    pub fn solve(&mut self, at: &Situation<'_>, limits: &Limits) -> Solved {
        if limits.nodes == 0 {
            return self.greedy(at);
        }
        let Situation { game, board, own, unseen: other, scoreless, .. } = at;
        let memory = &mut self.memory;
        memory.table.start(limits.table);
        memory.lines.forget();
        memory.reach(0)[0].digests = digests(board);
        let blanks = board.on_board().blanks() + own.blanks() + other.blanks();
        let rules = Rules { scoreless: game.rules().scoreless(), zeros: blanks > 1 };
        let packing = Packing::new(own, other);
        let node = Node::root(Hand::new(&packing, own), Hand::new(&packing, other), *scoreless);
        let mut board = Board::clone(board);
        let search =
            Search::new(memory, game.lexicon(), &mut board, (packing, rules), limits.nodes);
        Root::new(search, node).solve(limits)
    }

    /// What the player to move gains with this move if both sides play as well as found within the limits from there
    /// on; an exchange counts as a pass. The words that it forms need not be in the lexicon.
    pub fn gain(&mut self, at: &Situation<'_>, choice: &Move, limits: &Limits) -> Gain {
        let (mut board, mut own, mut score) = (at.board.clone(), at.own, 0);
        if let Some(play) = choice.play() {
            score = board.points(play);
            own = play.kept(&own);
            board.lay(at.game.lexicon(), play);
        }
        if own.is_empty() {
            return Gain { points: score + 2 * at.unseen.points(), exact: true };
        }
        let after = at.after(&board, own, at.unseen, score);
        if after.is_over() {
            return Gain { points: score + at.unseen.points() - own.points(), exact: true };
        }
        let solved = self.solve(&after, limits);
        Gain { points: score - solved.gain, exact: solved.exact }
    }

    fn greedy(&mut self, at: &Situation<'_>) -> Solved {
        let Situation { game, board, own, unseen: other, .. } = at;
        let value = LeaveValue::bag_empty(other);
        let best = self.memory.generator.best(game.lexicon(), board, own, &value);
        let gain = best.map_or(other.points() - own.points(), |best| best.equity.0 / 1000);
        let choice = best.map_or(Move::Pass, |best| Move::Play(best.play));
        Solved { choice, gain, exact: false, line: Vec::new(), nodes: 0, depth: 0 }
    }
}

/// The search from the root.
pub(super) struct Root<'a> {
    pub(super) search: Search<'a>,
    pub(super) node: Node,
    /// The moves, best first as far as known.
    pub(super) moves: Vec<Action>,
    /// Whether these are all moves.
    all: bool,
    /// The gain of the first move.
    pub(super) gain: i32,
    /// Whether nothing was left out.
    pub(super) full: bool,
    depth: u8,
}

impl<'a> Root<'a> {
    fn new(mut search: Search<'a>, node: Node) -> Root<'a> {
        search.memory.stack[0].threats.clear();
        let (moves, all) =
            if search.tiny { few(&mut search, &node) } else { all(&mut search, &node) };
        let gain = moves.first().map_or(node.at_end(), |choice| node.greedy(choice));
        let moves = moves.into_iter().map(Action::Play).chain([Action::Pass]).collect();
        Root { search, node, moves, all, gain, full: false, depth: 0 }
    }

    fn solve(mut self, limits: &Limits) -> Solved {
        self.search.reserve = if self.search.tiny { 0 } else { limits.nodes / 2 };
        let finished = self.deepen().or_else(|Spent| {
            self.search.reserve = 0;
            self.search_all()
        });
        let nodes = limits.nodes - self.search.left;
        let exact = finished.is_ok();
        let choice = self.moves[0].to_move();
        let (gain, depth) = (self.gain, self.depth);
        let line =
            if limits.line { self.line(exact, limits.nodes / 10 + 1000) } else { Vec::new() };
        Solved { choice, gain, exact, line, nodes, depth }
    }

    /// Iterations one ply deeper and twice as wide each, until nothing is left out.
    fn deepen(&mut self) -> Result<(), Spent> {
        for depth in 1..TO_THE_END {
            self.search.iteration = depth;
            self.search.width = WIDTH << depth.min(20);
            self.iterate(depth, MARGIN)?;
            self.depth = depth;
            if self.full {
                return self.iterate(depth, 0);
            }
        }
        Ok(())
    }

    /// A search of all moves to the end of the game.
    fn search_all(&mut self) -> Result<(), Spent> {
        self.search.iteration = TO_THE_END;
        self.search.width = usize::MAX;
        self.iterate(TO_THE_END, 0)
    }

    /// Searches the moves one by one and moves the best to the front when found.
    fn iterate(&mut self, depth: u8, margin: i32) -> Result<(), Spent> {
        let sure = self.search.is_sure(0);
        let mut full = self.all && self.moves.len() - 1 <= self.search.width;
        let mut best = MIN;
        for index in 0..self.moves.len() {
            let alpha = if best > MIN { best + margin } else { MIN };
            let window = Window { alpha, beta: -MIN };
            let at = At { node: &self.node, ply: 0, depth };
            let worth = match &self.moves[index] {
                Action::Play(_) if index > self.search.width => continue,
                Action::Play(choice) => self.search.try_play(at, choice, window)?,
                Action::Pass => self.search.pass(at, sure, window)?,
            };
            full &= worth.full;
            if worth.gain > alpha {
                best = worth.gain;
                self.gain = best;
                self.moves[..=index].rotate_right(1);
            }
        }
        self.full = full;
        Ok(())
    }
}

/// All plays at the root, by the greedy valuation.
fn all(search: &mut Search<'_>, node: &Node) -> (Vec<Choice>, bool) {
    search.expand(node, 0);
    let mut plays = search.memory.stack[0].list.all().to_vec();
    plays.sort_unstable_by_key(|choice| (-node.greedy(choice), -choice.score, choice.key));
    (plays, true)
}

/// The best plays at the root by the greedy valuation, one for each position that may be expanded, and
/// whether these are all.
fn few(search: &mut Search<'_>, node: &Node) -> (Vec<Choice>, bool) {
    search.memory.stack[0].list.clear(search.board.side());
    let most = search.left as usize;
    let mut top = Top::new(most);
    let value = search.left_over(node);
    let rack = search.packing.rack(node.own.tiles);
    search.memory.generator.search(search.lexicon, search.board, &rack, &value, &mut top);
    let plays = top.plays().iter().map(|ranked| Choice::new(&search.packing, ranked));
    (plays.collect(), top.plays().len() < most)
}
