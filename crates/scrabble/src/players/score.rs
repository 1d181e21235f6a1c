//! `score`: the play with the highest score; among equal ones the one that keeps more tiles. Without a play
//! it exchanges all tiles, or passes where that is not allowed.

use crate::players::choosing::{best_play, play_or_exchange_all};
use crate::plays::{Generator, Points};
use crate::rules::{Move, Scrabble, View};
use lettergame_base::Rng;
use lettergame_game::{Fault, Player, Roster};

pub(super) const ENTRY: Roster<Scrabble> =
    Roster::of::<Score>("score", "the play with the most points");

#[derive(Default)]
struct Score(Generator);

impl Player<Scrabble> for Score {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        if let Some(answer) = view.answer_to_play() {
            return Ok(answer);
        }
        let best = best_play(&mut self.0, view, &Points);
        Ok(play_or_exchange_all(view, best))
    }
}
