//! The table of players: place, points as a bar, letters, the last word.

use maud::{Markup, html};

use crate::auction::board::Board;
use crate::auction::tile::face;
use crate::rooms::{Standing, Viewer};
use lettergame_base::{Points, Seat};
use lettergame_report::plot::figures;

/// Every seat.
pub(super) fn seats(board: &Board, viewer: Viewer<'_>) -> Markup {
    let most = board.places.values().map(|place| place.points).max().unwrap_or_default();
    html! {
        table.seats role="table" {
            caption.hear { "Players" }
            thead role="rowgroup" { tr role="row" {
                th role="columnheader" scope="col" { "Place" }
                th role="columnheader" scope="col" { "Player" }
                th role="columnheader" scope="col" { "Points" }
                th role="columnheader" scope="col" { "Letters" }
                th role="columnheader" scope="col" { "Last word" }
            } }
            tbody role="rowgroup" {
                @for seat in board.places.seats() { (row(board, seat, most, viewer)) }
            }
        }
    }
}

fn row(board: &Board, seat: Seat, most: Points, viewer: Viewer<'_>) -> Markup {
    let place = &board.places[seat];
    let over = board.standing == Standing::Over;
    let bought = board.last.as_ref().is_some_and(|sale| sale.winner == Some(seat));
    let won = if over { place.place == 1 } else { bought };
    let out = board.banned.contains(seat);
    let mine = board.last.as_ref().filter(|_| bought && viewer.seat == Some(seat));
    let cue = mine.map(|sale| format!("won-{}.{}.{}", sale.round, sale.letter, sale.price));
    html! {
        tr.winner[won].own[viewer.seat == Some(seat)].out[out] role="row" data-cue=[cue] {
            td.place role="cell" { (place.place) "." }
            th role="rowheader" scope="row" title=(board.name(seat)) {
                span.name { (board.name(seat)) }
                @if viewer.seat == Some(seat) { " " span.tag { "you" } }
                @if out { " " span.tag { "out" } }
            }
            td.points role="cell" { span.number { (figures(place.points)) } (bar(place.points, most)) }
            td role="cell" { (letters(board, seat, viewer)) }
            td.word role="cell" { (last_word(board, seat)) }
        }
    }
}

/// What the card of a seat shows besides its points: the last bid, the letters, the last word.
pub(super) fn on_card(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let sale = board.last.as_ref().filter(|_| board.standing != Standing::Over);
    let won = sale.is_some_and(|sale| sale.winner == Some(seat));
    let cue = board.last.as_ref().filter(|sale| sale.winner == Some(seat));
    let cue = cue.map(|sale| format!("won-{}.{}.{}", sale.round, sale.letter, sale.price));
    html! {
        @if board.standing == Standing::Over { span.tag { (board.places[seat].place) "." } }
        @if let Some(sale) = sale {
            span.bid.won[won] data-sold=[won.then(|| sale.letter.to_string())]
                data-cue=[cue.filter(|_| viewer.seat == Some(seat))] {
                @if won { "★ " span.hear { "won, " } }
                "bid " strong { @match sale.bids[seat] { Some(bid) => (bid), None => "–" } }
            }
        }
        @if board.banned.contains(seat) { span.tag { "out" } }
        @if !board.past.is_empty() { span.word { (last_word(board, seat)) } }
        (letters(board, seat, viewer))
    }
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

/// Points as a bar; the number is beside it.
fn bar(points: Points, most: Points) -> Markup {
    html! {
        svg.bar viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.track width="100" height="10" {}
            rect.fill width=(share(points, most)) height="10" {}
        }
    }
}

/// The share of the most points, in per cent.
fn share(points: Points, most: Points) -> i64 {
    let most = i64::from(most.0).max(1);
    (i64::from(points.0) * 100 / most).clamp(0, 100)
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

#[cfg(test)]
mod tests {
    use super::share;
    use lettergame_base::Points;

    #[test]
    fn bars_are_shares_of_the_most_points() {
        let shares = [(100, 100), (50, 100), (1, 3), (0, 0), (0, 7)];
        let shares = shares.map(|(points, most)| share(Points(points), Points(most)));
        assert_eq!(shares, [100, 50, 33, 0, 0]);
    }
}
