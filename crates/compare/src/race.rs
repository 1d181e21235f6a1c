//! Which of many candidates is best? A race drops candidates that are certainly not the best, and
//! spends the remaining games on those whose order is open.
//!
//! Candidates take the same seats of the same deals, so any two of them are a [`Duel`] on the deals
//! that both played. Suppose a candidate is the best: then bets on any other one being better are
//! not expected to grow, and neither is their average over all others. A candidate is therefore
//! dropped when that average reaches `2 / alpha`, which for the best one happens with probability
//! at most `alpha / 2`, however often one looks and however many candidates there are. (Races: O.
//! Maron and A. W. Moore, "The racing algorithm", Artificial Intelligence Review 11, 1997. Bets
//! instead of their bounds: J. Ville, 1939, as in [`SequentialTest`].) The other half of `alpha` is
//! for the intervals: each candidate's difference to the best one is among its differences to those
//! that are left, at a level that Bonferroni's correction makes valid for all candidates together,
//! as D. G. Edwards and J. C. Hsu do for a fixed number of games ("Multiple comparisons with the
//! best treatment", Journal of the American Statistical Association 78, 1983).

use std::collections::VecDeque;

use crate::{Book, Means, Measure, Side};
use lettergame_stats::{Duel, SequentialTest, Stakes};

/// The question of a race, and the required certainty of its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceTerms {
    /// The measure by which the best is determined.
    pub by: Measure,
    /// A difference that does not matter, in points or as a share of the wins.
    pub margin: Option<f64>,
    /// The chance that anything reported is wrong.
    pub alpha: f64,
}

/// After this many deals with identical results for two candidates, no more are played to separate
/// them: with probability 0.95 they differ in at most 0.3 % of all deals.
pub const ALIKE: u64 = 1000;

/// The candidates, and all deals that they have played.
#[derive(Clone, Debug)]
pub struct Race {
    terms: RaceTerms,
    stakes: Stakes,
    /// Deals of each setting that wait for those of others.
    waiting: Vec<VecDeque<Vec<Means>>>,
    runners: Vec<Runner>,
    /// For each pair, in the order (1, 0), (2, 0), (2, 1), (3, 0), ...; `x` is the first.
    duels: Vec<Duel>,
    deals: u64,
}

/// A candidate in the race.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    /// Its results in each deal until it left, over all settings.
    pub(super) deals: Vec<Means>,
    /// Its results in each setting; empty if there is only one.
    pub(super) settings: Vec<Vec<Means>>,
    pub(super) place: RaceStatus,
}

/// The status of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RaceStatus {
    /// It may be the best.
    Ahead,
    /// It is not the best; this candidate contributed most of the evidence.
    Dropped(usize),
    /// It had the same result in every deal as this one, and shares its status.
    Like(usize),
}

/// How a race ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceEnd {
    /// One is left, or several with identical results in every deal.
    Best,
    /// Those that are left are within the margin of each other.
    Equal,
    /// Games or time ran out, and any that is left may be the best.
    Undecided,
}

impl Race {
    /// A new race of at least two candidates in this many settings.
    #[must_use]
    pub fn new(terms: RaceTerms, settings: usize, candidates: usize) -> Race {
        let others = candidates.saturating_sub(1).max(1) as f64;
        let stakes = Stakes {
            bound: (terms.by == Measure::Wins).then_some(1.0),
            margin: terms.margin,
            level: 1.0 - terms.alpha / 2.0 / others,
        };
        let apart = if settings > 1 { settings } else { 0 };
        let runner = Runner {
            deals: Vec::new(),
            settings: vec![Vec::new(); apart],
            place: RaceStatus::Ahead,
        };
        Race {
            terms,
            stakes,
            waiting: vec![VecDeque::new(); settings],
            runners: vec![runner; candidates],
            duels: vec![Duel::default(); candidates * candidates.saturating_sub(1) / 2],
            deals: 0,
        }
    }

    /// The terms of the race.
    #[must_use]
    pub fn terms(&self) -> &RaceTerms {
        &self.terms
    }

    /// The level of the interval of each difference to the best.
    pub(super) fn level(&self) -> f64 {
        self.stakes.level
    }

    pub(super) fn runners(&self) -> &[Runner] {
        &self.runners
    }

    /// The candidates that may be the best, in their order.
    #[must_use]
    pub fn ahead(&self) -> Vec<usize> {
        let ahead = |index: &usize| self.runners[*index].place == RaceStatus::Ahead;
        (0..self.runners.len()).filter(ahead).collect()
    }

    /// The candidate with the largest mean among those that may be the best; the first if tied.
    #[must_use]
    pub fn leader(&self) -> usize {
        let beats = |other: usize, best: usize| {
            self.difference(other, best).is_some_and(|difference| difference > 0.0)
        };
        let better = |best: usize, other: usize| if beats(other, best) { other } else { best };
        self.ahead().into_iter().reduce(better).unwrap_or(0)
    }

    /// The mean difference of two candidates on the deals that both played.
    pub(super) fn difference(&self, of: usize, to: usize) -> Option<f64> {
        let mean = |x, y| self.duels[slot(x, y)].pairs().difference().mean();
        if of > to { mean(of, to) } else { mean(to, of).map(|mean| -mean) }
    }

    /// The current state.
    #[must_use]
    pub fn end(&self) -> RaceEnd {
        let ahead = self.ahead();
        match ahead.len() {
            0 | 1 => RaceEnd::Best,
            _ if self.are_equal(&ahead) => RaceEnd::Equal,
            _ => RaceEnd::Undecided,
        }
    }

    fn are_equal(&self, ahead: &[usize]) -> bool {
        let mut pairs = ahead.iter().flat_map(|&x| ahead.iter().map(move |&y| (x, y)));
        let early = self.deals < SequentialTest::MIN_BLOCKS;
        !early && pairs.all(|(x, y)| x <= y || self.duels[slot(x, y)].is_within(&self.stakes))
    }

    fn book(&mut self) {
        self.deals += 1;
        let share = 1.0 / self.waiting.len() as f64;
        let ahead = self.ahead();
        let mut wholes = vec![Means::default(); self.runners.len()];
        for (setting, waiting) in self.waiting.iter_mut().enumerate() {
            let deal = waiting.pop_front().unwrap_or_default();
            wholes.iter_mut().zip(&deal).for_each(|(whole, means)| whole.add(means, share));
            for &index in &ahead {
                let apart = self.runners[index].settings.get_mut(setting);
                apart.into_iter().for_each(|deals| deals.push(deal[index]));
            }
        }
        let whole = |index: usize| wholes[index].of(self.terms.by);
        for (place, &x) in ahead.iter().enumerate() {
            for &y in &ahead[..place] {
                self.duels[slot(x, y)].add(whole(x), whole(y), &self.stakes);
            }
        }
        ahead.iter().for_each(|&index| self.runners[index].deals.push(wholes[index]));
        if self.deals >= SequentialTest::MIN_BLOCKS {
            self.drop_out(&ahead);
            self.set_aside();
        }
    }

    /// Drops candidates that are certainly not the best; at least one stays.
    fn drop_out(&mut self, ahead: &[usize]) {
        let enough = 2.0 / self.terms.alpha;
        let evidence: Vec<(f64, usize)> =
            ahead.iter().map(|&index| self.evidence_against(index)).collect();
        let least = evidence.iter().map(|(evidence, _)| *evidence).fold(f64::INFINITY, f64::min);
        for (&index, &(evidence, by)) in ahead.iter().zip(&evidence) {
            if evidence >= enough && evidence > least {
                self.runners[index].place = RaceStatus::Dropped(by);
            }
        }
    }

    /// What an initial capital of 1 is now worth after betting it in equal parts on each other
    /// candidate being better; and the candidate on which most was won.
    fn evidence_against(&self, index: usize) -> (f64, usize) {
        let on = |other: usize| match other > index {
            true => self.duels[slot(other, index)].capital_on_x(),
            false => self.duels[slot(index, other)].capital_on_y(),
        };
        let others = (0..self.runners.len()).filter(|&other| other != index);
        let capitals: Vec<(f64, usize)> = others.map(|other| (on(other), other)).collect();
        let sum: f64 = capitals.iter().map(|(capital, _)| capital).sum();
        let most = capitals.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0));
        (sum / capitals.len().max(1) as f64, most.map_or(index, |(_, other)| other))
    }

    /// Sets aside candidates with the same results in all deals as an earlier one.
    fn set_aside(&mut self) {
        if self.deals < ALIKE {
            return;
        }
        let ahead = self.ahead();
        for (place, &x) in ahead.iter().enumerate() {
            let alike = |y: &&usize| self.duels[slot(x, **y)].pairs().differing() == 0;
            let twin = ahead[..place].iter().find(alike).copied();
            if let Some(twin) = twin.filter(|&y| self.runners[y].place == RaceStatus::Ahead) {
                self.runners[x].place = RaceStatus::Like(twin);
            }
        }
    }
}

impl Book for Race {
    fn sides(&self) -> Vec<Side> {
        let side = |player: usize| Side { player, pairing: Some(player as u64) };
        (0..self.runners.len()).map(side).collect()
    }

    /// A deal is booked when all settings have it.
    fn add(&mut self, setting: usize, deal: &[Means]) {
        self.waiting[setting].push_back(deal.to_vec());
        while self.waiting.iter().all(|setting| !setting.is_empty())
            && self.end() == RaceEnd::Undecided
        {
            self.book();
        }
    }

    fn wanted(&self) -> Vec<u64> {
        match self.end() {
            RaceEnd::Undecided => self.ahead().into_iter().map(|index| index as u64).collect(),
            RaceEnd::Best | RaceEnd::Equal => Vec::new(),
        }
    }

    fn deals(&self) -> u64 {
        self.deals
    }
}

/// The index of the duel of two candidates, the first with the greater number.
fn slot(x: usize, y: usize) -> usize {
    x * (x - 1) / 2 + y
}

#[cfg(test)]
mod tests {
    use super::{ALIKE, Race, RaceEnd, RaceStatus, RaceTerms};
    use crate::{Book, Means, Measure};
    use lettergame_base::Seed;

    const TERMS: RaceTerms = RaceTerms { by: Measure::Points, margin: None, alpha: 0.05 };

    fn means(points: f64) -> Means {
        Means { points, wins: 0.5, faults: 0 }
    }

    /// Plays deals with shared luck and individual noise until nothing more is wanted.
    fn played(race: &mut Race, strengths: &[f64], most: u64, seed: u64) {
        let mut rng = Seed(seed).rng();
        while race.deals() < most && !race.wanted().is_empty() {
            let luck = rng.unit() * 10.0;
            let deal: Vec<Means> =
                strengths.iter().map(|own| means(own + luck + rng.unit() * 2.0 - 1.0)).collect();
            race.add(0, &deal);
        }
    }

    #[test]
    fn the_best_remains_and_the_worst_are_dropped_first() {
        let mut race = Race::new(TERMS, 1, 4);
        played(&mut race, &[0.0, 0.3, -0.5, -3.0], 10_000, 1);
        assert_eq!((race.end(), race.leader(), race.ahead()), (RaceEnd::Best, 1, vec![1]));
        let deals: Vec<usize> = race.runners().iter().map(|runner| runner.deals.len()).collect();
        assert!(deals[3] < deals[2] && deals[2] < deals[0], "{deals:?}");
        assert_eq!(deals[0], deals[1]);
        assert_eq!(race.runners()[0].place, RaceStatus::Dropped(1));
    }

    #[test]
    fn only_potential_winners_keep_playing() {
        let mut race = Race::new(TERMS, 1, 3);
        assert_eq!(race.wanted(), [0, 1, 2]);
        let mut rng = Seed(3).rng();
        while race.wanted().len() == 3 {
            let deal = [2.0, 2.0, 0.0].map(|own| means(own + rng.unit()));
            race.add(0, &deal);
        }
        assert_eq!(race.wanted(), [0, 1]);
        let before = race.runners()[2].deals.len();
        race.add(0, &[means(1.0), means(0.0), means(99.0)]);
        assert_eq!(race.runners()[2].deals.len(), before, "it no longer plays");
    }

    #[test]
    fn a_margin_ends_a_race_of_equals() {
        let mut race = Race::new(RaceTerms { margin: Some(0.5), ..TERMS }, 1, 3);
        played(&mut race, &[1.0, 1.0, -1.0], 10_000, 5);
        assert_eq!((race.end(), race.ahead()), (RaceEnd::Equal, vec![0, 1]));
        let mut without = Race::new(TERMS, 1, 3);
        played(&mut without, &[1.0, 1.0, -1.0], 3 * race.deals(), 5);
        assert_eq!(without.end(), RaceEnd::Undecided);
    }

    #[test]
    fn candidates_that_play_alike_are_set_aside() {
        let mut race = Race::new(TERMS, 1, 4);
        let mut rng = Seed(4).rng();
        while !race.wanted().is_empty() {
            let (one, other) = (means(rng.unit()), means(rng.unit()));
            race.add(0, &[other, one, one, other].map(|own| own));
            assert!(race.deals() <= 3 * ALIKE || race.wanted().len() < 3);
            if race.deals() == ALIKE {
                assert_eq!(race.wanted(), [0, 1]);
                break;
            }
        }
        let places: Vec<RaceStatus> = race.runners().iter().map(|runner| runner.place).collect();
        assert_eq!(
            places,
            [RaceStatus::Ahead, RaceStatus::Ahead, RaceStatus::Like(1), RaceStatus::Like(0)]
        );
    }

    #[test]
    fn a_deal_counts_when_all_settings_have_it() {
        let mut race = Race::new(TERMS, 2, 2);
        race.add(0, &[means(4.0), means(1.0)]);
        assert_eq!(race.deals(), 0);
        race.add(1, &[means(2.0), means(2.0)]);
        assert_eq!((race.deals(), race.leader()), (1, 0));
        assert_eq!(race.difference(0, 1), Some(1.5));
    }
}
