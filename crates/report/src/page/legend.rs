//! The players of a page and their series: the same in every plot.

use crate::Report;
use crate::plot::Series;

/// Players in the order of their series.
pub(super) struct Legend(Vec<String>);

impl Legend {
    /// The players of all runs, those of the first run by their standings: if there are more players than
    /// distinct series, the best ones get them.
    pub(super) fn of(report: &Report) -> Legend {
        let mut names: Vec<String> = Vec::new();
        let standings = report.runs.iter().flat_map(|run| &run.standings);
        let seated = report.runs.iter().flat_map(|run| &run.run.players);
        for name in standings.map(|standing| &standing.player).chain(seated) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        Legend(names)
    }

    /// Players in a fixed order, such as that of the config.
    pub(super) fn named(names: &[String]) -> Legend {
        Legend(names.to_vec())
    }

    /// The series of a player; the quiet one for a name that is not in the legend.
    pub(super) fn series(&self, player: &str) -> Series {
        Series(self.0.iter().position(|name| name == player).unwrap_or(usize::MAX))
    }

    /// All players.
    pub(super) fn names(&self) -> &[String] {
        &self.0
    }
}
