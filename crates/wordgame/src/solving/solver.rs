//! Both editions behind one door: what the computer of the seed plays, and the optimum.

use std::sync::Arc;

use crate::rules::{Hand, Score, WordScore, Wordgame};
use crate::solving::plan::{self, SolveError, Step};
use crate::solving::{Greedy, Optimal};
use lettergame_core::base::Points;
use lettergame_core::lexicon::Best;

/// Solves hands under some rules. Preparing it takes some tens of milliseconds with the shipped list.
pub struct Solver {
    game: Arc<Wordgame>,
    /// Where points do not depend on what is left of the hand.
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

    /// The word that earns most now, in lower case, ties to the first in alphabetical order; `None`
    /// if there is none. About a microsecond for 7 letters of the edition 6.00; under rules where
    /// points depend on what is left some tens of microseconds, and some tens of milliseconds for
    /// more than about 14 letters.
    #[must_use]
    pub fn best_word(&self, hand: &Hand) -> Option<String> {
        match &self.words {
            Some(words) => words.greedy.choose(&hand.letters()).map(|best| lower(&best).0),
            None => plan::best_word(&self.game, hand),
        }
    }

    /// What earns most with the whole hand. In the edition 6.00 the highest total, then the fewest
    /// words, by points descending and name ascending; under rules where points depend on what is
    /// left the highest total in the fewest steps, in the order in which they must be done.
    ///
    /// # Errors
    /// [`SolveError`], for a hand that is too large.
    pub fn optimum(&self, hand: &Hand) -> Result<Vec<Step>, SolveError> {
        self.optimum_within(hand, u64::MAX)
    }

    /// As [`Solver::optimum`], where points depend on what is left with a limit on the work: words of the hand
    /// times what can be left of it, some nanoseconds each. The same on every machine.
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
