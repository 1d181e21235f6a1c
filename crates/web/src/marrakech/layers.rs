//! The layers of the board, one above the other: rugs, Assam with his walk, and what a person can click.

use maud::{Markup, PreEscaped, html};

use crate::capital::capital;
use crate::marrakech::board::{Board, Walk};
use crate::rooms::Viewer;
use lettergame_base::Seat;
use lettergame_marrakech::picture::{self, BOARD_SIDE, walk};
use lettergame_marrakech::rules::{
    Assam, Colour, Facing, Move, Phase, Position, Rotation, RugId, Square, Squares,
};

fn view_box() -> String {
    format!("0 0 {BOARD_SIDE} {BOARD_SIDE}")
}

/// The empty board.
pub(super) fn ground() -> Markup {
    html! {
        svg.layer.base viewBox=(view_box()) aria-hidden="true" { (PreEscaped(picture::ground())) }
    }
}

/// The rugs of a game, the newest one marked.
pub(super) fn rugs(board: &Board) -> Markup {
    rugs_of(board.stage.position(), board.rug.map(|rug| rug.id))
}

/// The rugs of a position, with a text description of where each colour shows.
pub(super) fn rugs_of(position: &Position, newest: Option<RugId>) -> Markup {
    html! {
        svg.layer viewBox=(view_box()) role="img" aria-label=(position_text(position)) {
            (PreEscaped(picture::rugs(position.board(), newest)))
        }
    }
}

/// Text description of where each colour shows.
fn position_text(position: &Position) -> String {
    let shown = |colour: Colour| {
        let squares: Vec<String> =
            position.board().squares_of(colour).iter().map(|s| s.to_string()).collect();
        let squares = if squares.is_empty() { "no square".to_owned() } else { squares.join(" ") };
        format!("{} shows on {squares}", capital(colour.name()))
    };
    let all: Vec<String> = position.merchants().iter().map(|m| shown(m.colour)).collect();
    format!("The board. {}.", all.join(". "))
}

/// Assam, the path of his last walk, and the rugs that were paid for.
pub(super) fn assam(board: &Board) -> Markup {
    let place = board.stage.position().assam();
    // shown while Assam is on the last square of the walk, even if he was rotated there at the end of the turn
    let walked = board.walk.filter(|walk| walk.from.moved(walk.die).square == place.square);
    html! {
        svg.layer.walker viewBox=(view_box()) data-walk=[walked.map(|_| board.rolls)]
            role="img" aria-label=(seen(place)) {
            @if let Some(walk) = walked { (way(&walk)) }
            (PreEscaped(picture::figure(place)))
        }
    }
}

/// Assam on the board of a position.
pub(super) fn figure(place: Assam) -> Markup {
    html! {
        svg.layer viewBox=(view_box()) role="img" aria-label=(seen(place)) {
            (PreEscaped(picture::figure(place)))
        }
    }
}

fn seen(place: Assam) -> String {
    format!("Assam on {}, facing {}", place.square, place.facing.name())
}

fn way(of: &Walk) -> Markup {
    html! {
        @if !of.region.is_empty() {
            @let around = picture::region(of.region);
            path.owed.under d=(around) {}
            path.owed d=(around) {}
        }
        path.way d=(walk(of.from, of.die)) {}
    }
}

/// What the person in a seat can click now: three arrows, or the squares of legal placements with the rug
/// that each pair of them would be.
pub(super) fn targets(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    if !board.asks(seat) {
        return html! {};
    }
    match board.stage.phase() {
        Phase::Rotate => arrows(board, viewer),
        Phase::Place => squares(board),
        Phase::Roll | Phase::Over => html! {},
    }
}

/// Arrows beside Assam, for pointers; the same choices are buttons beside the board.
fn arrows(board: &Board, viewer: Viewer<'_>) -> Markup {
    let action = format!("{}/move", viewer.path);
    let assam = board.stage.position().assam();
    html! {
        form.spots method="post" action=(action) hx-post=(action) hx-target="#refusal" aria-hidden="true" {
            input type="hidden" name="due" value=(board.due());
            @for rotation in Rotation::ALL {
                @let turned = assam.rotated(rotation);
                button class={ "spot arrow " (beside(turned)) } name="move" tabindex="-1"
                    value=(Move::Rotate(rotation)) title={ "Look " (turned.facing.name()) } {
                    (arrow(turned.facing))
                }
            }
        }
    }
}

/// An arrow that points this way.
pub(super) fn arrow(facing: Facing) -> Markup {
    html! {
        svg.pointer viewBox="-12 -12 24 24" width="24" height="24" aria-hidden="true" {
            path transform={ "rotate(" (90 * facing as usize) ")" } d="M0 -10L9 1H4V10H-4V1H-9z" {}
        }
    }
}

/// The position of a square in the grid above the board, including the frame: classes `x1` to `x9` and `y1`
/// to `y9`.
fn at(x: usize, y: usize) -> String {
    format!("x{x} y{y}")
}

fn above(square: Square) -> String {
    at(usize::from(square.x()) + 2, usize::from(square.y()) + 2)
}

/// The position in front of Assam, possibly on the frame.
fn beside(assam: Assam) -> String {
    let (x, y) = (usize::from(assam.square.x()) + 2, usize::from(assam.square.y()) + 2);
    match assam.facing {
        Facing::North => at(x, y - 1),
        Facing::East => at(x + 1, y),
        Facing::South => at(x, y + 1),
        Facing::West => at(x - 1, y),
    }
}

fn squares(board: &Board) -> Markup {
    let pairs: Vec<[Square; 2]> = board.stage.placements().collect();
    let covered = pairs.iter().flatten().fold(Squares::EMPTY, |all, &s| all.or(Squares::one(s)));
    let colour = board.stage.colour();
    html! {
        svg.layer.ghosts viewBox=(view_box()) aria-hidden="true" {
            @for (place, &pair) in pairs.iter().enumerate() {
                g class={ "ghost ghost-" (place) } {
                    (PreEscaped(picture::loose_rug(colour, pair)))
                }
            }
        }
        div.spots aria-hidden="true" {
            @for square in covered.iter() {
                button class={ "spot square " (above(square)) } type="button" tabindex="-1"
                    data-square=(square) {}
            }
        }
    }
}
