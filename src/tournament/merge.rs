//! Joining the shards of one run into the very files of a run in one piece.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::tournament::folder::{FAULTS, FolderError, failed, row_files};
use crate::tournament::{
    Arena, Config, GameScore, RecoverError, RunFolder, RunInfo, Shard, survey,
};

/// Why shards cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The rows cannot be put together.
    #[error("{0}")]
    Append(FolderError),
    /// The rows of a shard cannot be used.
    #[error(transparent)]
    Recover(#[from] RecoverError),
    /// The runs are of different configs.
    #[error("{0} and {1} are not shards of one run: their configs differ")]
    OtherConfig(PathBuf, PathBuf),
    /// Two folders hold the same games.
    #[error("{0} and {1} overlap: both hold shard {2}")]
    Overlap(PathBuf, PathBuf, Shard),
    /// The whole was to go into a shard.
    #[error("{0} is one of the shards; take another --out")]
    IntoShard(PathBuf),
    /// A shard is not there.
    #[error(
        "shard {index}/{count} is missing, {given} of {count} were given; play it with --shard {index}/{count}"
    )]
    Missing {
        /// Which one, from 1.
        index: u64,
        /// Of how many.
        count: u64,
        /// How many were given.
        given: usize,
    },
    /// A shard is not finished.
    #[error(
        "{dir} is not finished: game {next} is the next of {end}; `lettergame resume {dir}` goes on"
    )]
    Unfinished {
        /// The shard's folder.
        dir: PathBuf,
        /// Its next game.
        next: u64,
        /// The end of its games.
        end: u64,
    },
}

/// A shard: where it is, and what its config says.
pub type ShardFolder = (PathBuf, RunInfo);

/// Puts shards in order.
///
/// # Errors
/// When they are not exactly the shards of one run.
pub fn in_order(mut shards: Vec<ShardFolder>) -> Result<Vec<ShardFolder>, MergeError> {
    shards.sort_by_key(|(_, info)| info.shard.index());
    let count = shards.first().map_or(1, |(_, info)| info.shard.count());
    for pair in shards.windows(2) {
        let [(left, a), (right, b)] = pair else { continue };
        if a.fingerprint != b.fingerprint || a.shard.count() != b.shard.count() {
            return Err(MergeError::OtherConfig(left.clone(), right.clone()));
        }
        if a.shard == b.shard {
            return Err(MergeError::Overlap(left.clone(), right.clone(), a.shard));
        }
    }
    let given = shards.len();
    for (index, (_, info)) in (1..=count).zip(&shards) {
        if info.shard.index() != index {
            return Err(MergeError::Missing { index, count, given });
        }
    }
    if (given as u64) < count {
        return Err(MergeError::Missing { index: given as u64 + 1, count, given });
    }
    Ok(shards)
}

/// Joins the shards into a new run in `out`, telling every game in order. Each shard has benched players
/// by its own games, and that stands.
///
/// # Errors
/// When a shard is missing, doubled, unfinished or of another config, or a file cannot be used. No
/// half of a run is left in `out`.
pub fn merge(
    config: &Config,
    arena: &dyn Arena,
    shards: Vec<ShardFolder>,
    out: &Path,
    force: bool,
    mut tell: impl FnMut(&GameScore),
) -> Result<RunFolder, MergeError> {
    let shards = in_order(shards)?;
    let same = |dir: &PathBuf| {
        dir.canonicalize().ok().zip(out.canonicalize().ok()).is_some_and(|(dir, out)| dir == out)
    };
    if let Some((dir, _)) = shards.iter().find(|(dir, _)| same(dir)) {
        return Err(MergeError::IntoShard(dir.clone()));
    }
    for (dir, info) in &shards {
        let games = info.shard.range(arena.schedule().total());
        let next = survey(dir, arena, games.clone(), config.record, |game, _| tell(game))?.next;
        if next < games.end {
            return Err(MergeError::Unfinished { dir: dir.clone(), next, end: games.end });
        }
    }
    let Some((_, first)) = shards.first() else {
        return Err(MergeError::Missing { index: 1, count: 1, given: 0 });
    };
    let info = RunInfo { shard: Shard::WHOLE, ..first.clone() };
    let folder = RunFolder::create(out, config, &info, &arena.headers(), force)?;
    match append_all(config, &shards, out) {
        Ok(()) => Ok(folder),
        Err(error) => {
            folder.discard();
            Err(MergeError::Append(error))
        }
    }
}

fn append_all(config: &Config, shards: &[ShardFolder], out: &Path) -> Result<(), FolderError> {
    for (dir, _) in shards {
        for (from, to) in row_files(dir, config.record).zip(row_files(out, config.record)) {
            append_rows(&from, &to)?;
        }
        append_faults(&dir.join(FAULTS), &out.join(FAULTS))?;
    }
    Ok(())
}

/// Appends the faults of a shard, if it has any.
fn append_faults(from: &Path, to: &Path) -> Result<(), FolderError> {
    if !from.exists() {
        return Ok(());
    }
    let mut source = File::open(from).map_err(failed("read", from))?;
    let mut target =
        File::options().append(true).create(true).open(to).map_err(failed("open", to))?;
    io::copy(&mut source, &mut target).map_err(failed("write", to))?;
    Ok(())
}

/// Appends all but the header line of a file to another.
fn append_rows(from: &Path, to: &Path) -> Result<(), FolderError> {
    let mut source = BufReader::new(File::open(from).map_err(failed("read", from))?);
    let mut header = Vec::new();
    source.read_until(b'\n', &mut header).map_err(failed("read", from))?;
    let mut target = File::options().append(true).open(to).map_err(failed("open", to))?;
    io::copy(&mut source, &mut target).map_err(failed("write", to))?;
    Ok(())
}
