//! What others make of a hand: the computer, and the best there is. All by the library's solver.

use crate::base::Points;
use crate::games::wordgame::rules::{Hand, HandPlay, Played};
use crate::games::wordgame::solving::Step;
use crate::web::wordgame::shelf::Book;

/// What somebody made of a hand.
pub(super) struct Made {
    pub(super) words: Vec<Played>,
    pub(super) total: Points,
    /// The letters that are burnt first, where that helps.
    pub(super) burnt: String,
}

impl Made {
    pub(super) fn of(play: &HandPlay) -> Made {
        Made { words: play.words().to_vec(), total: play.total(), burnt: String::new() }
    }
}

/// What the computer makes of it: the word that earns most, again and again.
pub(super) fn computer(book: &Book, hand: &Hand) -> Made {
    let mut play = HandPlay::new(hand.clone());
    while let Some(word) = book.solver.best_word(play.now())
        && play.play(&book.game, &word).is_ok()
    {}
    Made::of(&play)
}

/// The best that can be made of it, or why that is not known.
pub(super) fn optimum(book: &Book, hand: &Hand) -> Result<Made, String> {
    let (mut play, mut burnt) = (HandPlay::new(hand.clone()), String::new());
    for step in book.solver.optimum(hand).map_err(|error| error.to_string())? {
        let text = match step {
            Step::Word(word, _) => word,
            Step::Burn(tile) => {
                burnt.push(tile);
                tile.to_string()
            }
        };
        // a burnt letter is no word
        let _ = play.play(&book.game, &text);
    }
    Ok(Made { burnt, ..Made::of(&play) })
}
