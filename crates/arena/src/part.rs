//! Parts of a run that were played elsewhere, and assembling them into the folder of the whole run.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{ReadyRun, RunError, Session};
use lettergame_plan::{GameScore, Job, Shard};
use lettergame_protocol::HostOptions;
use lettergame_run::{RecoverError, RunFolder};
use lettergame_tournament::AnyTournament;

/// The rows of some consecutive games, in the form in which they are transferred.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The lines of `scores.csv`, `rounds.csv` and `plies.csv`, for those that are recorded,
    /// without header lines.
    pub files: Vec<Vec<u8>>,
    /// The lines of `faults.jsonl`.
    pub faults: Vec<u8>,
    /// How each game ended, preceded by the fingerprint of the run and checksums of the rows, in
    /// postcard format. Empty if only the rows are known.
    pub outcomes: Vec<u8>,
}

/// The beginning of the outcomes.
#[derive(Serialize, Deserialize)]
struct Label {
    /// The fingerprint of everything that determines the rows.
    fingerprint: String,
    /// The CRC-32 of each file.
    files: Vec<u32>,
    /// The number of games that follow.
    games: u64,
}

/// How games ended, as bytes: about ten per game.
#[derive(Default)]
pub(super) struct Outcomes {
    bytes: Vec<u8>,
    games: u64,
}

impl Outcomes {
    pub(super) fn add(&mut self, game: &GameScore) {
        // allocation does not fail here
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

/// How the games of a part ended, and the CRC-32 of each of its files of rows.
struct Ends {
    files: Vec<u32>,
    scores: Vec<GameScore>,
}

impl Ends {
    /// Reads outcomes, the first of which must be of this game.
    fn read(outcomes: &[u8], first: u64, fingerprint: &str) -> Result<Ends, RunError> {
        let refused = |why: &str| RunError::Part { game: first, why: why.to_owned() };
        let damaged = |_| refused("is damaged: play it again");
        let (label, mut rest) = postcard::take_from_bytes::<Label>(outcomes).map_err(damaged)?;
        if label.fingerprint != fingerprint {
            return Err(refused("is of another config or word list"));
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
        Ok(Ends { files: label.files, scores })
    }
}

impl Part {
    /// How its games ended, the first of which has this number; `None` if only the rows are known.
    fn scores(&self, first: u64, fingerprint: &str) -> Result<Option<Vec<GameScore>>, RunError> {
        if self.outcomes.is_empty() {
            return Ok(None);
        }
        let ends = Ends::read(&self.outcomes, first, fingerprint)?;
        if !self.files.iter().map(|rows| crc32fast::hash(rows)).eq(ends.files) {
            let why = "has other rows than were written: play it again".to_owned();
            return Err(RunError::Part { game: first, why });
        }
        Ok(Some(ends.scores))
    }
}

/// Records a game of a run that was played elsewhere, in the order of numbers.
fn note(tournament: &dyn AnyTournament, score: &GameScore) -> Result<(), RunError> {
    let schedule = tournament.schedule();
    let is_known = score.game < schedule.known().min(schedule.total());
    let job = is_known.then(|| schedule.job(score.game));
    let sits = |job: Job| job.lineup.values().eq(score.seats.values().map(|seat| &seat.player));
    if !job.is_some_and(sits) {
        let why = "has games that are none of the config's".to_owned();
        return Err(RunError::Part { game: score.game, why });
    }
    schedule.note(score);
    Ok(())
}

impl ReadyRun {
    /// Records how the games of a part ended, from its outcomes alone: with the last game of a stage the next
    /// stage is known. Parts are recorded in the order of games; `first` is the first game of this one.
    ///
    /// # Errors
    /// If it is damaged, of another run, or not the next one.
    pub fn note_part(&self, first: u64, outcomes: &[u8]) -> Result<(), RunError> {
        let ends = Ends::read(outcomes, first, &self.fingerprint())?;
        ends.scores.iter().try_for_each(|score| note(&*self.prepared.tournament, score))
    }

    /// Creates the folder of the whole run from parts, in the order of their games: exactly the
    /// folder that one machine would have written, except for its times. Each part is requested
    /// when the previous one has been written. Parts that contain outcomes are written as they are,
    /// once they are verified to be unchanged; if one does not, all rows are read again before the
    /// standings are written.
    ///
    /// # Errors
    /// If the folder cannot be created, parts are missing, or rows do not match the config; and if
    /// a player is asked although it is benched, or the reverse. Then no folder is left.
    pub fn assemble(
        self,
        dir: &Path,
        force: bool,
        parts: impl Iterator<Item = Result<Part, RunError>>,
    ) -> Result<Session, RunError> {
        let (host_options, fingerprint) = (self.host_options.clone(), self.fingerprint());
        let session = self.open(dir, Shard::WHOLE, force)?;
        let dir = session.dir().to_owned();
        // its lock is released by then
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

    /// Appends a part, and tallies its games if it contains outcomes; returns whether all games so
    /// far were tallied.
    fn join(&mut self, part: Part, fingerprint: &str, are_known: bool) -> Result<bool, RunError> {
        let next = self.games.start;
        let scores = if are_known { part.scores(next, fingerprint)? } else { None };
        for score in scores.iter().flatten() {
            let tournament = &*self.prepared.tournament;
            note(tournament, score)?;
            let wrong = |error| RecoverError::Bench { path: self.folder.dir().to_owned(), error };
            tournament.load_recorded(score).map_err(wrong)?;
            self.tally.add(score);
            if let Some(parts) = &mut self.parts {
                parts.add(score);
            }
            self.games.start += 1;
        }
        let shape = self.prepared.tournament.row_shape();
        self.folder.append_lines(next, part.files, part.faults, shape)?;
        self.parts.iter_mut().try_for_each(|parts| parts.seal(&mut self.folder))?;
        Ok(scores.is_some())
    }
}
