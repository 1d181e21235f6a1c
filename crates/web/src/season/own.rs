//! The pages of a team that has shown its key: its hand-ins, and the logs of its own player.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{HeaderName, REFRESH};
use axum::response::{Html, IntoResponse, Redirect, Response};

use crate::season::SeasonSite;
use crate::season::desk::held;
use crate::season::found::find;
use crate::season::own_page::{OwnPage, hand_in_page, hand_in_text, log_page, sign_in_page};
use crate::season::visitor::Visitor;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::query::{Fields, Posted, QueryFields};
use lettergame_season::Team;

/// The number of a team's matches that are listed.
const MATCHES: usize = 20;

/// The number of a team's hand-ins that are listed.
const HAND_INS: usize = 30;

/// Seconds after which a page is loaded again on which something is still to happen.
const AGAIN: u32 = 2;

/// The team whose key the visitor has shown; an error without a valid key.
pub(super) async fn team_of(site: &Arc<SeasonSite>, visitor: &Visitor) -> Result<Team, HttpError> {
    let wrong = |text: &str| HttpError::new(StatusCode::FORBIDDEN, text);
    let Some(key) = visitor.key.clone() else {
        return Err(wrong("this needs the key of your team; enter it at /own"));
    };
    let team = site.with(move |season| season.team_of_key(&key)).await?;
    team.ok_or_else(|| wrong("this key belongs to no team; ask your teacher for another one"))
}

/// Tells a browser to load the page again soon.
pub(super) fn again(is_open: bool) -> Option<[(HeaderName, String); 1]> {
    is_open.then(|| [(REFRESH, AGAIN.to_string())])
}

pub(super) async fn page(
    State(site): State<Arc<SeasonSite>>,
    QueryFields(fields): QueryFields,
    visitor: Visitor,
) -> Result<Response, HttpError> {
    // a link does not open a team's page by itself: another site could make a browser follow it
    if let Some(key) = fields.get("key") {
        return Ok(Html(sign_in_page(key, false)).into_response());
    }
    if visitor.key.is_none() {
        return Ok(asked(false));
    }
    let Ok(team) = team_of(&site, &visitor).await else { return Ok(asked(true)) };
    let team_name = team.clone();
    let (hand_ins, queue, denial, left, limits, deadline) = site
        .with(move |season| {
            let mut hand_ins = season.hand_ins(&team_name)?;
            hand_ins.truncate(HAND_INS);
            let (queue, denial) = (season.hand_in_queue()?, season.denial(&team_name)?);
            let settings = season.settings();
            let (limits, deadline) = (settings.limits.clone(), settings.deadline);
            Ok((hand_ins, queue, denial, season.hand_ins_left(&team_name)?, limits, deadline))
        })
        .await?;
    let (shown, team_name) = (Arc::clone(&site), team.clone());
    let (standing, matches) = waiting(move || {
        let live = held(&shown.live);
        let standings = live.snapshot.standings();
        let standing =
            standings.teams.iter().find(|standing| standing.team == team_name.name).cloned();
        (standing, live.snapshot.matches_of(&live.season, &team_name, MATCHES))
    })
    .await?;
    let is_open = hand_ins.iter().any(|hand_in| hand_in.state.is_open());
    let page = OwnPage {
        team: &team,
        standing: standing.as_ref(),
        hand_ins: &hand_ins,
        queue: &queue,
        matches: &matches,
        denial: denial.as_deref(),
        left,
        upload_mib: limits.upload,
        deadline,
        host: &visitor.host,
    };
    Ok((again(is_open), Html(page.render())).into_response())
}

/// The page that asks for a key, after a wrong one or not.
fn asked(was_wrong: bool) -> Response {
    let status = if was_wrong { StatusCode::FORBIDDEN } else { StatusCode::OK };
    (status, Html(sign_in_page("", was_wrong))).into_response()
}

/// A key from the form.
pub(super) async fn sign_in(
    State(site): State<Arc<SeasonSite>>,
    visitor: Visitor,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["key"])?;
    let key = fields.get("key").unwrap_or_default().to_owned();
    let shown = key.clone();
    Ok(match site.with(move |season| season.team_of_key(&shown)).await? {
        Some(_) => ([visitor.cookie.with(&key)], Redirect::to("/own")).into_response(),
        None => asked(true),
    })
}

pub(super) async fn sign_out(visitor: Visitor) -> Response {
    ([visitor.cookie.with("")], Redirect::to("/")).into_response()
}

/// A hand-in of the team: for a person a page, for a program text.
pub(super) async fn hand_in(
    State(site): State<Arc<SeasonSite>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, HttpError> {
    let team = team_of(&site, &visitor).await?;
    let missing = || HttpError::missing("your team has no such hand-in");
    let id: i64 = id.parse().map_err(|_| missing())?;
    let found = site.with(move |season| find(season, id)).await?;
    let found = found.filter(|found| found.hand_in.team == team.id).ok_or_else(missing)?;
    if visitor.is_program {
        return Ok(hand_in_text(&found).into_response());
    }
    let page = hand_in_page(&found, &team.name, "/own");
    Ok((again(found.hand_in.state.is_open()), Html(page)).into_response())
}

/// What the player of the team printed in a game, or without one in the whole match.
pub(super) async fn log(
    State(site): State<Arc<SeasonSite>>,
    QueryFields(fields): QueryFields,
    visitor: Visitor,
) -> Result<Response, HttpError> {
    let team = team_of(&site, &visitor).await?;
    let number = |fields: &Fields, name: &str| {
        fields.get(name).and_then(|text| text.parse::<u64>().ok()).ok_or_else(|| {
            let text = format!("`{name}` is not a number; expected the number of a {name}");
            HttpError::invalid(text)
        })
    };
    fields.only(&["match", "game"])?;
    let of_match = number(&fields, "match")?;
    let game = fields.get("game").map(|_| number(&fields, "game")).transpose()?;
    let of_match = i64::try_from(of_match).unwrap_or(i64::MAX);
    let read = waiting(move || {
        let live = held(&site.live);
        let version = live.snapshot.own_version(&team, of_match).ok_or_else(|| {
            HttpError::missing(format!("your team did not play in match {of_match}"))
        })?;
        let reader = live.season.log_reader(of_match);
        drop(live);
        let log = match game {
            Some(game) => reader.log_of(game, &version),
            None => reader.whole_log_of(&version),
        };
        let log = log.map_err(|_| {
            let game = game.map_or_else(String::new, |game| format!(", game {game},"));
            HttpError::missing(format!("match {of_match}{game} has no log that can be read"))
        })?;
        Ok::<_, HttpError>((version, log))
    });
    let (version, log) = read.await??;
    Ok(Html(log_page(of_match, game, &version, log.as_deref())).into_response())
}
