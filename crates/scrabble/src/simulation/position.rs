//! What a player knows who simulates: a position from one side.

use crate::board::{Board, RACK, Rack};
use crate::endgame;
use crate::notation;
use crate::plays::{LeaveValue, Leaves};
use crate::preendgame;
use crate::rules::{Scrabble, View};
use crate::simulation::win_chance::WinChance;

/// A position as the player to move knows it.
#[derive(Clone, Debug)]
pub struct Position<'a> {
    /// The rules and the lexicon.
    pub game: &'a Scrabble,
    /// The board.
    pub board: &'a Board,
    /// The tiles of the player to move.
    pub rack: Rack,
    /// The tiles in the bag and on the other rack together.
    pub unseen: Rack,
    /// The number of tiles on the other rack.
    pub other_rack: usize,
    /// The lead of the player to move, in points.
    pub lead: i32,
    /// Consecutive scoreless turns.
    pub scoreless: u8,
    /// The values of kept tiles, by which both sides play.
    pub leaves: &'a Leaves,
    /// How probably a lead wins.
    pub win: &'a WinChance,
}

impl<'a> Position<'a> {
    /// What the seat of a view knows.
    #[must_use]
    pub fn of_view(view: &View<'a>, leaves: &'a Leaves) -> Position<'a> {
        Position {
            game: view.game(),
            board: view.board(),
            rack: *view.rack(),
            unseen: view.unseen(),
            other_rack: view.other_rack(),
            lead: view.lead(),
            scoreless: view.scoreless(),
            leaves,
            win: WinChance::shipped(),
        }
    }

    /// What the player to move knows of a position that was read, with its board; the other rack is full
    /// while tiles last, and its tiles are not looked at.
    #[must_use]
    pub fn of_reading(
        game: &'a Scrabble,
        board: &'a Board,
        position: &notation::Position,
        leaves: &'a Leaves,
    ) -> Position<'a> {
        let (points, mover) = (position.points(), position.to_move());
        let unseen = position.unseen();
        Position {
            game,
            board,
            rack: *position.mover_rack(),
            unseen,
            other_rack: unseen.len().min(RACK),
            lead: points[mover].0 - points[mover.opponent()].0,
            scoreless: position.scoreless(),
            leaves,
            win: WinChance::shipped(),
        }
    }

    /// The same with another model of winning than the shipped one.
    #[must_use]
    pub fn with_win(self, win: &'a WinChance) -> Position<'a> {
        Position { win, ..self }
    }

    /// The same with an empty bag, for a search of the endgame.
    #[must_use]
    pub fn to_endgame(&self) -> endgame::Position<'_> {
        let Position { board, rack, unseen, scoreless, .. } = self;
        let limit = self.game.rules().scoreless();
        endgame::Position { board, own: rack, other: unseen, scoreless: *scoreless, limit }
    }

    /// The same with a few tiles in the bag, for an analysis of all deals.
    #[must_use]
    pub fn to_preendgame(&self) -> preendgame::Position<'_> {
        preendgame::Position {
            board: self.board,
            own: &self.rack,
            unseen: &self.unseen,
            bag: self.bag(),
            lead: self.lead,
            scoreless: self.scoreless,
            limit: self.game.rules().scoreless(),
            leaves: self.leaves,
        }
    }

    /// The number of tiles in the bag.
    #[must_use]
    pub fn bag(&self) -> usize {
        self.unseen.len() - self.other_rack
    }

    /// Whether this many tiles may be exchanged.
    pub(super) fn may_exchange(&self, bag: usize, tiles: usize) -> bool {
        bag >= self.game.rules().exchange() && (1..=bag).contains(&tiles)
    }

    /// The valuation of plays of the player to move.
    pub(super) fn valuation(&self) -> LeaveValue<'a> {
        let opening = self.board.opening();
        LeaveValue::at(self.leaves, self.bag(), opening, || self.unseen)
    }
}
