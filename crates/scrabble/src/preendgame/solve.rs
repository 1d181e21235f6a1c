//! The search over candidates and deals.

use crate::plays::{LeaveValue, Ranked, Top, Valuation};
use crate::preendgame::candidate::{Candidate, Standing};
use crate::preendgame::deals::deals;
use crate::preendgame::position::{Analysis, Limits, Position};
use crate::preendgame::trial::{Memory, Trial};
use crate::rules::Move;
use crate::simulation;
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

    /// Analyses the best plays of a position by equity.
    pub fn analyse(
        &mut self,
        lexicon: &Lexicon,
        position: &Position<'_>,
        limits: &Limits,
    ) -> Analysis {
        let top = self.plays(lexicon, position, limits.plays + 1);
        let plays = top.plays().iter().take(limits.plays);
        let of_play =
            |ranked: &Ranked| Candidate::new(Some(ranked.play), ranked.score, ranked.equity);
        let candidates = plays.map(of_play).collect();
        self.tried(lexicon, position, (candidates, top.plays().len()), limits)
    }

    /// Analyses these plays of a position, in this order; of the limits, `plays` does not matter.
    pub fn analyse_plays(
        &mut self,
        lexicon: &Lexicon,
        position: &Position<'_>,
        plays: &[simulation::Candidate],
        limits: &Limits,
    ) -> Analysis {
        let candidate = |one: &simulation::Candidate| match one.choice {
            Move::Play(play) => Some(Candidate::new(Some(play), one.score, one.equity)),
            Move::Exchange(_) | Move::Pass => None,
        };
        let candidates: Vec<Candidate> = plays.iter().filter_map(candidate).collect();
        let legal = self.plays(lexicon, position, candidates.len() + 1).plays().len();
        self.tried(lexicon, position, (candidates, legal), limits)
    }

    /// Tries these plays, and the pass, which comes last. `legal` is the number of legal plays, or one more than
    /// those if there are more.
    fn tried(
        &mut self,
        lexicon: &Lexicon,
        position: &Position<'_>,
        (mut candidates, legal): (Vec<Candidate>, usize),
        limits: &Limits,
    ) -> Analysis {
        let all = legal <= candidates.len();
        candidates.push(Candidate::new(None, 0, value(position).of_rack(position.own)));
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

    /// The best plays by equity.
    fn plays(&mut self, lexicon: &Lexicon, position: &Position<'_>, most: usize) -> Top {
        let mut top = Top::new(most);
        let Position { board, own, .. } = position;
        self.memory.generator.search(lexicon, board, own, &value(position), &mut top);
        top
    }
}

/// The valuation of plays.
fn value<'a>(position: &Position<'a>) -> LeaveValue<'a> {
    LeaveValue::Model { leaves: position.leaves, opening: position.board.opening() }
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
