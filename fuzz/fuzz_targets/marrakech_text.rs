//! Any bytes for every reader of Marrakech's texts.

#![no_main]

use lettergame::games::marrakech::queries::answer_json;
use lettergame::games::marrakech::rules::{Assam, Move, Position, Rug, Stage, TextError};
use libfuzzer_sys::fuzz_target;

fn points_into(text: &str, error: &TextError) {
    assert!((1..=text.chars().count() + 1).contains(&error.at), "{error}");
}

fuzz_target!(|data: &[u8]| {
    let _ = answer_json(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Position>() {
        Ok(position) => assert_eq!(position.to_string(), text),
        Err(error) => points_into(text, &error),
    }
    match text.parse::<Assam>() {
        Ok(assam) => assert_eq!(assam.to_string(), text),
        Err(error) => points_into(text, &error),
    }
    match text.parse::<Rug>() {
        Ok(rug) => assert_eq!(rug.to_string(), text),
        Err(error) => points_into(text, &error),
    }
    if let Ok(choice) = text.parse::<Move>() {
        assert_eq!(choice.to_string(), text);
    }
    if let Ok(stage) = text.parse::<Stage>() {
        let _ = stage.placements().count();
    }
});
