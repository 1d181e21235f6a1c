//! What the table looks like.

use crate::rules::{Auction, Event, RoundEnd, Sale, State};
use lettergame_base::{BySeat, Points, Seat};
use lettergame_game::{Picture, SeatPicture, TileLook, TilePicture};
use lettergame_words::Letter;

/// The hands after a turn; if it ended a round, those with which it ended, although new ones are dealt already.
pub(super) fn picture(auction: &Auction, state: &State, events: &[Event]) -> Picture {
    let tile = |letter: Letter, look| TilePicture {
        text: letter.to_string(),
        value: Some(auction.tiles().value(letter)),
        look,
    };
    let ended = events.iter().rev().find_map(|event| match event {
        Event::Round(end) => Some(end),
        _ => None,
    });
    if let (Some(end), Some(record)) = (ended, state.records.last()) {
        let best = end.gained.values().max().copied().unwrap_or_default();
        let seats = record.letters.iter().map(|(seat, letters)| SeatPicture {
            colour: None,
            points: end.all_points[seat],
            tiles: letters.letters().map(|letter| tile(letter, TileLook::Plain)).collect(),
            note: word_note(end, seat),
            is_lit: best > Points::ZERO && end.gained[seat] == best,
        });
        return Picture { board: None, shared: Vec::new(), seats: seats.collect() };
    }
    let sale = events.iter().rev().find_map(|event| match event {
        Event::Auction(sale) => Some(sale),
        _ => None,
    });
    let seats = BySeat::from_fn(state.points.len(), |seat| {
        let hidden = state.hidden_letters(&auction.rules, seat);
        let hidden = hidden.iter().map(|&letter| tile(letter, TileLook::Hidden));
        let mut tiles: Vec<TilePicture> = hidden
            .chain(state.won[seat].iter().map(|&letter| tile(letter, TileLook::Plain)))
            .collect();
        let won = sale.is_some_and(|sale| sale.winner == Some(seat));
        if let Some(newest) = tiles.last_mut().filter(|_| won) {
            newest.look = TileLook::New;
        }
        let note = sale.map_or_else(String::new, |sale| bid_note(sale, seat));
        SeatPicture { colour: None, points: state.points[seat], tiles, note, is_lit: won }
    });
    let shared = sale.map(|sale| tile(sale.letter, TileLook::New));
    Picture { board: None, shared: shared.into_iter().collect(), seats }
}

fn word_note(end: &RoundEnd, seat: Seat) -> String {
    match &*end.words[seat] {
        "" => "no word".to_owned(),
        word => format!("{} for {}", word.to_uppercase(), end.gained[seat]),
    }
}

fn bid_note(sale: &Sale, seat: Seat) -> String {
    match (sale.bids[seat], sale.winner == Some(seat)) {
        (Some(bid), true) => format!("bids {bid}, pays {}", sale.price),
        (None, true) => format!("pays {}", sale.price),
        (Some(bid), false) => format!("bids {bid}"),
        (None, false) => String::new(),
    }
}
