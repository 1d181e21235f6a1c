//! Any bytes as a state file of Scrabble.

#![no_main]

use lettergame::games::scrabble::notation::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Position>() {
        Ok(position) => assert_eq!(position.to_string().parse(), Ok(position)),
        Err(error) => {
            assert!((1..=text.lines().count() + 1).contains(&error.line), "{error}");
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            assert!((1..=line.chars().count() + 1).contains(&error.column), "{error}");
        }
    }
});
