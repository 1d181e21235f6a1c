//! What a rival will bid, from its past bids.
//!
//! There are several ways to look at past bids: all of them, those for the same letter, those made
//! with as many letters held, at the same stage of a round for a letter of the same kind, or after
//! a like price. Each gives a distribution, backed off to that of all bids and further to a
//! geometric one. They are mixed by how well each has told the bids so far: by its recent
//! likelihood, so that the rule that a rival follows is found by success.

use crate::games::auction::players::champion::prices::{LEVELS, Levels};
use crate::lexicon::Letter;

/// When a bid is made, as far as a rival may go by it.
#[derive(Clone, Copy)]
pub(super) struct Occasion {
    pub(super) letter: Letter,
    /// Letters that the rival holds.
    pub(super) held: usize,
    /// How much of the round's auctions is left, from 0 to 1.
    pub(super) left: f64,
    /// What the letter before was sold for.
    pub(super) last_price: i32,
}

/// The ways to look at past bids, and how many occasions each tells apart.
const VIEWS: usize = 5;
const OCCASIONS: [usize; VIEWS] = [1, 26, 12, 12, 16];

/// Bids in one view of one occasion are forgotten by a tenth when they are more than this.
const MEMORY: f64 = 24.0;
/// Likelihoods of bids fade by this with each further bid.
const FADING: f64 = 0.95;
/// Bids that the distribution behind one counts as much as.
const BACK_OFF: f64 = 1.0;
const BACK_OFF_TO_PRIOR: f64 = 2.0;

impl Occasion {
    /// Its place in each view.
    fn places(&self) -> [usize; VIEWS] {
        let stage = ((self.left * 6.0) as usize).min(5);
        [
            0,
            self.letter.index(),
            self.held.min(11),
            2 * stage + usize::from(self.letter.is_vowel()),
            self.last_price.clamp(0, 15) as usize,
        ]
    }
}

/// The chances of a bid before anything is known: geometric with this mean.
pub(super) fn prior(mean: f64) -> Levels {
    let mut chance = 1.0 / (mean + 1.0);
    [(); LEVELS].map(|()| {
        let now = chance;
        chance *= mean / (mean + 1.0);
        now
    })
}

/// How one rival bids.
pub(super) struct Habits {
    /// By view and occasion, how often each bid was made.
    bids: [Vec<Levels>; VIEWS],
    /// The sums of these.
    counts: [Vec<f64>; VIEWS],
    /// The logarithm of each view's recent likelihood.
    trust: [f64; VIEWS],
}

impl Habits {
    pub(super) fn new() -> Habits {
        Habits {
            bids: OCCASIONS.map(|occasions| vec![[0.0; LEVELS]; occasions]),
            counts: OCCASIONS.map(|occasions| vec![0.0; occasions]),
            trust: [0.0; VIEWS],
        }
    }

    /// The chance of a bid in one view.
    fn chance(&self, view: usize, place: usize, level: usize, prior: &Levels) -> f64 {
        let among_all = self.bids[0][0][level] + BACK_OFF_TO_PRIOR * prior[level];
        let of_all = among_all / (self.counts[0][0] + BACK_OFF_TO_PRIOR);
        if view == 0 {
            return of_all;
        }
        let here = self.bids[view][place][level] + BACK_OFF * of_all;
        here / (self.counts[view][place] + BACK_OFF)
    }

    /// The chances of all bids in a view that is not of all bids.
    fn backed_off(&self, view: usize, place: usize, of_all: &Levels) -> Levels {
        let (bids, count) = (&self.bids[view][place], self.counts[view][place] + BACK_OFF);
        std::array::from_fn(|level| (bids[level] + BACK_OFF * of_all[level]) / count)
    }

    /// Learns what was bid on an occasion.
    pub(super) fn note(&mut self, occasion: &Occasion, bid: i32, prior: &Levels) {
        let level = (bid.max(0) as usize).min(LEVELS - 1);
        let (below, above) = (level.saturating_sub(1), (level + 1).min(LEVELS - 1));
        for (view, place) in occasion.places().into_iter().enumerate() {
            let chance = |level| self.chance(view, place, level, prior);
            // a view that is nearly right has some merit
            let told = 0.6 * chance(level) + 0.2 * (chance(below) + chance(above));
            self.trust[view] = FADING * self.trust[view] + libm::log(told + 1e-3);
        }
        for (view, place) in occasion.places().into_iter().enumerate() {
            let (bids, count) = (&mut self.bids[view][place], &mut self.counts[view][place]);
            if *count > MEMORY {
                *count *= 0.9;
                bids.iter_mut().for_each(|bid| *bid *= 0.9);
            }
            bids[level] += 1.0;
            *count += 1.0;
        }
    }

    /// The chances of each bid on an occasion, for a rival that owns so many points.
    pub(super) fn expect(&self, occasion: &Occasion, purse: i32, prior: &Levels) -> Levels {
        let best = self.trust.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = self.trust.map(|trust| libm::exp(trust - best));
        let weights = weights.map(|weight| if weight < 0.02 { 0.0 } else { weight });
        let sum: f64 = weights.iter().sum();
        let of_all: Levels = std::array::from_fn(|level| self.chance(0, 0, level, prior));
        let mut chances = [0.0; LEVELS];
        for (view, place) in occasion.places().into_iter().enumerate() {
            let share = weights[view] / sum;
            if share > 0.0 {
                let here = if view == 0 { of_all } else { self.backed_off(view, place, &of_all) };
                chances.iter_mut().zip(here).for_each(|(sum, chance)| *sum += share * chance);
            }
        }
        no_more_than(&mut chances, purse);
        chances
    }
}

/// Bids above what is owned are bids of all that is owned. What is missing to a whole goes to the
/// last.
fn no_more_than(chances: &mut Levels, purse: i32) {
    let most = (purse.max(0) as usize).min(LEVELS - 1);
    chances[most + 1..].fill(0.0);
    chances[most] = (1.0 - chances[..most].iter().sum::<f64>()).max(0.0);
}

#[cfg(test)]
mod tests {
    use super::{Habits, LEVELS, Levels, Occasion, prior};
    use crate::lexicon::Letter;

    fn occasion(letter: char, held: usize) -> Occasion {
        let letter = Letter::from_char(letter).unwrap();
        Occasion { letter, held, left: 0.5, last_price: 3 }
    }

    fn mean(chances: &Levels) -> f64 {
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        chances.iter().enumerate().map(|(level, chance)| level as f64 * chance).sum()
    }

    #[test]
    fn before_anything_is_known_bids_are_as_the_prior_says() {
        let chances = Habits::new().expect(&occasion('E', 3), 1000, &prior(5.0));
        assert!((mean(&chances) - 5.0).abs() < 0.01);
    }

    #[test]
    fn the_rule_that_a_rival_follows_is_found() {
        let (mut by_letter, mut by_held) = (Habits::new(), Habits::new());
        for round in 0..12 {
            for (letter, value) in [('E', 1), ('Q', 10), ('H', 4)] {
                let occasion = occasion(letter, round % 4);
                by_letter.note(&occasion, value, &prior(5.0));
                by_held.note(&occasion, (round % 4) as i32 * 4, &prior(5.0));
            }
        }
        let expect = |habits: &Habits, letter, held| {
            mean(&habits.expect(&occasion(letter, held), 1000, &prior(5.0)))
        };
        assert!(expect(&by_letter, 'Q', 0) > 8.0 && expect(&by_letter, 'E', 3) < 2.5);
        assert!(expect(&by_held, 'Q', 3) > 9.5 && expect(&by_held, 'Q', 0) < 2.5);
    }

    #[test]
    fn nobody_bids_more_than_it_owns() {
        let mut habits = Habits::new();
        (0..20).for_each(|_| habits.note(&occasion('A', 2), 30, &prior(5.0)));
        let chances = habits.expect(&occasion('A', 2), 7, &prior(5.0));
        assert_eq!(chances[8..], [0.0; LEVELS - 8]);
        assert!(chances[7] > 0.8, "{}", chances[7]);
        assert_eq!(habits.expect(&occasion('A', 2), 0, &prior(5.0))[0], 1.0);
    }
}
