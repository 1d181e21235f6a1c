//! The room of an address.

use std::sync::Arc;
use std::time::Instant;

use axum::http::StatusCode;

use crate::app::App;
use crate::rooms::{Room, Viewer};
use crate::saved::{ReopenError, recover, reopen};
use crate::serving::asker::Asker;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::token::Token;
use lettergame_base::Seat;

/// The room of an address, and the seat of its secret.
pub(super) struct RoomAddress {
    pub(super) room: Arc<Room>,
    pub(super) seat: Option<Seat>,
    pub(super) path: String,
}

/// The parts of an address after `/room/`.
#[derive(serde::Deserialize)]
pub(super) struct Named {
    pub(super) id: String,
    pub(super) token: Option<String>,
    pub(super) act: Option<String>,
}

impl RoomAddress {
    pub(super) async fn find(
        app: &Arc<App>,
        asker: Asker,
        named: &Named,
    ) -> Result<RoomAddress, HttpError> {
        let room = existing_room(app, asker, &named.id).await?;
        let Some(token) = &named.token else {
            return Ok(RoomAddress { path: room.path(), room, seat: None });
        };
        let strange = || HttpError::missing("this game has no such seat");
        let token = Token::read(token).ok_or_else(strange)?;
        let seat = room.seat_of(&token).ok_or_else(strange)?;
        room.seen(seat, Instant::now());
        Ok(RoomAddress { path: room.seat_path(&token), room, seat: Some(seat) })
    }

    pub(super) fn viewer(&self) -> Viewer<'_> {
        Viewer { seat: self.seat, sees_all: false, path: &self.path }
    }
}

/// The room of this name, or an answer that says why it may be gone.
pub(crate) async fn existing_room(
    app: &Arc<App>,
    asker: Asker,
    id: &str,
) -> Result<Arc<Room>, HttpError> {
    let room = find_room(app, asker, id).await?.ok_or_else(|| {
        HttpError::missing(
            "this game is no longer available. A game without persons is closed when no one has viewed it for \
             a while or the server restarts; of games with persons the oldest files make room for new ones. The \
             address of its settings and seed starts it again",
        )
    })?;
    room.looked_at(Instant::now());
    Ok(room)
}

/// The room of this name; a game of persons that is no longer in a room is resumed from its file, and one
/// with an interrupted step is rolled back to the point before it.
pub(super) async fn find_room(
    app: &Arc<App>,
    asker: Asker,
    id: &str,
) -> Result<Option<Arc<Room>>, HttpError> {
    let Some(id) = Token::read(id) else { return Ok(None) };
    if let Some(room) = app.rooms.find(&id) {
        if room.is_to_recover() {
            let (recovering, stopped) = (Arc::clone(app), Arc::clone(&room));
            // if that fails, its page reports that the game cannot continue
            let _ = waiting(move || recover(&recovering, &stopped)).await?;
        }
        return Ok(Some(room));
    }
    let reopening = Arc::clone(app);
    let found = waiting(move || reopen(&reopening, &id, asker)).await?;
    found.map_err(|error| {
        let status = match &error {
            ReopenError::File { .. } => StatusCode::CONFLICT,
            ReopenError::Full(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        HttpError::new(status, error.to_string())
    })
}
