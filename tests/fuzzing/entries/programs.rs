//! The output of player programs.

use lettergame::game::Game;
use lettergame::games::auction::rules::Auction;
use lettergame::games::marrakech::rules::Marrakech;
use lettergame::games::scrabble::rules::Scrabble;
use lettergame::games::wordgame::rules::Wordgame;
use lettergame::protocol::messages::{self, Said};
use lettergame::protocol::read_move;

use super::read_line;

/// A line; if it is a move, it is JSON.
pub(super) fn messages(data: &[u8]) {
    for said in read_line(messages::read(data)).into_iter().flatten() {
        if let Said::Act(_, choice) = said {
            serde_json::from_str::<serde::de::IgnoredAny>(choice).expect("a move is JSON");
        }
    }
}

/// A move of each game: written as JSON it reads back as the same text.
pub(super) fn moves(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    move_of::<Auction>(text);
    move_of::<Scrabble>(text);
    move_of::<Marrakech>(text);
    move_of::<Wordgame>(text);
}

fn move_of<G: Game>(text: &str) {
    let Some(choice) = read_line(read_move::<G>(text, None)) else { return };
    let shown = choice.to_string();
    let again = shown.parse::<G::Move>().ok().map(|choice| choice.to_string());
    assert_eq!(again.as_ref(), Some(&shown), "{}", text.escape_debug());
}
