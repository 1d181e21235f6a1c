//! The answer: iterations over the plays at the root until everything was searched or the budget is used up.

use crate::board::{Board, Play, Rack};
use crate::endgame::lines::Choice;
use crate::endgame::node::{Digests, Limits, Node, digests};
use crate::endgame::search::{LEAST, Memory, Search, Spent};
use crate::plays::{Generator, LeaveValue, Ranked, Top};
use lettergame_core::lexicon::Lexicon;

/// An endgame solver. Keep one and reuse it, for one lexicon and one layout: it holds memory. Answers do not
/// depend on earlier calls.
#[derive(Debug, Default)]
pub struct Endgame {
    memory: Memory,
    generator: Generator,
}

/// The solution of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The play, `None` for a pass.
    pub play: Option<Play>,
    /// The net gain of the player to move from here on, including the points for tiles left.
    pub gain: i32,
    /// Whether that is proven.
    pub exact: bool,
    /// The number of positions expanded.
    pub nodes: u32,
}

/// A position with an empty bag.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The board.
    pub board: &'a Board,
    /// The tiles of the player to move.
    pub own: &'a Rack,
    /// The tiles of the opponent.
    pub other: &'a Rack,
    /// Consecutive scoreless turns.
    pub scoreless: u8,
    /// The number of them that ends the game.
    pub limit: u8,
}

/// Base of the widths: the first iteration searches twice this number of plays per position, each later one
/// twice as many as the one before.
const WIDTH: usize = 2;

/// As long as playouts decide, a play must beat the best so far by this margin to replace it: smaller
/// differences are noise.
const MARGIN: i32 = 3;

impl Endgame {
    /// A new solver.
    #[must_use]
    pub fn new() -> Endgame {
        Endgame::default()
    }

    /// Solves a position, expanding at most `nodes` positions; with 0 the answer is the greedy play, the best
    /// by [`LeaveValue::BagEmpty`].
    pub fn solve(&mut self, lexicon: &Lexicon, position: &Position<'_>, nodes: u32) -> Solved {
        let Position { board, own, other, scoreless, limit } = *position;
        let Endgame { memory, generator } = self;
        let most = usize::try_from(nodes).unwrap_or(usize::MAX).max(1);
        let mut top = Top::new(most);
        let value = LeaveValue::BagEmpty { other: other.points() };
        generator.search(lexicon, board, own, &value, &mut top);
        memory.table.clear();
        memory.lines.trim();
        let blanks = board.on_board().blanks() + own.blanks() + other.blanks();
        let limits = Limits { scoreless: limit, blanks };
        let board = &mut board.clone();
        let search = Search { memory, lexicon, board, limits, left: nodes, iteration: 0, width: 0 };
        let all = top.plays().len() < most;
        Root::new(search, Node::root(own, other, scoreless), top.plays(), all).solve(nodes)
    }
}

/// The search from the root.
struct Root<'a> {
    search: Search<'a>,
    node: Node,
    digests: Digests,
    /// The moves, best first as far as known; `None` is a pass.
    moves: Vec<Option<Choice>>,
    /// Whether these are all moves.
    all: bool,
    /// The gain of the first move.
    gain: i32,
    /// Whether the last iteration left nothing out.
    full: bool,
}

impl<'a> Root<'a> {
    fn new(search: Search<'a>, node: Node, ranked: &[Ranked], all: bool) -> Root<'a> {
        let choice = |ranked: &Ranked| Some(Choice::new(ranked.play, ranked.score));
        let moves = ranked.iter().map(choice).chain([None]).collect();
        let gain = ranked.first().map_or(node.at_end(), |ranked| ranked.equity.0 / 1000);
        let digests = digests(search.board);
        Root { search, node, digests, moves, all, gain, full: false }
    }

    fn solve(mut self, nodes: u32) -> Solved {
        let finished = self.iterations();
        let play = self.moves[0].map(|choice| choice.play);
        let exact = finished.is_ok() && self.full;
        Solved { play, gain: self.gain, exact, nodes: nodes - self.search.left }
    }

    fn iterations(&mut self) -> Result<(), Spent> {
        for depth in 1..u8::MAX {
            if self.search.left == 0 {
                return Err(Spent);
            }
            self.search.iteration = depth;
            self.search.width = WIDTH << depth.min(20);
            self.iterate(depth, MARGIN)?;
            if self.full {
                return self.iterate(depth, 0);
            }
        }
        Ok(())
    }

    /// Searches the moves one by one and moves the best to the front when found.
    fn iterate(&mut self, depth: u8, margin: i32) -> Result<(), Spent> {
        let sure = self.all && self.moves.iter().flatten().all(|choice| choice.score != 0);
        let mut full = self.all && self.moves.len() <= self.search.width + 1;
        let mut best = LEAST;
        for index in 0..self.moves.len() {
            let (alpha, beta) = (if best > LEAST { best + margin } else { LEAST }, -LEAST);
            let Root { search, node, digests, moves, .. } = self;
            let worth = match &moves[index] {
                Some(_) if index > search.width => continue,
                Some(choice) => search.try_play(node, digests, choice, depth, alpha, beta)?,
                None => search.pass(node, digests, sure, depth, alpha, beta)?,
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
