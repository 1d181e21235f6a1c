//! `seed`: the computer of the problem set. Always plays the highest-scoring word, with ties broken
//! alphabetically; stops when there is none. It never substitutes and never replays a hand.

use std::sync::Arc;

use crate::rules::{Move, Prompt, View, Wordgame};
use crate::solving::Solver;
use lettergame_base::Rng;
use lettergame_game::{Fault, Player, Roster, Strategy, Tunable, per_seat};

pub(super) const ENTRY: Roster<Wordgame> =
    Roster::tunable::<Seed>("seed", "always the highest-scoring word");

struct Seed;

impl Tunable<Wordgame> for Seed {
    const DEFAULT: Seed = Seed;

    fn strategy(self, game: &Arc<Wordgame>) -> Arc<dyn Strategy<Wordgame>> {
        let solver = Arc::new(Solver::new(game));
        per_seat(move |_, _| Solving(Arc::clone(&solver)))
    }
}

struct Solving(Arc<Solver>);

impl Player<Wordgame> for Solving {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        let word = match view.asked() {
            Prompt::Word => self.0.best_word(view.play().now()),
            Prompt::Again => None,
        };
        Ok(word.map_or(Move::Stop, |word| Move::Word(word.into())))
    }
}
