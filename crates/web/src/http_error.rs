//! A refused request: its status and the reason.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use maud::html;

use crate::shell::page;
use crate::token::EntropyError;

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct HttpError {
    status: StatusCode,
    text: String,
}

impl HttpError {
    pub(crate) fn new(status: StatusCode, text: impl Into<String>) -> HttpError {
        HttpError { status, text: text.into() }
    }

    /// Nothing exists at this address.
    pub(crate) fn missing(text: impl Into<String>) -> HttpError {
        HttpError::new(StatusCode::NOT_FOUND, text)
    }
}

impl From<EntropyError> for HttpError {
    fn from(error: EntropyError) -> HttpError {
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string())
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or("HttpError");
        let body = html! {
            main #main.narrow {
                h1 { (title) }
                p.refusal role="alert" { (self.text) }
                p { a href="/" { "Start page" } }
            }
        };
        (self.status, Html(page(title, None, &body).into_string())).into_response()
    }
}
