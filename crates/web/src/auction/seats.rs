//! The table of players: place, points, letters.

use maud::{Markup, html};

use crate::auction::board::Board;
use crate::auction::tile::face;
use crate::rooms::{Standing, Viewer};
use lettergame_auction::rules::Sale;
use lettergame_base::Seat;
use lettergame_report::plot::figures;

/// Every seat.
pub(super) fn seats(board: &Board, viewer: Viewer<'_>) -> Markup {
    html! {
        table.seats role="table" {
            caption.hear { "Players" }
            thead role="rowgroup" { tr role="row" {
                th role="columnheader" scope="col" { "Place" }
                th role="columnheader" scope="col" { "Player" }
                th role="columnheader" scope="col" { "Points" }
                th role="columnheader" scope="col" { "Letters" }
            } }
            tbody role="rowgroup" {
                @for seat in board.places.seats() { (row(board, seat, viewer)) }
            }
        }
    }
}

fn row(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let place = &board.places[seat];
    let over = board.standing == Standing::Over;
    let bought = board.last.as_ref().is_some_and(|sale| sale.winner == Some(seat));
    let won = if over { place.place == 1 } else { bought };
    let out = board.banned.contains(seat);
    html! {
        tr.winner[won].out[out] role="row" {
            td.place role="cell" { (place.place) "." }
            th role="rowheader" scope="row" title=(board.name(seat)) {
                span.name { (board.name(seat)) }
                @if out { " " span.tag { "out" } }
            }
            td.points role="cell" { span.number { (figures(place.points)) } }
            td role="cell" { (letters(board, seat, viewer)) }
        }
    }
}

/// The card of a seat besides its points: the bid for the last letter or the word of the last round, and letters.
pub(super) fn on_card(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let over = board.standing == Standing::Over;
    html! {
        @if over { span.tag { (board.places[seat].place) "." } }
        @else if let Some(sale) = &board.last {
            @let won = sale.winner == Some(seat);
            @let cue = (won && viewer.seat == Some(seat)).then(|| won_cue(sale));
            span.bid.won[won] data-sold=[won.then(|| sale.letter.to_string())] data-cue=[cue] {
                @if won { "★ " span.hear { "won, " } }
                "bid " strong { @match sale.bids[seat] { Some(bid) => (bid), None => "–" } } " for " (sale.letter)
            }
        }
        @if board.banned.contains(seat) { span.tag { "out" } }
        @if !board.past.is_empty() && (over || board.last.is_none()) { span.word { (last_word(board, seat)) } }
        (letters(board, seat, viewer))
    }
}

/// The mark by which a script notices that the viewer has bought a letter.
fn won_cue(sale: &Sale) -> String {
    format!("won-{}.{}.{}", sale.round, sale.letter, sale.price)
}

/// The letters of a seat, hidden ones first.
fn letters(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let place = &board.places[seat];
    html! {
        div.letters role="group" aria-label={ "letters of " (board.name(seat)) } {
            @if board.shows(viewer, seat) {
                @for &letter in &place.hidden { span.tile.hidden { (face(board, letter)) } }
            } @else {
                @for _ in &place.hidden { span.tile.hidden title="hidden" { "?" } }
            }
            @for &letter in &place.won { span.tile { (face(board, letter)) } }
        }
    }
}

fn last_word(board: &Board, seat: Seat) -> Markup {
    html! {
        @if let Some(past) = board.past.last() {
            @let (word, gained) = (&past.end.words[seat], past.end.gained[seat]);
            @if word.is_empty() { span.quiet { "no word" } }
            @else { span.name title=(word) { (word) } " " span.quiet { "+" (gained) } }
        } @else { span.quiet { "–" } }
    }
}
