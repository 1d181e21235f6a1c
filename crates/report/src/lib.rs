//! Reports on recorded games: standings, final orders, comparisons, and tables in formats for people and
//! programs.
//!
//! Internal: its interface follows the needs of the other crates of this project.

pub mod history;

mod class_rounds;
mod comparison;
mod digest;
mod document;
mod evaluation;
mod history_line;
mod history_plot;
mod history_table;
mod metrics;
mod page;
mod parquet_file;
mod player_tally;
pub mod plot;
mod population;
mod race;
mod ranking;
mod rating_digest;
mod replayed;
mod run_status;
mod standings;
mod standings_view;
mod table;
mod tally;
mod text;
pub mod theme;
mod tuning;

pub use class_rounds::{ClassRound, class_rounds};
pub use comparison::ComparisonReport;
pub use digest::{
    Checkpoint, ColumnDigest, Digest, DigestError, Distribution, Estimate, FaultDigest, Follower,
    JoinError, JoinedReport, Notability, NotableGame, PairDigest, PlayerDigest, PlayerRounds,
    Relation, Report, RoundDigest, RoundsDigest, RunTitle, SamplePoint, SeatDigest, Ties,
    TimesDigest,
};
pub use document::Document;
pub use evaluation::Evaluation;
pub use history_plot::history_plot;
pub use history_table::{history_table, history_text, verdict_table};
pub use metrics::{METRICS_TYPE, ProcessMetric, metrics_text};
pub use page::{
    LiveSummary, SideBySide, content_policy, ecology_picture, notebook_comparison,
    notebook_standings, page, page_from, page_policy, replay_page, replay_policy,
};
pub use parquet_file::{ParquetError, write_parquet};
pub use player_tally::PlayerTotals;
pub use population::{Ecology, MAX_GENERATIONS};
pub use race::RaceReport;
pub use ranking::Placing;
pub use rating_digest::{
    CycleDigest, ModelDigest, ModelPair, PopulationDigest, PopulationRow, RatingDigest, RatingPair,
};
pub use replayed::{GameLog, ReplayedGame, ReviewTotal, STEPPER_SCRIPT, STEPPER_STYLE, stepper};
pub(crate) use replayed::{PICTURE_STYLE, faults, table_picture};
pub use run_status::RunStatus;
pub use standings::Standing;
pub use standings_view::{Anchor, AnchorError, NoAnchor, SortKey, StandingsOrder, StandingsView};
pub use table::{Cell, Format, Table, TableError, folded, stderr_width, terminal_width};
pub use tally::{Tally, TallyError};
pub use text::SECTION_NAMES;
pub use tuning::{TuningReport, TuningRow};
