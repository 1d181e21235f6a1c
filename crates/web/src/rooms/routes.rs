//! The answers below the address of a room.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::Markup;

use crate::app::App;
use crate::begin::redirected;
use crate::quoted::error_text;
use crate::rooms::Standing;
use crate::rooms::address::{Named, RoomAddress};
use crate::rooms::invite::{guest_page, sit};
use crate::rooms::lobby::lobby_routes;
use crate::rooms::look::Look;
use crate::rooms::page::{SLOWEST, room_page};
use crate::rooms::rematch::rematch;
use crate::rooms::soon::soon;
use crate::rooms::stream::{Shown, stream};
use crate::serving::asker::Asker;
use crate::serving::asking::weighed;
use crate::serving::host::Origin;
use crate::serving::http_error::HttpError;
use crate::serving::query::{Posted, QueryFields, by_script};

/// Maximum length of a person's move in characters.
const MOVE: usize = 200;

/// The fields of all forms in a room.
const FIELDS: [&str; 8] = ["due", "bid", "word", "move", "do", "hint", "delay", "name"];

/// The pages of rooms: watched at `/room/ID`, played at `/room/ID/seat/SECRET`.
pub(crate) fn routes(app: &Arc<App>) -> Router {
    Router::new()
        .route("/room/{id}", get(show))
        .route("/room/{id}/events", get(events))
        .route("/room/{id}/file", get(file))
        .route("/room/{id}/{act}", post(act))
        .route("/room/{id}/seat/{token}", get(show))
        .route("/room/{id}/seat/{token}/events", get(events))
        .route("/room/{id}/seat/{token}/file", get(file))
        .route("/room/{id}/seat/{token}/{act}", post(act))
        .with_state(Arc::clone(app))
        .merge(lobby_routes(app))
}

async fn show(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
    origin: Origin,
) -> Result<Markup, HttpError> {
    let place = RoomAddress::find(&app, asker, &named).await?;
    if place.seat.is_none() && place.room.free_seat().is_some() {
        return Ok(guest_page(&place.room, None));
    }
    Ok(room_page(&place.room, place.viewer(), Some(&origin), None))
}

/// The game as a file, once it is over: before that it would reveal what is hidden. With `as=jsonl` its events,
/// even if it has a notation of its own.
async fn file(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
    QueryFields(fields): QueryFields,
) -> Result<Response, HttpError> {
    let place = RoomAddress::find(&app, asker, &named).await?;
    let export = match fields.get("as") {
        None => place.room.export(),
        Some("jsonl") => place.room.export_events(),
        Some(other) => {
            let text = format!("unknown kind of file `{other}`: expected jsonl, or none");
            return Err(HttpError::invalid(text));
        }
    };
    let Some(export) = export else {
        let text = "a game can be downloaded once it is over";
        return Err(HttpError::new(StatusCode::CONFLICT, text));
    };
    let game = place.room.section.path.trim_start_matches('/');
    let name = format!("{game}-{}.{}", place.room.about.seed.0, export.extension);
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, export.text).into_response())
}

async fn events(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
) -> Result<impl IntoResponse, HttpError> {
    let RoomAddress { room, seat, path } = RoomAddress::find(&app, asker, &named).await?;
    stream(&app, Look::at(&room, seat), Shown::Game { seat, path })
}

async fn act(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(named): Path<Named>,
    origin: Origin,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    let place = RoomAddress::find(&app, asker, &named).await?;
    let room = &place.room;
    if named.act.as_deref() == Some("sit") && place.seat.is_none() {
        fields.only(&["name"])?;
        return Ok(sit(room, fields.get("name").unwrap_or_default(), &headers).await);
    }
    if room.has_persons() && place.seat.is_none() {
        let text = "only players can do this; spectators need no button";
        return Err(HttpError::new(StatusCode::FORBIDDEN, text));
    }
    fields.only(&FIELDS)?;
    let by_script = by_script(&headers);
    match (named.act.as_deref().unwrap_or_default(), place.seat) {
        ("step", _) if room.pace().playing => {}
        ("step", _) => room.step_soon().await,
        ("play", _) => room.set_playing(!room.is_over()),
        ("pause", _) => room.set_playing(false),
        ("delay", _) => room.set_delay(read_delay(fields.get("delay").unwrap_or_default())?),
        ("move" | "weigh", Some(_)) if fields.longest() > MOVE => {
            let said = Err(format!("the move is too long: expected at most {MOVE} characters"));
            return Ok(replied(&place, &origin, said, by_script));
        }
        ("weigh", Some(seat)) => {
            let busy = || Err("the players are thinking".to_owned());
            return Ok(weighed(room.weigh(seat, &fields).unwrap_or_else(busy)));
        }
        ("move", Some(seat)) => {
            let said = soon(|| room.hear(seat, &fields)).await;
            if let Some(result) = room.result_of_trial().filter(|_| said.is_ok()) {
                return Ok(redirected(&result, &headers));
            }
            // a person's move is applied immediately, whatever the delay between other steps
            if said.is_ok() && room.picture().standing() == Standing::Ready {
                room.step_soon().await;
            }
            return Ok(replied(&place, &origin, said, by_script));
        }
        (act @ ("name" | "leave" | "return" | "resign" | "replace"), Some(seat)) => {
            let done = soon(|| match act {
                "name" => room.name_person(seat, fields.get("name").unwrap_or_default()),
                "leave" => room.replace(seat),
                "resign" => room.resign(seat),
                "replace" => match room.absent_friend() {
                    Some(friend) => room.replace(friend),
                    None => Some(Err("no one is away".to_owned())),
                },
                _ => room.take_back(seat),
            });
            return Ok(replied(&place, &origin, done.await, by_script));
        }
        ("rematch", Some(seat)) => {
            let next = rematch(&app, room, asker).await?;
            let own = next.seats.get(&seat).unwrap_or(&next.room);
            return Ok(redirected(own, &headers));
        }
        _ => return Err(HttpError::missing("unknown action")),
    }
    Ok(done(&place, by_script))
}

fn read_delay(text: &str) -> Result<Duration, HttpError> {
    let ms = text.parse().ok().filter(|&ms: &u32| ms <= SLOWEST);
    let wanted =
        format!("invalid delay: expected a whole number of milliseconds from 0 to {SLOWEST}");
    let ms = ms.ok_or_else(|| HttpError::invalid(wanted))?;
    Ok(Duration::from_millis(ms.into()))
}

/// The stream sends what has changed; without scripts the page is requested again.
fn done(place: &RoomAddress, by_script: bool) -> Response {
    if by_script {
        return StatusCode::NO_CONTENT.into_response();
    }
    Redirect::to(&place.path).into_response()
}

/// The message below a person's form: nothing, or why the move is refused.
fn replied(
    place: &RoomAddress,
    origin: &Origin,
    said: Result<(), String>,
    by_script: bool,
) -> Response {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    match (said, by_script) {
        (Ok(()), false) => Redirect::to(&place.path).into_response(),
        (Ok(()), true) => maud::html! {}.into_response(),
        (Err(text), true) => (status, error_text(&text)).into_response(),
        (Err(text), false) => {
            (status, room_page(&place.room, place.viewer(), Some(origin), Some(&text)))
                .into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::time::{Duration, Instant};

    use crate::app::App;
    use crate::rooms::address::find_room;
    use crate::rooms::page::{ground_parts, room_page};
    use crate::rooms::{Record, Room, Standing, Viewer};
    use crate::sections;
    use crate::serving::asker::Asker;
    use crate::serving::asking::Pages;
    use crate::serving::query::Fields;
    use crate::terms::{Limits, Terms};
    use lettergame_words::Lexicon;

    fn client() -> Asker {
        Asker::at(Ipv4Addr::LOCALHOST.into())
    }

    /// A paused game of a person against this player.
    fn begun(app: &Arc<App>, player: &str) -> Arc<Room> {
        let players = ["person", player].map(str::to_owned);
        let fields = Fields::parse(b"rounds=1&seed=3").with_all("players", "player", &players);
        let room = sections::begin(app, "/auction", &fields).unwrap();
        app.archive.begin(&app.lexicon, &room, client());
        let room = app.rooms.add(room, client(), Instant::now()).unwrap();
        room.set_playing(false);
        room
    }

    fn bid(room: &Room, bid: &str) {
        let said = Fields::parse(format!("bid={bid}").as_bytes());
        assert_eq!(room.hear(room.seats[0].0, &said), Some(Ok(())));
    }

    /// Sends any request to its address.
    async fn ask_for(app: &Arc<App>, room: &Arc<Room>) {
        let pages = Pages::new(&app.front.pages, Duration::from_secs(3600), client());
        let found = pages.answered(find_room(app, client(), &room.id.to_string())).await;
        assert!(found.ok().flatten().is_some_and(|found| Arc::ptr_eq(&found, room)));
    }

    fn page(room: &Room) -> String {
        let seat = Some(room.seats[0].0);
        room_page(room, Viewer { seat, sees_all: false, path: "/room" }, None, None).into_string()
    }

    #[tokio::test]
    async fn computer_turns_are_not_moves_of_a_person() {
        let app = App::new(Lexicon::shipped().into(), Terms::default());
        let players = ["random", "person"].map(str::to_owned);
        let fields = Fields::parse(b"seed=3").with_all("players", "player", &players);
        let begin = || sections::begin(&app, "/marrakech", &fields).unwrap();
        let room = app.rooms.add(begin(), client(), Instant::now()).unwrap();
        room.set_playing(false);
        while room.picture().standing() == Standing::Ready {
            assert!(room.step().await);
        }
        let lines = room.record().lines().to_vec();
        assert!(lines[0].starts_with("{\"turn\":") && !room.is_under_way(), "{lines:?}");
        let again = begin();
        lines.iter().for_each(|line| again.redo(&serde_json::from_str(line).unwrap()).unwrap());
        assert!(!again.is_under_way());
        let legal = room_page(
            &room,
            Viewer { seat: Some(room.seats[0].0), sees_all: false, path: "/room" },
            None,
            None,
        );
        let legal = legal.into_string();
        let legal =
            legal.split("name=\"move\" value=\"").nth(1).unwrap().split('"').next().unwrap();
        let said = Fields::parse(format!("move={legal}").replace(' ', "+").as_bytes());
        assert_eq!(room.hear(room.seats[0].0, &said), Some(Ok(())));
        assert!(room.is_under_way());
    }

    #[tokio::test]
    async fn write_failures_are_reported_to_current_viewers() {
        let app = App::new(Lexicon::shipped().into(), Terms::default());
        let room = begun(&app, "zero");
        let viewer = Viewer { seat: None, sees_all: false, path: "/room" };
        let problem = || {
            let parts = ground_parts(&room, &*room.picture(), room.pace(), viewer);
            let part = parts.into_iter().find(|part| part.name == "problem");
            part.unwrap().html.into_string()
        };
        assert_eq!(problem(), "");
        room.keep_record(Record::new(Err("the disk is full".to_owned())));
        assert!(problem().contains("the disk is full"));
        assert_eq!(page(&room).matches("the disk is full").count(), 1);
    }

    #[tokio::test]
    async fn a_game_between_people_resumes_as_if_never_interrupted() {
        let dir = tempfile::tempdir().unwrap();
        for games in [None, Some(dir.path().to_owned())] {
            let app = App::new(Lexicon::shipped().into(), Terms { games, ..Terms::default() });
            let mut lines = Vec::new();
            for interrupted in [false, true] {
                let room = begun(&app, "letter-value");
                bid(&room, "7");
                assert!(room.step().await);
                bid(&room, "3");
                if interrupted {
                    room.cancelled.store(true, Ordering::Relaxed);
                    assert!(!room.step().await && !room.step().await);
                    let stopped = page(&room);
                    assert!(stopped.contains("Press Play to let it try again"), "{stopped}");
                    assert_eq!(stopped.matches("aria-disabled").count(), 1, "step, not play");
                    ask_for(&app, &room).await;
                    assert!(!page(&room).contains("try again"), "{}", page(&room));
                }
                assert!(room.step().await);
                bid(&room, "1");
                assert!(room.step().await);
                lines.push(room.record().lines().to_vec());
            }
            assert_eq!(lines[0], lines[1]);
        }
    }

    #[tokio::test]
    async fn input_given_before_an_interrupted_step_counts() {
        let limits = Limits { step: Duration::ZERO, ..Limits::default() };
        let app = App::new(Lexicon::shipped().into(), Terms { limits, ..Terms::default() });
        let room = begun(&app, "marginal");
        bid(&room, "3");
        let lines = room.record().lines().to_vec();
        for _ in 0..2 {
            assert!(!room.step().await, "it is interrupted at once");
            // a form that is submitted once more meanwhile
            let again = room.hear(room.seats[0].0, &Fields::parse(b"bid=3")).unwrap();
            assert!(again.unwrap_err().contains("this move was not taken"));
            assert_eq!(room.record().lines(), lines);
            ask_for(&app, &room).await;
            assert!(matches!(room.picture().standing(), Standing::Ready), "the bid is kept");
            assert!(!room.pace().playing, "it does not try again by itself");
        }
    }
}
