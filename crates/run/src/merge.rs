//! Joins the shards of one run into exactly the files of an unsharded run.

use std::borrow::Borrow;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::read::fault_log::FaultLines;
use crate::{
    Division, FolderError, Progress, RecoverError, RowBatch, Rows, RunFolder, RunInfo, RunLock,
    RunRows,
};
use lettergame_plan::{Config, Shard};

/// The number of games whose rows are written at once.
const BATCH: u64 = 1 << 10;

/// Why shards cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The rows cannot be joined.
    #[error("{0}")]
    Append(RecoverError),
    /// The rows of a shard cannot be used.
    #[error(transparent)]
    Recover(#[from] RecoverError),
    /// The runs have different configs.
    #[error("{0} and {1} are not shards of one run: their configs differ")]
    OtherConfig(PathBuf, PathBuf),
    /// Two folders hold the same games.
    #[error("{0} and {1} overlap: both hold shard {2}")]
    Overlap(PathBuf, PathBuf, Shard),
    /// The output folder is one of the shards.
    #[error("{0} is one of the shards")]
    IntoShard(PathBuf),
    /// A shard is missing.
    #[error("shard {index}/{count} is missing, {given} of {count} were given; play it")]
    Missing {
        /// The missing shard, from 1.
        index: u64,
        /// The number of shards.
        count: u64,
        /// The number of shards given.
        given: usize,
    },
    /// A shard is not finished.
    #[error("{dir} is not finished: game {next} is the next of {end}")]
    Unfinished {
        /// The shard's folder.
        dir: PathBuf,
        /// Its next game.
        next: u64,
        /// The end of its games.
        end: u64,
    },
}

/// A shard: its folder, and what its config says.
pub type ShardFolder = (PathBuf, RunInfo);

/// A shard that no other process changes while this lives.
#[derive(Debug)]
pub struct LockedShard {
    folder: ShardFolder,
    lock: RunLock,
}

impl LockedShard {
    /// Locks the folder of a shard and reads its config.
    ///
    /// # Errors
    /// If another process uses it, or its config cannot be read.
    pub fn take(dir: &Path) -> Result<LockedShard, FolderError> {
        let lock = RunLock::take(dir)?;
        let (_, info) = RunFolder::read_config(dir)?;
        Ok(LockedShard { folder: (dir.to_owned(), info), lock })
    }

    /// The folder, and what its config says.
    #[must_use]
    pub fn folder(&self) -> &ShardFolder {
        &self.folder
    }

    /// The lock of the folder.
    #[must_use]
    pub fn lock(&self) -> &RunLock {
        &self.lock
    }
}

impl Borrow<ShardFolder> for LockedShard {
    fn borrow(&self) -> &ShardFolder {
        &self.folder
    }
}

/// Sorts shards, locked or not.
///
/// # Errors
/// If they are not exactly the shards of one run.
pub fn in_order<S: Borrow<ShardFolder>>(mut shards: Vec<S>) -> Result<Vec<S>, MergeError> {
    shards.sort_by_key(|shard| shard.borrow().1.shard.index());
    let count = shards.first().map_or(1, |shard| shard.borrow().1.shard.count());
    for pair in shards.windows(2) {
        let [first, second] = pair else { continue };
        let ((left, a), (right, b)) = (first.borrow(), second.borrow());
        if a.fingerprint != b.fingerprint || a.shard.count() != b.shard.count() {
            return Err(MergeError::OtherConfig(left.clone(), right.clone()));
        }
        if a.shard == b.shard {
            return Err(MergeError::Overlap(left.clone(), right.clone(), a.shard));
        }
    }
    let given = shards.len();
    for (index, shard) in (1..=count).zip(&shards) {
        let (_, info) = shard.borrow();
        if info.shard.index() != index {
            return Err(MergeError::Missing { index, count, given });
        }
    }
    if (given as u64) < count {
        return Err(MergeError::Missing { index: given as u64 + 1, count, given });
    }
    Ok(shards)
}

/// Checks that a folder is none of the shards.
///
/// # Errors
/// If it is.
pub fn check_out(shards: &[LockedShard], out: &Path) -> Result<(), MergeError> {
    let same = |dir: &PathBuf| {
        dir.canonicalize().ok().zip(out.canonicalize().ok()).is_some_and(|(dir, out)| dir == out)
    };
    match shards.iter().map(|shard| &shard.folder.0).find(|dir| same(dir)) {
        Some(dir) => Err(MergeError::IntoShard(dir.clone())),
        None => Ok(()),
    }
}

/// A shard whose rows were read to their end.
pub struct ScannedShard<'a> {
    rows: RunRows<'a>,
}

impl<'a> ScannedShard<'a> {
    /// A shard that was scanned so far.
    ///
    /// # Errors
    /// If it is not finished, or has data after its end.
    pub fn finished(rows: RunRows<'a>, progress: Progress) -> Result<ScannedShard<'a>, MergeError> {
        progress.check_end(&rows)?;
        let (next, end) = (progress.next, rows.games.end);
        match next < end {
            true => Err(MergeError::Unfinished { dir: rows.dir.to_owned(), next, end }),
            false => Ok(ScannedShard { rows }),
        }
    }
}

/// Joins shards, in order, into a new run in `out` with these header lines, divided as `info` says.
///
/// # Errors
/// If a file cannot be used. No incomplete run is left in `out`.
pub fn merge(
    config: &Config,
    info: &RunInfo,
    headers: Vec<Vec<u8>>,
    shards: &[ScannedShard<'_>],
    (out, force): (&Path, bool),
) -> Result<RunFolder, MergeError> {
    let ends = shards.first().zip(shards.last());
    let games = ends.map(|(first, last)| first.rows.games.start..last.rows.games.end);
    let games = games.unwrap_or_default();
    let division = Division::new(games.clone(), info.parts);
    let mut folder = RunFolder::create_unnamed(out, info, &games, headers, force)?;
    let joined = shards.iter().try_for_each(|shard| append(&mut folder, &division, &shard.rows));
    // without a config it is not a run that could be resumed
    match joined.and_then(|()| Ok(folder.write_config(config, info)?)) {
        Ok(()) => Ok(folder),
        Err(error) => {
            folder.discard();
            Err(MergeError::Append(error))
        }
    }
}

/// Appends the games that were scanned in a shard, and nothing after them.
fn append(
    folder: &mut RunFolder,
    division: &Division,
    rows: &RunRows<'_>,
) -> Result<(), RecoverError> {
    let mut streams = rows.streams(rows.games.start)?;
    let mut faults = FaultLines::open(rows.dir)?;
    let mut next = rows.games.start;
    while next < rows.games.end {
        let end = rows.games.end.min(next + BATCH).min(division.part_of(next).end);
        let taken = streams.iter_mut().map(|stream| stream.take_before(end));
        let taken: Vec<RowBatch> = taken.collect::<Result<_, _>>()?;
        folder.append(next, &Rows::Columns(taken), &faults.take_before(end)?)?;
        next = end;
    }
    Ok(())
}
