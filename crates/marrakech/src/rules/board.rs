//! The board: the visible rug on each square.

use crate::rules::rug::RUG_IDS;
use crate::rules::squares::SQUARES;
use crate::rules::{Colour, Rug, RugId, Square, Squares};

/// The visible rugs: the rug on each square, and the set of squares of each colour.
///
/// Covered rugs are forgotten: no rule needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    shown: [Shown; SQUARES],
    colours: [Squares; 4],
}

/// The visible rug of a square as a number: 0 for none, else 1 + 100 x colour + number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shown(u16);

impl Shown {
    const fn new(id: RugId) -> Shown {
        Shown(1 + id.colour() as u16 * RUG_IDS as u16 + id.number() as u16)
    }

    fn id(self) -> Option<RugId> {
        let place = self.0.checked_sub(1)?;
        let colour = Colour::ALL[usize::from(place / u16::from(RUG_IDS))];
        RugId::new(colour, (place % u16::from(RUG_IDS)) as u8)
    }
}

impl Board {
    /// An empty board.
    pub const EMPTY: Board = Board { shown: [Shown(0); SQUARES], colours: [Squares::EMPTY; 4] };

    /// The visible rug on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<RugId> {
        self.shown[square.index()].id()
    }

    /// The visible colour on a square. O(1).
    #[must_use]
    pub fn colour_at(&self, square: Square) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.squares_of(colour).contains(square))
    }

    /// The visible squares of a colour.
    #[must_use]
    pub const fn squares_of(&self, colour: Colour) -> Squares {
        self.colours[colour as usize]
    }

    /// Whether two squares show halves of the same rug.
    #[must_use]
    pub fn same_rug(&self, [one, other]: [Square; 2]) -> bool {
        let shown = self.shown[one.index()];
        shown != Shown::default() && shown == self.shown[other.index()]
    }

    /// Whether a rug is visible anywhere. O(squares of its colour).
    #[must_use]
    pub fn shows(&self, id: RugId) -> bool {
        let wanted = Shown::new(id);
        self.squares_of(id.colour()).iter().any(|square| self.shown[square.index()] == wanted)
    }

    /// The connected squares of the visible colour on `square`; empty if there is none.
    #[must_use]
    pub fn region(&self, square: Square) -> Squares {
        self.colour_at(square)
            .map_or(Squares::EMPTY, |colour| self.squares_of(colour).region(square))
    }

    /// Shows a rug on one square, over anything already there.
    pub(super) fn show(&mut self, id: RugId, square: Square) {
        self.colour(id.colour(), Squares::one(square));
        self.shown[square.index()] = Shown::new(id);
    }

    /// Lays a rug, over anything already there.
    pub(super) fn lay(&mut self, rug: Rug) {
        let [one, other] = rug.squares;
        self.colour(rug.id.colour(), Squares::one(one).or(Squares::one(other)));
        self.shown[one.index()] = Shown::new(rug.id);
        self.shown[other.index()] = Shown::new(rug.id);
    }

    fn colour(&mut self, own: Colour, squares: Squares) {
        for colour in &mut self.colours {
            *colour = colour.without(squares);
        }
        let own = &mut self.colours[own as usize];
        *own = own.or(squares);
    }
}
