//! Seasons: commands, pages, hand-ins.

mod altered;
pub(crate) mod cli;
pub(crate) mod serve;
pub(crate) mod site;
mod status;
