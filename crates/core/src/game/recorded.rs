//! The rows of a game: its own columns and cells, and what can be checked without its rules.

use crate::base::{BySeat, Seat};
use crate::game::{Answer, Column, Game, Review};

/// A game whose results are rows: its own columns in the files of a run, and their cells.
pub trait Recorded: Game {
    /// This game's own columns of `scores.csv`, after the common ones.
    fn columns() -> &'static [Column];

    /// Writes the cells of [`Recorded::columns`] for one seat.
    fn cells(&self, state: &Self::State, seat: Seat, cells: &mut dyn Cells);

    /// Checks that the cells of a seat's row agree with each other and with its points. A figure that is the same in
    /// all rows of a run, or `None` if they contradict each other.
    fn check_cells(row: &dyn OwnCells) -> Option<i64>;

    /// The key that determines the places of [`Game::outcome`], from a seat's row: a greater key is better.
    fn place_key(row: &dyn OwnCells) -> [i64; 4] {
        [row.points(), 0, 0, 0]
    }

    /// This game's own columns of `rounds.csv`; empty for a game that has no rounds.
    fn round_columns() -> &'static [Column] {
        &[]
    }

    /// How many rounds are finished.
    fn rounds_done(&self, _state: &Self::State) -> usize {
        0
    }

    /// What a replay shows about a turn that was taken in `state`: how well seats have played, from the rules and
    /// what was dealt alone. Nothing by default.
    fn review(
        &self,
        _state: &Self::State,
        _answers: &BySeat<Option<Answer<Self::Move>>>,
        _events: &[Self::Event],
    ) -> Vec<Review> {
        Vec::new()
    }

    /// Writes the cells of [`Recorded::round_columns`] for one seat of a finished round (from 0).
    fn round_cells(&self, _state: &Self::State, _round: usize, _seat: Seat, _out: &mut dyn Cells) {}
}

/// Receives the cells of a row, in the order of the columns.
pub trait Cells {
    /// A cell of text.
    fn text(&mut self, text: &str);
    /// A cell with a whole number.
    fn number(&mut self, number: i64);
    /// A cell with a real number, of which the column keeps some decimals.
    fn real(&mut self, number: f64);
}

/// A seat's row of `scores.csv`, to be checked.
pub trait OwnCells {
    /// The points.
    fn points(&self) -> i64;
    /// One of the game's own cells (from 0) as a whole number, if it is one.
    fn number(&self, column: usize) -> Option<i64>;
    /// One of the game's own cells (from 0) as text.
    fn text(&self, column: usize) -> &str;
}

/// What is known of a game's rows without its rules, for readers that have only the files.
#[derive(Clone, Copy)]
pub struct RowShape {
    /// [`Recorded::columns`].
    pub columns: fn() -> &'static [Column],
    /// [`Recorded::round_columns`].
    pub round_columns: fn() -> &'static [Column],
    /// [`Recorded::place_key`].
    pub place_key: fn(&dyn OwnCells) -> [i64; 4],
    /// [`Recorded::check_cells`].
    pub check_cells: fn(&dyn OwnCells) -> Option<i64>,
}

impl RowShape {
    /// The layout of a game.
    #[must_use]
    pub const fn of<G: Recorded>() -> RowShape {
        RowShape {
            columns: G::columns,
            round_columns: G::round_columns,
            place_key: G::place_key,
            check_cells: G::check_cells,
        }
    }
}

/// Whether the first `count` own cells are whole numbers of 0 or more.
#[must_use]
pub fn are_counts(row: &dyn OwnCells, count: usize) -> bool {
    (0..count).all(|column| row.number(column).is_some_and(|number| number >= 0))
}
