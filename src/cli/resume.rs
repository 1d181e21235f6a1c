//! `resume`: continues a run, or every unfinished run of a sweep.

use std::path::Path;

use crate::cli::args::ResumeArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{remark, remark_on_checksums, remark_on_sums};
use crate::cli::recorder::{Recorder, check_anchor, only_whole, play_and_record};
use crate::cli::status::StatusOutput;
use lettergame_arena::{Session, runs_in};
use lettergame_tournament::RunFolder;

pub(super) fn run(args: &ResumeArgs) -> Result<(), Failure> {
    let runs = runs_in(&args.dir)?;
    let sweep = runs != [args.dir.clone()];
    let recorder = Recorder::of(&args.recording)?;
    let mut output = StatusOutput::of(&args.watch)?;
    let sessions: Vec<Session> =
        runs.iter().map(|dir| reopen(dir, sweep, args)).collect::<Result<_, _>>()?;
    play_and_record(sessions, recorder.as_ref(), &args.pace, &mut output, &args.end)
}

fn reopen(dir: &Path, sweep: bool, args: &ResumeArgs) -> Result<Session, Failure> {
    only_whole(&args.recording, RunFolder::read_config(dir)?.1.shard)?;
    let session = Session::reopen(dir, &args.host_options.host_options())?;
    check_anchor(&args.end.view, session.prepared())?;
    if !args.pace.quiet {
        let (done, all) = (session.tally().games(), session.total());
        remark(&format!("{}: {done} of {all} games are done", dir.display()));
        remark_on_checksums(dir)?;
        remark_on_sums(dir)?;
    }
    let label = dir.file_name().filter(|_| sweep).map(|name| name.to_string_lossy().into_owned());
    Ok(match label {
        Some(label) => session.labelled(label),
        None => session,
    })
}
