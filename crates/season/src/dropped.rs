//! Formats that have games and are not in the settings any more: their games do not count.

use std::fmt;

use serde::Serialize;

use crate::results::Results;
use crate::{Season, SeasonError};

/// A format that has games and is not in the settings any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DroppedFormat {
    /// The name under which it was played.
    pub format: String,
    /// Its matches, which do not count.
    pub matches: u64,
    /// Their games.
    pub games: u64,
    /// The format of the settings in which the same is played, under another name.
    pub renamed_to: Option<String>,
}

impl fmt::Display for DroppedFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DroppedFormat { format, games, renamed_to, .. } = self;
        let s = if *games == 1 { "game" } else { "games" };
        match renamed_to {
            Some(name) => write!(
                f,
                "{games} {s} of format `{format}` do not count: season.toml calls it `{name}` now; to count them, \
                 call it `{format}` again"
            ),
            None => write!(
                f,
                "{games} {s} of format `{format}` do not count: season.toml no longer has it; to count them, put it \
                 back under that name"
            ),
        }
    }
}

impl Season {
    /// The formats with games that are not in the settings, in the order in which they were recorded.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn dropped_formats(&self) -> Result<Vec<DroppedFormat>, SeasonError> {
        self.dropped_from(&Results::read(&self.store)?)
    }

    pub(crate) fn dropped_from(
        &self,
        results: &Results,
    ) -> Result<Vec<DroppedFormat>, SeasonError> {
        let game = &self.settings().game;
        let mut dropped = Vec::new();
        for recorded in self.store.formats()? {
            let matches = results.matches.iter().filter(|record| record.format == recorded.id);
            let (matches, games) =
                (matches.clone().count() as u64, matches.map(|record| record.games).sum());
            if matches == 0 || self.format_numbered(recorded.id).is_some() {
                continue;
            }
            let is_same = |(_, format): &(i64, &crate::Format)| {
                format.fingerprint(game) == recorded.fingerprint
            };
            let renamed_to = self.formats().find(is_same).map(|(_, format)| format.name.clone());
            dropped.push(DroppedFormat { format: recorded.name, matches, games, renamed_to });
        }
        Ok(dropped)
    }

    /// The matches and games that count: those of the formats of the settings.
    pub(crate) fn counted(&self, results: &Results) -> (u64, u64) {
        let counts = |format: i64| self.format_numbered(format).is_some();
        let counted = results.matches.iter().filter(|record| counts(record.format));
        (counted.clone().count() as u64, counted.map(|record| record.games).sum())
    }
}
