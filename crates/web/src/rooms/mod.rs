//! Rooms: one game each, for everyone who has the address.
//!
//! A section creates a [`Match`] and puts it into a room. The room keeps it under a lock that only blocking
//! threads wait for, and publishes the newest [`Picture`]; pages and streams read only pictures, so a player
//! that thinks for long blocks no one.

mod address;
mod aside;
mod cards;
mod clocks;
mod consoles;
mod drive;
mod headline;
mod invite;
mod lobby;
mod look;
mod names;
mod page;
mod people;
mod place;
mod play;
mod presence;
mod programs;
mod record;
mod rematch;
mod room;
mod routes;
mod seat_parts;
mod seating;
mod soon;
mod stream;
mod under_way;
mod written;

pub(crate) use address::existing_room;
pub(crate) use cards::seat_class;
pub(crate) use clocks::clock::Clock;
pub(crate) use headline::turn_count;
pub(crate) use names::{LEVEL_NAMES, Levels, MAX_NAME, Names, level_of, read_name};
pub(crate) use people::People;
pub(crate) use place::Rooms;
pub(crate) use play::{
    About, Export, Match, Part, Picture, Rematch, Replay, Score, Standing, Tried, Viewer,
};
pub(crate) use record::{Record, write_line};
pub(crate) use room::{Activity, Pace, Room};
pub(crate) use routes::routes;
