//! The form in which a person decides: three buttons, or one of the legal placements. The board above only
//! helps to choose among them.

use maud::{Markup, html};

use crate::capital::{capital, placed};
use crate::marrakech::board::Board;
use crate::marrakech::hint::cost;
use crate::marrakech::layers::arrow;
use crate::marrakech::told::place;
use crate::rooms::Viewer;
use crate::section::MARRAKECH;
use lettergame_base::Seat;
use lettergame_marrakech::rules::{Board as Rugs, Colour, Facing, Move, Phase, Rotation, Square};

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
        return format!("The game is over: {}.", placed(board.places[seat]));
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
    let mut all = [Rotation::Left, Rotation::Ahead, Rotation::Right];
    // in the order of their arrows on the board
    if board.stage.position().assam().facing == Facing::South {
        all.reverse();
    }
    html! {
        form.turns method="post" action=(action) hx-post=(action) hx-target="#refusal" {
            input type="hidden" name="due" value=(board.due());
            p.what { "Turn " (MARRAKECH.term("Assam", "ask")) ", then the die is rolled" }
            @for rotation in all {
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
    let side = match rotation {
        Rotation::Left => "his left",
        Rotation::Ahead => "ahead",
        Rotation::Right => "his right",
    };
    html! {
        button.turn name="move" value=(Move::Rotate(rotation)) data-focus[rotation == Rotation::Ahead] {
            (arrow(facing))
            span { strong { (capital(facing.name())) } ", " (side) }
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
            // where scripts run, the board shows which of these is next
            p.next aria-hidden="true" {
                span.one { "Choose the first square of your rug." }
                span.two { "Now choose the second square beside it." }
                span.three { "Lay the rug here, or choose other squares." }
            }
            div.choices role="group" aria-labelledby="squares" {
                p #squares { "The two squares of your rug" }
                div {
                    @for (index, pair) in pairs.iter().enumerate() {
                        label.choice for={ "place-" (index) } {
                            input #{ "place-" (index) } type="radio" name="move"
                                value=(Move::Place(*pair)) data-focus[index == 0];
                            span { (place(pair[0])) "–" (place(pair[1])) ": " small { (covered(board.stage.position().board(), *pair)) } }
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

/// What a rug on these two squares would cover.
fn covered(rugs: &Rugs, pair: [Square; 2]) -> String {
    let colours = pair.map(|square| rugs.colour_at(square));
    let name = |colour: Colour| capital(colour.name());
    match colours {
        [None, None] => "covers no rug".to_owned(),
        [Some(one), Some(other)] if one == other => format!("covers two squares of {}", name(one)),
        [Some(one), Some(other)] => {
            format!("covers one square each of {} and {}", name(one), name(other))
        }
        [Some(one), None] | [None, Some(one)] => format!("covers one square of {}", name(one)),
    }
}

#[cfg(test)]
mod tests {
    use super::covered;
    use lettergame_marrakech::rules::{Colour, Position, Square};

    #[test]
    fn a_rug_says_what_it_covers() {
        let text = "Pc02107iPy02208iPp04508iPr02108iA53SB\
            n00r03c12n00n00n00n00n00y06c12n00n00r10n00p13c09p10p05r13r13r00p13c04p10p05n00n00\
            n00p04p04p02c05c05n00n00y04y10p14p14c10n00n00y09y09r04r02p07n00n00";
        let position: Position = text.parse().unwrap();
        let rugs = position.board();
        let squares = |colour| rugs.squares_of(colour).iter().collect::<Vec<Square>>();
        let all = (0..7).flat_map(|x| (0..7).filter_map(move |y| Square::new(x, y)));
        let free: Vec<Square> = all.filter(|square| rugs.colour_at(*square).is_none()).collect();
        let (cyan, red) = (squares(Colour::Cyan), squares(Colour::Red));
        for (pair, told) in [
            ([free[0], free[1]], "covers no rug"),
            ([free[0], red[0]], "covers one square of Red"),
            ([cyan[0], free[0]], "covers one square of Cyan"),
            ([cyan[0], cyan[1]], "covers two squares of Cyan"),
            ([cyan[0], red[0]], "covers one square each of Cyan and Red"),
        ] {
            assert_eq!(covered(rugs, pair), told);
        }
    }
}
