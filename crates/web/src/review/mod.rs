//! The review of a game that is over: back and forth through its turns, what each move cost against the best
//! one, the points over time, the game as files, and playing on from any point.
//!
//! A room of a finished game makes its review when it is first asked for ([`Room::review`](crate::rooms::Room)).
//! What a better move would have been is up to each game ([`Judge`]); everything else is here: the board at any
//! point is drawn by the game's own room, which repeats the turns ([`Replay`](crate::rooms::Replay)).

mod graph;
mod judge;
mod made;
mod page;
mod path;
mod play_on;
mod replay;
mod routes;
mod sign;
mod steps;
mod story;
mod trial;

pub(crate) use graph::Graph;
pub(crate) use judge::{Judge, announced, by_last_move, by_move};
pub(crate) use made::Review;
pub(crate) use path::review_path;
pub(crate) use replay::replay;
pub(crate) use routes::routes;
pub(crate) use sign::{mark, review_files};
pub(crate) use steps::{Steps, steps};
pub(crate) use story::{CostScale, Mistake, Story, Verdict, next_or_first};
pub(crate) use trial::Trial;
