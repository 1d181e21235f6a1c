//! The answers below the address of a list of seats.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::Markup;

use crate::app::App;
use crate::rooms::Room;
use crate::rooms::address::{Named, find_room};
use crate::rooms::lobby::lobby;
use crate::rooms::look::Look;
use crate::rooms::soon::soon;
use crate::rooms::stream::{Shown, stream};
use crate::serving::asker::Asker;
use crate::serving::host::Origin;
use crate::serving::http_error::HttpError;
use crate::serving::query::{Posted, by_script};
use crate::serving::token::Token;
use lettergame_base::Seat;

/// The list of seats at `/room/ID/host/SECRET`.
pub(in crate::rooms) fn lobby_routes(app: &Arc<App>) -> Router {
    Router::new()
        .route("/room/{id}/host/{token}", get(show))
        .route("/room/{id}/host/{token}/events", get(events))
        .route("/room/{id}/host/{token}/replace", post(replace))
        .with_state(Arc::clone(app))
}

async fn find(app: &Arc<App>, asker: Asker, named: &Named) -> Result<Arc<Room>, HttpError> {
    let room = find_room(app, asker, &named.id).await?;
    let own = named.token.as_deref().and_then(Token::read);
    let room = room.filter(|room| own.is_some_and(|own| room.host.is(&own)));
    let room = room.ok_or_else(|| HttpError::missing("unknown list of seats"))?;
    room.looked_at(Instant::now());
    Ok(room)
}

async fn show(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
    origin: Origin,
) -> Result<Markup, HttpError> {
    let room = find(&app, asker, &named).await?;
    Ok(lobby(&room, &origin))
}

async fn events(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
) -> Result<impl IntoResponse, HttpError> {
    let room = find(&app, asker, &named).await?;
    stream(&app, Look::at(&room, None), Shown::Lobby)
}

/// Lets a computer play for a person who is away.
async fn replace(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    let room = find(&app, asker, &named).await?;
    fields.only(&["seat"])?;
    let seat = fields.get("seat").and_then(|text| text.parse().ok()).and_then(Seat::new);
    let seat = seat.filter(|&seat| room.persons().contains(seat));
    let seat = seat.ok_or_else(|| HttpError::invalid("expected the seat of a person"))?;
    if room.here(Instant::now()).contains(seat) {
        let text = format!(
            "{} is here; only the seat of a person who is away can be given to a computer",
            room.names().get(seat)
        );
        return Err(HttpError::new(StatusCode::CONFLICT, text));
    }
    let done = soon(|| room.replace(seat)).await;
    done.map_err(|text| HttpError::new(StatusCode::CONFLICT, text))?;
    if by_script(&headers) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(Redirect::to(&room.host_path()).into_response())
}
