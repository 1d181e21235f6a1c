//! A refused request: its status and the reason.
//!
//! As an answer it is plain text that carries itself along; for people `guard` makes it a page of the site.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::quoted::error_text;
use crate::serving::token::EntropyError;

/// Why a request is not answered.
#[derive(Clone, Debug)]
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

    /// What was sent is not what was expected.
    pub(crate) fn invalid(text: impl Into<String>) -> HttpError {
        HttpError::new(StatusCode::UNPROCESSABLE_ENTITY, text)
    }
}

impl From<EntropyError> for HttpError {
    fn from(error: EntropyError) -> HttpError {
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string())
    }
}

impl HttpError {
    /// The error that an answer carries along.
    pub(crate) fn of(response: &Response) -> Option<&HttpError> {
        response.extensions().get()
    }

    /// Its status in words.
    pub(crate) fn title(&self) -> &'static str {
        self.status.canonical_reason().unwrap_or("Error")
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// The answer to a script, which shows the text itself.
    pub(crate) fn plain(self) -> Response {
        (self.status, self.text).into_response()
    }

    /// What a page says about it; `home` is the text and the address of the first page.
    pub(crate) fn body(&self, home: (&str, &str)) -> Markup {
        html! {
            h1 { (self.title()) }
            p.refusal role="alert" { (error_text(&self.text)) }
            p { a href=(home.1) { (home.0) } }
        }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response = (self.status, format!("{}\n", self.text)).into_response();
        response.extensions_mut().insert(self);
        response
    }
}
