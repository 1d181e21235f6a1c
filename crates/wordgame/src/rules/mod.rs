//! The rules of the wordgame.
//!
//! [`WordgameRules`] has the settings, [`Wordgame`] combines them with a word list, [`Hand`] is the letters,
//! [`HandPlay`] the play of a hand, [`State`] the complete information, [`View`] what a player may know.

mod events;
mod game;
mod hand;
mod hand_play;
mod moves;
mod picture;
mod scoring;
mod settings;
mod state;
mod view;
mod wordgame;

pub use events::Event;
pub use game::IllegalMove;
pub use hand::{Hand, ParseHandError, WILDCARD};
pub use hand_play::{HandPlay, Played};
pub use moves::{Move, ParseMoveError};
pub use scoring::WordScore;
pub use settings::{MAX_LETTERS, Score, Vowels, WordgameRules};
pub use state::State;
pub use view::{Prompt, View};
pub use wordgame::{Rejected, Wordgame};
