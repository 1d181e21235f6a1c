//! The endgame: the bag is empty, so both racks are known and the best play can be searched for.
//!
//! # Search
//!
//! Principal variation search. Half of the budget (all of a tiny one) goes to iterations, each one ply deeper and twice as wide,
//! in which a playout decides at the last ply: both players play greedily to the end of the game. They answer
//! small budgets and order the moves. They end early if one of them left nothing out; otherwise the rest of
//! the budget is for a search of all moves to the end of the game, which alone can prove the value of most
//! positions with seven tiles on both racks.
//!
//! What makes that possible:
//!
//! - *Threats.* A play of the opponent that goes out, along a line that the player's next play leaves alone,
//!   bounds what that play gains: most plays are refuted without being made.
//! - *Short refutations.* Plays are ordered by the greedy valuation and a bonus for each tile: among moves
//!   that refute a position, one that ends the game sooner is cheaper to verify.
//! - *Stuck tiles.* If the opponent passes from now on, a player without a play gains no more than the tiles
//!   as they are, and a player with a single tile gains no more than its best play. The latter is found from
//!   the cross-checks alone.
//! - *Plays by line.* The plays along a line depend only on that line and the rack. A play changes about ten
//!   of thirty lines; along the others, a player's plays are those of two plies ago that the rack still has
//!   the tiles for. Plays along changed lines are cached for all positions with that line.
//! - A transposition table of fixed size, with the search's proven bounds valid at any depth.
//!
//! # Passes
//!
//! Let `a` be the value of the best play of the player to move, `b` the value of the position to them after a
//! pass and the opponent's best play, and `e` their gain if the game ends with the tiles as they are. None of
//! these depends on the number of scoreless turns as long as no play for 0 points is possible. With at least
//! two more scoreless turns allowed, the value of the position is max(a, min(b, max(a, min(b, ... e)))) =
//! max(a, min(b, e)): a pass answered by a pass is equivalent to the end of the game. A pass is never worth
//! more than `e`, so it is searched only where `e` exceeds the value of the best play. Where plays for 0
//! points are possible (a blank beside a blank), scoreless turns are counted one by one.

mod choice;
mod last_tile;
mod line;
mod lines;
mod memory;
mod node;
mod playout;
mod ply;
mod search;
mod solve;
mod solved;
mod table;
mod threats;
mod tiles;

pub use solve::Endgame;
pub use solved::{Gain, Limits, Solved, Step};
