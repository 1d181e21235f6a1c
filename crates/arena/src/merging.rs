//! Joins the shards of one run, all of whose games are played.

use std::path::Path;

use crate::Session;
use crate::part_sealer::PartSealer;
use crate::replayed::{check_last_game, load_recorded, rows_of};
use lettergame_plan::{GameScore, Shard};
use lettergame_registry::Prepared;
use lettergame_report::Tally;
use lettergame_run::{
    LockedShard, MergeError, PartOptions, RunInfo, RunTiming, ScannedShard, check_out, in_order,
    scan_run,
};

/// Joins the shards into a new run in `out`, divided into `parts` if that is given, and passes on every game in order.
/// The session has no games left: it only has to write the standings.
///
/// # Errors
/// If a shard is missing, duplicate, unfinished or of another config, or a file cannot be used. No incomplete run is
/// left in `out`.
pub fn merge(
    prepared: Prepared,
    shards: Vec<LockedShard>,
    (out, force): (&Path, bool),
    parts: Option<PartOptions>,
    mut tell: impl FnMut(&GameScore),
) -> Result<Session, MergeError> {
    let shards = in_order(shards)?;
    check_out(&shards, out)?;
    let (config, tournament) = (&prepared.config, &*prepared.tournament);
    let (schedule, names) = (tournament.schedule(), tournament.names());
    let mut tally = Tally::of(schedule, names);
    let games = schedule.part(Shard::WHOLE);
    let mut sealer = parts.map(|parts| PartSealer::new(tournament, &games, parts));
    let mut scanned = Vec::new();
    for (dir, info) in shards.iter().map(LockedShard::folder) {
        let rows = rows_of(dir, info, &prepared);
        let progress = scan_run(&rows, |game| {
            tell(game);
            tally.add(game);
            sealer.iter_mut().for_each(|sealer| sealer.add(game));
            load_recorded(tournament, dir, game)
        })?;
        check_last_game(&rows, tournament, &progress)?;
        scanned.push(ScannedShard::finished(rows, progress)?);
    }
    let Some((_, first)) = shards.first().map(LockedShard::folder) else {
        return Err(MergeError::Missing { index: 1, count: 1, given: 0 });
    };
    let info = RunInfo { shard: Shard::WHOLE, checked: true, parts, ..first.clone() };
    let (headers, out) = (tournament.headers(), (out, force));
    let folder = lettergame_run::merge(config, &info, headers, &scanned, out)?;
    drop(scanned);
    let timing = RunTiming::of_shards(shards.iter().map(|shard| shard.folder().0.as_path()));
    Ok(Session { parts: sealer, ..Session::complete(prepared, folder, tally, timing) })
}
