//! Players that were learnt elsewhere: a file of weights becomes a player of a game.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! A [`Network`] is a chain of dense layers, read from a file in the format of
//! [safetensors](https://github.com/huggingface/safetensors), as PyTorch, JAX and numpy write it. A [`Policy`]
//! shows it what the [`Encoding`](lettergame_game::Encoding) of a game says, and plays the action that it
//! values most. [`fit_classifier`] fits a network that tells classes apart.

mod classifier;
mod network;
mod policy;

pub use classifier::{ClassifierTraining, Examples, fit_classifier, softmax};
pub use network::{Activation, Network, NetworkError};
pub use policy::{Learnt, Policy, PolicyError};
