//! The addresses of reviews: `/room/ID/review` and, after a number of turns, `/room/ID/review/PLIES`.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use maud::Markup;

use crate::app::App;
use crate::asker::Asker;
use crate::asking::waiting;
use crate::begin::opened;
use crate::http_error::HttpError;
use crate::query::Posted;
use crate::review::Review;
use crate::review::page::{Shown, review_page};
use crate::review::play_on::played_on;
use crate::rooms::{Room, existing_room};

pub(crate) fn routes(app: &Arc<App>) -> Router {
    Router::new()
        .route("/room/{id}/review", get(show))
        .route("/room/{id}/review/{plies}", get(show))
        .route("/room/{id}/review/{plies}/on", post(play_on))
        .with_state(Arc::clone(app))
}

/// The parts of an address.
#[derive(serde::Deserialize)]
struct Named {
    id: String,
    plies: Option<String>,
}

impl Named {
    /// The number of turns, if this game has so many; all of them by default.
    fn plies(&self, review: &Review) -> Result<usize, HttpError> {
        let last = review.story.plies();
        let Some(text) = &self.plies else { return Ok(last) };
        let plies = text.parse().ok().filter(|&plies| plies <= last);
        plies.ok_or_else(|| {
            HttpError::missing(format!("unknown turn `{text}`: this game has {last}"))
        })
    }
}

/// The room of an address and its review, which is made now if it is the first time.
async fn reviewed(
    app: &Arc<App>,
    asker: Asker,
    id: &str,
) -> Result<(Arc<Room>, Arc<Review>), HttpError> {
    let room = existing_room(app, asker, id).await?;
    let reviewing = Arc::clone(&room);
    let review = waiting(move || reviewing.review()).await?;
    let review = review.map_err(|text| HttpError::new(StatusCode::CONFLICT, text))?;
    Ok((room, review))
}

async fn show(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
) -> Result<Markup, HttpError> {
    let (room, review) = reviewed(&app, asker, &named.id).await?;
    let plies = named.plies(&review)?;
    waiting(move || review_page(&Shown { room: &room, review: &review, plies, refusal: None }))
        .await
}

/// Starts a game that continues from this point, with a person in the seat of the form.
async fn play_on(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["seat"])?;
    let (room, review) = reviewed(&app, asker, &named.id).await?;
    let plies = named.plies(&review)?;
    let making = Arc::clone(&app);
    let made = waiting(move || {
        let seat = fields.get("seat").unwrap_or_default();
        played_on(&making, &room, &review, plies, seat).map_err(|text| {
            let shown = Shown { room: &room, review: &review, plies, refusal: Some(&text) };
            Box::new((StatusCode::UNPROCESSABLE_ENTITY, review_page(&shown)).into_response())
        })
    })
    .await?;
    match made {
        Ok(room) => opened(&app, Ok(room), [], asker, &headers).await,
        Err(page) => Ok(*page),
    }
}
