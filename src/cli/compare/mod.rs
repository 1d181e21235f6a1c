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
    let folders = args.contestants.iter().filter(|text| Path::new(text).is_dir()).count();
    let answer = match (folders, args.contestants.as_slice()) {
        (0, _) => played::answer(args)?,
        (2, [a, b]) => runs::answer(args, Path::new(a), Path::new(b))?,
        (2, _) => return Err(Failure::usage("two folders of runs are compared, not more")),
        _ => {
            return Err(Failure::usage(
                "players are compared with players and finished runs with finished runs: \
                 some of these are folders and some are not",
            ));
        }
    };
    files.write(&answer.told)?;
    if let (Some(recorder), true) = (&recorder, answer.is_sound()) {
        recorder.record_verdicts(&answer.game, &answer.told)?;
    }
    print(&answer.told.render(args.format.format).map_err(Failure::unusable)?)?;
    if let (Some(command), false) = (&answer.told.repeat, args.pace.quiet) {
        remark(&format!("the same games with all rows: {command}"));
    }
    answer.exit()
}

impl Answer {
    /// Was it played to its end by players that work?
    fn is_sound(&self) -> bool {
        self.ended == Ended::Complete && self.broken.is_empty()
    }

    /// The exit code of the answer.
    fn exit(&self) -> Result<(), Failure> {
        if self.ended == Ended::Stopped {
            return Err(Failure::Interrupted(format!(
                "interrupted after {} blocks; what is told is of these",
                self.blocks
            )));
        }
        if !self.broken.is_empty() {
            return Err(Failure::Unusable(format!(
                "programs failed in game after game, so that this compares nothing: {}",
                self.broken.join(", ")
            )));
        }
        match self.told.comparison.passes() {
            Some(true) => Ok(()),
            Some(false) => Err(Failure::Fails),
            None => Err(Failure::Undecided),
        }
    }
}
