//! Who asks: the keys that a request shows.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::serving::gate::{Cookie, bearer};
use crate::serving::host::Host;
use crate::serving::http_error::HttpError;

/// The cookie with the teacher's key.
pub(super) const TEACHER_COOKIE: &str = "lettergame-teacher";

/// The cookie with the key of a team.
const TEAM_COOKIE: &str = "lettergame-team";

/// The key of a team that a request shows, valid or not.
pub(super) struct Visitor {
    /// The host that the visitor named.
    pub(super) host: String,
    /// The key, if there is one.
    pub(super) key: Option<String>,
    /// Whether it is a program, which sends the key in a header.
    pub(super) is_program: bool,
    pub(super) cookie: Cookie,
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, HttpError> {
        let host = Host::of(&parts.headers, &parts.uri);
        let host = host.map_err(|text| HttpError::new(StatusCode::BAD_REQUEST, text))?;
        let cookie = Cookie::new(TEAM_COOKIE, &host);
        let bearer = bearer(&parts.headers);
        Ok(Visitor {
            host: host.text().to_owned(),
            is_program: bearer.is_some(),
            key: bearer.or_else(|| cookie.of(&parts.headers)),
            cookie,
        })
    }
}
