//! Another try at a mistake: the position before it in a room of its own, where one move is made, which the review
//! then judges.

use maud::{Markup, html};

use crate::serving::query::address;
use lettergame_base::Seat;

/// A room in which a move is tried.
pub(crate) struct Trial {
    /// The address of the mistake in its review.
    mistake: String,
    /// The seat that made it.
    seat: Seat,
    /// What it did, and what that cost.
    made: String,
}

impl Trial {
    pub(super) fn new(mistake: String, seat: Seat, made: String) -> Trial {
        Trial { mistake, seat, made }
    }

    /// The address of the review with the judgement of this move.
    pub(crate) fn result(&self, choice: &str) -> String {
        let seat = (self.seat.index() + 1).to_string();
        address(&self.mistake, &[("seat", &seat), ("tried", choice)])
    }

    /// What is asked, beside the way back.
    pub(crate) fn task(&self) -> Markup {
        let seat = (self.seat.index() + 1).to_string();
        html! {
            p.trial { (self.made) " Make a better move, then see whether it is one." }
            a.button href=(address(&self.mistake, &[("seat", &seat)])) { "Back to the review" }
        }
    }
}
