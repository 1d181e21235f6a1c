//! Who sits where: persons, and players made from their names.

use std::sync::Arc;

use crate::base::{Branch, BySeat, Rng, Seat, Seed};
use crate::cli::exit::Failure;
use crate::cli::venue::Venue;
use crate::game::{Game, Player, Roster};

/// Whoever decides in a seat.
pub(super) enum Sitter<G: Game> {
    Person,
    Computer(Box<dyn Player<G>>, Box<Rng>),
}

impl<G: Game> Sitter<G> {
    pub(super) fn is_person(&self) -> bool {
        matches!(self, Sitter::Person)
    }

    /// Tells what was announced; a person reads it on the screen.
    pub(super) fn observe(&mut self, events: &[G::Event]) {
        if let Sitter::Computer(player, _) = self {
            events.iter().for_each(|event| player.observe(event));
        }
    }
}

/// Seats the named players in this order.
pub(super) fn sit_down<G: Game>(
    roster: &[Roster<G>],
    players: &[String],
    rules: &Arc<G>,
    seed: Seed,
    venue: &Venue<'_>,
) -> Result<BySeat<Sitter<G>>, Failure> {
    rules.admit(players.len()).map_err(Failure::usage)?;
    let sit = |(seat, text): (Seat, &String)| {
        if text == "person" {
            return Ok(Sitter::Person);
        }
        let rng = seed.derive(Branch::Seat, seat.index() as u64).rng();
        let player = venue.strategy(roster, text, rules).map_err(with_person)?.sit(
            rules,
            seat,
            players.len(),
        );
        Ok(Sitter::Computer(player, Box::new(rng)))
    };
    Seat::first(players.len()).zip(players).map(sit).collect()
}

/// An unknown name may have been meant for the person.
fn with_person(failure: Failure) -> Failure {
    match failure {
        Failure::Usage(text) => Failure::Usage(format!("{text}; `person` is you")),
        other => other,
    }
}
