//! The teacher's pages: who plays, keys, hand-ins of all teams, the deadline, who did what.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::http_error::HttpError;
use crate::query::{Fields, Posted};
use crate::season::SeasonSite;
use crate::season::found::find;
use crate::season::own::again;
use crate::season::own_page::hand_in_page;
use crate::season::teacher_page::{TeacherPage, key_page};
use lettergame_season::{Season, SeasonError, TEACHER, without_place};

/// The number of hand-ins that are listed, of all teams.
const HAND_INS: u32 = 50;

/// The number of lines of the log that are listed.
const LINES: u32 = 100;

pub(super) async fn page(State(site): State<Arc<SeasonSite>>) -> Result<Response, HttpError> {
    let page = site
        .with(|season| {
            let wrong = season.reread().err();
            let wrong = wrong.map(|error| without_place(season.dir(), &error.to_string()));
            Ok(TeacherPage {
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
    Ok(Html(page.render()).into_response())
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

/// Changes something and shows the page again.
async fn change(
    site: &Arc<SeasonSite>,
    act: impl FnOnce(&mut Season) -> Result<(), SeasonError> + Send + 'static,
) -> Result<Response, HttpError> {
    // what is wrong is what was typed
    let outcome =
        site.with(move |season| Ok(act(season).map_err(|error| error.to_string()))).await?;
    outcome.map_err(HttpError::invalid)?;
    Ok(Redirect::to("/teacher").into_response())
}

/// The value of a field that must be there.
fn needed(fields: &Fields, name: &str) -> Result<String, HttpError> {
    let text = fields.get(name).filter(|text| !text.is_empty());
    text.map(str::to_owned)
        .ok_or_else(|| HttpError::invalid(format!("the field `{name}` is empty")))
}

pub(super) async fn freeze(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["freeze"])?;
    let freeze = match needed(&fields, "freeze")?.as_str() {
        "yes" => true,
        "no" => false,
        other => {
            return Err(HttpError::invalid(format!("`freeze` is `{other}`; expected yes or no")));
        }
    };
    change(&site, move |season| season.freeze(freeze, TEACHER).map(drop)).await
}

pub(super) async fn deadline(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["deadline"])?;
    let text = fields.get("deadline").unwrap_or_default();
    let deadline = match text {
        "" => None,
        text => Some(read_time(text).ok_or_else(|| {
            HttpError::invalid(format!(
                "invalid deadline `{text}`: expected a time in UTC, as in 2030-01-31 23:59"
            ))
        })?),
    };
    change(&site, move |season| season.set_deadline(deadline, TEACHER)).await
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
    let team = needed(&fields, "team")?;
    change(&site, move |season| season.add_team(&team, TEACHER).map(drop)).await
}

/// Makes a key and shows it, once.
pub(super) async fn make_key(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["team"])?;
    let team = needed(&fields, "team")?;
    let of = team.clone();
    let key = site
        .with(move |season| Ok(season.make_key(&of, TEACHER).map_err(|error| error.to_string())))
        .await?
        .map_err(HttpError::invalid)?;
    Ok(Html(key_page(&team, &key.to_string())).into_response())
}

pub(super) async fn withdraw(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["team"])?;
    let team = needed(&fields, "team")?;
    change(&site, move |season| season.withdraw(&team, TEACHER).map(drop)).await
}

pub(super) async fn restore(
    State(site): State<Arc<SeasonSite>>,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["team", "version"])?;
    let (team, version) = (needed(&fields, "team")?, needed(&fields, "version")?);
    let version: u64 = version.parse().map_err(|_| {
        HttpError::invalid(format!("invalid version `{version}`: expected a number"))
    })?;
    change(&site, move |season| season.restore(&team, Some(version), TEACHER).map(drop)).await
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
