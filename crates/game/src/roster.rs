//! The roster: the strategies of a game by name, with their parameters.

use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use crate::{Game, Param, Parameter, Player, SettingError, Settings, Strategy};
use lettergame_base::{Seat, did_you_mean};

/// A strategy made from its parameters and the rules; a value of this type sets all its parameters.
pub trait Tunable<G: Game>: Sized + 'static {
    /// The default values.
    const DEFAULT: Self;

    /// The parameters, in listing order.
    const PARAMS: &'static [Param<Self>] = &[];

    /// Checks that these values go with the rules.
    ///
    /// # Errors
    /// The parameter that does not, and why.
    fn admit(&self, _rules: &Arc<G>) -> Result<(), SettingError> {
        Ok(())
    }

    /// The strategy with these values.
    fn strategy(self, rules: &Arc<G>) -> Arc<dyn Strategy<G>>;
}

type Make<G> = fn(Settings, &Arc<G>) -> Result<Arc<dyn Strategy<G>>, SettingError>;

/// A strategy on the roster.
pub struct Roster<G: Game> {
    name: &'static str,
    suffix: Option<&'static str>,
    idea: &'static str,
    parameters: fn() -> Vec<Parameter>,
    make: Make<G>,
}

impl<G: Game> Clone for Roster<G> {
    fn clone(&self) -> Roster<G> {
        Roster { ..*self }
    }
}

/// Description of a strategy.
#[derive(Clone, Debug, Serialize)]
pub struct Listing {
    /// Its name, also in results.
    pub name: &'static str,
    /// The parameter that may follow the name after a hyphen, e.g. `truthful-5`.
    pub suffix: Option<&'static str>,
    /// A one-line description of its idea.
    pub idea: &'static str,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// Why a player cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RosterError {
    /// No strategy has this name.
    #[error("unknown player `{name}`{hint}")]
    Unknown {
        /// The name as typed.
        name: String,
        /// A hint with the nearest name, or all of them.
        hint: String,
    },
    /// A parameter was rejected.
    #[error("player `{player}`: {error}")]
    Setting {
        /// The player as typed.
        player: String,
        /// The problem with the parameter.
        error: SettingError,
    },
}

impl RosterError {
    /// The parameter in question, if there is one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            RosterError::Setting { error, .. } => error.key(),
            RosterError::Unknown { .. } => None,
        }
    }
}

/// Creates players with the default value of their type.
struct Initial<P>(PhantomData<fn() -> P>);

impl<G: Game, P: Player<G> + Default + 'static> Tunable<G> for Initial<P> {
    const DEFAULT: Initial<P> = Initial(PhantomData);

    fn strategy(self, _: &Arc<G>) -> Arc<dyn Strategy<G>> {
        per_seat(|_, _| P::default())
    }
}

/// Creates a player for each seat and game.
struct PerSeat<F>(F);

impl<G, P, F> Strategy<G> for PerSeat<F>
where
    G: Game,
    P: Player<G> + 'static,
    F: Fn(Seat, usize) -> P + Send + Sync,
{
    fn sit(&self, _: &Arc<G>, seat: Seat, seats: usize) -> Box<dyn Player<G>> {
        Box::new((self.0)(seat, seats))
    }
}

/// A strategy that calls `make` to create the player for a seat at a table of a given size.
pub fn per_seat<G: Game, P: Player<G> + 'static>(
    make: impl Fn(Seat, usize) -> P + Send + Sync + 'static,
) -> Arc<dyn Strategy<G>> {
    Arc::new(PerSeat(make))
}

impl<G: Game> Roster<G> {
    /// A strategy without parameters, whose players start as the default value of their type.
    #[must_use]
    pub const fn of<P: Player<G> + Default + 'static>(
        name: &'static str,
        idea: &'static str,
    ) -> Roster<G> {
        Roster::tunable::<Initial<P>>(name, idea)
    }

    /// A strategy with the parameters of `T`.
    #[must_use]
    pub const fn tunable<T: Tunable<G>>(name: &'static str, idea: &'static str) -> Roster<G> {
        Roster {
            name,
            suffix: None,
            idea,
            parameters: || Param::listed(T::PARAMS, &T::DEFAULT),
            make: |settings, rules| {
                let values = Param::read(T::PARAMS, T::DEFAULT, settings)?;
                values.admit(rules)?;
                Ok(values.strategy(rules))
            },
        }
    }

    /// Allows the value of this parameter to follow the name after a hyphen, e.g. `truthful-5`.
    #[must_use]
    pub const fn with_suffix(self, key: &'static str) -> Roster<G> {
        Roster { suffix: Some(key), ..self }
    }

    /// Its name, also in results.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its description.
    #[must_use]
    pub fn listing(&self) -> Listing {
        let Roster { name, suffix, idea, .. } = *self;
        Listing { name, suffix, idea, parameters: (self.parameters)() }
    }

    /// Creates the strategy named by `text`: `name`, `name:key=value:key=value`, or `name-N` if the
    /// listing allows it.
    ///
    /// # Errors
    /// An unknown name (with the nearest one), an unknown parameter or a value out of range.
    pub fn make(
        roster: &[Roster<G>],
        text: &str,
        rules: &Arc<G>,
    ) -> Result<Arc<dyn Strategy<G>>, RosterError> {
        Roster::make_with_files(roster, text, Vec::new(), rules)
    }

    /// The same with files for parameters: the key and the content of each.
    ///
    /// # Errors
    /// As [`Roster::make`]; content that is not of the expected kind.
    pub fn make_with_files(
        roster: &[Roster<G>],
        text: &str,
        files: Vec<(&str, Vec<u8>)>,
        rules: &Arc<G>,
    ) -> Result<Arc<dyn Strategy<G>>, RosterError> {
        let (entry, settings) = read(roster, |entry| (entry.name, entry.suffix), text)?;
        let with = |settings: Settings, (key, content)| settings.with_file(key, content);
        let settings = files.into_iter().fold(settings, with);
        let refuse = |error| RosterError::Setting { player: text.to_owned(), error };
        (entry.make)(settings, rules).map_err(refuse)
    }
}

impl Listing {
    /// The strategy named by a text, and its settings: `name`, `name:key=value:key=value`, or `name-N` if the
    /// listing allows it. Values are not validated.
    ///
    /// # Errors
    /// An unknown name (with the nearest one), or a text that is not a `key=value` pair.
    pub fn read<'a>(
        listings: &'a [Listing],
        text: &str,
    ) -> Result<(&'a Listing, Settings), RosterError> {
        read(listings, |listing| (listing.name, listing.suffix), text)
    }
}

/// Looks up entries with a name and, optionally, the parameter whose value may follow it.
fn read<'a, E>(
    entries: &'a [E],
    named: impl Fn(&E) -> (&'static str, Option<&'static str>),
    text: &str,
) -> Result<(&'a E, Settings), RosterError> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let pairs = rest.split(':').filter(|pair| !pair.is_empty());
    let settings = Settings::parse(pairs);
    let mut settings =
        settings.map_err(|error| RosterError::Setting { player: text.to_owned(), error })?;
    if let Some(entry) = entries.iter().find(|entry| named(entry).0 == name) {
        return Ok((entry, settings));
    }
    let suffixed = entries.iter().find_map(|entry| {
        let (start, key) = named(entry);
        Some((entry, key?, name.strip_prefix(start)?.strip_prefix('-')?))
    });
    let (entry, key, value) = suffixed.ok_or_else(|| RosterError::Unknown {
        name: name.to_owned(),
        hint: did_you_mean(name, entries.iter().map(|entry| named(entry).0)),
    })?;
    settings.set(key, value);
    Ok((entry, settings))
}
