//! `equity`: score plus what the kept tiles are worth for the turns to come, by a model fitted to
//! games of the program against itself. It exchanges where that is worth more than any play.

use std::sync::Arc;

use crate::base::{Rng, Seat};
use crate::game::{Fault, Listing, Player, Roster, Strategy};
use crate::games::scrabble::players::choosing::{best_play, leave_value, play_or_exchange};
use crate::games::scrabble::plays::{Generator, Leaves};
use crate::games::scrabble::rules::{Move, Scrabble, View};

pub(super) const ENTRY: Roster<Scrabble> = Roster {
    listing: Listing {
        name: "equity",
        suffix: None,
        idea: "score plus what the kept tiles are worth for the turns to come",
        settings: &[],
    },
    make: |_, _| Ok(Arc::new(Equity)),
};

struct Equity;

impl Strategy<Scrabble> for Equity {
    fn sit(&self, _: &Arc<Scrabble>, _: Seat, _: usize) -> Box<dyn Player<Scrabble>> {
        Box::new(Sitting(Generator::new()))
    }
}

struct Sitting(Generator);

impl Player<Scrabble> for Sitting {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        let valuation = leave_value(view, Leaves::shipped());
        let best = best_play(&mut self.0, view, &valuation);
        Ok(play_or_exchange(&self.0, view, best))
    }
}
