//! The contract of every game and every player, and the table where moves are applied.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! [`Game`] is the rules, [`Player`] decides for one seat, [`Table`] binds a state to its rules and is the
//! only place where a move is applied, [`Session`] plays a table to the end with its occupants. How a game is
//! shown is [`Presented`]. One whose results are rows is [`Recorded`], one whose legal moves can be listed is
//! [`Enumerate`], and an [`Encoding`] puts it into numbers for programs that learn. [`Rules`] and [`Roster`] let a game and its strategies be named and configured as text ([`Settings`]), in the same way
//! for all games: each setting is a [`Param`]. [`Configurable`] is a game that a config can name.

mod answer;
mod column;
mod configurable;
mod console;
mod contract;
mod encoding;
mod enumerate;
#[macro_use]
mod parameters;
mod picture;
mod presented;
mod recorded;
mod review;
mod roster;
mod rules;
mod seat_names;
mod session;
mod settings;
mod table;

pub use answer::{Answer, Checked, Fault, FaultKind, Offence};
pub use column::{CellKind, Column};
pub use configurable::{Configurable, GameInfo, Shortcut, Trial};
pub use console::Console;
pub use contract::{Game, Outcome, Player, SeatsError, Strategy, Turn};
pub use encoding::{Actions, Encoder, Encoding, Feature, MakeEncoding};
pub use enumerate::{Choices, Enumerate};
pub use parameters::{
    CONTENT_RULES, FILE_PARAMETERS, Field, Param, Parameter, ParameterRange, SHIPPED, is_content,
};
pub use picture::{BoardPicture, Picture, SeatPicture, TileLook, TilePicture};
pub use presented::Presented;
pub use recorded::{Cells, FindShape, OwnCells, Recorded, RowShape, are_counts};
pub use review::Review;
pub use roster::{Listing, Roster, RosterError, Tunable, per_seat};
pub use rules::{Preset, Rules};
pub use seat_names::{SeatNames, wrapped};
pub use session::{Occupant, Session, Step};
pub use settings::{SettingError, Settings};
pub use table::Table;
