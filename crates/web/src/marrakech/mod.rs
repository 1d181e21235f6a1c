//! The section of Marrakech: a form for the seats, rooms in which games run, and a viewer for state strings.
//!
//! `/marrakech` shows the form beside the board as it will be set up; with settings in the address it
//! shows that very game before its first turn. `/marrakech/view?state=...` shows the board of a state
//! string, so that a position can be sent to others as an address.
//!
//! The board lies in layers, each a part of the page: ground, rugs, Assam, and what a person may
//! click. A layer is replaced when it changes, so a rug that is laid does not disturb Assam's walk. What
//! is clicked chooses among the buttons and fields of a plain form, which works without scripts too.

mod ask;
mod board;
mod form;
mod game;
mod hint;
mod layers;
mod parts;
mod recorded;
mod score;
mod setup;
mod view;

pub(crate) use recorded::recorded;
pub(crate) use setup::DELAY;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::asker::Asker;
use crate::asking::waiting;
use crate::begin::{all_of, opened, status};
use crate::marrakech::form::{form_page, form_part};
use crate::marrakech::setup::{Ready, Setup, Wrong};
use crate::query::{Asked, Fields, Posted, by_script};
use crate::refused::Refused;
use crate::rooms::Room;

/// The fields of the form.
const FIELDS: [&str; 5] = ["players", "player", "seed", "do", "new"];

pub(crate) fn routes(app: &Arc<App>) -> Router {
    Router::new()
        .route("/marrakech", get(show).post(change))
        .route("/marrakech/view", get(view::show))
        .with_state(Arc::clone(app))
}

/// The room of a game that these fields say.
pub(crate) fn room_of(app: &Arc<App>, fields: &Fields) -> Result<Room, String> {
    let made = Setup::read(fields).checked(&app.terms);
    let made = made.and_then(|ready| ready.room(&app.terms).map_err(|wrong| vec![wrong]));
    made.map_err(all_of)?.map_err(|error| error.to_string())
}

/// The form, filled with what the address says.
async fn show(State(app): State<Arc<App>>, Asked(fields): Asked) -> Response {
    let setup = Setup::read(&fields);
    let checked = setup.checked(&app.terms);
    (status(checked.is_ok()), form_page(&setup, &checked)).into_response()
}

/// A button of the form: a player more or less, or Begin.
async fn change(
    State(app): State<Arc<App>>,
    asker: Asker,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, Refused> {
    fields.only(&FIELDS)?;
    let mut setup = Setup::read(&fields);
    if !setup.change(&fields) {
        return begin(app, setup, asker, &headers).await;
    }
    let checked = setup.checked(&app.terms);
    Ok(told(&setup, &checked, &headers))
}

/// The page, or the form alone for a script; the address of the page stays that of the game.
fn told(setup: &Setup, checked: &Result<Ready, Vec<Wrong>>, headers: &HeaderMap) -> Response {
    if !by_script(headers) {
        return form_page(setup, checked).into_response();
    }
    ([("hx-replace-url", setup.address())], form_part(setup, checked)).into_response()
}

/// Makes the room of these settings and leads there, or shows what is wrong with them.
async fn begin(
    app: Arc<App>,
    setup: Setup,
    asker: Asker,
    headers: &HeaderMap,
) -> Result<Response, Refused> {
    let terms = app.terms.clone();
    let made = waiting(move || {
        let made = setup.checked(&terms);
        let made = made.and_then(|ready| ready.room(&terms).map_err(|wrong| vec![wrong]));
        made.map_err(|wrong| Box::new((setup, Err(wrong))))
    })
    .await?;
    match made {
        Ok(room) => opened(&app, room, asker, headers).await,
        Err(refused) => {
            let (setup, wrong) = &*refused;
            Ok((status(false), told(setup, wrong, headers)).into_response())
        }
    }
}
