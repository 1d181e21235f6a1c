//! What a player knows when it is to move: where endgames, pre-endgames and simulations start from, and the moves
//! that they compare.

mod candidate;

pub use candidate::{Candidate, candidates};

use crate::board::{Board, RACK, Rack};
use crate::notation::Position;
use crate::plays::{LeaveValue, Leaves};
use crate::rules::{Scrabble, View, scoreless_after};

/// A position as the player to move knows it.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The rules and the lexicon.
    pub game: &'a Scrabble,
    /// The board.
    pub board: &'a Board,
    /// The tiles of the player to move, at most seven.
    pub own: Rack,
    /// The tiles in the bag and on the other rack together: with an empty bag, the other rack.
    pub unseen: Rack,
    /// Those of them that are known to be on the other rack: all its tiles, some, or none.
    pub known: Rack,
    /// The number of unseen tiles that are in the bag.
    pub bag: usize,
    /// The lead of the player to move, in points.
    pub lead: i32,
    /// Consecutive scoreless turns.
    pub scoreless: u8,
    /// The values of kept tiles, by which both sides play.
    pub leaves: &'a Leaves,
}

impl<'a> Situation<'a> {
    /// What the seat of a view knows.
    #[must_use]
    pub fn of_view(view: &View<'a>, leaves: &'a Leaves) -> Situation<'a> {
        let unseen = view.unseen();
        Situation {
            game: view.game(),
            board: view.board(),
            own: *view.rack(),
            unseen,
            known: Rack::new(unseen.distribution()),
            bag: unseen.len() - view.other_rack(),
            lead: view.lead(),
            scoreless: view.scoreless(),
            leaves,
        }
    }

    /// What the player to move knows of a position that was read, with its board. The other rack is full while tiles
    /// last.
    #[must_use]
    pub fn of_position(
        game: &'a Scrabble,
        board: &'a Board,
        position: &Position,
        leaves: &'a Leaves,
    ) -> Situation<'a> {
        let (points, mover) = (position.points(), position.to_move());
        let unseen = position.unseen();
        Situation {
            game,
            board,
            own: *position.mover_rack(),
            unseen,
            known: *position.known(),
            bag: unseen.len().saturating_sub(RACK),
            lead: points[mover].0 - points[mover.opponent()].0,
            scoreless: position.scoreless(),
            leaves,
        }
    }

    /// The situation of the other player after a move with this score that leads to this board and leaves these
    /// tiles, if nothing is hidden any more: the other player holds `other`.
    #[must_use]
    pub fn after<'b>(&self, board: &'b Board, own: Rack, other: Rack, score: i32) -> Situation<'b>
    where
        'a: 'b,
    {
        Situation {
            board,
            own: other,
            unseen: own,
            known: own,
            bag: 0,
            lead: -(self.lead + score),
            scoreless: scoreless_after(self.scoreless, score),
            ..*self
        }
    }

    /// Whether the game is over: the other player has no tiles, or there were too many scoreless turns.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.unseen.is_empty() || self.scoreless >= self.game.rules().scoreless()
    }

    /// The number of tiles on the other rack.
    #[must_use]
    pub fn other_rack(&self) -> usize {
        self.unseen.len() - self.bag
    }

    /// The valuation of plays.
    #[must_use]
    pub fn valuation(&self) -> LeaveValue<'a> {
        LeaveValue::at(self.leaves, self.bag, self.board.opening(), || self.unseen)
    }
}
