//! The sections of the simulator. The start page and the links above every page follow from this list.

use std::sync::Arc;

use axum::Router;

use crate::App;
use crate::query::Fields;
use crate::rooms::Room;
use crate::{auction, marrakech, scrabble, tournaments, wordgame};

/// A part of the simulator: a game, or what else there is to see.
pub(crate) struct Section {
    /// The address of its first page.
    pub(crate) path: &'static str,
    /// Its name for people.
    pub(crate) title: &'static str,
    /// What one can do there, in a sentence or two.
    pub(crate) about: &'static str,
    /// Its own rules of style, after those that all pages have.
    pub(crate) style: File,
    /// Its own script, if it has one.
    pub(crate) script: Option<File>,
    /// Do its pages show plots? Then they load the style sheet of plots too.
    pub(crate) plots: bool,
    /// Its pages.
    pub(crate) routes: fn(&Arc<App>) -> Router,
    /// The room of the game that these fields say, where games are played in rooms.
    pub(crate) begin: Option<Begin>,
}

/// Makes a room, or says what is wrong.
pub(crate) type Begin = fn(&Arc<App>, &Fields) -> Result<Room, String>;

/// A file that only the pages of one section load.
pub(crate) struct File {
    /// What it is called in its address.
    pub(crate) name: &'static str,
    /// What is in it.
    pub(crate) text: &'static str,
}

/// All of them, in the order of the start page.
pub(crate) static SECTIONS: [&Section; 5] = [
    &auction::SECTION,
    &marrakech::SECTION,
    &scrabble::SECTION,
    &wordgame::SECTION,
    &tournaments::SECTION,
];
