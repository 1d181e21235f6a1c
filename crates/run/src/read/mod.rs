//! Reading the rows of a run.

pub(crate) mod blocks;
pub(crate) mod csv_rows;
pub(crate) mod game_list;
pub(crate) mod game_number;
mod opening;
pub(crate) mod ply_file;
pub(crate) mod ply_log;
pub(crate) mod recover;
pub(crate) mod recover_error;
pub(crate) mod round_file;
pub(crate) mod row_error;
pub(crate) mod row_file;
pub(crate) mod row_stream;
pub(crate) mod run_rows;
pub(crate) mod score_file;
pub(crate) mod text_file;
