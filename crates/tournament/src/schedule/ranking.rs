//! The final order of a tournament in stages, with its evidence.

use crate::schedule::results::{Stage, WIN, match_of};

/// One player in the final order.
#[derive(Clone, Debug, PartialEq)]
pub struct Rank {
    /// The player's number in the config.
    pub player: usize,
    /// What decides first. Swiss and ladder: points of matches, a stage that was won is 1 (on a
    /// ladder the rung decides, and this is evidence). Knockout: stages that it came through.
    pub points: f64,
    /// What decides where points are equal. Swiss: Buchholz, the points of all opponents. Knockout: the
    /// share of games won in its last match. Ladder: rungs climbed since the start.
    pub tie_break: f64,
    /// In how many stages it played.
    pub stages: usize,
    /// In how many stages it did not play though it was not out.
    pub byes: usize,
    /// The share of its games that it won, 0 to 1; none if it did not play.
    pub win_share: Option<f64>,
    /// The mean score of its games, in points; none if it did not play.
    pub score: Option<f64>,
}

/// Where a rule places a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) player: usize,
    pub(super) points: f64,
    pub(super) tie_break: f64,
    /// In how many stages it was in the field.
    pub(super) stages: usize,
}

/// Adds what was seen of a player, over all stages. O(players) for each stage.
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
