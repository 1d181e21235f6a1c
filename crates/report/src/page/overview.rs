//! Several runs side by side: means by the setting in which they differ.

use maud::{Markup, html};

use crate::Standing;
use crate::page::legend::Legend;
use crate::page::title::{count, reading, warnings};
use crate::plot::{Across, Data, Figure, Line, LinePoint, Lines, Unit};
use crate::{Digest, Report};
use lettergame_stats::Interval;

pub(super) fn overview(report: &Report, title: &str, legend: &Legend) -> Markup {
    let over = report.factors();
    let score = lines(report, legend, |s| (s.score, s.score_interval));
    let score = Lines { y: "mean score, points".into(), ..score };
    let share = lines(report, legend, |s| (s.win_share, s.win_share_interval));
    let share = Lines { y: "share of wins".into(), unit: Unit::Percent, ..share };
    html! {
        header {
            h1 { (title) }
            @for run in &report.runs { (named_warnings(run)) }
        }
        @let replayable = report.runs.iter().any(|run| run.run.replayable);
        (reading(report.runs.first().map_or(0.95, |run| run.run.level), replayable))
        h2 { "All runs" }
        (Figure { id: "score-over-runs", title: &format!("Mean score over {over}"), plot: &score,
            about: "The mean score of each player in each run, with its interval." })
        (Figure { id: "share-over-runs", title: &format!("Win share over {over}"), plot: &share,
            about: "How often each player won in each run; a shared win counts in part." })
        h3 { "All standings" }
        (table(report))
    }
}

fn named_warnings(run: &Digest) -> Markup {
    let inside = warnings(&run.run);
    html! { @if !inside.0.is_empty() { div.warnings { strong { (run.run.label) } (inside) } } }
}

/// The name of each run: its value of the setting, else its label.
fn places(report: &Report) -> Vec<String> {
    let name = |run: &Digest| run.run.setting.clone().unwrap_or_else(|| run.run.label.clone());
    report.runs.iter().map(name).collect()
}

/// The horizontal positions of the runs if their names are different whole numbers in ascending order.
fn whole_numbers(places: &[String]) -> Option<Vec<f64>> {
    let parsed: Option<Vec<i32>> = places.iter().map(|place| place.parse().ok()).collect();
    let ascending = parsed.filter(|numbers| numbers.windows(2).all(|pair| pair[0] < pair[1]))?;
    Some(ascending.into_iter().map(f64::from).collect())
}

fn lines(
    report: &Report,
    legend: &Legend,
    value: fn(&Standing) -> (f64, Option<Interval>),
) -> Lines {
    let places = places(report);
    let whole = whole_numbers(&places);
    let across = whole.clone().unwrap_or_else(|| (0..places.len()).map(|at| at as f64).collect());
    let point = |name: &String, run: &Digest, x: f64| {
        let standing = run.standings.iter().find(|s| s.player == *name && s.games > 0)?;
        let (value, interval) = value(standing);
        Some(LinePoint { x, value, interval })
    };
    let line = |name: &String| Line {
        label: name.clone(),
        series: legend.series(name),
        points: report
            .runs
            .iter()
            .zip(&across)
            .filter_map(|(run, &x)| point(name, run, x))
            .collect(),
    };
    Lines {
        lines: legend.names().iter().map(line).filter(|line| !line.points.is_empty()).collect(),
        across: if whole.is_some() { Across::Whole } else { Across::Places(places) },
        x: report.factors(),
        y: String::new(),
        unit: Unit::Plain,
        decimals: 1,
    }
}

/// The standings of all runs in one table.
fn table(report: &Report) -> Markup {
    let mut data =
        Data::new(["run", "player", "games", "win share", "mean score", "rating", "faults"])
            .named_by(2);
    for run in &report.runs {
        for standing in run.standings.iter().filter(|standing| standing.games > 0) {
            data.push([
                run.run.label.clone(),
                standing.player.clone(),
                count(standing.games),
                Unit::Percent.show_with(standing.win_share, standing.win_share_interval, 1),
                Unit::Plain.show_with(standing.score, standing.score_interval, 1),
                Unit::Plain.show_with(standing.rating, standing.rating_interval, 0),
                count(standing.faults),
            ]);
        }
    }
    html! {
        (data)
        @if let Some(run) = report.runs.first() { p { (run.ratings.legend) } }
        @for run in &report.runs {
            @for remark in &run.ratings.remarks { p { (run.run.label) ": " (remark) "." } }
        }
    }
}
