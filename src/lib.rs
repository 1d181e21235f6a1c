//! An arena for letter games: seeded tournaments of built-in and external players, reproducible to
//! the byte, with honest statistics.
//!
//! This package contains only the command line, [`cli`], which is thin; its library re-exports
//! everything below it under one name. The layers are crates, each of which depends only on those
//! above it in this list:
//!
//! - [`base`]: seats, points, seeds; [`words`](mod@words) and [`stats`]; [`game`]: what rules and players implement
//! - `learning`: players that were learnt elsewhere, from files of weights
//! - the games, one crate each, of [`games`]; `sandbox`, the confinement of a process
//! - [`protocol`]: players that are other programs or modules
//! - [`plan`]: configs, players and schedules
//! - [`run`]: the rows and the files of a run
//! - [`tournament`]: the runner
//! - [`compare`]: questions about the games of two players or more
//! - [`registry`]: the games by name
//! - [`report`], with [`history`]: the analysis of rows
//! - `arena`, here [`runs`]: the common base of all front ends
//! - [`season`]: tournaments that go on for weeks
//! - [`web`]: the simulator and seasons in the browser
//!
//! Cargo enforces these dependencies, and `tests/it/architecture.rs` what Cargo cannot: which code
//! may name a game, and which modules of a crate may import which.
//!
//! # The path of a game
//!
//! A [`plan::Config`] describes what is played. It can only be created from a
//! [`plan::RawConfig`], which comes from a file and the command line. [`registry`] is the
//! only place that knows all games by name: its [`prepare`](registry::prepare) combines the config
//! with the rules and the roster of its game into a [`tournament::Tournament`]. The tournament's
//! [`plan::Schedule`] turns a game's number into a [`plan::Job`] (deal, lineup, seed)
//! by pure arithmetic, or, if it has stages, from the results of earlier stages.
//! [`tournament::run()`] plays jobs in batches on all cores and hands the rows on in the order of
//! the numbers: for each file a [`run::RowBatch`] of typed columns, which
//! [`run::RunFolder`] appends to the files of the run as CSV and other consumers use
//! directly. [`report::Tally`] computes standings from the same stream, or from rows read back when
//! a run is resumed or its shards are merged; [`report::Report`] analyses everything in the files
//! of runs. [`runs`] puts this together for front ends: a raw config becomes a [`runs::ReadyRun`],
//! which creates its folder and becomes a [`runs::Session`] to be played or continued; a
//! [`runs::Replay`] plays single games again. Without a folder, a run is a pure function of the
//! config and a range of games: [`runs::Played`], which yields a [`runs::Part`];
//! [`runs::ReadyRun::assemble`] turns parts into the folder.
//!
//! # Where a decision is made
//!
//! - A column that all games share, and its contents: `batch/columns` of `run`. A game's own: its
//!   [`game::Recorded`]. Headers, readers, Arrow, Parquet and the tables of the book are derived.
//! - A key of a config: its line in `config/key` of `plan`, from which its field, its option and the
//!   help are derived, and `config/validated`, which defines its meaning.
//! - A schedule: its pairings in `schedule` of `plan`, its name and keys there and in
//!   `config/schedule`; forms are derived.
//! - A rule of a game, and a parameter of a strategy: one [`game::Param`]. Options, listings, forms
//!   and `tune` are derived.
//! - A game: its crate and its line in [`registry`]; if it can be played in the browser, its form
//!   and its line in `sections` of [`web`].
//!
//! # The contract
//!
//! A game implements [`game::Game`]: pure functions on an immutable rules value. Its `State` is the
//! complete state, its `View` the information available to one seat. A [`game::Player`] sees only
//! views and announced events. Only a [`game::Table`] changes a state: it takes the moves of all
//! seats whose turn it is on one unchanged state, checks them, records faults and replaces the
//! moves at fault by the game's fallback, applies all moves at once and announces the events. A [`game::Session`] plays a
//! table to its end: it asks the seated players, each with its own random stream, waits for those
//! outside, and reports announcements and the outcome to all of them. The runner, the replay,
//! pages, the terminal and environments are its callers.
//!
//! ```
//! use std::sync::Arc;
//! use lettergame::base::{Seat, Seed};
//! use lettergame::game::{Occupant, Roster, Session, Step, Table};
//! use lettergame::games::auction::{players::ROSTER, rules::{Auction, AuctionRules}};
//! use lettergame::words::Lexicon;
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
//! # Custom strategies and games
//!
//! [`main_with`] is the whole command with other [`Games`]: a separate crate can add strategies to
//! the built-in ones ([`Games::with_players`]), or a game ([`Games::with_game`]). A game implements
//! [`game::Game`], [`game::Recorded`] and [`game::Configurable`]; `examples/own_players.rs` and
//! `examples/own_game.rs` show both. The list of games is set once per process, so that a name
//! means the same in its configs, rows and pages.
//!
//! # External players
//!
//! [`protocol`] lets programs and WebAssembly modules play every game with the same messages. A
//! [`protocol::Launch`] starts processes in a [`protocol::sandbox`]; a [`protocol::Link`] is the
//! exchange with one of them, and never blocks. If a tournament has programs, the runner's
//! workers do not play game after game but host many games at once: each worker advances the games
//! whose answers have arrived, and writes asks to processes in batches; no process is shown a deal
//! twice. If anything goes wrong in a process, the games that it knows of are played again, each
//! alone in a [`protocol::Conversation`] with each of its programs. Only there are programs blamed, so
//! blame and rows do not depend on threads or batches. A player that fails repeatedly is benched for the rest of a block of games,
//! depending only on the games of that block.
//!
//! Code of library users plays with the same messages, as a [`protocol::InProcessPlayer`]; so do
//! the classes of the Python package, which is a separate crate in `python/`. Callers that step
//! games from outside get a [`tournament::OpenTable`] of any game from [`registry::open`].
//!
//! # Learning
//!
//! A [`game::Encoding`] puts a game into numbers: it declares what they mean as data
//! ([`game::Feature`]), from which bounds, scaling and the check of a trained network follow, and its
//! [`game::Encoder`] writes observations and lists actions. [`registry::batch`] makes a
//! [`tournament::TableBatch`]: many tables stepped together on all cores, with numbers in and numbers
//! out, which the environments of the Python package show as arrays. What was learnt comes back as a
//! file of weights: `policy` is a player of every game that shows a network the same numbers.
//!
//! # Comparisons
//!
//! Rows are passed on game by game. [`report::Tally`] computes standings; [`report::Report`] reads
//! the rows of runs back through a [`run::ScoreFile`], in one pass and bounded memory, and
//! is shown as text or as [`report::page`] with plots by [`report::plot`]. A contest of [`runs`]
//! plays candidates in the same seats of the same deals and books their results, in the order of
//! deals, in a [`compare::Book`], which decides whose games are still needed. A [`compare::Ledger`]
//! compares candidates with a baseline until its [`compare::Question`] is answered, and
//! [`compare::FinishedRuns`] fills one from two runs; a [`compare::Race`] drops candidates that are
//! not the best. A [`runs::MatchUp`] or a [`runs::RaceUp`] creates it from a user's options;
//! a [`runs::Tuning`] plays variants of a player in such contests and moves its parameters by
//! [`stats::Spsa`]. All formulas are in [`stats`], which knows only numbers: each file there gives
//! the source of its formula and its assumptions.
//!
//! # A season
//!
//! A [`season::Season`] is a folder with a database. [`season::Season::hand_in`] audits a player and
//! keeps its files as a version of its team. A [`season::MatchPlayer`] opens one match after the other, each
//! of them a run of its own, chosen so that the order becomes more certain; what standings need of
//! its rows is summed up in the database, where all versions are rated together
//! ([`stats::JoinedResults`]).
//!
//! A [`season::Snapshot`] has everything that its pages show: [`season::Season::publish`] writes them into a
//! folder, and a [`web::SeasonSite`] shows them as they are now. There, uploads by teams are put into a queue on the
//! disk ([`season::Season::queue`]) and checked one after the other ([`season::Season::check_next`]).
//!
//! # Schedules with stages
//!
//! In most schedules, a game's players follow from its number. Swiss, knockout and ladder are
//! paired stage by stage: all code that sees games in order, whether the runner or a reader of
//! rows, reports them to [`plan::Schedule::note`], so that resuming, replaying and reporting
//! see the same pairings.
//!
//! # The simulator
//!
//! [`web`] shows games in browsers. A section creates a game, which lives in a room; the room steps
//! its [`game::Session`] on separate threads, and every page that displays it receives the parts
//! that have changed. Players are seated by [`tournament::PlayerFactory`], as on the command line,
//! so that a game on a page is identical to that of a command. Tournaments are started through
//! [`runs`], as on the command line, and displayed from their files: a [`report::Follower`] keeps
//! reading a run while it grows, whichever process plays it.
//!
//! # History
//!
//! [`history`] keeps finished runs and verdicts in one SQLite file, if requested, so that a
//! strategy can be followed from commit to commit; [`report::history_table`] and
//! [`report::history_plot`] show it.
//!
//! # Randomness
//!
//! A [`base::Seed`] is derived by position, never by the order of calls: the deal's from the
//! tournament's seed, and the streams of the game itself and of each seat from the deal's. A
//! player's random choices therefore never change the deal, all games of one deal share it with the
//! seats changed, and rows depend only on the config: not on threads, shards, interruptions or the
//! number of games.
//!
//! # Words
//!
//! A [`words::Lexicon`] indexes words by their multiset of letters, those of any [`words::Alphabet`]: each letter has a random
//! 64-bit number, a multiset the sum of its letters' numbers, and a class of anagrams is found with
//! a single probe. The build script of `words` indexes the shipped list, so that the index is part of the
//! program. [`words::BestWords`] finds the best word at the end of a round in about a
//! microsecond, and [`games::scrabble::plays::Generator`] finds plays on the same index: the tiles
//! of a rack and those of the board are combined by adding their keys.

pub use lettergame_arena as runs;
pub use lettergame_base as base;
pub use lettergame_compare as compare;
pub use lettergame_game as game;
pub use lettergame_game::{field, words};
pub use lettergame_plan as plan;
pub use lettergame_protocol as protocol;
pub use lettergame_registry::{self as registry, Games};
pub use lettergame_report as report;
pub use lettergame_report::history;
pub use lettergame_run as run;
pub use lettergame_season as season;
pub use lettergame_stats as stats;
pub use lettergame_tournament as tournament;
pub use lettergame_web as web;
pub use lettergame_words as words;

/// The games, each in its own crate. No game knows another.
pub mod games {
    pub use lettergame_auction as auction;
    pub use lettergame_marrakech as marrakech;
    pub use lettergame_scrabble as scrabble;
    pub use lettergame_wordgame as wordgame;
}

pub mod cli;

pub use cli::{command, main_with};
