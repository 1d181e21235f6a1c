//! The addresses of the simulator.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::assets;
use crate::metrics::{METRICS, metric, metrics};
use crate::review;
use crate::rooms;
use crate::sections;
use crate::serving::http_error::HttpError;
use crate::start::{NOW, daily_routes, friend_routes, now, start};

/// The pages of the simulator.
pub(crate) fn simulator(app: &Arc<App>) -> Router {
    Router::new()
        .route("/", get(start).with_state(Arc::clone(app)))
        .route(NOW, get(now).with_state(Arc::clone(app)))
        .route(METRICS, get(app_metrics).with_state(Arc::clone(app)))
        .route("/assets/{version}/{name}", get(asset))
        .merge(daily_routes(app))
        .merge(friend_routes(app))
        .merge(rooms::routes(app))
        .merge(review::routes(app))
        .merge(sections::routes(app))
}

/// The games and tournaments, as metrics.
async fn app_metrics(State(app): State<Arc<App>>) -> Result<Response, HttpError> {
    let runs = app.queue.statuses();
    let server = [
        metric("lettergame_rooms", "Games that are open in browsers.", app.rooms() as f64),
        metric("lettergame_runs", "Runs of tournaments that are being played.", runs.len() as f64),
    ];
    metrics(&server, &runs)
}

/// Serves the file of an address.
async fn asset(Path((version, name)): Path<(String, String)>) -> Result<Response, HttpError> {
    let found = assets::find(&format!("/assets/{version}/{name}"));
    let asset = found.ok_or_else(|| HttpError::missing("no such file"))?;
    let headers =
        [(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, asset.body).into_response())
}
