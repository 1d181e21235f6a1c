//! A comparison of two finished runs, or of two sweeps.

use std::path::Path;

use serde_json::json;

use crate::comparing::question::question;
use crate::comparing::{CompareError, CompareOptions, Compared};
use crate::runs_in;
use lettergame_compare::{Comparison, FinishedRuns, PlayerSpeed, SpeedComparison, SpeedRatio};
use lettergame_report::ComparisonReport;
use lettergame_run::PlayerTimes;
use lettergame_tournament::Ended;

/// Compares two runs of the same deals, or two sweeps. `player` names the compared player if all
/// players have the same names in both.
///
/// # Errors
/// If the runs cannot be read or do not match, or the options contradict each other.
pub fn compare_finished(
    a: &Path,
    b: &Path,
    player: Option<&str>,
    asked: &CompareOptions,
) -> Result<Compared, CompareError> {
    asked.check_finished()?;
    let question = question(asked, 1, 1)?;
    let mut settings = Vec::new();
    let mut labels = Vec::new();
    for (label, a, b) in pairs(a, b)? {
        settings.push(FinishedRuns::open(&a, &b, player)?);
        labels.push(label);
    }
    let Some(first) = settings.first() else {
        return Err(CompareError::Nothing);
    };
    let (candidate, baseline) = first.contestants();
    let field = first.field();
    let (ledger, remarks) = FinishedRuns::read(&settings, question)?;
    let speed = asked.speed.then(|| speeds(&settings, [&candidate, &baseline]));
    let comparison = Comparison::of(&ledger, &[candidate], (&baseline, &field), &labels, asked.any);
    let (shown_a, shown_b) = (a.display().to_string(), b.display().to_string());
    let deals = if ledger.blocks() == 1 { "1 deal" } else { &format!("{} deals", ledger.blocks()) };
    let report = ComparisonReport {
        conditions: format!("{shown_a} and {shown_b}: {deals}; {}", first.conditions()),
        remarks,
        trouble: None,
        parameters: json!({"runs": [shown_a, shown_b], "version": env!("CARGO_PKG_VERSION")}),
        comparison,
        speed,
        repeat: None,
    };
    let (blocks, game) = (ledger.blocks(), first.game().to_owned());
    Ok(Compared { report, game, ended: Ended::Complete, blocks, broken: Vec::new() })
}

/// How fast candidate and baseline decided in all settings, from what was written at the end of
/// their runs.
fn speeds(settings: &[FinishedRuns], names: [&String; 2]) -> SpeedComparison {
    let mut totals = [PlayerTimes::default(); 2];
    let mut remarks = Vec::new();
    for runs in settings {
        let (times, missing) = runs.times();
        totals.iter_mut().zip(&times).for_each(|(total, times)| total.join(times));
        remarks.extend(missing);
    }
    let ratio = SpeedRatio::apart(&totals[0], &totals[1]);
    if ratio.is_some() {
        remarks.push(
            "the runs were played apart: what else the machine did then, or another machine, is not in the \
             interval of the ratio"
                .to_owned(),
        );
    }
    let [candidate, baseline] = [0, 1].map(|index| PlayerSpeed {
        name: names[index].clone(),
        times: totals[index],
        is_limited: true,
    });
    SpeedComparison { baseline, candidates: vec![(candidate, ratio)], remarks }
}

type Pair = (Option<String>, std::path::PathBuf, std::path::PathBuf);

/// The two runs, or the runs of two sweeps paired by name.
fn pairs(a: &Path, b: &Path) -> Result<Vec<Pair>, CompareError> {
    let (of_a, of_b) = (runs_in(a)?, runs_in(b)?);
    if of_a == [a] && of_b == [b] {
        return Ok(vec![(None, a.to_owned(), b.to_owned())]);
    }
    let names = |runs: &[std::path::PathBuf]| -> Vec<String> {
        let name = |run: &std::path::PathBuf| run.file_name().map(|n| n.to_string_lossy().into());
        runs.iter().filter_map(name).collect()
    };
    let (names_a, names_b) = (names(&of_a), names(&of_b));
    if names_a != names_b {
        return Err(CompareError::OtherRuns {
            a: a.display().to_string(),
            b: b.display().to_string(),
            of_a: names_a.join(", "),
            of_b: names_b.join(", "),
        });
    }
    let labelled = names_a.into_iter().map(Some);
    Ok(labelled.zip(of_a).zip(of_b).map(|((label, a), b)| (label, a, b)).collect())
}
