//! The final order of a tournament with stages, and the results behind it.

use crate::schedule::results::{Stage, WIN, match_of};

/// One player in the final order.
#[derive(Clone, Debug, PartialEq)]
pub struct Rank {
    /// The player's number in the config.
    pub player: usize,
    /// The primary criterion. Swiss and ladder: match points, where a stage that was won counts 1
    /// (on a ladder the rung decides, and this is additional information). Knockout: the number of
    /// stages it advanced from.
    pub points: f64,
    /// The criterion if points are equal. Swiss: Buchholz, the points of all opponents. Knockout:
    /// the share of games won in its last match. Ladder: rungs climbed since the start.
    pub tie_break: f64,
    /// The number of stages it played.
    pub stages: usize,
    /// The number of stages it sat out before it was eliminated.
    pub byes: usize,
    /// The share of its games that it won, 0 to 1; `None` if it did not play.
    pub win_share: Option<f64>,
    /// The mean score of its games, in points; `None` if it did not play.
    pub score: Option<f64>,
}

/// The place a rule assigns to a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) player: usize,
    pub(super) points: f64,
    pub(super) tie_break: f64,
    /// The number of stages in which it was in the field.
    pub(super) stages: usize,
}

/// Adds a player's results over all stages. O(players) per stage.
pub(super) fn with_evidence(placed: Placed, played: &[Stage]) -> Rank {
    let own = || played.iter().filter_map(|stage| match_of(stage, placed.player));
    let stages = own().count();
    let games: u64 = own().map(|(played, _)| played.games).sum();
    let wins: u64 = own().map(|(_, entry)| entry.wins).sum();
    let points: i64 = own().map(|(_, entry)| entry.points).sum();
    let mean = |sum: f64| (games > 0).then(|| sum / games as f64);
    Rank {
        player: placed.player,
        points: placed.points,
        tie_break: placed.tie_break,
        stages,
        byes: placed.stages.saturating_sub(stages),
        win_share: mean(wins as f64 / WIN as f64),
        score: mean(points as f64),
    }
}
