//! Follows a run while it grows: new rows are counted, and none are read twice.

use std::path::{Path, PathBuf};

use crate::StandingsView;
use crate::digest::counter::Counter;
use crate::digest::read::RunHeader;
use crate::digest::{Digest, DigestError};
use lettergame_game::FindShape;
use lettergame_run::{RecoverError, RowError};

/// Reads the rows of a run so far, repeatedly. It needs only the files: the process that plays the run is not
/// involved. Memory is that of a [`Digest`], whatever the number of games.
pub struct Follower {
    head: RunHeader,
    shapes: FindShape,
    counter: Option<Counter>,
    /// The number of the next game, and where its rows will start: the file and the byte.
    next: u64,
    end: Option<(PathBuf, u64)>,
}

impl Follower {
    /// Follows the run in a folder; none of its rows are read yet.
    ///
    /// # Errors
    /// When it is not a run, or its config was changed.
    pub fn open(dir: &Path, shapes: FindShape) -> Result<Follower, DigestError> {
        let head = RunHeader::read(dir, shapes)?;
        let next = head.games().start;
        Ok(Follower { head, shapes, counter: None, next, end: None })
    }

    /// Counts the new games; returns whether there were any. Time is linear in their number.
    ///
    /// # Errors
    /// When the rows are damaged, or do not match the config.
    pub fn read_on(&mut self) -> Result<bool, DigestError> {
        if self.shrunk() {
            *self = Follower::open(&self.head.dir, self.shapes)?;
        }
        let head = &self.head;
        let mut file = match head.rows().scores_from(self.next) {
            // the first line is not complete yet
            Err(RecoverError::Row { error: RowError::Header(line), .. }) if line.is_empty() => {
                return Ok(false);
            }
            opened => opened?,
        };
        let counter = self.counter.get_or_insert_with(|| head.counter(file.columns()));
        while let Some(rows) = file.next_game()? {
            counter.add(&rows);
        }
        let grown = file.next() > self.next;
        (self.next, self.end) = (file.next(), Some(file.position()?));
        Ok(grown)
    }

    /// The digest of the games read so far, without rounds.
    ///
    /// # Errors
    /// When `faults.jsonl` is damaged.
    pub fn so_far(&self) -> Result<Digest, DigestError> {
        let mut counter = self.counter.clone().unwrap_or_else(|| self.head.counter(&[]));
        counter.faults.add_records(&self.head.rows().faults()?, self.next);
        let games = self.head.games().start..self.next;
        Ok(self.head.finish(counter, &StandingsView::default(), games, None, |title| title))
    }

    /// Whether all games of the run, or of its shard, have been read.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.next == self.head.games().end
    }

    /// Whether the run was started again.
    fn shrunk(&self) -> bool {
        let is_shorter =
            |(path, end): &(PathBuf, u64)| path.metadata().is_ok_and(|data| data.len() < *end);
        self.end.as_ref().is_some_and(is_shorter)
    }
}
