//! Turns options into a comparison: the question, the players and the conditions.

use crate::cli::args::CompareArgs;
use crate::cli::conditions::raws;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load_for;
use crate::cli::runs::progress::{Progress, joined, waited_for};
use crate::cli::runs::session::{stop_flag, threads};
use crate::cli::tournament::players_of;
use lettergame_arena::{Compared, MatchUp, so_far};

/// Plays candidates against a baseline.
pub(super) fn played(args: &CompareArgs) -> Result<Compared, Failure> {
    if args.player.is_some() {
        return Err(Failure::usage("--player goes with the folders of two finished runs"));
    }
    let match_up = match_up(args)?;
    let words = load_for(match_up.raw(), args.pace.quiet)?;
    let seeded = match_up.raw().seed.is_some();
    let ready = match_up.prepare(&words, &args.host_options.host_options())?;
    if !seeded {
        args.pace.remark_on_seed(ready.seed());
    }
    let (quiet, most, most_time) = (args.pace.quiet, ready.most_blocks(), args.asked.0.max_time);
    let mut progress = match args.asked.0.sprt {
        true => Progress::until_decided(quiet, "blocks", most, most_time),
        false => Progress::new(quiet, "blocks", 0, most),
    };
    let threads = threads(&args.pace);
    let compared = ready.play(threads, stop_flag(), |ledger, tournament| {
        progress.update(ledger.blocks(), || {
            joined([so_far(ledger), waited_for(tournament.names(), tournament.waiting().as_ref())])
        });
    });
    progress.finish();
    Ok(compared?)
}

fn match_up(args: &CompareArgs) -> Result<MatchUp, Failure> {
    let contestants = contestants(&args.contestants)?;
    let field = args.against.as_deref().map(players_of).transpose()?;
    Ok(MatchUp::new(contestants, field, raws(&args.conditions)?, args.asked.0.clone())?)
}

/// The candidates with their grids expanded, then the baseline.
fn contestants(texts: &[String]) -> Result<Vec<String>, Failure> {
    let baseline = texts
        .last()
        .map_or(Ok(1), |last| players_of(std::slice::from_ref(last)).map(|all| all.len()))?;
    if baseline > 1 {
        return Err(Failure::usage(format!(
            "the baseline, the last of the players, is one player: expected no grid, found {baseline} players"
        )));
    }
    players_of(texts)
}

/// Rejects options of conditions: those of finished runs are in their configs.
pub(super) fn refuse(args: &CompareArgs) -> Result<(), Failure> {
    let given = [
        ("--against", args.against.is_some()),
        ("--config", args.conditions.config.is_some()),
        ("--preset", args.conditions.rules.preset.is_some()),
        ("--set", !args.conditions.rules.set.is_empty()),
    ];
    let given = given.into_iter().filter(|(_, given)| *given).map(|(option, _)| option.to_owned());
    let keys = args.conditions.options.given.iter().map(|key| format!("--{key}"));
    let rules = args.conditions.rules.shortcuts.0.iter().map(|(key, _)| format!("--{key}"));
    match keys.chain(rules).chain(given).next() {
        None => Ok(()),
        Some(option) => Err(Failure::Usage(format!(
            "{option} is for games to be played; the runs compared are finished: leave it out"
        ))),
    }
}
