//! A comparison as CSV: a row for each candidate and setting.

use crate::{Cell, ComparisonReport, Table};
use lettergame_compare::{Estimates, Finding, Verdict};
use lettergame_core::stats::{Interval, PairedSummary};

/// The columns of the CSV, a row for each candidate and setting.
const COLUMNS: [&str; 22] = [
    "candidate",
    "baseline",
    "setting",
    "verdict",
    "blocks",
    "points_candidate",
    "points_baseline",
    "points_difference",
    "points_low",
    "points_high",
    "points_error",
    "points_error_unpaired",
    "wins_candidate",
    "wins_baseline",
    "wins_difference",
    "wins_low",
    "wins_high",
    "elo",
    "elo_low",
    "elo_high",
    "p_value",
    "p_adjusted",
];

impl ComparisonReport {
    /// A row for each candidate and setting.
    pub(super) fn csv(&self) -> Table {
        let speed = self.speed_columns();
        let columns: Vec<&str> =
            COLUMNS.into_iter().chain(speed.iter().map(String::as_str)).collect();
        let mut table = Table::new(&columns);
        for (index, finding) in self.comparison.findings.iter().enumerate() {
            for row in finding.rows() {
                let mut cells = self.csv_row(finding, row);
                cells.extend(self.speed_cells(index, row.0 == "all"));
                table.push(cells);
            }
        }
        table
    }

    fn csv_row(
        &self,
        finding: &Finding,
        (setting, estimates, verdict): (&str, &Estimates, Verdict),
    ) -> Vec<Cell> {
        let whole = setting == "all";
        let (effect, gain) = (&estimates.effect, estimates.elo);
        let judged = finding.judged_by_least();
        let ends = |interval: Option<Interval>, decimals| {
            let low = Cell::maybe(interval.map(|ends| ends.low), decimals);
            [low, Cell::maybe(interval.map(|ends| ends.high), decimals)]
        };
        let means = |pair: &PairedSummary, decimals| {
            let means = [pair.x().mean(), pair.y().mean(), pair.difference().mean()];
            means.map(|mean| Cell::maybe(mean, decimals))
        };
        let errors =
            [effect.points.difference().standard_error(), effect.points.unpaired_standard_error()];
        let p_values =
            [judged.and_then(|by| by.p_value), judged.and_then(|by| by.adjusted_p_value)];
        let mut row = vec![
            Cell::text(&finding.candidate),
            Cell::text(&self.comparison.baseline),
            Cell::text(setting),
            Cell::text(verdict.name()),
            Cell::count(effect.blocks()),
        ];
        row.extend(means(&effect.points, 4));
        row.extend(ends(estimates.points, 4));
        row.extend(errors.map(|error| Cell::maybe(error, 4)));
        row.extend(means(&effect.wins, 6));
        row.extend(ends(estimates.wins, 6));
        row.push(Cell::maybe(gain.map(|gain| gain.elo), 2));
        row.extend(ends(gain.and_then(|gain| gain.interval), 2));
        row.extend(p_values.map(|p| Cell::maybe(p.filter(|_| whole), 6)));
        row
    }
}
