//! Complete parts: sealing them, replacing their files, and finding those that are lost.

mod differences;
pub(crate) mod files;
pub(crate) mod lost;
pub(crate) mod to_parquet;
