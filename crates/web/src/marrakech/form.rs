//! The form that sets up a game of Marrakech, beside the board as it will be.

use maud::{Markup, html};

use crate::begin::FormPage;
use crate::capital::capital;
use crate::form::{SeatLabel, errors, is_seed_set, is_wrong, more, seed};
use crate::marrakech::address::VIEWER;
use crate::marrakech::board::Board;
use crate::marrakech::setup::{MarrakechForm, STATE};
use crate::marrakech::{score, view};
use crate::rooms::Picture as _;
use crate::section::MARRAKECH;
use crate::setup::{Checked, FieldError, Ready, Setup};
use lettergame_marrakech::rules::Colour;

type Typed = Setup<MarrakechForm>;

impl FormPage for MarrakechForm {
    fn heading(_checked: &Checked<MarrakechForm>) -> Markup {
        html! {
            p.quiet {
                "Pick a level, or choose the players, then begin. Or view a position in the "
                a href=(VIEWER) { "state string viewer" } "."
            }
            (MARRAKECH.how_to_play())
        }
    }

    fn options(setup: &Typed, wrong: &[FieldError]) -> Markup {
        let is_set = !setup.own.state.is_empty() || is_wrong(wrong, STATE);
        more(is_set || is_seed_set(setup, wrong), &rare(setup, wrong))
    }

    fn opening(ready: &Ready<MarrakechForm>) -> (String, Markup) {
        let board = Board::new(&ready.table, &ready.setup.players);
        (board.headline(), view::still(board.stage.position(), &score::of_game(&board)))
    }

    fn label(index: usize) -> SeatLabel {
        let colour = Colour::ALL.get(index).copied();
        let name = colour.map_or("Player".to_owned(), |colour| capital(colour.name()));
        SeatLabel { sample: colour.map(score::sample), remove: format!("Remove {name}"), name }
    }
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
