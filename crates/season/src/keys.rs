//! The keys with which teams hand in by themselves.

use std::fmt::{self, Write as _};

use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};

use crate::store::Team;
use crate::{Season, SeasonError};

/// The length of a key in bytes, of which each is two digits: it cannot be guessed.
const BYTES: usize = 16;

/// The key of a team. It is known once, when it is made: the season keeps its hash alone.
#[derive(Clone, Debug)]
pub struct TeamKey(String);

impl fmt::Display for TeamKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Season {
    /// Makes a key for a team; an earlier one is no longer valid.
    ///
    /// # Errors
    /// If there is no such team, or the operating system has no random numbers.
    pub fn make_key(&mut self, name: &str, who: &str) -> Result<TeamKey, SeasonError> {
        let team = self.team(name)?;
        let mut bytes = [0; BYTES];
        SysRng.try_fill_bytes(&mut bytes).map_err(|_| SeasonError::Entropy)?;
        let key = TeamKey(digits(&bytes));
        let now = self.now();
        self.store.set_key(&team, &hash(&key.0), now, who)?;
        Ok(key)
    }

    /// The team that this key belongs to, if any.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn team_of_key(&self, key: &str) -> Result<Option<Team>, SeasonError> {
        let key = key.trim();
        // what is found depends on the hash alone: how long it takes says nothing about a key
        if key.len() != 2 * BYTES { Ok(None) } else { self.store.team_of_key(&hash(key)) }
    }
}

/// The hash under which a key is kept. Keys are random, so that it needs neither salt nor delay.
fn hash(key: &str) -> String {
    digits(&Sha256::digest(key.as_bytes()))
}

fn digits(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // writing to a string does not fail
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::{Format, Season, SeasonSettings, TEACHER};
    use lettergame_registry::games;

    #[test]
    fn a_key_opens_its_team_until_another_one_is_made() {
        let dir = tempfile::tempdir().unwrap();
        let formats = vec![Format::of_teams("duel", 2)];
        let settings = SeasonSettings::new("s", games()[0].info.name, 7, formats);
        let mut season = Season::create(&dir.path().join("s"), &settings).unwrap();
        for team in ["ants", "bees"] {
            season.add_team(team, TEACHER).unwrap();
        }
        let (ants, bees) =
            (season.make_key("ants", TEACHER).unwrap(), season.make_key("bees", TEACHER).unwrap());
        let team =
            |season: &Season, key: &str| season.team_of_key(key).unwrap().map(|team| team.name);
        assert_eq!(team(&season, &ants.to_string()).as_deref(), Some("ants"));
        assert_eq!(team(&season, &format!(" {bees}\n")).as_deref(), Some("bees"));
        for wrong in ["", "ants", &"0".repeat(32), &super::hash(&ants.to_string())] {
            assert_eq!(team(&season, wrong), None, "{wrong}");
        }
        let new = season.make_key("ants", TEACHER).unwrap();
        assert_eq!(team(&season, &ants.to_string()), None, "the earlier key");
        assert_eq!(team(&season, &new.to_string()).as_deref(), Some("ants"));
        assert!(season.make_key("wasps", TEACHER).is_err());
    }
}
