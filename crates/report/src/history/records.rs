//! The recorded data: plain fields that need no further lookup.

use std::time::SystemTime;

use lettergame_stats::Interval;

/// A figure with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure, finite.
    pub value: f64,
    /// Its 95 % interval, if the data provide one.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// The figure, or `None` if it is not a finite number.
    #[must_use]
    pub fn of(value: f64, interval: Option<Interval>) -> Option<Estimate> {
        value.is_finite().then_some(Estimate { value, interval })
    }
}

/// A finished run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRecord {
    /// When it was recorded; kept in whole seconds.
    pub time: SystemTime,
    /// The commit that was played; empty if unknown.
    pub commit: String,
    /// The version of this program.
    pub version: String,
    /// The fingerprint of everything that determines the rows.
    pub fingerprint: String,
    /// The fingerprint of the conditions without the players' versions; see
    /// [`conditions`](crate::history::conditions).
    pub conditions: String,
    /// The name of the tournament.
    pub name: String,
    /// The game's name in the registry.
    pub game: String,
    /// The rules: preset and settings, as comma-separated `key=value` pairs.
    pub rules: String,
    /// Seed of the run.
    pub seed: u64,
    /// Games that were played.
    pub games: u64,
    /// The folder of the run, absolute.
    pub folder: String,
    /// Distinguishes this completion of a run from another one of the same config in the same folder, for
    /// example a hash of the clock.
    pub finish: String,
    /// What fixes the scale of the ratings: `average`, or an anchor such as `random=0`; empty in runs of
    /// versions without anchors, whose scale was different. Only ratings with the same anchor are comparable
    /// across runs.
    pub scale: String,
    /// The standings, best first.
    pub players: Vec<PlayerRecord>,
}

/// The results of one player in a run.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerRecord {
    /// The player's name in files.
    pub player: String,
    /// Seats taken, over all games.
    pub games: u64,
    /// Wins per game, 0 to 1.
    pub win_share: Option<Estimate>,
    /// Mean score per game, in points.
    pub score: Option<Estimate>,
    /// Rating on an Elo-like scale; see [`RunRecord::scale`].
    pub rating: Option<Estimate>,
    /// Seats that were banned or committed a fault.
    pub faults: u64,
    /// Its sums over deals, which pair runs of the same conditions; empty in runs of versions that did not
    /// store them.
    pub cells: Vec<CellSum>,
}

/// The verdict of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictRecord {
    /// When it was recorded; kept in whole seconds.
    pub time: SystemTime,
    /// The commit that was played; empty if unknown.
    pub commit: String,
    /// The version of this program.
    pub version: String,
    /// The test, such as `fixed` or `sequential`.
    pub kind: String,
    /// The game's name in the registry.
    pub game: String,
    /// The candidate.
    pub candidate: String,
    /// The baseline.
    pub baseline: String,
    /// The other players at the table, comma-separated.
    pub field: String,
    /// What was played: rules, seed, games.
    pub settings: String,
    /// Blocks (deals in all their seatings) that were compared.
    pub blocks: u64,
    /// Candidate minus baseline, in points per game.
    pub points: Option<Estimate>,
    /// Candidate minus baseline, in wins per game.
    pub win_share: Option<Estimate>,
    /// `better`, `worse`, `equal` or `undecided`.
    pub verdict: String,
    /// The parameters of the test.
    pub test: String,
}

/// A player's results in the deals of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CellSum {
    /// Seats taken.
    pub games: u64,
    /// Their scores, in points.
    pub points: i64,
    /// Their wins; a win shared by k seats counts 1/k for each.
    pub wins: f64,
}

impl CellSum {
    /// Adds a deal.
    pub fn add(&mut self, games: u64, points: i64, wins: f64) {
        self.games += games;
        self.points += points;
        self.wins += wins;
    }
}
