//! Playing games without a folder: the rows of a range of games, as a pure function of a config and the
//! range; and a folder of rows that were played in parts.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::session::ranking;
use crate::{ReadyRun, RunError, Session};
use lettergame_report::{Table, Tally};
use lettergame_tournament::{Batch, Ended, RecoverError, RunFolder, Shard, run};

/// What was played of some games in a row.
pub struct Rows {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// The header lines of `scores.csv`, `rounds.csv` and `plies.csv`, as far as they are recorded.
    pub headers: Vec<Vec<u8>>,
    /// Their rows, the very bytes that a run's folder has for these games.
    pub files: Vec<Vec<u8>>,
    /// The lines of `faults.jsonl`.
    pub faults: Vec<u8>,
    /// What the games say.
    pub tally: Tally,
    /// The final order, where the schedule leads to one.
    pub ranking: Option<Table>,
    /// Whether all of them are played.
    pub ended: Ended,
}

impl ReadyRun {
    /// How many games it has.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.prepared.arena.schedule().total()
    }

    /// The fingerprint of all that decides its rows, the word list included: parts that have the same
    /// one can be joined.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        self.prepared.config.fingerprint(&self.words)
    }

    /// Plays these games and keeps their rows in memory: the rows that the whole run has for them. Where players
    /// can fail and a block of benching begins before the games, its games before them are played too. After each
    /// batch `watch` sees the tally. When `stop` becomes true, the games in progress are finished and kept,
    /// and those after them are not played.
    ///
    /// # Errors
    /// When there are no such games, when they follow from games before them, or when programs cannot be
    /// played.
    pub fn play_games(
        &self,
        games: Range<u64>,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        mut watch: impl FnMut(&Tally),
    ) -> Result<Rows, RunError> {
        let arena = &*self.prepared.arena;
        self.admit(&games)?;
        arena.forget();
        let before = arena.schedule().start_of_part(games.start)..games.start;
        let headers = arena.headers();
        let mut files = vec![Vec::new(); headers.len()];
        let (mut faults, mut tally) = (Vec::new(), Tally::of(arena.schedule(), arena.names()));
        run(arena, before, threads, stop, |_| Ok::<(), RunError>(()))?;
        let ended = run(arena, games.clone(), threads, stop, |batch| {
            files.iter_mut().zip(&batch.files).for_each(|(file, rows)| file.extend(rows));
            faults.extend(&batch.faults);
            batch.scores.iter().for_each(|game| tally.add(game));
            watch(&tally);
            Ok::<(), RunError>(())
        })?;
        if let Some(why) = arena.harness_failure() {
            return Err(RunError::Unplayable(why));
        }
        let games = games.start..games.start + tally.games();
        Ok(Rows { games, headers, files, faults, tally, ranking: ranking(arena), ended })
    }

    /// Are these games of the run, that can be played by themselves?
    fn admit(&self, games: &Range<u64>) -> Result<(), RunError> {
        let total = self.total();
        if games.start > games.end || games.end > total {
            return Err(RunError::NoGames { first: games.start, end: games.end, total });
        }
        if *games != (0..total) && self.prepared.arena.schedule().known() < games.end {
            let format = self.prepared.config.format.to_string();
            return Err(RunError::Staged { format });
        }
        Ok(())
    }

    /// Makes the folder of the whole run from rows that were played in parts, in the order of their
    /// games: the very folder that one machine would have written, but for its times. Each part is asked
    /// for when the one before is written. Every row is read again before the standings are written.
    ///
    /// # Errors
    /// When the folder cannot be made, parts are missing, or rows are not those of the config; and for a
    /// player that is asked though it is benched, or the reverse: then no folder is left.
    pub fn assemble(
        self,
        dir: &Path,
        force: bool,
        parts: impl Iterator<Item = Result<Batch, RunError>>,
    ) -> Result<Session, RunError> {
        let (hosting, total) = (self.hosting.clone(), self.total());
        let mut session = self.open(dir, Shard::WHOLE, force)?;
        for part in parts {
            session.folder.append(&part?)?;
        }
        let dir = session.dir().to_owned();
        let Session { folder, .. } = session;
        let reopened = Session::reopen_locked(folder.into_lock(), &hosting);
        if let Err(RunError::Recover(RecoverError::Bench { .. })) = reopened {
            RunFolder::discard_at(&dir);
        }
        let session = reopened?;
        let done = session.tally().games();
        if done < total {
            return Err(RunError::Parts { dir, done, total });
        }
        Ok(session)
    }
}
