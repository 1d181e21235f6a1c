//! L4: tournaments: from a checked config to rows on disk, the same rows every time.
//!
//! [`Config`] says what is played; [`Schedule`] turns a game number into a [`Job`] by pure
//! arithmetic; [`Plan`] plays jobs and writes their rows; [`run`] does that in batches
//! over all cores and hands them on in the order of jobs; [`RunFolder`] keeps them, can be resumed
//! after any interruption, and [`merge`] joins the shards of one run.

mod config;
mod draft;
mod folder;
mod merge;
mod plan;
mod recover;
mod row;
mod runner;
mod schedule;

pub use config::{Config, ConfigError, Record, Shard, short_hash};
pub use draft::{Draft, DraftError, Places};
pub use folder::{FolderError, RunFolder, RunInfo};
pub use merge::{MergeError, ShardFolder, in_order, merge};
pub use plan::{Arena, GameScore, Plan, PlanError, Ply, PlyMove, SeatScore};
pub use recover::{RecoverError, Survey, survey, whole_rows};
pub use row::{COMMON_COLUMNS, Row, RowError, Rows};
pub use runner::{Batch, Ended, run};
pub use schedule::{Format, Job, Schedule, ScheduleError, Seating};
