//! The form that sets up a game of Scrabble, beside the board as it will be.

use maud::{Markup, html};

use crate::begin::FormPage;
use crate::form::{errors, is_seed_set, is_wrong, more, seed};
use crate::rooms::{Picture as _, Viewer};
use crate::scrabble::board::Board;
use crate::scrabble::parts;
use crate::scrabble::setup::{CHALLENGE, POSITION, ScrabbleForm, WORDS};
use crate::scrabble::viewer::links;
use crate::section::SCRABBLE;
use crate::setup::{Checked, FieldError, Ready, Setup};
use lettergame_scrabble::rules::ChallengeRule;

type Typed = Setup<ScrabbleForm>;

/// What becomes of invalid words.
fn about(rule: ChallengeRule) -> String {
    let cost = match rule {
        ChallengeRule::Void => return "are refused".to_owned(),
        ChallengeRule::Single => "costs nothing".to_owned(),
        ChallengeRule::Double => "costs the turn".to_owned(),
        ChallengeRule::Five | ChallengeRule::Ten => format!("gives {} points", rule.bonus()),
    };
    format!("stand unless challenged; a wrong challenge {cost}")
}

/// The choice of the rule on challenges.
pub(crate) fn challenges(chosen: &str, is_wrong: bool) -> Markup {
    html! {
        label for="challenge" { "Invalid words" }
        select #challenge name="challenge" aria-invalid=[is_wrong.then_some("true")] {
            @for rule in ChallengeRule::ALL {
                option value=(rule) selected[chosen == rule.to_string()] { (about(rule)) }
            }
        }
    }
}

impl FormPage for ScrabbleForm {
    fn heading(_checked: &Checked<ScrabbleForm>) -> Markup {
        html! { (links("/scrabble/game")) (SCRABBLE.how_to_play()) }
    }

    fn options(setup: &Typed, wrong: &[FieldError]) -> Markup {
        let is_challenged = setup.own.challenge != ChallengeRule::default().to_string();
        let is_set = is_challenged || !setup.own.position.is_empty() || is_wrong(wrong, POSITION);
        let options = html! {
            div {
                (challenges(&setup.own.challenge, is_wrong(wrong, CHALLENGE)))
                (errors(wrong, CHALLENGE))
            }
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
