//! What can be set in Marrakech.

use std::fmt;
use std::str::FromStr;

use lettergame_core::game::{Setting, SettingError, Settings};

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
    /// At the start of the own turn.
    Start,
    /// At the end of the own turn, for the next player. The first player also rotates before the
    /// first roll.
    End,
}

impl fmt::Display for RotateAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RotateAt::Start => "start",
            RotateAt::End => "end",
        })
    }
}

impl FromStr for RotateAt {
    type Err = ();
    fn from_str(text: &str) -> Result<RotateAt, ()> {
        match text {
            "start" => Ok(RotateAt::Start),
            "end" => Ok(RotateAt::End),
            _ => Err(()),
        }
    }
}

impl MarrakechRules {
    /// The names of the presets; the first is the default.
    pub const PRESETS: [&'static str; 1] = ["standard"];

    /// What can be set, with the values of the preset `standard`.
    pub const SETTINGS: [Setting; 4] = [
        Setting {
            key: "dirhams",
            default: "30",
            about: "money of each player at the start, 0 to 249",
        },
        Setting { key: "rugs", default: "15", about: "rugs of each colour at the start, 1 to 99" },
        Setting {
            key: "colours",
            default: "1",
            about: "colours of each player; 2 only for two players, who lay them in turn (with rugs=12)",
        },
        Setting {
            key: "rotate",
            default: "start",
            about: "when Assam is rotated: start of the own turn, or end, for the next player",
        },
    ];

    /// The rules as they are most often played.
    #[must_use]
    pub fn standard() -> MarrakechRules {
        MarrakechRules { dirhams: 30, rugs: 15, colours: 1, rotate: RotateAt::Start }
    }

    /// The preset of that name with these settings changed.
    ///
    /// # Errors
    /// An unknown preset or key (with the nearest name), or a value out of range.
    pub fn read(preset: &str, mut settings: Settings) -> Result<MarrakechRules, SettingError> {
        if preset != "standard" {
            return Err(SettingError::preset(preset, &MarrakechRules::PRESETS));
        }
        let standard = MarrakechRules::standard();
        // three digits must hold the money of four players in one hand
        let dirhams = settings.take("dirhams", standard.dirhams, "0 to 249", |n| *n <= 249)?;
        let rugs = settings.take("rugs", standard.rugs, "1 to 99", |n| (1..=99).contains(n))?;
        let colours = settings.take("colours", 1, "1 or 2", |n| (1..=2).contains(n))?;
        let rotate = settings.take("rotate", standard.rotate, "start or end", |_| true)?;
        settings.finish()?;
        Ok(MarrakechRules { dirhams, rugs, colours, rotate })
    }

    /// These rules as pairs of key and value, in the order of [`MarrakechRules::SETTINGS`].
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let values = [
            self.dirhams.to_string(),
            self.rugs.to_string(),
            self.colours.to_string(),
            self.rotate.to_string(),
        ];
        MarrakechRules::SETTINGS.iter().map(|setting| setting.key).zip(values).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{MarrakechRules, RotateAt};
    use lettergame_core::game::Settings;

    fn read(texts: &[&str]) -> Result<MarrakechRules, String> {
        let settings = Settings::parse(texts.iter().copied()).map_err(|e| e.to_string())?;
        MarrakechRules::read("standard", settings).map_err(|e| e.to_string())
    }

    #[test]
    fn the_listed_defaults_are_the_standard() {
        let listed: Vec<_> =
            MarrakechRules::SETTINGS.iter().map(|s| (s.key, s.default.to_owned())).collect();
        assert_eq!(MarrakechRules::standard().pairs(), listed);
        assert_eq!(read(&[]), Ok(MarrakechRules::standard()));
    }

    #[test]
    fn settings_change_the_rules_inside_their_ranges() {
        let rules = read(&["rugs=12", "rotate=end", "colours=2", "dirhams=0"]).unwrap();
        assert_eq!((rules.rugs, rules.rotate, rules.colours), (12, RotateAt::End, 2));
        for bad in ["rugs=0", "rugs=100", "dirhams=250", "colours=3", "rotate=never", "hidden=3"] {
            assert!(read(&[bad]).is_err(), "{bad}");
        }
    }
}
