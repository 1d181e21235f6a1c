//! A position of the endgame as the search sees it, without the board.

use crate::board::line::mix;
use crate::board::line_id::{LINES, LineId};
use crate::board::{Board, Play, Rack, Square};

/// The tiles of both players, the player to move first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) own: Rack,
    pub(super) other: Rack,
    /// Consecutive scoreless turns.
    pub(super) scoreless: u8,
    /// Whether the last turn was a pass by a player without a play for 0 points.
    pub(super) passed: bool,
    /// A hash of the tiles on the board.
    board: u64,
}

/// A hash for each line, see [`Line::digest`](crate::board).
pub(super) type Digests = [u64; LINES];

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The number of consecutive scoreless turns that ends the game.
    pub(super) scoreless: u8,
    /// The blanks on the board and both racks.
    pub(super) blanks: usize,
}

/// The digests of all lines.
pub(super) fn digests(board: &Board) -> Digests {
    let mut digests = [0; LINES];
    digest_again(&mut digests, board, !0);
    digests
}

/// Updates the digests of some lines.
pub(super) fn digest_again(digests: &mut Digests, board: &Board, lines: u32) {
    for id in LineId::all().filter(|id| lines >> id.index() & 1 == 1) {
        digests[id.index()] = board.line(id).digest(id);
    }
}

/// A hash of the new tiles of a play.
pub(super) fn placed_key(play: &Play) -> u64 {
    let keys = play.placed().map(|(square, cell)| square_key(square, cell));
    keys.fold(0, u64::wrapping_add)
}

/// A hash of a rack.
pub(super) fn rack_key(rack: &Rack) -> u64 {
    rack.kinds().fold(0, |key, (tile, count)| mix(key, (tile.index() << 8 | count) as u64))
}

fn square_key(square: Square, cell: u8) -> u64 {
    mix((square.index() as u64) << 8 | u64::from(cell), 1)
}

impl Node {
    /// The position before the first move.
    pub(super) fn root(own: &Rack, other: &Rack, scoreless: u8) -> Node {
        Node { own: *own, other: *other, scoreless, passed: false, board: 0 }
    }

    /// The position after a play with this hash and score that leaves these tiles.
    pub(super) fn after(&self, left: Rack, key: u64, score: i32) -> Node {
        let scoreless = if score == 0 { self.scoreless + 1 } else { 0 };
        let board = self.board.wrapping_add(key);
        Node { own: self.other, other: left, scoreless, passed: false, board }
    }

    /// The position after a pass. `sure`: there was no play for 0 points.
    pub(super) fn after_pass(&self, sure: bool) -> Node {
        let scoreless = self.scoreless + 1;
        Node { own: self.other, other: self.own, scoreless, passed: sure, board: self.board }
    }

    /// What the player to move gains if the game ends with the tiles as they are.
    pub(super) fn at_end(&self) -> i32 {
        self.other.points() - self.own.points()
    }

    /// Whether the limit of scoreless turns is reached.
    pub(super) fn is_over(&self, limits: Limits) -> bool {
        self.scoreless >= limits.scoreless
    }

    /// A hash of everything that decides its value: of the scoreless turns only what matters.
    pub(super) fn key(&self, limits: Limits) -> u64 {
        let blanks = self.own.blanks() + self.other.blanks();
        let counts = blanks > 0 && limits.blanks > 1;
        let last = self.scoreless + 1 >= limits.scoreless;
        let turns = if counts { 2 + self.scoreless } else { u8::from(last) };
        let racks = mix(rack_key(&self.own), rack_key(&self.other));
        mix(self.board ^ racks, u64::from(turns) << 1 | u64::from(self.passed))
    }
}
