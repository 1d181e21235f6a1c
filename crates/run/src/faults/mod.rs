//! `faults.jsonl`.

pub(crate) mod lines;
pub(crate) mod log;
