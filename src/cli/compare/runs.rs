//! A comparison of two runs that were played before, or of two sweeps.

use std::path::Path;

use serde_json::json;

use crate::cli::args::CompareArgs;
use crate::cli::compare::Answer;
use crate::cli::compare::asked::question;
use crate::cli::exit::Failure;
use crate::compare::{Comparison, FinishedRuns};
use crate::report::Told;
use crate::runs::runs_in;
use crate::tournament::Ended;

pub(super) fn answer(args: &CompareArgs, a: &Path, b: &Path) -> Result<Answer, Failure> {
    refuse_conditions(args)?;
    let question = question(&args.asked, 1, 1)?;
    let mut settings = Vec::new();
    let mut labels = Vec::new();
    for (label, a, b) in pairs(a, b)? {
        settings.push(FinishedRuns::open(&a, &b, args.player.as_deref())?);
        labels.push(label);
    }
    let Some(first) = settings.first() else {
        return Err(Failure::usage("there is nothing to compare"));
    };
    let (candidate, baseline) = first.contestants();
    let field = first.field();
    let (ledger, remarks) = FinishedRuns::read(&settings, question)?;
    let comparison = Comparison::of(&ledger, &[candidate], &baseline, &field, &labels);
    let (shown_a, shown_b) = (a.display().to_string(), b.display().to_string());
    let deals = if ledger.blocks() == 1 { "1 deal" } else { &format!("{} deals", ledger.blocks()) };
    let told = Told {
        conditions: format!("{shown_a} and {shown_b}: {deals}; {}", first.conditions()),
        remarks,
        trouble: None,
        parameters: json!({"runs": [shown_a, shown_b], "version": env!("CARGO_PKG_VERSION")}),
        comparison,
        repeat: None,
    };
    let (blocks, game) = (ledger.blocks(), first.game().to_owned());
    Ok(Answer { told, game, ended: Ended::Complete, blocks, broken: Vec::new() })
}

/// The conditions of finished runs are in their configs.
fn refuse_conditions(args: &CompareArgs) -> Result<(), Failure> {
    let given = [
        ("--against", args.against.is_some()),
        ("--game", args.game.is_some()),
        ("--config", args.config.is_some()),
        ("--rounds", args.rules.rounds.is_some()),
        ("--hidden", args.rules.hidden.is_some()),
        ("--preset", args.rules.preset.is_some()),
        ("--set", !args.rules.set.is_empty()),
        ("--games", args.games.is_some()),
        ("--seats", args.seats.is_some()),
        ("--seed", args.seed.is_some()),
        ("--time-limit", args.time_limit.is_some()),
        ("--lexicon", args.lexicon.is_some()),
        ("--min-games", args.asked.min_games.is_some()),
        ("--max-games", args.asked.max_games.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => Err(Failure::Usage(format!(
            "{option} says what is to be played, but finished runs are played: leave it out"
        ))),
    }
}

type Pair = (Option<String>, std::path::PathBuf, std::path::PathBuf);

/// The two runs, or those of two sweeps that have the same name.
fn pairs(a: &Path, b: &Path) -> Result<Vec<Pair>, Failure> {
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
        return Err(Failure::Usage(format!(
            "{} and {} do not match: the first has the runs {} and the second {}",
            a.display(),
            b.display(),
            names_a.join(", "),
            names_b.join(", ")
        )));
    }
    let labelled = names_a.into_iter().map(Some);
    Ok(labelled.zip(of_a).zip(of_b).map(|((label, a), b)| (label, a, b)).collect())
}
