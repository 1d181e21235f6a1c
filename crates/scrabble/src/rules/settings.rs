//! The settings of Scrabble.

use crate::board::BINGO;
use lettergame_core::field;
use lettergame_core::game::{Param, Preset, Rules};

/// The rules as values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScrabbleRules {
    bingo: u16,
    exchange: u8,
    scoreless: u8,
}

impl Rules for ScrabbleRules {
    const PRESETS: &'static [Preset<ScrabbleRules>] = &[("standard", ScrabbleRules::standard)];

    const PARAMS: &'static [Param<ScrabbleRules>] = &[
        Param::integer("bingo", [0, 500], "points for seven tiles in one play", field!(bingo)),
        Param::integer(
            "exchange",
            [1, 100],
            "tiles that the bag must hold for an exchange",
            field!(exchange),
        ),
        Param::integer(
            "scoreless",
            [2, 100],
            "turns without points in a row that end the game",
            field!(scoreless),
        ),
    ];
}

impl ScrabbleRules {
    /// The published rules for two.
    #[must_use]
    pub const fn standard() -> ScrabbleRules {
        ScrabbleRules { bingo: BINGO as u16, exchange: 7, scoreless: 6 }
    }

    /// The bonus for seven tiles in one play, in points.
    #[must_use]
    pub fn bingo(&self) -> i32 {
        i32::from(self.bingo)
    }

    /// The minimum number of tiles in the bag for an exchange.
    #[must_use]
    pub fn exchange(&self) -> usize {
        usize::from(self.exchange)
    }

    /// The number of consecutive scoreless turns that ends the game.
    #[must_use]
    pub fn scoreless(&self) -> u8 {
        self.scoreless
    }
}
