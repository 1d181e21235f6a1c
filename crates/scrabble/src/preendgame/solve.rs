//! The question, the answer, and the search over candidates and deals.

use crate::board::{Board, Play, Rack};
use crate::plays::{LeaveValue, Leaves, Ranked, Top, Valuation};
use crate::preendgame::candidate::{Candidate, Standing};
use crate::preendgame::deals::deals;
use crate::preendgame::trial::{Memory, Trial};
use lettergame_core::lexicon::Lexicon;

/// A position with a few tiles in the bag.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The board.
    pub board: &'a Board,
    /// The tiles of the player to move, at most seven.
    pub own: &'a Rack,
    /// The tiles in the bag and on the opponent's rack together.
    pub unseen: &'a Rack,
    /// The number of tiles in the bag, 1 to 6. The number of deals is 8 with one, 36 with two and 120 with
    /// three different unseen tiles, and more for moves after which the bag is not empty.
    pub bag: usize,
    /// The mover's points less the opponent's.
    pub lead: i32,
    /// Consecutive scoreless turns.
    pub scoreless: u8,
    /// The number of them that ends the game.
    pub limit: u8,
}

/// How much an analysis may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of positions that may be expanded in all.
    pub nodes: u32,
    /// The number of positions that a single endgame may expand.
    pub endgame: u32,
    /// The number of plays that are tried; the pass is tried in addition.
    pub plays: usize,
    /// The number of replies that the opponent considers while the bag is not empty.
    pub replies: usize,
}

/// The analysis of a pre-endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The candidates, best first; at least the pass.
    pub candidates: Vec<Candidate>,
    /// Whether every legal move was a candidate and each was tried against all deals or dropped.
    pub complete: bool,
    /// The number of positions expanded.
    pub nodes: u32,
}

impl Analysis {
    /// The best move: a play, or `None` for a pass. If no candidate could be tried against all deals, the
    /// best play by equity.
    #[must_use]
    pub fn best(&self) -> Option<Play> {
        self.candidates.first().and_then(|candidate| candidate.play)
    }
}

/// A solver of pre-endgames. Keep one and reuse it: it holds memory. Answers do not depend on earlier calls.
#[derive(Debug, Default)]
pub struct PreEndgame {
    memory: Memory,
}

impl PreEndgame {
    /// A new solver.
    #[must_use]
    pub fn new() -> PreEndgame {
        PreEndgame::default()
    }

    /// Analyses a position.
    pub fn analyse(
        &mut self,
        lexicon: &Lexicon,
        position: &Position<'_>,
        limits: &Limits,
    ) -> Analysis {
        let (mut candidates, all) = self.candidates(lexicon, position, limits);
        let memory = &mut self.memory;
        let mut trial = Trial { memory, lexicon, position, limits, left: limits.nodes };
        let mut best = 0;
        for candidate in &mut candidates {
            trial.run(candidate, best);
            if candidate.standing == Standing::Complete {
                best = best.max(candidate.half_wins());
            }
        }
        let tried = |candidate: &Candidate| candidate.standing != Standing::Unfinished;
        let complete = all && candidates.iter().all(tried);
        candidates.sort_by(Candidate::rank);
        Analysis { candidates, complete, nodes: limits.nodes - trial.left }
    }

    /// The moves to be tried, by equity, the pass last, and whether these are all.
    fn candidates(
        &mut self,
        lexicon: &Lexicon,
        position: &Position<'_>,
        limits: &Limits,
    ) -> (Vec<Candidate>, bool) {
        let value =
            LeaveValue::Model { leaves: Leaves::shipped(), opening: position.board.is_empty() };
        let mut top = Top::new(limits.plays + 1);
        let Position { board, own, .. } = position;
        self.memory.generator.search(lexicon, board, own, &value, &mut top);
        let plays = top.plays().iter().take(limits.plays);
        let of_play =
            |ranked: &Ranked| Candidate::new(Some(ranked.play), ranked.score, ranked.equity);
        let pass = Candidate::new(None, 0, value.of_rack(own));
        (plays.map(of_play).chain([pass]).collect(), top.plays().len() <= limits.plays)
    }
}

impl Trial<'_> {
    /// Tries a candidate against all deals, until it can no longer win `best` half games.
    fn run(&mut self, candidate: &mut Candidate, best: u64) {
        let Position { board, unseen, bag, .. } = *self.position;
        let mut board = board.clone();
        let play = candidate.play;
        if let Some(play) = &play {
            board.lay(self.lexicon, play);
        }
        let drawn = play.map_or(0, |play| play.count()).min(bag);
        let deals = deals(unseen, bag, drawn);
        let mut rest: u64 = deals.iter().map(|deal| deal.weight).sum();
        for deal in &deals {
            let Ok(ending) = self.ending(&board, play.as_ref(), candidate.score, deal) else {
                return;
            };
            candidate.add(deal.weight, ending.spread, ending.exact);
            rest -= deal.weight;
            if candidate.half_wins() + 2 * rest < best {
                candidate.standing = Standing::Dropped;
                return;
            }
        }
        candidate.standing = Standing::Complete;
    }
}
