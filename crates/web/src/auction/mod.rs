//! The section of the Letter Game: a form for the players and rules, and rooms in which games run.
//!
//! `/auction` shows the form with the table laid as its settings say; with settings in the address it shows
//! that very game before its first letter. Nothing is made by looking: the room, the players and the
//! secrets of seats come with Begin.

mod board;
mod form;
mod game;
mod parts;
mod setup;

pub(crate) use setup::AuctionForm;

use std::sync::Arc;

use axum::Router;

use crate::app::App;
use crate::begin;

pub(crate) fn routes(app: &Arc<App>) -> Router {
    begin::routes::<AuctionForm>(app)
}
