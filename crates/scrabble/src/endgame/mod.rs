//! The endgame: the bag is empty, so both racks are known, and what is best is a matter of search.
//!
//! Negamax with alpha-beta, one ply deeper and twice as wide at each turn of an iteration, until
//! nothing is left out or the budget is used up. Where an iteration stops looking, both players go on
//! greedily to the end of the game and the result counts. Positions that come again are found in a
//! table. The plays along a line depend on that line and the rack alone, so they are kept for all
//! positions that have the same line in common: a play changes some ten of thirty lines.
//!
//! # Passes
//!
//! Let `a` be the worth of the best play of the player to move, `b` what the position is worth to them
//! after the best play of the other if they pass, and `e` their gain when the game ends with the tiles
//! as they are. None of these depends on how many turns without points there were, as long as no play
//! for 0 points is possible. With turns without points left for at least two passes, the worth of the
//! position is then max(a, min(b, max(a, min(b, ... e)))) = max(a, min(b, e)): a pass that is answered
//! by a pass is as good as the end of the game. And a pass is never worth more than `e`, so it is
//! looked at only where `e` is more than the best play is worth. Where plays for 0 points are possible
//! (a blank beside a blank), turns without points are counted one by one.

mod lines;
mod node;
mod playout;
mod search;
mod solve;
mod table;

pub use solve::{Endgame, Position, Solved};
