//! The section of Scrabble: positions with their best plays, and rooms in which games run.
//!
//! `/scrabble` shows a position, which is in its address and can be edited by clicking or pasting, with its
//! best plays and one of them tried on the board. `/scrabble/game` sets up a game of two players, from the
//! start or from a position. Viewing creates nothing; the Start button creates a room. `/scrabble/analysis`
//! analyses a game that was played elsewhere, move by move.

mod analysis;
mod board;
mod finding;
mod form;
mod game;
mod grid;
mod hand;
mod parts;
mod position;
mod review;
mod setup;
mod viewer;

pub use analysis::AnalysedGame;

pub(crate) use form::challenges;
pub(crate) use setup::ScrabbleForm;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::html;

use crate::app::App;
use crate::begin::{self, status};
use crate::scrabble::finding::find;
use crate::scrabble::position::{FieldError, Question};
use crate::scrabble::viewer::{Answer, answer_text, viewer_page, viewer_part};
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::query::{Posted, QueryFields, by_script};
use lettergame_game::Configurable;
use lettergame_scrabble::rules::{Scrabble, ScrabbleRules};

/// The fields of the form of a position.
const FIELDS: [&str; 9] = ["position", "rank", "top", "play", "tile", "blank", "was", "at", "do"];

pub(crate) fn routes(app: &Arc<App>) -> Router {
    let viewer = Router::new().route("/scrabble", get(show).post(change));
    let viewer = viewer.with_state(Arc::clone(app)).merge(begin::routes::<ScrabbleForm>(app));
    viewer.merge(analysis::routes(app))
}

/// Why a move breaks the rules, without the name of the fault.
fn reason(text: &str) -> String {
    text.trim_start_matches("illegal: ").to_owned()
}

/// The rules with the server's words, if they are sufficient.
fn game(app: &App) -> Result<Arc<Scrabble>, HttpError> {
    // created directly, without waiting for the cached games, which share more
    let game = Scrabble::configured(ScrabbleRules::standard(), Arc::clone(&app.lexicon));
    game.map(Arc::new).map_err(HttpError::invalid)
}

/// The position in the address, with its best plays.
async fn show(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    QueryFields(fields): QueryFields,
) -> Result<Response, HttpError> {
    let game = game(&app)?;
    let question = Question::read(&fields);
    waiting(move || answered(answer(question, &game), &game, &headers)).await
}

/// A button of the form. The result has its own address, to which the browser is redirected.
async fn change(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&FIELDS)?;
    let game = game(&app)?;
    let mut question = Question::read(&fields);
    waiting(move || {
        let changed = question.change(&fields, &game);
        let mut answer = answer(question, &game);
        if let Err(wrong) = changed
            && !answer.wrong.contains(&wrong)
        {
            answer.wrong.push(wrong);
        }
        if answer.is_fine() && !by_script(&headers) {
            return Redirect::to(&answer.question.address()).into_response();
        }
        answered(answer, &game, &headers)
    })
    .await
}

fn answer(question: Question, game: &Arc<Scrabble>) -> Answer {
    let mut wrong: Vec<FieldError> = Vec::new();
    let laid = question.laid(game).map_err(|error| wrong.push(error)).ok();
    let found = laid
        .as_ref()
        .and_then(|laid| find(&question, laid, game).map_err(|error| wrong.push(error)).ok());
    let text = laid.as_ref().map_or_else(|| question.text.clone(), |laid| laid.text());
    let laid = laid.or_else(|| question.laid_before(game));
    Answer { question: Question { text, ..question }, laid, found, wrong }
}

/// The page, or the part of it that a script requested, which then shows the address.
fn answered(answer: Answer, game: &Scrabble, headers: &HeaderMap) -> Response {
    let fine = answer.is_fine();
    let status = status(fine);
    if !by_script(headers) {
        return (status, viewer_page(&answer, game)).into_response();
    }
    let part = html! {
        (viewer_part(&answer, game))
        p #told hx-swap-oob="innerHTML" { (answer_text(&answer)) }
    };
    if !fine {
        return (status, part).into_response();
    }
    ([("hx-push-url", answer.question.address())], part).into_response()
}
