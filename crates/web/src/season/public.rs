//! What everybody sees: the pages of the static site, as they are now.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};

use crate::metrics::{self, metric};
use crate::season::SeasonSite;
use crate::season::desk::held;
use crate::season::form_page::LINKS;
use crate::season::packed::{HTML, Packed};
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use lettergame_season::{replay_script, scheme_script, style};

/// The number of packed games that are remembered.
const MAX_SCRIPTS: usize = 1000;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const ICON: &str = "image/svg+xml";

/// The style sheet and the script are part of the program.
const AN_HOUR: &str = "max-age=3600";

pub(super) async fn leaderboard(
    State(site): State<Arc<SeasonSite>>,
    headers: HeaderMap,
) -> Response {
    site.view().leaderboard.answer(&headers)
}

/// The leaderboard under the name that it has in the static site.
pub(super) async fn index() -> Redirect {
    Redirect::permanent("/")
}

pub(super) async fn game(State(site): State<Arc<SeasonSite>>, headers: HeaderMap) -> Response {
    site.view().game.answer(&headers)
}

pub(super) async fn replay() -> Response {
    ([(CONTENT_TYPE, SCRIPT), (CACHE_CONTROL, AN_HOUR)], replay_script()).into_response()
}

pub(super) async fn scheme() -> Response {
    ([(CONTENT_TYPE, SCRIPT), (CACHE_CONTROL, AN_HOUR)], scheme_script()).into_response()
}

pub(super) async fn styles() -> Response {
    ([(CONTENT_TYPE, STYLE), (CACHE_CONTROL, AN_HOUR)], style()).into_response()
}

/// The icon, which browsers look for at this address as the pages of the site name none.
pub(super) async fn icon() -> Response {
    ([(CONTENT_TYPE, ICON), (CACHE_CONTROL, AN_HOUR)], include_str!("../assets/icon.svg"))
        .into_response()
}

/// The extent of the season, as metrics.
pub(super) async fn metrics(State(site): State<Arc<SeasonSite>>) -> Result<Response, HttpError> {
    let [teams, matches, games] = site.view().extent;
    let server = [
        metric("lettergame_season_teams", "Teams in the standings.", teams),
        metric("lettergame_season_matches", "Matches played.", matches),
        metric("lettergame_season_games", "Games played.", games),
    ];
    metrics::metrics(&server, &[])
}

/// The page of a team, `teams/TEAM.html`.
pub(super) async fn team(
    State(site): State<Arc<SeasonSite>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let missing = || HttpError::missing("there is no such team in this season");
    let name = file.strip_suffix(".html").ok_or_else(missing)?.to_owned();
    let view = site.view();
    let known = held(&view.teams).get(&name).cloned();
    let page = match known {
        Some(page) => page,
        None => {
            let rendered = waiting(move || {
                let live = held(&site.live);
                let page = live.snapshot.page_of(&live.season, &name);
                let page = page.map_err(|error| site.failed(&error))?.ok_or_else(missing)?;
                drop(live);
                let page = Packed::new(HTML, page.render(&LINKS));
                held(&view.teams).insert(name, page.clone());
                Ok::<Packed, HttpError>(page)
            });
            rendered.await??
        }
    };
    Ok(page.answer(&headers))
}

/// A packed game, `games/MATCH-GAME.js`.
pub(super) async fn script(
    State(site): State<Arc<SeasonSite>>,
    Path(file): Path<String>,
) -> Result<Response, HttpError> {
    let missing = || HttpError::missing("there is no such game that can be played again");
    let numbers = file.strip_suffix(".js").and_then(|name| name.split_once('-'));
    let (of_match, game): (i64, u64) = numbers
        .and_then(|(of_match, game)| Some((of_match.parse().ok()?, game.parse().ok()?)))
        .ok_or_else(missing)?;
    let known = held(&site.scripts).get(&(of_match, game)).cloned();
    let script = match known {
        Some(script) => script,
        None => {
            let packed = waiting(move || {
                let live = held(&site.live);
                let packer = live.snapshot.packer(&live.season, of_match);
                // playing a game again takes its time; pages do not wait for it
                drop(live);
                let name = format!("{of_match}-{game}");
                let script = packer.and_then(|packer| packer.script(&name, game));
                let script = Bytes::from(script.ok_or_else(missing)?);
                let mut scripts = held(&site.scripts);
                if scripts.len() >= MAX_SCRIPTS {
                    scripts.pop_first();
                }
                scripts.insert((of_match, game), script.clone());
                Ok::<Bytes, HttpError>(script)
            });
            packed.await??
        }
    };
    Ok(([(CONTENT_TYPE, SCRIPT)], script).into_response())
}
