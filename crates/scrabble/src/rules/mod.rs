//! The rules of Scrabble for two players.
//!
//! [`ScrabbleRules`] are the settings, [`Scrabble`] these rules with a lexicon, [`Bag`] the tiles not drawn
//! yet, [`State`] the full state, [`View`] what a player may know.

mod bag;
mod challenge;
mod events;
mod game;
mod moves;
mod scrabble;
mod settings;
mod state;
mod view;

pub use bag::Bag;
pub use challenge::ChallengeRule;
pub use events::{Ending, Event, challenged};
pub use game::IllegalMove;
pub use moves::{Move, ParseMoveError};
pub use scrabble::{Scrabble, WordsError};
pub use settings::ScrabbleRules;
pub use state::{State, scoreless_after};
pub use view::View;
