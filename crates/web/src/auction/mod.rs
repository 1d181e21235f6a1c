//! The section of the Letter Game: a form for the players and rules, and rooms in which games run.
//!
//! `/auction` shows the form with the table for its settings; with settings in the address it shows
//! exactly that game before its first letter. Viewing creates nothing: the room, the players and the
//! secrets of seats are created by the Start button.

mod bag;
mod bids;
mod board;
mod form;
mod game;
mod hand;
mod parts;
mod review;
mod rounds;
mod sale;
mod seats;
mod setup;
mod tile;

pub(crate) use setup::AuctionForm;

use std::sync::Arc;

use axum::Router;

use crate::app::App;
use crate::begin;

pub(crate) fn routes(app: &Arc<App>) -> Router {
    begin::routes::<AuctionForm>(app)
}
