//! `random`: a random word from the hand, drawn uniformly, until there is none.

use crate::players::playable;
use crate::rules::{Move, Prompt, View, Wordgame};
use lettergame_base::Rng;
use lettergame_game::{Fault, Player, Roster};

pub(super) const ENTRY: Roster<Wordgame> =
    Roster::of::<Random>("random", "a random word from the hand, until there is none");

#[derive(Default)]
struct Random;

impl Player<Wordgame> for Random {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        let words = if view.asked() == Prompt::Again { Vec::new() } else { playable(view) };
        if words.is_empty() {
            return Ok(Move::Stop);
        }
        let word = words[rng.below(words.len() as u32) as usize];
        Ok(Move::Word(word.to_lowercase().into()))
    }
}
