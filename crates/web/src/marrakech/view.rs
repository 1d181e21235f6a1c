//! The viewer: the board of a state string, at an address that can be shared.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::begin::status;
use crate::marrakech::board::capital;
use crate::marrakech::{layers, score};
use crate::query::{QueryFields, address};
use crate::section::MARRAKECH;
use crate::shell::page;
use lettergame_marrakech::rules::{Facing, MarrakechRules, Position, Stage, Verdict};

/// The address of the viewer.
pub(super) const PATH: &str = "/marrakech/view";

/// The address that shows a state string.
pub(super) fn address_of(state: &str) -> String {
    address(PATH, &[("state", state)])
}

/// The form, and the board of the requested state string; by default the start of a game.
pub(super) async fn show(QueryFields(fields): QueryFields) -> Response {
    let typed = fields.get("state").unwrap_or_default();
    let read: Result<Position, String> = if typed.is_empty() {
        Ok(Stage::start(&MarrakechRules::standard(), 2, Facing::North).position().clone())
    } else {
        typed.parse().map_err(|error| format!("{error}"))
    };
    let status: StatusCode = status(read.is_ok());
    (status, viewer(typed, &read)).into_response()
}

fn viewer(typed: &str, read: &Result<Position, String>) -> Markup {
    let body = html! {
        main #main.room {
            div.heading {
                h1 { "State string viewer" }
                p.quiet { "Paste the state string of a game of Marrakech to see its board. " a href=(MARRAKECH.path) { "Play a game" } }
            }
            div.viewer {
                (asked(typed, read.as_ref().err()))
                @if let Ok(position) = read {
                    (facts(typed, position))
                    (still(position, &score::of_position(position)))
                }
            }
        }
    };
    page("Marrakech state strings", Some(&MARRAKECH), &body)
}

fn asked(typed: &str, error: Option<&String>) -> Markup {
    html! {
        form.paste method="get" action=(PATH) {
            label for="state" { "State string" }
            textarea #state name="state" rows="4" spellcheck="false" autocomplete="off" maxlength="1000"
                aria-describedby="wrong" aria-invalid=[error.map(|_| "true")] { (typed) }
            p #wrong.refusal role="alert" { @if let Some(error) = error { (error) } }
            button.main { "Show the board" }
        }
    }
}

/// The library's facts about the position.
fn facts(typed: &str, position: &Position) -> Markup {
    let assam = position.assam();
    html! {
        section.facts aria-label="The position" {
            @if typed.is_empty() { p.quiet { "This is the start of a game of two." } }
            @else { p { "Link: " a #address href=(address_of(typed)) { "this board, to share" } } }
            dl {
                dt { "Assam" }
                dd { "on " (assam.square) ", facing " (assam.facing.name()) }
                dt { "Cost of landing here" }
                dd { (position.payment()) }
                dt { "Legal rug placements" }
                dd { (position.placements().count()) }
                dt { "The game" }
                dd { (outcome(position)) }
            }
        }
    }
}

fn outcome(position: &Position) -> String {
    match position.winner() {
        Verdict::Running => "is not over".to_owned(),
        Verdict::Tie => "is over: a tie".to_owned(),
        Verdict::Won(colour) => format!("is over: {} has won", capital(colour.name())),
    }
}

/// A static board with its score.
pub(super) fn still(position: &Position, score: &Markup) -> Markup {
    html! {
        div.board.marrakech.still {
            div.part.part-ground { (layers::ground()) }
            div.part.part-rugs { (layers::rugs_of(position, None)) }
            div.part.part-assam { (layers::figure(position.assam())) }
            div.part.part-score { (score) }
        }
    }
}
