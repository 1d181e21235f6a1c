//! The arena for letter games: seeded tournaments of built-in and foreign players, reproducible to
//! the byte, with honest statistics.
//!
//! The command is thin: [`cli`] and nothing else is in this package, whose library gives all that stands below it
//! one name. The layers are crates, which depend only on those above them in this list:
//!
//! - `core`: [`base`], [`stats`], [`lexicon`], [`game`]
//! - the games, one crate each, of [`games`]; `sandbox`, the confinement of a process
//! - [`protocol`]: players that are other programs or modules
//! - [`tournament`], with [`compare`]: configs, schedules, the runner, the files of a run
//! - [`registry`]: the games by name
//! - [`report`], with [`history`]: what rows say
//! - `arena`, here [`runs`]: what every front end starts from
//! - [`web`]: the simulator in the browser
//!
//! Cargo keeps them apart, and `tests/it/architecture.rs` what Cargo cannot: who may name a game, and which modules
//! of a crate may import which.
//!
//! # The way of one game
//!
//! A [`tournament::Config`] says what is played; a [`tournament::RawConfig`], from a file and the command
//! line, is its only gate. [`registry`] is the one place that knows all games by name: its [`prepare`](registry::prepare)
//! brings the config together with the rules and the roster of its game into a [`tournament::Tournament`].
//! The tournament's [`tournament::Schedule`] turns a game's number into a [`tournament::Job`], by pure
//! arithmetic: which deal, who sits where, which seed; where it has stages, also from the results of
//! the stages before. [`tournament::run()`] plays jobs in batches on
//! all cores and hands the rows on in the order of the numbers: each file a [`tournament::RowBatch`] of typed
//! columns, which [`tournament::RunFolder`] appends to the files of the run as CSV and others take as they are.
//! [`report::Tally`] makes standings of the same stream, or of the rows that were read back when a run is resumed or
//! its shards are merged; [`report::Report`] says all that the files of runs can tell. [`runs`] puts this together for whoever starts a tournament: a
//! raw config becomes a [`runs::ReadyRun`], that makes its folder and is a [`runs::Session`], which is played
//! or gone on with; a [`runs::Replay`] plays single games again. Without a folder a run is a pure function
//! of the config and a range of games: [`runs::Played`], a [`runs::Part`] of which [`runs::ReadyRun::assemble`] makes the
//! folder.
//!
//! # Where a decision stands
//!
//! - A column that all games share, and what is written into it: `columns` of `tournament`. A game's own: its
//!   [`game::Recorded`]. Headers, readers, Arrow, Parquet and the tables of the book follow.
//! - A key of a config: its line in `raw_config/config_key` of `tournament`, from which its field, its option and the help
//!   follow, and `config`, which says what it means.
//! - A schedule: its pairings in `schedule`, its name and keys there and in `raw_schedule`; forms follow.
//! - A rule of a game, and a parameter of a strategy: one [`game::Param`]. Options, listings, forms and `tune` follow.
//! - A game: its crate and its line in [`registry`]; where it has a table in the browser, its form and its line in
//!   `sections` of [`web`].
//!
//! # The contract
//!
//! A game implements [`game::Game`]: pure functions on an immutable rules value. Its `State` is the
//! whole truth, its `View` is what one seat may know. A [`game::Player`] sees views and announced
//! events, nothing else. Only a [`game::Table`] changes a state: it takes the moves of every seat whose
//! turn it is on one unchanged state, checks them, lets the game's fallback stand in for a fault and
//! records it, applies all at once and announces. A [`game::Session`] plays a table to its end: it asks
//! the players that sit there, each with its own stream of chance, waits for those outside, and tells
//! all of them what is announced and how the game ended. The runner, the replay, pages, the terminal and
//! environments are its callers.
//!
//! ```
//! use std::sync::Arc;
//! use lettergame::base::{Seat, Seed};
//! use lettergame::game::{Occupant, Roster, Session, Step, Table};
//! use lettergame::games::auction::{players::ROSTER, rules::{Auction, AuctionRules}};
//! use lettergame::lexicon::Lexicon;
//!
//! let rules = Arc::new(Auction::new(AuctionRules::words(), Arc::new(Lexicon::shipped())));
//! let sit = |(seat, name): (Seat, &str)| {
//!     Ok(Occupant::Player(Roster::make(&ROSTER, name, &rules)?.sit(&rules, seat, 2)))
//! };
//! let players = Seat::first(2).zip(["letter-value", "random"]).map(sit);
//! let players = players.collect::<Result<_, Box<dyn std::error::Error>>>()?;
//! let mut session = Session::new(Table::new(Arc::clone(&rules), 2, Seed(7))?, Seed(7), players);
//! while session.advance() == Step::Announced {}
//! assert_eq!(session.table().rounds_done(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Strategies and games of one's own
//!
//! [`main_with`] is the whole command with other [`Games`]: a crate of one's own adds strategies to those that ship
//! ([`Games::with_players`]), or a game ([`Games::with_game`]). A game is what implements [`game::Game`],
//! [`game::Recorded`] and [`game::Configurable`]; `examples/own_players.rs` and `examples/own_game.rs` show both. The list of
//! games is set once for a process, so that a name means the same in its configs, rows and pages.
//!
//! # Players that are programs
//!
//! [`protocol`] lets programs and modules of WebAssembly play every game by the same messages. A
//! [`protocol::Launch`] starts processes in a [`protocol::sandbox`], a [`protocol::Link`] is the
//! conversation with one of them; it never waits. Where a tournament has programs, the runner's workers do
//! not play game after game but host many games at once: each worker goes on with whatever game has
//! its answers, and writes asks to processes in batches. A process that breaks while it knows of several games has
//! them played again one by one, so that blame and rows do not depend on batches. A player that fails again
//! and again is benched for the rest of a block of games: who is follows from the games of that block alone.
//!
//! Code of whoever uses this library plays by the same messages, as a [`protocol::InProcessPlayer`]: so do the classes
//! of the Python package, which is a crate of its own in `python/`. What steps games from outside, as its
//! environments do, gets a [`tournament::OpenTable`] of any game from [`registry::open`].
//!
//! # Which one is better
//!
//! Rows are told to whoever counts, one game after the other. [`report::Tally`] counts standings;
//! [`report::Report`] reads the rows of runs back through a [`tournament::ScoreFile`], in one pass and bounded
//! memory, and is shown as text or as [`report::page`] with plots of the kit [`report::plot`].
//! [`compare::Contest`] plays candidates in the same seats of the same deals and books what they made of each, in the
//! order of deals, in a [`compare::Book`], which says whose games it still wants. A [`compare::Ledger`] sets candidates
//! against a baseline until its [`compare::Question`] is answered, and [`compare::FinishedRuns`] fills the same from two
//! runs; a [`compare::Race`] drops whoever is not the best. A [`runs::MatchUp`] or a [`runs::RaceUp`] makes a contest
//! of what a user asks; a [`runs::Tuning`] plays variants of a player in such contests and moves its parameters by
//! [`stats::Spsa`]. All formulas are in [`stats`],
//! which knows numbers only: each file there says where its formula is from and what it assumes.
//!
//! # Schedules with stages
//!
//! In most schedules a game's players follow from its number. Swiss, knockout and ladder are drawn stage by
//! stage: whoever sees games in order tells them to [`tournament::Schedule::note`], the runner as well as
//! a reader of rows, so that resuming, replaying and reporting meet the same pairings.
//!
//! # The simulator
//!
//! [`web`] shows games to browsers. A section makes a game, which lives in a room; the room steps its
//! [`game::Session`] on threads of their own, and every page that looks at it is sent the parts that have
//! changed. Players are seated by [`tournament::PlayerFactory`], as on the command line, so that a game on a page
//! is the game of a command. Tournaments are begun there by [`runs`], as on the command line, and shown by
//! what stands in their files: a [`report::Follower`] reads a run on while it grows, whoever plays it.
//!
//! # The record over time
//!
//! [`history`] keeps finished runs and verdicts in one SQLite file, where a user asks for it, so that a
//! strategy can be followed from commit to commit; [`report::history_table`] and
//! [`report::history_plot`] show it.
//!
//! # Chance
//!
//! A [`base::Seed`] is derived by position, never by the order of calls: from the tournament's seed the
//! deal's, from the deal's the streams of the game itself and of each seat. So what a player draws
//! never changes what is dealt, all games of one deal share it with the seats changed, and rows depend
//! on the config alone: not on threads, shards, interruptions or the number of games.
//!
//! # Words
//!
//! A [`lexicon::Lexicon`] indexes words by their multiset of letters: each letter has a random 64-bit
//! number, a multiset the sum of them, and a class of anagrams is found by one probe.
//! [`lexicon::BestWords`] answers the question of every round's end in about a microsecond, and
//! [`games::scrabble::plays::Generator`] finds plays on the same index: the tiles of a rack and those
//! of the board are put together by adding their keys.

pub use lettergame_arena as runs;
pub use lettergame_core::{base, field, game, lexicon, stats, words};
pub use lettergame_protocol as protocol;
pub use lettergame_registry::{self as registry, Games};
pub use lettergame_report as report;
pub use lettergame_report::history;
pub use lettergame_tournament as tournament;
pub use lettergame_tournament::compare;
pub use lettergame_web as web;

/// The games, each in a crate of its own. No game knows another.
pub mod games {
    pub use lettergame_auction as auction;
    pub use lettergame_marrakech as marrakech;
    pub use lettergame_scrabble as scrabble;
    pub use lettergame_wordgame as wordgame;
}

pub mod cli;

pub use cli::{command, main_with};
