//! The section of the Letter Game: a form for the players and rules, and rooms in which games run.
//!
//! `/auction` shows the form with the table laid as its settings say; with settings in the address it shows
//! that very game before its first letter. Nothing is made by looking: the room, the players and the
//! secrets of seats come with Begin.

mod board;
mod form;
mod game;
mod games;
mod parts;
mod recorded;
mod setup;
mod shelf;

pub(crate) use games::Auctions;
pub(crate) use recorded::recorded;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::asker::Asker;
use crate::asking::waiting;
use crate::auction::form::{form_page, form_part};
use crate::auction::setup::{Ready, Setup, Wrong};
use crate::auction::shelf::Shelf;
use crate::begin::{all_of, opened, status};
use crate::query::{Asked, Fields, Posted, by_script};
use crate::refused::Refused;
use crate::rooms::Room;

/// The fields of the form.
const FIELDS: [&str; 9] =
    ["players", "player", "preset", "rounds", "hidden", "set", "seed", "do", "new"];

pub(crate) fn routes(app: &Arc<App>) -> Router {
    let shelf = Arc::new(Shelf::new(Arc::clone(app)));
    Router::new().route("/auction", get(show).post(change)).with_state(shelf)
}

/// The room of a game that these fields say.
pub(crate) fn room_of(app: &Arc<App>, fields: &Fields) -> Result<Room, String> {
    let shelf = Shelf::new(Arc::clone(app));
    let made = Setup::read(fields).checked(&shelf);
    let made = made.and_then(|ready| ready.room(&shelf).map_err(|wrong| vec![wrong]));
    made.map_err(all_of)?.map_err(|error| error.to_string())
}

/// The form, filled with what the address says.
async fn show(State(shelf): State<Arc<Shelf>>, Asked(fields): Asked) -> Result<Response, Refused> {
    let setup = Setup::read(&fields);
    waiting(move || {
        let checked = setup.checked(&shelf);
        let status = status(checked.is_ok());
        (status, form_page(&setup, &checked)).into_response()
    })
    .await
}

/// A button of the form: a player more or less, or Begin.
async fn change(
    State(shelf): State<Arc<Shelf>>,
    asker: Asker,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, Refused> {
    fields.only(&FIELDS)?;
    let mut setup = Setup::read(&fields);
    if !setup.change(&fields) {
        return begin(shelf, setup, asker, &headers).await;
    }
    waiting(move || {
        let checked = setup.checked(&shelf);
        told(&setup, &checked, &headers)
    })
    .await
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
    shelf: Arc<Shelf>,
    setup: Setup,
    asker: Asker,
    headers: &HeaderMap,
) -> Result<Response, Refused> {
    let app = Arc::clone(shelf.app());
    let made = waiting(move || {
        let made = setup.checked(&shelf);
        let made = made.and_then(|ready| ready.room(&shelf).map_err(|wrong| vec![wrong]));
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
