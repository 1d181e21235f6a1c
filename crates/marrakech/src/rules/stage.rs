//! A position with the player to move and the phase of the turn: the rules of play, without chance.
//!
//! A turn consists of rotate, roll and move, pay, place. Rotating and placing are decisions, the roll comes
//! from outside, and payment follows from the roll.

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::rules::{
    Assam, Board, Colour, Die, Facing, MarrakechRules, Merchant, Position, ResumeError, RotateAt,
    Rotation, Rug, Square,
};

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The player rotates Assam.
    Rotate,
    /// The die is rolled; Assam moves, and the player pays.
    Roll,
    /// The player lays a rug.
    Place,
    /// Nothing: the game is over.
    Over,
}

impl Phase {
    /// `rotate`, `roll`, `place` or `over`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Rotate => "rotate",
            Phase::Roll => "roll",
            Phase::Place => "place",
            Phase::Over => "over",
        }
    }
}

/// Money that changes hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The payer's colour.
    pub from: Colour,
    /// The receiver's colour.
    pub to: Colour,
    /// What is owed: the size of the region.
    pub owed: u16,
    /// What is paid: less than owed if the payer has less, who is then out.
    pub paid: u16,
}

impl Payment {
    /// Whether the player could not pay in full.
    #[must_use]
    pub fn ruins(&self) -> bool {
        self.paid < self.owed
    }
}

/// Why a rug may not be laid there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlacementError {
    /// The squares are not neighbours.
    #[error("{0} and {1} do not share an edge")]
    Apart(Square, Square),
    /// One of them is below Assam.
    #[error("Assam stands on {0}")]
    BelowAssam(Square),
    /// None of them is next to Assam.
    #[error("neither {0} nor {1} is next to Assam on {2}")]
    Far(Square, Square, Square),
    /// They show both halves of one rug.
    #[error("{0} and {1} are both halves of one rug")]
    WholeRug(Square, Square),
}

/// A position in the middle of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    position: Position,
    /// Players at the table: merchants are assigned to them in turn.
    seats: u8,
    /// The player to move, as an index of merchants.
    mover: u8,
    phase: Phase,
    rotate: RotateAt,
    /// Rugs of each colour at the start.
    rugs: u8,
}

impl Stage {
    /// The start: Assam in the centre, the first player to rotate him.
    #[must_use]
    pub fn start(rules: &MarrakechRules, seats: usize, facing: Facing) -> Stage {
        let colours = seats * usize::from(rules.colours);
        let merchant = |(index, colour): (usize, Colour)| Merchant {
            colour,
            // a player's first colour holds the purse
            dirhams: if index < seats { rules.dirhams } else { 0 },
            rugs: rules.rugs,
            is_in: true,
        };
        let merchants: ArrayVec<_, 4> =
            Colour::ALL.into_iter().take(colours).enumerate().map(merchant).collect();
        let assam = Assam { square: Square::CENTRE, facing };
        let position = Position { merchants, assam, board: Board::EMPTY };
        let MarrakechRules { rotate, rugs, .. } = *rules;
        Stage { position, seats: seats as u8, mover: 0, phase: Phase::Rotate, rotate, rugs }
    }

    /// A position of the standard rules (one colour per player) with `mover` to move, to place or else to
    /// rotate. A player who cannot act is skipped; the game is over if none can.
    ///
    /// # Errors
    /// [`ResumeError`] for a position from which a game cannot continue.
    pub fn resume(position: Position, mover: Colour, placing: bool) -> Result<Stage, ResumeError> {
        position.check_playable()?;
        let index = position.merchants.iter().position(|merchant| merchant.colour == mover);
        let mover = index.ok_or(ResumeError::Mover(mover))? as u8;
        let seats = position.merchants.len() as u8;
        let phase = if placing { Phase::Place } else { Phase::Rotate };
        let rugs = MarrakechRules::standard().rugs;
        let mut stage = Stage { position, seats, mover, phase, rotate: RotateAt::Start, rugs };
        if !stage.can_act(stage.mover) {
            stage.next_player();
        }
        Ok(stage)
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What happens next.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Players at the table.
    #[must_use]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// The player to move, from 0.
    #[must_use]
    pub fn seat(&self) -> usize {
        usize::from(self.mover % self.seats)
    }

    /// The colour laid in this turn.
    #[must_use]
    pub fn colour(&self) -> Colour {
        self.position.merchants[usize::from(self.mover)].colour
    }

    /// The purse of a player, and whether the player is in: kept with their first colour.
    #[must_use]
    pub fn purse(&self, seat: usize) -> &Merchant {
        &self.position.merchants[seat]
    }

    /// The player who lays a colour.
    #[must_use]
    pub fn owner(&self, colour: Colour) -> Option<usize> {
        let index = self.position.merchants.iter().position(|m| m.colour == colour)?;
        Some(index % self.seats())
    }

    /// The visible squares of all colours of this player.
    #[must_use]
    pub fn squares(&self, seat: usize) -> u32 {
        let own = self.position.merchants.iter().skip(seat).step_by(self.seats());
        own.map(|merchant| self.position.board.squares_of(merchant.colour).len()).sum()
    }

    /// Rotates Assam.
    pub fn rotate(&mut self, rotation: Rotation) {
        debug_assert_eq!(self.phase, Phase::Rotate);
        self.position.assam = self.position.assam.rotated(rotation);
        if self.rotate == RotateAt::End && !self.is_first_turn() {
            self.next_player();
        }
        self.phase = Phase::Roll;
    }

    /// Before any rug is laid, the rotation is for the player's own turn in every variant.
    fn is_first_turn(&self) -> bool {
        Colour::ALL.into_iter().all(|colour| self.position.board.squares_of(colour).is_empty())
    }

    /// Moves Assam and settles the payment; continues with placing, or with the next player if this one goes
    /// out.
    pub fn roll(&mut self, die: Die) -> Option<Payment> {
        debug_assert_eq!(self.phase, Phase::Roll);
        self.position.assam = self.position.assam.moved(die);
        let payment = self.settle();
        match payment {
            Some(payment) if payment.ruins() => self.next_player(),
            _ => self.phase = Phase::Place,
        }
        payment
    }

    fn settle(&mut self) -> Option<Payment> {
        let region = self.position.region();
        let colour = self.position.board.colour_at(self.position.assam.square)?;
        let (from, to, seats) = (self.seat(), self.owner(colour)?, self.seats());
        if from == to || !self.purse(to).is_in {
            return None;
        }
        let owed = region.len() as u16;
        let merchants = &mut self.position.merchants;
        let paid = owed.min(merchants[from].dirhams);
        merchants[from].dirhams -= paid;
        merchants[to].dirhams += paid;
        let payment =
            Payment { from: merchants[from].colour, to: merchants[to].colour, owed, paid };
        if payment.ruins() {
            merchants.iter_mut().skip(from).step_by(seats).for_each(|own| own.is_in = false);
        }
        Some(payment)
    }

    /// Why the mover may not lay a rug on these squares.
    ///
    /// # Errors
    /// The first violated rule.
    pub fn check(&self, [one, other]: [Square; 2]) -> Result<(), PlacementError> {
        let assam = self.position.assam.square;
        if !one.touches(other) {
            return Err(PlacementError::Apart(one, other));
        }
        if one == assam || other == assam {
            return Err(PlacementError::BelowAssam(assam));
        }
        if !one.touches(assam) && !other.touches(assam) {
            return Err(PlacementError::Far(one, other, assam));
        }
        if self.position.board.same_rug([one, other]) {
            return Err(PlacementError::WholeRug(one, other));
        }
        Ok(())
    }

    /// Where a rug may be laid now, at most 12 pairs of squares; empty outside of the placing phase.
    pub fn placements(&self) -> impl Iterator<Item = [Square; 2]> + '_ {
        let pairs = if self.phase == Phase::Place { self.position.pairs_around() } else { &[] };
        self.position.uncovered(pairs)
    }

    /// Lays the mover's next rug on squares that were checked, and advances to the next decision.
    pub fn place(&mut self, squares: [Square; 2]) -> Rug {
        debug_assert_eq!((self.phase, self.check(squares)), (Phase::Place, Ok(())));
        let mover = usize::from(self.mover);
        let Merchant { colour, rugs, .. } = self.position.merchants[mover];
        let laid = self.rugs.saturating_sub(rugs);
        let rug = Rug { id: self.position.next_id(colour, laid), squares };
        self.position.merchants[mover].rugs -= 1;
        self.position.board.lay(rug);
        if self.rotate == RotateAt::End && !self.position.is_over() {
            self.phase = Phase::Rotate;
        } else {
            self.next_player();
        }
        rug
    }

    fn can_act(&self, mover: u8) -> bool {
        let merchant = &self.position.merchants[usize::from(mover)];
        merchant.is_in && merchant.rugs > 0
    }

    /// Advances to the next player who is in and has rugs left; the game is over if there is none.
    fn next_player(&mut self) {
        let count = self.position.merchants.len() as u8;
        let next = (1..=count).map(|on| (self.mover + on) % count).find(|&next| self.can_act(next));
        self.phase = match (next, self.rotate) {
            (None, _) => Phase::Over,
            (Some(_), RotateAt::Start) => Phase::Rotate,
            (Some(_), RotateAt::End) => Phase::Roll,
        };
        self.mover = next.unwrap_or(self.mover);
    }
}
