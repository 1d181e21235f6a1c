//! Reading the rows of a run.

pub(crate) mod cell_lines;
pub(crate) mod game_lines;
pub(crate) mod game_list;
pub(crate) mod game_number;
pub(crate) mod ply_file;
pub(crate) mod ply_log;
pub(crate) mod position;
pub(crate) mod recover;
pub(crate) mod recover_error;
pub(crate) mod round_file;
pub(crate) mod row_bytes;
pub(crate) mod row_error;
pub(crate) mod row_reader;
pub(crate) mod row_text;
pub(crate) mod run_rows;
pub(crate) mod score_file;
pub(crate) mod sealed_lines;
