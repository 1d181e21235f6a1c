//! A player's scores over the runs of one conditions, as a line.
//!
//! Two runs are called apart when their 95 % intervals do not overlap. This is stricter than a test of
//! their difference at 5 %: for two independent means of equal precision it is one at 0.6 %, because
//! the difference must exceed 2 * 1.96 standard errors of a mean, which is 2.77 of its own (N. Schenker and
//! J. F. Gentleman, "On Judging the Significance of Differences by Examining the Overlap Between
//! Confidence Intervals", The American Statistician 55, 2001), and runs of the same deals are not
//! independent, which as a rule makes it stricter still. It is a hint where to look, and who looks at many
//! neighbours will see some by chance; the verdict is that of a comparison.

use crate::history::{Estimate, Past, RunRecord};

/// Runs of one conditions, the oldest first.
pub(super) type Runs = [Past<RunRecord>];

/// The bars of a sparkline, the lowest first.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Stands between two runs that are apart.
const APART: char = '|';
/// Stands for a run without a score.
const NONE: char = ' ';

/// Every player of these runs: those of the last one in its order, then others.
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

/// Do both have intervals that do not overlap?
pub(super) fn apart(one: &Estimate, other: &Estimate) -> bool {
    let ends = one.interval.zip(other.interval);
    ends.is_some_and(|(one, other)| one.high < other.low || other.high < one.low)
}

/// A bar for each run between the lowest and the highest score, and a mark between neighbours that
/// are apart.
pub(super) fn sparkline(scores: &[Option<Estimate>]) -> String {
    let values = scores.iter().flatten().map(|score| score.value);
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    let mut text = String::new();
    let mut before: Option<&Estimate> = None;
    for score in scores {
        if before.zip(score.as_ref()).is_some_and(|(before, score)| apart(before, score)) {
            text.push(APART);
        }
        text.push(score.map_or(NONE, |score| bar(score.value, low, high)));
        before = score.as_ref().or(before);
    }
    text
}

/// The bar of a value; the middle one where all are equal.
fn bar(value: f64, low: f64, high: f64) -> char {
    let part = if high > low { (value - low) / (high - low) } else { 0.5 };
    let index = (part * BARS.len() as f64) as usize;
    BARS[index.min(BARS.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::{apart, sparkline};
    use crate::history::Estimate;
    use crate::stats::Interval;

    fn score(value: f64, half: f64) -> Option<Estimate> {
        let interval = Interval { low: value - half, high: value + half };
        Some(Estimate { value, interval: Some(interval) })
    }

    #[test]
    fn touching_intervals_are_not_apart() {
        let apart = |a: Option<Estimate>, b: Option<Estimate>| apart(&a.unwrap(), &b.unwrap());
        assert!(!apart(score(10.0, 1.0), score(12.0, 1.0)));
        assert!(apart(score(10.0, 1.0), score(12.5, 1.0)));
        assert!(apart(score(12.5, 1.0), score(10.0, 1.0)));
        assert!(!apart(score(10.0, 1.0), Some(Estimate { value: 99.0, interval: None })));
    }

    #[test]
    fn bars_reach_from_the_lowest_to_the_highest() {
        let scores = [score(1.0, 0.1), score(1.1, 0.1), score(8.0, 0.1), score(4.5, 0.1)];
        assert_eq!(sparkline(&scores), "▁▁|█|▅");
        assert_eq!(sparkline(&[score(3.0, 1.0), score(3.0, 1.0)]), "▅▅");
        assert_eq!(sparkline(&[]), "");
    }

    #[test]
    fn a_run_without_a_score_is_a_gap() {
        assert_eq!(sparkline(&[score(1.0, 0.1), None, score(2.0, 0.1)]), "▁ |█");
        assert_eq!(sparkline(&[None]), " ");
    }
}
