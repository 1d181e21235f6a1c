//! A run on disk: its rows, their formats, and the folder that holds them. Knows no game and no player.
//!
//! [`RunFolder`] stores the rows of games and can be resumed after any interruption; [`RunRows`] opens them for
//! reading, so that all readers check alike; [`merge()`] joins the shards of one run.
//!
//! Internal: its interface follows the needs of the other crates of this project.

mod batch;
mod diagnosis;
mod folder;
mod folder_error;
mod format;
mod layout;
mod lock;
mod merge;
mod ply;
mod read;
mod run_files;
mod sealing;
mod shown;
mod times;
mod whole_file;

pub use batch::columns::{PLY_COLUMNS, ROUND_COLUMNS, SCORE_COLUMNS, file_columns, header};
pub use batch::recorder::Recorder;
pub use batch::row_batch::RowBatch;
pub use batch::rows::{RowForm, Rows};
pub use batch::values::{Cell, Texts, Values};
pub use folder::open_part::Division;
pub use folder::run_folder::{LogFile, RunFolder};
pub use folder_error::{Alteration, Altered, FolderError};
pub use format::parquet_writer::ParquetWriter;
pub use format::row_error::RowError;
pub use layout::manifest::{Manifest, stored_tallies};
pub use layout::manifest_error::ManifestError;
pub use layout::part_format::{PartFormat, PartOptions};
pub use layout::parts::{games_of_part, part_folder, part_name, part_of};
pub use layout::run_info::RunInfo;
pub use layout::seal::{Seal, StoredPart};
pub use lock::{RunLock, lock_file};
pub use merge::{LockedShard, MergeError, ScannedShard, ShardFolder, check_out, in_order, merge};
pub use ply::{Ply, PlyMove, PlyView, ReplayOptions};
pub use read::fault_log::{FaultLog, FaultRecord, fault_lines};
pub use read::game_list::{ListedGame, ListedSeat, last_game, listed_games};
pub use read::ply_log::PlyLog;
pub use read::recover::{Progress, scan_run};
pub use read::recover_error::{BenchError, RecoverError};
pub use read::round_file::{RoundFile, RoundRow};
pub use read::row_file::has_rows;
pub use read::row_stream::RowStream;
pub use read::run_rows::RunRows;
pub use read::score_file::{GameRows, ScoreFile};
pub use run_files::{RUN_FILES, row_file, row_file_name};
pub use sealing::files::part_files;
pub use sealing::lost::{LostPart, PartSurvey};
pub use times::decision_times::{DealSums, DealTimes, DecisionTimes, GameTimes};
pub use times::run_timing::{PlayerTimes, RunTiming};
