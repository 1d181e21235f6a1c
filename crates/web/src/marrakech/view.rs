//! The viewer: the board of a state string, at an address that can be shared.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::begin::status;
use crate::capital::capital;
use crate::marrakech::address::{VIEWER, address_of};
use crate::marrakech::setup::MarrakechForm;
use crate::marrakech::{layers, score};
use crate::quoted::error_text;
use crate::section::MARRAKECH;
use crate::serving::query::QueryFields;
use crate::setup::GameForm as _;
use crate::shell::page;
use lettergame_marrakech::rules::{
    Facing, MarrakechRules, Phase, Position, Stage, StageTextError, TextError, Verdict,
};
use lettergame_plan::PERSON;

/// A position, and whose turn it is if that was given too.
struct Viewed {
    position: Position,
    stage: Option<Stage>,
}

impl Viewed {
    /// Reads a state string, alone or with the colour whose turn it is and what it does; by default the start of
    /// a game.
    fn read(typed: &str) -> Result<Viewed, String> {
        if typed.trim().is_empty() {
            return Ok(Viewed::at(Stage::start(&MarrakechRules::standard(), 2, Facing::North)));
        }
        if typed.trim().contains(char::is_whitespace) {
            return typed
                .parse()
                .map(Viewed::at)
                .map_err(|error: StageTextError| error.to_string());
        }
        let position = typed.trim().parse().map_err(|error: TextError| error.to_string())?;
        Ok(Viewed { position, stage: None })
    }

    fn at(stage: Stage) -> Viewed {
        Viewed { position: stage.position().clone(), stage: Some(stage) }
    }

    /// The turns that are possible from here: by default each player may turn Assam or lay a rug.
    fn turns(&self) -> Vec<Stage> {
        if let Some(stage) = &self.stage {
            return vec![stage.clone()];
        }
        let colours = self.position.merchants().iter().map(|merchant| merchant.colour);
        let turns = [false, true]
            .into_iter()
            .flat_map(|placing| colours.clone().map(move |colour| (colour, placing)));
        let stages = turns.filter_map(|(colour, placing)| {
            // a player who cannot act is skipped
            let stage = Stage::resume(self.position.clone(), colour, placing).ok()?;
            (stage.colour() == colour && stage.phase() != Phase::Over).then_some(stage)
        });
        stages.collect()
    }
}

/// The form, and the board of the requested state string.
pub(super) async fn show(QueryFields(fields): QueryFields) -> Response {
    let typed = fields.get("state").unwrap_or_default();
    let read = Viewed::read(typed);
    let status: StatusCode = status(read.is_ok());
    (status, viewer(typed, &read)).into_response()
}

fn viewer(typed: &str, read: &Result<Viewed, String>) -> Markup {
    let body = html! {
        main #main.room {
            div.heading {
                h1 { "State string viewer" }
                p.quiet { "Paste the state string of a game of Marrakech to see its board. " a href=(MARRAKECH.path) { "Play a game" } }
            }
            div.viewer {
                (asked(typed, read.as_ref().err()))
                @if let Ok(viewed) = read {
                    div.beside { (facts(typed, &viewed.position)) (play_on(&viewed.turns())) }
                    (still(&viewed.position, &score::of_position(&viewed.position)))
                }
            }
        }
    };
    page("Marrakech state strings", Some(&MARRAKECH), &body)
}

fn asked(typed: &str, error: Option<&String>) -> Markup {
    html! {
        form.paste method="get" action=(VIEWER) {
            label for="state" { "State string" }
            textarea #state name="state" rows="4" spellcheck="false" autocomplete="off" maxlength="1000"
                aria-describedby="wrong" aria-invalid=[error.map(|_| "true")] { (typed) }
            p #wrong.refusal role="alert" { @if let Some(error) = error { (error_text(&error.to_string())) } }
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

/// The form that starts a game from here: whose turn it is, and a button for each colour. The other seats have
/// computer players of medium strength.
fn play_on(turns: &[Stage]) -> Markup {
    let Some(first) = turns.first().filter(|stage| stage.seats() > 1) else { return html! {} };
    let [other, ..] = MarrakechForm::LEVELS[1] else { return html! {} };
    let players = |own: usize| {
        let player = |seat| if seat == own { PERSON } else { other };
        (0..first.seats()).map(player).collect::<Vec<_>>().join(",")
    };
    html! {
        form.play-on method="post" action=(MARRAKECH.path) {
            label for="turn" { "Play on from here, where" }
            select #turn name="state" {
                @for stage in turns { option value=(stage) { (turn_text(stage)) } }
            }
            div.actions {
                @for seat in 0..first.seats() {
                    @let colour = first.position().merchants()[seat].colour;
                    button name="players" value=(players(seat)) { "Play " (capital(colour.name())) }
                }
            }
        }
    }
}

fn turn_text(stage: &Stage) -> String {
    let does = if stage.phase() == Phase::Place { "lays a rug" } else { "turns Assam" };
    format!("{} {does}", capital(stage.colour().name()))
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
