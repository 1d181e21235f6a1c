//! Another game of the same persons, with their seats changed.

use std::sync::Arc;

use axum::http::StatusCode;

use crate::app::App;
use crate::begin::placed;
use crate::rooms::{Rematch, Room};
use crate::sections;
use crate::serving::asker::Asker;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::query::Fields;
use lettergame_base::Seat;

/// The seat in the next game: everyone moves up by one, and the first becomes the last.
fn next_seat(seat: Seat, seats: usize) -> Option<Seat> {
    Seat::new((seat.index() + seats - 1) % seats)
}

/// The game after this one, begun by the first person who asks for it. Its seed is drawn anew.
pub(super) async fn rematch<'a>(
    app: &Arc<App>,
    room: &'a Room,
    asker: Asker,
) -> Result<&'a Rematch, HttpError> {
    if !room.is_over() {
        let text = "a rematch begins when the game is over";
        return Err(HttpError::new(StatusCode::CONFLICT, text));
    }
    let begun = room.rematch.get_or_try_init(|| begun(app, room, asker)).await?;
    room.people_changed();
    Ok(begun)
}

async fn begun(app: &Arc<App>, room: &Room, asker: Asker) -> Result<Rematch, HttpError> {
    let mut players = room.about.players.clone();
    players.rotate_left(1);
    let query = room.about.anew.split_once('?').map_or("", |(_, query)| query);
    let fields = Fields::parse(query.as_bytes()).with_all("players", "player", &players);
    let (making, path) = (Arc::clone(app), room.section.path);
    let next = waiting(move || sections::begin(&making, path, &fields)).await?;
    let next = next.map_err(|text| HttpError::new(StatusCode::CONFLICT, text))?;
    let (people, seats) = (room.people(), players.len());
    let moved = room.persons().iter().filter_map(|seat| Some((seat, next_seat(seat, seats)?)));
    let moved: Vec<(Seat, Seat)> = moved.collect();
    let names = moved.iter().filter_map(|&(old, new)| Some((new, people.given(old)?)));
    let next = placed(app, next, names, asker).await?;
    let place = |new: Seat| next.seats.iter().find(|(seat, _)| *seat == new);
    let places = moved.iter().filter_map(|&(old, new)| Some((old, next.seat_path(&place(new)?.1))));
    Ok(Rematch { room: next.path(), host: next.host_path(), seats: places.collect() })
}
