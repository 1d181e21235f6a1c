//! Rows as typed columns.

pub(crate) mod columns;
pub(crate) mod fault_line;
pub(crate) mod recorder;
pub(crate) mod row_batch;
pub(crate) mod rows;
pub(crate) mod values;
