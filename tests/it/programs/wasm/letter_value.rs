//! The sample `letter_value.wat`.

use lettergame::protocol::wasm::{Instance, Limits, Module};

use crate::programs::wasm::wasm;

fn player() -> Instance {
    let bytes = wasm(include_str!("../../../../sdk/wasm/letter_value.wat"));
    Instance::new(&Module::load(&bytes, Limits::default()).expect("the sample is a player"))
}

fn answer(message: &str) -> String {
    let mut player = player();
    let bytes = player.handle(message.as_bytes()).expect("no stop").unwrap_or_default();
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// An ask for a bid, preceded by an event with another letter.
fn bid(q: &str, letter: char) -> String {
    format!(
        concat!(
            r#"{{"t":"ask","q":{q},"g":17,"kind":"bid","events":[{{"type":"auction","round":1,"letter":"Z","bids":[3,null,5],"#,
            r#""winner":2,"price":3}}],"view":{{"round":1,"rounds":10,"seat":2,"letter":"{letter}","points":87,"hidden":["A"],"#,
            r#""won":[],"held":[["E"],[],["S"]],"all_points":[100,95,87],"auctions_left":17,"banned":[]}}}}"#
        ),
        q = q,
        letter = letter
    )
}

fn word(hidden: &str, won: &str) -> String {
    let view = format!(
        r#""view":{{"seat":2,"points":87,"hidden":[{hidden}],"won":[{won}],"held":[["Q","U","I","Z"]]}}"#
    );
    answer(&format!(r#"{{"t":"ask","q":7,"g":1,"kind":"word","events":[],{view}}}"#))
}

#[test]
fn it_says_hello() {
    let hello = r#"{"t":"hello","lgp":[1,1],"game":"auction","rules":{"preset":"words"},"limits":{"move_ms":2000},"batch":64}"#;
    assert_eq!(
        answer(hello),
        r#"{"t":"hello","lgp":1,"name":"letter_value","version":"1.0","caps":[]}"#
    );
}

#[test]
fn it_bids_the_value_of_every_letter() {
    let values = [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];
    for (letter, value) in ('A'..='Z').zip(values) {
        assert_eq!(
            answer(&bid("91", letter)),
            format!(r#"{{"t":"act","q":91,"move":{{"bid":{value}}}}}"#),
            "{letter}"
        );
    }
}

#[test]
fn it_echoes_long_numbers_and_answers_one_ask_after_another() {
    let mut player = player();
    for q in ["18446744073709551615", "0", "12345"] {
        let expected = format!(r#"{{"t":"act","q":{q},"move":{{"bid":3}}}}"#);
        assert_eq!(player.handle(bid(q, 'B').as_bytes()), Ok(Some(expected.as_bytes())));
    }
}

#[test]
fn it_plays_a_word_its_letters_can_form() {
    assert_eq!(word(r#""C","A""#, r#""T""#), r#"{"t":"act","q":7,"move":{"word":"CAT"}}"#);
    assert_eq!(word(r#""Q","Z""#, r#""I","A","U""#), r#"{"t":"act","q":7,"move":{"word":"QUIZ"}}"#);
    assert_eq!(
        word(r#""Z","O""#, r#""M","Q""#),
        r#"{"t":"act","q":7,"move":{"word":""}}"#,
        "ZOO and ZOOM want a second O"
    );
    assert_eq!(word("", r#""G","D","O""#), r#"{"t":"act","q":7,"move":{"word":"DOG"}}"#);
    assert_eq!(word("", ""), r#"{"t":"act","q":7,"move":{"word":""}}"#);
}

#[test]
fn it_accepts_new_and_end_silently() {
    assert_eq!(answer(r#"{"t":"new","g":17,"seat":2,"seats":4,"seed":"9f3c2a7745d01e6b"}"#), "");
    assert_eq!(answer(r#"{"t":"end","g":17,"events":[],"scores":[143,98],"why":"over"}"#), "");
    assert_eq!(answer(""), "");
    assert_eq!(answer("[]"), "");
}

#[test]
fn it_reports_other_games_as_unknown() {
    let ask = r#"{"t":"ask","q":5,"g":1,"kind":"rotate","events":[],"view":{"x":1}}"#;
    assert_eq!(answer(ask), r#"{"t":"fail","q":5,"why":"only the Letter Game is known"}"#);
}

#[test]
fn it_accepts_a_message_of_one_mebibyte() {
    let padding = format!(r#""padding":"{}","view":{{"#, "x".repeat(1 << 20));
    let ask = bid("1", 'Q').replace(r#""view":{"#, &padding);
    assert_eq!(answer(&ask), r#"{"t":"act","q":1,"move":{"bid":10}}"#);
}

/// Fuel must not depend on the machine, on the build or on the number of earlier calls.
#[test]
fn an_ask_costs_the_same_fuel_everywhere() {
    let mut player = player();
    for _ in 0..3 {
        player.handle(bid("91", 'E').as_bytes()).expect("answers");
        assert_eq!(player.fuel_used(), 1281);
    }
}

/// The shipped module is compiled from the shipped text; `UPDATE_WASM=1 cargo test --test wasm` recompiles
/// it.
#[test]
fn the_module_is_built_from_its_text() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/sdk/wasm/letter_value.wasm");
    let made = wasm(include_str!("../../../../sdk/wasm/letter_value.wat"));
    if std::env::var_os("UPDATE_WASM").is_some() {
        std::fs::write(path, &made).expect("the module is written");
    }
    assert!(std::fs::read(path).is_ok_and(|found| found == made), "{path} is not up to date");
}
