//! Rooms: a game each, for everybody who knows the address.
//!
//! A section makes a [`Match`] and puts it into a room. The room keeps it behind a lock that only threads
//! of their own wait for, and publishes the newest [`Picture`]; pages and streams read pictures alone, so
//! a player who thinks for long keeps nobody waiting.

mod aside;
mod drive;
mod page;
mod place;
mod play;
mod record;
mod room;
mod routes;
mod stream;
mod written;

pub(crate) use place::Rooms;
pub(crate) use play::{About, Export, Match, Part, Picture, Standing, Viewer};
pub(crate) use record::{Record, write_line};
pub(crate) use room::{Activity, Pace, Room};
pub(crate) use routes::routes;
