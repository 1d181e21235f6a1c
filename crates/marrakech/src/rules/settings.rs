//! The settings of Marrakech.

use lettergame_game::{Param, Preset, Rules};
use lettergame_game::{field, words};

/// The rules of Marrakech as values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarrakechRules {
    pub(super) dirhams: u16,
    pub(super) rugs: u8,
    pub(super) colours: u8,
    pub(super) rotate: RotateAt,
}

/// When a player rotates Assam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RotateAt {
    /// At the start of their own turn.
    Start,
    /// At the end of their own turn, for the next player. The first player also rotates before the first
    /// roll.
    End,
}

words!(RotateAt { RotateAt::Start => "start", RotateAt::End => "end" });

impl Rules for MarrakechRules {
    const PRESETS: &'static [Preset<MarrakechRules>] = &[("standard", MarrakechRules::standard)];

    const PARAMS: &'static [Param<MarrakechRules>] = &[
        // three digits must hold the money of four players in one hand
        Param::integer(
            "dirhams",
            [0, 249],
            "money of each player at the start, in dirhams",
            field!(dirhams),
        ),
        Param::integer("rugs", [1, 99], "rugs of each colour at the start", field!(rugs)),
        Param::integer(
            "colours",
            [1, 2],
            "colours of each player; 2 only for two players, who lay them in turn (with rugs=12)",
            field!(colours),
        ),
        Param::choice(
            "rotate",
            RotateAt::WORDS,
            "when Assam is rotated: at the start of the player's turn, or at its end, for the next player",
            field!(rotate),
        ),
    ];
}

impl MarrakechRules {
    /// The usual rules.
    #[must_use]
    pub fn standard() -> MarrakechRules {
        MarrakechRules { dirhams: 30, rugs: 15, colours: 1, rotate: RotateAt::Start }
    }
}

#[cfg(test)]
mod tests {
    use super::{MarrakechRules, RotateAt};
    use lettergame_game::{Rules, Settings};

    fn read(texts: &[&str]) -> Result<MarrakechRules, String> {
        let settings = Settings::parse(texts.iter().copied()).map_err(|e| e.to_string())?;
        MarrakechRules::read("standard", settings).map_err(|e| e.to_string())
    }

    #[test]
    fn settings_change_the_rules_within_their_ranges() {
        let rules = read(&["rugs=12", "rotate=end", "colours=2", "dirhams=0"]).unwrap();
        assert_eq!((rules.rugs, rules.rotate, rules.colours), (12, RotateAt::End, 2));
        for bad in ["rugs=0", "rugs=100", "dirhams=250", "colours=3", "rotate=never", "hidden=3"] {
            assert!(read(&[bad]).is_err(), "{bad}");
        }
    }
}
