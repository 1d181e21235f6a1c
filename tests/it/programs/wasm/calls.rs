//! The possible results of a call.

use lettergame::protocol::wasm::{Instance, Limits, Module, Stop};

use crate::programs::wasm::{by_command, load};

/// The result of one message to a fresh instance.
fn outcome(message: &[u8]) -> Result<Option<Vec<u8>>, Stop> {
    by_command().handle(message).map(|answer| answer.map(<[u8]>::to_vec))
}

fn trap(message: &[u8]) -> String {
    match outcome(message) {
        Err(Stop::Trap(how)) => how,
        other => panic!("no trap: {other:?}"),
    }
}

fn bad_answer(message: &[u8]) -> String {
    match outcome(message) {
        Err(Stop::BadAnswer(what)) => what,
        other => panic!("no bad answer: {other:?}"),
    }
}

#[test]
fn messages_come_in_and_answers_go_out() {
    assert_eq!(outcome(b"echo"), Ok(Some(b"echo".to_vec())));
    assert_eq!(outcome(b" "), Ok(None));
    assert_eq!(outcome(b""), Ok(None));
    assert_eq!(outcome(b"z"), Ok(None), "a length of 0 is no answer");
    assert_eq!(outcome(b"!"), Ok(Some(b"not JSON \xff".to_vec())), "bytes are not judged here");
}

#[test]
fn an_instance_keeps_its_memory_and_another_has_its_own() {
    let module = load(include_str!("modules/by_command.wat")).expect("a player");
    let mut first = Instance::new(&module);
    assert_eq!(first.handle(b"c"), Ok(Some(b"1".as_slice())));
    assert_eq!(first.handle(b"c"), Ok(Some(b"2".as_slice())));
    assert_eq!(Instance::new(&module).handle(b"c"), Ok(Some(b"1".as_slice())));
}

#[test]
fn traps_report_their_cause() {
    assert!(trap(b"t").contains("unreachable"));
    assert!(trap(b"/").contains("divide"));
    assert!(trap(b"d").contains("stack"));
    assert!(trap(b"-").contains("lgp.log was called with a text outside the memory"));
    assert!(trap(&[b'x'; 1002]).contains("unreachable"), "lgp_alloc may trap as well");
}

#[test]
fn running_out_of_fuel_stops_endless_code() {
    assert_eq!(outcome(b"o"), Err(Stop::Fuel));
    assert_eq!(outcome(b"g"), Err(Stop::Fuel), "growing for ever is looping for ever");
    assert_eq!(outcome(b"*"), Err(Stop::Fuel), "so is logging for ever");
}

/// The interpreter must not use the native stack for each `memory.grow`: that would crash the whole process.
#[test]
fn endless_growth_does_not_touch_the_native_stack() {
    let bytes = crate::programs::wasm::wasm(include_str!("modules/by_command.wat"));
    let module =
        Module::load(&bytes, Limits { fuel: 20_000_000, memory: 1 << 20 }).expect("a player");
    assert_eq!(Instance::new(&module).handle(b"g"), Err(Stop::Fuel));
}

#[test]
fn fuel_is_refilled_for_each_call() {
    let mut instance = by_command();
    instance.handle(b"echo").expect("answers");
    let one = instance.fuel_used();
    assert!(one > 0);
    for _ in 0..1_000_000 / one {
        instance.handle(b"echo").expect("answers");
    }
    assert_eq!(instance.fuel_used(), one, "the last call costs what the first did");
}

#[test]
fn a_refused_growth_returns_minus_one() {
    assert_eq!(outcome(b"r"), Ok(Some(vec![1])));
}

#[test]
fn a_trap_after_a_refused_growth_is_blamed_on_memory() {
    assert_eq!(outcome(b"m"), Err(Stop::Memory));
    assert_eq!(outcome(b"b"), Err(Stop::Memory));
    assert_eq!(outcome(&[b'x'; 1003]), Err(Stop::Memory), "no room, since growth was refused");
}

#[test]
fn a_refusal_is_forgotten_on_the_next_call() {
    let mut instance = by_command();
    assert_eq!(instance.handle(b"r"), Ok(Some([1].as_slice())));
    assert!(matches!(instance.handle(b"t"), Err(Stop::Trap(_))));
}

#[test]
fn answers_must_be_within_the_memory() {
    assert_eq!(bad_answer(b"x"), "an answer of 7 bytes at 65530, but the memory has 65536 bytes");
    assert_eq!(
        bad_answer(b"y"),
        "an answer of 64 bytes at 4294967288, but the memory has 65536 bytes"
    );
}

#[test]
fn an_answer_has_one_mebibyte_at_most() {
    assert_eq!(outcome(b"L").expect("answers").map(|answer| answer.len()), Some(1 << 20));
    assert_eq!(bad_answer(b"l"), "an answer of 1048577 bytes, more than the 1048576 allowed");
}

#[test]
fn the_room_for_a_message_must_fit() {
    assert_eq!(bad_answer(&[b'x'; 1000]), "lgp_alloc returned 0 (no room) for 1000 bytes");
    assert_eq!(
        bad_answer(&[b'x'; 1001]),
        "lgp_alloc returned 1001 bytes at 65000, but the memory has 65536 bytes"
    );
}

#[test]
fn a_dead_instance_stays_dead() {
    let mut instance = by_command();
    assert_eq!(instance.handle(b"o"), Err(Stop::Fuel));
    assert_eq!(instance.handle(b"echo"), Err(Stop::Fuel));
    let mut instance = by_command();
    let stop = instance.handle(b"x").expect_err("stops").clone();
    assert_eq!(instance.handle(b"echo"), Err(stop));
}

#[test]
fn the_log_keeps_the_last_lines() {
    let mut instance = by_command();
    instance.handle(b":").expect("logs");
    assert_eq!(instance.log().collect::<Vec<_>>(), ["first", "second"]);
    for n in 0..30 {
        instance.handle(format!(".line {n}").as_bytes()).expect("logs");
    }
    let lines: Vec<_> = instance.log().collect();
    assert_eq!((lines.len(), lines[0], lines[19]), (20, "line 10", "line 29"));
}

#[test]
fn the_log_is_capped() {
    let mut instance = by_command();
    for _ in 0..5 {
        instance.handle(&[b".".as_slice(), &[b'a'; 700]].concat()).expect("logs");
    }
    assert_eq!(instance.log().map(str::len).collect::<Vec<_>>(), [700, 700]);
    instance.handle(&[b".".as_slice(), "é".repeat(5000).as_bytes()].concat()).expect("logs");
    assert_eq!(instance.log().map(str::len).collect::<Vec<_>>(), [2048]);
    instance.handle(b".\xff\xfe").expect("logs what is no UTF-8");
    assert_eq!(instance.log().last(), Some("\u{fffd}\u{fffd}"));
}

#[test]
fn the_log_outlives_a_stop() {
    let mut instance = by_command();
    instance.handle(b".why").expect("logs");
    instance.handle(b"t").expect_err("traps");
    assert_eq!(instance.log().collect::<Vec<_>>(), ["why"]);
}

#[test]
fn a_nan_has_the_same_bits_everywhere() {
    let module = load(include_str!("modules/nan.wat")).expect("a player");
    let mut instance = Instance::new(&module);
    let bits = instance.handle(b"x").expect("answers").expect("answers");
    for (index, operator) in bits.chunks_exact(8).enumerate() {
        assert_eq!(operator, 0x7ff8_0000_0000_0000_u64.to_le_bytes(), "operator {index}");
    }
}

#[test]
fn modules_are_shared_and_instances_move_between_threads() {
    let module = load(include_str!("modules/by_command.wat")).expect("a player");
    let mut moved = Instance::new(&module);
    std::thread::scope(|scope| {
        scope.spawn(|| assert_eq!(moved.handle(b"c"), Ok(Some(b"1".as_slice()))));
        scope.spawn(|| assert_eq!(Instance::new(&module).handle(b"c"), Ok(Some(b"1".as_slice()))));
    });
}
