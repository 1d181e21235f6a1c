//! The teacher's pages: who plays, keys, hand-ins of all teams, the deadline, who did what.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::season::SeasonSite;
use crate::season::found::find;
use crate::season::own::again;
use crate::season::own_page::hand_in_page;
use crate::season::teacher_page::{TeacherPage, key_page};
use crate::serving::http_error::HttpError;
use crate::serving::query::{Fields, Posted};
use lettergame_season::{Season, SeasonError, TEACHER, without_place};

/// The number of hand-ins that are listed, of all teams.
const HAND_INS: u32 = 50;

/// The number of lines of the log that are listed.
const LINES: u32 = 100;

pub(super) async fn page(State(site): State<Arc<SeasonSite>>) -> Result<Response, HttpError> {
    Ok(Html(rendered(&site, None).await?).into_response())
}

/// The page; `refusal` is why what was just asked for was not done.
async fn rendered(site: &Arc<SeasonSite>, refusal: Option<String>) -> Result<String, HttpError> {
    let page = site
        .with(|season| {
            let wrong = season.reread().err();
            let wrong = wrong.map(|error| without_place(season.dir(), &error.to_string()));
            Ok(TeacherPage {
                refusal,
                wrong,
                name: season.settings().name.clone(),
                closed: season.closed()?,
                is_frozen: season.is_frozen()?,
                deadline: season.settings().deadline,
                teams: season.teams()?,
                versions: season.versions()?,
                hand_ins: season.latest_hand_ins(HAND_INS)?,
                queue: season.hand_in_queue()?,
                log: season.audit(LINES)?,
            })
        })
        .await?;
    Ok(page.render())
}

pub(super) async fn hand_in(
    State(site): State<Arc<SeasonSite>>,
    Path(id): Path<String>,
) -> Result<Response, HttpError> {
    let missing = || HttpError::missing("there is no such hand-in");
    let id: i64 = id.parse().map_err(|_| missing())?;
    let found = site
        .with(move |season| {
            let Some(found) = find(season, id)? else { return Ok(None) };
            let team = season.teams()?.into_iter().find(|team| team.id == found.hand_in.team);
            Ok(team.map(|team| (found, team)))
        })
        .await?;
    let (found, team) = found.ok_or_else(missing)?;
    let page = hand_in_page(&found, &team.name, "/teacher");
    Ok((again(found.hand_in.state.is_open()), Html(page)).into_response())
}

/// Changes something and shows the page again, with the error if it was not possible.
async fn change(
    site: &Arc<SeasonSite>,
    act: Result<impl FnOnce(&mut Season) -> Result<(), SeasonError> + Send + 'static, String>,
) -> Result<Response, HttpError> {
    match done(site, act).await? {
        Ok(()) => Ok(Redirect::to("/teacher").into_response()),
        Err(text) => refused(site, text).await,
    }
}

/// Does what was asked for, if that could be read; an error of the second kind is about what was typed.
async fn done<T: Send + 'static>(
    site: &Arc<SeasonSite>,
    act: Result<impl FnOnce(&mut Season) -> Result<T, SeasonError> + Send + 'static, String>,
) -> Result<Result<T, String>, HttpError> {
    match act {
        Ok(act) => {
            site.with(move |season| Ok(act(season).map_err(|error| error.to_string()))).await
        }
        Err(text) => Ok(Err(text)),
    }
}

/// The page with an error.
async fn refused(site: &Arc<SeasonSite>, text: String) -> Result<Response, HttpError> {
    let page = rendered(site, Some(text)).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

/// The value of a field that must be there.
fn needed(fields: &Fields, name: &str) -> Result<String, String> {
    let text = fields.get(name).filter(|text| !text.is_empty());
    text.map(str::to_owned).ok_or_else(|| format!("the field `{name}` is empty"))
}

pub(super) async fn freeze(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["freeze"])?;
    let freeze = needed(&fields, "freeze").and_then(|text| match text.as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(format!("`freeze` is `{other}`; expected yes or no")),
    });
    let act =
        freeze.map(|freeze| move |season: &mut Season| season.freeze(freeze, TEACHER).map(drop));
    change(&site, act).await
}

pub(super) async fn deadline(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["deadline"])?;
    let deadline = match fields.get("deadline").unwrap_or_default() {
        "" => Ok(None),
        text => read_time(text).map(Some).ok_or_else(|| {
            format!("invalid deadline `{text}`: expected a time in UTC, as in 2030-01-31 23:59")
        }),
    };
    let act =
        deadline.map(|deadline| move |season: &mut Season| season.set_deadline(deadline, TEACHER));
    change(&site, act).await
}

/// A time in UTC, `2030-01-31 23:59`, or with a `T` between, with seconds; or one with its offset.
fn read_time(text: &str) -> Option<Timestamp> {
    let text = text.replace(' ', "T");
    let forms = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"];
    let time = forms.iter().find_map(|form| DateTime::strptime(form, &text).ok());
    let in_utc = time.and_then(|time| time.to_zoned(TimeZone::UTC).ok());
    in_utc.map(|time| time.timestamp()).or_else(|| text.parse().ok())
}

pub(super) async fn add_team(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["team"])?;
    let act = needed(&fields, "team")
        .map(|team| move |season: &mut Season| season.add_team(&team, TEACHER).map(drop));
    change(&site, act).await
}

/// Makes a key and shows it, once.
pub(super) async fn make_key(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["team"])?;
    let act = needed(&fields, "team").map(|team| {
        move |season: &mut Season| season.make_key(&team, TEACHER).map(|key| (team, key))
    });
    match done(&site, act).await? {
        Ok((team, key)) => Ok(Html(key_page(&team, &key.to_string())).into_response()),
        Err(text) => refused(&site, text).await,
    }
}

pub(super) async fn withdraw(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["team"])?;
    let act = needed(&fields, "team")
        .map(|team| move |season: &mut Season| season.withdraw(&team, TEACHER).map(drop));
    change(&site, act).await
}

pub(super) async fn restore(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["team", "version"])?;
    change(&site, restored(&fields)).await
}

/// The version of a team that is to play again.
fn restored(
    fields: &Fields,
) -> Result<impl FnOnce(&mut Season) -> Result<(), SeasonError> + Send + 'static, String> {
    let (team, version) = (needed(fields, "team")?, needed(fields, "version")?);
    let number = version.parse::<u64>();
    let version = number.map_err(|_| format!("invalid version `{version}`: expected a number"))?;
    Ok(move |season: &mut Season| season.restore(&team, Some(version), TEACHER).map(drop))
}

#[cfg(test)]
mod tests {
    use super::read_time;

    #[test]
    fn a_deadline_is_read_as_people_write_it() {
        let expected = read_time("2030-01-31T23:59:00Z").unwrap();
        for text in [
            "2030-01-31 23:59",
            "2030-01-31T23:59",
            "2030-01-31 23:59:00",
            "2030-01-31 23:59:00Z",
            "2030-02-01T01:59:00+02:00",
        ] {
            assert_eq!(read_time(text), Some(expected), "{text}");
        }
        assert_eq!(expected.to_string(), "2030-01-31T23:59:00Z");
        for text in ["tomorrow", "31.1.2030", "2030-02-30 10:00", "2030-01-31"] {
            assert_eq!(read_time(text), None, "{text}");
        }
    }
}
