//! What is looked at before anything else: host, origin, rate and length; and the headers of all answers.
//!
//! Nothing here needs a cookie: a server that answers this machine alone must still not be steered by a
//! page of somebody else that runs in a browser on it. Such a page can post forms blindly, which the check
//! of the origin refuses, or make a name of its own lead to this machine, which the check of the host
//! refuses.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::web::App;
use crate::web::listener::Client;
use crate::web::refused::Refused;

/// Scripts, styles and pictures of this server alone, nothing inline, no frames around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// `no-referrer` would make browsers send `Origin: null` with plain forms.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses what must not come further, and puts the headers on every answer.
pub(in crate::web) async fn guard(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match refusal(&app, &request) {
        Some(refused) => refused.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        // a report brings a policy of its own, which names just its style and its script
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn refusal(app: &App, request: &Request) -> Option<Refused> {
    let refuse = |status, text: &str| Some(Refused::new(status, text));
    if !app.rates.admit(client(request), Instant::now()) {
        let text = "too many requests; wait a moment and try again";
        return refuse(StatusCode::TOO_MANY_REQUESTS, text);
    }
    if request.uri().to_string().len() > app.terms.limits.address {
        return refuse(StatusCode::URI_TOO_LONG, "the address is too long");
    }
    let Some(host) = host(request.headers()) else {
        return refuse(StatusCode::BAD_REQUEST, "the request does not name its host");
    };
    if app.terms.loopback && !names_this_machine(host.host()) {
        let text = "this server answers this machine only: use http://127.0.0.1 or http://localhost \
                    in the address, or start it with --addr for others";
        return refuse(StatusCode::MISDIRECTED_REQUEST, text);
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !reads && !comes_from_here(request.headers(), &host) {
        let text = "this form was not sent from a page of this server; open its start page and try \
                    again";
        return refuse(StatusCode::FORBIDDEN, text);
    }
    None
}

/// Who asks; where there is no socket, as in tests, this machine.
fn client(request: &Request) -> IpAddr {
    let known = request.extensions().get::<ConnectInfo<Client>>();
    known.map_or(Ipv4Addr::LOCALHOST.into(), |info| info.0.0.ip())
}

fn host(headers: &HeaderMap) -> Option<Authority> {
    headers.get(HOST)?.to_str().ok()?.parse().ok()
}

fn names_this_machine(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let is_loopback = bare.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    is_loopback || bare.eq_ignore_ascii_case("localhost")
}

/// Was this sent by a page of this server? Every browser of today says so in one way or both.
fn comes_from_here(headers: &HeaderMap, host: &Authority) -> bool {
    let site = headers.get("sec-fetch-site").map(|site| site == "same-origin");
    let own = |origin: &HeaderValue| {
        let origin = origin.to_str().unwrap_or_default();
        let authority = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
        authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host.as_str()))
    };
    let origin = headers.get(ORIGIN).map(own);
    match (site, origin) {
        (None, None) => false,
        (site, origin) => site.unwrap_or(true) && origin.unwrap_or(true),
    }
}
