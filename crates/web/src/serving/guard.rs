//! Checks before anything else: rate, length, host, origin and key; and the headers of all answers.
//!
//! A page from another site must not be able to control this server through a browser that can reach it. Such
//! a page can post forms blindly, which the origin check refuses, or make its own host name resolve to this
//! machine, which the host check refuses. Where programs can be started, the key checked by `gate` also keeps
//! out other users of this machine.

use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{self, AUTHORIZATION, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use crate::serving::asker::Asker;
use crate::serving::asking::Pages;
use crate::serving::front::Front;
use crate::serving::host::Host;
use crate::serving::http_error::HttpError;
use crate::serving::site::Site;

/// Only scripts, styles and images of this server, nothing inline, no framing.
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

/// Rejects bad requests, and adds the headers to every answer.
pub(crate) async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    let front = site.front();
    let is_program = is_program(&site, &request);
    let mut response = match refusal(&site, &request) {
        Some(refused) => refused,
        None => {
            let asker = Asker::of(request.extensions());
            let pages = Pages::new(&front.pages, front.terms.limits.page, asker);
            pages.answered(next.run(request)).await
        }
    };
    if !is_program && let Some(error) = HttpError::of(&response) {
        response = (error.status(), Html(site.page_about(error))).into_response();
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        // a report has its own policy, which allows only its style and its script
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn refusal(site: &Site, request: &Request) -> Option<Response> {
    let Front { terms, rates, .. } = site.front();
    let refuse = |status, text: &str| Some(HttpError::new(status, text).into_response());
    if !rates.admit(Asker::of(request.extensions()).0, Instant::now()) {
        let text = "too many requests; wait a moment and try again";
        return refuse(StatusCode::TOO_MANY_REQUESTS, text);
    }
    if request.uri().to_string().len() > terms.limits.address {
        return refuse(StatusCode::URI_TOO_LONG, "the address is too long");
    }
    let host = match Host::of(request.headers(), request.uri()) {
        Ok(host) => host,
        Err(text) => return refuse(StatusCode::BAD_REQUEST, text),
    };
    if !host.is_own(terms) {
        return refuse(StatusCode::MISDIRECTED_REQUEST, &strange_name(&host, terms.loopback));
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !reads && !is_program(site, request) && !comes_from_here(request.headers(), &host) {
        let text = "this form was not sent from a page of this server; open its start page and try \
                    again";
        let text = match site.admits_programs() {
            true => format!("{text}; a program sends its key as `Authorization: Bearer KEY`"),
            false => text.to_owned(),
        };
        return refuse(StatusCode::FORBIDDEN, &text);
    }
    site.gate(request, &host)
}

/// Whether a program sends this, with its key in a header that no page can make a browser send to another site.
fn is_program(site: &Site, request: &Request) -> bool {
    site.admits_programs() && request.headers().contains_key(AUTHORIZATION)
}

fn strange_name(host: &Host, loopback: bool) -> String {
    let name = host.name();
    let instead = match loopback {
        true => {
            "this server answers only this machine: use http://127.0.0.1 or http://localhost in the \
                 address, or start it with --addr for others"
        }
        false => "use one of the addresses that it printed",
    };
    format!(
        "this server does not accept the host name `{name}`; {instead}, or start it with --host {name}"
    )
}

/// Whether a page of this server sent this. Every current browser reports it in one of these two ways or
/// both.
fn comes_from_here(headers: &HeaderMap, host: &Host) -> bool {
    // no browser sends two of them
    if headers.get_all(ORIGIN).iter().count() > 1 {
        return false;
    }
    let site = headers.get("sec-fetch-site").map(|site| site == "same-origin");
    let own = |origin: &HeaderValue| {
        let origin = origin.to_str().unwrap_or_default();
        let authority = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
        authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host.text()))
    };
    let origin = headers.get(ORIGIN).map(own);
    match (site, origin) {
        (None, None) => false,
        (site, origin) => site.unwrap_or(true) && origin.unwrap_or(true),
    }
}
