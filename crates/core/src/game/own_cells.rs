//! The rows of a game without its rules: what their columns are, and which cells agree with each other.

use crate::game::Game;

/// A seat's row of `scores.csv`, to be checked.
pub trait OwnCells {
    /// The points.
    fn points(&self) -> i64;
    /// One of the game's own cells (from 0) as a whole number, if it is one.
    fn number(&self, column: usize) -> Option<i64>;
    /// One of the game's own cells (from 0) as text.
    fn text(&self, column: usize) -> &str;
}

/// What is known of a game's rows without its rules, for readers that have the files alone.
#[derive(Clone, Copy)]
pub struct RowShape {
    /// [`Game::columns`].
    pub columns: fn() -> &'static [&'static str],
    /// [`Game::round_columns`].
    pub round_columns: fn() -> &'static [&'static str],
    /// [`Game::is_round_text`].
    pub is_round_text: fn(usize) -> bool,
    /// [`Game::place_key`].
    pub place_key: fn(&dyn OwnCells) -> [i64; 4],
    /// [`Game::check_cells`].
    pub check_cells: fn(&dyn OwnCells) -> Option<i64>,
}

impl RowShape {
    /// That of a game.
    #[must_use]
    pub const fn of<G: Game>() -> RowShape {
        RowShape {
            columns: G::columns,
            round_columns: G::round_columns,
            is_round_text: G::is_round_text,
            place_key: G::place_key,
            check_cells: G::check_cells,
        }
    }
}

/// Are the first `count` own cells whole numbers, none of them below 0?
#[must_use]
pub fn are_counts(row: &dyn OwnCells, count: usize) -> bool {
    (0..count).all(|column| row.number(column).is_some_and(|number| number >= 0))
}
