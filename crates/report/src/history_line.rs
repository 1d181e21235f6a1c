//! A player's scores over the runs of the same conditions, as a line.
//!
//! Two runs of the same conditions had the same deals. If both records have sums over deals, the runs are
//! marked as different when the 95 % interval of the difference in the same deals excludes 0. Otherwise they
//! are marked when their own 95 % intervals do not overlap, which is stricter than a test of their difference
//! at 5 %: for two independent means of equal precision it is a test at 0.6 %, because the difference must
//! exceed 2 * 1.96 standard errors of a mean, which is 2.77 standard errors of the difference (N. Schenker
//! and J. F. Gentleman, "On Judging the Significance of Differences by Examining the Overlap Between
//! Confidence Intervals", The American Statistician 55, 2001). Either is a hint where to look, and among many
//! neighbours some will differ by chance; for a verdict, run a comparison.

use crate::history::{Estimate, Past, PlayerRecord, RunRecord, paired_difference};
use crate::standings::with_interval;
use crate::text::bar;
use lettergame_stats::{LEVEL, Trend, trend};

/// Runs of the same conditions, oldest first.
pub(super) type Runs = [Past<RunRecord>];

/// The mark between two runs that differ.
const APART: char = '|';
/// The mark of a run without a score.
const NONE: char = ' ';

/// Every player of these runs: those of the last run in its order, then the others.
pub(super) fn players(runs: &Runs) -> Vec<&str> {
    let mut players: Vec<&str> = Vec::new();
    for player in runs.iter().rev().flat_map(|run| &run.record.players) {
        if !players.contains(&player.player.as_str()) {
            players.push(&player.player);
        }
    }
    players
}

/// The score of a player in each run.
pub(super) fn scores(runs: &Runs, player: &str) -> Vec<Option<Estimate>> {
    let score = |run: &Past<RunRecord>| {
        run.record.players.iter().find(|found| found.player == player)?.score
    };
    runs.iter().map(score).collect()
}

/// How a run compares with the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// There is no earlier run with a score, or no interval.
    None,
    /// By the difference in the same deals.
    Paired {
        /// The interval excludes 0.
        apart: bool,
    },
    /// By the intervals of both.
    Unpaired {
        /// They do not overlap.
        apart: bool,
    },
}

impl Mark {
    /// Whether the runs differ.
    pub(super) fn is_apart(self) -> bool {
        matches!(self, Mark::Paired { apart: true } | Mark::Unpaired { apart: true })
    }

    fn between(earlier: &PlayerRecord, later: &PlayerRecord) -> Mark {
        let paired = paired_difference(earlier, later).and_then(|difference| difference.interval);
        if let Some(interval) = paired {
            return Mark::Paired { apart: interval.low > 0.0 || interval.high < 0.0 };
        }
        let own = |record: &PlayerRecord| record.score.and_then(|score| score.interval);
        match own(earlier).zip(own(later)) {
            Some((one, other)) => {
                Mark::Unpaired { apart: one.high < other.low || other.high < one.low }
            }
            None => Mark::None,
        }
    }
}

/// How each run of a player compares with the one before that has a score.
pub(super) fn marks(runs: &Runs, player: &str) -> Vec<Mark> {
    let (mut before, mut marks): (Option<&PlayerRecord>, Vec<Mark>) = (None, Vec::new());
    for run in runs {
        let mut players = run.record.players.iter();
        let own = players.find(|found| found.player == player && found.score.is_some());
        marks.push(before.zip(own).map_or(Mark::None, |(before, own)| Mark::between(before, own)));
        before = own.or(before);
    }
    marks
}

/// How the marks of some players are derived, and their trends: lines of text.
pub(super) fn notes(runs: &Runs, players: &[&str]) -> String {
    let all: Vec<Mark> = players.iter().flat_map(|player| marks(runs, player)).collect();
    let has_paired = all.iter().any(|mark| matches!(mark, Mark::Paired { .. }));
    let has_unpaired = all.iter().any(|mark| matches!(mark, Mark::Unpaired { .. }));
    let how = match (has_paired, has_unpaired) {
        (false, false) => "",
        (true, false) => "|: the score differs in the same deals (paired interval of 95 %)\n",
        (false, true) => {
            "|: the intervals of the scores do not overlap (unpaired: no sums over deals)\n"
        }
        (true, true) => {
            "|: the score differs in the same deals (paired interval of 95 %), or where an older record has no \
             sums over deals, the intervals do not overlap\n"
        }
    };
    let trends = players.iter().filter_map(|player| {
        let trend = trend_of(runs, player)?;
        Some(format!("trend of {player}: {}\n", trend_text(&trend)))
    });
    how.to_owned() + &trends.collect::<String>()
}

/// The trend of a player's scores over these runs; `None` for fewer than five scores.
pub(super) fn trend_of(runs: &Runs, player: &str) -> Option<Trend> {
    let scores = scores(runs, player);
    let values: Vec<f64> = scores.iter().flatten().map(|score| score.value).collect();
    trend(&values, LEVEL)
}

/// A trend in words.
pub(super) fn trend_text(trend: &Trend) -> String {
    let Trend { slope, interval, count, .. } = *trend;
    let slope = with_interval(slope, Some(interval), 2, "");
    format!("{slope} points per run, over {count} runs (Theil-Sen)")
}

/// A bar for each run between the lowest and the highest score, and a mark before each run that differs from
/// the previous one.
pub(super) fn sparkline(scores: &[Option<Estimate>], marks: &[Mark]) -> String {
    let values = scores.iter().flatten().map(|score| score.value);
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    let mut text = String::new();
    for (score, mark) in scores.iter().zip(marks) {
        if mark.is_apart() {
            text.push(APART);
        }
        text.push(score.map_or(NONE, |score| bar(score.value, low, high)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Mark, marks, notes, scores, sparkline};
    use crate::history::{CellSum, Estimate, Past, PlayerRecord, RunRecord};
    use lettergame_stats::Interval;
    use std::time::SystemTime;

    /// A run in which `a` has a score with its interval, and these points in cells of one game.
    fn run(score: Option<(f64, f64)>, points: &[i64]) -> Past<RunRecord> {
        let score = score.map(|(value, half)| Estimate {
            value,
            interval: Some(Interval { low: value - half, high: value + half }),
        });
        let cell = |&points: &i64| CellSum { games: 1, points, wins: 0.0 };
        let cells = points.iter().map(cell).collect();
        let player = PlayerRecord {
            player: "a".into(),
            games: 0,
            win_share: None,
            score,
            rating: None,
            faults: 0,
            cells,
        };
        let record = RunRecord {
            time: SystemTime::UNIX_EPOCH,
            commit: String::new(),
            version: String::new(),
            fingerprint: String::new(),
            conditions: String::new(),
            name: String::new(),
            game: String::new(),
            rules: String::new(),
            seed: 0,
            games: 0,
            folder: String::new(),
            finish: String::new(),
            scale: String::new(),
            players: vec![player],
        };
        Past { time: String::new(), record }
    }

    fn line(runs: &[Past<RunRecord>]) -> String {
        sparkline(&scores(runs, "a"), &marks(runs, "a"))
    }

    fn unpaired(scores: &[Option<(f64, f64)>]) -> String {
        line(&scores.iter().map(|score| run(*score, &[])).collect::<Vec<_>>())
    }

    #[test]
    fn touching_intervals_are_not_significantly_apart() {
        let apart = |one, other| unpaired(&[Some(one), Some(other)]).contains('|');
        assert!(!apart((10.0, 1.0), (12.0, 1.0)));
        assert!(apart((10.0, 1.0), (12.5, 1.0)));
        assert!(apart((12.5, 1.0), (10.0, 1.0)));
    }

    /// The intervals overlap widely, yet every deal ended a bit better; and the reverse.
    #[test]
    fn runs_of_the_same_deals_are_paired() {
        let runs = [run(Some((10.0, 9.0)), &[0, 10, 20]), run(Some((11.0, 9.0)), &[1, 11, 21])];
        assert_eq!(marks(&runs, "a"), [Mark::None, Mark::Paired { apart: true }]);
        assert!(notes(&runs, &["a"]).contains("(paired interval of 95 %)\n"));
        let same = [runs[0].clone(), runs[0].clone(), run(Some((11.0, 9.0)), &[])];
        let found = [Mark::None, Mark::Paired { apart: false }, Mark::Unpaired { apart: false }];
        assert_eq!(marks(&same, "a"), found);
        assert!(notes(&same, &["a"]).contains("older record"), "{}", notes(&same, &["a"]));
        assert!(notes(&same[..1], &["a"]).is_empty());
    }

    #[test]
    fn a_steady_change_is_a_trend() {
        let runs: Vec<_> = (0..8).map(|at| run(Some((f64::from(at) * 0.5, 9.0)), &[])).collect();
        let said = "trend of a: 0.50 (0.50 to 0.50) points per run, over 8 runs (Theil-Sen)\n";
        assert!(notes(&runs, &["a"]).ends_with(said), "{}", notes(&runs, &["a"]));
        assert!(!notes(&runs[..4], &["a"]).contains("trend"));
    }

    #[test]
    fn bars_reach_from_the_lowest_to_the_highest() {
        let scores = [(1.0, 0.1), (1.1, 0.1), (8.0, 0.1), (4.5, 0.1)].map(Some);
        assert_eq!(unpaired(&scores), "▁▁|█|▅");
        assert_eq!(unpaired(&[Some((3.0, 1.0)); 2]), "▅▅");
        assert_eq!(unpaired(&[]), "");
    }

    #[test]
    fn a_run_without_a_score_is_a_gap() {
        assert_eq!(unpaired(&[Some((1.0, 0.1)), None, Some((2.0, 0.1))]), "▁ |█");
        assert_eq!(unpaired(&[None]), " ");
    }
}
