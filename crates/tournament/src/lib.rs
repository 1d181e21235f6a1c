//! Tournaments: from a validated config to the rows of its games, which are reproducible.
//!
//! Internal: its interface follows the needs of the other crates of this project.
//!
//! [`Tournament`] plays the jobs of a schedule and writes their rows; [`run()`] does that in batches on all cores and
//! hands them on in the order of jobs.

mod alone;
mod any_tournament;
mod batch;
mod bench;
mod external_players;
mod game_queue;
mod in_turn;
mod lineup;
mod open_table;
mod operations;
mod permits;
mod player_factory;
mod recorded_game;
mod resolver;
mod runner;
mod scheduler;
mod score;
mod selection;
mod table_batch;
mod teller;
mod timed;
mod times;
mod tournament;
mod tournament_error;

pub use any_tournament::AnyTournament;
pub use batch::Batch;
pub use bench::Benched;
pub use game_queue::{NextGame, QueueHandle};
pub use lineup::Lineup;
pub use open_table::{OpenGame, OpenTable};
pub use player_factory::{PlayerFactory, PlayerFactoryError};
pub use resolver::PlayerError;
pub use runner::{Ended, max_threads, run, run_watched};
pub use selection::Selection;
pub use table_batch::{BatchError, BatchOptions, BatchShape, Output, Reward, TableBatch};
pub use times::Waiting;
pub use tournament::Tournament;
pub use tournament_error::TournamentError;
