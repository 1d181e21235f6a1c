//! The value of a position to each player: roughly the probability of winning.
//!
//! A player's strength is a weighted sum of its prospects; the weights depend on the rugs left, because early
//! in the game a region will be visited often, and late in the game a visible square is just a point. The
//! chance of one player to finish before another is a sigmoid of the difference of their strengths, and a
//! player's standing is the product of these chances over all others, normalised to a sum of 1.
//!
//! The weights are trained on games of the program against itself, see `fitting`.

use std::sync::LazyLock;

use crate::players::prospects::{Prospects, prospects};
use crate::players::weights::{MAX_RUGS, PARTS, Weights};
use crate::rules::{MAX_PLAYERS, Phase, Stage};

/// The approximate probability of winning for each seat; they sum to 1. Seats beyond the table have 0.
pub(super) type Standing = [f32; MAX_PLAYERS];

/// Evaluates positions.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    /// The weights of the parts for 2, 3 and 4 players, by the rugs left.
    weights: [[[f32; PARTS]; MAX_RUGS + 1]; MAX_PLAYERS - 1],
}

impl Judge {
    /// A judge with these weights.
    pub(super) fn new(weights: &Weights) -> Judge {
        let by_rugs = |players: usize| std::array::from_fn(|rugs| weights.at(players, rugs));
        Judge { weights: std::array::from_fn(|index| by_rugs(index + 2)) }
    }

    /// A judge with the weights shipped with the program.
    pub(super) fn shipped() -> &'static Judge {
        static SHIPPED: LazyLock<Judge> = LazyLock::new(|| Judge::new(&Weights::shipped()));
        &SHIPPED
    }

    /// The standing at the start of a turn; at the end of the game, the result.
    pub(super) fn standing(&self, stage: &Stage) -> Standing {
        if stage.phase() == Phase::Over {
            return result(stage);
        }
        let (prospects, seats) = (prospects(stage), stage.seats());
        let weights = &self.weights[seats - 2][rugs_left(stage)];
        let strengths = prospects.map(|own| strength(&own, weights));
        let is_in = |seat: usize| prospects[seat].is_in;
        shares(seats, is_in, |one, other| sigmoid(strengths[one] - strengths[other]))
    }
}

/// Rugs in the fullest hand, capped at what the weights cover.
pub(super) fn rugs_left(stage: &Stage) -> usize {
    let most = (0..stage.seats()).map(|seat| stage.purse(seat).rugs).max();
    usize::from(most.unwrap_or(0)).min(MAX_RUGS)
}

/// The prospects as numbers, in the order of `weights::NAMES`.
pub(super) fn parts(own: &Prospects) -> [f32; PARTS] {
    [
        own.dirhams as f32,
        own.squares as f32,
        own.regions as f32,
        own.next_sixths as f32 / 6.0,
        f32::from(u8::from(own.to_move)),
        own.edge as f32,
    ]
}

fn strength(own: &Prospects, weights: &[f32; PARTS]) -> f32 {
    parts(own).iter().zip(weights).map(|(part, weight)| part * weight).sum()
}

/// The result: 1 for a sole winner, or equal shares of it.
pub(super) fn result(stage: &Stage) -> Standing {
    let key = |seat: usize| {
        let purse = stage.purse(seat);
        (u32::from(purse.dirhams) + stage.squares(seat), purse.dirhams)
    };
    let seats = stage.seats();
    let is_in = |seat: usize| stage.purse(seat).is_in;
    let best = (0..seats).filter(|&seat| is_in(seat)).map(key).max();
    shares(seats, |seat| is_in(seat) && Some(key(seat)) == best, |_, _| 1.0)
}

/// The product of the chances against all others that count, normalised to a sum of 1.
fn shares(
    seats: usize,
    counts: impl Fn(usize) -> bool,
    beats: impl Fn(usize, usize) -> f32,
) -> Standing {
    let mut standing = [0.0; MAX_PLAYERS];
    for seat in (0..seats).filter(|&seat| counts(seat)) {
        let others = (0..seats).filter(|&other| other != seat && counts(other));
        standing[seat] = others.map(|other| beats(seat, other)).product();
    }
    let sum: f32 = standing.iter().sum();
    standing.map(|share| share / sum)
}

/// From 0 to 1, one half at 0. Uses only operations that are exact to the last bit on every machine, so
/// decisions are reproducible, too.
pub(super) fn sigmoid(difference: f32) -> f32 {
    let x = 0.5 * difference;
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{Judge, sigmoid};
    use crate::rules::{Phase, Stage};

    fn standing(text: &str) -> [f32; 4] {
        let stage: Stage = text.parse().unwrap();
        Judge::shipped().standing(&stage)
    }

    #[test]
    fn the_end_is_judged_by_who_has_won() {
        let end = |players: &str| {
            let stage: Stage =
                format!("{players}A33NBc00{} c rotate", "n00".repeat(48)).parse().unwrap();
            assert_eq!(stage.phase(), Phase::Over);
            Judge::shipped().standing(&stage)
        };
        assert_eq!(end("Pc03000iPy03000i"), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(end("Pc02900iPy03000i"), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(end("Pc02800iPy03000iPr03000i"), [0.0, 0.5, 0.5, 0.0]);
        assert_eq!(end("Pc05000oPy00000iPr00115o"), [0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn standings_sum_to_one_and_money_and_squares_help() {
        let board = |rugs: &str| format!("A33NB{rugs}{}", "n00".repeat(49 - rugs.len() / 3));
        let even = standing(&format!("Pc03010iPy03010iPr03010i{} c rotate", board("")));
        assert!((even.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((even[1] - even[2]).abs() < 1e-6 && even[0] > even[1], "{even:?}: the turn helps");
        let richer = standing(&format!("Pc03010iPy03110iPr03010i{} c rotate", board("")));
        assert!(richer[1] > even[1] && richer[2] < even[2]);
        let shown = standing(&format!("Pc03010iPy03010iPr03010i{} c rotate", board("r00r00")));
        assert!(shown[2] > even[2] && shown[0] < even[0]);
        let alone = standing(&format!("Pc00010oPy03110iPr00010o{} y rotate", board("")));
        assert_eq!(alone, [0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_s_shaped_function_is_symmetric() {
        assert_eq!(sigmoid(0.0), 0.5);
        assert_eq!(sigmoid(3.0) + sigmoid(-3.0), 1.0);
        assert!(sigmoid(40.0) > 0.99 && sigmoid(0.1) > sigmoid(0.05));
    }
}
