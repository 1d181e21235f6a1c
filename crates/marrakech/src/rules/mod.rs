//! The rules of Marrakech.
//!
//! [`Position`] is the content of a state string with the questions about it; [`Stage`] adds the player to
//! move and the phase; [`State`] adds future dice rolls. [`Marrakech`] is the whole game, [`MarrakechRules`]
//! its settings, [`View`] what a player may know.

mod assam;
mod board;
mod events;
mod game;
mod moves;
mod position;
mod rug;
mod settings;
mod squares;
mod stage;
mod state;
mod text;
mod view;

pub use assam::{Assam, Die, Facing, Rotation};
pub use board::Board;
pub use events::Event;
pub use game::{IllegalMove, Marrakech};
pub use moves::{Move, ParseMoveError};
pub use position::{MAX_PLAYERS, Merchant, Position, ResumeError, Verdict};
pub use rug::{Colour, Rug, RugId};
pub use settings::{MarrakechRules, RotateAt};
pub use squares::{SIDE, Square, Squares};
pub use stage::{Payment, Phase, PlacementError, Stage};
pub use state::State;
pub use text::{StageTextError, TextError};
pub use view::View;
