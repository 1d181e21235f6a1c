//! `policy`: a network chooses; its weights come from a file, or are those that the shipped example has learnt.

use std::sync::Arc;

use crate::players::encoding;
use crate::rules::Wordgame;
use lettergame_game::{Encoding, Roster};
use lettergame_learning::{Learnt, Policy};

pub(super) const ENTRY: Roster<Wordgame> =
    Roster::tunable::<Policy<Weights>>("policy", "what a network of a file values most");

struct Weights;

impl Learnt for Weights {
    type Game = Wordgame;

    const WEIGHTS: &'static [u8] = include_bytes!("../../data/policy.safetensors");

    fn encoding(game: &Arc<Wordgame>) -> Arc<dyn Encoding<Wordgame>> {
        encoding(game)
    }
}
