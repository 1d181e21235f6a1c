//! `compare`: is A better than B? Played, or read from two finished runs. And which of many is
//! best?

mod conditions;
mod files;
mod race;

use std::path::Path;

use crate::cli::args::CompareArgs;
use crate::cli::exit::Failure;
use crate::cli::output::remark;
use crate::cli::runs::recorder::Recorder;
use lettergame_arena::{Compared, compare_finished};
use lettergame_tournament::Ended;

use files::Files;

pub(super) fn run(args: &CompareArgs) -> Result<(), Failure> {
    let files = Files::open(args)?;
    if let Some(candidates) = &args.candidates {
        return race::run(args, candidates, files);
    }
    let recorder = Recorder::of(&args.recording)?;
    let answer = answer(args)?.without_unsound_verdicts();
    files.write_and_print(&answer.report.document(), args.format.format)?;
    if let (Some(recorder), None) = (&recorder, &answer.report.trouble) {
        recorder.record_verdicts(&answer.game, &answer.report)?;
    }
    if let (Some(command), false) = (&answer.report.repeat, args.pace.quiet) {
        remark(&format!("the same games with all rows: {command}"));
    }
    exit(answer.report.trouble.as_deref(), answer.ended, answer.report.comparison.passes())
}

fn answer(args: &CompareArgs) -> Result<Compared, Failure> {
    let folders = args.contestants.iter().filter(|text| Path::new(text).is_dir()).count();
    let missing = args.contestants.iter().find(|text| is_path(text) && !Path::new(text).exists());
    if let Some(path) = missing {
        let why = format!("there is no folder `{path}`; name two finished runs, or players");
        return Err(Failure::Usage(why));
    }
    match (folders, args.contestants.as_slice()) {
        (0, _) => conditions::played(args),
        (2, [a, b]) => {
            conditions::refuse(args)?;
            let (a, b) = (Path::new(a), Path::new(b));
            Ok(compare_finished(a, b, args.player.as_deref(), &args.asked.0)?)
        }
        (count, all) if count == all.len() => {
            Err(Failure::usage("expected two folders of finished runs, not more"))
        }
        _ => Err(Failure::usage(
            "players are compared with players and finished runs with finished runs: \
             some of these are folders and some are not",
        )),
    }
}

/// Whether it is meant as the folder of a run. Players with a path in them have a colon before it.
fn is_path(text: &str) -> bool {
    text.contains(['/', '\\']) && !text.contains([':', '='])
}

/// The exit code of an answer: whether the question is decided, and whether it holds.
fn exit(trouble: Option<&str>, ended: Ended, passes: Option<bool>) -> Result<(), Failure> {
    match (trouble, passes) {
        (Some(trouble), _) if ended == Ended::Stopped => {
            Err(Failure::Interrupted(format!("{trouble}; the results are of these")))
        }
        (Some(trouble), _) => {
            Err(Failure::Unusable(format!("{trouble}; so this compares nothing")))
        }
        (None, Some(true)) => Ok(()),
        (None, Some(false)) => Err(Failure::Fails),
        (None, None) => Err(Failure::Undecided),
    }
}
