//! What `timing.json` tells of a finished run.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use crate::tournament::{PlayerTimes, RunTiming};

/// What a report has of `timing.json`.
#[derive(Default)]
pub(super) struct Timing {
    /// The version of the program that finished the run.
    pub(super) version: Option<String>,
    pub(super) times: Option<TimesDigest>,
}

/// The times of the programs of a run, as far as they were counted: by the process that finished it, or those that finished its shards.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TimesDigest {
    /// How many games they are of: those before an interruption are not counted.
    pub games: u64,
    /// Of the players whose programs were asked, by name.
    pub players: BTreeMap<String, PlayerTimes>,
}

impl TimesDigest {
    /// What they leave out of so many games, in words.
    #[must_use]
    pub fn covered(&self, games: u64) -> Option<String> {
        let text = || {
            format!(
                "Of {} of {games} games: those before the run was resumed are not counted.",
                self.games
            )
        };
        (self.games < games).then(text)
    }
}

impl Timing {
    /// That of a run's folder; nothing before its end.
    pub(super) fn of(dir: &Path) -> Timing {
        let RunTiming { version, games, players, .. } = RunTiming::read(dir);
        let times = (!players.is_empty()).then_some(TimesDigest { games, players });
        Timing { version, times }
    }
}
