//! The columns that the row files of all games share, each defined once together with its contents.

use crate::RowBatch;
use lettergame_base::{Name, Seat};
use lettergame_game::{Cells, Column, RowShape};
use lettergame_plan::{GameScore, Job, RecordLevel, win_share};

/// A seat at the end of a game, as in a row of `scores.csv`.
pub(crate) struct SeatRow<'a> {
    pub(crate) job: &'a Job,
    pub(crate) score: &'a GameScore,
    /// The number of seats that share first place.
    pub(crate) firsts: usize,
    pub(crate) seat: Seat,
    /// The player's name in files.
    pub(crate) name: &'a Name,
    /// `ok`, `banned` or the name of a fault.
    pub(crate) status: &'static str,
}

/// Writes the cell of a column.
type Write = fn(&SeatRow<'_>, &mut RowBatch);

/// The common columns of `scores.csv`, in order, and their cells.
const SCORES: [(Column, Write); 10] = [
    (Column::long("game", "the game's number, from 0"), |row, to| to.number(row.job.game as i64)),
    (
        Column::long(
            "deal",
            "the deal's number, from 0: games of one deal share letters and ties, or dice, with the seats changed",
        ),
        |row, to| to.number(row.job.deal as i64),
    ),
    (
        Column::long("pairing", "which group of players, from 0, numbered on over stages"),
        |row, to| to.number(row.job.pairing as i64),
    ),
    (Column::text("seed", "the deal's seed, 16 hexadecimal digits"), |row, to| {
        to.show(row.job.seed);
    }),
    (Column::int("seat", "the seat, from 0"), |row, to| to.number(row.seat.index() as i64)),
    (
        Column::text("player", "who sat there; names are unique (`random`, `random#2`)"),
        |row, to| to.text(row.name.as_str()),
    ),
    (Column::int("score", "points at the end"), |row, to| {
        to.number(i64::from(row.score.seats[row.seat].points.0));
    }),
    (
        Column::int(
            "place",
            "1 is best; equal scores share the better place (in Marrakech dirhams decide first, and who is out is last)",
        ),
        |row, to| to.number(i64::from(row.score.seats[row.seat].place)),
    ),
    (Column::real("win", "1 for a sole first, 1/k when k share it, else 0"), |row, to| {
        to.real(win_share(row.score.seats[row.seat].place, row.firsts));
    }),
    (Column::text("status", "`ok`, `banned`, or the name of a fault"), |row, to| {
        to.text(row.status);
    }),
];

/// The columns of `scores.csv` that all games share, in order.
pub const SCORE_COLUMNS: [Column; SCORES.len()] = {
    let mut columns = [SCORES[0].0; SCORES.len()];
    let mut place = 0;
    while place < SCORES.len() {
        columns[place] = SCORES[place].0;
        place += 1;
    }
    columns
};

/// The columns of `rounds.csv` that all games share, in order.
pub const ROUND_COLUMNS: [Column; 4] = [
    Column::long("game", "the game's number, from 0"),
    Column::long("round", "the round, from 1"),
    Column::int("seat", "the seat, from 0"),
    Column::text("player", "who sat there"),
];

/// The columns of `plies.csv`, in order.
pub const PLY_COLUMNS: [Column; 5] = [
    Column::long("game", "the game's number, from 0"),
    Column::long("ply", "the turn, from 1; simultaneous decisions share it"),
    Column::int("seat", "the seat, from 0"),
    Column::text("move", "what it did, as text"),
    Column::text("fault", "the name of the fault that the move replaces, if any"),
];

/// The columns of the row file that a record level adds: the common ones, then the game's own.
#[must_use]
pub fn file_columns(level: RecordLevel, shape: RowShape) -> [&'static [Column]; 2] {
    match level {
        RecordLevel::Games => [&SCORE_COLUMNS, (shape.columns)()],
        RecordLevel::Rounds => [&ROUND_COLUMNS, (shape.round_columns)()],
        RecordLevel::Plies => [&PLY_COLUMNS, &[]],
    }
}

/// Writes the common cells of a row of `scores.csv`.
pub(crate) fn write_score(row: &SeatRow<'_>, to: &mut RowBatch) {
    SCORES.iter().for_each(|(_, write)| write(row, to));
}

/// The names of columns.
pub(crate) fn column_names(columns: &[Column]) -> impl Iterator<Item = &'static str> {
    columns.iter().map(|column| column.name)
}

/// The header line of a file with these columns, the common ones first.
#[must_use]
pub fn header([common, own]: [&[Column]; 2]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // writing to memory cannot fail
    let _ = writer.write_record(column_names(common).chain(column_names(own)));
    writer.into_inner().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Column, header};

    #[test]
    fn a_header_line_has_the_names_of_all_columns() {
        assert_eq!(header([&[Column::int("a", "")], &[Column::text("b", "")]]), b"a,b\n");
    }
}
