//! The addresses of reviews: `/room/ID/review` and, after a number of turns, `/room/ID/review/PLIES`; with
//! `seat`, as the person in that seat sees it, and with `tried`, with another move in place of its mistake.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::app::App;
use crate::begin::{opened, status};
use crate::review::Review;
use crate::review::page::{Shown, review_page};
use crate::review::play_on::{played_on, read_seat, tried_again};
use crate::rooms::{Room, existing_room};
use crate::serving::asker::Asker;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::query::{Fields, Posted, QueryFields};
use lettergame_base::Seat;

pub(crate) fn routes(app: &Arc<App>) -> Router {
    Router::new()
        .route("/room/{id}/review", get(show))
        .route("/room/{id}/review/{plies}", get(show))
        .route("/room/{id}/review/{plies}/{act}", post(begin))
        .with_state(Arc::clone(app))
}

/// The parts of an address.
#[derive(serde::Deserialize)]
struct Named {
    id: String,
    plies: Option<String>,
    act: Option<String>,
}

impl Named {
    /// The number of turns, if this game has so many; by default those up to the first mistake of this seat, or of
    /// any without one, and all of them if there is none.
    fn plies(&self, review: &Review, seat: Option<Seat>) -> Result<usize, HttpError> {
        let last = review.story.plies();
        let Some(text) = &self.plies else {
            return Ok(review.story.next_mistake(0, seat).unwrap_or(last));
        };
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

/// The seat whose review is asked for: that of the fields, or of the only person.
fn seat_of(room: &Room, fields: &Fields) -> Result<Option<Seat>, HttpError> {
    let named = fields.get("seat").map(|text| read_seat(room, text)).transpose();
    Ok(named.map_err(HttpError::invalid)?.or_else(|| room.only_person()))
}

async fn show(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
    QueryFields(fields): QueryFields,
) -> Result<Response, HttpError> {
    fields.only(&["seat", "tried"])?;
    let (room, review) = reviewed(&app, asker, &named.id).await?;
    let seat = seat_of(&room, &fields)?;
    let plies = named.plies(&review, seat)?;
    waiting(move || {
        let tried = fields.get("tried").zip(seat).zip(plies.checked_sub(1));
        let tried = tried.map(|((choice, seat), before)| review.replay.tried(before, seat, choice));
        let (tried, refusal) = match tried {
            Some(Err(text)) => (None, Some(text)),
            tried => (tried.and_then(Result::ok), None),
        };
        let shown =
            Shown { room: &room, review: &review, plies, seat, tried, refusal: refusal.as_deref() };
        (status(refusal.is_none()), review_page(&shown)).into_response()
    })
    .await
}

/// Starts a game from this point with a person in the seat of the form: one that goes on, or the try of another move
/// instead of the last one.
async fn begin(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["seat"])?;
    let (room, review) = reviewed(&app, asker, &named.id).await?;
    let plies = named.plies(&review, None)?;
    let begin = match named.act.as_deref() {
        Some("on") => played_on,
        Some("try") => tried_again,
        _ => return Err(HttpError::missing("unknown action")),
    };
    let making = Arc::clone(&app);
    let made = waiting(move || {
        let seat = read_seat(&room, fields.get("seat").unwrap_or_default());
        seat.and_then(|seat| begin(&making, &room, &review, plies, seat)).map_err(|text| {
            let refusal = Some(text.as_str());
            let shown =
                Shown { room: &room, review: &review, plies, seat: None, tried: None, refusal };
            Box::new((status(false), review_page(&shown)).into_response())
        })
    })
    .await?;
    match made {
        Ok(room) => opened(&app, Ok(room), [], asker, &headers).await,
        Err(page) => Ok(*page),
    }
}
