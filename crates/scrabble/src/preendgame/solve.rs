//! The search over candidates and deals.

use crate::plays::{LeaveValue, Ranked, Top, Valuation};
use crate::preendgame::candidate::{Candidate, Standing};
use crate::preendgame::deals::deals;
use crate::preendgame::position::{Analysis, Limits, Position};
use crate::preendgame::trial::{Memory, Trial};
use lettergame_core::lexicon::Lexicon;

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
            LeaveValue::Model { leaves: position.leaves, opening: position.board.opening() };
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
