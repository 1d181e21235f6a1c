//! The work of rendering an answer: done on threads that may block, with a fair share for each client.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use tokio::task::spawn_blocking;
use tokio::task_local;

use crate::quoted::plain_error;
use crate::serving::asker::Asker;
use crate::serving::http_error::HttpError;
use crate::turns::{Bounds, Turns};

/// How pages are rendered.
#[derive(Clone)]
pub(crate) struct Pages {
    turns: Arc<Turns>,
    budget: Duration,
    asker: Asker,
}

task_local! {
    static PAGES: Pages;
}

impl Pages {
    pub(crate) fn new(turns: &Arc<Turns>, budget: Duration, asker: Asker) -> Pages {
        Pages { turns: Arc::clone(turns), budget, asker }
    }

    /// Answers a request as work of this client.
    pub(crate) async fn answered<F: Future>(self, answer: F) -> F::Output {
        PAGES.scope(self, answer).await
    }
}

/// Does work that may take a while on its own thread, when it is the client's turn.
pub(crate) async fn waiting<T: Send + 'static>(
    act: impl FnOnce() -> T + Send + 'static,
) -> Result<T, HttpError> {
    let broken = || {
        let text = "the request failed; try something else";
        HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, text)
    };
    let pages = PAGES.try_with(Clone::clone).map_err(|_| broken())?;
    let turn = pages.turns.begin(pages.asker.0).await;
    let bounds = Bounds { budget: pages.budget, cancelled: Arc::default() };
    let done = spawn_blocking(move || turn.work(&bounds, act)).await.map_err(|_| broken())?;
    done.map_err(|_| {
        let text = "this takes too long here; request less, or use the command line";
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, text)
    })
}

/// What a script is told of an answer that is being typed.
pub(crate) fn weighed(answer: Result<String, String>) -> Response {
    let legal = answer.is_ok();
    let said = answer.unwrap_or_else(|text| plain_error(&text));
    let answer = json!({ "said": said, "legal": legal }).to_string();
    ([(CONTENT_TYPE, "application/json")], answer).into_response()
}
