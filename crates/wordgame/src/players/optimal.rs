//! `optimal`: the words with the highest total, found exactly.
//!
//! Where letters burn it first names useless letters, because words are worth more the fewer letters are
//! left. It never substitutes and never replays a hand: the first play is already optimal, and a substitution
//! is a matter of luck. A hand that is too large to be solved is played like `seed`.

use std::sync::Arc;

use crate::rules::{Move, Prompt, View, Wordgame};
use crate::solving::{Solver, Step};
use lettergame_base::Rng;
use lettergame_game::{Fault, Player, Roster, Strategy, Tunable, per_seat};

pub(super) const ENTRY: Roster<Wordgame> =
    Roster::tunable::<Optimal>("optimal", "the words with the highest total, found exactly");

struct Optimal;

impl Tunable<Wordgame> for Optimal {
    const DEFAULT: Optimal = Optimal;

    fn strategy(self, game: &Arc<Wordgame>) -> Arc<dyn Strategy<Wordgame>> {
        let solver = Arc::new(Solver::new(game));
        per_seat(move |_, _| Planner { solver: Arc::clone(&solver), steps: Vec::new() })
    }
}

/// A player with its remaining plan for the hand, last step first.
struct Planner {
    solver: Arc<Solver>,
    steps: Vec<Step>,
}

impl Player<Wordgame> for Planner {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        if view.asked() == Prompt::Again {
            return Ok(Move::Stop);
        }
        let hand = view.play().now();
        if view.play().is_fresh() {
            match self.solver.optimum(hand) {
                Ok(steps) => self.steps = steps.into_iter().rev().collect(),
                Err(_) => {
                    let word = self.solver.best_word(hand);
                    return Ok(word.map_or(Move::Stop, |word| Move::Word(word.into())));
                }
            }
        }
        Ok(match self.steps.pop() {
            Some(Step::Word(word, _)) => Move::Word(word.into()),
            Some(Step::Burn(tile)) => Move::Word(tile.to_string().into()),
            None => Move::Stop,
        })
    }
}
