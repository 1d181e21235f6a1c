//! The section of the wordgame: hands played by a person or the computer, and the best that could have been
//! made of them.
//!
//! A hand and everything done with it are in the address: rules, seed, number of the deal, words. So there is
//! nothing to store, and an address shows everyone the same hand. The words are replayed for every page,
//! under the rules of the library.

mod course;
mod game;
mod game_cache;
mod page;
mod result;
mod review;
mod setup;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};

use crate::app::App;
use crate::begin::status;
use crate::serving::asking::{waiting, weighed};
use crate::serving::http_error::HttpError;
use crate::serving::query::{Fields, Posted, QueryFields, by_script};
use crate::wordgame::course::Course;
use crate::wordgame::game::Game;
use crate::wordgame::game_cache::GameCache;
use crate::wordgame::page::{Shown, part, whole};
use crate::wordgame::setup::{Field, FieldError, HandSetup};

pub(crate) fn routes(app: &Arc<App>) -> Router {
    let cache = Arc::new(GameCache::new(Arc::clone(&app.lexicon)));
    Router::new()
        .route("/wordgame", get(show))
        .route("/wordgame/weigh", post(weigh))
        .with_state(cache)
}

/// The hand in the address. A button or a word leads to another address.
async fn show(
    State(cache): State<Arc<GameCache>>,
    headers: HeaderMap,
    QueryFields(fields): QueryFields,
) -> Result<Response, HttpError> {
    let by_script = by_script(&headers);
    waiting(move || {
        let mut shown = read(&fields, &cache);
        let moved = act(&mut shown, &fields);
        match &shown.game {
            Some(game) if moved && !by_script => {
                Redirect::to(&game.address(&shown.setup)).into_response()
            }
            _ => answered(&shown, by_script),
        }
    })
    .await
}

/// What the word that is being typed would be worth.
async fn weigh(
    State(cache): State<Arc<GameCache>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    let answer = waiting(move || {
        let game = read(&fields, &cache).game.ok_or("there is no hand")?;
        game.weigh(fields.get("word").unwrap_or_default())
    });
    Ok(weighed(answer.await?))
}

/// The hand of an address, or the errors in it.
fn read(fields: &Fields, cache: &GameCache) -> Shown {
    let setup = HandSetup::read(fields);
    let mut wrong: Vec<FieldError> = Vec::new();
    let ready = setup.checked(cache).map_err(|found| wrong = found).ok();
    let course = Course::read(fields).map_err(|text| wrong.push((Field::Address, text))).ok();
    let game = ready.zip(course).map(|(ready, course)| Game::new(ready, course));
    Shown { setup, game, wrong }
}

/// Applies a button or a typed word; `true` if that changed the address.
fn act(shown: &mut Shown, fields: &Fields) -> bool {
    let asked = fields.get("do").is_some() || fields.get("word").is_some();
    let Some(game) = shown.game.as_mut().filter(|_| asked) else { return false };
    let done = game.act(fields).map_err(|error| shown.wrong.push(error));
    done.is_ok()
}

fn answered(shown: &Shown, by_script: bool) -> Response {
    let fine = shown.wrong.is_empty();
    let page = if by_script { part(shown) } else { whole(shown) };
    let moved = shown.game.as_ref().filter(|_| by_script && fine);
    let address = moved.map(|game| [("hx-push-url", game.address(&shown.setup))]);
    (status(fine), address, page).into_response()
}
