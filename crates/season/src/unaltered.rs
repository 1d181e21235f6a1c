//! Whether the database and the files of players are those that this program has written.

use crate::entrants::Entrants;
use crate::intake::{Entry, fingerprint};
use crate::store::{BrokenSeal, Sealed, Version};
use crate::{Season, SeasonError};

impl Season {
    /// Checks that nothing but this program has changed what the database says of these. Linear in their rows.
    pub(crate) fn check_unaltered(&self, of: &[Sealed]) -> Result<(), SeasonError> {
        match self.store.broken_seals(of)?.into_iter().next() {
            Some(BrokenSeal { what, how }) => Err(SeasonError::Altered { what, how }),
            None => Ok(()),
        }
    }

    /// Checks that a version is started as the one that was accepted, from the same files.
    pub(crate) fn check_version(
        &self,
        entrants: &Entrants,
        version: &Version,
    ) -> Result<(), SeasonError> {
        let dir = self.version_dir(entrants.team_name(version.team), version.number);
        let files = match &version.entry {
            Entry::BuiltIn { .. } => String::new(),
            Entry::Program { .. } | Entry::Module { .. } => {
                fingerprint(&dir).map_err(|error| SeasonError::Player(error.to_string()))?
            }
        };
        if version.fingerprint == version.entry.fingerprint(&files) {
            return Ok(());
        }
        if !version.fingerprint.starts_with(&files) {
            return Err(SeasonError::Changed(dir));
        }
        Err(SeasonError::Entry {
            version: entrants.name(version.id),
            entry: serde_json::to_string(&version.entry).unwrap_or_default(),
        })
    }
}
