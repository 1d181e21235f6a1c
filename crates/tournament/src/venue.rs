//! Single games outside of a schedule: making their players, of whatever kind, and seating them.
//!
//! The seeds are those of a tournament's game of the same deal: the table starts from the seed itself,
//! the player in a seat draws from that seat's branch of it.

use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use crate::foreign::resident;
use crate::open_table::Opened;
use crate::{Foreign, OpenGame, rules_json};
use lettergame_core::base::{Branch, BySeat, Rng, Seat, Seed};
use lettergame_core::game::{Game, Player, Roster, RosterError, SeatsError, Strategy};
use lettergame_core::lexicon::Lexicon;
use lettergame_protocol::{Hosting, Site, TimeLimits};

/// The name under which a person takes a seat.
pub const PERSON: &str = "person";

/// What is played, as players need to know it that are not built in.
pub struct Venue<'a> {
    /// The game's name.
    pub game: &'static str,
    /// Its rules, by the names that a config has.
    pub rules: Vec<(&'static str, String)>,
    /// The words that count; the shipped ones if it has none of its own.
    pub lexicon: Option<&'a Lexicon>,
    /// How programs are treated.
    pub hosting: Hosting,
}

/// Why somebody cannot take a seat.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VenueError {
    /// The rules do not admit so many.
    #[error(transparent)]
    Seats(#[from] SeatsError),
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] RosterError),
    /// Programs cannot be played at all here.
    #[error("{0}")]
    Site(String),
    /// A program or module cannot be used.
    #[error("player `{player}`: {why}")]
    Foreign {
        /// The player as typed.
        player: String,
        /// Why not.
        why: String,
    },
}

impl Venue<'_> {
    /// The player that a text names, for a single game: of the roster, a program or a module.
    ///
    /// # Errors
    /// An unknown player, or one that cannot be used.
    pub fn strategy<G: Game>(
        &self,
        roster: &[Roster<G>],
        text: &str,
        rules: &Arc<G>,
    ) -> Result<Arc<dyn Strategy<G>>, VenueError> {
        let told = || rules_json(self.rules.iter().map(|(key, value)| (*key, value.as_str())));
        if let Some(strategy) = resident(text, &self.hosting, self.game, &told) {
            return Ok(Arc::new(strategy));
        }
        let Some(foreign) = Foreign::of_text(text, Path::new("")) else {
            return Ok(Roster::make(roster, text, rules)?);
        };
        let shipped;
        let lexicon = match self.lexicon {
            Some(lexicon) => lexicon,
            None => {
                shipped = Lexicon::shipped();
                &shipped
            }
        };
        let site = Site::new(&self.hosting, lexicon, TimeLimits::default());
        let site = site.map_err(|error| VenueError::Site(error.to_string()))?;
        foreign
            .strategy(&site, (self.game, &**rules), &told())
            .map_err(|why| VenueError::Foreign { player: text.to_owned(), why })
    }

    /// The game with the named players in this order at every table; the seat of a [`PERSON`] is open.
    ///
    /// # Errors
    /// Too many or too few players, an unknown one, or one that cannot be used.
    pub fn opened<G: Game>(
        &self,
        roster: &[Roster<G>],
        players: &[String],
        rules: Arc<G>,
    ) -> Result<Box<dyn OpenGame>, VenueError> {
        rules.admit(players.len())?;
        let strategies = players
            .iter()
            .map(|text| match text == PERSON {
                true => Ok(None),
                false => self.strategy(roster, text, &rules).map(Some),
            })
            .collect::<Result<_, VenueError>>()?;
        Ok(Box::new(Opened { rules, strategies }))
    }

    /// Seats the named players in this order; [`PERSON`] is a person.
    ///
    /// # Errors
    /// Too many or too few players, an unknown one, or one that cannot be used.
    pub fn sit_down<G: Game>(
        &self,
        roster: &[Roster<G>],
        players: &[String],
        rules: &Arc<G>,
        seed: Seed,
    ) -> Result<BySeat<Sitter<G>>, VenueError> {
        rules.admit(players.len())?;
        let sit = |(seat, text): (Seat, &String)| {
            if text == PERSON {
                return Ok(Sitter::Person);
            }
            let rng = seed.derive(Branch::Seat, seat.index() as u64).rng();
            let player = self.strategy(roster, text, rules)?.sit(rules, seat, players.len());
            Ok(Sitter::Computer(player, Box::new(rng)))
        };
        Seat::first(players.len()).zip(players).map(sit).collect()
    }
}

/// Whoever decides in a seat.
pub enum Sitter<G: Game> {
    /// Somebody who is asked elsewhere.
    Person,
    /// A player with its own stream of chance.
    Computer(Box<dyn Player<G>>, Box<Rng>),
}

impl<G: Game> Sitter<G> {
    /// Is it a person?
    #[must_use]
    pub fn is_person(&self) -> bool {
        matches!(self, Sitter::Person)
    }

    /// Tells what was announced; a person reads it on the screen.
    pub fn observe(&mut self, events: &[G::Event]) {
        if let Sitter::Computer(player, _) = self {
            events.iter().for_each(|event| player.observe(event));
        }
    }
}
