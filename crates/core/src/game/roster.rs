//! The roster: the strategies of a game by name, with their parameters.

use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use crate::base::{Seat, did_you_mean};
use crate::game::{Game, Parameter, ParameterValues, Player, SettingError, Settings, Strategy};

/// How a strategy is made from its parameters.
pub(super) type Make<G> =
    fn(&mut ParameterValues, &Arc<G>) -> Result<Arc<dyn Strategy<G>>, SettingError>;

/// A strategy on the roster.
pub struct Roster<G: Game> {
    /// What is listed to people.
    pub listing: Listing,
    /// How it is made from its parameters; called by [`Roster::make`] and [`Roster::with_defaults`].
    pub make: Make<G>,
}

impl<G: Game> Clone for Roster<G> {
    fn clone(&self) -> Roster<G> {
        Roster { listing: self.listing, make: self.make }
    }
}

/// What people are told of a strategy.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Listing {
    /// Its name, also in results.
    pub name: &'static str,
    /// The parameter that may follow the name after a hyphen, as in `truthful-5`.
    pub suffix: Option<&'static str>,
    /// Its idea in one line.
    pub idea: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

/// Why there is no such player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RosterError {
    /// No strategy has this name.
    #[error("unknown player `{name}`{hint}")]
    Unknown {
        /// The name as typed.
        name: String,
        /// A remark with the nearest name, or all of them.
        hint: String,
    },
    /// A parameter was refused.
    #[error("player `{player}`: {error}")]
    Setting {
        /// The player as typed.
        player: String,
        /// What is wrong with the parameter.
        error: SettingError,
    },
}

/// Seats a player in its initial state.
struct Initial<P>(PhantomData<fn() -> P>);

impl<G: Game, P: Player<G> + Default + 'static> Strategy<G> for Initial<P> {
    fn sit(&self, _rules: &Arc<G>, _seat: Seat, _seats: usize) -> Box<dyn Player<G>> {
        Box::new(P::default())
    }
}

impl<G: Game> Roster<G> {
    /// A strategy without parameters, whose players start as the default value of their type.
    #[must_use]
    pub const fn of<P: Player<G> + Default + 'static>(
        name: &'static str,
        idea: &'static str,
    ) -> Roster<G> {
        let listing = Listing { name, suffix: None, idea, parameters: &[] };
        Roster { listing, make: |_, _| Ok(Arc::new(Initial::<P>(PhantomData))) }
    }

    /// Makes the strategy that `text` names: `name`, `name:key=value:key=value`, or `name-N` where
    /// the listing says so.
    ///
    /// # Errors
    /// An unknown name (with the nearest one), an unknown parameter or a value out of range.
    pub fn make(
        roster: &[Roster<G>],
        text: &str,
        rules: &Arc<G>,
    ) -> Result<Arc<dyn Strategy<G>>, RosterError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let refuse = |error| RosterError::Setting { player: text.to_owned(), error };
        let pairs = rest.split(':').filter(|pair| !pair.is_empty());
        let mut settings = Settings::parse(pairs).map_err(refuse)?;
        let entry = Self::find(roster, name, &mut settings)?;
        let mut values = ParameterValues::new(settings, entry.listing.parameters);
        let strategy = (entry.make)(&mut values, rules).map_err(refuse)?;
        values.finish().map_err(refuse)?;
        Ok(strategy)
    }

    /// Makes the strategy with the defaults of all its parameters.
    ///
    /// # Errors
    /// A default that its own range does not hold.
    pub fn with_defaults(&self, rules: &Arc<G>) -> Result<Arc<dyn Strategy<G>>, SettingError> {
        let mut values = ParameterValues::new(Settings::default(), self.listing.parameters);
        (self.make)(&mut values, rules)
    }

    fn find<'a>(
        roster: &'a [Roster<G>],
        name: &str,
        settings: &mut Settings,
    ) -> Result<&'a Roster<G>, RosterError> {
        if let Some(entry) = roster.iter().find(|entry| entry.listing.name == name) {
            return Ok(entry);
        }
        let suffixed = roster.iter().find_map(|entry| {
            let value = name.strip_prefix(entry.listing.name)?.strip_prefix('-')?;
            Some((entry, entry.listing.suffix?, value))
        });
        if let Some((entry, key, value)) = suffixed {
            settings.set(key, value);
            return Ok(entry);
        }
        let hint = did_you_mean(name, roster.iter().map(|entry| entry.listing.name));
        Err(RosterError::Unknown { name: name.to_owned(), hint })
    }
}
