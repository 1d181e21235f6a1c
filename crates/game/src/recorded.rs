//! The rows of a game: its own columns and cells, and what can be validated without its rules.

use crate::{Answer, Column, Game, Review};
use lettergame_base::{BySeat, Seat};

/// A game whose results are rows: its own columns in the files of a run, and their cells.
pub trait Recorded: Game {
    /// Two of its own columns that a report plots against each other: x and y.
    const RELATED: Option<[&'static str; 2]> = None;

    /// This game's own columns of `scores.csv`, after the common ones.
    fn columns() -> &'static [Column];

    /// Writes the cells of [`Recorded::columns`] for one seat.
    fn cells(&self, state: &Self::State, seat: Seat, cells: &mut dyn Cells);

    /// Validates that the cells of a seat's row agree with each other and with its points. Returns a figure
    /// that is the same in all rows of a run, or `None` if they are inconsistent.
    fn check_cells(row: &dyn OwnCells) -> Option<i64>;

    /// The sort key for the places of [`Game::outcome`], from a seat's row: greater is better.
    fn place_key(row: &dyn OwnCells) -> [i64; 4] {
        [row.points(), 0, 0, 0]
    }

    /// This game's own columns of `rounds.csv`; empty for a game without rounds.
    fn round_columns() -> &'static [Column] {
        &[]
    }

    /// Number of finished rounds.
    fn rounds_done(&self, _state: &Self::State) -> usize {
        0
    }

    /// The review of a turn taken in `state`, shown by a replay: how well seats have played, judged by the
    /// rules and the deal alone. By default that of each move.
    fn review(
        &self,
        state: &Self::State,
        answers: &BySeat<Option<Answer<Self::Move>>>,
        _events: &[Self::Event],
    ) -> Vec<Review> {
        let answers = answers.iter().filter_map(|(seat, answer)| Some((seat, answer.as_ref()?)));
        answers.filter_map(|(seat, answer)| self.review_move(state, seat, &answer.choice)).collect()
    }

    /// The review of one seat's move in `state`, for a game that reviews each move by itself. `None` by default.
    fn review_move(
        &self,
        _state: &Self::State,
        _seat: Seat,
        _choice: &Self::Move,
    ) -> Option<Review> {
        None
    }

    /// Writes the cells of [`Recorded::round_columns`] for one seat and a finished round (from 0).
    fn round_cells(&self, _state: &Self::State, _round: usize, _seat: Seat, _out: &mut dyn Cells) {}
}

/// Receives the cells of a row, in column order.
pub trait Cells {
    /// A text cell.
    fn text(&mut self, text: &str);
    /// An integer cell.
    fn number(&mut self, number: i64);
    /// A real-number cell, rounded to the decimals of the column.
    fn real(&mut self, number: f64);
}

/// A seat's row of `scores.csv`, to be validated.
pub trait OwnCells {
    /// The points.
    fn points(&self) -> i64;
    /// One of the game's own cells (from 0) as an integer, if it is one.
    fn number(&self, column: usize) -> Option<i64>;
    /// One of the game's own cells (from 0) as a finite number, if it is one.
    fn real(&self, column: usize) -> Option<f64>;
}

/// A game's row format without its rules, for readers that have only the files.
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
    /// [`Recorded::RELATED`].
    pub related: Option<[&'static str; 2]>,
}

/// Finds the row format of a game by its name, if there is such a game.
pub type FindShape = fn(&str) -> Option<RowShape>;

impl RowShape {
    /// The row format of a game.
    #[must_use]
    pub const fn of<G: Recorded>() -> RowShape {
        RowShape {
            columns: G::columns,
            round_columns: G::round_columns,
            place_key: G::place_key,
            check_cells: G::check_cells,
            related: G::RELATED,
        }
    }
}

/// Whether the first `count` own cells are non-negative integers.
#[must_use]
pub fn are_counts(row: &dyn OwnCells, count: usize) -> bool {
    (0..count).all(|column| row.number(column).is_some_and(|number| number >= 0))
}
