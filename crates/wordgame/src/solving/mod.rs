//! The value of a hand: [`Greedy`] plays like the computer of the problem set, always the word with
//! the most points; [`Optimal`] finds the highest total of any words from the hand. If points
//! depend on the letters left, `plan` does both; [`Solver`] is the common interface.
//!
//! ```
//! use std::sync::Arc;
//! use lettergame_base::Points;
//! use lettergame_wordgame::{rules::WordScore, solving::{Greedy, Optimal}};
//! use lettergame_words::Lexicon;
//!
//! let (lexicon, score) = (Arc::new(Lexicon::shipped()), WordScore::new(7));
//! let hand = "dffjouw".parse()?;
//! let greedy = Greedy::new(&lexicon, score);
//! assert_eq!(greedy.play(&hand).to_string(), "JUDO 48");
//! let optimal = Optimal::new(&lexicon, score);
//! assert_eq!(optimal.play(&hand)?.total, Points(83));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod greedy;
mod optimal;
mod plan;
mod prices;
mod search;
mod solver;
#[cfg(test)]
mod tests;

use std::fmt;

use lettergame_base::Points;
use lettergame_words::Best;

pub use greedy::Greedy;
pub use optimal::{MAX_LETTERS, Optimal, OptimalError};
pub use plan::{MAX_STATES, SolveError, Step, TooLarge};
pub use solver::Solver;

/// Words played on one hand, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Play<'a> {
    /// The words with their points, each in upper case.
    pub words: Vec<Best<'a>>,
    /// The sum of their points.
    pub total: Points,
}

impl<'a> FromIterator<Best<'a>> for Play<'a> {
    fn from_iter<I: IntoIterator<Item = Best<'a>>>(words: I) -> Self {
        let words: Vec<Best<'a>> = words.into_iter().collect();
        Play { total: words.iter().map(|best| best.points).sum(), words }
    }
}

/// Each word and its points, e.g. `JUDO 48`, joined by a plus; empty if there is no word.
impl fmt::Display for Play<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, best) in self.words.iter().enumerate() {
            let joint = if index == 0 { "" } else { " + " };
            write!(f, "{joint}{} {}", best.word, best.points)?;
        }
        Ok(())
    }
}
