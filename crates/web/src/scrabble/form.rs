//! The form that sets up a game of Scrabble, beside the board as it will be.

use maud::{Markup, html};

use crate::begin::FormPage;
use crate::form::{errors, is_seed_set, is_wrong, more, seed};
use crate::rooms::{Picture as _, Viewer};
use crate::scrabble::board::Board;
use crate::scrabble::parts;
use crate::scrabble::setup::{POSITION, ScrabbleForm, WORDS};
use crate::scrabble::viewer::links;
use crate::section::SCRABBLE;
use crate::setup::{Checked, FieldError, Ready, Setup};

type Typed = Setup<ScrabbleForm>;

impl FormPage for ScrabbleForm {
    fn heading(_checked: &Checked<ScrabbleForm>) -> Markup {
        html! { (links("/scrabble/game")) (SCRABBLE.how_to_play()) }
    }

    fn options(setup: &Typed, wrong: &[FieldError]) -> Markup {
        let is_set = !setup.own.position.is_empty() || is_wrong(wrong, POSITION);
        let options = html! {
            (seed(setup, wrong))
            div.whole {
                label for="text" { "From a position: a state file, a CGP line or a GCG game; empty for a new game" }
                textarea #text name="position" rows="8" spellcheck="false" autocomplete="off"
                    aria-invalid=[is_wrong(wrong, POSITION).then_some("true")] { "\n" (setup.own.position) }
                (errors(wrong, POSITION))
            }
        };
        html! { (errors(wrong, WORDS)) (more(is_set || is_seed_set(setup, wrong), &options)) }
    }

    fn opening(ready: &Ready<ScrabbleForm>) -> (String, Markup) {
        let board = Board::new(&ready.table, &ready.setup.players);
        let viewer = Viewer { seat: None, sees_all: false, path: "" };
        let table = html! {
            div.sheet { (parts::squares(&board)) }
            div.sheet.holders { (parts::holders(&board, viewer)) }
        };
        (board.headline(), table)
    }
}
