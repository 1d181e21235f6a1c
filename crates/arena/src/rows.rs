//! Plays games without a folder: the rows of a range of games are a pure function of the config and
//! the range.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::part::Outcomes;
use crate::session::ranking;
use crate::{Part, ReadyRun, RunError, hear_hellos};
use lettergame_plan::{RecordLevel, StageResults};
use lettergame_report::{Table, Tally};
use lettergame_run::RowBatch;
use lettergame_tournament::{Ended, run};

/// The results of some consecutive games.
pub struct Played {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// The rows of `scores.csv`, `rounds.csv` and `plies.csv`, for those that are recorded, in
    /// pieces of tens of thousands of rows.
    pub files: Vec<Vec<RowBatch>>,
    /// The lines of `faults.jsonl`.
    pub faults: Vec<u8>,
    /// How the games ended, for a [`Part`].
    pub(super) outcomes: Outcomes,
    /// The tally of the games.
    pub tally: Tally,
    /// The final order, if the schedule has one.
    pub ranking: Option<Table>,
    /// Whether all of them were played.
    pub ended: Ended,
    /// The number of threads that played them.
    threads: NonZeroUsize,
}

/// Rows per piece; it may be exceeded by up to a batch.
const PIECE: usize = 1 << 16;

/// Adds rows to the last piece, or begins another one.
fn add(pieces: &mut Vec<RowBatch>, rows: RowBatch) {
    match pieces.last_mut().filter(|last| last.len() < PIECE) {
        Some(last) => last.append(&rows),
        None => pieces.push(rows),
    }
}

impl Played {
    /// The lines of a file, without its header line; empty if it is not recorded. Takes as many threads as
    /// played the games.
    #[must_use]
    pub fn csv(&self, file: RecordLevel) -> Vec<u8> {
        let pieces = self.files.get(file as usize).map(Vec::as_slice).unwrap_or_default();
        let threads = self.threads.get().min(pieces.len());
        let several = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let mut lines = Vec::new();
        match several {
            Some(Ok(pool)) => {
                for some in pieces.chunks(threads) {
                    let texts = || some.par_iter().map(RowBatch::to_csv).collect::<Vec<_>>();
                    pool.install(texts).iter_mut().for_each(|text| lines.append(text));
                }
            }
            _ => pieces.iter().for_each(|piece| lines.append(&mut piece.to_csv())),
        }
        lines
    }

    /// The games as a part of the run with this [fingerprint](ReadyRun::fingerprint).
    #[must_use]
    pub fn part(&self, fingerprint: &str) -> Part {
        let recorded = RecordLevel::FILES.into_iter().take(self.files.len());
        let files = recorded.map(|file| self.csv(file)).collect();
        self.outcomes.part(fingerprint, files, self.faults.clone())
    }
}

impl ReadyRun {
    /// The number of its games.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.prepared.tournament.schedule().total()
    }

    /// The fingerprint of everything that determines its rows, including the word list: parts with
    /// the same fingerprint can be joined.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        self.prepared.config.fingerprint(&self.words)
    }

    /// Plays these games and keeps their rows in memory; they are the same as in the whole run. If players can fail and
    /// a bench block begins before the games, the preceding games of that block are played too; before game 0, every
    /// program says hello. Of a schedule with stages, `after` has the results of the stages before. `watch` sees the
    /// tally after each batch. When `stop` becomes true, the games in progress are finished and kept, and those after
    /// them are not played.
    ///
    /// # Errors
    /// If the games do not exist or depend on games before them, or programs do not say hello or cannot be played.
    pub fn play_games(
        &self,
        games: Range<u64>,
        after: Option<&StageResults>,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        mut watch: impl FnMut(&Tally),
    ) -> Result<Played, RunError> {
        let tournament = &*self.prepared.tournament;
        if let Some(results) = after {
            tournament.schedule().continue_after(results)?;
        }
        self.admit(&games)?;
        if games.start == 0 && !games.is_empty() {
            hear_hellos([&self.prepared])?;
        }
        tournament.forget();
        let before = tournament.schedule().start_of_part(games.start)..games.start;
        let mut files = vec![Vec::new(); tournament.headers().len()];
        let (mut faults, mut tally) =
            (Vec::new(), Tally::of(tournament.schedule(), tournament.names()));
        let mut outcomes = Outcomes::default();
        run(tournament, before, threads, stop, |_| Ok::<(), RunError>(()))?;
        let ended = run(tournament, games.clone(), threads, stop, |batch| {
            files
                .iter_mut()
                .zip(batch.rows.into_columns())
                .for_each(|(file, rows)| add(file, rows));
            faults.extend(&batch.faults);
            for game in &batch.scores {
                tally.add(game);
                outcomes.add(game);
            }
            watch(&tally);
            Ok::<(), RunError>(())
        })?;
        if let Some(why) = tournament.host_failure() {
            return Err(RunError::Unplayable(why));
        }
        let games = games.start..games.start + tally.games();
        let ranking = ranking(tournament);
        Ok(Played { games, files, faults, outcomes, tally, ranking, ended, threads })
    }

    /// Checks that these are games of the run that can be played on their own.
    fn admit(&self, games: &Range<u64>) -> Result<(), RunError> {
        let total = self.total();
        if games.start > games.end || games.end > total {
            return Err(RunError::NoGames { first: games.start, end: games.end, total });
        }
        if *games != (0..total) && self.prepared.tournament.schedule().known() < games.end {
            let format = self.prepared.config.kind.to_string();
            return Err(RunError::Staged { format });
        }
        Ok(())
    }
}
