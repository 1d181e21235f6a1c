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
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::Markup;

use crate::app::App;
use crate::asker::Asker;
use crate::asking::waiting;
use crate::begin::{opened, status};
use crate::http_error::HttpError;
use crate::query::{Fields, Posted, QueryFields, by_script};
use crate::tournaments::config::{Over, config_page};
use crate::tournaments::field_error::FieldError;
use crate::tournaments::folder::{ConfigFile, RunPlace, path_of};
use crate::tournaments::form::{Checked, form_part};
use crate::tournaments::games::{game_page, list_page};
use crate::tournaments::lists::{Listing, RunRow, first_page, sweep_page};
use crate::tournaments::replay::{in_room, replayed, table_of};
use crate::tournaments::run_page::{RunLook, run_page};
use crate::tournaments::section_state::{Preview, SectionState};
use crate::tournaments::setup::TournamentSetup;
use crate::tournaments::stream::Feed;
use lettergame_plan::RawConfig;
use lettergame_report::{ReplayedGame, replay_page, replay_policy};
use lettergame_run::ListedGame;

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
        .route("/tournaments/{run}/games", get(list))
        .route("/tournaments/{run}/games/{game}", get(game).post(watch_game))
        .route("/tournaments/{run}/games/{game}/steps", get(steps))
        .route("/tournaments/{run}/games/{game}/whole", get(whole))
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

/// Whether all rows of a run are written.
fn is_whole(section: &SectionState, run: &RunPlace) -> bool {
    RunRow::read(&section.app, run.clone()).is_finished()
}

fn broken(error: impl ToString) -> HttpError {
    HttpError::new(StatusCode::CONFLICT, error.to_string())
}

async fn list(
    State(section): Shared,
    Path(id): Path<String>,
    QueryFields(fields): QueryFields,
) -> Result<Markup, HttpError> {
    let from = fields.get("from").filter(|from| !from.is_empty()).unwrap_or("1");
    let number = from.parse().ok().and_then(|count: u64| count.checked_sub(1));
    let from = number.ok_or_else(|| {
        let text = format!("invalid game number `{from}`: expected a whole number from 1");
        HttpError::invalid(text)
    })?;
    waiting(move || {
        let run = find_run(&section, &id)?;
        let shown = games::read(&run, from, is_whole(&section, &run)).map_err(broken)?;
        Ok(list_page(&run, &shown))
    })
    .await?
}

fn find_game(
    section: &SectionState,
    id: &str,
    number: &str,
) -> Result<(RunPlace, ListedGame), HttpError> {
    let run = find_run(section, id)?;
    let missing = || HttpError::missing("there is no such game in this run (yet)");
    let number = number.parse().map_err(|_| missing())?;
    let game = games::read_one(&run, number, is_whole(section, &run)).map_err(broken)?;
    Ok((run, game.ok_or_else(missing)?))
}

async fn game(
    State(section): Shared,
    Path((id, number)): Path<(String, String)>,
) -> Result<Markup, HttpError> {
    waiting(move || {
        let (run, game) = find_game(&section, &id, &number)?;
        Ok(game_page(&run, &game, table_of(&run).is_some(), None))
    })
    .await?
}

/// Replays a game, with few others at a time.
async fn replay(
    section: Arc<SectionState>,
    (id, number): (String, String),
) -> Result<ReplayedGame, HttpError> {
    let asking = Arc::clone(&section);
    let _one_of_few = section.replays.acquire().await;
    waiting(move || {
        let (run, game) = find_game(&asking, &id, &number)?;
        replayed(&asking, &run, &game).map_err(broken)
    })
    .await?
}

/// A game for the script that steps through it; what is wrong is plain text.
async fn steps(State(section): Shared, Path(place): Path<(String, String)>) -> Response {
    match replay(section, place).await {
        Ok(game) => {
            ([(CONTENT_TYPE, "application/json")], game.to_steps().to_string()).into_response()
        }
        Err(error) => error.plain(),
    }
}

/// All turns of a game, as a page that can be saved and sent; its policy allows only its own style.
async fn whole(
    State(section): Shared,
    Path(place): Path<(String, String)>,
) -> Result<Response, HttpError> {
    let game = replay(section, place).await?;
    let policy = replay_policy() + "; frame-ancestors 'none'";
    Ok(([(CONTENT_SECURITY_POLICY, policy)], Html(replay_page(&game))).into_response())
}

/// Creates the room in which a game is replayed, and redirects there.
async fn watch_game(
    State(section): Shared,
    Path((id, number)): Path<(String, String)>,
    asker: Asker,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let app = Arc::clone(&section.app);
    let _one_of_few = section.replays.acquire().await;
    let asking = Arc::clone(&section);
    let (run, game, made) = waiting(move || {
        let (run, game) = find_game(&asking, &id, &number)?;
        let made = in_room(&asking, &run, &game);
        Ok::<_, HttpError>((run, game, made))
    })
    .await??;
    match made {
        Ok(room) => opened(&app, room, [], asker, &headers).await,
        Err(text) => {
            let page = game_page(&run, &game, table_of(&run).is_some(), Some(&text));
            Ok((status(false), page).into_response())
        }
    }
}
