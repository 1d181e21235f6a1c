//! Tournaments: from a checked config to rows on disk, the same rows every time.
//!
//! [`Config`] says what is played; [`Schedule`] turns a game number into a [`Job`] by pure
//! arithmetic, or from the results of the stages before; [`Plan`] plays jobs and writes their rows; [`run`] does that in batches
//! over all cores and hands them on in the order of jobs; [`RunFolder`] keeps them, can be resumed
//! after any interruption, and [`merge`] joins the shards of one run.

pub mod compare;

mod arena;
mod bench;
mod cell_lines;
mod checksums;
mod conduct;
mod config;
mod config_file;
mod decision_times;
mod draft;
mod draft_error;
mod draft_format;
mod draft_reader;
mod draft_runs;
mod durations;
mod entrant;
mod fault_lines;
mod files;
mod folder;
mod folder_error;
mod foreign;
mod game_lines;
mod game_list;
mod grid;
mod hall;
mod local_files;
mod lock;
mod merge;
mod open_table;
mod place;
mod plan;
mod plan_error;
mod ply;
mod ply_file;
mod ply_log;
mod program_draft;
mod recover;
mod replayed;
mod round_file;
mod row;
mod run_rows;
mod runner;
mod schedule;
mod score;
mod score_file;
mod selection;
mod shown;
mod sums;
mod timed;
mod times;
mod venue;

pub use arena::Arena;
pub use bench::{BENCHED, Benched, Misplaced};
pub use conduct::{Conduct, StreakError, Streaks, carried};
pub use config::{Config, ConfigError, Record, Shard, rules_json, short_hash};
pub use decision_times::{DealSums, DealTimes, DecisionTimes, GameTimes};
pub use draft::{Draft, Places};
pub use draft_error::DraftError;
pub use durations::duration;
pub use fault_lines::{FaultLog, FaultRecord};
pub use folder::{LogFile, RunFolder, RunInfo};
pub use folder_error::FolderError;
pub use foreign::{Foreign, Module};
pub use game_list::{ListedGame, ListedSeat, listed_games};
pub use grid::{GridError, expanded_player, expanded_players};
pub use local_files::LocalFile;
pub use lock::{RunLock, lock_file};
pub use merge::{LockedShard, MergeError, ShardFolder, in_order, merge};
pub use open_table::{OpenGame, OpenTable, Opened};
pub use plan::Plan;
pub use plan_error::PlanError;
pub use ply::{Ply, PlyMove};
pub use ply_log::PlyLog;
pub use program_draft::ProgramDraft;
pub use recover::{RecoverError, Survey, survey};
pub use replayed::{can_replay, check_games, check_last_game};
pub use round_file::{RoundFile, RoundRow};
pub use row::{COMMON_COLUMNS, RowError};
pub use run_rows::RunRows;
pub use runner::{Batch, Ended, Supplied, Supply, max_threads, run, run_watched};
pub use schedule::{Format, Job, Rank, Schedule, ScheduleError, Seating};
pub use score::{GameScore, SeatScore};
pub use score_file::{GameRows, ScoreFile};
pub use selection::Selection;
pub use times::{PlayerTimes, RunTiming, Waiting};
pub use venue::{PERSON, Sitter, Venue, VenueError};
