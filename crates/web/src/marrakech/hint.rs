//! The expected cost of a rotation: every roll is tried on a copy of the stage, weighted by the number of
//! faces that show it, `sum over rolls of faces(roll) / 6 * paid(roll)`. Exact, as the die is fair and the
//! only source of randomness.

use lettergame_marrakech::rules::{Die, Rotation, Stage};

/// The outcomes of a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cost {
    /// Expected payment in dirhams.
    pub(super) mean: f64,
    /// Dirhams paid for each roll, 1 to 4.
    pub(super) paid: [u16; 4],
    /// The number of faces, out of 6, after which the player is out.
    pub(super) ruins: u32,
}

/// The cost to the current player of this rotation of Assam.
pub(super) fn cost(stage: &Stage, rotation: Rotation) -> Cost {
    let payments = Die::ALL.map(|die| {
        let mut next = stage.clone();
        next.rotate(rotation);
        next.roll(die)
    });
    let paid = payments.map(|payment| payment.map_or(0, |payment| payment.paid));
    let sixths: u32 =
        Die::ALL.iter().zip(paid).map(|(die, paid)| die.faces() * u32::from(paid)).sum();
    let ruined = Die::ALL.iter().zip(&payments).filter(|(_, p)| p.is_some_and(|p| p.ruins()));
    Cost {
        mean: f64::from(sixths) / f64::from(Die::FACES),
        paid,
        ruins: ruined.map(|(die, _)| die.faces()).sum(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Cost, cost};
    use lettergame_base::{Seat, Seed};
    use lettergame_game::{Rules as _, Settings, Table, Turn};
    use lettergame_marrakech::rules::{
        Event, Marrakech, MarrakechRules, Move, Phase, Rotation, Stage,
    };

    /// Cyan is to rotate Assam, who is on 33 facing north; yellow has 32, 31 and 43.
    fn stage(dirhams: u16) -> Stage {
        let rug = |index: usize| match index {
            22 | 23 => "y00",
            31 => "y01",
            _ => "n00",
        };
        let board: String = (0..49).map(rug).collect();
        format!("Pc{dirhams:03}15iPy03014iA33NB{board} c rotate").parse().unwrap()
    }

    #[test]
    fn the_mean_is_weighted_by_the_faces_of_the_die() {
        // ahead: 1 and 2 steps lead to the region of two; 1/6 + 2/6 of 2 dirhams
        let ahead = Cost { mean: 1.0, paid: [2, 2, 0, 0], ruins: 0 };
        assert_eq!(cost(&stage(30), Rotation::Ahead), ahead);
        let right = Cost { mean: 1.0 / 6.0, paid: [1, 0, 0, 0], ruins: 0 };
        assert_eq!(cost(&stage(30), Rotation::Right), right);
        assert_eq!(cost(&stage(30), Rotation::Left).mean, 0.0);
    }

    #[test]
    fn the_hint_counts_ruinous_rolls() {
        let ahead = Cost { mean: 0.5, paid: [1, 1, 0, 0], ruins: 3 };
        assert_eq!(cost(&stage(1), Rotation::Ahead), ahead);
    }

    /// Plays a game with these choices; each walk must have cost what was shown for its roll before.
    fn played(seats: usize, seed: u64, dirhams: u16) -> u32 {
        let settings = Settings::parse([format!("dirhams={dirhams}").as_str()]).unwrap();
        let rules = MarrakechRules::read(MarrakechRules::default_preset(), settings).unwrap();
        let game = Arc::new(Marrakech::new(rules));
        let mut table = Table::new(game, seats, Seed(seed)).unwrap();
        let (mut turns, mut walks) = (seed, 0);
        while let Turn::Ask(_) = table.turn() {
            turns = turns.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let draw = |count: usize| (turns >> 33) as usize % count;
            let stage = table.view(Seat::FIRST).stage().clone();
            let choice = match stage.phase() {
                Phase::Rotate => Move::Rotate(Rotation::ALL[draw(3)]),
                _ => {
                    let pairs: Vec<_> = stage.placements().collect();
                    Move::Place(pairs[draw(pairs.len())])
                }
            };
            let events = table.step(|_, _| Ok(choice)).to_vec();
            let Move::Rotate(rotation) = choice else { continue };
            let shown = cost(&stage, rotation);
            let rolled = events.iter().find_map(|event| match event {
                Event::Rolled { die, .. } => Some(die.pips()),
                _ => None,
            });
            let paid = events.iter().find_map(|event| match event {
                Event::Paid { paid, .. } => Some(*paid),
                _ => None,
            });
            assert_eq!(paid.unwrap_or(0), shown.paid[usize::from(rolled.unwrap()) - 1]);
            let is_out = !table.view(Seat::FIRST).stage().purse(stage.seat()).is_in;
            assert!(!is_out || shown.ruins > 0, "{stage}");
            walks += u32::from(paid.is_some());
        }
        walks
    }

    #[test]
    fn every_walk_costs_what_was_shown_for_its_roll() {
        for (seats, dirhams) in [(2, 30), (3, 5), (4, 30)] {
            let walks: u32 = (0..10).map(|seed| played(seats, seed, dirhams)).sum();
            assert!(walks > 20, "{seats} players paid {walks} times");
        }
    }
}
