//! What a server shows in browsers: the simulator, or a season with hand-ins by its teams (`season`).
//!
//! Internal: its interface follows the needs of the other crates of this project.
//!
//! The simulator contains no rules: pages step the same
//! [`Session`](lettergame_game::Session) as the runner.
//!
//! [`Server`] listens for a [`Site`]; [`router`] is everything after the socket, so tests need no socket. A game in progress
//! lives in a room (`rooms`): its section creates it (`Match`), the room steps it on blocking threads and
//! publishes its newest `Picture`, and every event stream sends that as soon as its browser accepts more. A
//! section is a folder here, its head in `section` and an entry in `sections`. What was done in a game is kept
//! (`transcript`), so that it can be gone through again when it is over (`review`).
//!
//! Work is scheduled in turns, so that no client can keep the processors from others: `asking` for pages, the
//! rooms' `turns` for players that think.
//!
//! Input from browsers is not trusted: `guard` checks hosts, origins and rates before anything else, a room's
//! address is its only key, a seat's address is the only way to its letters, and nothing in a request is ever
//! opened or run unless [`Terms::allow_programs`] allows it.

mod app;
mod assets;
mod auction;
mod begin;
mod capital;
mod form;
mod glossary;
mod happened;
mod levels;
mod marrakech;
mod metrics;
mod quoted;
mod recorded;
mod review;
mod room_session;
mod rooms;
mod rules;
mod saved;
mod scrabble;
mod season;
mod seats;
mod section;
mod sections;
mod serving;
mod setup;
mod shell;
mod simulator;
mod stand_ins;
mod start;
mod terms;
mod tournaments;
mod transcript;
mod turns;
mod wordgame;

pub use app::App;
pub use scrabble::AnalysedGame;
pub use season::{SeasonDesk, SeasonSite};
pub use seats::list_players;
pub use serving::server::{ServeError, Server, router};
pub use serving::site::Site;
pub use serving::token::{EntropyError, Key};
pub use terms::{Limits, Terms};
