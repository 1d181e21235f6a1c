//! The config keys that hold one value, declared once: files, command-line options and forms read
//! them, and merge them, by this list.

use std::collections::BTreeMap;
use std::path::PathBuf;

use thiserror::Error;

use crate::{RawProgram, SourceLocations};

/// A config key that holds one value.
#[derive(Debug)]
pub struct ConfigKey {
    /// The key, as in a file.
    pub key: &'static str,
    /// The placeholder for its value in help; empty for the key itself.
    pub value_name: &'static str,
    /// What it means, with its default.
    pub about: &'static str,
    /// Whether it is a condition that players under comparison share, whoever they are and however
    /// many games they play.
    pub is_condition: bool,
    pub(crate) slot: Slot,
}

/// The error for a text where a whole number is expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid value `{0}`: expected a whole number")]
pub struct NumberError(String);

/// Which field of a raw config holds the value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot {
    Text(fn(&mut RawConfig) -> &mut Option<String>),
    /// The path of a file or folder.
    Path(fn(&mut RawConfig) -> &mut Option<String>),
    Number(fn(&mut RawConfig) -> &mut Option<u64>),
}

/// The kind of value a key holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// A string.
    Text,
    /// The path of a file or folder.
    Path,
    /// A whole number.
    Number,
}

/// Declares the keys that hold one value, in the order of help: each is a field of a raw config and
/// an entry in [`CONFIG_KEYS`].
macro_rules! config_keys {
    ($($field:ident: $kind:ident, $part:ident, $key:literal, $value_name:literal, $about:literal;)+) => {
        /// A config as written.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct RawConfig {
            $(#[doc = concat!($about, ".")] pub $field: Option<written!($kind)>,)+
            /// The players.
            pub players: Option<Vec<String>>,
            /// External players described in tables.
            pub programs: Vec<RawProgram>,
            /// Where relative paths in the commands of players start.
            pub base: Option<PathBuf>,
            /// The rules' settings by key, including `preset`; several values make a run for each combination.
            pub rules: BTreeMap<String, Vec<String>>,
            /// What is played one after the other, each merged over this one; if empty, only this
            /// one is played.
            pub queue: Vec<RawConfig>,
            /// Whether it is the config of a run, which contains everything that determines its
            /// rows.
            pub is_recorded: bool,
            /// Source locations; empty for values that are not from a file.
            pub locations: SourceLocations,
        }

        /// All keys that hold one value, in the order of help.
        pub const CONFIG_KEYS: &[ConfigKey] = &[$(ConfigKey {
            key: $key,
            value_name: $value_name,
            about: $about,
            is_condition: is_condition!($part),
            slot: Slot::$kind(|raw| &mut raw.$field),
        }),+];
    };
}

/// How a value is stored in a raw config.
macro_rules! written {
    (Number) => {
        u64
    };
    ($kind:ident) => {
        String
    };
}

macro_rules! is_condition {
    (condition) => {
        true
    };
    (choice) => {
        false
    };
}

config_keys! {
    game: Text, condition, "game", "", "The game";
    schedule: Text, choice, "schedule", "NAME",
        "Who meets whom: free-for-all, round-robin, swiss, knockout, ...\n\nAll: free-for-all, round-robin, singles, \
         gauntlet, candidates, teams-of-clones, or 1v1, 2v2, 5v5, 2v2v2v2; or swiss, knockout, ladder, where each \
         stage follows from the results of those before";
    group_size: Number, choice, "group-size", "N",
        "Players in a group of round-robin, teams-of-clones, swiss, knockout or ladder [default: 2]";
    team_size: Number, choice, "team-size", "N", "Seats of each player in teams-of-clones [default: 2]";
    candidates: Number, choice, "candidates", "N",
        "How many of the first players take turns in the schedule candidates [default: 2]";
    stages: Number, choice, "stages", "N",
        "Stages of swiss or ladder [default: swiss 1 + log of players to the base of the group, ladder as many as \
         players]";
    games: Number, choice, "games", "N",
        "Games of each pairing, in each stage where there are stages [default: 1000]";
    seats: Text, condition, "seats", "HOW",
        "How seats change between the games of a deal: rotate, permute or fixed [default: rotate]";
    seed: Number, condition, "seed", "N", "Seed of the tournament, 0 to 2^63-1 [default: drawn and printed]";
    record: Text, choice, "record", "WHAT",
        "How much to write: games, rounds or plies [default: games; plies where programs play]";
    time_limit: Text, condition, "time-limit", "TIME",
        "Time of a player program for a decision [default: the game's, 2s]";
    game_time: Text, condition, "game-time", "TIME",
        "Time of a player program for all decisions of a game [default: 30 times that for a decision]";
    init_time: Text, condition, "init-time", "TIME", "Time of a player program to say hello [default: 10s]";
    data: Path, choice, "data", "DIR",
        "A folder of data that player programs find where they start, instead of the shipped files";
    lexicon: Path, condition, "lexicon", "FILE", "Another word list";
    name: Text, choice, "name", "", "Name of the tournament [default: the game's name]";
}

impl ConfigKey {
    /// The kind of value it holds.
    #[must_use]
    pub fn kind(&self) -> KeyKind {
        match self.slot {
            Slot::Text(_) => KeyKind::Text,
            Slot::Path(_) => KeyKind::Path,
            Slot::Number(_) => KeyKind::Number,
        }
    }

    /// Sets the value in a raw config, as typed in an option or a form.
    ///
    /// # Errors
    /// If a number is expected and the text is not one.
    pub fn set(&self, raw: &mut RawConfig, text: &str) -> Result<(), NumberError> {
        match self.slot {
            Slot::Text(slot) | Slot::Path(slot) => *slot(raw) = Some(text.to_owned()),
            Slot::Number(slot) => {
                *slot(raw) = Some(text.parse().map_err(|_| NumberError(text.to_owned()))?);
            }
        }
        Ok(())
    }

    /// Whether a raw config has a value for it.
    #[must_use]
    pub fn is_in(&self, raw: &RawConfig) -> bool {
        let mut raw = raw.clone();
        match self.slot {
            Slot::Text(slot) | Slot::Path(slot) => slot(&mut raw).is_some(),
            Slot::Number(slot) => slot(&mut raw).is_some(),
        }
    }

    /// Takes the value of `over` if it has one.
    pub(crate) fn merge(&self, raw: &mut RawConfig, over: &mut RawConfig) {
        match self.slot {
            Slot::Text(slot) | Slot::Path(slot) => {
                let own = slot(raw).take();
                *slot(raw) = slot(over).take().or(own);
            }
            Slot::Number(slot) => *slot(raw) = slot(over).or(*slot(raw)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CONFIG_KEYS;
    use crate::RawConfig;

    #[test]
    fn every_key_can_be_set_read_and_merged() {
        for (index, one) in CONFIG_KEYS.iter().enumerate() {
            let mut raw = RawConfig::default();
            one.set(&mut raw, "7").unwrap();
            assert_ne!(raw, RawConfig::default(), "{}", one.key);
            let text = match one.kind() {
                super::KeyKind::Number => format!("{} = 7", one.key),
                _ => format!("{} = \"7\"", one.key),
            };
            let mut read = RawConfig::from_toml(&text, "t").unwrap();
            read.locations = crate::SourceLocations::default();
            assert_eq!(read, raw, "{}", one.key);
            assert_eq!(RawConfig::default().merged_with(raw.clone()), raw, "{}", one.key);
            assert_eq!(raw.clone().merged_with(RawConfig::default()), raw, "{}", one.key);
            for other in &CONFIG_KEYS[..index] {
                let mut others = RawConfig::default();
                other.set(&mut others, "7").unwrap();
                assert_ne!(others, raw, "{} and {}", one.key, other.key);
            }
        }
    }
}
