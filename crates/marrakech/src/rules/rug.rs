//! Rugs: their colours and numbers, and the two squares they cover.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::rules::Square;

/// The colour of a player's rugs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// `c`.
    Cyan = 0,
    /// `y`.
    Yellow = 1,
    /// `r`.
    Red = 2,
    /// `p`.
    Purple = 3,
}

impl Colour {
    /// The four colours, in seat order.
    pub const ALL: [Colour; 4] = [Colour::Cyan, Colour::Yellow, Colour::Red, Colour::Purple];

    /// `c`, `y`, `r` or `p`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['c', 'y', 'r', 'p'][self as usize]
    }

    /// The colour with that letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.letter() == letter)
    }

    /// `cyan`, `yellow`, `red` or `purple`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["cyan", "yellow", "red", "purple"][self as usize]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The number of possible rug numbers of one colour: two digits.
pub(super) const RUG_IDS: u8 = 100;

/// The identity of a rug: a colour and a number from 0 to 99, as text `p07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RugId {
    colour: Colour,
    number: u8,
}

impl RugId {
    /// The rug with that colour and number, if the number is below 100.
    #[must_use]
    pub fn new(colour: Colour, number: u8) -> Option<RugId> {
        (number < RUG_IDS).then_some(RugId { colour, number })
    }

    /// Its colour.
    #[must_use]
    pub const fn colour(self) -> Colour {
        self.colour
    }

    /// Its number, 0 to 99.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.number
    }
}

impl fmt::Display for RugId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.colour.letter(), self.number)
    }
}

/// A rug with the two squares it covers or is to be laid on; not checked for legality.
///
/// As text seven characters: `p014445` is the purple rug 1 on (4,4) and (4,5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rug {
    /// The rug.
    pub id: RugId,
    /// Its squares.
    pub squares: [Square; 2],
}

impl fmt::Display for Rug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.id, self.squares[0], self.squares[1])
    }
}

/// Serialised as text.
impl Serialize for Rug {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
