//! The section of Marrakech: a form for the seats, rooms in which games run, and a viewer for state strings.
//!
//! `/marrakech` shows the form beside the board as it will be set up; with settings in the address it
//! shows exactly that game before its first turn. `/marrakech/view?state=...` shows the board of a state
//! string, so that a position can be sent to others as an address.
//!
//! The board consists of layers, each a part of the page: ground, rugs, Assam, and what a person may
//! click. A layer is replaced when it changes, so a new rug does not disturb Assam's walk. Clicks
//! choose among the buttons and fields of a plain form, which works without scripts too.

mod address;
mod ask;
mod board;
mod form;
mod game;
mod hint;
mod layers;
mod parts;
mod review;
mod score;
mod setup;
mod told;
mod view;

pub(crate) use setup::MarrakechForm;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

use crate::app::App;
use crate::begin;
use crate::marrakech::address::VIEWER;

pub(crate) fn routes(app: &Arc<App>) -> Router {
    let viewer = Router::new().route(VIEWER, get(view::show)).with_state(Arc::clone(app));
    begin::routes::<MarrakechForm>(app).merge(viewer)
}
