//! The rules of Scrabble for two players.
//!
//! [`ScrabbleRules`] is what can be set, [`Scrabble`] these rules with a lexicon, [`Bag`] the tiles that
//! nobody has drawn yet, [`State`] the whole truth, [`View`] what a player may know.

mod bag;
mod events;
mod game;
mod moves;
mod scrabble;
mod settings;
mod state;
mod view;

pub use bag::Bag;
pub use events::{Ending, Event};
pub use game::IllegalMove;
pub use moves::{Move, ParseMoveError};
pub use scrabble::{NoShortWords, Scrabble};
pub use settings::ScrabbleRules;
pub use state::State;
pub use view::View;
