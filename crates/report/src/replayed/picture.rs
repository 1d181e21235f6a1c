//! A table as HTML, drawn from a [`Picture`].

use maud::{Markup, PreEscaped, html};

use lettergame_base::Seat;
use lettergame_game::{Picture, SeatNames, SeatPicture, TileLook, TilePicture};

/// The style sheet of [`table_picture`], after that of the plots, whose colours it uses.
pub(crate) const PICTURE_STYLE: &str = include_str!("picture.css");

/// The board, what is on the table for all, and what each seat has. Board drawings have fixed ids, so a page shows at
/// most one picture with a board at a time.
#[must_use]
pub(crate) fn table_picture(picture: &Picture, names: &SeatNames) -> Markup {
    html! {
        div.picture {
            @if let Some(board) = &picture.board {
                svg.board viewBox={ "0 0 " (board.side) " " (board.side) } role="img" aria-label="The board" {
                    (PreEscaped(&board.ground)) (PreEscaped(&board.pieces))
                }
            }
            @if !picture.shared.is_empty() { p.shared { (tiles(&picture.shared)) } }
            div.seats { @for (seat, own) in picture.seats.iter() { (card(seat, own, names)) } }
        }
    }
}

fn card(seat: Seat, own: &SeatPicture, names: &SeatNames) -> Markup {
    html! {
        div.seat.(own_class(seat, own)).lit[own.is_lit] {
            p.who { b { (&names[seat]) } span.points { (own.points) } }
            @if !own.tiles.is_empty() { p.hand { (tiles(&own.tiles)) } }
            p.note { (own.note) }
        }
    }
}

/// The class that gives a seat its colour.
pub(super) fn own_class(seat: Seat, own: &SeatPicture) -> String {
    own.colour.map_or_else(|| format!("own-{}", seat.index() % 7), |colour| format!("own-{colour}"))
}

fn tiles(tiles: &[TilePicture]) -> Markup {
    html! {
        @for tile in tiles {
            span.tile.new[tile.look == TileLook::New].hidden[tile.look == TileLook::Hidden] {
                @if tile.text.is_empty() { "?" } @else { (tile.text) }
                @if let Some(value) = tile.value { sub aria-hidden="true" { (value) } }
            }
            " "
        }
    }
}
