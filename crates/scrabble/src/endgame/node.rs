//! A position of the endgame as the search sees it, without the board.

use crate::board::line::mix;
use crate::board::line_id::{LINES, LineId};
use crate::board::{Board, Rack};
use crate::endgame::choice::Choice;
use crate::endgame::tiles::{Packing, Tiles};
use crate::rules::scoreless_after;

/// The tiles of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    pub(super) tiles: Tiles,
    /// The sum of their values.
    pub(super) points: i32,
    /// How many.
    pub(super) len: u8,
}

/// The tiles of both players, the player to move first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) own: Hand,
    pub(super) other: Hand,
    /// Consecutive scoreless turns.
    pub(super) scoreless: u8,
    /// Whether the last turn was a pass by a player without a play for 0 points.
    pub(super) passed: bool,
    /// A hash of the tiles on the board.
    board: u64,
}

/// A hash for each line by its number, see [`Line::digest`](crate::board).
pub(super) type Digests = [u64; LINES];

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The number of consecutive scoreless turns that ends the game.
    pub(super) scoreless: u8,
    /// Whether plays for 0 points are conceivable as long as a player has a blank: they take two blanks.
    pub(super) zeros: bool,
}

/// The digests of all lines.
pub(super) fn digests(board: &Board) -> Digests {
    let mut digests = [0; LINES];
    digest_again(&mut digests, board, !0);
    digests
}

/// Updates the digests of some lines.
pub(super) fn digest_again(digests: &mut Digests, board: &Board, lines: u64) {
    for id in LineId::all(board.side()).filter(|id| lines & id.bit() != 0) {
        digests[id.number()] = board.line(id).digest(id);
    }
}

impl Hand {
    pub(super) fn new(packing: &Packing, rack: &Rack) -> Hand {
        let tiles = packing.pack(rack);
        Hand { tiles, points: packing.points(tiles), len: rack.len() as u8 }
    }

    fn after(&self, choice: &Choice) -> Hand {
        Hand {
            tiles: self.tiles.without(choice.used),
            points: self.points - i32::from(choice.worth),
            len: self.len - choice.count,
        }
    }
}

impl Node {
    /// The position before the first move.
    pub(super) fn root(own: Hand, other: Hand, scoreless: u8) -> Node {
        Node { own, other, scoreless, passed: false, board: 0 }
    }

    /// The position after a play that does not go out.
    #[inline]
    pub(super) fn after(&self, choice: &Choice) -> Node {
        let scoreless = scoreless_after(self.scoreless, choice.score.into());
        let board = self.board.wrapping_add(choice.key);
        Node { own: self.other, other: self.own.after(choice), scoreless, passed: false, board }
    }

    /// The position after a pass. `sure`: there was no play for 0 points.
    pub(super) fn after_pass(&self, sure: bool) -> Node {
        let scoreless = scoreless_after(self.scoreless, 0);
        Node { own: self.other, other: self.own, scoreless, passed: sure, board: self.board }
    }

    /// What the player to move gains if the game ends with the tiles as they are.
    #[inline]
    pub(super) fn at_end(&self) -> i32 {
        self.other.points - self.own.points
    }

    /// What a play that goes out gains.
    #[inline]
    pub(super) fn going_out(&self, choice: &Choice) -> i32 {
        i32::from(choice.score) + 2 * self.other.points
    }

    #[inline]
    pub(super) fn goes_out(&self, choice: &Choice) -> bool {
        choice.count == self.own.len
    }

    /// The value of a play as a greedy player sees it, as in [`LeaveValue::BagEmpty`](crate::plays::LeaveValue).
    #[inline]
    pub(super) fn greedy(&self, choice: &Choice) -> i32 {
        if self.goes_out(choice) {
            return self.going_out(choice);
        }
        i32::from(choice.score) - 10 - 2 * (self.own.points - i32::from(choice.worth))
    }

    /// Whether the limit of scoreless turns is reached.
    pub(super) fn is_over(&self, rules: Rules) -> bool {
        self.scoreless >= rules.scoreless
    }

    /// A hash of everything that decides its value: of the scoreless turns only what matters. The tiles on
    /// the board and both racks, the player to move first, say who is to move.
    pub(super) fn key(&self, rules: Rules, packing: &Packing) -> u64 {
        let blanks = packing.blanks(self.own.tiles) + packing.blanks(self.other.tiles);
        let counts = rules.zeros && blanks > 0;
        let last = self.scoreless + 1 >= rules.scoreless;
        let turns = if counts { 2 + self.scoreless } else { u8::from(last) };
        let racks = mix(mix(self.own.tiles.0, 7), self.other.tiles.0);
        mix(self.board ^ racks, u64::from(turns) << 1 | u64::from(self.passed))
    }
}
