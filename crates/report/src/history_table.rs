//! The history of runs and verdicts as tables and text.

use std::collections::BTreeMap;

use crate::history::{Estimate, Past, PlayerRecord, RunRecord, VerdictRecord};
use crate::history_line::{Runs, marks, notes, players, scores, sparkline, trend_of, trend_text};
use crate::standings::{percent, with_interval};
use crate::table::TableColumn;
use crate::{Cell, Format, Table, TableError, folded, terminal_width};
use lettergame_stats::Trend;

/// A player in a run, with the trend of its scores.
struct PlayerRow<'a> {
    time: &'a str,
    run: &'a RunRecord,
    player: &'a PlayerRecord,
    verdicts: String,
    trend: Option<Trend>,
}

/// A row for each run and player, in the given order. The trend is that of the player's scores over all these
/// runs of the same conditions, in points per run, the same in each of their rows.
#[must_use]
pub fn history_table(runs: &[Past<RunRecord>], verdicts: &[Past<VerdictRecord>]) -> Table {
    let mut rows = Vec::new();
    for group in groups(runs) {
        let trends: BTreeMap<&str, Option<Trend>> =
            players(group).into_iter().map(|player| (player, trend_of(group, player))).collect();
        for run in group {
            rows.extend(run.record.players.iter().map(|player| PlayerRow {
                time: &run.time,
                run: &run.record,
                player,
                verdicts: verdicts_of(run, player, verdicts),
                trend: trends.get(player.player.as_str()).cloned().flatten(),
            }));
        }
    }
    let slope = |row: &PlayerRow<'_>| {
        let trend = row.trend.as_ref()?;
        Some(Estimate { value: trend.slope, interval: Some(trend.interval) })
    };
    Table::of(
        rows,
        &[
            ("conditions", &|row| Cell::text(&row.run.conditions)),
            ("game", &|row| Cell::text(&row.run.game)),
            ("rules", &|row| Cell::text(&row.run.rules)),
            ("seed", &|row| Cell::count(row.run.seed)),
            ("games", &|row| Cell::count(row.run.games)),
            ("time", &|row| Cell::text(row.time)),
            ("commit", &|row| Cell::text(&row.run.commit)),
            ("version", &|row| Cell::text(&row.run.version)),
            ("name", &|row| Cell::text(&row.run.name)),
            ("player", &|row| Cell::text(&row.player.player)),
            ("score", &|row| value(row.player.score, 2)),
            ("score_low", &|row| low(row.player.score, 2)),
            ("score_high", &|row| high(row.player.score, 2)),
            ("win_share", &|row| value(row.player.win_share, 4)),
            ("win_share_low", &|row| low(row.player.win_share, 4)),
            ("win_share_high", &|row| high(row.player.win_share, 4)),
            ("rating", &|row| value(row.player.rating, 1)),
            ("rating_low", &|row| low(row.player.rating, 1)),
            ("rating_high", &|row| high(row.player.rating, 1)),
            ("faults", &|row| Cell::count(row.player.faults)),
            ("verdicts", &|row| Cell::text(&row.verdicts)),
            ("folder", &|row| Cell::text(&row.run.folder)),
            ("rating_scale", &|row| Cell::text(&row.run.scale)),
            ("trend", &|row| value(slope(row), 3)),
            ("trend_low", &|row| low(slope(row), 3)),
            ("trend_high", &|row| high(slope(row), 3)),
            ("trend_runs", &|row| {
                row.trend.as_ref().map_or(Cell::Nothing, |trend| Cell::count(trend.count as u64))
            }),
        ],
    )
}

/// A row for each verdict, in the given order.
#[must_use]
pub fn verdict_table(verdicts: &[Past<VerdictRecord>]) -> Table {
    Table::of(
        verdicts.iter().map(|verdict| (&verdict.time, &verdict.record)),
        &[
            ("time", &|(time, _)| Cell::text(time)),
            ("commit", &|(_, record)| Cell::text(&record.commit)),
            ("version", &|(_, record)| Cell::text(&record.version)),
            ("kind", &|(_, record)| Cell::text(&record.kind)),
            ("game", &|(_, record)| Cell::text(&record.game)),
            ("candidate", &|(_, record)| Cell::text(&record.candidate)),
            ("baseline", &|(_, record)| Cell::text(&record.baseline)),
            ("field", &|(_, record)| Cell::text(&record.field)),
            ("settings", &|(_, record)| Cell::text(&record.settings)),
            ("blocks", &|(_, record)| Cell::count(record.blocks)),
            ("points", &|(_, record)| value(record.points, 3)),
            ("points_low", &|(_, record)| low(record.points, 3)),
            ("points_high", &|(_, record)| high(record.points, 3)),
            ("win_share", &|(_, record)| value(record.win_share, 4)),
            ("win_share_low", &|(_, record)| low(record.win_share, 4)),
            ("win_share_high", &|(_, record)| high(record.win_share, 4)),
            ("verdict", &|(_, record)| Cell::text(&record.verdict)),
            ("test", &|(_, record)| Cell::text(&record.test)),
        ],
    )
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
    type Item<'a> = (&'a Past<RunRecord>, &'a PlayerRecord);
    let rows = group.iter().flat_map(|run| run.record.players.iter().map(move |own| (run, own)));
    let verdicts = |(run, player): &Item<'_>| Cell::text(&verdicts_of(run, player, verdicts));
    let mut columns: Vec<TableColumn<'_, Item<'_>>> = vec![
        ("time", &|(run, _)| Cell::text(&run.time)),
        ("commit", &|(run, _)| Cell::text(&short_commit(&run.record.commit))),
        ("player", &|(_, player)| Cell::text(&player.player)),
        ("score", &|(_, player)| shown(player.score, 1, "")),
        ("win share", &|(_, player)| shown(player.win_share.map(as_percent), 1, " %")),
        ("rating", &|(_, player)| shown(player.rating, 0, "")),
    ];
    if scales(group).len() > 1 {
        columns.push(("relative to", &|(run, _)| Cell::text(scale_words(&run.record.scale))));
    }
    columns.push(("verdicts", &verdicts));
    Table::of(rows, &columns).expendable(&["rating", "commit", "verdicts"])
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
    let table = Table::of(
        verdicts,
        &[
            ("time", &|verdict| Cell::text(&verdict.time)),
            ("commit", &|verdict| Cell::text(&short_commit(&verdict.record.commit))),
            ("game", &|verdict| Cell::text(&verdict.record.game)),
            ("candidate", &|verdict| Cell::text(&verdict.record.candidate)),
            ("baseline", &|verdict| Cell::text(&verdict.record.baseline)),
            ("blocks", &|verdict| Cell::count(verdict.record.blocks)),
            ("points", &|verdict| shown(verdict.record.points, 2, "")),
            ("wins", &|verdict| shown(verdict.record.win_share.map(as_percent), 1, " %")),
            ("verdict", &|verdict| Cell::text(&verdict.record.verdict)),
        ],
    );
    table.expendable(&["points", "commit", "blocks", "game"])
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

fn value(estimate: Option<Estimate>, decimals: usize) -> Cell {
    Cell::maybe(estimate.map(|estimate| estimate.value), decimals)
}

fn low(estimate: Option<Estimate>, decimals: usize) -> Cell {
    Cell::maybe(estimate.and_then(|estimate| Some(estimate.interval?.low)), decimals)
}

fn high(estimate: Option<Estimate>, decimals: usize) -> Cell {
    Cell::maybe(estimate.and_then(|estimate| Some(estimate.interval?.high)), decimals)
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
