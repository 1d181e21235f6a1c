//! Any bytes as a CGP string.

#![no_main]

use lettergame::games::scrabble::notation::Cgp;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Cgp>() {
        Ok(cgp) => assert_eq!(cgp.to_string().parse(), Ok(cgp)),
        Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.at), "{error}"),
    }
});
