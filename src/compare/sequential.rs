//! A question that is asked after every block, by generalised sequential probability ratio tests
//! ([`SequentialTest`]). The answer is read in the order of blocks, so it depends on no thread.
//!
//! In points a hypothesis is a number. An Elo point of win share means another difference of shares for
//! each share of the baseline, which is itself an estimate. So a hypothesis is tested by what it leaves
//! unexplained of the candidate's share given the baseline's, with the variance that this has by the
//! delta method (a score test: C. R. Rao, Proceedings of the Cambridge Philosophical Society 44, 1948).
//! Shares near 0 or 1 come of a few games, whose spread is not seen; therefore [`DOUBT`] blocks that only the
//! candidate won, and as many that only the baseline won, are added to those that were played. In
//! simulations of blocks of two games, with baselines that win 0.5 to 99.5 % and hypotheses 20 to 100
//! Elo points apart, at most 6.5 % of 200 tests with errors of 5 % were wrong.

use crate::compare::{Effect, Footing, Measure, Verdict};
use crate::stats::{Accepted, Residual, SequentialTest, Summary};

/// Blocks that only one of the two won, for each of them, beside those that were played.
const DOUBT: f64 = 2.0;

/// A sequential question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// What the hypotheses are told in.
    pub unit: Unit,
    /// The hypotheses.
    pub hypotheses: Hypotheses,
    /// Blocks before which no answer is given.
    pub least_blocks: u64,
}

/// What a difference of candidate and baseline is told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Points a game.
    Points,
    /// Elo points of win share.
    Elo,
}

/// Hypotheses on the true difference of candidate and baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hypotheses {
    /// One of two.
    Two(Pair),
    /// Worse by a margin, equal, or better by it: a test of the first two, and one of the last two
    /// (M. Sobel and A. Wald, "A sequential decision procedure for choosing one of three hypotheses",
    /// Annals of Mathematical Statistics 20, 1949).
    Three {
        /// Worse, or equal.
        below: Pair,
        /// Equal, or better.
        above: Pair,
    },
}

/// Two hypotheses, and the test between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The lower one.
    pub h0: f64,
    /// The upper one.
    pub h1: f64,
    /// The bounds of the likelihood ratio.
    pub test: SequentialTest,
}

/// How far one test has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TestProgress {
    /// The log likelihood ratio of the upper hypothesis to the lower; when one was accepted, the one
    /// then. `None` for fewer than two blocks.
    pub ratio: Option<f64>,
    /// What was accepted.
    pub accepted: Option<Accepted>,
}

impl Hypotheses {
    /// The tests: one, or two.
    #[must_use]
    pub fn pairs(&self) -> Vec<Pair> {
        match *self {
            Hypotheses::Two(pair) => vec![pair],
            Hypotheses::Three { below, above } => vec![below, above],
        }
    }
}

impl Sequential {
    /// What decides.
    #[must_use]
    pub fn measure(&self) -> Measure {
        match self.unit {
            Unit::Points => Measure::Points,
            Unit::Elo => Measure::Wins,
        }
    }

    /// Looks at the blocks so far, and at the verdict: [`Verdict::Undecided`] means to go on. A test that
    /// has accepted a hypothesis is left as it is. `progress` has a place for each test.
    pub(super) fn look(
        &self,
        effect: &Effect,
        footing: Footing,
        progress: &mut [TestProgress],
    ) -> Verdict {
        let blocks = effect.blocks();
        for (pair, progress) in self.hypotheses.pairs().iter().zip(progress.iter_mut()) {
            if progress.accepted.is_none() {
                progress.ratio = self.ratio(pair, effect, footing);
                let ratio = progress.ratio.filter(|_| blocks >= self.least_blocks);
                progress.accepted = ratio.and_then(|ratio| pair.test.verdict_on(blocks, ratio));
            }
        }
        match (&self.hypotheses, progress) {
            (Hypotheses::Two(pair), [one]) => two_way(pair, one.accepted),
            (Hypotheses::Three { .. }, [below, above]) => three_way(below.accepted, above.accepted),
            _ => Verdict::Undecided,
        }
    }

    fn ratio(&self, pair: &Pair, effect: &Effect, footing: Footing) -> Option<f64> {
        let (h0, h1) = (pair.h0, pair.h1);
        match self.unit {
            Unit::Points => {
                SequentialTest::log_likelihood_ratio(&effect.points.difference(), h0, h1)
            }
            Unit::Elo => {
                let shares = Shares::of(effect)?;
                let [low, high] = [h0, h1].map(|elo| shares.residual(footing, elo));
                let apart = footing.win_difference(h1, shares.baseline)
                    - footing.win_difference(h0, shares.baseline);
                SequentialTest::log_likelihood_ratio_of(effect.blocks(), low, high, apart * apart)
            }
        }
    }
}

/// The verdict of one test. Better is what is better than nothing: a hypothesis on the other side of 0
/// says no more than that the candidate is not as bad, or not as good.
fn two_way(pair: &Pair, accepted: Option<Accepted>) -> Verdict {
    match accepted {
        None => Verdict::Undecided,
        Some(Accepted::H1) if pair.h0 >= 0.0 => Verdict::Better,
        Some(Accepted::H1) => Verdict::NoWorse,
        Some(Accepted::H0) if pair.h1 <= 0.0 => Verdict::Worse,
        Some(Accepted::H0) => Verdict::NoBetter,
    }
}

fn three_way(below: Option<Accepted>, above: Option<Accepted>) -> Verdict {
    match (below, above) {
        (_, Some(Accepted::H1)) => Verdict::Better,
        (Some(Accepted::H0), _) => Verdict::Worse,
        (Some(Accepted::H1), Some(Accepted::H0)) => Verdict::Equal,
        _ => Verdict::Undecided,
    }
}

/// Win shares a block with their variances, doubt included.
struct Shares {
    candidate: f64,
    baseline: f64,
    of_candidate: f64,
    of_baseline: f64,
    covariance: f64,
}

impl Shares {
    fn of(effect: &Effect) -> Option<Shares> {
        let (x, y) = (effect.wins.x(), effect.wins.y());
        let (blocks, all) = (x.count() as f64, x.count() as f64 + 2.0 * DOUBT);
        let mean = |of: &Summary| Some((blocks * of.mean()? + DOUBT) / all);
        let variance = |of: &Summary, mean: f64| {
            let square = of.variance()? * (blocks - 1.0) / blocks + of.mean()?.powi(2);
            Some((blocks * square + DOUBT) / all - mean * mean)
        };
        let (candidate, baseline) = (mean(&x)?, mean(&y)?);
        let (of_candidate, of_baseline) = (variance(&x, candidate)?, variance(&y, baseline)?);
        // the blocks of doubt have differences of 1 and -1
        let difference = effect.wins.difference();
        let square = difference.variance()? * (blocks - 1.0) / blocks + difference.mean()?.powi(2);
        let of_difference = (blocks * square + 2.0 * DOUBT) / all - (candidate - baseline).powi(2);
        let covariance = (of_candidate + of_baseline - of_difference) / 2.0;
        Some(Shares { candidate, baseline, of_candidate, of_baseline, covariance })
    }

    /// What so many Elo points leave unexplained of the candidate's share.
    fn residual(&self, footing: Footing, elo: f64) -> Residual {
        let expected = self.baseline + footing.win_difference(elo, self.baseline);
        let slope = footing.slope(elo, self.baseline);
        let variance =
            self.of_candidate + slope * slope * self.of_baseline - 2.0 * slope * self.covariance;
        Residual { mean: self.candidate - expected, variance: variance.max(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::{Hypotheses, Pair, Sequential, TestProgress, Unit};
    use crate::base::{Branch, Rng, Seed};
    use crate::compare::{Block, Effect, Footing, Means, Verdict};
    use crate::stats::SequentialTest;

    fn pair(h0: f64, h1: f64) -> Pair {
        Pair { h0, h1, test: SequentialTest::new(0.05, 0.05).unwrap() }
    }

    fn two(unit: Unit, h0: f64, h1: f64) -> Sequential {
        Sequential { unit, hypotheses: Hypotheses::Two(pair(h0, h1)), least_blocks: 32 }
    }

    fn three(margin: f64) -> Sequential {
        let hypotheses = Hypotheses::Three { below: pair(-margin, 0.0), above: pair(0.0, margin) };
        Sequential { unit: Unit::Points, hypotheses, least_blocks: 32 }
    }

    fn points(difference: f64) -> Block {
        let baseline = Means { points: 100.0, wins: 0.3, faults: 0 };
        Block { candidate: Means { points: 100.0 + difference, ..baseline }, baseline }
    }

    /// Looks after every block until there is a verdict.
    fn asked(asked: &Sequential, blocks: impl IntoIterator<Item = Block>) -> (Verdict, u64) {
        let mut effect = Effect::default();
        let mut progress = vec![TestProgress::default(); asked.hypotheses.pairs().len()];
        for block in blocks {
            effect.add(&block);
            let verdict = asked.look(&effect, Footing::SameSeats, &mut progress);
            if verdict != Verdict::Undecided {
                return (verdict, effect.blocks());
            }
        }
        (Verdict::Undecided, effect.blocks())
    }

    fn around(mean: f64, count: usize) -> impl Iterator<Item = Block> {
        let spread = [-2.0, 2.0, -1.0, 1.0].into_iter().cycle().take(count);
        spread.map(move |off| points(mean + off))
    }

    #[test]
    fn the_words_follow_what_was_excluded() {
        let of = |h0, h1, mean| asked(&two(Unit::Points, h0, h1), around(mean, 800)).0;
        assert_eq!((of(0.0, 2.0, 2.0), of(0.0, 2.0, 0.0)), (Verdict::Better, Verdict::NoBetter));
        assert_eq!((of(-2.0, 0.0, 0.0), of(-2.0, 0.0, -2.0)), (Verdict::NoWorse, Verdict::Worse));
        // H1 against a loss says no more than that it is no loss
        assert_eq!(
            (of(-1.0, 1.0, 1.5), of(-1.0, 1.0, -1.5)),
            (Verdict::NoWorse, Verdict::NoBetter)
        );
        assert_eq!(asked(&two(Unit::Points, 0.0, 2.0), around(9.0, 31)).0, Verdict::Undecided);
    }

    #[test]
    fn three_hypotheses_have_an_equal_one() {
        let of = |mean| asked(&three(1.0), around(mean, 2000)).0;
        assert_eq!([of(1.2), of(0.0), of(-1.2)], [Verdict::Better, Verdict::Equal, Verdict::Worse]);
    }

    /// A block of two games each, in which a side wins with this probability.
    fn games(rng: &mut Rng, candidate: f64, baseline: f64) -> Block {
        let mut means = |share: f64| {
            let won = (0..2).filter(|_| rng.unit() < share).count();
            Means { points: 0.0, wins: won as f64 / 2.0, faults: 0 }
        };
        Block { candidate: means(candidate), baseline: means(baseline) }
    }

    /// Shares near 0 and 1 are where a variance that is not seen does harm.
    #[test]
    fn errors_hold_for_players_that_nearly_always_or_never_win() {
        for (share, h0, h1, at) in [
            (0.99, -100.0, 0.0, -100.0),
            (0.97, -100.0, 0.0, -100.0),
            (0.9, -100.0, 0.0, -100.0),
            (0.1, 0.0, 100.0, 100.0),
            (0.01, 0.0, 100.0, 0.0),
            (0.25, -50.0, 50.0, 50.0),
        ] {
            let candidate = share + Footing::SameSeats.win_difference(at, share);
            let question = two(Unit::Elo, h0, h1);
            let wrong_word = if at == h0 { "H1" } else { "H0" };
            let wrong = (0..200_u64).into_par_iter().filter(|&index| {
                let mut rng = Seed(11).derive(Branch::Chance, index).rng();
                let blocks = (0..20_000).map(|_| games(&mut rng, candidate, share));
                match asked(&question, blocks).0 {
                    Verdict::Better | Verdict::NoWorse => at == h0,
                    Verdict::Worse | Verdict::NoBetter => at == h1,
                    _ => false,
                }
            });
            // 5 % of 200, and two standard errors for chance
            let wrong = wrong.count();
            assert!(wrong <= 16, "{share} {h0} {h1}: {wrong} of 200 accepted {wrong_word}");
        }
    }

    #[test]
    fn who_always_wins_is_not_judged_by_nothing() {
        let always = Means { points: 0.0, wins: 1.0, faults: 0 };
        let blocks = (0..300).map(|_| Block { candidate: always, baseline: always });
        assert_eq!(asked(&two(Unit::Elo, -10.0, 0.0), blocks).0, Verdict::Undecided);
    }

    #[test]
    fn who_never_wins_is_beaten_at_once() {
        let mut rng = Seed(2).rng();
        let blocks = (0..2000).map(|_| games(&mut rng, 0.9, 0.0));
        let (verdict, count) = asked(&two(Unit::Elo, 0.0, 20.0), blocks);
        assert_eq!(verdict, Verdict::Better);
        assert!(count < 400, "{count}");
    }
}
