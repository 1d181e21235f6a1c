//! Single games outside of a schedule: making their players, of whatever kind, and seating them.

use std::cell::OnceCell;
use std::sync::Arc;

use thiserror::Error;

use crate::resolver::Resolver;
use crate::{Lineup, PlayerError, PlayerSpec, rules_json};
use lettergame_core::game::{Game, Roster, SeatsError};
use lettergame_core::lexicon::Lexicon;
use lettergame_protocol::{Hosting, TimeLimits};

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
    /// A player is unknown or cannot be used.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl Venue<'_> {
    /// The named players in this order at every table; the seat of a [`PERSON`](crate::PERSON) is open.
    ///
    /// # Errors
    /// Too many or too few players, an unknown one, or one that cannot be used.
    pub fn lineup<G: Game>(
        &self,
        roster: &[Roster<G>],
        players: &[PlayerSpec],
        rules: &Arc<G>,
    ) -> Result<Lineup<G>, VenueError> {
        rules.admit(players.len())?;
        let resolver = Resolver {
            game: self.game,
            rules,
            told: rules_json(self.rules.iter().map(|(key, value)| (*key, value.as_str()))),
            roster,
            lexicon: self.lexicon,
            hosting: &self.hosting,
            times: TimeLimits::default(),
            site: OnceCell::new(),
        };
        let strategies = players
            .iter()
            .map(|player| match player.is_person() {
                true => Ok(None),
                false => resolver.strategy(player).map(Some),
            })
            .collect::<Result<_, PlayerError>>()?;
        Ok(Lineup::new(Arc::clone(rules), strategies))
    }
}
