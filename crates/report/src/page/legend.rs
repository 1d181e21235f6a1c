//! The players of a page and their series: the same in every plot.

use crate::Report;
use crate::plot::{DISTINCT, Series};

/// Players in the order of their series.
pub(super) struct Legend(Vec<String>);

impl Legend {
    /// The players of all runs in the order of their configs, as on the page of a run in progress. If there
    /// are more players than distinct series, the best ones of the first run get them.
    pub(super) fn of(report: &Report) -> Legend {
        let standings = report.runs.iter().flat_map(|run| &run.standings);
        let standings: Vec<&String> = standings.map(|standing| &standing.player).collect();
        let seated: Vec<&String> = report.runs.iter().flat_map(|run| &run.run.players).collect();
        let legend = Legend::distinct([&seated[..], &standings].concat());
        if legend.0.len() <= DISTINCT {
            return legend;
        }
        Legend::distinct([standings, seated].concat())
    }

    fn distinct(players: Vec<&String>) -> Legend {
        let mut names: Vec<String> = Vec::new();
        for name in players {
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
