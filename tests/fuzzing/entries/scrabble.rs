//! Positions and games of Scrabble as text.

use std::sync::{Arc, LazyLock};

use lettergame::games::scrabble::notation::{Cgp, Position, read, read_gcg};
use lettergame::games::scrabble::rules::{Scrabble, ScrabbleRules};
use lettergame::words::Lexicon;

static GAME: LazyLock<Scrabble> =
    LazyLock::new(|| Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped())));

/// A state file: whatever is accepted reads back the same; an error points into the text or just after it.
pub(super) fn state(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Position>() {
        Ok(position) => assert_eq!(position.to_string().parse(), Ok(position)),
        Err(error) => {
            assert!((1..=text.lines().count() + 1).contains(&error.line), "{error}");
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            assert!((1..=line.chars().count() + 1).contains(&error.column), "{error}");
        }
    }
}

/// A CGP string, in the same way.
pub(super) fn cgp(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Cgp>() {
        Ok(cgp) => assert_eq!(cgp.to_string().parse(), Ok(cgp)),
        Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.at), "{error}"),
    }
}

/// A GCG file, and whatever format is detected: an error points to a line; the position reads back from a
/// state file.
pub(super) fn gcg(data: &[u8]) {
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
}
