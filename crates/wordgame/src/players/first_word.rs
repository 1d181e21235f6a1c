//! `first-word`: always plays the alphabetically first word in the hand.

use crate::players::playable;
use crate::rules::{Move, Prompt, View, Wordgame};
use lettergame_base::Rng;
use lettergame_game::{Fault, Player, Roster};

pub(super) const ENTRY: Roster<Wordgame> =
    Roster::of::<FirstWord>("first-word", "always the first word in alphabetical order");

#[derive(Default)]
struct FirstWord;

impl Player<Wordgame> for FirstWord {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        if view.asked() == Prompt::Again {
            return Ok(Move::Stop);
        }
        let first = playable(view).into_iter().min();
        Ok(first.map_or(Move::Stop, |word| Move::Word(word.to_lowercase().into())))
    }
}
