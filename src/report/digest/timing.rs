//! What `timing.json` tells of a finished run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::tournament::PlayerTimes;

/// What a report has of `timing.json`.
#[derive(Default)]
pub(super) struct Timing {
    /// The version of the program that finished the run.
    pub(super) version: Option<String>,
    pub(super) times: Option<TimesDigest>,
}

/// The times of the programs of a run, as far as they were counted: by the process that finished it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TimesDigest {
    /// The games that they are of: the last ones of the run.
    pub games: u64,
    /// Of the players whose programs were asked, by name.
    pub players: BTreeMap<String, PlayerTimes>,
}

impl TimesDigest {
    /// What they leave out of so many games, in words.
    #[must_use]
    pub fn covered(&self, games: u64) -> Option<String> {
        let text = || format!("Of the last {} of {games} games: the run was resumed.", self.games);
        (self.games < games).then(text)
    }
}

#[derive(Deserialize)]
struct File {
    version: Option<String>,
    #[serde(default)]
    games: u64,
    #[serde(default)]
    players: BTreeMap<String, PlayerTimes>,
}

impl Timing {
    /// That of a run's folder; nothing before its end.
    pub(super) fn of(dir: &Path) -> Timing {
        let read = || {
            let text = fs::read_to_string(dir.join("timing.json")).ok()?;
            serde_json::from_str::<File>(&text).ok()
        };
        let Some(File { version, games, players }) = read() else { return Timing::default() };
        let times = (!players.is_empty()).then_some(TimesDigest { games, players });
        Timing { version, times }
    }
}
