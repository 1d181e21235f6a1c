//! Where a person makes a move: by hand, with tiles from the own rack, or by typing it.
//!
//! The typed move is the only thing that is sent. The script writes it while tiles are laid on the board, and
//! what it is worth comes from the game.

use maud::{Markup, html};

use crate::rooms::{Standing, Viewer};
use crate::scrabble::board::Board;
use crate::scrabble::grid::rack_face;
use crate::section::SCRABBLE;
use lettergame_base::Seat;
use lettergame_scrabble::board::{Cell, Distribution, Play, Rack, Tile};
use lettergame_scrabble::rules::ChallengeRule;

/// Where a person answers.
pub(super) fn ask(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let waits = matches!(board.standing, Standing::Waits(persons) if persons.contains(seat));
    html! {
        @if waits { (move_form(board, seat, viewer)) }
        @else if board.standing == Standing::Over { p { "The game is over." } }
        @else {
            div.ask {
                div.hand { (own(&board.racks[seat])) div.tools { (shuffle()) } }
                p.awaits tabindex="-1" { "Wait for " (board.name(seat.opponent())) "." }
            }
        }
    }
}

fn move_form(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let action = format!("{}/move", viewer.path);
    let rack = &board.racks[seat];
    html! {
        form.ask method="post" action=(action) hx-post=(action) hx-target="#refusal"
            data-weigh={ (viewer.path) "/weigh" } {
            input type="hidden" name="due" value=(board.due());
            @if let Some(play) = &board.contested { (challenge(board, play)) }
            (tiles(rack))
            p #weighed role="status" {}
            // a fold where scripts run
            details.typing open {
                summary { "Type coordinates" }
                div {
                    label for="move" { "Your turn: square and word, or " code { "exchange QV" } }
                    input #move name="move" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="80"
                        data-focus=".part-squares .squares" placeholder="8D SCuRRY"
                        aria-describedby="refusal how-to-type";
                    span.quiet #how-to-type { "8D across, D8 down; a blank in lower case" }
                    span.quiet { (SCRABBLE.term("Exchange", "ask")) " · " (SCRABBLE.term("Bingo", "ask")) }
                }
            }
            button.main #say { "Play" }
            details.sure #passing {
                summary { "Pass" }
                div {
                    span { "You make no move, and your tiles return to your rack." }
                    button #pass name="do" value="pass" { "Pass this turn" }
                }
            }
            @if rack.blanks() > 0 { (blank_chooser(rack.distribution())) }
        }
    }
}

/// Where the other's last play may be challenged.
fn challenge(board: &Board, play: &Play) -> Markup {
    let cost = match board.challenge {
        ChallengeRule::Double => "you lose your turn".to_owned(),
        rule @ (ChallengeRule::Five | ChallengeRule::Ten) => {
            format!("it earns {} points more", rule.bonus())
        }
        ChallengeRule::Single | ChallengeRule::Void => "nothing changes".to_owned(),
    };
    html! {
        @if board.is_closing { p { "That play ends the game: challenge it, or pass to accept it." } }
        details.sure #challenging {
            summary { "Challenge " (play.word()) }
            div {
                span { "If a word of the play is invalid, it is taken back. If all its words are valid, " (cost) "." }
                button #challenge name="do" value="challenge" { "Challenge the play" }
            }
        }
    }
}

/// The own tiles and what can be done with them; only for scripts.
fn tiles(rack: &Rack) -> Markup {
    html! {
        div.hand {
            (own(rack))
            div.tools {
                (shuffle())
                button #recall type="button" { "Recall" }
                button #exchange type="button" { "Exchange" }
            }
        }
    }
}

fn own(rack: &Rack) -> Markup {
    let distribution = rack.distribution();
    html! {
        div #own.rack role="group" aria-label="Your tiles" {
            @for tile in rack.iter() {
                button.rt.blank[tile.is_blank()] type="button" aria-pressed="false"
                    data-tile=(distribution.tile_name(tile)) { (rack_face(distribution, tile)) }
            }
        }
    }
}

fn shuffle() -> Markup {
    html! { button #shuffle type="button" { "Shuffle" } }
}

/// The letters that a blank may stand for.
fn blank_chooser(distribution: &'static Distribution) -> Markup {
    let letters = distribution.kinds().filter(|tile| !tile.is_blank());
    let blanks = letters.filter_map(Tile::place).map(Cell::blank);
    html! {
        dialog #blank aria-label="The letter of the blank" {
            div.letters {
                @for cell in blanks {
                    button type="button" data-blank=(distribution.cell_name(cell)) {
                        (distribution.tile_name(cell.as_blank(false).tile()))
                    }
                }
            }
        }
    }
}
