//! What can be set in Scrabble.

use crate::board::BINGO;
use lettergame_core::game::{Setting, SettingError, Settings};

/// The rules as values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScrabbleRules {
    bingo: u16,
    exchange: u8,
    scoreless: u8,
}

impl ScrabbleRules {
    /// The names of the presets; the first is the default.
    pub const PRESETS: [&'static str; 1] = ["standard"];

    /// What can be set, with the values of the preset `standard`.
    pub const SETTINGS: [Setting; 3] = [
        Setting {
            key: "bingo",
            default: "50",
            about: "points for seven tiles in one play, 0 to 500",
        },
        Setting {
            key: "exchange",
            default: "7",
            about: "tiles that the bag must hold for an exchange, 1 to 100",
        },
        Setting {
            key: "scoreless",
            default: "6",
            about: "turns without points in a row that end the game, 2 to 100",
        },
    ];

    /// The published rules for two.
    #[must_use]
    pub const fn standard() -> ScrabbleRules {
        ScrabbleRules { bingo: BINGO as u16, exchange: 7, scoreless: 6 }
    }

    /// The preset of that name with these settings changed.
    ///
    /// # Errors
    /// An unknown preset or key (with the nearest name), or a value out of range.
    pub fn read(preset: &str, mut settings: Settings) -> Result<ScrabbleRules, SettingError> {
        if preset != ScrabbleRules::PRESETS[0] {
            return Err(SettingError::preset(preset, &ScrabbleRules::PRESETS));
        }
        let rules = ScrabbleRules::standard();
        let read = ScrabbleRules {
            bingo: settings.take("bingo", rules.bingo, "0 to 500", |n| *n <= 500)?,
            exchange: settings
                .take("exchange", rules.exchange, "1 to 100", |n| (1..=100).contains(n))?,
            scoreless: settings
                .take("scoreless", rules.scoreless, "2 to 100", |n| (2..=100).contains(n))?,
        };
        settings.finish()?;
        Ok(read)
    }

    /// These rules as pairs of key and value, in the order of [`ScrabbleRules::SETTINGS`].
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let values =
            [self.bingo.to_string(), self.exchange.to_string(), self.scoreless.to_string()];
        ScrabbleRules::SETTINGS.iter().map(|setting| setting.key).zip(values).collect()
    }

    /// What seven tiles in one play earn, in points.
    #[must_use]
    pub fn bingo(&self) -> i32 {
        i32::from(self.bingo)
    }

    /// How many tiles the bag must hold for an exchange.
    #[must_use]
    pub fn exchange(&self) -> usize {
        usize::from(self.exchange)
    }

    /// How many turns without points in a row end the game.
    #[must_use]
    pub fn scoreless(&self) -> u8 {
        self.scoreless
    }
}
