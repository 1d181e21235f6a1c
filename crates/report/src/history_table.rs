//! The history of runs and verdicts as tables and text.

use std::collections::BTreeMap;

use crate::history::{Estimate, Past, PlayerRecord, RunRecord, VerdictRecord};
use crate::history_line::{Runs, marks, notes, players, scores, sparkline, trend_of, trend_text};
use crate::standings::{percent, with_interval};
use crate::{Cell, Format, Table, TableError, folded, terminal_width};
use lettergame_core::stats::Trend;

/// The columns of [`history_table`], in order.
pub const HISTORY_COLUMNS: [&str; 27] = [
    "conditions",
    "game",
    "rules",
    "seed",
    "games",
    "time",
    "commit",
    "version",
    "name",
    "player",
    "score",
    "score_low",
    "score_high",
    "win_share",
    "win_share_low",
    "win_share_high",
    "rating",
    "rating_low",
    "rating_high",
    "faults",
    "verdicts",
    "folder",
    "rating_scale",
    "trend",
    "trend_low",
    "trend_high",
    "trend_runs",
];

/// The columns of [`verdict_table`], in order.
pub const VERDICT_COLUMNS: [&str; 18] = [
    "time",
    "commit",
    "version",
    "kind",
    "game",
    "candidate",
    "baseline",
    "field",
    "settings",
    "blocks",
    "points",
    "points_low",
    "points_high",
    "win_share",
    "win_share_low",
    "win_share_high",
    "verdict",
    "test",
];

/// A row for each run and player, in the given order. The trend is that of the player's scores over all these
/// runs of the same conditions, in points per run, the same in each of their rows.
#[must_use]
pub fn history_table(runs: &[Past<RunRecord>], verdicts: &[Past<VerdictRecord>]) -> Table {
    let mut table = Table::new(&HISTORY_COLUMNS);
    for group in groups(runs) {
        let trends: BTreeMap<&str, Option<Trend>> =
            players(group).into_iter().map(|player| (player, trend_of(group, player))).collect();
        for run in group {
            for player in &run.record.players {
                let mut row = cells(run, player, verdicts);
                row.extend(trend_cells(trends.get(player.player.as_str()).copied().flatten()));
                table.push(row);
            }
        }
    }
    table
}

/// A row for each verdict, in the given order.
#[must_use]
pub fn verdict_table(verdicts: &[Past<VerdictRecord>]) -> Table {
    let mut table = Table::new(&VERDICT_COLUMNS);
    verdicts.iter().for_each(|verdict| table.push(verdict_cells(verdict)));
    table
}

/// The text for people: for each set of conditions a heading and a table, with the trend of each player's
/// scores, in the terminal also as a sparkline; then the verdicts. Machine-readable formats contain
/// [`history_table`].
///
/// # Errors
/// As [`Table::render`].
pub fn history_text(
    runs: &[Past<RunRecord>],
    verdicts: &[Past<VerdictRecord>],
    format: Format,
) -> Result<String, TableError> {
    if matches!(format, Format::Json | Format::Csv) {
        return history_table(runs, verdicts).render(format);
    }
    let mut parts = Vec::new();
    for group in groups(runs) {
        let table = group_table(group, verdicts).render(format)?;
        let (heading, note) = (heading(group, format), scale_note(group));
        parts.push(match format {
            Format::Markdown => format!("{heading}\n{table}\n{note}{}", trend_list(group)),
            _ => {
                let [heading, below] =
                    [heading, note + &sparklines(group)].map(|text| fitted(&text));
                format!("{heading}{table}{below}")
            }
        });
    }
    if !verdicts.is_empty() {
        let title = if format == Format::Markdown { "## Verdicts\n" } else { "Verdicts" };
        parts.push(format!("{title}\n{}", verdict_summary(verdicts).render(format)?));
    }
    Ok(parts.join("\n"))
}

/// Prose, broken between words where a terminal is narrower.
fn fitted(text: &str) -> String {
    folded(text.trim_end(), terminal_width().unwrap_or(usize::MAX)).join("\n") + "\n"
}

/// The groups of runs with the same conditions; the runs are already in that order.
pub(super) fn groups(runs: &[Past<RunRecord>]) -> impl Iterator<Item = &Runs> {
    runs.chunk_by(|one, next| one.record.conditions == next.record.conditions)
}

/// A commit, shortened for a line: a hash of 40 or more digits to its first 8, anything else unchanged.
pub(super) fn short_commit(commit: &str) -> String {
    let (hash, dirty) = match commit.strip_suffix("-dirty") {
        Some(hash) => (hash, "-dirty"),
        None => (commit, ""),
    };
    let is_hash = hash.len() >= 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { format!("{}{dirty}", &hash[..8]) } else { commit.to_owned() }
}

/// What all runs of a group have in common, in one line.
pub(super) fn run_text(run: &RunRecord) -> String {
    let RunRecord { game, seed, games, conditions, .. } = run;
    format!("{game}, seed {seed}, {games} games, conditions {conditions}")
}

fn heading(group: &Runs, format: Format) -> String {
    let Some(Past { record, .. }) = group.first() else { return String::new() };
    let (told, rules) = (run_text(record), &record.rules);
    match format {
        Format::Markdown => format!("## {told}\n\n{rules}\n"),
        _ => format!("{told}\n{}", rules.replace(',', ", ")),
    }
}

fn group_table(group: &Runs, verdicts: &[Past<VerdictRecord>]) -> Table {
    let mut columns = vec!["time", "commit", "player", "score", "win share", "rating", "verdicts"];
    let scales = scales(group);
    if scales.len() > 1 {
        columns.insert(6, "relative to");
    }
    let mut table = Table::new(&columns).expendable(&["rating", "commit", "verdicts"]);
    for run in group {
        for player in &run.record.players {
            let share = player.win_share.map(as_percent);
            let mut row = vec![
                Cell::text(&run.time),
                Cell::text(&short_commit(&run.record.commit)),
                Cell::text(&player.player),
                shown(player.score, 1, ""),
                shown(share, 1, " %"),
                shown(player.rating, 0, ""),
                Cell::text(&verdicts_of(run, player, verdicts)),
            ];
            if scales.len() > 1 {
                row.insert(6, Cell::text(scale_words(&run.record.scale)));
            }
            table.push(row);
        }
    }
    table
}

/// The rating scales of these runs.
fn scales(group: &Runs) -> Vec<&str> {
    let mut scales: Vec<&str> = group.iter().map(|run| run.record.scale.as_str()).collect();
    scales.sort_unstable();
    scales.dedup();
    scales
}

/// The reference point of the ratings.
fn scale_words(scale: &str) -> &str {
    match scale {
        "" => "mean (older version)",
        scale => scale,
    }
}

/// Which ratings of these runs are comparable.
fn scale_note(group: &Runs) -> String {
    match &scales(group)[..] {
        [] => String::new(),
        ["average"] => {
            "ratings: 0 is the average of the players of each run, weighted by how much their games \
             reveal; to compare across runs, use the same --anchor\n"
                .to_owned()
        }
        [""] => "ratings: 0 is the mean of the players of each run, as in an older version\n"
            .to_owned(),
        [anchor] => format!("ratings: relative to {anchor} in all runs\n"),
        _ => "ratings: on several scales; compare only those relative to the same player\n"
            .to_owned(),
    }
}

fn verdict_summary(verdicts: &[Past<VerdictRecord>]) -> Table {
    let columns =
        ["time", "commit", "game", "candidate", "baseline", "blocks", "points", "wins", "verdict"];
    let mut table = Table::new(&columns).expendable(&["points", "commit", "blocks", "game"]);
    for Past { time, record } in verdicts {
        table.push(vec![
            Cell::text(time),
            Cell::text(&short_commit(&record.commit)),
            Cell::text(&record.game),
            Cell::text(&record.candidate),
            Cell::text(&record.baseline),
            Cell::count(record.blocks),
            shown(record.points, 2, ""),
            shown(record.win_share.map(as_percent), 1, " %"),
            Cell::text(&record.verdict),
        ]);
    }
    table
}

/// A line for each player with scores in two runs or more, how its marks are derived, and trends.
fn sparklines(group: &Runs) -> String {
    let players = players(group);
    let width = players.iter().map(|player| player.chars().count()).max().unwrap_or(0);
    let line = |player: &&str| {
        let (scores, marks) = (scores(group, player), marks(group, player));
        let many = scores.iter().flatten().count() > 1;
        many.then(|| format!("{player:width$}  {}\n", sparkline(&scores, &marks)))
    };
    let lines: String = players.iter().filter_map(line).collect();
    lines + &notes(group, &players)
}

/// The trend of each player that has one, as a list in Markdown.
fn trend_list(group: &Runs) -> String {
    let item = |player: &&str| {
        let trend = trend_of(group, player)?;
        Some(format!("- trend of `{player}`: {}\n", trend_text(&trend)))
    };
    let items: String = players(group).iter().filter_map(item).collect();
    if items.is_empty() { items } else { format!("\n{items}") }
}

/// The verdicts on a player as candidate at the commit of a run.
fn verdicts_of(
    run: &Past<RunRecord>,
    player: &PlayerRecord,
    verdicts: &[Past<VerdictRecord>],
) -> String {
    let RunRecord { commit, game, .. } = &run.record;
    let at_run = |verdict: &&VerdictRecord| {
        let same = verdict.commit == *commit && verdict.game == *game;
        same && !commit.is_empty() && verdict.candidate == player.player
    };
    let found = verdicts.iter().map(|verdict| &verdict.record).filter(at_run);
    let told = found.map(|verdict| format!("{} vs {}", verdict.verdict, verdict.baseline));
    told.collect::<Vec<_>>().join(", ")
}

fn as_percent(share: Estimate) -> Estimate {
    Estimate { value: share.value * 100.0, interval: share.interval.map(percent) }
}

fn shown(estimate: Option<Estimate>, decimals: usize, unit: &str) -> Cell {
    let text = |estimate: Estimate| {
        Cell::text(&with_interval(estimate.value, estimate.interval, decimals, unit))
    };
    estimate.map_or(Cell::Nothing, text)
}

/// A figure and the bounds of its interval, each in a cell.
fn numbers(estimate: Option<Estimate>, decimals: usize) -> [Cell; 3] {
    let interval = estimate.and_then(|estimate| estimate.interval);
    [
        Cell::maybe(estimate.map(|estimate| estimate.value), decimals),
        Cell::maybe(interval.map(|interval| interval.low), decimals),
        Cell::maybe(interval.map(|interval| interval.high), decimals),
    ]
}

fn cells(
    run: &Past<RunRecord>,
    player: &PlayerRecord,
    verdicts: &[Past<VerdictRecord>],
) -> Vec<Cell> {
    let record = &run.record;
    let mut cells = vec![
        Cell::text(&record.conditions),
        Cell::text(&record.game),
        Cell::text(&record.rules),
        Cell::count(record.seed),
        Cell::count(record.games),
        Cell::text(&run.time),
        Cell::text(&record.commit),
        Cell::text(&record.version),
        Cell::text(&record.name),
        Cell::text(&player.player),
    ];
    cells.extend(numbers(player.score, 2));
    cells.extend(numbers(player.win_share, 4));
    cells.extend(numbers(player.rating, 1));
    cells.push(Cell::count(player.faults));
    cells.push(Cell::text(&verdicts_of(run, player, verdicts)));
    cells.push(Cell::text(&record.folder));
    cells.push(Cell::text(&record.scale));
    cells
}

fn trend_cells(trend: Option<Trend>) -> Vec<Cell> {
    let slope = trend
        .map(|Trend { slope, interval, .. }| Estimate { value: slope, interval: Some(interval) });
    let mut cells = numbers(slope, 3).to_vec();
    cells.push(trend.map_or(Cell::Nothing, |trend| Cell::count(trend.count as u64)));
    cells
}

fn verdict_cells(verdict: &Past<VerdictRecord>) -> Vec<Cell> {
    let record = &verdict.record;
    let mut cells = vec![
        Cell::text(&verdict.time),
        Cell::text(&record.commit),
        Cell::text(&record.version),
        Cell::text(&record.kind),
        Cell::text(&record.game),
        Cell::text(&record.candidate),
        Cell::text(&record.baseline),
        Cell::text(&record.field),
        Cell::text(&record.settings),
        Cell::count(record.blocks),
    ];
    cells.extend(numbers(record.points, 3));
    cells.extend(numbers(record.win_share, 4));
    cells.push(Cell::text(&record.verdict));
    cells.push(Cell::text(&record.test));
    cells
}

#[cfg(test)]
mod tests {
    use super::short_commit;

    #[test]
    fn a_hash_is_abbreviated_and_a_tag_is_kept_whole() {
        let hash = "0123456789abcdef0123456789abcdef01234567";
        assert_eq!(short_commit(hash), "01234567");
        assert_eq!(short_commit(&format!("{hash}-dirty")), "01234567-dirty");
        assert_eq!(short_commit("v1.2-dirty"), "v1.2-dirty");
        assert_eq!(short_commit("release-of-november-with-a-long-name-that-is-no-hash"), {
            "release-of-november-with-a-long-name-that-is-no-hash"
        });
        assert_eq!(short_commit(""), "");
    }
}
