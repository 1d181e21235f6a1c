//! Joining the shards of one run into the very files of a run in one piece.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::tournament::fault_lines::game_of_fault;
use crate::tournament::folder::{FAULTS, row_files};
use crate::tournament::game_lines::GameLines;
use crate::tournament::{
    Arena, Batch, Config, FolderError, GameScore, RecoverError, RunFolder, RunInfo, RunRows, Shard,
    Survey, check_last_game, survey,
};

/// Bytes of scores that are written at once.
const BATCH: usize = 1 << 18;

/// Why shards cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The rows cannot be put together.
    #[error("{0}")]
    Append(RecoverError),
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
    let mut surveys = Vec::new();
    for (dir, info) in &shards {
        let players = (arena.schedule(), arena.names());
        let rows = RunRows::of(dir, info, config.record, players, Some(arena.row_shape()));
        let survey = survey(&rows, |game, _| tell(game))?;
        check_last_game(&rows, arena, &survey)?;
        survey.check_end(&rows)?;
        let (next, end) = (survey.next, rows.games.end);
        if next < end {
            return Err(MergeError::Unfinished { dir: dir.clone(), next, end });
        }
        surveys.push((rows, survey));
    }
    let Some((_, first)) = shards.first() else {
        return Err(MergeError::Missing { index: 1, count: 1, given: 0 });
    };
    let info = RunInfo { shard: Shard::WHOLE, checked: true, ..first.clone() };
    let mut folder = RunFolder::create(out, config, &info, &arena.headers(), force)?;
    match surveys.iter().try_for_each(|(rows, survey)| append(&mut folder, rows, survey)) {
        Ok(()) => Ok(folder),
        Err(error) => {
            folder.discard();
            Err(MergeError::Append(error))
        }
    }
}

/// Appends the games of a shard as they were surveyed, and nothing that stands behind them.
fn append(folder: &mut RunFolder, rows: &RunRows<'_>, survey: &Survey) -> Result<(), RecoverError> {
    let end_of = |path: &PathBuf| survey.ends.iter().find(|(own, _)| own == path);
    let open = |path: PathBuf| GameLines::open(&path, end_of(&path).map_or(0, |(_, end)| *end));
    let mut files: Vec<GameLines> =
        row_files(rows.dir, rows.record).map(open).collect::<Result<_, _>>()?;
    let path = rows.dir.join(FAULTS);
    let mut faults = match end_of(&path) {
        Some((_, end)) => Some(GameLines::without_header(&path, *end, game_of_fault)?),
        None => None,
    };
    let mut batch = empty(files.len());
    for game in rows.games.clone() {
        for (file, taken) in files.iter_mut().zip(&mut batch.files) {
            file.take(game, taken)?;
        }
        if let Some(faults) = &mut faults {
            faults.take(game, &mut batch.faults)?;
        }
        if batch.files[0].len() >= BATCH {
            folder.append(&batch)?;
            batch = empty(files.len());
        }
    }
    Ok(folder.append(&batch)?)
}

fn empty(files: usize) -> Batch {
    Batch { files: vec![Vec::new(); files], ..Batch::default() }
}
