//! L6: what rows say: standings, final orders, comparisons, and tables in the formats that people and
//! programs read.

mod comparison;
mod ranking;
mod standings;
mod table;

pub use comparison::Told;
pub use ranking::{RANKING_COLUMNS, ranking_table};
pub use standings::{STANDING_COLUMNS, Standing, Tally};
pub use table::{Cell, Format, Table, TableError};
