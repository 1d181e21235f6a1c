//! Marrakech's text formats, and word lists.

use lettergame::games::marrakech::queries::answer_json;
use lettergame::games::marrakech::rules::{Assam, Move, Position, Rug, Stage, TextError};
use lettergame::words::{Lexicon, WordList};

use super::read;

fn points_into(text: &str, error: &TextError) {
    assert!((1..=text.chars().count() + 1).contains(&error.at), "{error}");
}

/// Whatever is accepted is written back unchanged; an error points into the text or just after it.
pub(super) fn marrakech(data: &[u8]) {
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
}

/// The words are in order and distinct, and can be indexed.
pub(super) fn word_list(data: &[u8]) {
    let Some(parsed) = read(WordList::parse(data, "words.txt")) else { return };
    let words: Vec<String> = parsed.words.iter().map(str::to_owned).collect();
    assert!(words.is_sorted_by(|a, b| a < b), "{words:?}");
    let lexicon = Lexicon::new(parsed.words).expect("no collision of so few words");
    assert!(words.iter().all(|word| lexicon.contains(word)));
}
