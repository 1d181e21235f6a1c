//! The search over candidates and deals.

use crate::board::{Board, Play};
use crate::plays::Top;
use crate::preendgame::analysis::{Analysis, Limits};
use crate::preendgame::deals::{Deal, deals, mixed};
use crate::preendgame::record::{Record, Standing};
use crate::preendgame::trial::{Memory, Spent, Trial};
use crate::rules::Move;
use crate::situation::{Candidate, Situation};

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

    /// Analyses the plays among these candidates, and the pass, in a situation with 1 to 6 tiles in the bag. As long as
    /// nothing else is known, earlier ones are taken to be better. The number of deals is 8 with one tile in the bag,
    /// 36 with two and 120 with three if all unseen tiles differ, and more for moves after which the bag is not empty.
    pub fn analyse(
        &mut self,
        at: &Situation<'_>,
        candidates: &[Candidate],
        limits: &Limits,
    ) -> Analysis {
        let plays = candidates.iter().filter(|one| one.choice.play().is_some());
        let count = plays.clone().count();
        let all = self.legal(at, count + 1) <= count;
        let pass = Candidate::new(at, Move::Pass);
        let deals = (0..=at.bag)
            .map(|drawn| mixed(deals(&at.unseen, &at.known, at.bag, drawn)))
            .collect::<Vec<_>>();
        let entrant = |candidate: &Candidate| Entrant::new(*candidate, at, &deals);
        let mut entrants: Vec<Entrant<'_>> = plays.chain([&pass]).map(entrant).collect();
        let memory = &mut self.memory;
        let mut trial = Trial { memory, at, limits, left: limits.nodes };
        // spent or not, what was found by then counts
        let _ = race(&mut trial, &mut entrants);
        let nodes = limits.nodes - trial.left;
        let mut records: Vec<_> = entrants.iter().map(|entrant| entrant.record).collect();
        let tried = |record: &Record| record.standing != Standing::Unfinished;
        let complete = all && records.iter().all(tried);
        records.sort_by(Record::rank);
        // the same for all
        let deals = deals[0].iter().map(|deal| deal.weight).sum();
        Analysis { records, complete, deals, nodes }
    }

    /// The number of legal plays, `most` if there are more.
    fn legal(&mut self, at: &Situation<'_>, most: usize) -> usize {
        let mut top = Top::new(most);
        let Situation { game, board, own, .. } = at;
        self.memory.generator.search(game.lexicon(), board, own, &at.valuation(), &mut top);
        top.plays().len()
    }
}

/// A candidate on its way through the deals.
struct Entrant<'a> {
    record: Record,
    /// The board after it.
    board: Board,
    deals: &'a [Deal],
    /// The deals that it was tried against.
    done: usize,
    /// The weight of the others.
    rest: u64,
}

impl<'a> Entrant<'a> {
    fn new(candidate: Candidate, at: &Situation<'_>, deals: &'a [Vec<Deal>]) -> Entrant<'a> {
        let play = candidate.choice.play();
        let mut board = at.board.clone();
        play.iter().for_each(|play| board.lay(at.game.lexicon(), play));
        let drawn = play.map_or(0, Play::count).min(at.bag);
        let deals = &deals[drawn];
        let rest = deals.iter().map(|deal| deal.weight).sum();
        Entrant { record: Record::new(candidate), board, deals, done: 0, rest }
    }

    /// Goes on until it was tried against so many of the deals, or can no longer win `best` half games.
    fn run(&mut self, trial: &mut Trial<'_>, deals: usize, best: u64) -> Result<(), Spent> {
        let end = deals.min(self.deals.len());
        for deal in self.deals.get(self.done..end).unwrap_or_default() {
            let ending = trial.ending(&self.board, &self.record.candidate, deal)?;
            self.record.add(deal.weight, ending.spread, ending.exact);
            self.done += 1;
            self.rest -= deal.weight;
            if self.record.half_wins() + 2 * self.rest < best {
                self.record.standing = Standing::Dropped;
                return Ok(());
            }
        }
        if self.done == self.deals.len() {
            self.record.standing = Standing::Complete;
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
        entrants[..going].sort_by(|one, other| one.record.so_far(&other.record));
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
        if entrants[index].record.standing == Standing::Unfinished {
            // whatever the rest of the deals brings, the best one wins as many
            let half_wins = entrants.iter().map(|entrant| entrant.record.half_wins());
            let best = half_wins.max().unwrap_or(0);
            entrants[index].run(trial, deals, best)?;
        }
    }
    Ok(())
}
