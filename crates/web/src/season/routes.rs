//! The addresses of a season's pages.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::metrics::METRICS;
use crate::season::{SeasonSite, own, public, teacher, upload};

impl SeasonSite {
    /// All answers of its pages, before any check.
    pub(crate) fn pages(self: &Arc<Self>) -> Router {
        Router::new()
            .route("/", get(public::leaderboard))
            .route(METRICS, get(public::metrics))
            .route("/index.html", get(public::index))
            .route("/game.html", get(public::game))
            .route("/replay.js", get(public::replay))
            .route("/scheme.js", get(public::scheme))
            .route("/style.css", get(public::styles))
            .route("/favicon.ico", get(public::icon))
            .route("/teams/{file}", get(public::team))
            .route("/games/{file}", get(public::script))
            .route("/own", get(own::page))
            .route("/own/key", post(own::sign_in))
            .route("/own/leave", post(own::sign_out))
            // the upload has a limit of its own
            .route("/own/hand-in", post(upload::hand_in).layer(DefaultBodyLimit::disable()))
            .route("/own/hand-ins/{id}", get(own::hand_in))
            .route("/own/log", get(own::log))
            .route("/teacher", get(teacher::page))
            .route("/teacher/hand-ins/{id}", get(teacher::hand_in))
            .route("/teacher/freeze", post(teacher::freeze))
            .route("/teacher/deadline", post(teacher::deadline))
            .route("/teacher/team", post(teacher::add_team))
            .route("/teacher/key", post(teacher::make_key))
            .route("/teacher/withdraw", post(teacher::withdraw))
            .route("/teacher/restore", post(teacher::restore))
            .with_state(Arc::clone(self))
    }
}
