//! `merge`: joins the shards of one run.

use std::path::PathBuf;

use crate::cli::args::{MergeArgs, PaceArgs, WatchArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{remark_on_checksums, remark_on_lock, remark_on_sums};
use crate::cli::recorder::{Recorder, check_anchor, record_and_print};
use crate::cli::session::play;
use crate::cli::status::StatusOutput;
use lettergame_arena::{PartCounts, Session, prepared_run};
use lettergame_plan::{GameScore, Shard};
use lettergame_protocol::HostOptions;
use lettergame_report::Tally;
use lettergame_tournament::{LockedShard, RunFolder, RunTiming, ShardFolder, in_order, merge};

pub(super) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let infos = args.dirs.iter().map(|dir| Ok((dir.clone(), RunFolder::read_config(dir)?.1)));
    let shards: Vec<ShardFolder> = in_order(infos.collect::<Result<_, Failure>>()?)?;
    // their fingerprints are equal, so any of the configs will do
    let Some((dir, _)) = shards.first() else {
        return Err(Failure::Usage("no shards were given".to_owned()));
    };
    // locked until all of them are copied
    let locked = shards.iter().map(|(dir, _)| Ok(LockedShard::take(dir)?));
    let locked: Vec<LockedShard> = locked.collect::<Result<_, Failure>>()?;
    locked.iter().for_each(|shard| remark_on_lock(shard.lock()));
    let prepared = prepared_run(dir, &HostOptions { read_only: true, ..HostOptions::default() })?.0;
    check_anchor(&args.end.view, &prepared)?;
    let recorder = Recorder::of(&args.recording)?;
    let mut tally = Tally::of(prepared.tournament.schedule(), prepared.tournament.names());
    let (config, tournament) = (&prepared.config, &*prepared.tournament);
    let games = tournament.schedule().part(Shard::WHOLE);
    let options = args.parts.options();
    let mut parts = options.map(|options| PartCounts::new(tournament, games, options));
    let count = |game: &GameScore| {
        tally.add(game);
        if let Some(parts) = &mut parts {
            parts.add(game);
        }
    };
    let folder = merge(config, tournament, locked, &args.out, options, args.force, count)?;
    for dir in args.dirs.iter().filter(|_| !args.quiet) {
        remark_on_checksums(dir)?;
        remark_on_sums(dir)?;
    }
    let timing = RunTiming::of_shards(args.dirs.iter().map(PathBuf::as_path));
    // all games are played: the session only has to write the standings
    let session = Session::complete(prepared, folder, tally, parts, timing);
    let (pace, watch) = (PaceArgs { threads: None, quiet: true }, WatchArgs::default());
    let finished = play(session, &pace, &mut StatusOutput::of(&watch)?)?;
    record_and_print(recorder.as_ref(), &[finished], &args.end, args.quiet)
}
