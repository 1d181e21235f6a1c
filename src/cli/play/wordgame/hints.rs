//! Hints for a person at a terminal, in addition to the texts of the problem set; never printed in
//! a pipe.

use crate::cli::analyse::wordgame::{optimum, words_text};
use lettergame_wordgame::rules::{HandPlay, Wordgame};
use lettergame_wordgame::solving::Solver;

/// The highest-scoring word at this point.
pub(super) fn hint(solver: &Solver, play: &HandPlay) -> String {
    match solver.best_word(play.now()) {
        Some(word) => format!("Hint: {word}\n\n"),
        None => "Hint: there is no word left.\n\n".to_owned(),
    }
}

/// The best result for the hand as it was dealt.
pub(super) fn best(game: &Wordgame, solver: &Solver, play: &HandPlay) -> String {
    match optimum(game, solver, play.dealt()) {
        Err(_) => String::new(),
        Ok(line) if line.words.is_empty() => "There was no word in it.\n".to_owned(),
        Ok(line) => format!("The best possible: {} = {} points.\n", words_text(&line), line.total),
    }
}
