//! L6: what rows say: standings, and tables in the formats that people and programs read.

mod standings;
mod table;

pub use standings::{STANDING_COLUMNS, Standing, Tally};
pub use table::{Cell, Format, Table, TableError};
