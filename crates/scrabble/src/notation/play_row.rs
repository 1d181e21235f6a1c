//! Plays of a position as they are told: in words and numbers, for tables and for other programs.

use crate::notation::Position;
use crate::plays::{Equity, LeaveValue, Leaves, Ranked, Valuation};

/// A play as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayRow {
    /// Where it starts, as in `8D` or `D8`.
    pub position: String,
    /// The main word as it then stands, blanks in lower case.
    pub word: String,
    /// The same with what lies there in parentheses.
    pub play: String,
    /// What is newly put down.
    pub tiles: String,
    /// Its points.
    pub score: i32,
    /// The tiles that are kept.
    pub leave: String,
    /// Points, the worth of the kept tiles and that of the place together, in points.
    pub equity: Equity,
}

impl Position {
    /// The valuation that equity is told by: that of the player `equity`.
    #[must_use]
    pub fn valuation(&self) -> LeaveValue<'static> {
        let opening = self.cells().as_flattened().iter().all(|&cell| cell == 0);
        LeaveValue::at(Leaves::shipped(), self.bag(), opening, || self.unseen())
    }

    /// A play of whose turn it is, valued by `valuation`.
    #[must_use]
    pub fn play_row(&self, ranked: &Ranked, valuation: &impl Valuation) -> PlayRow {
        let play = &ranked.play;
        let kept = self.mover_rack().without(&play.tiles());
        let equity =
            Equity::points(ranked.score) + valuation.of_rack(&kept) + valuation.placement(play);
        PlayRow {
            position: play.place().to_string(),
            word: play.word(),
            play: play.through_text(),
            tiles: play.new_text(),
            score: ranked.score,
            leave: kept.to_string(),
            equity,
        }
    }
}
