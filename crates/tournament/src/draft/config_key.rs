//! The keys of a config that hold one value, declared once: files, options of the command line and forms read them, and
//! lay them over each other, by this list.

use thiserror::Error;

use crate::Draft;

/// A key of a config that holds one value.
#[derive(Debug)]
pub struct ConfigKey {
    /// The key, as in a file.
    pub key: &'static str,
    /// What stands for its value in help; empty for the key itself.
    pub value_name: &'static str,
    /// What it means, with its default.
    pub about: &'static str,
    /// Is it a condition under which players can be compared, whoever they are and however many games they play?
    pub is_condition: bool,
    pub(super) slot: Slot,
}

/// A text where a whole number is expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no number: expected a whole number")]
pub struct NumberError(String);

/// Where in a draft the value is kept.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    Text(fn(&mut Draft) -> &mut Option<String>),
    /// The path of a file or folder.
    Path(fn(&mut Draft) -> &mut Option<String>),
    Number(fn(&mut Draft) -> &mut Option<u64>),
}

/// What kind of value a key holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// A text.
    Text,
    /// The path of a file or folder.
    Path,
    /// A whole number.
    Number,
}

/// Every key that holds one value, in the order of help.
pub const CONFIG_KEYS: [ConfigKey; 16] = [
    condition("game", "", "The game", Slot::Text(|draft| &mut draft.game)),
    key(
        "schedule",
        "NAME",
        "free-for-all, round-robin, gauntlet, candidates, teams-of-clones, or 2v2, 5v5, 2v2v2v2; or swiss, knockout, \
         ladder, where each stage follows from the results of those before",
        Slot::Text(|draft| &mut draft.schedule),
    ),
    key(
        "group-size",
        "N",
        "Players in a group of round-robin, teams-of-clones, swiss, knockout or ladder [default: 2]",
        Slot::Number(|draft| &mut draft.group_size),
    ),
    key(
        "team-size",
        "N",
        "Seats of each player in teams-of-clones [default: 2]",
        Slot::Number(|draft| &mut draft.team_size),
    ),
    key(
        "candidates",
        "N",
        "How many of the first players take turns in the schedule candidates [default: 2]",
        Slot::Number(|draft| &mut draft.candidates),
    ),
    key(
        "stages",
        "N",
        "Stages of swiss or ladder [default: swiss 1 + log of players to the base of the group, ladder as many as \
         players]",
        Slot::Number(|draft| &mut draft.stages),
    ),
    key(
        "games",
        "N",
        "Games of each pairing, where there are stages in each stage [default: 1000]",
        Slot::Number(|draft| &mut draft.games),
    ),
    condition(
        "seats",
        "HOW",
        "In which seats each deal is played: rotate, permute or fixed [default: rotate]",
        Slot::Text(|draft| &mut draft.seats),
    ),
    condition(
        "seed",
        "N",
        "Seed of all random choices [default: drawn and printed]",
        Slot::Number(|draft| &mut draft.seed),
    ),
    key(
        "record",
        "WHAT",
        "How much to write: games, rounds or plies [default: games]",
        Slot::Text(|draft| &mut draft.record),
    ),
    condition(
        "time-limit",
        "TIME",
        "The time of a player program for a decision [default: the game's, 2s]",
        Slot::Text(|draft| &mut draft.time_limit),
    ),
    condition(
        "game-time",
        "TIME",
        "The time of a player program for all decisions of a game [default: 30 times that for a decision]",
        Slot::Text(|draft| &mut draft.game_time),
    ),
    condition(
        "init-time",
        "TIME",
        "The time for a player program to say hello [default: 10s]",
        Slot::Text(|draft| &mut draft.init_time),
    ),
    key(
        "data",
        "DIR",
        "A folder of data that player programs find where they start, in the place of the files of ours",
        Slot::Path(|draft| &mut draft.data),
    ),
    condition("lexicon", "FILE", "Another word list", Slot::Path(|draft| &mut draft.lexicon)),
    key(
        "name",
        "",
        "What the tournament is called [default: the game's name]",
        Slot::Text(|draft| &mut draft.name),
    ),
];

const fn key(
    key: &'static str,
    value_name: &'static str,
    about: &'static str,
    slot: Slot,
) -> ConfigKey {
    ConfigKey { key, value_name, about, is_condition: false, slot }
}

const fn condition(
    key: &'static str,
    value_name: &'static str,
    about: &'static str,
    slot: Slot,
) -> ConfigKey {
    ConfigKey { key, value_name, about, is_condition: true, slot }
}

impl ConfigKey {
    /// What kind of value it holds.
    #[must_use]
    pub fn kind(&self) -> KeyKind {
        match self.slot {
            Slot::Text(_) => KeyKind::Text,
            Slot::Path(_) => KeyKind::Path,
            Slot::Number(_) => KeyKind::Number,
        }
    }

    /// Puts a value into a draft, as typed in an option or a form.
    ///
    /// # Errors
    /// A number is expected, and the text is none.
    pub fn set(&self, draft: &mut Draft, text: &str) -> Result<(), NumberError> {
        match self.slot {
            Slot::Text(slot) | Slot::Path(slot) => *slot(draft) = Some(text.to_owned()),
            Slot::Number(slot) => {
                *slot(draft) = Some(text.parse().map_err(|_| NumberError(text.to_owned()))?);
            }
        }
        Ok(())
    }

    /// Takes the value of `over`, where it has one.
    pub(super) fn merge(&self, draft: &mut Draft, over: &mut Draft) {
        match self.slot {
            Slot::Text(slot) | Slot::Path(slot) => {
                let own = slot(draft).take();
                *slot(draft) = slot(over).take().or(own);
            }
            Slot::Number(slot) => *slot(draft) = slot(over).or(*slot(draft)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CONFIG_KEYS;
    use crate::Draft;

    #[test]
    fn every_key_is_set_read_and_merged() {
        for (index, one) in CONFIG_KEYS.iter().enumerate() {
            let mut draft = Draft::default();
            one.set(&mut draft, "7").unwrap();
            assert_ne!(draft, Draft::default(), "{}", one.key);
            let text = match one.kind() {
                super::KeyKind::Number => format!("{} = 7", one.key),
                _ => format!("{} = \"7\"", one.key),
            };
            let mut read = Draft::from_toml(&text, "t").unwrap();
            read.places = crate::Places::default();
            assert_eq!(read, draft, "{}", one.key);
            assert_eq!(Draft::default().overlaid(draft.clone()), draft, "{}", one.key);
            assert_eq!(draft.clone().overlaid(Draft::default()), draft, "{}", one.key);
            for other in &CONFIG_KEYS[..index] {
                let mut others = Draft::default();
                other.set(&mut others, "7").unwrap();
                assert_ne!(others, draft, "{} and {}", one.key, other.key);
            }
        }
    }
}
