//! `verify`: checks that the files of runs are what was written.

use std::path::Path;

use crate::cli::args::VerifyArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print_line, remark};
use crate::cli::runs::progress::Progress;
use lettergame_arena::phrases::COMMAND_LINE;
use lettergame_arena::{RunError, Verified, replay_all, runs_in, verify};
use lettergame_report::Format;
use lettergame_run::RunFolder;

pub(super) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let mut damaged = 0;
    for dir in &args.dirs {
        for run in runs_in(dir)? {
            damaged += u64::from(!is_sound(&run, args)?);
        }
    }
    match damaged {
        0 => Ok(()),
        1 => Err(Failure::Check("a run is damaged; see above".to_owned())),
        _ => Err(Failure::Check(format!("{damaged} runs are damaged; see above"))),
    }
}

/// Prints the defects of a run; returns whether there are none.
fn is_sound(dir: &Path, args: &VerifyArgs) -> Result<bool, Failure> {
    let mut found = verify(dir);
    if args.replay && found.findings.is_empty() {
        replayed(dir, args, &mut found)?;
    }
    found.remarks.iter().for_each(|text| remark(text));
    let Verified { games, total, findings, .. } = found;
    if findings.is_empty() {
        let how = if args.replay { ", and every game plays again to the same rows" } else { "" };
        let dir = dir.display();
        let text = format!("{dir}: {games} of {total} games; no damage found{how}");
        print_line(&text, Format::Table)?;
        return Ok(true);
    }
    for damage in &findings {
        print_line(&COMMAND_LINE.text(damage), Format::Table)?;
    }
    if RunFolder::has_parts(dir) || RunFolder::has_manifest(dir) {
        remark(&format!("{} plays lost parts again", COMMAND_LINE.resume(dir)));
    }
    Ok(false)
}

fn replayed(dir: &Path, args: &VerifyArgs, found: &mut Verified) -> Result<(), Failure> {
    let (mut progress, mut done) = (Progress::new(args.quiet, "games", 0, found.games), 0);
    let replayed = replay_all(dir, || {
        done += 1;
        progress.update(done, String::new);
    });
    progress.finish();
    match replayed {
        Ok(_) => {}
        Err(error @ RunError::Recover(_)) => found.findings.push(error.into()),
        // that it cannot be replayed says nothing about its files
        Err(error) => {
            return Err(Failure::from(error).at(&format!("{}: not replayed: ", dir.display())));
        }
    }
    Ok(())
}
