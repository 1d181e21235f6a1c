//! Generates, values and ranks legal plays. One generator answers every question; the [`Collect`] decides
//! where it stops: the best play, the best few, all of them, or their number.

mod bounds;
mod collect;
mod equity;
mod found;
mod frame_search;
mod generator;
mod leave_table;
mod leaves;
mod leaves_file;
mod queue;
#[cfg(test)]
mod sampling;
mod search;
mod subsets;
mod valuation;
mod windows;

pub use collect::{All, Best, Collect, Count, Top};
pub use equity::Equity;
pub use found::{Found, Ranked};
pub use generator::Generator;
pub use leave_table::LeaveTable;
pub use leaves::{LeaveValue, Leaves, OtherTilesError, ParseLeavesError};
pub use leaves_file::LeavesFileError;
pub use valuation::{Points, Valuation};
