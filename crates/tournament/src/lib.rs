//! Tournaments: from a validated config to rows on disk, with reproducible rows.
//!
//! [`Tournament`] plays the jobs of a schedule and writes their rows; [`run`] does that in batches on all cores and
//! hands them on in the order of jobs; [`RunFolder`] stores them and can be resumed after any interruption; [`merge`]
//! joins the shards of one run.

mod any_tournament;
mod batch;
mod bench;
mod cell_lines;
mod columns;
mod decision_times;
mod external_players;
mod fault_lines;
mod fault_log;
mod files;
mod folder;
mod folder_error;
mod game_lines;
mod game_list;
mod game_number;
mod game_queue;
mod lineup;
mod lock;
mod merge;
mod open_table;
mod parquet_rows;
mod parts;
mod player_factory;
mod ply;
mod ply_file;
mod ply_log;
mod position;
mod recorded_game;
mod recover;
mod recover_error;
mod replayed;
mod resolver;
mod round_file;
mod row;
mod row_batch;
mod row_bytes;
mod row_reader;
mod row_text;
mod rows;
mod run_files;
mod run_rows;
mod runner;
mod scheduler;
mod score;
mod score_file;
mod sealed_lines;
mod selection;
mod shown;
mod table_batch;
mod timed;
mod times;
mod tournament;
mod tournament_error;
mod values;
mod whole_file;

pub use any_tournament::AnyTournament;
pub use batch::Batch;
pub use bench::{BenchError, Benched};
pub use columns::{PLY_COLUMNS, ROUND_COLUMNS, SCORE_COLUMNS, file_columns};
pub use decision_times::{DealSums, DealTimes, DecisionTimes, GameTimes};
pub use fault_log::{FaultLog, FaultRecord};
pub use folder::{LogFile, RunFolder, RunInfo};
pub use folder_error::{Alteration, Altered, FolderError};
pub use game_list::{ListedGame, ListedSeat, listed_games};
pub use game_queue::{NextGame, QueueHandle};
pub use lineup::Lineup;
pub use lock::{RunLock, lock_file};
pub use merge::{LockedShard, MergeError, ShardFolder, in_order, merge};
pub use open_table::{OpenGame, OpenTable};
pub use parquet_rows::ParquetWriter;
pub use parts::{
    LostPart, Manifest, ManifestError, Mendable, PartFormat, PartOptions, PartSurvey, Seal,
    StoredPart, games_of_part, part_files, part_folder, part_name, part_of, stored_tallies,
};
pub use player_factory::{PlayerFactory, PlayerFactoryError};
pub use ply::{Ply, PlyMove, PlyView, ReplayOptions};
pub use ply_log::PlyLog;
pub use recover::{Progress, scan_run};
pub use recover_error::RecoverError;
pub use replayed::{can_replay, check_games, check_last_game};
pub use resolver::PlayerError;
pub use round_file::{RoundFile, RoundRow};
pub use row::RowError;
pub use row_batch::RowBatch;
pub use row_bytes::RowBytes;
pub use row_reader::RowReader;
pub use rows::{RowForm, Rows};
pub use run_rows::RunRows;
pub use runner::{Ended, max_threads, run, run_watched};
pub use score_file::{GameRows, ScoreFile};
pub use selection::Selection;
pub use table_batch::{BatchError, BatchOptions, BatchShape, Output, Reward, TableBatch};
pub use times::{PlayerTimes, RunTiming, Waiting};
pub use tournament::Tournament;
pub use tournament_error::TournamentError;
pub use values::{Texts, Values};
