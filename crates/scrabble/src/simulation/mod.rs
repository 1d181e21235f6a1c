//! Simulation of a position: its best moves are tried in many samples of the tiles that the player does not
//! see, and compared by the probability of winning.
//!
//! [`candidates`] are the best plays by static equity, few or many ([`Breadth`]), and the best exchange. In each sample the unseen
//! tiles are dealt to the rival and the bag, and both sides make their best plays by static equity for some
//! plies. At the horizon [`WinChance`] turns the lead, with the leaves of both, into a probability of
//! winning; once the bag is empty, games are played to their end, whose result is exact. All candidates are
//! tried in the same samples, and those that fall behind are dropped ([`Simulation::risk`]). An [`Inference`]
//! from the rival's last turn makes the tiles that it probably kept more frequent on its rack.
//!
//! Results depend on the seed alone, not on the number of threads.
//!
//! Source of the method: B. Sheppard, "World-championship-caliber Scrabble", Artificial Intelligence 134
//! (2002).

mod candidate;
mod inference;
mod observed;
mod position;
mod result;
mod rollout;
mod run;
mod sample;
mod stopping;
mod win_chance;

pub use candidate::{Breadth, Candidate, LAST_TILES, candidates};
pub use inference::{Effort, Inference};
pub use observed::{Observed, RivalTurn};
pub use position::Position;
pub use result::{PlySummary, Simulated, Tried, Value};
pub use rollout::SHOWN_PLIES;
pub use run::{SCREENED, Simulation, shortlist};
pub use win_chance::{LeadChange, MAX_UNSEEN, ParseWinChanceError, WinChance, won};
