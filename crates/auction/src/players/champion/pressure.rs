//! How hard rivals are pressed: the weight of making them pay that would have worked best in the game so far.

/// The number of weights to choose from.
pub(super) const WEIGHTS: usize = 3;
/// Full pressure: what a rival pays counts as much as the standings say.
pub(super) const FULL: f64 = 1.0;
/// Initial success of each weight for each rival at a table of three or more: the more rivals, the less a point of
/// one weighs, and blind pressure costs more than it gains.
const AMONG_MANY: [f64; WEIGHTS] = [-1.5, -0.75, 0.0];
/// Decay of a weight's estimated success per sale.
const FADING: f64 = 0.97;

/// The weights, of which the first wins ties, and the recent success of each.
pub(super) struct Pressure {
    weights: [f64; WEIGHTS],
    success: [f64; WEIGHTS],
}

impl Pressure {
    /// One against one. A rival's next bid is not known well enough for the full weight, rivals answer high bids, and
    /// a game may have too few sales to find that out: 20 with seven hidden letters.
    pub(super) const WITH_ONE: Pressure =
        Pressure { weights: [FULL, 0.4, 0.0], success: [-100.0, 0.0, -100.0] };

    /// With this many seats; with two, no weight has a lead.
    pub(super) fn among(seats: usize) -> Pressure {
        let each = if seats > 2 { (seats - 1) as f64 } else { 0.0 };
        Pressure { weights: [FULL, 0.5, 0.0], success: AMONG_MANY.map(|success| success * each) }
    }

    pub(super) fn weights(&self) -> [f64; WEIGHTS] {
        self.weights
    }

    /// The place of the most successful weight.
    pub(super) fn best(&self) -> usize {
        (1..WEIGHTS)
            .fold(0, |best, next| if self.success[next] > self.success[best] { next } else { best })
    }

    /// Notes what each weight would have earned in a sale.
    pub(super) fn note(&mut self, earned: [f64; WEIGHTS]) {
        for (success, earned) in self.success.iter_mut().zip(earned) {
            *success = FADING * *success + earned;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pressure;

    fn taken(pressure: &Pressure) -> f64 {
        pressure.weights()[pressure.best()]
    }

    /// The sales, each of which earns this much by one of the weights, until that one is taken.
    fn sales_until_taken(mut pressure: Pressure, weight: usize, earned: f64) -> Option<usize> {
        (0..1000).position(|_| {
            let is_taken = pressure.best() == weight;
            pressure.note(std::array::from_fn(|other| if other == weight { earned } else { 0.0 }));
            is_taken
        })
    }

    #[test]
    fn one_against_one_it_takes_much_success_to_leave_the_middle_weight() {
        assert_eq!(taken(&Pressure::WITH_ONE), 0.4);
        for other in [0, 2] {
            let sales = |earned| sales_until_taken(Pressure::WITH_ONE, other, earned);
            // 100 points fade by 3 % a sale, as does what is earned
            assert_eq!([101.0, 10.0, 1.0].map(sales), [Some(1), Some(9), Some(46)]);
        }
    }

    #[test]
    fn among_many_it_begins_without_pressure_and_the_later_presses_the_more_rivals_there_are() {
        assert_eq!([2, 3, 9].map(|seats| taken(&Pressure::among(seats))), [1.0, 0.0, 0.0]);
        let sales =
            |weight| [3, 5, 9].map(|seats| sales_until_taken(Pressure::among(seats), weight, 1.0));
        assert_eq!(sales(0), [3, 6, 11].map(Some));
        assert_eq!(sales(1), [2, 3, 6].map(Some));
    }

    #[test]
    fn what_lies_long_back_counts_little() {
        let mut pressure = Pressure::among(9);
        pressure.note([100.0, 0.0, 0.0]);
        assert_eq!(taken(&pressure), 1.0);
        // a tenth of a point in each of 109 sales outweighs the 88 that were ahead
        (0..108).for_each(|_| pressure.note([0.0, 0.0, 0.1]));
        assert_eq!(taken(&pressure), 1.0, "{:?}", pressure.success);
        pressure.note([0.0, 0.0, 0.1]);
        assert_eq!(taken(&pressure), 0.0, "{:?}", pressure.success);
    }
}
