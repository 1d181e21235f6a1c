//! Several runs side by side: a row for each player, a column for each run. Where runs differ in several rules, the
//! last one has the columns and the others have rows.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::text::Section;
use crate::{Cell, Digest, Report, Standing, Table};

/// Maximum number of columns with figures.
const MAX_COLUMNS: usize = 12;

/// Mean scores and win shares over the runs; empty for a single run, for too many, and if no player is in two
/// of them.
pub(super) fn sections(report: &Report) -> Vec<Section> {
    let grid = Grid::of(report);
    let several = report.runs.len() > 1 && grid.columns.len() <= MAX_COLUMNS;
    let players = in_order(report);
    let runs_of = |player: &str| report.runs.iter().filter_map(|run| standing(run, player)).count();
    let shared = players.iter().any(|player| runs_of(player) > 1);
    if !several || !shared {
        return Vec::new();
    }
    let by = report.factors();
    let score = |of: &Standing| Cell::number(of.score, 1);
    let share = |of: &Standing| Cell::text(&format!("{:.1} %", of.win_share * 100.0));
    vec![
        Section::new(&format!("Mean score by {by}"), grid.table(&players, score)),
        Section::new(&format!("Win share by {by}"), grid.table(&players, share)),
    ]
}

/// The runs by rows and columns.
struct Grid<'a> {
    /// The rules that have rows.
    rules: Vec<&'a str>,
    columns: Vec<String>,
    rows: Vec<GridRow<'a>>,
}

/// The runs in which the rules that have rows have these values, by column.
struct GridRow<'a> {
    values: Vec<String>,
    runs: BTreeMap<usize, &'a Digest>,
}

impl<'a> Grid<'a> {
    fn of(report: &'a Report) -> Grid<'a> {
        let mut rules = report.swept_rules();
        let last = rules.pop();
        let mut grid = Grid { rules, columns: Vec::new(), rows: Vec::new() };
        for run in &report.runs {
            let name = match last {
                Some(rule) => format!("{rule}-{}", value(run, rule)),
                None => run.run.label.clone(),
            };
            let column = place_of(&mut grid.columns, name);
            let values: Vec<String> = grid.rules.iter().map(|rule| value(run, rule)).collect();
            let known = grid.rows.iter().position(|row| row.values == values);
            let row = known.unwrap_or_else(|| {
                grid.rows.push(GridRow { values, runs: BTreeMap::new() });
                grid.rows.len() - 1
            });
            grid.rows[row].runs.insert(column, run);
        }
        grid
    }

    fn table(&self, players: &[&str], cell: impl Fn(&Standing) -> Cell) -> Table {
        let columns: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        let mut table = Table::new(&[&["player"], self.rules.as_slice(), &columns].concat());
        for player in players {
            for row in &self.rows {
                let figure = |column: usize| {
                    let found = row.runs.get(&column).and_then(|run| standing(run, player));
                    found.map_or(Cell::Nothing, &cell)
                };
                let mut cells = vec![Cell::text(player)];
                cells.extend(row.values.iter().map(|value| Cell::text(value)));
                cells.extend((0..columns.len()).map(figure));
                table.push(cells);
            }
        }
        table
    }
}

/// The place of a name, which is added if it is new.
fn place_of(names: &mut Vec<String>, name: String) -> usize {
    names.iter().position(|known| *known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}

/// The value of a rule in a run.
fn value(run: &Digest, rule: &str) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    run.run.rules.get(rule).map_or_else(String::new, text)
}

/// What a player achieved in a run in which it played.
fn standing<'a>(run: &'a Digest, player: &str) -> Option<&'a Standing> {
    run.standings.iter().find(|of| of.player == player && of.games > 0)
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
