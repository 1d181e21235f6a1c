//! The options of a comparison, declared once: the command line and Python make theirs from this list.

use std::time::Duration;

use thiserror::Error;

use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};
use lettergame_compare::Measure;
use lettergame_plan::duration;

/// An option of a comparison.
#[derive(Debug)]
pub struct CompareOption {
    /// The key, as in `no-regression`.
    pub key: &'static str,
    /// The placeholder for its value in help; empty for a switch.
    pub value_name: &'static str,
    /// What it means, with its default.
    pub about: &'static str,
    pub(super) scope: Scope,
    slot: Slot,
}

/// The comparisons that an option applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// All of them.
    Any,
    /// Those with a baseline.
    Baseline,
    /// Sequential tests.
    Sequential,
}

/// The kind of value, and which field holds it.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Switch(fn(&mut CompareOptions) -> &mut bool),
    What(fn(&mut CompareOptions) -> &mut Option<Measure>),
    /// A difference above 0.
    Size(fn(&mut CompareOptions) -> &mut Option<f64>),
    Elo(fn(&mut CompareOptions) -> &mut Option<f64>),
    /// The probability of an error.
    Chance(fn(&mut CompareOptions) -> &mut Option<f64>),
    Games(fn(&mut CompareOptions) -> &mut Option<u64>),
    Time(fn(&mut CompareOptions) -> &mut Option<Duration>),
}

/// The type of the field for a kind of value.
macro_rules! field {
    (Switch) => { bool };
    (What) => { Option<Measure> };
    (Games) => { Option<u64> };
    (Time) => { Option<Duration> };
    ($number:ident) => { Option<f64> };
}

/// Declares the options, in the order of help: each is a field of [`CompareOptions`] and an entry in
/// [`COMPARE_OPTIONS`].
macro_rules! compare_options {
    ($($field:ident: $kind:ident, $scope:ident, $key:literal, $value_name:literal, $about:literal;)+) => {
        /// The question of a comparison, and the required certainty of the answer.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct CompareOptions {
            $(#[doc = concat!($about, ".")] pub $field: field!($kind),)+
        }

        /// All options of a comparison, in the order of help.
        pub const COMPARE_OPTIONS: &[CompareOption] = &[$(CompareOption {
            key: $key,
            value_name: $value_name,
            about: $about,
            scope: Scope::$scope,
            slot: Slot::$kind(|options| &mut options.$field),
        }),+];
    };
}

compare_options! {
    games: Games, Baseline, "games", "N",
        "Games of each candidate in each setting, in whole deals [default: 2000]";
    by: What, Any, "by", "WHAT",
        "What decides: points, or the share of the wins [default: both; points with --margin; with --sprt what its \
         hypotheses are about]";
    margin: Size, Any, "margin", "D",
        "A difference in points (with --by wins in percent of the wins) that does not matter; with --sprt: worse by \
         that, equal, or better by that";
    sprt: Switch, Baseline, "sprt", "",
        "Stop as soon as the verdict is certain [default: worse by 10 Elo, equal, or better by 10]";
    gain: Size, Sequential, "gain", "D",
        "Is it better by D points (with --by wins by D percent of the wins), or no better? (with --sprt)";
    no_regression: Size, Sequential, "no-regression", "D",
        "Is it no worse, or worse by D points (with --by wins by D percent of the wins)? (with --sprt)";
    elo0: Elo, Sequential, "elo0", "E", "The lower hypothesis in Elo of win share (with --sprt)";
    elo1: Elo, Sequential, "elo1", "E", "The upper hypothesis in Elo of win share (with --sprt)";
    alpha: Chance, Any, "alpha", "P",
        "The chance to call it better, or different, when it is not [default: 0.05]";
    beta: Chance, Sequential, "beta", "P",
        "The chance to miss what the upper hypothesis says (with --sprt) [default: 0.05]";
    min_games: Games, Sequential, "min-games", "N",
        "Games of each candidate before a verdict is possible (with --sprt) [default: 32 deals]";
    max_games: Games, Any, "max-games", "N",
        "Games of each candidate after which the verdict is undecided (with --sprt or --candidates) [default: 200000]";
    max_time: Time, Any, "max-time", "TIME",
        "Time limit, as in 90s, 5m or 1h; the verdict rests on the games played by then";
    any: Switch, Baseline, "any", "",
        "One candidate that passes is enough for exit code 0, instead of all of them";
    speed: Switch, Baseline, "speed", "",
        "Also report how fast they decide: decisions a second, the longest, late ones; the verdict does not depend on \
         it";
}

/// Options that contradict each other or are out of range.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CompareOptionsError {
    /// Options that cannot be combined.
    #[error("{0}")]
    Unfit(String),
    /// An option of sequential tests in a comparison that is none.
    #[error("`{0}` goes")]
    NotSequential(&'static str),
    /// All games are over before a verdict is possible.
    #[error("`min-games` {least} is above `max-games` {most}: there would be no verdict")]
    NoVerdict {
        /// Games before which there is no verdict.
        least: u64,
        /// The maximum number of games.
        most: u64,
    },
    /// The hypotheses are in the wrong order.
    #[error("`elo0` {h0} is not below `elo1` {h1}")]
    Hypotheses {
        /// The lower one, in Elo.
        h0: f64,
        /// The upper one, in Elo.
        h1: f64,
    },
    /// The error probabilities are out of range.
    #[error("`alpha` and `beta` are probabilities below 0.5, as in 0.05")]
    Chances,
}

impl Diagnosed for CompareOptionsError {
    fn diagnosis(&self) -> Diagnosis {
        let limits = |[lower, raise]: [(&'static str, &dyn ToString); 2]| {
            let limits = [lower, raise].map(|(key, value)| (key, value.to_string()));
            Some(Remedy::Limits(limits))
        };
        Cause::Request.with(match self {
            CompareOptionsError::NoVerdict { least, most } => {
                limits([("min-games", least), ("max-games", most)])
            }
            CompareOptionsError::Hypotheses { h0, h1 } => limits([("elo0", h0), ("elo1", h1)]),
            CompareOptionsError::NotSequential(_) => Some(Remedy::Flag("sprt")),
            _ => None,
        })
    }
}

impl CompareOption {
    /// Whether it is on or off, without a value.
    #[must_use]
    pub fn is_switch(&self) -> bool {
        matches!(self.slot, Slot::Switch(_))
    }

    /// The values to choose from; empty if it is not a choice.
    #[must_use]
    pub fn choices(&self) -> &'static [&'static str] {
        if matches!(self.slot, Slot::What(_)) { &Measure::KEYS } else { &[] }
    }

    /// Sets it, as typed.
    ///
    /// # Errors
    /// If the value is of another kind or out of range: what is expected, as in `a number up to 1000000`.
    pub fn set(&self, options: &mut CompareOptions, text: &str) -> Result<(), &'static str> {
        let number = |fits: fn(f64) -> bool, expected| {
            let number: Option<f64> = text.parse().ok().filter(|&number| fits(number));
            number.map(Some).ok_or(expected)
        };
        match self.slot {
            Slot::Switch(slot) => {
                *slot(options) = text.parse().map_err(|_| "true or false")?;
            }
            Slot::What(slot) => {
                *slot(options) = Some(Measure::of_key(text).ok_or("points or wins")?);
            }
            Slot::Size(slot) => {
                *slot(options) =
                    number(|size| size > 0.0 && size <= 1e6, "a number above 0 and up to 1000000")?;
            }
            Slot::Elo(slot) => {
                *slot(options) = number(|elo| elo.abs() <= 1e6, "a number up to 1000000")?;
            }
            Slot::Chance(slot) => {
                let expected = "a probability below 0.5, as in 0.05";
                *slot(options) = number(|chance| (1e-6..0.5).contains(&chance), expected)?;
            }
            Slot::Games(slot) => {
                let games = text.parse().ok().filter(|&games| games > 0);
                *slot(options) = Some(games.ok_or("a whole number of 1 or more")?);
            }
            Slot::Time(slot) => *slot(options) = Some(duration(text)?),
        }
        Ok(())
    }

    /// Whether it is set.
    #[must_use]
    pub fn is_in(&self, options: &CompareOptions) -> bool {
        let options = &mut options.clone();
        match self.slot {
            Slot::Switch(slot) => *slot(options),
            Slot::What(slot) => slot(options).is_some(),
            Slot::Size(slot) | Slot::Elo(slot) | Slot::Chance(slot) => slot(options).is_some(),
            Slot::Games(slot) => slot(options).is_some(),
            Slot::Time(slot) => slot(options).is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{COMPARE_OPTIONS, CompareOptions};

    #[test]
    fn every_option_can_be_set_and_refuses_other_values() {
        for option in COMPARE_OPTIONS {
            let mut options = CompareOptions::default();
            assert!(!option.is_in(&options), "{}", option.key);
            let values = ["true", "wins", "0.25", "7", "5m"];
            assert!(
                values.iter().any(|text| option.set(&mut options, text).is_ok()),
                "{}",
                option.key
            );
            assert!(option.is_in(&options), "{}", option.key);
            let others = COMPARE_OPTIONS.iter().filter(|other| other.is_in(&options));
            assert_eq!(others.count(), 1, "{} sets others", option.key);
            for text in ["", "NaN", "0x1", "-1e9", "1e9", "luck"] {
                assert!(option.set(&mut options, text).is_err(), "{} takes {text}", option.key);
            }
        }
    }
}
