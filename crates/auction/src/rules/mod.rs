//! The rules of the Letter Game.
//!
//! [`AuctionRules`] is what can be set, [`Auction`] these rules with a word list, ready to be played,
//! [`State`] the whole truth, [`View`] what a seat may know, [`vickrey`] one auction.

mod auction;
mod events;
mod game;
mod moves;
mod review;
mod settings;
mod state;
mod too_long;
mod vickrey;
mod view;

pub use auction::Auction;
pub use events::{Event, RoundEnd, Sale};
pub use game::IllegalMove;
pub use moves::{Move, ParseMoveError};
pub use settings::{AuctionRules, Banned, Bonus, LoneBidder};
pub use state::State;
pub use vickrey::{Sold, vickrey};
pub use view::{Prompt, View};
