//! The form in which a person decides: three buttons, or one of the legal placements. The board above only
//! helps to choose among them.

use maud::{Markup, html};

use crate::marrakech::board::Board;
use crate::marrakech::hint::cost;
use crate::marrakech::layers::arrow;
use crate::rooms::Viewer;
use lettergame_core::base::Seat;
use lettergame_marrakech::rules::{Colour, Move, Phase, Rotation, Square};

/// The form in which the person in a seat decides, or why there is nothing to decide.
pub(super) fn ask(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let action = format!("{}/move", viewer.path);
    html! {
        @if !board.asks(seat) {
            p.over[board.is_over()] tabindex="-1" { (idle(board, seat)) }
        } @else if board.stage.phase() == Phase::Rotate {
            (rotations(board, seat, &action))
        } @else {
            (placements(board, &action))
        }
    }
}

fn idle(board: &Board, seat: Seat) -> String {
    if board.is_over() {
        return format!("The game is over: you finished in place {}.", board.places[seat]);
    }
    let purse = board.stage.purse(seat.index());
    let next = board.stage.colour();
    match (purse.is_in, board.stage.owner(next) == Some(seat.index())) {
        (false, _) => "You are out of the game.".to_owned(),
        (true, true) => "Done; please wait.".to_owned(),
        (true, false) => format!("{} is about to act.", board.name_of(next)),
    }
}

fn rotations(board: &Board, seat: Seat, action: &str) -> Markup {
    let hints = board.hints.contains(seat);
    html! {
        form.turns method="post" action=(action) hx-post=(action) hx-target="#refusal" {
            input type="hidden" name="due" value=(board.due());
            p.what { "Turn Assam, then the die is rolled" }
            @for rotation in [Rotation::Left, Rotation::Ahead, Rotation::Right] {
                (rotation_button(board, rotation, hints))
            }
        }
        form.hints method="post" action=(action) hx-post=(action) hx-target="#refusal" {
            button #hints name="hint" value=(if hints { "off" } else { "on" }) aria-pressed=(hints.to_string()) {
                "Expected payments"
            }
        }
    }
}

fn rotation_button(board: &Board, rotation: Rotation, hints: bool) -> Markup {
    let facing = board.stage.position().assam().rotated(rotation).facing;
    let word = match rotation {
        Rotation::Left => "Left",
        Rotation::Ahead => "Ahead",
        Rotation::Right => "Right",
    };
    html! {
        button.turn name="move" value=(Move::Rotate(rotation)) data-focus[rotation == Rotation::Ahead] {
            (arrow(facing))
            span { strong { (word) } " to the " (facing.name()) }
            @if hints {
                @let cost = cost(&board.stage, rotation);
                small { "costs " strong { (format!("{:.2}", cost.mean)) } " on average" }
                small { "1 to 4: " (cost.paid.map(|paid| paid.to_string()).join(", ")) }
                @if cost.ruins > 0 { small.ruin { "ruin in " (cost.ruins) " of 6" } }
            }
        }
    }
}

fn placements(board: &Board, action: &str) -> Markup {
    let pairs: Vec<[Square; 2]> = board.stage.placements().collect();
    html! {
        form.places method="post" action=(action) hx-post=(action) hx-target="#refusal" {
            input type="hidden" name="due" value=(board.due());
            fieldset {
                legend { "Lay your rug: click two squares of the board, or choose" }
                div.choices {
                    @for (place, pair) in pairs.iter().enumerate() {
                        label.choice for={ "place-" (place) } {
                            input #{ "place-" (place) } type="radio" name="move" required
                                value=(Move::Place(*pair)) data-focus[place == 0];
                            span { (pair[0]) "–" (pair[1]) (covers(board, *pair)) }
                        }
                    }
                }
            }
            div.actions {
                button.main.lay { "Lay the rug" }
                button type="reset" { "Cancel" }
            }
        }
    }
}

/// What already lies on the two squares.
fn covers(board: &Board, pair: [Square; 2]) -> Markup {
    let covered = pair.map(|square| board.stage.position().board().colour_at(square));
    let name = |colour: Colour| colour.name();
    html! {
        @match covered {
            [None, None] => {},
            [Some(one), Some(other)] if one == other => { small { " on 2 " (name(one)) } },
            [Some(one), Some(other)] => { small { " on " (name(one)) ", " (name(other)) } },
            [Some(one), None] | [None, Some(one)] => { small { " on " (name(one)) } },
        }
    }
}
