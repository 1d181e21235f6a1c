//! `compare --candidates`: which of many is best?

use crate::cli::args::CompareArgs;
use crate::cli::compare::exit;
use crate::cli::compare::files::Files;
use crate::cli::conditions::raws;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load_for;
use crate::cli::output::remark;
use crate::cli::runs::progress::{Progress, joined, waited_for};
use crate::cli::runs::session::{stop_flag, threads};
use crate::cli::tournament::players_of;
use lettergame_arena::{RaceUp, Raced};
use lettergame_compare::Book;

pub(super) fn run(args: &CompareArgs, candidates: &[String], files: Files) -> Result<(), Failure> {
    let Raced { report, ended } = raced(args, candidates)?;
    files.write_and_print(&report.document(), args.format.format)?;
    if let (Some(command), false) = (&report.repeat, args.pace.quiet) {
        remark(&format!("the same deals with all candidates and rows: {command}"));
    }
    // a decided race has found the best; there is no negative answer
    exit(report.trouble.as_deref(), ended, report.is_decided().then_some(true))
}

fn raced(args: &CompareArgs, candidates: &[String]) -> Result<Raced, Failure> {
    let candidates = players_of(candidates)?;
    let field = args.against.as_deref().map(players_of).transpose()?.unwrap_or_default();
    let race_up = RaceUp::new(candidates, field, raws(&args.conditions)?, args.asked.0.clone())?;
    let words = load_for(race_up.raw(), args.pace.quiet)?;
    let seeded = race_up.raw().seed.is_some();
    let ready = race_up.prepare(&words, &args.host_options.host_options())?;
    if !seeded {
        args.pace.remark_on_seed(ready.seed());
    }
    let (most, most_time) = (ready.most_deals(), args.asked.0.max_time);
    let mut progress = Progress::until_decided(args.pace.quiet, "deals", most, most_time);
    let raced = ready.play(threads(&args.pace), stop_flag(), |race, tournament| {
        progress.update(race.deals(), || {
            joined([
                ready.so_far(race),
                waited_for(tournament.names(), tournament.waiting().as_ref()),
            ])
        });
    });
    progress.finish();
    Ok(raced?)
}
