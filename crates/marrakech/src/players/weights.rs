//! The weights of the parts of a player's prospects, and their file.

use std::fmt::Write as _;

use crate::rules::MAX_PLAYERS;

/// The number of parts.
pub(super) const PARTS: usize = NAMES.len();

/// The parts: money, visible squares, the sum of squared region sizes, expected income minus cost of the next
/// walk in dirhams, being to move, visible squares at the edge.
pub(super) const NAMES: [&str; 6] = ["dirhams", "squares", "regions", "next", "to-move", "edge"];

/// The weights cover up to this many rugs in hand; more are treated as this many.
pub(super) const MAX_RUGS: usize = 15;

/// A weight: constant, times the rugs left, times their square.
pub(super) type Polynomial = [f32; 3];

/// The weights of the parts for 2, 3 and 4 players.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    pub(super) parts: [[Polynomial; PARTS]; MAX_PLAYERS - 1],
}

const HEADER: &str = "players,part,constant,per_rug,per_rug_squared";

impl Weights {
    /// The weights shipped with the program.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub(super) fn shipped() -> Weights {
        let text = include_str!("../../data/marrakech-standing.csv");
        Weights::parse(text).expect("the shipped weights can be read")
    }

    /// The weight of each part with 2 to 4 players and this many rugs left.
    pub(super) fn at(&self, players: usize, rugs: usize) -> [f32; PARTS] {
        let rugs = rugs as f32;
        self.parts[players - 2]
            .map(|[constant, linear, square]| constant + linear * rugs + square * rugs * rugs)
    }

    /// As CSV: `players,part,constant,per_rug,per_rug_squared`.
    pub(super) fn to_csv(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (players, parts) in (2..).zip(&self.parts) {
            for (name, [constant, linear, square]) in NAMES.iter().zip(parts) {
                let _ = writeln!(text, "{players},{name},{constant},{linear},{square}");
            }
        }
        text
    }

    /// Reads the format of `to_csv`.
    pub(super) fn parse(text: &str) -> Option<Weights> {
        let mut lines = text.lines();
        lines.next().filter(|&header| header == HEADER)?;
        let mut weights = Weights { parts: Default::default() };
        for (players, parts) in (2..).zip(&mut weights.parts) {
            for (name, polynomial) in NAMES.iter().zip(parts) {
                let cells: Vec<&str> = lines.next()?.split(',').collect();
                let [count, part, numbers @ ..] = &cells[..] else { return None };
                if count.parse() != Ok(players) || part != name || numbers.len() != 3 {
                    return None;
                }
                for (weight, number) in polynomial.iter_mut().zip(numbers) {
                    *weight = number.parse().ok()?;
                }
            }
        }
        lines.next().is_none().then_some(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::Weights;

    #[test]
    fn the_shipped_weights_read_back() {
        let weights = Weights::shipped();
        assert_eq!(Weights::parse(&weights.to_csv()), Some(weights));
    }

    #[test]
    fn a_weight_is_a_polynomial_of_the_rugs_left() {
        let mut weights = Weights::shipped();
        weights.parts[1][0] = [1.0, 2.0, 0.5];
        assert_eq!(weights.at(3, 4)[0], 1.0 + 8.0 + 8.0);
    }
}
