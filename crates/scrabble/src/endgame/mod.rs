//! The endgame: the bag is empty, so both racks are known and the best play can be searched for.
//!
//! Negamax with alpha-beta and iterative deepening, one ply deeper and twice as wide in each iteration, until
//! nothing is left out or the budget is used up. Leaves are evaluated by a playout in which both players play
//! greedily to the end of the game. A transposition table recognises repeated positions. The plays along a
//! line depend only on that line and the rack, so they are cached for all positions that share the line: a
//! play changes about ten of thirty lines.
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

mod lines;
mod node;
mod playout;
mod search;
mod solve;
mod table;

pub use solve::{Endgame, Position, Solved};
