//! Predicts a rival's bid from its past bids.
//!
//! There are several views of past bids: all of them, those for the same letter, those made with
//! the same number of letters held, at the same stage of a round for a letter of the same kind,
//! after a similar price, when the champion's mean bid was similar (for rivals that model it), or
//! after a similar own bid in the same round. Each gives a distribution, backed off to that of all
//! bids and further to a geometric one. If the rival has already bid for the same letter with the
//! same hand, there is also the distribution of changes, which is mostly no change. The views are
//! mixed by their recent likelihood, so the rule that a rival follows is found by predictive
//! success.

use crate::players::champion::prices::{LEVELS, Levels, level};
use lettergame_words::Letter;

/// The circumstances of a bid that a rival may take into account.
#[derive(Clone, Copy)]
pub(super) struct Occasion {
    pub(super) letter: Letter,
    /// Number of letters held by the rival.
    pub(super) held: usize,
    /// The fraction of the round's auctions left.
    pub(super) left: f64,
    /// The price of the previous letter.
    pub(super) last_price: i32,
    /// The champion's mean bid in this game, for the same letter if it has bid for one.
    pub(super) own_mean: f64,
    /// Its recent actions in this round, if known; not for future occasions.
    pub(super) lately: Option<Lately>,
    /// Its bid for the same letter in this round, if its letters have not changed since.
    pub(super) before: Option<i32>,
}

/// A rival's actions in this round.
#[derive(Clone, Copy, Default)]
pub(super) struct Lately {
    /// Number of letters won.
    pub(super) won: usize,
    /// Its last bid; `None` at the first auction.
    pub(super) bid: Option<i32>,
}

/// Number of views of past bids, and of occasions distinguished by each.
const VIEWS: usize = 8;
const OCCASIONS: [usize; VIEWS] = [1, 26, HELD, 2 * STAGES, 16, 13, 24, 1];
/// Numbers of letters held that are distinguished; the last stands for all higher ones.
pub(super) const HELD: usize = 12;
/// Stages of a round that are distinguished.
pub(super) const STAGES: usize = 6;
/// The view by recent actions in this round.
const LATELY: usize = 6;
/// The view by its previous bid for the same letter. Its occasions are changes of the bid.
const SAME: usize = 7;
/// Number of possible differences from the previous bid.
const CHANGES: usize = 2 * LEVELS - 1;

/// Mean bids of the champion within this many points are the same occasion.
const OWN_STEP: f64 = 5.0;
/// When a view has more bids for one occasion than this, their counts decay by a tenth.
const MEMORY: f64 = 24.0;
/// Decay of the likelihoods per bid.
const FADING: f64 = 0.95;
/// Weight, in bids, of the distribution backed off to.
const BACK_OFF: f64 = 1.0;
const BACK_OFF_TO_PRIOR: f64 = 2.0;
/// Prior count of unchanged bids for the same letter.
const SAME_AT_FIRST: f64 = 1.0;

impl Occasion {
    /// The number of letters held, below [`HELD`].
    pub(super) fn held(&self) -> usize {
        self.held.min(HELD - 1)
    }

    /// The stage of the round, below [`STAGES`].
    pub(super) fn stage(&self) -> usize {
        ((self.left * STAGES as f64) as usize).min(STAGES - 1)
    }

    /// Its index in each view.
    fn places(&self) -> [usize; VIEWS] {
        [
            0,
            self.letter.index(),
            self.held(),
            2 * self.stage() + usize::from(self.letter.is_vowel()),
            self.last_price.clamp(0, 15) as usize,
            ((self.own_mean / OWN_STEP) as usize).min(12),
            self.lately.map_or(0, Lately::place),
            0,
        ]
    }
}

impl Lately {
    fn place(self) -> usize {
        let bid = match self.bid {
            None => 0,
            Some(i32::MIN..=0) => 1,
            Some(1..=2) => 2,
            Some(3..=5) => 3,
            Some(6..=9) => 4,
            Some(10..=16) => 5,
            Some(17..=29) => 6,
            Some(_) => 7,
        };
        8 * self.won.min(2) + bid
    }
}

/// The index of the change to one level from another.
fn change(level: usize, before: usize) -> usize {
    level + LEVELS - 1 - before
}

/// The prior distribution of a bid: geometric with this mean.
pub(super) fn prior(mean: f64) -> Levels {
    let mut chance = 1.0 / (mean + 1.0);
    [(); LEVELS].map(|()| {
        let now = chance;
        chance *= mean / (mean + 1.0);
        now
    })
}

/// The bidding model of one rival.
pub(super) struct Habits {
    /// Bid counts by view and occasion.
    bids: [Vec<Levels>; VIEWS],
    /// Their sums.
    counts: [Vec<f64>; VIEWS],
    /// Counts of bid changes for the same letter, by difference, and their sum.
    changes: [f64; CHANGES],
    changed: f64,
    /// The log of each view's recent likelihood: without and with a previous bid for the same
    /// letter.
    trust: [[f64; VIEWS]; 2],
}

impl Habits {
    pub(super) fn new() -> Habits {
        let mut changes = [0.0; CHANGES];
        changes[change(0, 0)] = SAME_AT_FIRST;
        Habits {
            bids: OCCASIONS.map(|occasions| vec![[0.0; LEVELS]; occasions]),
            counts: OCCASIONS.map(|occasions| vec![0.0; occasions]),
            changes,
            changed: SAME_AT_FIRST,
            trust: [[0.0; VIEWS]; 2],
        }
    }

    /// The probability of a bid according to all bids.
    fn among_all(&self, level: usize, prior: &Levels) -> f64 {
        let bids = self.bids[0][0][level] + BACK_OFF_TO_PRIOR * prior[level];
        bids / (self.counts[0][0] + BACK_OFF_TO_PRIOR)
    }

    /// The bid counts and their sum for an occasion in a view; `None` if it adds nothing to all bids.
    fn seen(&self, view: usize, occasion: &Occasion) -> Option<(&[f64], f64)> {
        match view {
            0 => None,
            SAME => {
                let from = change(0, level(occasion.before?));
                Some((&self.changes[from..from + LEVELS], self.changed))
            }
            _ => {
                let place = occasion.places()[view];
                Some((&self.bids[view][place], self.counts[view][place]))
            }
        }
    }

    /// Records a bid made on an occasion.
    pub(super) fn note(&mut self, occasion: &Occasion, bid: i32, prior: &Levels) {
        let bid = level(bid);
        let near = [bid, bid.saturating_sub(1), (bid + 1).min(LEVELS - 1)];
        let of_all = near.map(|level| self.among_all(level, prior));
        for view in 0..VIEWS {
            let seen = self.seen(view, occasion);
            let chance = |k: usize| backed_off(seen, near[k], of_all[k]);
            // a nearly right view gets some credit
            let told = 0.6 * chance(0) + 0.2 * (chance(1) + chance(2));
            let trust = &mut self.trust[usize::from(occasion.before.is_some())][view];
            *trust = FADING * *trust + libm::log(told + 1e-3);
        }
        if let Some(before) = occasion.before {
            let place = change(bid, level(before));
            count(&mut self.changes, &mut self.changed, place);
        }
        for (view, place) in occasion.places().into_iter().enumerate() {
            count(&mut self.bids[view][place], &mut self.counts[view][place], bid);
        }
    }

    /// The distribution of bids on an occasion, for a rival that owns `purse` points.
    pub(super) fn expect(&self, occasion: &Occasion, purse: i32, prior: &Levels) -> Levels {
        let of_all: Levels = std::array::from_fn(|level| self.among_all(level, prior));
        let mut chances = [0.0; LEVELS];
        for (view, share) in self.shares(occasion).into_iter().enumerate() {
            if share > 0.0 {
                let seen = self.seen(view, occasion);
                for (level, sum) in chances.iter_mut().enumerate() {
                    *sum += share * backed_off(seen, level, of_all[level]);
                }
            }
        }
        no_more_than(&mut chances, purse);
        chances
    }

    /// The weight of each view on an occasion, summing to 1.
    fn shares(&self, occasion: &Occasion) -> [f64; VIEWS] {
        let mut trust = self.trust[usize::from(occasion.before.is_some())];
        if occasion.lately.is_none() {
            trust[LATELY] = f64::NEG_INFINITY;
        }
        let best = trust.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = trust.map(|trust| libm::exp(trust - best));
        let weights = weights.map(|weight| if weight < 0.02 { 0.0 } else { weight });
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }
}

/// The probability of a bid with these counts, backed off to that among all bids.
fn backed_off(seen: Option<(&[f64], f64)>, level: usize, of_all: f64) -> f64 {
    seen.map_or(of_all, |(bids, sum)| (bids[level] + BACK_OFF * of_all) / (sum + BACK_OFF))
}

/// Increments the count at this index; older counts decay.
fn count(counts: &mut [f64], sum: &mut f64, place: usize) {
    if *sum > MEMORY {
        *sum *= 0.9;
        counts.iter_mut().for_each(|count| *count *= 0.9);
    }
    counts[place] += 1.0;
    *sum += 1.0;
}

/// Caps bids at what is owned. The probability missing from 1 goes to the last level.
fn no_more_than(chances: &mut Levels, purse: i32) {
    let most = level(purse);
    chances[most + 1..].fill(0.0);
    chances[most] = (1.0 - chances[..most].iter().sum::<f64>()).max(0.0);
}

#[cfg(test)]
mod tests {
    use super::{Habits, LEVELS, Lately, Levels, Occasion, prior};
    use lettergame_words::Letter;

    fn occasion(letter: char, held: usize) -> Occasion {
        let letter = Letter::from_char(letter).unwrap();
        Occasion {
            letter,
            held,
            left: 0.5,
            last_price: 3,
            own_mean: 0.0,
            lately: None,
            before: None,
        }
    }

    fn mean(chances: &Levels) -> f64 {
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        chances.iter().enumerate().map(|(level, chance)| level as f64 * chance).sum()
    }

    #[test]
    fn bids_follow_the_prior_before_any_observation() {
        let chances = Habits::new().expect(&occasion('E', 3), 1000, &prior(5.0));
        assert!((mean(&chances) - 5.0).abs() < 0.01);
    }

    #[test]
    fn the_rule_a_rival_follows_is_identified() {
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
    fn a_rival_that_bids_half_of_the_own_mean_is_understood() {
        let mut habits = Habits::new();
        let when = |own_mean| Occasion { own_mean, ..occasion('E', 3) };
        for own in (0..40).map(|k| (k * 7) % 30) {
            habits.note(&when(f64::from(own)), own / 2, &prior(5.0));
        }
        let mean = |own| mean(&habits.expect(&when(own), 1000, &prior(5.0)));
        assert!(mean(27.0) > 11.0 && mean(2.0) < 3.5, "{} {}", mean(27.0), mean(2.0));
    }

    #[test]
    fn the_same_letter_and_hand_give_the_same_bid() {
        let mut habits = Habits::new();
        for round in 0..10 {
            let first = occasion('E', 3);
            habits.note(&first, 3 * round, &prior(5.0));
            habits.note(&Occasion { before: Some(3 * round), ..first }, 3 * round, &prior(5.0));
        }
        let again = |bid| {
            let before = Some(bid);
            habits.expect(&Occasion { before, ..occasion('E', 3) }, 1000, &prior(5.0))
        };
        for bid in [0, 4, 17, 40] {
            assert!(again(bid)[bid as usize] > 0.7, "{bid}: {}", again(bid)[bid as usize]);
        }
    }

    #[test]
    fn a_high_bidder_that_won_and_stopped_bidding_is_done() {
        let mut habits = Habits::new();
        let lately = |won, bid| Occasion {
            lately: Some(Lately { won, bid: Some(bid) }),
            ..occasion('T', 5)
        };
        for _ in 0..12 {
            habits.note(&lately(0, 20), 20, &prior(5.0));
            habits.note(&lately(1, 0), 0, &prior(5.0));
        }
        let mean = |occasion| mean(&habits.expect(&occasion, 1000, &prior(5.0)));
        assert!(mean(lately(0, 20)) > 17.0 && mean(lately(1, 0)) < 3.0);
        // its later bids do not depend on its recent ones
        let later = mean(occasion('T', 5));
        assert!((8.0..12.0).contains(&later), "{later}");
    }

    #[test]
    fn no_player_bids_more_than_it_owns() {
        let mut habits = Habits::new();
        (0..20).for_each(|_| habits.note(&occasion('A', 2), 30, &prior(5.0)));
        let chances = habits.expect(&occasion('A', 2), 7, &prior(5.0));
        assert_eq!(chances[8..], [0.0; LEVELS - 8]);
        assert!(chances[7] > 0.8, "{}", chances[7]);
        assert_eq!(habits.expect(&occasion('A', 2), 0, &prior(5.0))[0], 1.0);
    }
}
