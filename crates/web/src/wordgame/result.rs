//! Other solutions of a hand: the computer's, and the optimum. All found by the library's solver.

use lettergame_base::Points;
use lettergame_wordgame::rules::{Hand, HandPlay, Played, Wordgame};
use lettergame_wordgame::solving::{SolveError, Solver, Step};

/// The maximum work for an optimum here: a tenth of a second or two.
const MAX_WORK: u64 = 1 << 26;

/// Other solutions of a hand.
pub(super) struct Others {
    pub(super) computer: Made,
    /// The optimum, or why it is unknown.
    pub(super) optimum: Result<Made, String>,
}

impl Others {
    pub(super) fn of(game: &Wordgame, solver: &Solver, hand: &Hand) -> Others {
        Others { computer: computer(game, solver, hand), optimum: optimum(game, solver, hand) }
    }
}

/// One solution of a hand.
pub(super) struct Made {
    pub(super) words: Vec<Played>,
    pub(super) total: Points,
    /// The letters that are burnt first, if that helps.
    pub(super) burnt: String,
}

impl Made {
    pub(super) fn of(play: &HandPlay) -> Made {
        Made { words: play.words().to_vec(), total: play.total(), burnt: String::new() }
    }
}

/// The computer's solution: repeatedly the highest-scoring word.
fn computer(game: &Wordgame, solver: &Solver, hand: &Hand) -> Made {
    let mut play = HandPlay::new(hand.clone());
    while let Some(word) = solver.best_word(play.now())
        && play.play(game, &word).is_ok()
    {}
    Made::of(&play)
}

/// The optimum, or why it is unknown.
fn optimum(game: &Wordgame, solver: &Solver, hand: &Hand) -> Result<Made, String> {
    let (mut play, mut burnt) = (HandPlay::new(hand.clone()), String::new());
    for step in solver.optimum_within(hand, MAX_WORK).map_err(|error| match error {
        SolveError::Work { .. } => format!("{error}; use the command in the menu"),
        _ => error.to_string(),
    })? {
        let text = match step {
            Step::Word(word, _) => word,
            Step::Burn(tile) => {
                burnt.push(tile);
                tile.to_string()
            }
        };
        // a burnt letter is not a word
        let _ = play.play(game, &text);
    }
    Ok(Made { burnt, ..Made::of(&play) })
}
