//! `resume`: goes on with a run, or with every unfinished run of a sweep.

use std::fs;
use std::path::{Path, PathBuf};

use crate::base::Seed;
use crate::cli::args::ResumeArgs;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::remark;
use crate::cli::recorder::{Recorder, only_whole, play_and_record};
use crate::cli::session::Session;
use crate::protocol::Hosting;
use crate::registry::{self, GAMES, Prepared};
use crate::report::Tally;
use crate::tournament::{RunFolder, RunInfo, survey};

pub(super) fn run(args: &ResumeArgs) -> Result<(), Failure> {
    let runs = runs_in(&args.dir)?;
    let sweep = runs != [args.dir.clone()];
    let recorder = Recorder::of(&args.recording)?;
    let sessions: Vec<Session> =
        runs.iter().map(|dir| reopen(dir, sweep, args)).collect::<Result<_, _>>()?;
    play_and_record(sessions, recorder.as_ref(), &args.pace, args.format.format)
}

/// The folder itself if it is a run, else the runs right below it, by name.
pub(super) fn runs_in(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    if RunFolder::is_run(dir) {
        return Ok(vec![dir.to_owned()]);
    }
    let shown = dir.display();
    let entries = fs::read_dir(dir)
        .map_err(|error| Failure::Unusable(format!("cannot read {shown}: {error}")))?;
    let mut runs: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| RunFolder::is_run(path))
        .collect();
    runs.sort();
    if runs.is_empty() {
        return Err(Failure::Unusable(format!("{shown} is no run: it has no config.toml")));
    }
    Ok(runs)
}

/// Reads the config of a run, checks that it and the word list are those the run began with.
pub(super) fn prepared_run(dir: &Path, hosting: &Hosting) -> Result<(Prepared, RunInfo), Failure> {
    let (draft, info) = RunFolder::read_config(dir)?;
    let loaded = load(draft.lexicon.as_deref().map(Path::new), true)?;
    let config = draft.check(GAMES[0].name, Seed(0))?;
    let prepared = registry::prepare_hosted(&config, loaded.lexicon, hosting)?;
    let shown = dir.display();
    if loaded.fingerprint != info.lexicon {
        let list = draft.lexicon.as_deref().unwrap_or("the shipped one");
        return Err(Failure::Usage(format!(
            "{shown}: the word list is not the one the run began with ({list}); change it back, or start a new run with --out"
        )));
    }
    if prepared.config.fingerprint(&loaded.fingerprint) != info.fingerprint {
        return Err(Failure::Usage(format!(
            "{shown}/config.toml was changed since the run began; change it back, or start a new run with --out"
        )));
    }
    prepared.arena.schedule().admit(info.shard).map_err(Failure::usage)?;
    Ok((prepared, info))
}

fn reopen(dir: &Path, sweep: bool, args: &ResumeArgs) -> Result<Session, Failure> {
    let (prepared, info) = prepared_run(dir, &args.hosting.hosting())?;
    only_whole(&args.recording, info.shard)?;
    let arena = &*prepared.arena;
    let games = info.shard.range(arena.schedule().total());
    let mut tally = Tally::new(arena.names());
    let record = prepared.config.record;
    let folder = RunFolder::open(dir, record, &arena.headers())?;
    let survey = survey(dir, arena, games.clone(), record, |game| {
        tally.add(game);
        arena.recall(game);
    })?;
    survey.cut()?;
    if !args.pace.quiet {
        let (done, all) = (survey.next - games.start, games.end - games.start);
        remark(&format!("{}: {done} of {all} games are done", dir.display()));
    }
    let label = dir.file_name().filter(|_| sweep).map(|name| name.to_string_lossy().into_owned());
    Ok(Session { games: survey.next..games.end, prepared, folder, tally, label })
}
