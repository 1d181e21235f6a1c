//! What is rejected when a module is loaded, and the errors.

use lettergame::protocol::wasm::{Instance, Limits, LoadError, Module};

use crate::programs::wasm::{SMALL, load, wasm};

/// A player that differs only in one part.
fn player_with(part: &str) -> String {
    format!(
        r#"(module {part} (memory (export "memory") 1)
           (func (export "lgp_alloc") (param i32) (result i32) (i32.const 1024))
           (func (export "lgp_handle") (param i32 i32) (result i64) (i64.const 0)))"#
    )
}

fn refusal(text: &str) -> LoadError {
    load(text).expect_err("it is refused")
}

#[test]
fn invalid_modules_are_diagnosed() {
    let load = |bytes: &[u8]| Module::load(bytes, SMALL).expect_err("it is refused");
    assert_eq!(load(b""), LoadError::NotWasm);
    assert_eq!(load(b"#!/bin/sh\n"), LoadError::NotWasm);
    assert_eq!(load(b"\x7fELF\x02\x01"), LoadError::NotWasm);
    assert_eq!(load(b" \n(module)"), LoadError::Text);
    assert_eq!(load(b";; a comment\n(module)"), LoadError::Text);
    assert_eq!(load(include_bytes!("../../../../sdk/wasm/letter_value.wat")), LoadError::Text);
    assert_eq!(load(&wasm("(component)")), LoadError::Component);
    assert!(matches!(load(b"\0asm"), LoadError::Invalid(_)));
    assert!(LoadError::Text.to_string().contains("wat2wasm"));
}

#[test]
fn an_oversized_file_is_refused_unread() {
    let size = (64 << 20) + 1;
    assert_eq!(
        Module::load(&vec![0; size], SMALL).err(),
        Some(LoadError::TooLarge { size, limit: 64 << 20 })
    );
}

#[test]
fn foreign_imports_are_named() {
    let error = refusal(include_str!("modules/foreign_import.wat"));
    assert_eq!(
        error,
        LoadError::Imports(vec![
            "wasi_snapshot_preview1.random_get (i32, i32) -> (i32)".to_owned()
        ])
    );
    assert!(error.to_string().contains("without WASI"), "{error}");
}

#[test]
fn log_of_another_type_and_memories_and_globals_are_foreign() {
    let log = refusal(&player_with(r#"(import "lgp" "log" (func (param i64)))"#));
    assert_eq!(log, LoadError::Imports(vec!["lgp.log (i64) -> ()".to_owned()]));
    let global = refusal(&player_with(r#"(import "lgp" "log" (global i32))"#));
    assert_eq!(global, LoadError::Imports(vec!["lgp.log a global".to_owned()]));
    let table = refusal(&player_with(r#"(import "env" "table" (table 1 funcref))"#));
    assert_eq!(table, LoadError::Imports(vec!["env.table a table".to_owned()]));
}

#[test]
fn log_may_be_imported_more_than_once() {
    let twice = r#"(import "lgp" "log" (func (param i32 i32))) (import "lgp" "log" (func (param i32 i32)))"#;
    let module = load(&player_with(twice)).expect("a player");
    assert_eq!(Instance::new(&module).handle(b"x"), Ok(None));
}

#[test]
fn all_faults_of_the_exports_are_named_at_once() {
    let error = refusal(include_str!("modules/no_handle.wat"));
    assert_eq!(
        error,
        LoadError::Exports(vec![
            "`lgp_alloc` must be (i32) -> (i32), but it is (i64) -> (i32)".to_owned(),
            "`lgp_handle`, (i32, i32) -> (i64), is missing".to_owned(),
        ])
    );
    let LoadError::Exports(faults) =
        refusal(r#"(module (global (export "memory") i32 (i32.const 1)))"#)
    else {
        panic!("another refusal")
    };
    assert_eq!(faults[0], "`memory` must be a memory, but it is a global");
    assert_eq!(faults.len(), 3);
}

#[test]
fn the_start_function_must_succeed() {
    let trap = refusal(include_str!("modules/start_traps.wat")).to_string();
    assert!(trap.contains("trapped") && trap.contains("unreachable"), "{trap}");
    let fuel = refusal(include_str!("modules/start_loops.wat")).to_string();
    assert!(fuel.contains("fuel"), "{fuel}");
}

#[test]
fn data_outside_the_memory_is_refused() {
    let error =
        refusal(&player_with(r#"(data (i32.const 65530) "more than six bytes")"#)).to_string();
    assert!(error.contains("could not be started"), "{error}");
}

#[test]
fn memory_is_checked_by_its_initial_size() {
    let player =
        |pages: &str| player_with("").replace(r#""memory") 1"#, &format!(r#""memory") {pages}"#));
    assert_eq!(refusal(&player("65")), LoadError::Memory { declared: 65 * 65_536, limit: 4 << 20 });
    assert!(load(&player("64 65536")).is_ok());
    let more = Limits { memory: 65 * 65_536, ..SMALL };
    assert!(Module::load(&wasm(&player("65")), more).is_ok());
}

#[test]
fn tables_must_be_small_and_few() {
    let large = refusal(&player_with("(table 65537 funcref)")).to_string();
    assert!(large.contains("a table of 65537 elements"), "{large}");
    let many = refusal(&player_with(&"(table 1 funcref)".repeat(17))).to_string();
    assert!(many.contains("more than 16 tables"), "{many}");
    assert!(load(&player_with(&"(table 65536 funcref)".repeat(2))).is_ok());
}

#[test]
fn locals_must_be_few() {
    let function = |locals: usize| format!("(func {})", "(local i64)".repeat(locals));
    assert!(load(&player_with(&function(2000))).is_ok());
    let error = refusal(&player_with(&format!("(func) {}", function(2001))));
    assert_eq!(error, LoadError::Locals { function: 1, count: 2001, limit: 2000 });
}

#[test]
fn a_list_of_words_fits_in_the_data() {
    let words = "QUARTZ\\n".repeat(400_000);
    let part = format!(r#"(data (i32.const 65536) "{words}")"#);
    let text = player_with(&part).replace(r#""memory") 1"#, r#""memory") 64"#);
    assert!(load(&text).is_ok(), "a data segment of 2.8 million bytes");
}

#[test]
fn machine_dependent_features_are_disabled() {
    for part in [
        "(func (result i64) (i64x2.extract_lane 0 (v128.const i64x2 1 2)))",
        "(func (param v128 v128) (result v128) (i8x16.relaxed_swizzle (local.get 0) (local.get 1)))",
        "(memory 1)",
        "(func (drop (i32.atomic.load (i32.const 0))))",
    ] {
        assert!(matches!(refusal(&player_with(part)), LoadError::Invalid(_)), "{part}");
    }
    let wide = player_with("").replace(r#""memory") 1"#, r#""memory") i64 1"#);
    assert!(matches!(refusal(&wide), LoadError::Invalid(_)));
    let shared = player_with("").replace(r#""memory") 1"#, r#""memory") 1 2 shared"#);
    assert!(matches!(refusal(&shared), LoadError::Invalid(_)));
}
