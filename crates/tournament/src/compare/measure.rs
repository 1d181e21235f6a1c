//! What candidates are compared by.

/// What decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Points a game.
    Points,
    /// Share of the wins.
    Wins,
}

impl Measure {
    /// Both, as they are told.
    pub const ALL: [Measure; 2] = [Measure::Points, Measure::Wins];

    /// In words, as in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Points => "points",
            Measure::Wins => "win share",
        }
    }
}
