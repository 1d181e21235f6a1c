//! Access control of a server with a key: a browser that has opened the address with the key once keeps it in
//! a cookie.
//!
//! The address of a game needs no key: it contains its own secret, which gives access to that game and
//! nothing else, so that people can be invited who must not start programs here.

use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, COOKIE, HeaderName, REFRESH, SET_COOKIE};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};

use crate::app::App;
use crate::metrics::METRICS;
use crate::serving::host::Host;
use crate::serving::http_error::HttpError;
use crate::serving::query::{Fields, address};
use crate::serving::token::Token;

/// Why a request is refused, if it needs the key and does not have it; or the redirect without the key in the
/// address.
pub(crate) fn refusal(app: &App, request: &Request, host: &Host) -> Option<Response> {
    let key = app.terms().key.as_ref()?;
    let cookie = Cookie::new("lettergame", host);
    if let Some(admitted) = admitted(request, &cookie, |text| key.is(text)) {
        return Some(admitted);
    }
    let shown = cookie.of(request.headers());
    let path = request.uri().path();
    if is_free(app, path) || shown.is_some_and(|text| key.is(&text)) {
        return None;
    }
    // what reads metrics is no browser
    if path == METRICS && bearer(request.headers()).is_some_and(|text| key.is(&text)) {
        return None;
    }
    let text = "this server can start programs, so it requires its key: open the full address printed at \
                start, or a game link you were given";
    Some(HttpError::new(StatusCode::FORBIDDEN, text).into_response())
}

/// A cookie in which a browser keeps a key of this server. Servers at other ports have others.
pub(crate) struct Cookie(String);

impl Cookie {
    pub(crate) fn new(name: &str, host: &Host) -> Cookie {
        Cookie(format!("{name}-{}", host.port()))
    }

    /// What the browser keeps in it.
    pub(crate) fn of(&self, headers: &HeaderMap) -> Option<String> {
        let texts = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
        let mut pairs =
            texts.flat_map(|cookies| cookies.split(';')).filter_map(|one| one.split_once('='));
        let (_, value) = pairs.find(|(own, _)| own.trim() == self.0)?;
        Some(value.trim().to_owned())
    }

    /// The header that makes a browser keep this value; an empty one is forgotten at once.
    pub(crate) fn with(&self, value: &str) -> (HeaderName, String) {
        let age = if value.is_empty() { "; Max-Age=0" } else { "" };
        (SET_COOKIE, format!("{}={value}; Path=/; HttpOnly; SameSite=Strict{age}", self.0))
    }
}

/// The key in the header `Authorization: Bearer KEY`.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = text.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim().to_owned())
}

/// For an address with a valid key, the redirect to the same address without it, with a cookie that keeps
/// the key.
pub(crate) fn admitted(
    request: &Request,
    cookie: &Cookie,
    is_key: impl FnOnce(&str) -> bool,
) -> Option<Response> {
    let fields = Fields::parse(request.uri().query().unwrap_or_default().as_bytes());
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let key = fields.get("key").filter(|_| reads).filter(|text| is_key(text))?;
    let cookie = [cookie.with(key)];
    let others: Vec<(&str, &str)> = fields.pairs().filter(|(name, _)| *name != "key").collect();
    let path = request.uri().path();
    // a path with two leading slashes would lead to another host
    let path = if path.starts_with("//") { "/" } else { path };
    let clean = if others.is_empty() { path.to_owned() } else { address(path, &others) };
    // after a redirect that started at another site, such as a chat, a browser would not send the cookie
    let elsewhere =
        request.headers().get("sec-fetch-site").is_some_and(|site| site == "cross-site");
    Some(match elsewhere {
        true => (cookie, [(REFRESH, format!("0; url={clean}"))]).into_response(),
        false => (cookie, Redirect::to(&clean)).into_response(),
    })
}

/// Static files, and existing games.
fn is_free(app: &App, path: &str) -> bool {
    let room = path.strip_prefix("/room/").and_then(|rest| rest.split('/').next());
    path.starts_with("/assets/") || room.and_then(Token::read).is_some_and(|id| is_game(app, &id))
}

fn is_game(app: &App, id: &Token) -> bool {
    app.rooms.find(id).is_some() || app.archive.has(id)
}
