//! Parts of a run that were played elsewhere, and the folder of the whole run that is made of them.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{ReadyRun, RunError, Session};
use lettergame_protocol::HostOptions;
use lettergame_tournament::{GameScore, Job, RecoverError, Rows, RunFolder, Shard};

/// The rows of some games in a row, as they travel.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The lines of `scores.csv`, `rounds.csv` and `plies.csv`, as far as they are recorded, without header lines.
    pub files: Vec<Vec<u8>>,
    /// The lines of `faults.jsonl`.
    pub faults: Vec<u8>,
    /// How each game ended, behind the fingerprint of the run and checksums of the rows, in the format of postcard.
    /// Empty where only the rows are known.
    pub outcomes: Vec<u8>,
}

/// What outcomes begin with.
#[derive(Serialize, Deserialize)]
struct Label {
    /// Of all that decides the rows.
    fingerprint: String,
    /// CRC-32 of each file.
    files: Vec<u32>,
    /// How many games follow.
    games: u64,
}

/// How games ended, as bytes: some ten a game.
#[derive(Default)]
pub(super) struct Outcomes {
    bytes: Vec<u8>,
    games: u64,
}

impl Outcomes {
    pub(super) fn add(&mut self, game: &GameScore) {
        // there is room in memory
        if let Ok(bytes) = postcard::to_allocvec(game) {
            self.bytes.extend(bytes);
            self.games += 1;
        }
    }

    /// The games as a part of the run with this fingerprint.
    pub(super) fn part(&self, fingerprint: &str, files: Vec<Vec<u8>>, faults: Vec<u8>) -> Part {
        let label = Label {
            fingerprint: fingerprint.to_owned(),
            files: files.iter().map(|rows| crc32fast::hash(rows)).collect(),
            games: self.games,
        };
        let mut outcomes = postcard::to_allocvec(&label).unwrap_or_default();
        outcomes.extend(&self.bytes);
        Part { files, faults, outcomes }
    }
}

impl Part {
    /// How its games ended, which begin with that one; `None` where only the rows are known.
    fn scores(&self, first: u64, fingerprint: &str) -> Result<Option<Vec<GameScore>>, RunError> {
        if self.outcomes.is_empty() {
            return Ok(None);
        }
        let refused = |why: &str| RunError::Part { game: first, why: why.to_owned() };
        let damaged = |_| refused("is damaged: play it again");
        let (label, mut rest) =
            postcard::take_from_bytes::<Label>(&self.outcomes).map_err(damaged)?;
        if label.fingerprint != fingerprint {
            return Err(refused("is of another config or word list"));
        }
        let sums = self.files.iter().map(|rows| crc32fast::hash(rows));
        if !sums.eq(label.files) {
            return Err(refused("has other rows than were written: play it again"));
        }
        let mut scores = Vec::new();
        for game in first..first.saturating_add(label.games) {
            let (score, more) = postcard::take_from_bytes::<GameScore>(rest).map_err(damaged)?;
            if score.game != game {
                let why = format!("has game {}, where game {game} is the next", score.game);
                return Err(RunError::Part { game: score.game, why });
            }
            scores.push(score);
            rest = more;
        }
        Ok(Some(scores))
    }
}

impl ReadyRun {
    /// Makes the folder of the whole run from parts, in the order of their games: the very folder that one machine
    /// would have written, but for its times. Each part is asked for when the one before is written. Parts that say
    /// how their games ended are written as they are, once it is clear that nothing in them has changed; if one does
    /// not, all rows are read again before the standings are written.
    ///
    /// # Errors
    /// When the folder cannot be made, parts are missing, or rows are not those of the config; and for a
    /// player that is asked though it is benched, or the reverse. Then no folder is left.
    pub fn assemble(
        self,
        dir: &Path,
        force: bool,
        parts: impl Iterator<Item = Result<Part, RunError>>,
    ) -> Result<Session, RunError> {
        let (host_options, fingerprint) = (self.host_options.clone(), self.fingerprint());
        let session = self.open(dir, Shard::WHOLE, force)?;
        let dir = session.dir().to_owned();
        // its lock is gone by then
        let joined = session.join_all(&fingerprint, &host_options, parts);
        joined.inspect_err(|_| RunFolder::discard_at(&dir))
    }
}

impl Session {
    fn join_all(
        mut self,
        fingerprint: &str,
        host_options: &HostOptions,
        parts: impl Iterator<Item = Result<Part, RunError>>,
    ) -> Result<Session, RunError> {
        let mut are_known = true;
        for part in parts {
            are_known = self.join(part?, fingerprint, are_known)?;
        }
        let session = match are_known {
            true => self,
            false => Session::reopen_locked(self.folder.into_lock(), host_options)?,
        };
        let (done, total) = (session.tally().games(), session.total());
        match done == total {
            true => Ok(session),
            false => Err(RunError::Parts { dir: session.dir().to_owned(), done, total }),
        }
    }

    /// Appends a part, and adds up its games if it says how they ended; whether all games were added up by now.
    fn join(&mut self, part: Part, fingerprint: &str, are_known: bool) -> Result<bool, RunError> {
        let next = self.games.start;
        let scores = if are_known { part.scores(next, fingerprint)? } else { None };
        for score in scores.iter().flatten() {
            let tournament = &*self.prepared.tournament;
            let is_played = score.game < tournament.schedule().known().min(self.games.end);
            let job = is_played.then(|| tournament.schedule().job(score.game));
            let sits =
                |job: Job| job.lineup.values().eq(score.seats.values().map(|seat| &seat.player));
            if !job.is_some_and(sits) {
                let why = "has games that are none of the config's".to_owned();
                return Err(RunError::Part { game: score.game, why });
            }
            let wrong = |error| RecoverError::Bench { path: self.folder.dir().to_owned(), error };
            tournament.load_recorded(score).map_err(wrong)?;
            tournament.schedule().note(score);
            self.tally.add(score);
            self.games.start += 1;
        }
        self.folder.append(&Rows::Csv(part.files), &part.faults)?;
        Ok(scores.is_some())
    }
}
