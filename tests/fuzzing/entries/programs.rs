//! The output of player programs.

use std::sync::{Arc, LazyLock};

use lettergame::game::{Configurable, Rules as _, Settings};
use lettergame::games::auction::rules::Auction;
use lettergame::games::marrakech::rules::Marrakech;
use lettergame::games::scrabble::rules::Scrabble;
use lettergame::games::wordgame::rules::Wordgame;
use lettergame::protocol::messages::{self, Said};
use lettergame::protocol::read_move;
use lettergame::words::{Lexicon, WordList};

use super::read_line;

/// A line; if it is a move, it is JSON.
pub(super) fn messages(data: &[u8]) {
    for said in read_line(messages::read(data)).into_iter().flatten() {
        if let Said::Act(_, choice) = said {
            serde_json::from_str::<serde::de::IgnoredAny>(choice).expect("a move is JSON");
        }
    }
}

/// A move of each game: written as text it reads back as the same text.
pub(super) fn moves(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    move_of::<Auction>(text);
    move_of::<Scrabble>(text);
    move_of::<Marrakech>(text);
    move_of::<Wordgame>(text);
}

fn move_of<G: Configurable>(text: &str) {
    static WORDS: LazyLock<Arc<Lexicon>> = LazyLock::new(|| {
        let words = WordList::parse(b"AA\nAB\n", "words").expect("words").words;
        Arc::new(Lexicon::new(words).expect("no collision"))
    });
    let rules = G::Rules::read_all(Settings::default()).expect("the usual rules");
    let game = G::configured(rules, Arc::clone(&WORDS)).expect("a game");
    let Some(choice) = read_line(read_move(&game, text, None)) else { return };
    let shown = choice.to_string();
    let again = game.read_move(&shown).ok().map(|choice| choice.to_string());
    assert_eq!(again.as_ref(), Some(&shown), "{}", text.escape_debug());
}
