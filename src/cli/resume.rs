//! `resume`: continues a run, or every unfinished run of a sweep.

use std::path::Path;

use crate::cli::args::ResumeArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{remark, remark_on_checksums, remark_on_sums};
use crate::cli::runs::progress::Progress;
use crate::cli::runs::recorder::{Recorder, check_anchor, only_whole, play_and_record};
use crate::cli::runs::session::{stop_flag, threads};
use crate::cli::runs::status::StatusOutput;
use lettergame_arena::phrases::resume_command;
use lettergame_arena::{Mending, Session, hear_unplayed, runs_in};
use lettergame_run::RunFolder;
use lettergame_tournament::Ended;

/// The most lost parts that are named.
const NAMED: usize = 10;

pub(super) fn run(args: &ResumeArgs) -> Result<(), Failure> {
    let runs = runs_in(&args.dir)?;
    let sweep = runs != [args.dir.clone()];
    let recorder = Recorder::of(&args.recording)?;
    let mut output = StatusOutput::of(&args.watch)?;
    let sessions: Vec<Session> =
        runs.iter().map(|dir| reopen(dir, sweep, args)).collect::<Result<_, _>>()?;
    hear_unplayed(&sessions)?;
    play_and_record(sessions, recorder.as_ref(), &args.pace, &mut output, &args.end)
}

fn reopen(dir: &Path, sweep: bool, args: &ResumeArgs) -> Result<Session, Failure> {
    only_whole(&args.recording, RunFolder::read_config(dir)?.1.shard)?;
    mend(dir, args)?;
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

/// Plays the games of lost parts again.
fn mend(dir: &Path, args: &ResumeArgs) -> Result<(), Failure> {
    let Some(mending) = Mending::of(dir, &args.host_options.host_options())? else { return Ok(()) };
    let (games, quiet) = (mending.games(), args.pace.quiet);
    if !quiet {
        let (lost, shown) = (mending.lost(), dir.display());
        lost.iter().take(NAMED).for_each(|part| remark(&part.why));
        if lost.len() > NAMED {
            remark(&format!("and {} other parts", lost.len() - NAMED));
        }
        if games > 0 {
            remark(&format!("{shown}: {games} games of lost parts are played again"));
        }
    }
    let mut progress = Progress::new(quiet, "games", 0, games);
    let update = |done| progress.update(done, String::new);
    let ended = mending.play(threads(&args.pace), stop_flag(), update);
    progress.finish();
    match ended? {
        Ended::Complete => Ok(()),
        Ended::Stopped => Err(Failure::Interrupted(format!(
            "interrupted while lost parts were played again; resume with: {}",
            resume_command(dir)
        ))),
    }
}
