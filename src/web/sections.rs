//! The sections of the simulator. The start page and the links above every page follow from this list.

use std::sync::Arc;

use axum::Router;

use crate::web::App;
use crate::web::query::Fields;
use crate::web::rooms::Room;
use crate::web::{auction, marrakech, scrabble, tournaments, wordgame};

/// A part of the simulator: a game, or what else there is to see.
pub(in crate::web) struct Section {
    /// The address of its first page.
    pub(in crate::web) path: &'static str,
    /// Its name for people.
    pub(in crate::web) title: &'static str,
    /// What one can do there, in a sentence or two.
    pub(in crate::web) about: &'static str,
    /// Its own rules of style, after those that all pages have.
    pub(in crate::web) style: File,
    /// Its own script, if it has one.
    pub(in crate::web) script: Option<File>,
    /// Do its pages show plots? Then they load the style sheet of plots too.
    pub(in crate::web) plots: bool,
    /// Its pages.
    pub(in crate::web) routes: fn(&Arc<App>) -> Router,
    /// The room of the game that these fields say, where games are played in rooms.
    pub(in crate::web) begin: Option<Begin>,
}

/// Makes a room, or says what is wrong.
pub(in crate::web) type Begin = fn(&Arc<App>, &Fields) -> Result<Room, String>;

/// A file that only the pages of one section load.
pub(in crate::web) struct File {
    /// What it is called in its address.
    pub(in crate::web) name: &'static str,
    /// What is in it.
    pub(in crate::web) text: &'static str,
}

/// All of them, in the order of the start page.
pub(in crate::web) static SECTIONS: [&Section; 5] = [
    &auction::SECTION,
    &marrakech::SECTION,
    &scrabble::SECTION,
    &wordgame::SECTION,
    &tournaments::SECTION,
];
