//! A request that is refused: its status, and in words why.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use maud::html;

use crate::shell::page;
use crate::token::NoChance;

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    text: String,
}

impl Refused {
    pub(crate) fn new(status: StatusCode, text: impl Into<String>) -> Refused {
        Refused { status, text: text.into() }
    }

    /// There is nothing at this address.
    pub(crate) fn missing(text: impl Into<String>) -> Refused {
        Refused::new(StatusCode::NOT_FOUND, text)
    }
}

impl From<NoChance> for Refused {
    fn from(error: NoChance) -> Refused {
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or("Refused");
        let body = html! {
            main #main.narrow {
                h1 { (title) }
                p.refusal role="alert" { (self.text) }
                p { a href="/" { "To the start page" } }
            }
        };
        (self.status, Html(page(title, None, &body).into_string())).into_response()
    }
}
