//! The scheduler: a single thread that hosts many games with programs at once.
//!
//! Each program has one process here, and each clone of a player its own. A game proceeds until it
//! needs a program; then its asks wait in the queues of its programs. An idle process receives all
//! asks that wait for it, up to a batch, and another batch is ready for it while it thinks.
//! Processes are therefore busy as long as there are games, and games wait for each other no longer
//! than a batch takes.
//!
//! If anything is wrong with a program, there is no telling which of the games that its process knows of
//! was the cause, nor at which decision: these games are played again from the start, each alone, with
//! processes of its own ([`Tournament::play_alone`]). Only there is a program blamed, so what it does in one
//! game cannot show in another, and every row is the same for any number of threads and any batch size.
//!
//! No process is shown a deal twice: in another seat it could know the letters of its rivals.

mod client;
mod hosted_game;
mod lone_games;
pub(super) mod pools;
pub(super) mod program_scheduler;
mod seating;
mod timing;
mod trouble;
