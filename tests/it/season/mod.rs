//! Seasons: commands, pages, hand-ins.

mod altered;
pub(crate) mod cli;
pub(crate) mod serve;
mod site;
mod status;
