//! Several runs side by side: a row for each player, a column for each run.

use std::collections::BTreeMap;

use crate::text::Section;
use crate::{Cell, Report, Standing, Table};

/// Maximum number of runs with a column each.
const MOST_RUNS: usize = 12;

/// Mean scores and win shares over the runs; empty for a single run, for too many, and if no player is in two
/// of them.
pub(super) fn sections(report: &Report) -> Vec<Section> {
    let several = (2..=MOST_RUNS).contains(&report.runs.len());
    let players = in_order(report);
    let shared = players.iter().any(|player| standings(report, player).flatten().count() > 1);
    if !several || !shared {
        return Vec::new();
    }
    let by = report.setting.as_deref().unwrap_or("run");
    let score = |of: &Standing| Cell::number(of.score, 1);
    let share = |of: &Standing| Cell::text(&format!("{:.1} %", of.win_share * 100.0));
    vec![
        Section::new(&format!("Mean score by {by}"), table(report, &players, score)),
        Section::new(&format!("Win share by {by}"), table(report, &players, share)),
    ]
}

fn table(report: &Report, players: &[&str], cell: impl Fn(&Standing) -> Cell) -> Table {
    let labels: Vec<&str> = report.runs.iter().map(|run| run.run.label.as_str()).collect();
    let mut table = Table::new(&[&["player"], labels.as_slice()].concat());
    for player in players {
        let cells = standings(report, player).map(|of| of.map_or(Cell::Nothing, &cell));
        table.push([Cell::text(player)].into_iter().chain(cells).collect());
    }
    table
}

/// The cells of each run for a player that played.
fn standings<'a>(
    report: &'a Report,
    player: &'a str,
) -> impl Iterator<Item = Option<&'a Standing>> {
    let played = move |of: &&Standing| of.player == player && of.games > 0;
    report.runs.iter().map(move |run| run.standings.iter().find(played))
}

/// All players, by descending mean over the runs.
fn in_order(report: &Report) -> Vec<&str> {
    let mut scores: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for of in report.runs.iter().flat_map(|run| &run.standings) {
        scores.entry(&of.player).or_default().push(of.score);
    }
    let mean = |scores: &[f64]| scores.iter().sum::<f64>() / scores.len().max(1) as f64;
    let mut players: Vec<(&str, f64)> =
        scores.iter().map(|(player, scores)| (*player, mean(scores))).collect();
    players.sort_by(|a, b| b.1.total_cmp(&a.1));
    players.into_iter().map(|(player, _)| player).collect()
}
