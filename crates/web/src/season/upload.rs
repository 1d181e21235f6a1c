//! Uploads: streamed to the disk of the season within limits, then queued.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::response::{IntoResponse, Redirect, Response};
use futures_util::{StreamExt as _, stream};
use tempfile::NamedTempFile;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::season::SeasonSite;
use crate::season::desk::held;
use crate::season::found::place;
use crate::season::own::team_of;
use crate::season::visitor::Visitor;
use crate::serving::http_error::HttpError;
use lettergame_season::{Queued, Season, Team, Upload};

/// How long an upload may take.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// How long, and how many bytes, of a refused upload are read before it is answered.
const REST: Duration = Duration::from_secs(20);
const MAX_REST: usize = 64 << 20;

/// What the form around the file may take, in bytes.
const FORM: u64 = 16 << 10;

/// The longest field besides the file, in bytes.
const LONGEST_FIELD: usize = 4 << 10;

/// What was uploaded.
struct Arrived {
    name: String,
    file: NamedTempFile,
    command: Option<String>,
}

/// A team that is uploading; no longer when it is dropped.
struct Uploading {
    site: Arc<SeasonSite>,
    team: i64,
}

impl Uploading {
    fn begin(site: &Arc<SeasonSite>, team: i64) -> Option<Uploading> {
        let is_first = held(&site.uploading).insert(team);
        is_first.then(|| Uploading { site: Arc::clone(site), team })
    }
}

impl Drop for Uploading {
    fn drop(&mut self) {
        held(&self.site.uploading).remove(&self.team);
    }
}

pub(super) async fn hand_in(
    State(site): State<Arc<SeasonSite>>,
    visitor: Visitor,
    request: Request,
) -> Result<Response, HttpError> {
    // nothing is read from a visitor without a key
    let team = team_of(&site, &visitor).await?;
    let (parts, body) = request.into_parts();
    let body = Arc::new(Mutex::new(body.into_data_stream()));
    let pieces = stream::unfold(Arc::clone(&body), async |body| {
        let piece = body.lock().await.next().await;
        piece.map(|piece| (piece, body))
    });
    let request = Request::from_parts(parts, Body::from_stream(pieces));
    let outcome = taken(&site, &visitor, team, request).await;
    if outcome.is_err() {
        // many browsers show an answer only once they have sent everything
        let _ = timeout(REST, rest(&body)).await;
    }
    outcome
}

/// Reads what is left of a refused upload, up to a limit.
async fn rest(body: &Mutex<BodyDataStream>) {
    let (mut body, mut bytes) = (body.lock().await, 0);
    while let Some(Ok(piece)) = body.next().await {
        bytes += piece.len();
        if bytes > MAX_REST {
            break;
        }
    }
}

/// Takes an upload of a team, if it may hand in.
async fn taken(
    site: &Arc<SeasonSite>,
    visitor: &Visitor,
    team: Team,
    request: Request,
) -> Result<Response, HttpError> {
    let busy = |text: &str| HttpError::new(StatusCode::TOO_MANY_REQUESTS, text);
    let _uploading = Uploading::begin(site, team.id).ok_or_else(|| {
        busy("your team is uploading something else right now; try again after it")
    })?;
    let team_name = team.clone();
    let (denial, most) = site
        .with(move |season| Ok((season.denial(&team_name)?, season.settings().limits.upload << 20)))
        .await?;
    if let Some(why) = denial {
        return Err(denied(&why));
    }
    let _permit = site
        .uploads
        .try_acquire()
        .map_err(|_| busy("too many uploads at once; try again in a minute"))?;
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if length.and_then(|length| length.parse().ok()).is_some_and(|length: u64| length > most + FORM)
    {
        return Err(too_large(most));
    }
    let arriving = site.dir.clone();
    let file = spawn_blocking(move || Season::arriving(&arriving)).await.map_err(|_| broken())?;
    let file = file.map_err(|error| site.failed(&error))?;
    let received = timeout(PATIENCE, receive(request, file, most)).await;
    let arrived = received.map_err(|_| {
        HttpError::new(StatusCode::REQUEST_TIMEOUT, "the upload took too long; try again")
    })??;
    queue(site, visitor, team, arrived).await
}

/// Puts what has arrived into the queue.
async fn queue(
    site: &Arc<SeasonSite>,
    visitor: &Visitor,
    team: Team,
    arrived: Arrived,
) -> Result<Response, HttpError> {
    let (queued, queue) = site
        .with(move |season| {
            let Arrived { name, file, command } = arrived;
            let upload = Upload { name: &name, command: command.as_deref(), file: file.path() };
            let queued = season.queue(&team, &upload)?;
            Ok((queued, season.hand_in_queue()?))
        })
        .await?;
    match queued {
        Queued::Denied(why) => Err(denied(&why)),
        Queued::Waiting { id } if visitor.is_program => {
            let place = place(&queue, id)
                .map_or_else(String::new, |place| format!(", place {place} in the queue"));
            let text = format!("hand-in {id} waits{place}; see /own/hand-ins/{id}\n");
            Ok((StatusCode::ACCEPTED, text).into_response())
        }
        Queued::Waiting { id } => Ok(Redirect::to(&format!("/own/hand-ins/{id}")).into_response()),
    }
}

/// Reads the form; the file is on the disk when this succeeds.
async fn receive(request: Request, file: NamedTempFile, most: u64) -> Result<Arrived, HttpError> {
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| {
        HttpError::invalid(
            "expected a form with a file (multipart/form-data), as curl sends it with -F",
        )
    })?;
    let (mut name, mut command, mut room) = (None, None, Some(file));
    while let Some(field) = form.next_field().await.map_err(|error| unreadable(&error))? {
        match field.name() {
            Some("player") => {
                let shown = field.file_name().unwrap_or_default().trim().to_owned();
                let file = room
                    .take()
                    .ok_or_else(|| HttpError::invalid("expected one file named `player`"))?;
                name = Some((shown, stored(field, file, most).await?));
            }
            Some("command") => command = Some(short(field).await?),
            other => {
                let text = format!(
                    "unknown field `{}`; expected player, command",
                    other.unwrap_or_default().escape_debug()
                );
                return Err(HttpError::invalid(text));
            }
        }
    }
    let (name, file) = name.filter(|(name, _)| !name.is_empty()).ok_or_else(|| {
        HttpError::invalid("no file has arrived; choose one, or send it as the field `player`")
    })?;
    let command = command.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    Ok(Arrived { name, file, command })
}

/// Writes the file to the disk, up to its limit.
async fn stored(
    mut field: Field<'_>,
    mut file: NamedTempFile,
    most: u64,
) -> Result<NamedTempFile, HttpError> {
    let mut bytes = 0;
    while let Some(piece) = field.chunk().await.map_err(|error| unreadable(&error))? {
        bytes += piece.len() as u64;
        if bytes > most {
            return Err(too_large(most));
        }
        file = written(file, piece).await?;
    }
    let synced = spawn_blocking(move || file.as_file().sync_all().map(|()| file)).await;
    synced.map_err(|_| broken())?.map_err(|error| unwritten(&error))
}

async fn written(mut file: NamedTempFile, piece: Bytes) -> Result<NamedTempFile, HttpError> {
    let done = spawn_blocking(move || file.write_all(&piece).map(|()| file)).await;
    done.map_err(|_| broken())?.map_err(|error| unwritten(&error))
}

/// The text of a field.
async fn short(mut field: Field<'_>) -> Result<String, HttpError> {
    let mut text = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(|error| unreadable(&error))? {
        text.extend_from_slice(&piece);
        if text.len() > LONGEST_FIELD {
            return Err(HttpError::invalid("the command is too long"));
        }
    }
    String::from_utf8(text).map_err(|_| HttpError::invalid("the command is not UTF-8"))
}

fn denied(why: &str) -> HttpError {
    HttpError::new(StatusCode::CONFLICT, format!("not handed in: {why}"))
}

fn too_large(most: u64) -> HttpError {
    let text = format!("not handed in: the upload is larger than {} MiB", most >> 20);
    HttpError::new(StatusCode::PAYLOAD_TOO_LARGE, text)
}

fn unreadable(error: &MultipartError) -> HttpError {
    HttpError::new(error.status(), format!("the upload cannot be read: {}", error.body_text()))
}

fn unwritten(error: &std::io::Error) -> HttpError {
    let text = format!("the upload cannot be kept: {error}; nothing was handed in");
    HttpError::new(StatusCode::INSUFFICIENT_STORAGE, text)
}

fn broken() -> HttpError {
    HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, "the upload failed; try again")
}
