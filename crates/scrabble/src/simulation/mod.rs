//! Simulation of a position: its best moves are tried in many samples of the tiles that the player does not
//! see, and compared by the probability of winning.
//!
//! The [`candidates`](crate::situation::candidates) are the best plays by static equity, few or many ([`Breadth`]), and the best exchange. In each sample the unseen
//! tiles are dealt to the rival and the bag, and both sides make their best plays by static equity for some
//! plies. At the horizon [`WinChance`] turns the lead, with the leaves of both, into a probability of
//! winning; once the bag is empty, games are played to their end, whose result is exact. All candidates are
//! tried in the same samples, and those that fall behind are dropped ([`Simulation::risk`]). An [`Inference`]
//! from the rival's last turn makes the tiles that it probably kept more frequent on its rack.
//!
//! Without a limit of time, results depend on the seed alone, not on the number of threads.
//!
//! Source of the method: B. Sheppard, "World-championship-caliber Scrabble", Artificial Intelligence 134
//! (2002).

mod inference;
mod observed;
mod result;
mod rollout;
mod run;
mod sample;
mod settings;
mod shortlist;
mod stopping;
mod win_chance;

pub use inference::{Effort, Inference};
pub use observed::{Observed, RivalTurn};
pub use result::{PlySummary, Simulated, Tried};
pub use rollout::SHOWN_PLIES;
pub use settings::{Simulation, Value};
pub use shortlist::{Breadth, LAST_TILES, SCREENED, shortlist};
pub use win_chance::{LeadChange, MAX_UNSEEN, ParseWinChanceError, WinChance, won};
