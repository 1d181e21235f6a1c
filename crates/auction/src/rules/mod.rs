//! The rules of the Letter Game.
//!
//! [`AuctionRules`] has the settings, [`Auction`] combines them with a word list, ready to play, [`State`] is
//! the complete information, [`View`] what a seat may know, [`vickrey()`] a single auction.

mod auction;
mod events;
mod game;
mod moves;
mod picture;
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
pub use review::{Bought, Hand};
pub use settings::{AuctionRules, Banned, Bonus, LoneBidder};
pub use state::State;
pub use vickrey::{Sold, vickrey};
pub use view::{Prompt, View};
