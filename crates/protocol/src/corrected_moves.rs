//! What a player's log says about its moves that the rules corrected, such as bids above its points: these are
//! no faults, but probably mistakes.

/// Number of corrected moves per game that are reported one by one.
const MAX_REPORTED: u32 = 3;
/// How lines begin that the player has not written itself.
const SPEAKER: &str = "lettergame: ";

/// The corrected moves of a player in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CorrectedMoves {
    count: u32,
}

impl CorrectedMoves {
    /// Counts another one; the line about it, if it is among the first.
    pub fn add(&mut self, correction: &str) -> Option<String> {
        self.count += 1;
        let rest = if self.count == MAX_REPORTED {
            "; further ones in this game are not shown"
        } else {
            ""
        };
        (self.count <= MAX_REPORTED).then(|| format!("{SPEAKER}{correction}{rest}"))
    }

    /// The line about those that were only counted, for the end of the game.
    #[must_use]
    pub fn rest(&self) -> Option<String> {
        let more = self.count.saturating_sub(MAX_REPORTED);
        let moves = if more == 1 { "move" } else { "moves" };
        (more > 0).then(|| format!("{SPEAKER}{more} more {moves} corrected like this"))
    }
}

#[cfg(test)]
mod tests {
    use super::CorrectedMoves;

    #[test]
    fn the_first_are_reported_and_the_rest_are_counted() {
        let mut moves = CorrectedMoves::default();
        let lines: Vec<_> = ["a", "b", "c"].iter().filter_map(|text| moves.add(text)).collect();
        assert_eq!(
            lines,
            [
                "lettergame: a",
                "lettergame: b",
                "lettergame: c; further ones in this game are not shown"
            ]
        );
        assert_eq!(moves.rest(), None);
        assert_eq!(moves.add("d"), None);
        assert_eq!(moves.rest().unwrap(), "lettergame: 1 more move corrected like this");
        assert_eq!(moves.add("e"), None);
        assert_eq!(moves.rest().unwrap(), "lettergame: 2 more moves corrected like this");
    }
}
