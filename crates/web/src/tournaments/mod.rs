//! The section of tournaments: started from a form or a config, watched while they are played, browsed and
//! replayed afterwards.
//!
//! Everything shown of a run is read from its files, so runs of the command line are shown like those that
//! were started here; both are created by [`runs`](lettergame_arena) and have the same bytes. Viewing needs
//! no permission; only this machine may start, stop and resume unless the server allows otherwise.

mod comparison;
mod config;
mod field_error;
mod files;
mod folder;
mod form;
mod game_routes;
mod games;
mod in_progress;
mod lists;
mod replay;
mod report;
mod run_page;
mod run_queue;
mod section_state;
mod setup;
mod state;
mod stream;
mod watched;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::Markup;

use crate::app::App;
use crate::begin::status;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::query::{Fields, Posted, QueryFields, by_script};
use crate::tournaments::config::{Over, config_page};
use crate::tournaments::field_error::FieldError;
use crate::tournaments::folder::{ConfigFile, RunPlace, path_of};
use crate::tournaments::form::{Checked, form_part};
use crate::tournaments::lists::{Listing, first_page, sweep_page};
use crate::tournaments::run_page::{RunLook, run_page};
use crate::tournaments::section_state::{Preview, SectionState};
use crate::tournaments::setup::TournamentSetup;
use crate::tournaments::stream::Feed;
use lettergame_plan::RawConfig;

pub(crate) use in_progress::{RunInProgress, runs_in_progress};
pub(crate) use run_queue::RunQueue;

pub(crate) fn routes(app: &Arc<App>) -> Router {
    Router::new()
        .route("/tournaments", get(first).post(begin))
        .route("/tournaments/{run}", get(show))
        .route("/tournaments/{run}/events", get(events))
        .route("/tournaments/{run}/stop", post(stop))
        .route("/tournaments/{run}/resume", post(resume))
        .route("/tournaments/{run}/report", get(report::report_page))
        .route("/tournaments/{run}/files/{file}", get(file))
        .route("/tournaments/{run}/games", get(game_routes::list))
        .route(
            "/tournaments/{run}/games/{game}",
            get(game_routes::game).post(game_routes::review_game),
        )
        .route("/tournaments/{run}/games/{game}/steps", get(game_routes::steps))
        .route("/tournaments/{run}/games/{game}/whole", get(game_routes::whole))
        .with_state(Arc::new(SectionState::new(app)))
}

type Shared = State<Arc<SectionState>>;

/// The form, the configs and the runs; with `config=NAME` that config, with `do=compare` the runs that are
/// ticked.
async fn first(
    State(section): Shared,
    QueryFields(fields): QueryFields,
) -> Result<Response, HttpError> {
    if fields.get("do") == Some("compare") {
        return comparison::compared(section, fields).await;
    }
    waiting(move || match fields.get("config") {
        Some(name) => shown_config(&section, name, &fields, SectionState::glanced),
        None => Ok(shown_form(&section, &fields)),
    })
    .await?
}

fn shown_form(section: &SectionState, fields: &Fields) -> Response {
    let setup = TournamentSetup::read(fields);
    // without settings there is nothing to check, which keeps the first page quick
    let asked = ["players", "game", "seed"].iter().any(|key| fields.get(key).is_some());
    let checked =
        if asked { checked(section, &setup, SectionState::glanced) } else { Checked::default() };
    let page = fields.get("page").and_then(|page| page.parse().ok()).unwrap_or(0);
    whole_form(section, &setup, &checked, page)
}

fn whole_form(
    section: &SectionState,
    setup: &TournamentSetup,
    checked: &Checked,
    page: usize,
) -> Response {
    let listing = Listing::read(&section.app, section.folder.entries(), page);
    let form = form(section, setup, checked);
    let page = first_page(&form, &section.folder.configs(), &listing);
    (status(checked.wrong.is_empty()), page).into_response()
}

fn form(section: &SectionState, setup: &TournamentSetup, checked: &Checked) -> Markup {
    let terms = &section.app.terms();
    let command = setup.command(checked.preview.out.as_deref(), terms.lexicon.as_deref());
    form_part(setup, checked, terms.may_play_tournaments(), command.as_deref())
}

/// A way to check a raw config.
type Look = fn(&SectionState, &RawConfig) -> Result<Preview, FieldError>;

/// The errors of the settings, or what they describe.
fn checked(section: &SectionState, setup: &TournamentSetup, look: Look) -> Checked {
    let raw = setup.raw(section.app.terms().lexicon.as_deref());
    match raw.and_then(|raw| look(section, &raw).map_err(|wrong| vec![wrong])) {
        Ok(preview) => Checked { preview, ..Checked::default() },
        Err(wrong) => Checked { wrong, ..Checked::default() },
    }
}

fn shown_config(
    section: &SectionState,
    name: &str,
    fields: &Fields,
    look: Look,
) -> Result<Response, HttpError> {
    let config = find_config(section, name)?;
    let over = Over::read(fields);
    let found = config::raw(section, &config, &over).and_then(|raw| look(section, &raw));
    let page = config_page(section, &config, &over, &found);
    Ok((status(found.is_ok()), page).into_response())
}

fn find_config(section: &SectionState, name: &str) -> Result<ConfigFile, HttpError> {
    let missing = || HttpError::missing("there is no such config in the folder of tournaments");
    section.folder.config(name).ok_or_else(missing)
}

/// A button of the form: add or remove a player, check, or start.
async fn begin(
    State(section): Shared,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&setup::fields())?;
    waiting(move || {
        if let Some(name) = fields.get("config") {
            return begin_config(&section, name, &fields);
        }
        if ["players", "player", "do"].iter().all(|key| fields.get(key).is_none()) {
            let text = "the form names no players; fill it in at /tournaments";
            return Err(HttpError::invalid(text));
        }
        let mut setup = TournamentSetup::read(&fields);
        if setup.change(&fields) {
            let checked = checked(&section, &setup, SectionState::preview);
            if !by_script(&headers) {
                return Ok(whole_form(&section, &setup, &checked, 0));
            }
            let address = [("hx-replace-url", setup.address())];
            return Ok((address, form(&section, &setup, &checked)).into_response());
        }
        may_play(&section)?;
        let raw = setup.raw(section.app.terms().lexicon.as_deref());
        let begun = raw.and_then(|raw| section.begin(&raw).map_err(|wrong| vec![wrong]));
        Ok(match begun {
            Ok(id) => Redirect::to(&path_of(&id)).into_response(),
            Err(wrong) => {
                let checked = Checked { wrong, ..Checked::default() };
                whole_form(&section, &setup, &checked, 0)
            }
        })
    })
    .await?
}

fn begin_config(
    section: &SectionState,
    name: &str,
    fields: &Fields,
) -> Result<Response, HttpError> {
    if fields.get("do") == Some("check") {
        return shown_config(section, name, fields, SectionState::preview);
    }
    may_play(section)?;
    let config = find_config(section, name)?;
    let over = Over::read(fields);
    let begun = config::raw(section, &config, &over).and_then(|raw| section.begin(&raw));
    Ok(match begun {
        Ok(id) => Redirect::to(&path_of(&id)).into_response(),
        Err(wrong) => {
            let page = config_page(section, &config, &over, &Err(wrong));
            (status(false), page).into_response()
        }
    })
}

/// Whether the client may start, stop and resume.
fn may_play(section: &SectionState) -> Result<(), HttpError> {
    if section.app.terms().may_play_tournaments() {
        return Ok(());
    }
    let text = "tournaments can be started, stopped and resumed only if the server was started with \
                --allow-tournaments; viewing them is always possible";
    Err(HttpError::new(StatusCode::FORBIDDEN, text))
}

fn no_run() -> HttpError {
    HttpError::missing("there is no such run in the folder of tournaments")
}

fn find_run(section: &SectionState, id: &str) -> Result<RunPlace, HttpError> {
    section.folder.run(id).ok_or_else(no_run)
}

/// A run, or a sweep.
async fn show(
    State(section): Shared,
    Path(id): Path<String>,
    QueryFields(fields): QueryFields,
) -> Result<Response, HttpError> {
    waiting(move || {
        let entry = section.folder.entry(&id);
        if let Some(sweep) = entry.filter(|entry| !entry.parts.is_empty()) {
            return Ok(sweep_page(&section.app, sweep, None).into_response());
        }
        let run = find_run(&section, &id)?;
        let look = RunLook::read(&run, &fields)?;
        let shown = section.watched.watch(&run).look();
        Ok(run_page(&run, &shown, &look, None).into_response())
    })
    .await?
}

/// The stream of a run's page.
async fn events(
    State(section): Shared,
    Path(id): Path<String>,
    QueryFields(fields): QueryFields,
) -> Result<impl IntoResponse, HttpError> {
    let app = Arc::clone(&section.app);
    let permit = Arc::clone(&app.streams).try_acquire_owned().map_err(|_| {
        let text = "too many games are watched already; try again later";
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, text)
    })?;
    let (watch, look) = waiting(move || {
        let run = find_run(&section, &id)?;
        let look = RunLook::read(&run, &fields)?;
        let watch = section.watched.watch(&run);
        watch.look();
        Ok::<_, HttpError>((watch, look))
    })
    .await??;
    let feed = Feed::new(&watch, look, app.terms().limits.look, app.closing(), permit);
    Ok(Sse::new(feed.events()).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

async fn stop(State(section): Shared, Path(id): Path<String>) -> Result<Response, HttpError> {
    may_play(&section)?;
    waiting(move || {
        match section.folder.entry(&id).filter(|entry| !entry.parts.is_empty()) {
            Some(sweep) => section.stop(sweep),
            None => drop(section.app.queue.stop(&find_run(&section, &id)?.dir)),
        }
        Ok(Redirect::to(&path_of(&id)).into_response())
    })
    .await?
}

async fn resume(State(section): Shared, Path(id): Path<String>) -> Result<Response, HttpError> {
    may_play(&section)?;
    waiting(move || {
        let sweep = section.folder.entry(&id).filter(|entry| !entry.parts.is_empty());
        let runs = match &sweep {
            Some(sweep) => sweep.parts.clone(),
            None => vec![find_run(&section, &id)?],
        };
        match (section.go_on(&runs, sweep.is_some()), sweep) {
            (Ok(()), _) => Ok(Redirect::to(&path_of(&id)).into_response()),
            (Err(wrong), Some(sweep)) => {
                let page = sweep_page(&section.app, sweep, Some(&wrong.text));
                Ok((StatusCode::CONFLICT, page).into_response())
            }
            (Err(wrong), None) => Ok(refused_run(&section, &runs[0], &wrong)),
        }
    })
    .await?
}

fn refused_run(section: &SectionState, run: &RunPlace, wrong: &FieldError) -> Response {
    let shown = section.watched.watch(run).look();
    let look = RunLook::plain(run);
    (StatusCode::CONFLICT, run_page(run, &shown, &look, Some(&wrong.text))).into_response()
}

async fn file(
    State(section): Shared,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, HttpError> {
    let run = waiting(move || find_run(&section, &id)).await??;
    files::file(run, &name).await
}
