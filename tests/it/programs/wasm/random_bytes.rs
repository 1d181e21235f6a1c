//! No bytes make the loader, or a module it accepts, panic.

use std::sync::LazyLock;

use lettergame::protocol::wasm::{Instance, Limits, Module};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::programs::wasm::wasm;

/// Valid modules to be damaged.
static MODULES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    vec![
        wasm(include_str!("../../../../sdk/wasm/letter_value.wat")),
        wasm(include_str!("modules/by_command.wat")),
        wasm(include_str!("modules/nan.wat")),
    ]
});

/// The sample, loaded.
static SAMPLE: LazyLock<Module> =
    LazyLock::new(|| Module::load(&MODULES[0], Limits::default()).expect("the sample is a player"));

/// Loads the bytes, and plays a little with them if they are a player.
fn try_out(bytes: &[u8]) {
    let Ok(module) = Module::load(bytes, Limits { fuel: 100_000, memory: 2 << 20 }) else { return };
    let mut instance = Instance::new(&module);
    for message in [
        b"echo".as_slice(),
        b".log",
        b"m",
        br#"{"t":"ask","q":1,"kind":"bid","view":{"letter":"E"}}"#,
    ] {
        let _ = instance.handle(message);
    }
}

/// An extra `end` is invalid code. It has to be found before the interpreter translates it.
#[test]
fn an_end_in_place_of_any_byte_does_not_panic() {
    const END: u8 = 0x0b;
    for module in &*MODULES {
        for at in 0..module.len() {
            let mut module = module.clone();
            module[at] = END;
            try_out(&module);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_do_not_panic(bytes in vec(any::<u8>(), 0..300), with_header: bool) {
        let header: &[u8] = if with_header { b"\0asm\x01\0\0\0" } else { b"" };
        try_out(&[header, &bytes].concat());
    }

    #[test]
    fn a_module_cut_off_does_not_panic(which in 0..3usize, at: prop::sample::Index) {
        let module = &MODULES[which];
        try_out(&module[..at.index(module.len())]);
    }

    #[test]
    fn a_module_with_changed_bytes_does_not_panic(which in 0..3usize, changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut module = MODULES[which].clone();
        for (at, byte) in changes {
            let at = at.index(module.len());
            module[at] = byte;
        }
        try_out(&module);
    }

    #[test]
    fn no_message_causes_a_panic(message in vec(any::<u8>(), 0..2000)) {
        let _ = Instance::new(&SAMPLE).handle(&message);
    }
}
