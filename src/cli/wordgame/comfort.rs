//! What a person at a terminal is told beyond the texts of the problem set; never said in a pipe.

use crate::games::wordgame::rules::HandPlay;
use crate::games::wordgame::solving::{Solver, Step};

/// The word that earns most now.
pub(super) fn hint(solver: &Solver, play: &HandPlay) -> String {
    match solver.best_word(play.now()) {
        Some(word) => format!("Hint: {word}\n\n"),
        None => "Hint: there is no word left.\n\n".to_owned(),
    }
}

/// What would have been the best of the hand as it was dealt.
pub(super) fn best(solver: &Solver, play: &HandPlay) -> String {
    let Ok(steps) = solver.optimum(play.dealt()) else { return String::new() };
    let (mut told, mut total, mut burnt) = (Vec::new(), 0, String::new());
    for step in steps {
        match step {
            Step::Burn(tile) => burnt.push(tile),
            Step::Word(word, points) => {
                total += points.0;
                told.push(format!("{word} {points}"));
            }
        }
    }
    let first = if burnt.is_empty() { String::new() } else { format!("burn {burnt}, ") };
    if told.is_empty() {
        return "There was no word in it.\n".to_owned();
    }
    format!("The best possible: {first}{} = {total} points.\n", told.join(" + "))
}
