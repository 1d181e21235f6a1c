//! The candidates of a turn looked at further: by a simulation, and once the bag is empty by a search of the endgame.

use crate::analysis::AnalysisOptions;
use crate::endgame::{self, Endgame};
use crate::plays::{Equity, Generator};
use crate::rules::Move;
use crate::simulation::{LAST_TILES, Simulation, Tried, Value, WinChance, shortlist, won};
use crate::situation::{Candidate, Situation};
use lettergame_base::{Branch, Seed};
use lettergame_stats::Summary;

/// The plies of a simulation: the rival's answer and the player's own next turn.
const PLIES: u32 = 2;

/// The plays among which those that equity may not show are found.
const SCREENED: usize = 100;

/// The positions that the search of an endgame may expand for each move.
const NODES: u32 = 10_000;

/// A simulation of the candidates and of the move, all with the same samples; once the bag is empty, what they gain
/// if both sides play best from there on.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    /// The best move, in points.
    pub best: Move,
    /// The mean value of each of the candidates, in points, in their order.
    pub means: Vec<f64>,
    /// The mean value of the move, in points.
    pub played: f64,
    /// The mean of the best move less that of the move, in points, at least 0.
    pub loss: f64,
    /// What these figures rest on.
    pub basis: Basis,
    /// The probability of winning after each of the candidates, from 0 to 1, in their order.
    pub wins: Vec<f64>,
    /// The probability of winning after the move.
    pub win: f64,
    /// The move that most probably wins: often, but not always, the best in points.
    pub surest: Move,
    /// The probability of winning after that, less the one after the move, at least 0.
    pub win_loss: f64,
}

/// What the figures of a move rest on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// Samples, with the standard error of the loss, in points.
    Samples(f64),
    /// A search of the endgame, and whether it proves the loss.
    Search(bool),
}

/// What is found out about a move.
struct Outcome {
    choice: Move,
    /// In points.
    mean: f64,
    /// From 0 to 1.
    win: f64,
    /// The value in each sample, in points; none once the bag is empty.
    values: Vec<f64>,
    /// Whether the value is proven.
    exact: bool,
}

impl Simulated {
    /// Adds moves to the candidates that equity may not show, if few tiles are left. A move that is not valid, as it
    /// forms words that do not exist, is never the best. `None` if the game is over.
    pub(super) fn of(
        at: &Situation<'_>,
        candidates: &mut Vec<Candidate>,
        (played, is_valid): (&Candidate, bool),
        options: &AnalysisOptions<'_>,
        seed: Seed,
    ) -> Option<Simulated> {
        if at.is_over() {
            return None;
        }
        let (outcomes, solved) = match at.bag {
            0 => {
                let mut endgame = Endgame::new();
                let solved = endgame.solve(at, &endgame::Limits::nodes(NODES));
                add(candidates, &[Candidate::new(at, solved.choice)]);
                let moves = both(candidates, played);
                let mut outcomes: Vec<Outcome> =
                    moves.iter().map(|one| searched(&mut endgame, at, one.choice)).collect();
                // stable: of equals, the one that comes first
                outcomes.sort_by(|one, other| other.mean.total_cmp(&one.mean));
                (outcomes, solved.exact)
            }
            bag => {
                if bag <= LAST_TILES {
                    let seed = seed.derive(Branch::Chance, 2);
                    let (plays, win) = ((SCREENED, options.candidates), WinChance::shipped());
                    add(candidates, &shortlist(at, &mut Generator::new(), plays, win, seed));
                }
                (simulated(at, &both(candidates, played), options.samples, seed), false)
            }
        };
        let outcome = |choice: Move| outcomes.iter().find(|outcome| outcome.choice == choice);
        let own = outcome(played.choice)?;
        let best = most(&outcomes, own, is_valid, |outcome| outcome.mean);
        let surest = most(&outcomes, own, is_valid, |outcome| outcome.win);
        let listed = || candidates.iter().filter_map(|one| outcome(one.choice));
        Some(Simulated {
            best: best.choice,
            means: listed().map(|outcome| outcome.mean).collect(),
            played: own.mean,
            loss: (best.mean - own.mean).max(0.0),
            basis: match at.bag {
                0 => Basis::Search(solved && best.exact && own.exact),
                _ => Basis::Samples(paired_error(&best.values, &own.values)),
            },
            wins: listed().map(|outcome| outcome.win).collect(),
            win: own.win,
            surest: surest.choice,
            win_loss: (surest.win - own.win).max(0.0),
        })
    }
}

/// The outcome with the most of something: of equals the move that was made, or the first one. Only if that move is
/// valid it can be the one.
fn most<'a>(
    outcomes: &'a [Outcome],
    own: &'a Outcome,
    is_valid: bool,
    of: impl Fn(&Outcome) -> f64,
) -> &'a Outcome {
    let others = outcomes.iter().filter(|outcome| outcome.choice != own.choice);
    let at_first = others.clone().next().filter(|_| !is_valid).unwrap_or(own);
    others.fold(at_first, |most, next| if of(next) > of(most) { next } else { most })
}

/// Adds those that are not among the candidates yet, and keeps the order by equity.
fn add(candidates: &mut Vec<Candidate>, found: &[Candidate]) {
    for one in found {
        if candidates.iter().all(|known| known.choice != one.choice) {
            let place = candidates.partition_point(|known| known.equity >= one.equity);
            candidates.insert(place, *one);
        }
    }
}

/// The candidates, and the move if it is none of them.
fn both(candidates: &[Candidate], played: &Candidate) -> Vec<Candidate> {
    let is_listed = candidates.iter().any(|one| one.choice == played.choice);
    candidates.iter().chain((!is_listed).then_some(played)).copied().collect()
}

/// The moves in so many samples, best first.
fn simulated(at: &Situation<'_>, moves: &[Candidate], samples: u32, seed: Seed) -> Vec<Outcome> {
    let simulation = Simulation {
        samples,
        time: None,
        plies: PLIES,
        value: Value::Points,
        win: WinChance::shipped(),
        prior: 0,
        // all are of interest, and have the same samples
        risk: 0.0,
        seed: seed.derive(Branch::Chance, 1),
        parallel: false,
    };
    let simulated = simulation.run(at, moves, None);
    let outcome = |tried: &Tried| Outcome {
        choice: tried.candidate.choice,
        mean: tried.equity.mean().unwrap_or(0.0),
        win: tried.win.mean().unwrap_or(0.0),
        values: tried.values().to_vec(),
        exact: false,
    };
    simulated.candidates().iter().map(outcome).collect()
}

/// A move once the bag is empty, by a search of the endgame.
fn searched(endgame: &mut Endgame, at: &Situation<'_>, choice: Move) -> Outcome {
    let gain = endgame.gain(at, &choice, &endgame::Limits::nodes(NODES));
    let win = won(Equity::points(at.lead + gain.points));
    let (mean, exact) = (f64::from(gain.points), gain.exact);
    Outcome { choice, mean, win, values: Vec::new(), exact }
}

/// The standard error of the mean difference, in points; 0 with fewer than two samples.
fn paired_error(one: &[f64], other: &[f64]) -> f64 {
    let leads: Summary = one.iter().zip(other).map(|(one, other)| one - other).collect();
    leads.standard_error().unwrap_or(0.0)
}
