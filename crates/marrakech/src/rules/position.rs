//! A position: the content of a state string, and the questions about it.

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::rules::rug::RUG_IDS;
use crate::rules::squares::SQUARES;
use crate::rules::{Assam, Board, Colour, Rug, RugId, Square, Squares};

/// Why a game cannot continue from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// The player to move is not in the game.
    #[error("{0} is not one of the players")]
    Mover(Colour),
    /// Three digits would not hold all the money in one hand.
    #[error("{0} dirhams in all: expected at most 999")]
    Money(u32),
    /// A rug shows on more than two squares.
    #[error("the rug {0} is visible on more than two squares")]
    Rug(RugId),
}

/// The maximum number of players.
pub const MAX_PLAYERS: usize = 4;

/// A player in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merchant {
    /// The colour of the rugs.
    pub colour: Colour,
    /// Money.
    pub dirhams: u16,
    /// Rugs in hand.
    pub rugs: u8,
    /// Whether the player is still in the game.
    pub is_in: bool,
}

/// The content of a state string: players, Assam, visible rugs.
///
/// It contains neither the player to move nor the phase of the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) merchants: ArrayVec<Merchant, MAX_PLAYERS>,
    pub(super) assam: Assam,
    pub(super) board: Board,
}

/// The result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game is not over.
    Running,
    /// Over, and the leaders are equal in everything, or no player is left.
    Tie,
    /// Over, with this colour as the sole winner.
    Won(Colour),
}

impl Verdict {
    /// `n` for a running game, `t` for a tie, else the letter of the colour.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Verdict::Running => 'n',
            Verdict::Tie => 't',
            Verdict::Won(colour) => colour.letter(),
        }
    }
}

impl Position {
    /// The players in seat order.
    #[must_use]
    pub fn merchants(&self) -> &[Merchant] {
        &self.merchants
    }

    /// Assam's square and facing.
    #[must_use]
    pub fn assam(&self) -> Assam {
        self.assam
    }

    /// The visible rugs.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the rug belongs to a player of this game and is visible nowhere. Ignores where it is to be
    /// laid; players who are out or have no rugs left count too.
    #[must_use]
    pub fn rug_is_valid(&self, rug: Rug) -> bool {
        self.merchant(rug.id.colour()).is_some() && !self.board.shows(rug.id)
    }

    /// Whether all players still in have laid all their rugs; also true if no player is in.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.merchants.iter().all(|merchant| !merchant.is_in || merchant.rugs == 0)
    }

    /// Whether this rug may be laid there: on two neighbouring squares, one of them next to Assam, neither of
    /// them below him, not on both visible halves of one rug, and with the rug visible nowhere yet.
    ///
    /// Ignores the player to move, rugs in hand and players who are out.
    #[must_use]
    pub fn placement_is_valid(&self, rug: Rug) -> bool {
        let [one, other] = rug.squares;
        one.touches(other) && self.may_cover(rug.squares) && !self.board.shows(rug.id)
    }

    /// Whether some rug may be laid on these two neighbouring squares.
    fn may_cover(&self, squares: [Square; 2]) -> bool {
        let assam = self.assam.square;
        !squares.contains(&assam)
            && squares.into_iter().any(|square| square.touches(assam))
            && !self.board.same_rug(squares)
    }

    /// The pairs of squares on which a rug may be laid, at most 12, in a fixed order.
    pub fn placements(&self) -> impl Iterator<Item = [Square; 2]> + '_ {
        self.uncovered(self.pairs_around())
    }

    /// The pairs that do not show both halves of one rug.
    pub(super) fn uncovered(
        &self,
        pairs: &'static [[Square; 2]],
    ) -> impl Iterator<Item = [Square; 2]> + '_ {
        pairs.iter().copied().filter(|&squares| !self.board.same_rug(squares))
    }

    /// The pairs of squares, at most 12, with one next to Assam and neither below him.
    pub(super) fn pairs_around(&self) -> &'static [[Square; 2]] {
        let around = &AROUND[self.assam.square.index()];
        &around.pairs[..around.count]
    }

    /// What it costs a player to land where Assam is, on another player's rug: the size of the connected
    /// region there; 0 on an empty square and on rugs of a colour that is out or not in the game.
    #[must_use]
    pub fn payment(&self) -> u32 {
        let owner = self.board.colour_at(self.assam.square).and_then(|own| self.merchant(own));
        match owner {
            Some(owner) if owner.is_in => self.region().len(),
            _ => 0,
        }
    }

    /// The region under Assam.
    #[must_use]
    pub fn region(&self) -> Squares {
        self.board.region(self.assam.square)
    }

    /// The winner: the highest sum of dirhams and visible squares among those still in; dirhams break ties.
    #[must_use]
    pub fn winner(&self) -> Verdict {
        if !self.is_over() {
            return Verdict::Running;
        }
        let standing = |merchant: &Merchant| (self.total(merchant), merchant.dirhams);
        let those_in = || self.merchants.iter().filter(|merchant| merchant.is_in);
        let best = those_in().map(standing).max();
        let mut firsts = those_in().filter(|&merchant| Some(standing(merchant)) == best);
        match (firsts.next(), firsts.next()) {
            (Some(sole), None) => Verdict::Won(sole.colour),
            _ => Verdict::Tie,
        }
    }

    /// A player's dirhams plus visible squares.
    #[must_use]
    pub fn total(&self, merchant: &Merchant) -> u32 {
        u32::from(merchant.dirhams) + self.board.squares_of(merchant.colour).len()
    }

    /// Lays a rug if it is valid, may be laid there and its colour has one left; returns whether it did.
    pub fn place(&mut self, rug: Rug) -> bool {
        let valid = self.rug_is_valid(rug) && self.placement_is_valid(rug);
        let owner = self.merchants.iter_mut().find(|m| m.colour == rug.id.colour());
        match owner.filter(|owner| valid && owner.rugs > 0) {
            Some(owner) => {
                owner.rugs -= 1;
                self.board.lay(rug);
                true
            }
            None => false,
        }
    }

    /// The player with that colour.
    #[must_use]
    pub fn merchant(&self, colour: Colour) -> Option<&Merchant> {
        self.merchants.iter().find(|merchant| merchant.colour == colour)
    }

    /// Checks that a game could continue from here, with any player to move.
    pub(super) fn check_playable(&self) -> Result<(), ResumeError> {
        let money = self.merchants.iter().map(|merchant| u32::from(merchant.dirhams)).sum();
        if money > 999 {
            return Err(ResumeError::Money(money));
        }
        let shown = |id: RugId| Square::all().filter(|&s| self.board.at(s) == Some(id)).count();
        let mut ids = Square::all().filter_map(|square| self.board.at(square));
        ids.find(|&id| shown(id) > 2).map_or(Ok(()), |id| Err(ResumeError::Rug(id)))
    }

    /// The next rug of a player who has laid this many: number 0, then 1, and so on; a later one if that one
    /// is already visible, which can happen on a board from elsewhere.
    pub(super) fn next_id(&self, colour: Colour, laid: u8) -> RugId {
        let mut ids = (0..RUG_IDS).filter_map(|on| RugId::new(colour, (laid + on) % RUG_IDS));
        // at most 49 rugs are visible, so one of a hundred is free
        ids.find(|&id| !self.board.shows(id)).unwrap_or_else(|| unreachable!("all rugs show"))
    }
}

/// The pairs of squares around a position of Assam: one next to him, neither below him.
struct Around {
    pairs: [[Square; 2]; 12],
    count: usize,
}

static AROUND: [Around; SQUARES] = {
    let mut around = [const { Around { pairs: [[Square::CENTRE; 2]; 12], count: 0 } }; SQUARES];
    let mut place = 0;
    while place < SQUARES {
        around[place] = compute_around(Square::at(place as u8));
        place += 1;
    }
    around
};

const fn compute_around(assam: Square) -> Around {
    let mut around = Around { pairs: [[Square::CENTRE; 2]; 12], count: 0 };
    let mut near = 0;
    while near < SQUARES as u8 {
        let mut far = 0;
        while far < SQUARES as u8 {
            let (one, other) = (Square::at(near), Square::at(far));
            // two neighbours of one square never touch, so no pair is found twice
            if one.touches(assam) && one.touches(other) && other.index() != assam.index() {
                around.pairs[around.count] = [one, other];
                around.count += 1;
            }
            far += 1;
        }
        near += 1;
    }
    around
}

#[cfg(test)]
mod tests {
    use super::compute_around;
    use crate::rules::Square;

    #[test]
    fn pairs_around_a_square_are_listed() {
        let count = |x, y| compute_around(Square::new(x, y).unwrap()).count;
        assert_eq!((count(3, 3), count(0, 0), count(0, 3)), (12, 4, 7));
        for assam in Square::all() {
            let around = compute_around(assam);
            for [near, far] in &around.pairs[..around.count] {
                assert!(near.touches(assam) && near.touches(*far) && *far != assam);
            }
        }
    }
}
