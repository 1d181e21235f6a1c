//! The state of a run while it is played, for programs that watch it.

use serde::Serialize;

use crate::{PlayerTotals, Tally};

/// What is known of a run at a moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunStatus {
    /// The run: its folder.
    pub run: String,
    /// Games played, including those played before it was resumed.
    pub games: u64,
    /// Games of the run, or of its shard.
    pub total: u64,
    /// Seconds since it was started or resumed.
    pub seconds: f64,
    /// Games per second since then; `None` before the first.
    pub rate: Option<f64>,
    /// Seats that were banned or committed a fault.
    pub faults: u64,
    /// The sums of each player, in the order of the config.
    pub players: Vec<PlayerTotals>,
}

impl RunStatus {
    /// A run of `total` games after `seconds`, in which all of the tally's games except the first `before`
    /// were played.
    #[must_use]
    pub fn of(run: &str, tally: &Tally, total: u64, before: u64, seconds: f64) -> RunStatus {
        let (games, players) = (tally.games(), tally.totals());
        let played = games.saturating_sub(before);
        RunStatus {
            run: run.to_owned(),
            games,
            total,
            seconds,
            rate: (played > 0 && seconds > 0.0).then(|| played as f64 / seconds),
            faults: players.iter().map(|own| own.faults).sum(),
            players,
        }
    }
}
