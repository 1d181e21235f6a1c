//! Solvers for both editions behind one interface: the play of the computer of the problem set, and
//! the optimum.

use std::sync::Arc;

use crate::rules::{Hand, Score, WordScore, Wordgame};
use crate::solving::plan::{self, SolveError, Step};
use crate::solving::{Greedy, Optimal};
use lettergame_base::Points;
use lettergame_words::Best;

/// Solves hands under some rules. Preparing it takes tens of milliseconds with the shipped list.
pub struct Solver {
    game: Arc<Wordgame>,
    /// Present if points do not depend on the letters left.
    words: Option<WordSolvers>,
}

struct WordSolvers {
    greedy: Greedy,
    optimal: Optimal,
}

impl Solver {
    /// A solver for these rules and words.
    #[must_use]
    pub fn new(game: &Arc<Wordgame>) -> Solver {
        let words = (game.rules().score() == Score::Bonus).then(|| {
            let score = WordScore::new(game.rules().hand_size());
            let lexicon = game.lexicon();
            let (greedy, optimal) = (Greedy::new(lexicon, score), Optimal::new(lexicon, score));
            WordSolvers { greedy, optimal }
        });
        Solver { game: Arc::clone(game), words }
    }

    /// The word with the most points now, in lower case, with ties broken alphabetically; `None` if
    /// there is none. Takes about a microsecond for 7 letters in edition 6.00; if points depend on
    /// the letters left, tens of microseconds, and tens of milliseconds for more than about 14
    /// letters.
    #[must_use]
    pub fn best_word(&self, hand: &Hand) -> Option<String> {
        match &self.words {
            Some(words) => words.greedy.choose(&hand.letters()).map(|best| lower(&best).0),
            None => plan::best_word(&self.game, hand),
        }
    }

    /// The highest-scoring play of the whole hand. In edition 6.00 the highest total, then the
    /// fewest words, by descending points and then alphabetically; if points depend on the letters
    /// left, the highest total in the fewest steps, in the order in which they must be played.
    ///
    /// # Errors
    /// [`SolveError`], for a hand that is too large.
    pub fn optimum(&self, hand: &Hand) -> Result<Vec<Step>, SolveError> {
        self.optimum_within(hand, u64::MAX)
    }

    /// Like [`Solver::optimum`], but if points depend on the letters left, with a work limit: words of the
    /// hand times its states, a few nanoseconds each. Identical on every machine.
    ///
    /// # Errors
    /// [`SolveError`], for a hand that is too large or takes more work.
    pub fn optimum_within(&self, hand: &Hand, most: u64) -> Result<Vec<Step>, SolveError> {
        let Some(words) = &self.words else { return plan::best_plan(&self.game, hand, most) };
        let play = words.optimal.play(&hand.letters())?;
        let step = |best: &Best<'_>| {
            let (word, points) = lower(best);
            Step::Word(word, points)
        };
        Ok(play.words.iter().map(step).collect())
    }
}

fn lower(best: &Best<'_>) -> (String, Points) {
    (best.word.to_lowercase(), best.points)
}
