//! Tests of WASM players: rejections, the possible results of calls, and the sample.

mod calls;
mod letter_value;
mod loading;
mod random_bytes;
mod tournament;

use lettergame::protocol::wasm::{Instance, Limits, LoadError, Module};

/// Compiles a module from text.
fn wasm(text: &str) -> Vec<u8> {
    wat::parse_str(text).expect("the text is WAT")
}

/// Limits that tests reach quickly.
const SMALL: Limits = Limits { fuel: 1_000_000, memory: 4 << 20 };

fn load(text: &str) -> Result<Module, LoadError> {
    Module::load(&wasm(text), SMALL)
}

/// A fresh instance of the module whose behaviour is chosen by the message.
fn by_command() -> Instance {
    Instance::new(&load(include_str!("modules/by_command.wat")).expect("a player"))
}
