//! The games of a run, read back one by one from its `scores.csv`.

mod opening;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::batch::columns::SCORE_COLUMNS;
use crate::batch::values::real_text;
use crate::folder_error::io_error;
use crate::read::cell_lines::{CellLine, CellLines};
use crate::shown::shown;
use crate::{FaultLog, RecoverError, RowBytes, RowError};
use lettergame_core::base::{BySeat, Name, Points, Seat, Seed};
use lettergame_core::game::{Column, FaultKind, OwnCells, RowShape};
use lettergame_plan::win_share;
use lettergame_plan::{GameScore, Job, Schedule, SeatScore};

/// Reads whole games in the order of their numbers, in constant memory. Each must be the one in the
/// schedule, and is recorded there, so that stages are drawn as they are read. Partial rows that a
/// kill may have left of a last game are ignored.
pub struct ScoreFile<'a> {
    path: PathBuf,
    lines: CellLines,
    schedule: &'a Schedule,
    names: &'a [Name],
    /// The games not yet read.
    games: Range<u64>,
    /// Names of the game's own columns.
    columns: Vec<String>,
    /// The rows of the last game, one per seat; any further ones are left over from an earlier game
    /// with more seats.
    records: Vec<CellLine>,
    /// The byte after the last game.
    end: u64,
    /// The expected shape of the game's own columns, if known.
    shape: Option<RowShape>,
    /// The figure that is identical in all rows.
    same: Option<i64>,
    faults: Option<FaultLog>,
    /// All games of the run, if it was played to its end.
    ended: Option<Range<u64>>,
}

/// A game read from the file.
#[derive(Clone, Debug)]
pub struct GameRows<'a> {
    /// The game's number, deal, pairing, seed and lineup.
    pub job: Job,
    /// How it ended. If the faults are not read, `failed` and `benched` are false.
    pub score: GameScore,
    records: &'a [CellLine],
}

/// Positions of columns in a row.
pub(crate) const GAME: usize = Column::place(&SCORE_COLUMNS, "game");
pub(crate) const DEAL: usize = Column::place(&SCORE_COLUMNS, "deal");
const PAIRING: usize = Column::place(&SCORE_COLUMNS, "pairing");
pub(crate) const SEED: usize = Column::place(&SCORE_COLUMNS, "seed");
const SEAT: usize = Column::place(&SCORE_COLUMNS, "seat");
pub(crate) const PLAYER: usize = Column::place(&SCORE_COLUMNS, "player");
pub(crate) const SCORE: usize = Column::place(&SCORE_COLUMNS, "score");
pub(crate) const PLACE: usize = Column::place(&SCORE_COLUMNS, "place");
const WIN: usize = Column::place(&SCORE_COLUMNS, "win");
pub(crate) const STATUS: usize = Column::place(&SCORE_COLUMNS, "status");

impl<'a> ScoreFile<'a> {
    /// Checks that this game may be missing.
    fn nothing_more(&self, game: u64) -> Result<(), RecoverError> {
        let Some(Range { start, end }) = self.ended else { return Ok(()) };
        let (path, games, total) = (self.path.clone(), game - start, end - start);
        Err(RecoverError::Missing { path, games, total })
    }

    /// The faults of all games.
    #[must_use]
    pub fn faults(&self) -> Option<&FaultLog> {
        self.faults.as_ref()
    }

    /// The game's own columns, in order.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The number of the next game.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.games.start
    }

    /// The byte after the last game returned, where the rows of the next one would start.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The next whole game; `None` after the last one.
    ///
    /// # Errors
    /// A row that cannot be parsed or does not match the schedule, and rows after the last game.
    pub fn next_game(&mut self) -> Result<Option<GameRows<'_>>, RecoverError> {
        self.read_game().map_err(RecoverError::in_its_part)
    }

    fn read_game(&mut self) -> Result<Option<GameRows<'_>>, RecoverError> {
        let game = self.games.start;
        if self.games.is_empty() {
            if self.read_row(0)? {
                return Err(self.other_config(game));
            }
            if self.ended.is_some() {
                RowBytes::check_length(&self.path).map_err(io_error("read", &self.path))?;
            }
            return Ok(None);
        }
        if game >= self.schedule.known() {
            return Err(self.other_config(game));
        }
        let job = self.schedule.job(game);
        let mut seats = BySeat::default();
        for (seat, &player) in job.lineup.iter() {
            if !self.read_row(seat.index())? {
                return self.nothing_more(game).map(|()| None);
            }
            seats.push(self.seat_score(&job, seat, player)?);
        }
        let mut score = GameScore { game, deal: job.deal, seats };
        self.check_faults(&job)?;
        self.check_cells(&score)?;
        self.note_failures(&mut score);
        self.games.start += 1;
        self.end = self.lines.end();
        let records = &self.records[..score.seats.len()];
        self.schedule.note(&score);
        Ok(Some(GameRows { job, score, records }))
    }

    /// Checks that the faults of the last game are those of its rows.
    fn check_faults(&self, job: &Job) -> Result<(), RecoverError> {
        match &self.faults {
            Some(log) => log.check(job, |seat| self.records[seat.index()].text(STATUS)),
            None => Ok(()),
        }
    }

    /// Checks that the cells of the last game agree with each other.
    fn check_cells(&mut self, score: &GameScore) -> Result<(), RecoverError> {
        let Some(shape) = &self.shape else { return Ok(()) };
        let firsts = score.firsts();
        for (seat, end) in score.seats.iter() {
            let record = &self.records[seat.index()];
            let key = (shape.place_key)(record);
            let better = |other: &&CellLine| (shape.place_key)(*other) > key;
            let place = 1 + self.records[..score.seats.len()].iter().filter(better).count();
            let win = record.cell(WIN);
            let is_win = match (end.place, firsts) {
                (1, 1) => win == b"1",
                (1, _) => {
                    win == real_text(win_share(1, firsts), SCORE_COLUMNS[WIN].decimals).as_bytes()
                }
                _ => win == b"0",
            };
            let same = (shape.check_cells)(record);
            let agrees = same.is_some() && self.same.is_none_or(|own| Some(own) == same);
            if usize::from(end.place) != place || !is_win || !agrees {
                let (line, text) = (record.line(), shown(record.bytes()));
                let error = RowError::Contradiction { line, text };
                return Err(RecoverError::Row { path: self.path.clone(), error });
            }
            self.same = same;
        }
        Ok(())
    }

    /// Marks which programs failed, and which players were not asked.
    fn note_failures(&self, score: &mut GameScore) {
        let faults = self.faults.as_ref().map_or(&[][..], |log| log.of_game(score.game));
        for fault in faults {
            let seat = &mut score.seats[fault.seat];
            seat.failed |= fault.kind.is_failure();
            seat.benched |= fault.kind == FaultKind::Benched;
        }
    }

    /// How a seat ended according to its row, which must match the job.
    fn seat_score(&self, job: &Job, seat: Seat, player: usize) -> Result<SeatScore, RecoverError> {
        let record = &self.records[seat.index()];
        let row = Row { path: &self.path, record };
        // the cells before the seat are the same in all rows of a game
        let known = seat.index() > 0 && record.before(SEAT) == self.records[0].before(SEAT);
        let same = known || Self::begins(&row, job)?;
        let seated = row.number::<u64>(SEAT)? == seat.index() as u64;
        if !same || !seated || record.cell(PLAYER) != self.names[player].as_str().as_bytes() {
            return Err(self.other_config(job.game));
        }
        Ok(SeatScore {
            player,
            points: Points(row.number(SCORE)?),
            place: row.number(PLACE)?,
            faulty: row.is_faulty()?,
            failed: false,
            benched: false,
        })
    }

    /// Whether the cells before the seat match the job.
    fn begins(row: &Row<'_>, job: &Job) -> Result<bool, RecoverError> {
        let found: [u64; 3] = [row.number(GAME)?, row.number(DEAL)?, row.number(PAIRING)?];
        let seed = Seed::of_digits(row.record.cell(SEED));
        Ok(found == [job.game, job.deal, job.pairing] && seed == Some(job.seed))
    }

    /// Reads the row of a seat; false at the end.
    fn read_row(&mut self, seat: usize) -> Result<bool, RecoverError> {
        if self.records.len() == seat {
            self.records.push(CellLine::default());
        }
        let read = self.lines.read(&mut self.records[seat]);
        read.map_err(|error| RecoverError::row(&self.path, error))
    }

    fn other_config(&self, game: u64) -> RecoverError {
        RecoverError::OtherConfig { path: self.path.clone(), game }
    }
}

impl GameRows<'_> {
    /// The cell in one of the game's own columns (from 0) for a seat (from 0).
    #[must_use]
    pub fn own(&self, seat: usize, column: usize) -> &str {
        self.records.get(seat).map_or("", |row| row.text(SCORE_COLUMNS.len() + column))
    }

    /// `ok`, `banned` or the name of a fault, for a seat (from 0).
    #[must_use]
    pub fn status(&self, seat: usize) -> &str {
        self.records.get(seat).map_or("", |row| row.text(STATUS))
    }
}

impl OwnCells for CellLine {
    fn points(&self) -> i64 {
        self.number(SCORE).unwrap_or_default()
    }

    fn number(&self, column: usize) -> Option<i64> {
        CellLine::number(self, SCORE_COLUMNS.len() + column)
    }

    fn text(&self, column: usize) -> &str {
        CellLine::text(self, SCORE_COLUMNS.len() + column)
    }
}

/// A row with the file it is from.
struct Row<'a> {
    path: &'a Path,
    record: &'a CellLine,
}

impl Row<'_> {
    fn number<T: FromStr>(&self, column: usize) -> Result<T, RecoverError> {
        self.record.number(column).ok_or_else(|| self.impossible(column))
    }

    /// Whether the seat was banned or committed a fault.
    fn is_faulty(&self) -> Result<bool, RecoverError> {
        match self.record.text(STATUS) {
            "ok" => Ok(false),
            status if status == "banned" || FaultKind::from_name(status).is_some() => Ok(true),
            _ => Err(self.impossible(STATUS)),
        }
    }

    fn impossible(&self, column: usize) -> RecoverError {
        RecoverError::Row {
            path: self.path.to_owned(),
            error: RowError::Cell {
                line: self.record.line(),
                column: SCORE_COLUMNS[column].name,
                value: shown(self.record.cell(column)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::NamedTempFile;

    use super::ScoreFile;
    use crate::RecoverError;
    use lettergame_core::base::{Name, Seed, unique_names};
    use lettergame_plan::{Schedule, ScheduleKind, Seating};

    fn field() -> (Schedule, Vec<Name>) {
        let schedule =
            Schedule::new(ScheduleKind::FreeForAll, Seating::Rotate, 2, 4, Seed(1)).unwrap();
        (schedule, unique_names(&["a", "b"]))
    }

    /// The rows of four games, with one column of the game's own.
    fn whole() -> String {
        let (schedule, names) = field();
        let mut text =
            "game,deal,pairing,seed,seat,player,score,place,win,status,letters\n".to_owned();
        for job in (0..4).map(|game| schedule.job(game)) {
            for (seat, &player) in job.lineup.iter() {
                let (game, deal, pairing, seed) = (job.game, job.deal, job.pairing, job.seed);
                let (name, seat) = (names[player].as_str(), seat.index());
                text += &format!("{game},{deal},{pairing},{seed},{seat},{name},");
                text += &format!("{},{},0,ok,7{seat}\n", -(seat as i64), seat + 1);
            }
        }
        text
    }

    fn file(text: impl AsRef<[u8]>) -> NamedTempFile {
        let file = NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        file
    }

    /// The number of games read, and the byte after the last one.
    fn read(text: impl AsRef<[u8]>) -> Result<(u64, u64), RecoverError> {
        let (file, (schedule, names)) = (file(text), field());
        let mut scores = ScoreFile::open(file.path(), &schedule, &names, 0..4)?;
        while scores.next_game()?.is_some() {}
        Ok((scores.next(), scores.end()))
    }

    /// The error for rejected rows, after the name of the file.
    #[track_caller]
    fn refused(text: impl AsRef<[u8]>) -> String {
        let error = read(text).unwrap_err();
        let RecoverError::Row { error, .. } = error else { panic!("{error}") };
        error.to_string()
    }

    /// The text with one cell replaced, in the line with this number (from 1).
    fn with_cell(line: usize, column: usize, cell: &[u8]) -> Vec<u8> {
        let whole = whole();
        let mut lines: Vec<Vec<&[u8]>> =
            whole.lines().map(|line| line.split(',').map(str::as_bytes).collect()).collect();
        lines[line - 1][column] = cell;
        lines.iter().flat_map(|cells| [&cells.join(&b',')[..], b"\n"].concat()).collect()
    }

    #[test]
    fn games_are_read_with_their_own_cells() {
        let (file, (schedule, names)) = (file(whole()), field());
        let mut scores = ScoreFile::open(file.path(), &schedule, &names, 0..4).unwrap();
        assert_eq!(scores.columns(), ["letters"]);
        let rows = scores.next_game().unwrap().unwrap();
        let seats = rows.score.seats.iter().map(|(_, end)| (end.points.0, end.place, end.faulty));
        assert_eq!(seats.collect::<Vec<_>>(), [(0, 1, false), (-1, 2, false)]);
        assert_eq!(
            [rows.own(0, 0), rows.own(1, 0), rows.own(1, 1), rows.own(2, 0)],
            ["70", "71", "", ""]
        );
        assert_eq!([rows.status(1), rows.status(2)], ["ok", ""]);
    }

    #[test]
    fn a_truncated_file_is_read_up_to_its_last_complete_game() {
        let whole = whole();
        let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
        for cut in ends[0]..=whole.len() {
            let rows = ends.iter().filter(|&&end| end <= cut).count() - 1;
            let expected = (rows as u64 / 2, ends[rows / 2 * 2] as u64);
            assert_eq!(read(&whole[..cut]).unwrap(), expected, "{cut}");
        }
        assert_eq!(refused(&whole[..9]), "line 1: `` is not the header of scores.csv");
    }

    #[test]
    fn reading_continues_after_the_end() {
        let (whole, (schedule, names)) = (whole(), field());
        let half = whole.match_indices('\n').nth(4).unwrap().0 + 1;
        let (_, end) = read(&whole[..half + 20]).unwrap();
        assert_eq!(end, half as u64);
        let file = file(&whole);
        let mut rest = ScoreFile::open_behind(file.path(), &schedule, &names, 2..4, end).unwrap();
        assert_eq!(rest.next_game().unwrap().unwrap().job.game, 2);
        assert_eq!(rest.next_game().unwrap().unwrap().own(1, 0), "71");
        assert!(rest.next_game().unwrap().is_none());
        assert_eq!((rest.next(), rest.end()), (4, whole.len() as u64));
    }

    #[test]
    fn windows_line_endings_are_read() {
        let text = whole().replace('\n', "\r\n");
        assert_eq!(read(&text).unwrap(), (4, text.len() as u64));
    }

    #[test]
    fn an_unreadable_cell_is_named() {
        for (column, name) in [
            (0, "game"),
            (1, "deal"),
            (2, "pairing"),
            (4, "seat"),
            (6, "score"),
            (7, "place"),
            (9, "status"),
        ] {
            for cell in ["", "x", "99999999999999999999", "1.5", "\u{e9}"] {
                for line in [2, 5] {
                    let expected = format!(
                        "line {line}, column `{name}`: invalid value `{cell}`; was the file edited or cut?"
                    );
                    assert_eq!(refused(with_cell(line, column, cell.as_bytes())), expected);
                }
            }
        }
        let error = refused(with_cell(3, 6, b"1\xff"));
        assert!(error.contains("column `score`: invalid value `1\u{fffd}`"), "{error}");
        assert!(refused(with_cell(3, 7, b"-1")).contains("column `place`: invalid value `-1`"));
        assert!(
            refused(with_cell(3, 6, b"2147483648"))
                .contains("column `score`: invalid value `2147483648`")
        );
    }

    #[test]
    fn rows_of_a_different_config_are_refused() {
        for (column, cell) in [
            (0, "9"),
            (1, "9"),
            (2, "9"),
            (3, "0000000000000000"),
            (3, ""),
            (3, "x"),
            (4, "9"),
            (5, "c"),
            (5, ""),
            (5, "aa"),
        ] {
            for line in [4, 5] {
                let error = read(with_cell(line, column, cell.as_bytes())).unwrap_err();
                let other = matches!(error, RecoverError::OtherConfig { game: 1, .. });
                assert!(other, "{line} {column} {cell}: {error}");
            }
        }
        let error = read(with_cell(2, 5, b"a\xff")).unwrap_err();
        assert!(matches!(error, RecoverError::OtherConfig { game: 0, .. }), "{error}");
        let error =
            read(format!("{0}{1}\n", whole(), whole().lines().nth(1).unwrap())).unwrap_err();
        assert!(matches!(error, RecoverError::OtherConfig { game: 4, .. }), "{error}");
    }

    #[test]
    fn a_row_that_does_not_match_the_header_is_refused() {
        let whole = whole();
        let byte = whole.match_indices('\n').nth(1).unwrap().0 + 1;
        let (first, rest) = whole.split_at(byte);
        for (change, found) in
            [(rest.replacen(",ok,71", ",ok", 1), 10), (rest.replacen('\n', ",\n", 1), 12)]
        {
            let expected = format!(
                "CSV error: record 2 (line: 3, byte: {byte}): \
                 found record with {found} fields, but the previous record has 11 fields"
            );
            assert_eq!(refused(format!("{first}{change}")), expected);
        }
    }

    #[test]
    fn a_row_with_a_quote_is_refused() {
        for (column, cell) in [(5, "\"a\""), (10, "7\"")] {
            let error = refused(with_cell(2, column, cell.as_bytes()));
            assert!(
                error.starts_with("line 2: `0,0,0,") && error.contains("contains a quote"),
                "{error}"
            );
        }
    }
}
