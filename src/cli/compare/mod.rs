//! `compare`: is A better than B? Played for the purpose, or read from two finished runs.

mod asked;
mod files;
mod played;
mod runs;

use std::path::Path;

use crate::cli::args::CompareArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, remark};
use crate::cli::recorder::Recorder;
use crate::report::Told;
use crate::tournament::Ended;

use files::Files;

/// What was told, and what else is to be said of it.
struct Answer {
    told: Told,
    /// The game's name.
    game: String,
    ended: Ended,
    /// Blocks that the answer rests on.
    blocks: u64,
    /// Players whose programs failed again and again.
    broken: Vec<String>,
}

pub(super) fn run(args: &CompareArgs) -> Result<(), Failure> {
    let files = Files::open(args)?;
    let recorder = Recorder::of(&args.recording)?;
    let answer = answer(args)?.without_unsound_verdicts();
    files.write(&answer.told)?;
    print(&answer.told.render(args.format.format).map_err(Failure::unusable)?)?;
    if let (Some(recorder), None) = (&recorder, &answer.told.trouble) {
        recorder.record_verdicts(&answer.game, &answer.told)?;
    }
    if let (Some(command), false) = (&answer.told.repeat, args.pace.quiet) {
        remark(&format!("the same games with all rows: {command}"));
    }
    answer.exit()
}

fn answer(args: &CompareArgs) -> Result<Answer, Failure> {
    let folders = args.contestants.iter().filter(|text| Path::new(text).is_dir()).count();
    match (folders, args.contestants.as_slice()) {
        (0, _) => played::answer(args),
        (2, [a, b]) => runs::answer(args, Path::new(a), Path::new(b)),
        (count, all) if count == all.len() => {
            Err(Failure::usage("two folders of runs are compared with each other, not more"))
        }
        _ => Err(Failure::usage(
            "players are compared with players and finished runs with finished runs: \
             some of these are folders and some are not",
        )),
    }
}

impl Answer {
    /// What was interrupted, or played by programs that do not work, has figures but no verdict: not in
    /// the files either.
    fn without_unsound_verdicts(mut self) -> Answer {
        if self.ended == Ended::Stopped {
            self.told.trouble = Some(format!("interrupted after {} blocks", self.blocks));
        } else if !self.broken.is_empty() {
            let broken = self.broken.join(", ");
            self.told.trouble = Some(format!("programs failed in game after game: {broken}"));
        }
        if self.told.trouble.is_some() {
            self.told.comparison = self.told.comparison.without_verdicts();
        }
        self
    }

    /// The exit code of the answer.
    fn exit(&self) -> Result<(), Failure> {
        match (&self.told.trouble, self.told.comparison.passes()) {
            (Some(trouble), _) if self.ended == Ended::Stopped => {
                Err(Failure::Interrupted(format!("{trouble}; what is told is of these")))
            }
            (Some(trouble), _) => {
                Err(Failure::Unusable(format!("{trouble}; so this compares nothing")))
            }
            (None, Some(true)) => Ok(()),
            (None, Some(false)) => Err(Failure::Fails),
            (None, None) => Err(Failure::Undecided),
        }
    }
}
