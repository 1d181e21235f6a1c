//! Assam, the owner of the market: his square, turns and walks.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::rules::squares::SQUARES;
use crate::rules::{SIDE, Square};
use lettergame_base::Rng;

/// The way Assam faces. North is up: `y - 1`; east is right: `x + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// `y - 1`.
    North = 0,
    /// `x + 1`.
    East = 1,
    /// `y + 1`.
    South = 2,
    /// `x - 1`.
    West = 3,
}

impl Facing {
    /// The four of them, clockwise from north.
    pub const ALL: [Facing; 4] = [Facing::North, Facing::East, Facing::South, Facing::West];

    /// `N`, `E`, `S` or `W`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// `north`, `east`, `south` or `west`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    const fn turned(self, quarters: usize) -> Facing {
        Facing::ALL[(self as usize + quarters) % 4]
    }
}

/// The rotations of Assam at the start of a turn; in JSON, the degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub enum Rotation {
    /// Not at all.
    Ahead = 0,
    /// By 90 degrees: north becomes east.
    Right = 1,
    /// By 270 degrees: north becomes west.
    Left = 3,
}

impl Rotation {
    /// The three of them: ahead, right, left.
    pub const ALL: [Rotation; 3] = [Rotation::Ahead, Rotation::Right, Rotation::Left];

    /// 0, 90 or 270, clockwise.
    #[must_use]
    pub const fn degrees(self) -> u16 {
        self as u16 * 90
    }

    /// The rotation by this many degrees, if it is one of the three.
    #[must_use]
    pub fn from_degrees(degrees: u16) -> Option<Rotation> {
        Rotation::ALL.into_iter().find(|rotation| rotation.degrees() == degrees)
    }
}

/// A result of the die: 1 to 4. Of its six faces two show 2, two show 3, and one each 1 and 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Die(u8);

impl Die {
    /// 1 to 4.
    pub const ALL: [Die; 4] = [Die(1), Die(2), Die(3), Die(4)];

    /// Faces of the die.
    pub const FACES: u32 = 6;

    /// The result with this many pips, if 1 to 4.
    #[must_use]
    pub fn new(pips: u8) -> Option<Die> {
        (1..=4).contains(&pips).then_some(Die(pips))
    }

    /// 1 to 4.
    #[must_use]
    pub const fn pips(self) -> u8 {
        self.0
    }

    /// The number of faces that show it: 1, 2, 2, 1.
    #[must_use]
    pub const fn faces(self) -> u32 {
        if self.0 == 1 || self.0 == 4 { 1 } else { 2 }
    }

    /// Rolls the die.
    pub fn roll(rng: &mut Rng) -> Die {
        const SHOWN: [u8; Die::FACES as usize] = [1, 2, 2, 3, 3, 4];
        Die(SHOWN[rng.below(Die::FACES) as usize])
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Assam on the board. As text `A`, `x`, `y`, facing: `A33N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assam {
    /// His square.
    pub square: Square,
    /// The way he faces.
    pub facing: Facing,
}

/// The result of one step, for every square and facing.
static STEPS: [[Assam; 4]; SQUARES] = {
    let mut steps = [[Assam { square: Square::CENTRE, facing: Facing::North }; 4]; SQUARES];
    let mut place = 0;
    while place < SQUARES * 4 {
        let assam = Assam { square: Square::at((place / 4) as u8), facing: Facing::ALL[place % 4] };
        steps[place / 4][place % 4] = assam.compute_step();
        place += 1;
    }
    steps
};

/// The end of each walk of 1 to 4 steps.
static WALKS: [[[Assam; 4]; 4]; SQUARES] = {
    let mut walks = [[[Assam { square: Square::CENTRE, facing: Facing::North }; 4]; 4]; SQUARES];
    let mut place = 0;
    while place < SQUARES * 4 {
        let mut assam =
            Assam { square: Square::at((place / 4) as u8), facing: Facing::ALL[place % 4] };
        let mut pips = 0;
        while pips < 4 {
            assam = assam.compute_step();
            walks[place / 4][place % 4][pips] = assam;
            pips += 1;
        }
        place += 1;
    }
    walks
};

impl Assam {
    /// Rotated by 0, 90 or 270 degrees. O(1).
    #[must_use]
    pub const fn rotated(self, rotation: Rotation) -> Assam {
        Assam { square: self.square, facing: self.facing.turned(rotation as usize) }
    }

    /// One step ahead. Off the board, the mosaic track brings him to the square at its other end, with a new
    /// facing; that counts as the step. O(1).
    #[must_use]
    pub fn step(self) -> Assam {
        STEPS[self.square.index()][self.facing as usize]
    }

    /// A walk of as many steps as the die shows. O(1).
    #[must_use]
    pub fn moved(self, die: Die) -> Assam {
        WALKS[self.square.index()][self.facing as usize][usize::from(die.0) - 1]
    }

    /// Every position along the way, including the last.
    pub fn path(self, die: Die) -> impl Iterator<Item = Assam> {
        std::iter::successors(Some(self.step()), |assam| Some(assam.step()))
            .take(usize::from(die.0))
    }

    const fn compute_step(self) -> Assam {
        let (x, y) = (self.square.x(), self.square.y());
        let ahead = match self.facing {
            Facing::North => Square::new(x, y.wrapping_sub(1)),
            Facing::East => Square::new(x + 1, y),
            Facing::South => Square::new(x, y + 1),
            Facing::West => Square::new(x.wrapping_sub(1), y),
        };
        match ahead {
            Some(square) => Assam { square, facing: self.facing },
            None => self.track(),
        }
    }

    /// The way back onto the board. Along the top and left edges the half circles join squares 0-1, 2-3 and
    /// 4-5, along the right and bottom edges 1-2, 3-4 and 5-6; the three-quarter circles in the top right and
    /// bottom left corners join the rest.
    const fn track(self) -> Assam {
        const LAST: u8 = SIDE as u8 - 1;
        let (x, y) = (self.square.x(), self.square.y());
        let (x, y, facing) = match self.facing {
            Facing::North if x == LAST => (x, y, Facing::West),
            Facing::North => (x ^ 1, y, Facing::South),
            Facing::West if y == LAST => (x, y, Facing::North),
            Facing::West => (x, y ^ 1, Facing::East),
            Facing::East if y == 0 => (x, y, Facing::South),
            Facing::East => (x, ((y - 1) ^ 1) + 1, Facing::West),
            Facing::South if x == 0 => (x, y, Facing::East),
            Facing::South => (((x - 1) ^ 1) + 1, y, Facing::North),
        };
        Assam { square: Square::at(x * SIDE as u8 + y), facing }
    }
}

impl fmt::Display for Assam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A{}{}", self.square, self.facing.letter())
    }
}

/// Serialised as text.
impl Serialize for Assam {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
