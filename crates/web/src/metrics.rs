//! `/metrics`: what a Prometheus server scrapes.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::serving::http_error::HttpError;
use lettergame_report::{METRICS_TYPE, ProcessMetric, RunStatus, metrics_text};

/// The address.
pub(crate) const METRICS: &str = "/metrics";

/// A metric of the whole server.
pub(crate) fn metric(name: &'static str, help: &'static str, value: f64) -> ProcessMetric {
    ProcessMetric { name, help, value }
}

/// The answer with these metrics, and those of runs.
pub(crate) fn metrics(server: &[ProcessMetric], runs: &[RunStatus]) -> Result<Response, HttpError> {
    match metrics_text(server, runs) {
        Ok(text) => Ok(([(CONTENT_TYPE, METRICS_TYPE)], text).into_response()),
        Err(error) => Err(HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())),
    }
}
