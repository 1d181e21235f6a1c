//! Tests of WASM players: what is refused, what a call may come to, and the sample.

mod calls;
mod letter_value;
mod loading;
mod random_bytes;
mod tournament;

use lettergame::protocol::wasm::{Instance, Limits, LoadError, Module};

/// Translates a module from text.
fn wasm(text: &str) -> Vec<u8> {
    wat::parse_str(text).expect("the text is WAT")
}

/// Limits that tests reach soon.
const SMALL: Limits = Limits { fuel: 1_000_000, memory: 4 << 20 };

fn load(text: &str) -> Result<Module, LoadError> {
    Module::load(&wasm(text), SMALL)
}

/// A fresh instance of the module that does what the message says.
fn by_command() -> Instance {
    Instance::new(&load(include_str!("modules/by_command.wat")).expect("a player"))
}
