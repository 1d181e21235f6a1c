//! Finding out how far a run came, whatever stopped it.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::{Seat, SeatSet};
use crate::game::FaultKind;
use crate::tournament::folder::{FAULTS, FolderError, failed, row_files};
use crate::tournament::{Arena, BENCHED, GameScore, PlyLog, Record, RowError, ScoreFile};

/// Why the rows of a run cannot be gone on with.
#[derive(Debug, Error)]
pub enum RecoverError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A row does not read.
    #[error("{path}: {error}")]
    Row {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: RowError,
    },
    /// A row is not the one that the config leads to.
    #[error(
        "{path}, game {game}: the rows are not those of this config; was it changed since the run began?"
    )]
    OtherConfig {
        /// The file.
        path: PathBuf,
        /// The game that the config expects there.
        game: u64,
    },
    /// The rows of the last game whose scores are known are not all there.
    #[error(
        "{path} ends before scores.csv does, or has other rows for game {game}; it was cut or edited"
    )]
    Cut {
        /// The file.
        path: PathBuf,
        /// The last game whose scores are known.
        game: u64,
    },
    /// A move is missing in the log of turns, or does not read.
    #[error("{path}: the move of seat {seat} in turn {ply} of game {game} is missing or damaged")]
    Log {
        /// The file.
        path: PathBuf,
        /// The game.
        game: u64,
        /// The turn, from 1.
        ply: u32,
        /// The seat.
        seat: Seat,
    },
    /// A row is missing or does not read.
    #[error(
        "{path}, line {line}: `{text}` does not follow the row before; the file was edited or damaged"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The line's text.
        text: String,
    },
}

/// How far a run came.
pub struct Survey {
    /// The number of the next game.
    pub next: u64,
    /// Where in each file the rows of that game would start.
    ends: Vec<(PathBuf, u64)>,
}

/// Reads the games of `games` that are complete in `dir` and tells each in order, with the seats that were
/// not asked because their players were taken for benched. Nothing is changed.
///
/// # Errors
/// When a file is missing, does not read, was cut or belongs to another config.
pub fn survey(
    dir: &Path,
    arena: &dyn Arena,
    games: Range<u64>,
    record: Record,
    mut tell: impl FnMut(&GameScore, SeatSet),
) -> Result<Survey, RecoverError> {
    let mut survey = Survey { next: games.start, ends: Vec::new() };
    let faults = Faults::read(&dir.join(FAULTS))?;
    for path in row_files(dir, record) {
        let bytes = if survey.ends.is_empty() {
            let (next, bytes) = read_games(&path, arena, games.clone(), &faults, &mut tell)?;
            survey.next = next;
            bytes
        } else {
            let end = end_of_games(&path, games.start..survey.next)?;
            let done = games.start..survey.next;
            check_last_game(&path, record, survey.ends.len(), &end, arena, done)?;
            end.bytes
        };
        survey.ends.push((path, bytes));
    }
    survey.ends.extend(faults.end_before(survey.next));
    Ok(survey)
}

impl Survey {
    /// Cuts off what is incomplete behind the last whole game: a kill may leave half a row.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn cut(&self) -> Result<(), RecoverError> {
        for (path, bytes) in &self.ends {
            let file = OpenOptions::new().write(true).open(path).map_err(failed("open", path))?;
            file.set_len(*bytes).map_err(failed("cut", path))?;
        }
        Ok(())
    }
}

/// Reads complete games from a `scores.csv`: the number of the next one, and where in the file it
/// would start.
fn read_games(
    path: &Path,
    arena: &dyn Arena,
    games: Range<u64>,
    faults: &Faults,
    tell: &mut impl FnMut(&GameScore, SeatSet),
) -> Result<(u64, u64), RecoverError> {
    let mut file = ScoreFile::open(path, arena.schedule(), arena.names(), games)?;
    while let Some(game) = file.next_game()? {
        let mut score = game.score;
        let failure = |seat: Seat| faults.failures.get(&(score.game, seat.index()));
        let failed = |seat: &Seat| failure(*seat).is_some();
        let absent = |seat: &Seat| failure(*seat) == Some(&Failure::Benched);
        let failed: SeatSet = score.seats.seats().filter(failed).collect();
        let absent: SeatSet = score.seats.seats().filter(absent).collect();
        failed.iter().for_each(|seat| score.seats[seat].failed = true);
        tell(&score, absent);
    }
    Ok((file.next(), file.end()))
}

/// How a seat failed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Failure {
    /// Its program did.
    Own,
    /// It was not asked.
    Benched,
}

/// What `faults.jsonl` says.
#[derive(Default)]
struct Faults {
    path: PathBuf,
    /// By game and seat, every failure of a program.
    failures: HashMap<(u64, usize), Failure>,
    /// The game of each line, and where the line begins.
    lines: Vec<(u64, u64)>,
    bytes: u64,
}

impl Faults {
    /// Reads the file, if there is one; half a line at its end is left out.
    fn read(path: &Path) -> Result<Faults, RecoverError> {
        let mut faults = Faults { path: path.to_owned(), ..Faults::default() };
        if !path.exists() {
            return Ok(faults);
        }
        for_each_line(path, |line| {
            let read = serde_json::from_slice::<serde_json::Value>(line).unwrap_or_default();
            let number = |key: &str| read.get(key).and_then(serde_json::Value::as_u64);
            let (Some(game), Some(seat)) = (number("game"), number("seat")) else { return false };
            let kind = read.get("fault").and_then(|name| FaultKind::from_name(name.as_str()?));
            if kind.is_some_and(FaultKind::is_failure) {
                let said = read.get("said").and_then(serde_json::Value::as_str);
                let benched = said.is_some_and(|said| said.starts_with(BENCHED));
                let failure = if benched { Failure::Benched } else { Failure::Own };
                faults.failures.insert((game, seat as usize), failure);
            }
            faults.lines.push((game, faults.bytes));
            faults.bytes += line.len() as u64;
            true
        })?;
        Ok(faults)
    }

    /// Where the lines of games from `next` on begin.
    fn end_before(self, next: u64) -> Option<(PathBuf, u64)> {
        let later = self.lines.iter().find(|(game, _)| *game >= next);
        let end = later.map_or(self.bytes, |(_, begin)| *begin);
        self.path.exists().then_some((self.path, end))
    }
}

/// Columns of a `rounds.csv` of a game that has no rounds: it has no rows either.
const NO_ROUNDS: usize = 4;

/// Where the rows of some games end in a file whose rows start with the game's number.
#[derive(Default)]
struct EndOfGames {
    bytes: u64,
    /// The rows of the last of these games.
    last: Vec<u8>,
}

/// Reads a file of rows up to the end of `games`; their numbers must be all there and ascend.
fn end_of_games(path: &Path, games: Range<u64>) -> Result<EndOfGames, RecoverError> {
    let mut end = EndOfGames::default();
    let (mut columns, mut next, mut line_number, mut damaged) = (0, games.start, 0, None);
    for_each_line(path, |line| {
        line_number += 1;
        if line_number == 1 {
            columns = cells(line);
            end.bytes = line.len() as u64;
            return columns != NO_ROUNDS;
        }
        let game = leading_number(line);
        if !line.ends_with(b"\n") || game.is_some_and(|game| game >= games.end) {
            return false;
        }
        // a row of the game before, or the first row of the next
        let follows =
            game.is_some_and(|game| game == next || (game + 1 == next && next > games.start));
        if !follows || cells(line) != columns {
            damaged = Some(String::from_utf8_lossy(line).trim_end().to_owned());
            return false;
        }
        if game == Some(next) {
            next += 1;
            end.last.clear();
        }
        end.last.extend_from_slice(line);
        end.bytes += line.len() as u64;
        true
    })?;
    match damaged {
        Some(text) => Err(RecoverError::Damaged { path: path.to_owned(), line: line_number, text }),
        None if next < games.end && columns != NO_ROUNDS => {
            Err(RecoverError::Cut { path: path.to_owned(), game: games.end - 1 })
        }
        None => Ok(end),
    }
}

/// The rows of the last game in the file must be just those that its log of turns leads to; without
/// one it is played again, if all who play it will do the same again.
fn check_last_game(
    path: &Path,
    record: Record,
    file: usize,
    end: &EndOfGames,
    arena: &dyn Arena,
    games: Range<u64>,
) -> Result<(), RecoverError> {
    let Some(game) = games.end.checked_sub(1).filter(|game| games.contains(game)) else {
        return Ok(());
    };
    let cut = || RecoverError::Cut { path: path.to_owned(), game };
    let played = if record == Record::Plies {
        let rows = if file == Record::Plies as usize { Some(&end.last) } else { None };
        let log = match rows {
            Some(rows) => PlyLog::of_rows(path, game, rows),
            None => PlyLog::read(path.parent().unwrap_or(path), game),
        };
        log.and_then(|log| arena.replay_log(game, &log, &mut |_| {})).map_err(|_| cut())?
    } else if arena.has_programs() {
        return Ok(());
    } else {
        arena.play(game..game + 1)
    };
    let same = played.files.get(file).is_some_and(|rows| *rows == end.last);
    if same { Ok(()) } else { Err(cut()) }
}

fn cells(line: &[u8]) -> usize {
    line.iter().filter(|&&byte| byte == b',').count() + 1
}

fn leading_number(line: &[u8]) -> Option<u64> {
    let digits = line.split(|&byte| byte == b',').next()?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Calls `each` with every line, its break included, until it says no.
fn for_each_line(path: &Path, mut each: impl FnMut(&[u8]) -> bool) -> Result<(), RecoverError> {
    let file = File::open(path).map_err(failed("read", path))?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(failed("read", path))?;
        if read == 0 || !each(&line) {
            return Ok(());
        }
    }
}
