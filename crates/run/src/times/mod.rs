//! How long players took.

pub(crate) mod decision_times;
pub(crate) mod run_timing;
