//! What the table looks like.

use crate::rules::{Event, Played, State};
use lettergame_base::{BySeat, Points};
use lettergame_game::{Picture, SeatPicture, TileLook, TilePicture};
use lettergame_words::{Letter, TileSet};

/// The letters that each seat has left and its words of the hand; if a turn ended the hand, the one with which it
/// ended, although the next one is dealt already.
pub(super) fn picture(state: &State, events: &[Event]) -> Picture {
    let tile = |letter: char| TilePicture {
        text: letter.to_uppercase().to_string(),
        value: Letter::from_char(letter).map(|letter| TileSet::SCRABBLE_98.value(letter)),
        look: TileLook::Plain,
    };
    let points = state.points();
    if let Some(end) = events.last() {
        let best = end.earned.values().max().copied().unwrap_or_default();
        let seats = BySeat::from_fn(points.len(), |seat| SeatPicture {
            colour: None,
            points: points[seat],
            tiles: Vec::new(),
            note: note(&end.words[seat]),
            is_lit: best > Points::ZERO && end.earned[seat] == best,
        });
        return Picture { board: None, shared: end.dealt.tiles().map(tile).collect(), seats };
    }
    let seats = state.seats.iter().map(|(seat, own)| SeatPicture {
        colour: None,
        points: points[seat],
        tiles: own.play.now().tiles().map(tile).collect(),
        note: note(own.play.words()),
        is_lit: false,
    });
    Picture { board: None, shared: Vec::new(), seats: seats.collect() }
}

fn note(words: &[Played]) -> String {
    let words: Vec<String> =
        words.iter().map(|played| format!("{} {}", played.word, played.points)).collect();
    if words.is_empty() { "no word".to_owned() } else { words.join(", ") }
}
