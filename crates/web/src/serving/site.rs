//! What a server serves: the simulator or a season.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use maud::html;

use crate::app::App;
use crate::season::SeasonSite;
use crate::serving::front::Front;
use crate::serving::gate;
use crate::serving::host::Host;
use crate::serving::http_error::HttpError;
use crate::shell::page;
use crate::simulator::simulator;

/// What a server serves.
#[derive(Clone)]
pub enum Site {
    /// The simulator.
    Simulator(Arc<App>),
    /// A season.
    Season(Arc<SeasonSite>),
}

impl Site {
    pub(crate) fn front(&self) -> &Front {
        match self {
            Site::Simulator(app) => &app.front,
            Site::Season(season) => &season.front,
        }
    }

    /// All answers of its pages, before any check.
    pub(crate) fn pages(&self) -> Router {
        match self {
            Site::Simulator(app) => simulator(app),
            Site::Season(season) => season.pages(),
        }
    }

    /// Why a request is refused that needs a key and does not have it; or the redirect without the key in the
    /// address.
    pub(crate) fn gate(&self, request: &Request, host: &Host) -> Option<Response> {
        match self {
            Site::Simulator(app) => gate::refusal(app, request, host),
            Site::Season(season) => season.gate(request, host),
        }
    }

    /// Whether programs may post with a key in a header, without a page of this server.
    pub(crate) fn admits_programs(&self) -> bool {
        matches!(self, Site::Season(_))
    }

    /// The page about a refused request.
    pub(crate) fn page_about(&self, error: &HttpError) -> String {
        match self {
            Site::Simulator(_) => {
                let body = html! { main #main.narrow { (error.body(("Start page", "/"))) } };
                page(error.title(), None, &body).into_string()
            }
            Site::Season(season) => season.page_about(error),
        }
    }

    /// Removes what nobody needs any more.
    pub(crate) fn sweep(&self, now: Instant) {
        match self {
            Site::Simulator(app) => app.sweep(now),
            Site::Season(_) => {}
        }
    }

    /// Asks everything in progress to end.
    pub(crate) fn close(&self) {
        match self {
            Site::Simulator(app) => app.close(),
            Site::Season(season) => season.front.close(),
        }
    }
}
