//! The games of a run, read back one by one from its `scores.csv`.

use std::ops::Range;
use std::path::PathBuf;

use crate::batch::columns::SCORE_COLUMNS;
use crate::batch::values::rounded;
use crate::read::row_stream::{Row, RowStream};
use crate::shown::shown;
use crate::{Cell, FaultLog, RecoverError, RowBatch, RowError, RunRows};
use lettergame_base::{BySeat, Name, Points, Seat, Seed};
use lettergame_game::{Column, FaultKind, OwnCells, RowShape};
use lettergame_plan::{GameScore, Job, RecordLevel, Schedule, SeatScore, win_share};

/// Reads whole games in the order of their numbers, in constant memory. Each must be the one in the
/// schedule, and is recorded there, so that stages are drawn as they are read. Partial rows that a
/// kill may have left of a last game are ignored.
pub struct ScoreFile<'a> {
    rows: RowStream,
    schedule: &'a Schedule,
    names: &'a [Name],
    /// The games not yet read.
    games: Range<u64>,
    /// The number of seats of the last game, whose rows are next.
    seats: usize,
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
    rows: &'a RowBatch,
    first: usize,
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
    /// Starts reading these games of a run.
    pub(crate) fn open(
        run: &RunRows<'a>,
        games: Range<u64>,
    ) -> Result<ScoreFile<'a>, RecoverError> {
        let rows = RowStream::open_at(run.dir, RecordLevel::Games, run.shape, games.start)?;
        Ok(ScoreFile {
            rows,
            schedule: run.schedule,
            names: run.names,
            games,
            seats: 0,
            shape: run.shape,
            same: None,
            faults: None,
            ended: run.ended.then(|| run.games.clone()),
        })
    }

    /// Also checks that these are the faults of the games, and marks which programs failed.
    pub(crate) fn with_faults(&mut self, faults: FaultLog) {
        self.faults = Some(faults);
    }

    /// The faults of all games.
    #[must_use]
    pub fn faults(&self) -> Option<&FaultLog> {
        self.faults.as_ref()
    }

    /// The game's own columns, in order.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        self.rows.own()
    }

    /// The number of the next game.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.games.start
    }

    /// The rows, of which those of the games that were returned are taken.
    pub(crate) fn taken(&mut self) -> &mut RowStream {
        self.rows.advance(self.seats);
        self.seats = 0;
        &mut self.rows
    }

    /// The file that is read now, and the byte in it after the last game returned.
    ///
    /// # Errors
    /// If a row cannot be parsed.
    pub fn position(&mut self) -> Result<(PathBuf, u64), RecoverError> {
        let rows = self.taken();
        Ok((rows.path().to_owned(), rows.end()?))
    }

    /// Whether rows of an incomplete game follow the last game returned.
    ///
    /// # Errors
    /// If a row cannot be parsed.
    pub fn is_cut(&mut self) -> Result<bool, RecoverError> {
        let rows = self.taken();
        Ok(rows.has_row()? || rows.is_cut())
    }

    /// The next whole game; `None` after the last one.
    ///
    /// # Errors
    /// A row that cannot be parsed or does not match the schedule, and rows after the last game.
    pub fn next_game(&mut self) -> Result<Option<GameRows<'_>>, RecoverError> {
        let game = self.games.start;
        let has_row = self.taken().has_row()?;
        if self.games.is_empty() {
            if has_row {
                return Err(self.other_config(game));
            }
            if self.ended.is_some() {
                self.rows.check_length()?;
            }
            return Ok(None);
        }
        if game >= self.schedule.known() {
            return Err(self.other_config(game));
        }
        let job = self.schedule.job(game);
        let mut seats = BySeat::default();
        for (seat, &player) in job.lineup.iter() {
            match self.rows.row(seat.index()).filter(|_| has_row) {
                Some(row) => seats.push(self.seat_score(row, &job, seat, player)?),
                None => return self.nothing_more(game).map(|()| None),
            }
        }
        let mut score = GameScore { game, deal: job.deal, seats };
        self.check_faults(&job)?;
        self.check_cells(&score)?;
        self.note_failures(&mut score);
        self.games.start += 1;
        self.seats = score.seats.len();
        self.schedule.note(&score);
        let (rows, first) = self.rows.piece();
        Ok(Some(GameRows { job, score, rows, first }))
    }

    /// Checks that this game may be missing.
    fn nothing_more(&self, game: u64) -> Result<(), RecoverError> {
        let Some(Range { start, end }) = self.ended else { return Ok(()) };
        let (path, games, total) = (self.rows.path().to_owned(), game - start, end - start);
        Err(RecoverError::Missing { path, games, total })
    }

    /// Checks that the faults of the last game are those of its rows.
    fn check_faults(&self, job: &Job) -> Result<(), RecoverError> {
        let status = |seat: Seat| {
            let row = self.rows.row(seat.index());
            row.map_or("", |row| row.cell(STATUS).text())
        };
        self.faults.as_ref().map_or(Ok(()), |log| log.check(job, status))
    }

    /// Checks that the cells of the last game agree with each other.
    fn check_cells(&mut self, score: &GameScore) -> Result<(), RecoverError> {
        let Some(shape) = &self.shape else { return Ok(()) };
        let firsts = score.firsts();
        let (rows, first) = self.rows.piece();
        let row = |seat: Seat| Row { rows, index: first + seat.index() };
        let rows = BySeat::from_fn(score.seats.len(), row);
        for (seat, end) in score.seats.iter() {
            let key = (shape.place_key)(&rows[seat]);
            let better = |other: &&Row<'_>| (shape.place_key)(*other) > key;
            let place = 1 + rows.values().filter(better).count();
            let is_win = rows[seat].cell(WIN).real() == Some(rounded(win_share(end.place, firsts)));
            let same = (shape.check_cells)(&rows[seat]);
            let agrees = same.is_some() && self.same.is_none_or(|own| Some(own) == same);
            if usize::from(end.place) != place || !is_win || !agrees {
                let (line, text) = (self.rows.line(seat.index()), rows[seat].text());
                let error = RowError::Contradiction { line, text };
                return Err(RecoverError::row(self.rows.path(), error));
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
    fn seat_score(
        &self,
        row: Row<'_>,
        job: &Job,
        seat: Seat,
        player: usize,
    ) -> Result<SeatScore, RecoverError> {
        let numbers = [row.count(GAME), row.count(DEAL), row.count(PAIRING), row.count(SEAT)];
        let is_own = numbers == [job.game, job.deal, job.pairing, seat.index() as u64].map(Some)
            && Seed::of_digits(row.cell(SEED).text().as_bytes()) == Some(job.seed)
            && row.cell(PLAYER).text() == self.names[player].as_str();
        if !is_own {
            return Err(self.other_config(job.game));
        }
        let points = row.cell(SCORE).number().and_then(|points| points.try_into().ok());
        let place = row.count(PLACE).and_then(|place| place.try_into().ok());
        let faulty = match row.cell(STATUS).text() {
            "ok" => Some(false),
            status => {
                (status == "banned" || FaultKind::from_name(status).is_some()).then_some(true)
            }
        };
        let impossible = |column: usize| {
            let value = match row.cell(column) {
                Cell::Number(number) => number.to_string(),
                Cell::Real(real) => real.to_string(),
                Cell::Text(text) => shown(text.as_bytes()),
            };
            let (line, column) = (self.rows.line(seat.index()), SCORE_COLUMNS[column].name);
            RecoverError::row(self.rows.path(), RowError::Cell { line, column, value })
        };
        Ok(SeatScore {
            player,
            points: Points(points.ok_or_else(|| impossible(SCORE))?),
            place: place.ok_or_else(|| impossible(PLACE))?,
            faulty: faulty.ok_or_else(|| impossible(STATUS))?,
            failed: false,
            benched: false,
        })
    }

    fn other_config(&self, game: u64) -> RecoverError {
        RecoverError::OtherConfig { path: self.rows.path().to_owned(), game }
    }
}

impl GameRows<'_> {
    /// The cell in one of the game's own columns (from 0) for a seat (from 0).
    #[must_use]
    pub fn own(&self, seat: usize, column: usize) -> Cell<'_> {
        self.rows.cell(SCORE_COLUMNS.len() + column, self.first + seat)
    }

    /// `ok`, `banned` or the name of a fault, for a seat (from 0).
    #[must_use]
    pub fn status(&self, seat: usize) -> &str {
        self.rows.cell(STATUS, self.first + seat).text()
    }
}

impl OwnCells for Row<'_> {
    fn points(&self) -> i64 {
        self.cell(SCORE).number().unwrap_or_default()
    }

    fn number(&self, column: usize) -> Option<i64> {
        self.cell(SCORE_COLUMNS.len() + column).number()
    }

    fn real(&self, column: usize) -> Option<f64> {
        self.cell(SCORE_COLUMNS.len() + column).real()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::ScoreFile;
    use crate::{Cell, RecoverError, RunRows};
    use lettergame_base::{Name, Seed, unique_names};
    use lettergame_plan::{RecordLevel, Schedule, ScheduleKind, Seating};

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

    fn folder(text: impl AsRef<[u8]>) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("scores.csv"), text).unwrap();
        dir
    }

    fn rows<'a>(dir: &'a Path, (schedule, names): &'a (Schedule, Vec<Name>)) -> RunRows<'a> {
        let (record, games) = (RecordLevel::Games, 0..4);
        RunRows { dir, schedule, names, shape: None, record, games, checked: true, ended: false }
    }

    /// The number of games read, and the byte after the last one.
    fn read(text: impl AsRef<[u8]>) -> Result<(u64, u64), RecoverError> {
        let (dir, field) = (folder(text), field());
        let mut scores = ScoreFile::open(&rows(dir.path(), &field), 0..4)?;
        while scores.next_game()?.is_some() {}
        Ok((scores.next(), scores.position()?.1))
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
        let (dir, field) = (folder(whole()), field());
        let mut scores = ScoreFile::open(&rows(dir.path(), &field), 0..4).unwrap();
        assert_eq!(scores.columns(), ["letters"]);
        let game = scores.next_game().unwrap().unwrap();
        let seats = game.score.seats.iter().map(|(_, end)| (end.points.0, end.place, end.faulty));
        assert_eq!(seats.collect::<Vec<_>>(), [(0, 1, false), (-1, 2, false)]);
        assert_eq!([game.own(0, 0), game.own(1, 0)], ["70", "71"].map(Cell::Text));
        assert_eq!(game.own(1, 0).real(), Some(71.0));
        assert_eq!(game.status(1), "ok");
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
    fn reading_continues_at_any_game_of_a_growing_file() {
        let (whole, field) = (whole(), field());
        for known in 0..=4 {
            let dir =
                folder(whole.split_inclusive('\n').take(1 + 2 * known).collect::<String>() + "9,");
            for next in 0..=known as u64 {
                let mut rest = ScoreFile::open(&rows(dir.path(), &field), next..4).unwrap();
                for game in next..known as u64 {
                    assert_eq!(rest.next_game().unwrap().unwrap().job.game, game);
                }
                assert!(rest.next_game().unwrap().is_none() && rest.is_cut().unwrap());
            }
        }
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
        assert!(refused(with_cell(2, 5, b"a\xff")).contains("column `player`: invalid value"));
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
