//! `random`: any legal play, all equally likely; a pass if there is none.

use crate::plays::{All, Generator};
use crate::rules::{Move, Scrabble, View};
use lettergame_base::Rng;
use lettergame_game::{Fault, Player, Roster};

pub(super) const ENTRY: Roster<Scrabble> =
    Roster::of::<Random>("random", "any legal play, all equally likely");

#[derive(Default)]
struct Random {
    generator: Generator,
    plays: All,
}

impl Player<Scrabble> for Random {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        if let Some(answer) = view.answer_to_play() {
            return Ok(answer);
        }
        let Random { generator, plays } = self;
        // sorted: the order in which plays are generated must not matter
        view.plays(generator, plays);
        let pick = rng.below(plays.0.len() as u32) as usize;
        Ok(plays.0.get(pick).map_or(Move::Pass, |picked| Move::Play(picked.play)))
    }
}
