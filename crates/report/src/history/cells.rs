//! Sums over deals, small enough to be kept for every run: they pair two runs of the same deals.
//!
//! Deal `d` belongs to cell `d % CELLS`. Two runs of the same conditions have the same deals, hence the same
//! deals in each cell; the differences between their cells are independent of each other, and the luck shared
//! by both runs cancels. With no more deals than cells, each cell is one deal; with more deals, their sums
//! have the same total variance, and [`CELLS`] of them are enough to estimate it.

use std::fmt::Write;

use crate::history::{CellSum, Estimate, PlayerRecord};
use lettergame_stats::{Interval, LEVEL, RatioSummary, ratio_interval};

/// The number of cells. A prime, so that schedules of any period fill them evenly.
pub const CELLS: usize = 61;

/// The cells as text: `games:points:wins`, separated by spaces.
pub(super) fn to_text(cells: &[CellSum]) -> String {
    let mut text = String::new();
    for CellSum { games, points, wins } in cells {
        let gap = if text.is_empty() { "" } else { " " };
        // writing to a string does not fail; floats round-trip
        let _ = write!(text, "{gap}{games}:{points}:{wins}");
    }
    text
}

/// Parses cells; `None` if this program cannot have written the text.
pub(super) fn of_text(text: &str) -> Option<Vec<CellSum>> {
    let cell = |cell: &str| {
        let mut parts = cell.split(':');
        let sum = CellSum {
            games: parts.next()?.parse().ok()?,
            points: parts.next()?.parse().ok()?,
            wins: parts.next()?.parse().ok().filter(|wins: &f64| wins.is_finite())?,
        };
        parts.next().is_none().then_some(sum)
    };
    text.split(' ').filter(|cell| !cell.is_empty()).map(cell).collect()
}

/// The mean score of a player in a later run minus that in an earlier one of the same conditions, from
/// differences over the same deals, with its 95 % interval, which has width 0 at 0 if nothing differs.
///
/// `None` if one of the records has no cells, they are of different numbers of games, or fewer than two cells
/// are in use.
#[must_use]
pub fn paired_difference(earlier: &PlayerRecord, later: &PlayerRecord) -> Option<Estimate> {
    let same = earlier.cells.len() == later.cells.len() && !earlier.cells.is_empty();
    let pairs = || earlier.cells.iter().zip(&later.cells);
    if !same || pairs().any(|(one, other)| one.games != other.games) {
        return None;
    }
    let mut differences = RatioSummary::default();
    for (one, other) in pairs().filter(|(one, _)| one.games > 0) {
        differences.add(other.points as f64 - one.points as f64, one.games as f64);
    }
    let interval: Option<Interval> = ratio_interval(&differences, LEVEL);
    Estimate::of(differences.mean()?, Some(interval?))
}

#[cfg(test)]
mod tests {
    use super::{CellSum, of_text, paired_difference, to_text};
    use crate::history::PlayerRecord;

    fn record(cells: &[(u64, i64)]) -> PlayerRecord {
        let cell = |&(games, points): &(u64, i64)| CellSum { games, points, wins: 0.0 };
        PlayerRecord {
            player: "a".into(),
            games: 0,
            win_share: None,
            score: None,
            rating: None,
            faults: 0,
            cells: cells.iter().map(cell).collect(),
        }
    }

    #[test]
    fn cells_read_back() {
        let cells = [
            CellSum { games: 4, points: -120, wins: 1.0 / 3.0 },
            CellSum::default(),
            CellSum { games: u64::MAX, points: i64::MIN, wins: 1e300 },
        ];
        assert_eq!(of_text(&to_text(&cells)).as_deref(), Some(&cells[..]));
        assert_eq!(of_text(""), Some(vec![]));
        for bad in ["1", "1:2", "1:2:3:4", "a:1:1", "-1:1:1", "1:1:NaN", "1:1:1,"] {
            assert_eq!(of_text(bad), None, "{bad}");
        }
    }

    /// Scores that vary by hundreds from deal to deal, and change by about one point in each game.
    #[test]
    fn what_both_runs_share_is_left_out_of_the_difference() {
        let before: Vec<(u64, i64)> = (0..20).map(|deal| (4, 397 * (deal % 7))).collect();
        let changed = |(deal, &(games, points)): (usize, &(u64, i64))| {
            (games, points + 4 + (deal % 2) as i64)
        };
        let after: Vec<(u64, i64)> = before.iter().enumerate().map(changed).collect();
        let found = paired_difference(&record(&before), &record(&after)).unwrap();
        assert!((found.value - 1.125).abs() < 1e-12, "{found:?}");
        assert!(found.interval.is_some_and(|interval| interval.low > 1.0), "{found:?}");
        let same = paired_difference(&record(&before), &record(&before)).unwrap();
        let interval = same.interval.unwrap();
        assert_eq!((same.value, interval.low, interval.high), (0.0, 0.0, 0.0));
    }

    #[test]
    fn different_games_are_not_paired() {
        let (one, other) = (record(&[(4, 1), (4, 2)]), record(&[(4, 1), (3, 2)]));
        assert_eq!(paired_difference(&one, &other), None);
        assert_eq!(paired_difference(&one, &record(&[])), None);
        assert_eq!(paired_difference(&record(&[]), &record(&[])), None);
        assert_eq!(paired_difference(&record(&[(4, 1)]), &record(&[(4, 2)])), None);
    }
}
