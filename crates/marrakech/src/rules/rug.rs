//! Rugs: whose they are, and which two squares they lie on.

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
    /// The four of them, in the order in which players sit down.
    pub const ALL: [Colour; 4] = [Colour::Cyan, Colour::Yellow, Colour::Red, Colour::Purple];

    /// `c`, `y`, `r` or `p`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['c', 'y', 'r', 'p'][self as usize]
    }

    /// The colour of that letter.
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

/// Numbers that the rugs of one colour can have: two digits.
pub(super) const RUG_IDS: u8 = 100;

/// Which rug it is: a colour and a number from 0 to 99, as text `p07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RugId {
    colour: Colour,
    number: u8,
}

impl RugId {
    /// The rug of that colour and number, if the number is below 100.
    #[must_use]
    pub fn new(colour: Colour, number: u8) -> Option<RugId> {
        (number < RUG_IDS).then_some(RugId { colour, number })
    }

    /// Whose it is.
    #[must_use]
    pub const fn colour(self) -> Colour {
        self.colour
    }

    /// 0 to 99.
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

/// A rug with the two squares it lies on or is to be laid on; nothing says that it may be.
///
/// As text seven characters: `p014445` is the purple rug 1 on (4,4) and (4,5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rug {
    /// Which rug.
    pub id: RugId,
    /// Where.
    pub squares: [Square; 2],
}

impl fmt::Display for Rug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.id, self.squares[0], self.squares[1])
    }
}

/// As its text.
impl Serialize for Rug {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
