//! The section of Scrabble: positions with their best plays, and rooms in which games run.
//!
//! `/scrabble` shows a position, which its address holds: to be clicked or pasted, with its best plays
//! and one of them tried on the board. `/scrabble/game` sets up a game of two players, from the start or
//! from a position. Nothing is made by looking; a room comes with Begin.

mod board;
mod desk;
mod finding;
mod form;
mod game;
mod grid;
mod parts;
mod position;
mod recorded;
mod setup;
mod viewer;

pub(crate) use recorded::recorded;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::html;

use crate::app::App;
use crate::asker::Asker;
use crate::asking::waiting;
use crate::begin::{all_of, opened, status};
use crate::query::{Asked, Fields, Posted, by_script};
use crate::refused::Refused;
use crate::rooms::Room;
use crate::scrabble::desk::Desk;
use crate::scrabble::finding::find;
use crate::scrabble::form::{form_page, form_part};
use crate::scrabble::position::{Question, Wrong};
use crate::scrabble::setup::Setup;
use crate::scrabble::viewer::{Answer, told, viewer_page, viewer_part};
use lettergame_scrabble::rules::Scrabble;

/// The fields of the form of a position.
const FIELDS: [&str; 9] = ["position", "rank", "top", "play", "tile", "blank", "was", "at", "do"];

/// The fields of the form of a game.
const GAME_FIELDS: [&str; 5] = ["players", "player", "seed", "position", "do"];

pub(crate) fn routes(app: &Arc<App>) -> Router {
    let desk = Arc::new(Desk::new(Arc::clone(app)));
    Router::new()
        .route("/scrabble", get(show).post(change))
        .route("/scrabble/game", get(game_form).post(begin))
        .with_state(desk)
}

/// The room of a game that these fields say.
pub(crate) fn room_of(app: &Arc<App>, fields: &Fields) -> Result<Room, String> {
    let desk = Desk::new(Arc::clone(app));
    let game = desk.admitted()?;
    let made = Setup::read(fields).checked(&desk, &game);
    let made = made.and_then(|ready| ready.room(&desk).map_err(|wrong| vec![wrong]));
    made.map_err(all_of)?.map_err(|error| error.to_string())
}

/// The position that the address says, with its best plays.
async fn show(
    State(desk): State<Arc<Desk>>,
    headers: HeaderMap,
    Asked(fields): Asked,
) -> Result<Response, Refused> {
    let game = desk.game()?;
    let question = Question::read(&fields);
    waiting(move || answered(answer(question, &game), &game, &headers)).await
}

/// A button of the form. What comes of it has an address of its own, where the browser goes then.
async fn change(
    State(desk): State<Arc<Desk>>,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, Refused> {
    fields.only(&FIELDS)?;
    let game = desk.game()?;
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
    let mut wrong: Vec<Wrong> = Vec::new();
    let laid = question.laid(game).map_err(|error| wrong.push(error)).ok();
    let found = laid
        .as_ref()
        .and_then(|laid| find(&question, laid, game).map_err(|error| wrong.push(error)).ok());
    let text = laid.as_ref().map_or_else(|| question.text.clone(), |laid| laid.text());
    let laid = laid.or_else(|| question.laid_before(game));
    Answer { question: Question { text, ..question }, laid, found, wrong }
}

/// The page, or the part of it that a script asked for, which then shows the address.
fn answered(answer: Answer, game: &Scrabble, headers: &HeaderMap) -> Response {
    let fine = answer.is_fine();
    let status = status(fine);
    if !by_script(headers) {
        return (status, viewer_page(&answer, game)).into_response();
    }
    let part = html! {
        (viewer_part(&answer, game))
        p #told hx-swap-oob="innerHTML" { (told(&answer)) }
    };
    if !fine {
        return (status, part).into_response();
    }
    ([("hx-push-url", answer.question.address())], part).into_response()
}

/// The form in which a game is set up, filled with what the address says.
async fn game_form(
    State(desk): State<Arc<Desk>>,
    Asked(fields): Asked,
) -> Result<Response, Refused> {
    let game = desk.game()?;
    let setup = Setup::read(&fields);
    waiting(move || {
        let checked = setup.checked(&desk, &game);
        (status(checked.is_ok()), form_page(&setup, &checked, &game)).into_response()
    })
    .await
}

/// Begins a game, or shows what is wrong with its settings.
async fn begin(
    State(desk): State<Arc<Desk>>,
    asker: Asker,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, Refused> {
    fields.only(&GAME_FIELDS)?;
    let (game, app) = (desk.game()?, Arc::clone(&desk.app));
    let setup = Setup::read(&fields);
    let part = by_script(&headers);
    let made = waiting(move || {
        let made = setup.checked(&desk, &game);
        let made = made.and_then(|ready| ready.room(&desk).map_err(|wrong| vec![wrong]));
        made.map_err(|wrong| match part {
            true => form_part(&setup, &Err(wrong), &game),
            false => form_page(&setup, &Err(wrong), &game),
        })
    })
    .await?;
    match made {
        Ok(room) => opened(&app, room, asker, &headers).await,
        Err(page) => Ok((status(false), page).into_response()),
    }
}
