//! The head of a page: what was played, how to repeat it, and how to read the intervals.

use maud::{Markup, html};
use serde_json::Value;

use crate::digest::UNREPLAYABLE;
use crate::page::command;
use crate::plot::number;
use crate::{Digest, Report, RunTitle};
use lettergame_base::shell_path;

/// The title of the document.
pub(super) fn document(report: &Report) -> String {
    match &report.runs[..] {
        [run] if run.run.name == run.run.game => run.run.game.clone(),
        [run] => format!("{} ({})", run.run.name, run.run.game),
        runs if report.setting.is_some() => {
            format!("{} runs over {}", runs.len(), report.factors())
        }
        runs => format!("{} runs", runs.len()),
    }
}

/// The head of a page with one run.
pub(super) fn of_run(run: &Digest, title: &str) -> Markup {
    html! {
        header {
            h1 { (title) }
            p.lead { (lead(&run.run)) }
            (warnings(&run.run))
        }
        (facts(run))
        (reading(run.run.level, run.run.replayable))
    }
}

/// The run in one line.
fn lead(run: &RunTitle) -> String {
    let players = several(run.players.len() as u64, "player");
    let [games, deals] =
        [(run.games_done, "game"), (run.deals, "deal")].map(|(n, of)| several(n, of));
    format!("{players}, {games} on {deals}, {}, seed {}", run.schedule, run.seed)
}

/// Why the figures are not those of the whole tournament.
pub(super) fn warnings(run: &RunTitle) -> Markup {
    html! {
        @if run.games_done < run.games_total {
            p.warning {
                "Not finished: " (count(run.games_done)) " of " (count(run.games_total))
                " games are done."
            }
        }
        @if run.cut { p.warning { "The last game in the file is not whole and was left out." } }
        @if run.shard != "1/1" { p.warning { "This is part " (run.shard) " of a tournament." } }
        @if run.deals < 2 { p.warning { "With fewer than two deals there are no intervals." } }
    }
}

/// The conditions of the run, and the commands that repeat it.
pub(super) fn facts(digest: &Digest) -> Markup {
    let run = &digest.run;
    html! {
        dl.facts {
            dt { "Players" } dd { (listed(&run.entrants)) }
            dt { "Game" } dd { (run.game) (rules(run)) }
            dt { "Schedule" }
            dd {
                (run.schedule) ", seats " (run.seating) ", "
                (several(run.pairings, "pairing")) " of " (several(run.seats as u64, "seat"))
            }
            dt { "Games" }
            dd {
                (count(run.games_done)) " of " (count(run.games_total)) ", on "
                (several(run.deals, "deal"))
            }
            dt { "Seed" } dd { (run.seed) }
            dt { "Fingerprint" } dd { code { (run.fingerprint) } ", word list " code { (run.lexicon) } }
            @if let Some(version) = &run.version { dt { "Version" } dd { (version) } }
            dt { "Repeat it" } dd { (command(&repeat(&run.dir))) }
            @if !run.replayable { dt { "Replays" } dd { (UNREPLAYABLE) } }
        }
    }
}

/// `1 deal`, `2 deals`.
fn several(of: u64, what: &str) -> String {
    let plural = if of == 1 { "" } else { "s" };
    format!("{} {what}{plural}", count(of))
}

/// The command that plays the whole run again.
fn repeat(dir: &str) -> String {
    let config = format!("{}/config.toml", dir.trim_end_matches('/'));
    format!("lettergame tournament {} --out ELSEWHERE", shell_path(&config))
}

/// Names, which may contain commas themselves.
fn listed(names: &[String]) -> Markup {
    html! { ul.names { @for name in names { li { (name) } } } }
}

fn rules(run: &RunTitle) -> Markup {
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    html! {
        ul.rules {
            @for (key, value) in &run.rules { li { span { (key) } " " (shown(value)) } }
        }
    }
}

/// How to read the intervals.
pub(super) fn reading(level: f64, replayable: bool) -> Markup {
    html! {
        p.reading {
            "Intervals have " (number(level * 100.0, 0)) " % confidence; a deal is one observation, "
            "because its games share their randomness."
            @if replayable {
                " Choose a game in a plot or a table to see the command that plays it again."
            }
        }
    }
}

/// A whole number as text.
pub(super) fn count(count: u64) -> String {
    number(count as f64, 0)
}
