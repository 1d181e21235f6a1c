//! The pre-endgame: one to a few tiles are in the bag, so what the opponent holds and what will be drawn can
//! be enumerated.
//!
//! Each candidate move is tried against every deal of the unseen tiles, equal tiles counted once with their
//! weight. Once the bag is empty, the [endgame](crate::endgame) is solved. The best move is the one that wins
//! most often, a draw counting half; among equal ones, that with the better mean spread. One that can no longer win
//! as often as another is dropped. Equity says little about plays here, so those to try are better chosen by
//! a [`shortlist`](crate::simulation::shortlist).
//!
//! As the budget may not last for all candidates and deals, all are tried against six of the deals, the better half
//! against twelve, and so on. The last one is tried against all deals, and then the others, as far as they can still
//! win as often.
//!
//! # When the bag is not empty after the move
//!
//! Then the opponent moves on its own information. It is assumed to look at its best few replies by static
//! equity, and to know the draws: it takes the reply after which the mover does worst. From there on, while
//! the bag is not empty, both make their best play by static equity. With a single reply this overrates the
//! move, as the opponent does not look ahead; with many it underrates the move, as the opponent knows more
//! than it can. Such values are never [exact](Record::exact). With one tile in the bag this concerns only
//! the pass.
//!
//! Exchanges are not considered: the published rules allow none with fewer than seven tiles in the bag.

mod analysis;
mod deals;
mod record;
mod solve;
mod trial;

pub use analysis::{Analysis, Limits};
pub use record::{Record, Standing};
pub use solve::PreEndgame;
