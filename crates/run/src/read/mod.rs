//! Reading the rows of a run.

pub(crate) mod fault_log;
pub(crate) mod game_list;
mod opening;
pub(crate) mod ply_file;
pub(crate) mod ply_log;
pub(crate) mod recover;
pub(crate) mod recover_error;
pub(crate) mod round_file;
pub(crate) mod row_file;
pub(crate) mod row_stream;
pub(crate) mod run_rows;
pub(crate) mod score_file;
