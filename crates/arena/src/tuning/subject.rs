//! The subject of a tuning: a built-in player, and the ranges of its tuned parameters.

use std::path::Path;

use thiserror::Error;

use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy, did_you_mean};
use lettergame_game::{Listing, Parameter, ParameterRange, RosterError, SettingError, Settings};
use lettergame_plan::PlayerSource;
use lettergame_stats::Axis;

/// A player and its tuned parameters.
#[derive(Clone, Debug)]
pub struct Subject {
    listing: Listing,
    given: Settings,
    parameters: Vec<TunedParameter>,
}

/// A tuned parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TunedParameter {
    /// Its key.
    pub key: &'static str,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The player's original value.
    pub from: f64,
    /// Whether it is a whole number.
    pub whole: bool,
}

/// An error in a player or its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SubjectError {
    /// It is not on the roster, or has an invalid value.
    #[error(transparent)]
    Player(#[from] RosterError),
    /// It is not built in.
    #[error("player `{0}`: only built-in players can be tuned")]
    NotBuiltIn(String),
    /// It has no parameters.
    #[error("player `{0}` has no parameters")]
    NoParameters(String),
    /// All its tunable parameters cost time.
    #[error(
        "player `{player}`: higher values of {keys} cost time and are better; name the parameters to tune"
    )]
    OnlyEffort {
        /// The player.
        player: String,
        /// Its parameters.
        keys: String,
        /// The first of them.
        first: &'static str,
    },
    /// It has no such parameter.
    #[error("player `{player}`: unknown parameter `{key}`{hint}")]
    Unknown {
        /// The player.
        player: String,
        /// The key as given.
        key: String,
        /// A remark with the nearest key, or all of them.
        hint: String,
    },
    /// A range is invalid.
    #[error("player `{player}`: invalid range `{range}` for `{key}`: {why}")]
    Range {
        /// The player.
        player: String,
        /// The key.
        key: String,
        /// The range as given.
        range: String,
        /// What was expected.
        why: String,
    },
}

impl Diagnosed for SubjectError {
    fn diagnosis(&self) -> Diagnosis {
        Cause::Request.with(match self {
            SubjectError::NotBuiltIn(_) => Some(Remedy::ListedPlayer),
            SubjectError::OnlyEffort { first, .. } => Some(Remedy::Parameter(first)),
            _ => None,
        })
    }
}

impl Subject {
    /// The player of a roster that `text` names, and which of its parameters to tune, as
    /// `key=low..high` or `key`; if empty, all numeric ones that do more than cost time, over their
    /// full ranges.
    ///
    /// # Errors
    /// An unknown player or parameter, a player without parameters, or an invalid range.
    pub fn new(roster: &[Listing], text: &str, asked: &[String]) -> Result<Subject, SubjectError> {
        let (listing, given) = read_player(roster, text)?;
        let player = listing.name.to_owned();
        if listing.parameters.iter().all(|parameter| Range::of(parameter).is_none()) {
            return Err(SubjectError::NoParameters(player));
        }
        let mut subject = Subject { listing: listing.clone(), given, parameters: Vec::new() };
        if asked.is_empty() {
            let usual = listing.parameters.iter().filter(|parameter| !parameter.effort);
            let usual = usual.filter_map(|one| Some((one, Range::of(one)?)));
            subject.parameters =
                usual.map(|(parameter, range)| subject.tuned(parameter, range)).collect();
            return match subject.parameters.is_empty() {
                true => Err(only_effort(listing)),
                false => Ok(subject),
            };
        }
        for text in asked {
            let parameter = subject.read_parameter(text)?;
            subject.parameters.push(parameter);
        }
        // in the order of the roster, regardless of the order given
        let order = |tuned: &TunedParameter| {
            listing.parameters.iter().position(|parameter| parameter.key == tuned.key)
        };
        subject.parameters.sort_by_key(order);
        Ok(subject)
    }

    /// The tuned parameters, in the order of the roster.
    #[must_use]
    pub fn parameters(&self) -> &[TunedParameter] {
        &self.parameters
    }

    /// The axes of the search.
    #[must_use]
    pub fn axes(&self) -> Vec<Axis> {
        let axis = |one: &TunedParameter| Axis::new(one.min, one.max, one.whole, one.from);
        self.parameters.iter().map(axis).collect()
    }

    /// The starting point: the player's own values, or the nearest ones in range.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|one| one.from.clamp(one.min, one.max)).collect()
    }

    /// The player's text with these values of the tuned parameters.
    #[must_use]
    pub fn spec(&self, values: &[f64]) -> String {
        let tuned = |key| self.parameters.iter().position(|one| one.key == key);
        let given = |key| self.given.pairs().find(|(own, _)| *own == key);
        let part = |parameter: &Parameter| match (tuned(parameter.key), given(parameter.key)) {
            (Some(index), _) => Some(format!(":{}={}", parameter.key, values[index])),
            (None, Some((key, value))) => Some(format!(":{key}={value}")),
            (None, None) => None,
        };
        let parts: String = self.listing.parameters.iter().filter_map(part).collect();
        self.listing.name.to_owned() + &parts
    }

    fn tuned(&self, parameter: &Parameter, Range { min, max, whole }: Range) -> TunedParameter {
        let given = self.given.pairs().find(|(key, _)| *key == parameter.key);
        let from = given.map_or(&*parameter.default, |(_, value)| value);
        TunedParameter { key: parameter.key, min, max, from: from.parse().unwrap_or(min), whole }
    }

    /// Parses `key=low..high` or `key`.
    fn read_parameter(&self, text: &str) -> Result<TunedParameter, SubjectError> {
        let (key, range) = match text.split_once('=') {
            Some((key, range)) => (key.trim(), Some(range.trim())),
            None => (text.trim(), None),
        };
        let player = || self.listing.name.to_owned();
        let mut listed = self.listing.parameters.iter();
        let Some(parameter) = listed.find(|parameter| parameter.key == key) else {
            let known = self.listing.parameters.iter().map(|parameter| parameter.key);
            let (key, hint) = (key.to_owned(), did_you_mean(key, known));
            return Err(SubjectError::Unknown { player: player(), key, hint });
        };
        let refuse = |why: String| SubjectError::Range {
            player: player(),
            key: key.to_owned(),
            range: range.unwrap_or("all").to_owned(),
            why,
        };
        let Some(whole) = Range::of(parameter) else {
            let words = parameter.range.to_text().replace(", ", "/").replace(" or ", "/");
            let player = player();
            return Err(refuse(format!(
                "it is a choice, which has no range; compare its values, as in {player}:{key}={words}"
            )));
        };
        if self.parameters.iter().any(|other| other.key == key) {
            return Err(refuse("the parameter is named twice".to_owned()));
        }
        let asked = range.map_or(Ok(whole), |range| whole.read(range)).map_err(refuse)?;
        Ok(self.tuned(parameter, asked))
    }
}

/// A range of numbers.
#[derive(Clone, Copy)]
struct Range {
    min: f64,
    max: f64,
    whole: bool,
}

impl Range {
    /// The range of a parameter; `None` if its values are not numbers.
    fn of(parameter: &Parameter) -> Option<Range> {
        match parameter.range {
            ParameterRange::Integer { min, max } => {
                Some(Range { min: min as f64, max: max as f64, whole: true })
            }
            ParameterRange::Real { min, max } => Some(Range { min, max, whole: false }),
            ParameterRange::Choice { .. }
            | ParameterRange::Optional { .. }
            | ParameterRange::Content { .. }
            | ParameterRange::File => None,
        }
    }

    /// Parses `low..high`, which must lie within this range.
    fn read(self, text: &str) -> Result<Range, String> {
        let number =
            |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let ends =
            text.split_once("..").and_then(|(low, high)| Some([number(low)?, number(high)?]));
        let Some([min, max]) = ends else {
            return Err("expected LOW..HIGH, as in 0..20".to_owned());
        };
        if self.whole && (min.fract() != 0.0 || max.fract() != 0.0) {
            return Err("expected whole numbers".to_owned());
        }
        if min >= max {
            return Err("the range is empty: expected a lower value before a higher one".to_owned());
        }
        if min < self.min || max > self.max {
            return Err(format!("expected a range within {} to {}", self.min, self.max));
        }
        Ok(Range { min, max, whole: self.whole })
    }
}

fn only_effort(listing: &Listing) -> SubjectError {
    let keys: Vec<&'static str> = listing
        .parameters
        .iter()
        .filter(|parameter| Range::of(parameter).is_some())
        .map(|parameter| parameter.key)
        .collect();
    SubjectError::OnlyEffort {
        player: listing.name.to_owned(),
        first: keys.first().copied().unwrap_or_default(),
        keys: keys.join(", "),
    }
}

/// The roster entry that a text names, and the values that it gives.
fn read_player<'a>(
    roster: &'a [Listing],
    text: &str,
) -> Result<(&'a Listing, Settings), SubjectError> {
    if !matches!(PlayerSource::of_text(text, Path::new("")), PlayerSource::BuiltIn(_)) {
        return Err(SubjectError::NotBuiltIn(text.to_owned()));
    }
    let refuse = |error| RosterError::Setting { player: text.to_owned(), error };
    let (listing, given) = Listing::read(roster, text)?;
    for (key, value) in given.pairs() {
        let Some(parameter) = listing.parameters.iter().find(|one| one.key == key) else {
            let known = listing.parameters.iter().map(|parameter| parameter.key);
            let hint = did_you_mean(key, known);
            return Err(refuse(SettingError::Unknown { key: key.to_owned(), hint }).into());
        };
        if !parameter.range.contains(value) {
            let wanted = parameter.range.to_text();
            let (key, value) = (key.to_owned(), value.to_owned());
            return Err(refuse(SettingError::Value { key, value, wanted }).into());
        }
    }
    Ok((listing, given))
}

#[cfg(test)]
mod tests {
    use super::Subject;
    use lettergame_registry::find;

    fn subject(player: &str, asked: &[&str]) -> Result<Subject, String> {
        let marrakech = ["mcts", "expectimax"].iter().any(|name| player.starts_with(name));
        let game = if marrakech { "marrakech" } else { "auction" };
        let roster = find(game).unwrap().roster();
        let asked: Vec<String> = asked.iter().map(|&text| text.to_owned()).collect();
        Subject::new(&roster, player, &asked).map_err(|error| error.to_string())
    }

    #[test]
    fn a_player_spec_lists_the_tuned_and_the_given_parameters() {
        let shadow = subject("shadow", &[]).unwrap();
        assert_eq!(shadow.start(), [3.0, 50.0]);
        assert_eq!(shadow.spec(&[4.0, 37.0]), "shadow:need=4:drain=37");
        let only = subject("shadow:drain=20", &["need=5..9"]).unwrap();
        assert_eq!((only.start(), only.parameters()[0].from), (vec![5.0], 3.0));
        assert_eq!(only.spec(&[7.0]), "shadow:need=7:drain=20");
        let turned = subject("flat", &["longer", "any=0..9"]).unwrap();
        assert_eq!(turned.spec(&[1.0, 2.0]), "flat:any=1:longer=2");
        assert_eq!(subject("truthful-7", &[]).unwrap().spec(&[6.0]), "truthful:bid=6");
        assert_eq!(subject("mcts", &[]).unwrap().spec(&[0.05]), "mcts:explore=0.05");
    }

    #[test]
    fn untunable_parameters_are_reported() {
        let error = |player, asked: &[&str]| subject(player, asked).unwrap_err();
        assert!(error("shadwo", &[]).contains("did you mean `shadow`?"));
        assert_eq!(error("zero", &[]), "player `zero` has no parameters");
        assert!(error("cmd:./x", &[]).contains("only built-in players"));
        assert!(error("shadow:nede=3", &[]).contains("did you mean `need`?"));
        assert!(error("shadow:need=3000", &[]).contains("0 to 1000"));
        assert!(
            error("expectimax", &[])
                .ends_with("depth, width cost time and are better; name the parameters to tune")
        );
        assert!(error("champion", &["parts"]).contains("champion:parts=value/prices/budget"));
        let unknown = error("shadow", &["nede=0..3"]);
        assert_eq!(unknown, "player `shadow`: unknown parameter `nede`; did you mean `need`?");
        for (range, why) in [
            ("need=0..2000", "within 0 to 1000"),
            ("need=5..5", "empty"),
            ("need=7..3", "empty"),
            ("need=7", "LOW..HIGH"),
            ("need=0.5..3", "whole numbers"),
            ("need=a..b", "LOW..HIGH"),
        ] {
            let text = error("shadow", &[range]);
            assert!(text.contains("`need`") && text.contains(why), "{text}");
        }
        assert!(error("shadow", &["need", "need=0..3"]).contains("named twice"));
    }
}
