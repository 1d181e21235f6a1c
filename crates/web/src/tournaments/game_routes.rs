//! What the pages of the games of a run are asked for.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;

use crate::begin::{placed, redirected, status};
use crate::review::review_path;
use crate::serving::asker::Asker;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::query::QueryFields;
use crate::tournaments::folder::RunPlace;
use crate::tournaments::games::{self, game_page, list_page};
use crate::tournaments::lists::RunRow;
use crate::tournaments::replay::{in_room, replayed, table_of};
use crate::tournaments::section_state::SectionState;
use crate::tournaments::{Shared, find_run};
use lettergame_report::{ReplayedGame, replay_page, replay_policy};
use lettergame_run::ListedGame;

/// Whether all rows of a run are written.
fn is_whole(section: &SectionState, run: &RunPlace) -> bool {
    RunRow::read(&section.app, run.clone()).is_finished()
}

fn broken(error: impl ToString) -> HttpError {
    HttpError::new(StatusCode::CONFLICT, error.to_string())
}

pub(super) async fn list(
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

pub(super) async fn game(
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
pub(super) async fn steps(State(section): Shared, Path(place): Path<(String, String)>) -> Response {
    match replay(section, place).await {
        Ok(game) => {
            ([(CONTENT_TYPE, "application/json")], game.to_steps().to_string()).into_response()
        }
        Err(error) => error.plain(),
    }
}

/// All turns of a game, as a page that can be saved and sent; its policy allows only its own style.
pub(super) async fn whole(
    State(section): Shared,
    Path(place): Path<(String, String)>,
) -> Result<Response, HttpError> {
    let game = replay(section, place).await?;
    let policy = replay_policy() + "; frame-ancestors 'none'";
    Ok(([(CONTENT_SECURITY_POLICY, policy)], Html(replay_page(&game))).into_response())
}

/// Creates the room in which a game is reviewed, and redirects to its review.
pub(super) async fn review_game(
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
        Ok(room) => {
            let room = placed(&app, room?, [], asker).await?;
            Ok(redirected(&review_path(&room, None, None), &headers))
        }
        Err(text) => {
            let page = game_page(&run, &game, table_of(&run).is_some(), Some(&text));
            Ok((status(false), page).into_response())
        }
    }
}
