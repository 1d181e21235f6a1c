//! The rules of the wordgame.
//!
//! [`WordgameRules`] is what can be set, [`Wordgame`] these rules with a word list, [`Hand`] the letters,
//! [`HandPlay`] a hand as it is played out, [`State`] the whole truth, [`View`] what a player may know.

mod events;
mod game;
mod hand;
mod hand_play;
mod moves;
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
pub use settings::{MOST_LETTERS, Score, Vowels, WordgameRules};
pub use state::State;
pub use view::{Prompt, View};
pub use wordgame::{Rejected, Wordgame};
