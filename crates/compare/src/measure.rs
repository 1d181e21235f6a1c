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

    /// Their keys in options, in the same order.
    pub const KEYS: [&str; 2] = ["points", "wins"];

    /// The measure with this key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Measure> {
        let found = Measure::KEYS.iter().position(|known| *known == key);
        found.map(|place| Measure::ALL[place])
    }

    /// The name used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Points => "points",
            Measure::Wins => "win share",
        }
    }
}
