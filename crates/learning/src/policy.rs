//! A player whose moves a network chooses.

use std::marker::PhantomData;
use std::sync::Arc;

use lettergame_base::{Rng, Seat};
use lettergame_game::{
    Actions, Configurable, Encoder, Encoding, Fault, Feature, Game, Param, Player, SettingError,
    Strategy, Tunable,
};
use thiserror::Error;

use crate::{Network, NetworkError};

/// The key of the parameter for the file of weights.
const KEY: &str = "weights";
/// Places for moves where the network looks at each of them, however many there are.
const ALL: usize = 1 << 20;

/// A game whose policy comes with weights of its own.
pub trait Learnt: 'static {
    /// The game; its name is that in the metadata of files.
    type Game: Configurable;

    /// The weights that are used without a file.
    const WEIGHTS: &'static [u8];

    /// The game in numbers.
    fn encoding(game: &Arc<Self::Game>) -> Arc<dyn Encoding<Self::Game>>;
}

/// The parameters of a player whose moves a network chooses.
pub struct Policy<L> {
    /// Weights other than those of the game.
    network: Option<Arc<Network>>,
    learnt: PhantomData<fn() -> L>,
}

/// Why a network does not fit a game.
#[derive(Debug, Error)]
pub enum PolicyError {
    /// It is for another game.
    #[error("the weights are for {found}, not for {game}")]
    Game {
        /// The game that is played.
        game: &'static str,
        /// The game of the weights.
        found: String,
    },
    /// A word of the metadata is not known.
    #[error("unknown {key} `{found}` in the metadata of the weights: expected {expected}")]
    Metadata {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
        /// The known values.
        expected: &'static str,
    },
    /// It has another number of inputs.
    #[error("the weights take {found} numbers: expected {expected}, {meaning}")]
    Inputs {
        /// Those of the network.
        found: usize,
        /// Those of the game.
        expected: usize,
        /// What they are.
        meaning: &'static str,
    },
    /// It has a number of outputs that means nothing.
    #[error("the weights give {found} numbers: expected {expected}")]
    Outputs {
        /// Those of the network.
        found: usize,
        /// What would mean something.
        expected: String,
    },
    /// The game does not describe its actions.
    #[error("the actions of {0} have no features: expected input = observation")]
    NoFeatures(&'static str),
    /// Not a network.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// What a network is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    /// The observation, once.
    Observation,
    /// The description of each action.
    Features,
    /// Both, for each action.
    Both,
}

impl Input {
    const NAMES: [(&str, Input); 3] = [
        ("observation", Input::Observation),
        ("features", Input::Features),
        ("observation+features", Input::Both),
    ];
}

/// A network with its meaning in a game.
struct Trained<G: Game> {
    network: Arc<Network>,
    encoding: Arc<dyn Encoding<G>>,
    input: Input,
    slots: usize,
    /// Whether the only output is the action.
    amount: bool,
    /// What observations are divided by.
    units: Vec<f32>,
    /// What descriptions are divided by.
    action_units: Vec<f32>,
}

impl<G: Game> Trained<G> {
    fn new(
        name: &'static str,
        network: Arc<Network>,
        encoding: Arc<dyn Encoding<G>>,
    ) -> Result<Trained<G>, PolicyError> {
        let found =
            network.metadata("game").unwrap_or("no game: there is no `game` in its metadata");
        if found != name {
            return Err(PolicyError::Game { game: name, found: found.to_owned() });
        }
        let expected = "observation, features or observation+features";
        let input = word(&network, "input", "observation", expected, &Input::NAMES)?;
        let flags = [("true", true), ("false", false)];
        let scaled = word(&network, "scaled", "false", "true or false", &flags)?;
        if input != Input::Observation && encoding.description().is_empty() {
            return Err(PolicyError::NoFeatures(name));
        }
        check_inputs(network.inputs(), &*encoding, input)?;
        let slots = slots(&network, &*encoding, input)?;
        Ok(Trained {
            amount: network.outputs() == 1 && encoding.is_amount(),
            units: Feature::divisors(&encoding.observation(), scaled),
            action_units: Feature::divisors(&encoding.description(), scaled),
            network,
            encoding,
            input,
            slots,
        })
    }
}

/// Whether a network takes as many numbers as it is shown.
fn check_inputs<G: Game>(
    found: usize,
    encoding: &dyn Encoding<G>,
    input: Input,
) -> Result<(), PolicyError> {
    let observed = Feature::total(&encoding.observation());
    let described = Feature::total(&encoding.description());
    let (expected, meaning) = match input {
        Input::Observation => (observed, "those of an observation"),
        Input::Features => (described, "the features of an action"),
        Input::Both => (observed + described, "those of an observation and of an action"),
    };
    match found == expected {
        true => Ok(()),
        false => Err(PolicyError::Inputs { found, expected, meaning }),
    }
}

/// A word of the metadata.
fn word<T: Copy>(
    network: &Network,
    key: &'static str,
    usual: &str,
    expected: &'static str,
    names: &[(&str, T)],
) -> Result<T, PolicyError> {
    let found = network.metadata(key).unwrap_or(usual);
    let known = names.iter().find(|(name, _)| *name == found);
    let unknown = || PolicyError::Metadata { key, found: found.to_owned(), expected };
    known.map(|(_, value)| *value).ok_or_else(unknown)
}

/// The places for moves that the number of outputs stands for.
fn slots<G: Game>(
    network: &Network,
    encoding: &dyn Encoding<G>,
    input: Input,
) -> Result<usize, PolicyError> {
    let (found, fewest) = (network.outputs(), encoding.actions(0));
    let refuse = |expected: String| Err(PolicyError::Outputs { found, expected });
    match input {
        Input::Features | Input::Both if found == 1 => Ok(ALL),
        Input::Features | Input::Both => refuse("1, the value of the action".to_owned()),
        Input::Observation if found == 1 && encoding.is_amount() => Ok(ALL),
        Input::Observation if found < fewest => {
            refuse(format!("at least {fewest}, one for each action"))
        }
        Input::Observation if encoding.actions(found - fewest) == found => Ok(found - fewest),
        Input::Observation => refuse(format!("{fewest}, one for each action")),
    }
}

impl<L: Learnt> Tunable<L::Game> for Policy<L> {
    const DEFAULT: Policy<L> = Policy { network: None, learnt: PhantomData };

    const PARAMS: &'static [Param<Policy<L>>] = &[Param::file(
        KEY,
        "a network in a safetensors file, as docs/python.md describes it",
        |policy, content| {
            let network = Network::read(content).map_err(|error| error.to_string())?;
            policy.network = Some(Arc::new(network));
            Ok(())
        },
    )];

    fn admit(&self, rules: &Arc<L::Game>) -> Result<(), SettingError> {
        let shipped = match self.network {
            Some(_) => "",
            None => "; those that ship are for the usual rules",
        };
        let refused = |error: PolicyError| SettingError::File {
            key: KEY.to_owned(),
            error: format!("{error}{shipped}"),
        };
        self.trained(rules).map(drop).map_err(refused)
    }

    fn strategy(self, rules: &Arc<L::Game>) -> Arc<dyn Strategy<L::Game>> {
        // they were admitted
        let trained = self.trained(rules).unwrap_or_else(|error| unreachable!("{error}"));
        Arc::new(Ready(Arc::new(trained)))
    }
}

impl<L: Learnt> Policy<L> {
    /// The network of the file, or else the one that ships, for these rules.
    fn trained(&self, rules: &Arc<L::Game>) -> Result<Trained<L::Game>, PolicyError> {
        let network = match &self.network {
            Some(network) => Arc::clone(network),
            None => Arc::new(Network::read(L::WEIGHTS)?),
        };
        Trained::new(<L::Game as Configurable>::INFO.name, network, L::encoding(rules))
    }
}

/// The strategy of a network.
struct Ready<G: Game>(Arc<Trained<G>>);

impl<G: Game> Strategy<G> for Ready<G> {
    fn sit(&self, _: &Arc<G>, _: Seat, _: usize) -> Box<dyn Player<G>> {
        let trained = Arc::clone(&self.0);
        Box::new(PolicyPlayer {
            encoder: trained.encoding.encoder(),
            actions: Actions::new(trained.slots, trained.input != Input::Observation),
            observation: vec![0.0; trained.units.len()],
            trained,
            numbers: Vec::new(),
            spare: Vec::new(),
        })
    }
}

/// A seat whose moves a network chooses.
struct PolicyPlayer<G: Game> {
    trained: Arc<Trained<G>>,
    encoder: Box<dyn Encoder<G>>,
    actions: Actions<G::Move>,
    observation: Vec<f32>,
    numbers: Vec<f32>,
    spare: Vec<f32>,
}

impl<G: Game> Player<G> for PolicyPlayer<G> {
    fn choose(&mut self, view: &G::View<'_>, _: &mut Rng) -> Result<G::Move, Fault<G::Move>> {
        if let Some(choice) = self.encoder.automatic(view) {
            return Ok(choice);
        }
        self.observation.fill(0.0);
        self.encoder.observe(view, &mut self.observation);
        let units = &self.trained.units;
        self.observation.iter_mut().zip(units).for_each(|(number, unit)| *number /= unit);
        self.actions.clear();
        self.encoder.list(view, &mut self.actions);
        let chosen = match self.trained.input {
            Input::Observation => self.by_observation(),
            Input::Features | Input::Both => self.by_action(),
        };
        chosen.ok_or_else(|| Fault::Gone("the weights have no legal action here".to_owned()))
    }
}

impl<G: Game> PolicyPlayer<G> {
    /// The legal action with the greatest output, or the amount that is the output.
    fn by_observation(&mut self) -> Option<G::Move> {
        self.numbers.clear();
        self.numbers.extend_from_slice(&self.observation);
        self.trained.network.run(&mut self.numbers, &mut self.spare);
        let action = match self.trained.amount {
            true => (self.numbers[0].round() as usize).min(self.actions.numbers().max()?),
            false => greatest(self.actions.numbers().map(|action| (action, self.numbers[action])))?,
        };
        self.actions.choice(action)
    }

    /// The action with the greatest output of its own.
    fn by_action(&mut self) -> Option<G::Move> {
        let PolicyPlayer { trained, actions, observation, numbers, spare, .. } = self;
        let valued = actions.listed().map(|(action, _, description)| {
            numbers.clear();
            if trained.input == Input::Both {
                numbers.extend_from_slice(observation);
            }
            let scaled = description.iter().zip(&trained.action_units);
            numbers.extend(scaled.map(|(number, unit)| number / unit));
            trained.network.run(numbers, spare);
            (action, numbers[0])
        });
        let action = greatest(valued)?;
        actions.choice(action)
    }
}

/// The action with the greatest value; of equals the one with the lowest number.
fn greatest(valued: impl Iterator<Item = (usize, f32)>) -> Option<usize> {
    let better = |best: (usize, f32), next: (usize, f32)| {
        let wins = next.1 > best.1 || (next.1 == best.1 && next.0 < best.0);
        if wins { next } else { best }
    };
    valued.reduce(better).map(|(action, _)| action)
}

#[cfg(test)]
mod tests {
    use super::greatest;

    #[test]
    fn of_equal_values_the_lowest_action_is_chosen() {
        let chosen = |valued: &[(usize, f32)]| greatest(valued.iter().copied());
        assert_eq!(chosen(&[(4, 1.0), (2, 3.0), (9, 3.0), (1, 3.0), (0, -1.0)]), Some(1));
        assert_eq!(chosen(&[]), None);
    }
}
