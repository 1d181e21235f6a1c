//! The search over candidates and deals.

use crate::board::Board;
use crate::plays::{LeaveValue, Top, Valuation};
use crate::preendgame::candidate::{Candidate, Standing};
use crate::preendgame::deals::{Deal, deals, mixed};
use crate::preendgame::position::{Analysis, Limits, Position};
use crate::preendgame::trial::{Memory, Spent, Trial};
use lettergame_core::lexicon::Lexicon;

/// The deals of the first round.
const FIRST: usize = 6;

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

    /// Analyses these plays of a position, and the pass. As long as nothing else is known, earlier ones are taken
    /// to be better.
    pub fn analyse(
        &mut self,
        lexicon: &Lexicon,
        position: &Position<'_>,
        plays: &[Candidate],
        limits: &Limits,
    ) -> Analysis {
        let all = self.legal(lexicon, position, plays.len() + 1) <= plays.len();
        let pass = Candidate::new(None, 0, value(position).of_rack(position.own));
        let deals = (0..=position.bag)
            .map(|drawn| mixed(deals(position.unseen, position.bag, drawn)))
            .collect::<Vec<_>>();
        let entrant = |candidate: &Candidate| Entrant::new(*candidate, lexicon, position, &deals);
        let mut entrants: Vec<Entrant<'_>> = plays.iter().chain([&pass]).map(entrant).collect();
        let memory = &mut self.memory;
        let mut trial = Trial { memory, lexicon, position, limits, left: limits.nodes };
        // spent or not, what was found by then counts
        let _ = race(&mut trial, &mut entrants);
        let nodes = limits.nodes - trial.left;
        let mut candidates: Vec<_> = entrants.iter().map(|entrant| entrant.candidate).collect();
        let tried = |candidate: &Candidate| candidate.standing != Standing::Unfinished;
        let complete = all && candidates.iter().all(tried);
        candidates.sort_by(Candidate::rank);
        // the same for all
        let deals = deals[0].iter().map(|deal| deal.weight).sum();
        Analysis { candidates, complete, deals, nodes }
    }

    /// The number of legal plays, `most` if there are more.
    fn legal(&mut self, lexicon: &Lexicon, position: &Position<'_>, most: usize) -> usize {
        let mut top = Top::new(most);
        let Position { board, own, .. } = position;
        self.memory.generator.search(lexicon, board, own, &value(position), &mut top);
        top.plays().len()
    }
}

/// The valuation of plays.
fn value<'a>(position: &Position<'a>) -> LeaveValue<'a> {
    LeaveValue::Model { leaves: position.leaves, opening: position.board.opening() }
}

/// A candidate on its way through the deals.
struct Entrant<'a> {
    candidate: Candidate,
    /// The board after it.
    board: Board,
    deals: &'a [Deal],
    /// The deals that it was tried against.
    done: usize,
    /// The weight of the others.
    rest: u64,
}

impl<'a> Entrant<'a> {
    fn new(
        candidate: Candidate,
        lexicon: &Lexicon,
        position: &Position<'_>,
        deals: &'a [Vec<Deal>],
    ) -> Entrant<'a> {
        let mut board = position.board.clone();
        if let Some(play) = &candidate.play {
            board.lay(lexicon, play);
        }
        let drawn = candidate.play.map_or(0, |play| play.count()).min(position.bag);
        let deals = &deals[drawn];
        let rest = deals.iter().map(|deal| deal.weight).sum();
        Entrant { candidate, board, deals, done: 0, rest }
    }

    /// Goes on until it was tried against so many of the deals, or can no longer win `best` half games.
    fn run(&mut self, trial: &mut Trial<'_>, deals: usize, best: u64) -> Result<(), Spent> {
        let Candidate { play, score, .. } = self.candidate;
        let end = deals.min(self.deals.len());
        for deal in self.deals.get(self.done..end).unwrap_or_default() {
            let ending = trial.ending(&self.board, play.as_ref(), score, deal)?;
            self.candidate.add(deal.weight, ending.spread, ending.exact);
            self.done += 1;
            self.rest -= deal.weight;
            if self.candidate.half_wins() + 2 * self.rest < best {
                self.candidate.standing = Standing::Dropped;
                return Ok(());
            }
        }
        if self.done == self.deals.len() {
            self.candidate.standing = Standing::Complete;
        }
        Ok(())
    }
}

/// Tries the candidates against the deals. As the budget may not last for all, only those that do better so far
/// go on at first, half of them against twice as many deals in each round. The others follow in their order.
fn race(trial: &mut Trial<'_>, entrants: &mut [Entrant<'_>]) -> Result<(), Spent> {
    let (mut going, mut deals) = (entrants.len(), FIRST);
    while going > 1 {
        run(trial, entrants, going, deals)?;
        // stable: of equals, the one that comes first
        entrants[..going].sort_by(|one, other| one.candidate.so_far(&other.candidate));
        (going, deals) = (going.div_ceil(2), 2 * deals);
    }
    run(trial, entrants, 1, usize::MAX)?;
    run(trial, entrants, entrants.len(), usize::MAX)
}

/// Lets the first so many go on.
fn run(
    trial: &mut Trial<'_>,
    entrants: &mut [Entrant<'_>],
    going: usize,
    deals: usize,
) -> Result<(), Spent> {
    for index in 0..going {
        if entrants[index].candidate.standing == Standing::Unfinished {
            // whatever the rest of the deals brings, the best one wins as many
            let half_wins = entrants.iter().map(|entrant| entrant.candidate.half_wins());
            let best = half_wins.max().unwrap_or(0);
            entrants[index].run(trial, deals, best)?;
        }
    }
    Ok(())
}
