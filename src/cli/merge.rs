//! `merge`: joins the shards of one run.

use crate::cli::args::{MergeArgs, PaceArgs, WatchArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{remark_on_checksums, remark_on_lock, remark_on_sums};
use crate::cli::runs::recorder::{Recorder, check_anchor, record_and_print};
use crate::cli::runs::session::play;
use crate::cli::runs::status::StatusOutput;
use lettergame_arena::{merge, prepared_run};
use lettergame_protocol::HostOptions;
use lettergame_run::{LockedShard, RunFolder, ShardFolder, in_order};

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
    let session = merge(prepared, locked, (&args.out, args.force), args.parts.options(), |_| {})?;
    for dir in args.dirs.iter().filter(|_| !args.quiet) {
        remark_on_checksums(dir)?;
        remark_on_sums(dir)?;
    }
    let (pace, watch) = (PaceArgs { threads: None, quiet: true }, WatchArgs::default());
    let finished = play(session, &pace, &mut StatusOutput::of(&watch)?)?;
    record_and_print(recorder.as_ref(), &[finished], &args.end, args.quiet)
}
