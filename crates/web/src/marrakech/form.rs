//! The form that sets up a game of Marrakech, beside the board as it will be.

use maud::{Markup, html};

use crate::begin::FormPage;
use crate::capital::capital;
use crate::form::{
    SeatLabel, errors, is_seed_set, is_wrong, more, player_list, secret_preview, seed,
};
use crate::levels::levels;
use crate::marrakech::address::VIEWER;
use crate::marrakech::board::Board;
use crate::marrakech::setup::{MarrakechForm, STATE};
use crate::marrakech::{score, view};
use crate::rooms::Picture as _;
use crate::section::MARRAKECH;
use crate::setup::{Checked, FieldError, Setup};
use crate::shell::page;
use lettergame_marrakech::rules::{Colour, MAX_PLAYERS};

type Typed = Setup<MarrakechForm>;

impl FormPage for MarrakechForm {
    fn page(setup: &Typed, checked: &Checked<MarrakechForm>) -> Markup {
        let body = html! {
            main #main.room {
                div.heading {
                    h1 { "Marrakech" }
                    p.quiet {
                        "Pick a level, or choose the players, then begin. Or view a position in the "
                        a href=(VIEWER) { "state string viewer" } "."
                    }
                    (MARRAKECH.how_to_play())
                }
                (levels::<Self>())
                (Self::part(setup, checked))
            }
        };
        page("Marrakech", Some(&MARRAKECH), &body)
    }

    fn part(setup: &Typed, checked: &Checked<MarrakechForm>) -> Markup {
        let wrong = checked.as_ref().err().map_or(&[][..], Vec::as_slice);
        let legend = format!("Players, 2 to {MAX_PLAYERS}");
        html! {
            div #setup.setup {
                form method="post" action=(MARRAKECH.path) hx-target="#setup" hx-swap="outerHTML" {
                    // the first button is what Enter presses
                    button hidden name="do" value="begin" tabindex="-1" hx-post=(MARRAKECH.path) { "Begin" }
                    (player_list(setup, wrong, &legend, label))
                    (more(is_state_set(setup, wrong) || is_seed_set(setup, wrong), &rare(setup, wrong)))
                    div.actions {
                        button #begin name="do" value="begin" hx-post=(MARRAKECH.path) { "Start new game" }
                        button #check name="do" value="check" hx-post=(MARRAKECH.path) { "Show the board" }
                    }
                }
                (preview(setup, checked))
            }
        }
    }
}

/// Whether a state string is given, or has an error.
fn is_state_set(setup: &Typed, wrong: &[FieldError]) -> bool {
    !setup.own.state.is_empty() || is_wrong(wrong, STATE)
}

/// The options that few need.
fn rare(setup: &Typed, wrong: &[FieldError]) -> Markup {
    html! {
        (seed(setup, wrong))
        div.whole {
            label for="state" { "From a state string: state, colour and rotate or place; empty for a new game" }
            textarea #state name="state" rows="4" spellcheck="false" autocomplete="off" maxlength="1000"
                placeholder="Pc03015i… c rotate"
                aria-invalid=[is_wrong(wrong, STATE).then_some("true")] { "\n" (setup.own.state) }
            (errors(wrong, STATE))
        }
    }
}

fn label(index: usize) -> SeatLabel {
    let colour = Colour::ALL.get(index).copied();
    let name = colour.map_or("Player".to_owned(), |colour| capital(colour.name()));
    SeatLabel { sample: colour.map(score::sample), remove: format!("Remove {name}"), name }
}

/// The board of these settings before the first turn.
fn preview(setup: &Typed, checked: &Checked<MarrakechForm>) -> Markup {
    let Ok(ready) = checked else {
        return html! { div.preview { p.quiet { "The board appears when the form is valid." } } };
    };
    if ready.setup.is_secret() {
        return secret_preview();
    }
    let board = Board::new(&ready.table, &setup.players);
    let address = setup.address();
    html! {
        div.preview {
            p.headline { (board.headline()) " · not started" }
            (view::still(board.stage.position(), &score::of_game(&board)))
            p.quiet { "The address of this game: " a #address href=(address) { (address) } }
        }
    }
}
