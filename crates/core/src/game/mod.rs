//! The contract that every game and every player keeps, and the table where moves are applied.
//!
//! [`Game`] is the rules, [`Player`] decides in one seat, [`Table`] binds a state to its rules and is
//! the only place where a move is applied. [`Settings`] and [`Roster`] let a game and its strategies
//! be named and tuned in text, in the same way for all games.

mod contract;
mod own_cells;
mod parameters;
mod roster;
mod settings;
mod table;

pub use contract::{
    Answer, Cells, Fault, FaultKind, Game, Offence, Outcome, Player, SeatsError, Strategy, Turn,
};
pub use own_cells::{OwnCells, RowShape, are_counts};
pub use parameters::{Parameter, ParameterRange, ParameterValues};
pub use roster::{Listing, Roster, RosterError};
pub use settings::{Setting, SettingError, Settings};
pub use table::{Checked, Table};
