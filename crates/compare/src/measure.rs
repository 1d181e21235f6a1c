//! The measures by which candidates are compared.

/// The measure that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Points per game.
    Points,
    /// Share of the wins.
    Wins,
}

impl Measure {
    /// Both, in the order of reports.
    pub const ALL: [Measure; 2] = [Measure::Points, Measure::Wins];

    /// The name used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Points => "points",
            Measure::Wins => "win share",
        }
    }
}
