//! A season for its teams: the pages of its static site, always as it stands now; hand-ins by the teams
//! themselves; the teacher's page.
//!
//! Everybody sees what the static site shows. A team has a key, which it shows once to its browser or sends with
//! each request of a program; with it, it hands in and reads the logs of its own player, and of no
//! other. The teacher has the key of the server's terms. Uploads are queued in the season ([`Season::queue`])
//! and checked one after the other, in the sandbox, by a thread of this process (`desk`); pages are rendered anew
//! when the season has changed (`view`).
//!
//! [`Season::queue`]: lettergame_season::Season::queue

mod desk;
mod form_page;
mod found;
mod own;
mod own_page;
mod packed;
mod public;
mod routes;
mod teacher;
mod teacher_page;
mod upload;
mod view;
mod visitor;

pub use desk::{SeasonDesk, SeasonSite};
