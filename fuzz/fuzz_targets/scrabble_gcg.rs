//! Any bytes as a GCG file, and as whatever form they look like.

#![no_main]

use std::sync::{Arc, LazyLock};

use lettergame::games::scrabble::notation::{Position, read, read_gcg};
use lettergame::games::scrabble::rules::{Scrabble, ScrabbleRules};
use lettergame::lexicon::Lexicon;
use libfuzzer_sys::fuzz_target;

static GAME: LazyLock<Scrabble> =
    LazyLock::new(|| Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped())));

fuzz_target!(|data: &[u8]| {
    let _ = read(data, &GAME);
    let Ok(text) = std::str::from_utf8(data) else { return };
    match read_gcg(text, &GAME) {
        Ok(file) => {
            let position = file.position;
            let again: Position = position.to_string().parse().expect("a state file");
            assert_eq!((again.cells(), again.points()), (position.cells(), position.points()));
        }
        Err(error) => {
            assert!((1..=text.lines().count().max(1)).contains(&error.line), "{error}");
        }
    }
});
