//! L6: what rows say: standings, comparisons, and tables in the formats that people and programs read.

mod comparison;
mod standings;
mod table;

pub use comparison::Told;
pub use standings::{STANDING_COLUMNS, Standing, Tally};
pub use table::{Cell, Format, Table, TableError};
