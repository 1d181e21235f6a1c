//! Plays of a position as rows of tables and of machine-readable output.

use crate::board::{Layout, Play};
use crate::notation::Position;
use crate::plays::{Equity, LeaveValue, Leaves, Valuation};

/// A play as a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayRow {
    /// Where it starts, as in `8D` or `D8`.
    pub position: String,
    /// The main word after the play, blanks in lower case.
    pub word: String,
    /// The same with the letters already on the board in parentheses.
    pub play: String,
    /// The newly placed tiles.
    pub tiles: String,
    /// Its score.
    pub score: i32,
    /// The tiles that are kept.
    pub leave: String,
    /// The sum of the score and the values of leave and placement, in points.
    pub equity: Equity,
}

impl Position {
    /// The valuation used for equity: that of the player `equity`.
    #[must_use]
    pub fn valuation<'a>(&self, layout: &'a Layout) -> LeaveValue<'a> {
        self.valuation_by(Leaves::usual(self.distribution()), layout)
    }

    /// The same with other values of kept tiles.
    #[must_use]
    pub fn valuation_by<'a>(&self, leaves: &'a Leaves, layout: &'a Layout) -> LeaveValue<'a> {
        let opening = self.cells().filled().next().is_none().then_some(layout);
        LeaveValue::at(leaves, self.bag(), opening, || self.unseen())
    }

    /// The row of a play with this score by the player to move, valued by `valuation`.
    #[must_use]
    pub fn play_row(&self, play: &Play, score: i32, valuation: &impl Valuation) -> PlayRow {
        let kept = play.kept(self.mover_rack());
        let equity = Equity::points(score) + valuation.of_rack(&kept) + valuation.placement(play);
        PlayRow {
            position: play.place().to_string(),
            word: play.word(),
            play: play.through_text(),
            tiles: play.new_text(),
            score,
            leave: kept.to_string(),
            equity,
        }
    }
}
