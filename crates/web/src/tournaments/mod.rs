//! The section of tournaments: begun from a form or a config, watched while they are played, browsed and
//! replayed afterwards.
//!
//! All that is shown of a run is read from its files, so runs of the command line are shown as those that
//! were begun here; both are made by [`runs`](lettergame_arena) and have the same bytes. Looking needs nothing;
//! to begin, stop and go on is for this machine unless the server was told otherwise.

mod config;
mod desk;
mod files;
mod folder;
mod form;
mod games;
mod hall;
mod lists;
mod replay;
mod report;
mod run_page;
mod setup;
mod state;
mod stream;
mod watched;
mod wrong;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::Markup;

use crate::app::App;
use crate::asker::Asker;
use crate::asking::waiting;
use crate::begin::{opened, status};
use crate::query::{Asked, Fields, Posted, by_script};
use crate::refused::Refused;
use crate::tournaments::config::{Over, config_page};
use crate::tournaments::desk::{Desk, Told};
use crate::tournaments::folder::{ConfigFile, RunPlace, path_of};
use crate::tournaments::form::{Checked, form_part};
use crate::tournaments::games::{game_page, list_page, told_page};
use crate::tournaments::lists::{Line, Listing, first_page, sweep_page};
use crate::tournaments::replay::{Again, again};
use crate::tournaments::run_page::run_page;
use crate::tournaments::setup::Setup;
use crate::tournaments::stream::Feed;
use crate::tournaments::wrong::Wrong;
use lettergame_report::page_policy;
use lettergame_tournament::{Draft, ListedGame};

pub(crate) use hall::Hall;

pub(crate) fn routes(app: &Arc<App>) -> Router {
    Router::new()
        .route("/tournaments", get(first).post(begin))
        .route("/tournaments/{run}", get(show))
        .route("/tournaments/{run}/events", get(events))
        .route("/tournaments/{run}/stop", post(stop))
        .route("/tournaments/{run}/resume", post(resume))
        .route("/tournaments/{run}/report", get(report_page))
        .route("/tournaments/{run}/files/{file}", get(file))
        .route("/tournaments/{run}/games", get(list))
        .route("/tournaments/{run}/games/{game}", get(game).post(watch_game))
        .with_state(Arc::new(Desk::new(app)))
}

type Shared = State<Arc<Desk>>;

/// The form, the configs and the runs; with `config=NAME` that config.
async fn first(State(desk): Shared, Asked(fields): Asked) -> Result<Response, Refused> {
    waiting(move || match fields.get("config") {
        Some(name) => shown_config(&desk, name, &fields, Desk::glanced),
        None => Ok(shown_form(&desk, &fields)),
    })
    .await?
}

fn shown_form(desk: &Desk, fields: &Fields) -> Response {
    let setup = Setup::read(fields);
    // without settings there is nothing to check, which keeps the first page quick
    let asked = ["players", "game", "seed"].iter().any(|key| fields.get(key).is_some());
    let checked = if asked { checked(desk, &setup, Desk::glanced) } else { Checked::default() };
    let page = fields.get("page").and_then(|page| page.parse().ok()).unwrap_or(0);
    whole_form(desk, &setup, &checked, page)
}

fn whole_form(desk: &Desk, setup: &Setup, checked: &Checked, page: usize) -> Response {
    let listing = Listing::read(&desk.app, desk.folder.entries(), page);
    let form = form(desk, setup, checked);
    let page = first_page(&form, &desk.folder.configs(), &listing);
    (status(checked.wrong.is_empty()), page).into_response()
}

fn form(desk: &Desk, setup: &Setup, checked: &Checked) -> Markup {
    let terms = &desk.app.terms;
    let command = setup.command(checked.told.out.as_deref(), terms.lexicon.as_deref());
    form_part(setup, checked, terms.may_play_tournaments(), command.as_deref())
}

/// A look at what a draft leads to.
type Look = fn(&Desk, &Draft) -> Result<Told, Wrong>;

/// What is wrong with the settings, or what they lead to.
fn checked(desk: &Desk, setup: &Setup, look: Look) -> Checked {
    let draft = setup.draft(desk.app.terms.lexicon.as_deref());
    match draft.and_then(|draft| look(desk, &draft).map_err(|wrong| vec![wrong])) {
        Ok(told) => Checked { told, ..Checked::default() },
        Err(wrong) => Checked { wrong, ..Checked::default() },
    }
}

fn shown_config(desk: &Desk, name: &str, fields: &Fields, look: Look) -> Result<Response, Refused> {
    let config = find_config(desk, name)?;
    let over = Over::read(fields);
    let found = config::draft(desk, &config, &over).and_then(|draft| look(desk, &draft));
    let page = config_page(desk, &config, &over, &found);
    Ok((status(found.is_ok()), page).into_response())
}

fn find_config(desk: &Desk, name: &str) -> Result<ConfigFile, Refused> {
    let missing = || Refused::missing("there is no such config in the folder of tournaments");
    desk.folder.config(name).ok_or_else(missing)
}

/// A button of the form: a player more or less, a look at what it leads to, or Begin.
async fn begin(
    State(desk): Shared,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, Refused> {
    fields.only(&setup::fields())?;
    waiting(move || {
        if let Some(name) = fields.get("config") {
            return begin_config(&desk, name, &fields);
        }
        if ["players", "player", "do"].iter().all(|key| fields.get(key).is_none()) {
            let text = "the form names no players; fill it in at /tournaments";
            return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, text));
        }
        let mut setup = Setup::read(&fields);
        if setup.change(&fields) {
            let checked = checked(&desk, &setup, Desk::told);
            if !by_script(&headers) {
                return Ok(whole_form(&desk, &setup, &checked, 0));
            }
            let address = [("hx-replace-url", setup.address())];
            return Ok((address, form(&desk, &setup, &checked)).into_response());
        }
        may_play(&desk)?;
        let draft = setup.draft(desk.app.terms.lexicon.as_deref());
        let begun = draft.and_then(|draft| desk.begin(&draft).map_err(|wrong| vec![wrong]));
        Ok(match begun {
            Ok(id) => Redirect::to(&path_of(&id)).into_response(),
            Err(wrong) => {
                let checked = Checked { wrong, ..Checked::default() };
                whole_form(&desk, &setup, &checked, 0)
            }
        })
    })
    .await?
}

fn begin_config(desk: &Desk, name: &str, fields: &Fields) -> Result<Response, Refused> {
    if fields.get("do") == Some("check") {
        return shown_config(desk, name, fields, Desk::told);
    }
    may_play(desk)?;
    let config = find_config(desk, name)?;
    let over = Over::read(fields);
    let begun = config::draft(desk, &config, &over).and_then(|draft| desk.begin(&draft));
    Ok(match begun {
        Ok(id) => Redirect::to(&path_of(&id)).into_response(),
        Err(wrong) => {
            let page = config_page(desk, &config, &over, &Err(wrong));
            (status(false), page).into_response()
        }
    })
}

/// May whoever asks begin, stop and go on?
fn may_play(desk: &Desk) -> Result<(), Refused> {
    if desk.app.terms.may_play_tournaments() {
        return Ok(());
    }
    let text = "tournaments are begun, stopped and gone on with only if the server was started with \
                --allow-tournaments; looking at them needs nothing";
    Err(Refused::new(StatusCode::FORBIDDEN, text))
}

fn no_run() -> Refused {
    Refused::missing("there is no such run in the folder of tournaments")
}

fn find_run(desk: &Desk, id: &str) -> Result<RunPlace, Refused> {
    desk.folder.run(id).ok_or_else(no_run)
}

/// A run, or a sweep.
async fn show(State(desk): Shared, Path(id): Path<String>) -> Result<Response, Refused> {
    waiting(move || {
        let entry = desk.folder.entry(&id);
        if let Some(sweep) = entry.filter(|entry| !entry.parts.is_empty()) {
            return Ok(sweep_page(&desk.app, sweep, None).into_response());
        }
        let run = find_run(&desk, &id)?;
        let shown = desk.watched.watch(&run).look();
        Ok(run_page(&run, &shown, None).into_response())
    })
    .await?
}

/// The stream of a run's page.
async fn events(State(desk): Shared, Path(id): Path<String>) -> Result<impl IntoResponse, Refused> {
    let app = Arc::clone(&desk.app);
    let permit = Arc::clone(&app.streams).try_acquire_owned().map_err(|_| {
        let text = "too many games are watched already; try again later";
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, text)
    })?;
    let watch = waiting(move || {
        let watch = desk.watched.watch(&find_run(&desk, &id)?);
        watch.look();
        Ok::<_, Refused>(watch)
    })
    .await??;
    let feed = Feed::new(&watch, app.terms.limits.look, app.closing(), permit);
    Ok(Sse::new(feed.events()).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

async fn stop(State(desk): Shared, Path(id): Path<String>) -> Result<Response, Refused> {
    may_play(&desk)?;
    waiting(move || {
        match desk.folder.entry(&id).filter(|entry| !entry.parts.is_empty()) {
            Some(sweep) => desk.stop(sweep),
            None => drop(desk.app.hall.stop(&find_run(&desk, &id)?.dir)),
        }
        Ok(Redirect::to(&path_of(&id)).into_response())
    })
    .await?
}

async fn resume(State(desk): Shared, Path(id): Path<String>) -> Result<Response, Refused> {
    may_play(&desk)?;
    waiting(move || {
        let sweep = desk.folder.entry(&id).filter(|entry| !entry.parts.is_empty());
        let runs = match &sweep {
            Some(sweep) => sweep.parts.clone(),
            None => vec![find_run(&desk, &id)?],
        };
        match (desk.go_on(&runs, sweep.is_some()), sweep) {
            (Ok(()), _) => Ok(Redirect::to(&path_of(&id)).into_response()),
            (Err(wrong), Some(sweep)) => {
                let page = sweep_page(&desk.app, sweep, Some(&wrong.text));
                Ok((StatusCode::CONFLICT, page).into_response())
            }
            (Err(wrong), None) => Ok(refused_run(&desk, &runs[0], &wrong)),
        }
    })
    .await?
}

fn refused_run(desk: &Desk, run: &RunPlace, wrong: &Wrong) -> Response {
    let shown = desk.watched.watch(run).look();
    (StatusCode::CONFLICT, run_page(run, &shown, Some(&wrong.text))).into_response()
}

/// The full report, whose policy allows just its own style and script.
async fn report_page(State(desk): Shared, Path(id): Path<String>) -> Result<Response, Refused> {
    let asking = Arc::clone(&desk);
    let runs = waiting(move || match asking.folder.entry(&id) {
        Some(entry) => Ok(entry.runs()),
        None => find_run(&asking, &id).map(|run| vec![run]),
    })
    .await??;
    let page = desk.reports.of(runs.into_iter().map(|run| run.dir).collect()).await?;
    let policy = page_policy() + "; frame-ancestors 'none'";
    let headers =
        [(CONTENT_TYPE, "text/html; charset=utf-8".to_owned()), (CONTENT_SECURITY_POLICY, policy)];
    Ok((headers, page.to_string()).into_response())
}

async fn file(
    State(desk): Shared,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, Refused> {
    let run = waiting(move || find_run(&desk, &id)).await??;
    files::file(run, &name).await
}

/// Are all rows of a run written?
fn is_whole(desk: &Desk, run: &RunPlace) -> bool {
    Line::read(&desk.app, run.clone()).is_finished()
}

fn broken(error: impl ToString) -> Refused {
    Refused::new(StatusCode::CONFLICT, error.to_string())
}

async fn list(
    State(desk): Shared,
    Path(id): Path<String>,
    Asked(fields): Asked,
) -> Result<Markup, Refused> {
    let from = match fields.get("from").filter(|from| !from.is_empty()) {
        None => 0,
        Some(from) => from.parse().map_err(|_| {
            let text = format!("`{from}` is no number of a game; a whole number is wanted");
            Refused::new(StatusCode::UNPROCESSABLE_ENTITY, text)
        })?,
    };
    waiting(move || {
        let run = find_run(&desk, &id)?;
        let shown = games::read(&run, from, is_whole(&desk, &run)).map_err(broken)?;
        Ok(list_page(&run, &shown))
    })
    .await?
}

fn find_game(desk: &Desk, id: &str, number: &str) -> Result<(RunPlace, ListedGame), Refused> {
    let run = find_run(desk, id)?;
    let missing = || Refused::missing("there is no such game in this run (yet)");
    let number = number.parse().map_err(|_| missing())?;
    let game = games::read_one(&run, number, is_whole(desk, &run)).map_err(broken)?;
    Ok((run, game.ok_or_else(missing)?))
}

async fn game(
    State(desk): Shared,
    Path((id, number)): Path<(String, String)>,
) -> Result<Markup, Refused> {
    waiting(move || {
        let (run, game) = find_game(&desk, &id, &number)?;
        Ok(game_page(&run, &game, None))
    })
    .await?
}

/// Makes the room in which a game is seen again, and leads there.
async fn watch_game(
    State(desk): Shared,
    Path((id, number)): Path<(String, String)>,
    asker: Asker,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let app = Arc::clone(&desk.app);
    let _one_of_few = desk.replays.acquire().await;
    let asking = Arc::clone(&desk);
    let (run, game, made) = waiting(move || {
        let (run, game) = find_game(&asking, &id, &number)?;
        let made = again(&asking, &run, &game);
        Ok::<_, Refused>((run, game, made))
    })
    .await??;
    match made {
        Ok(Again::Room(room)) => opened(&app, *room, asker, &headers).await,
        Ok(Again::Told(told)) => Ok(told_page(&run, game.game, &told).into_response()),
        Err(text) => Ok((status(false), game_page(&run, &game, Some(&text))).into_response()),
    }
}
