//! `policy`: a network chooses; its weights come from a file, or are those that the shipped example has learnt.

use std::sync::Arc;

use crate::players::encoding;
use crate::rules::Marrakech;
use lettergame_game::{Encoding, Roster};
use lettergame_learning::{Learnt, Policy};

pub(super) const ENTRY: Roster<Marrakech> =
    Roster::tunable::<Policy<Weights>>("policy", "what a network of a file values most");

struct Weights;

impl Learnt for Weights {
    type Game = Marrakech;

    const WEIGHTS: &'static [u8] = include_bytes!("../../data/policy.safetensors");

    fn encoding(game: &Arc<Marrakech>) -> Arc<dyn Encoding<Marrakech>> {
        encoding(game)
    }
}
