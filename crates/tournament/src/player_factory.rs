//! Single games outside a schedule: creating players of any kind and seating them.

use std::cell::OnceCell;
use std::sync::Arc;

use thiserror::Error;

use crate::resolver::Resolver;
use crate::{Lineup, PlayerError};
use lettergame_base::{Cause, Diagnosed, Diagnosis};
use lettergame_game::{Configurable, Roster, Rules, SeatsError};
use lettergame_plan::{PlayerSpec, rules_json};
use lettergame_protocol::{HostOptions, TimeLimits};
use lettergame_words::Lexicon;

/// What players who take a seat outside a schedule are given.
pub struct PlayerFactory<'a> {
    /// The word list; `None` for the shipped one.
    pub lexicon: Option<&'a Lexicon>,
    /// How programs are run.
    pub host_options: HostOptions,
}

/// Why a player cannot take a seat.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerFactoryError {
    /// The rules do not allow this number of players.
    #[error(transparent)]
    Seats(#[from] SeatsError),
    /// A player is unknown or cannot be used.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl Diagnosed for PlayerFactoryError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            PlayerFactoryError::Seats(_) => Cause::Request.into(),
            PlayerFactoryError::Player(error) => error.diagnosis(),
        }
    }
}

impl PlayerFactory<'_> {
    /// The named players in this order at every table; the seat of a [`PERSON`](lettergame_plan::PERSON) is
    /// open.
    ///
    /// # Errors
    /// Too many or too few players, an unknown one, or one that cannot be used.
    pub fn lineup<G: Configurable>(
        &self,
        roster: &[Roster<G>],
        players: &[PlayerSpec],
        game: &Arc<G>,
    ) -> Result<Lineup<G>, PlayerFactoryError> {
        game.admit(players.len())?;
        let told = game.rules().pairs();
        let resolver = Resolver {
            game: G::INFO.name,
            rules: game,
            told: rules_json(told.iter().map(|(key, value)| (*key, value.as_str()))),
            roster,
            lexicon: self.lexicon,
            host_options: &self.host_options,
            times: TimeLimits::default(),
            host: OnceCell::new(),
        };
        let strategies = players
            .iter()
            .map(|player| match player.is_person() {
                true => Ok(None),
                false => resolver.strategy(player).map(Some),
            })
            .collect::<Result<_, PlayerError>>()?;
        Ok(Lineup::new(Arc::clone(game), strategies))
    }
}
