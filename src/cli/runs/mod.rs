//! What commands that play or read runs share: the session, its progress, status and standings, and the history.

pub(in crate::cli) mod interim;
pub(in crate::cli) mod progress;
pub(in crate::cli) mod recorder;
pub(in crate::cli) mod session;
pub(in crate::cli) mod status;
