//! The rules of Marrakech.
//!
//! [`Position`] is what a state string holds, and answers the questions that can be asked of one;
//! [`Stage`] adds whose turn it is and the phase; [`State`] the dice to come. [`Marrakech`] is all of it
//! as a game, [`MarrakechRules`] what can be set, [`View`] what a player may know.

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
pub use position::{MOST_PLAYERS, Merchant, Position, ResumeError, Verdict};
pub use rug::{Colour, Rug, RugId};
pub use settings::{MarrakechRules, RotateAt};
pub use squares::{SIDE, Square, Squares};
pub use stage::{Payment, Phase, PlacementError, Stage};
pub use state::State;
pub use text::{StageTextError, TextError};
pub use view::View;
