//! A question evaluated after every block, by bets against its hypotheses ([`SequentialTest`]).
//! Blocks are evaluated in order, so the answer does not depend on the number of threads.
//!
//! In points and in win share a hypothesis is a mean. An Elo difference implies a different
//! difference of shares for each share of the baseline, which is itself an estimate. There the bet
//! is on the part of the candidate's share of a block that the hypothesis leaves unexplained given
//! the baseline's share, with their relation linearised around the baseline's share so far. The
//! resulting error falls with the number of blocks, faster than their standard error.

use crate::estimates::{above_elo, expected_baseline};
use crate::{Block, Effect, Footing, Measure, Verdict};
use lettergame_stats::{Above, Accepted, Evidence, Outlook, SequentialTest};

/// A sequential question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// The unit of the hypotheses.
    pub unit: Unit,
    /// The hypotheses.
    pub hypotheses: Hypotheses,
    /// No answer is given before this many blocks.
    pub least_blocks: u64,
}

/// The unit of a difference between candidate and baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Points per game.
    Points,
    /// Win share, 0 to 1.
    Wins,
    /// Elo points derived from win share.
    Elo,
}

/// Hypotheses on the true difference between candidate and baseline.
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
    /// The test, with its error probabilities.
    pub test: SequentialTest,
}

/// The progress of one test.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TestProgress {
    /// The evidence; once a hypothesis is accepted, the evidence at that moment.
    pub evidence: Evidence,
    /// The accepted hypothesis.
    pub accepted: Option<Accepted>,
}

impl Hypotheses {
    /// The tests: one or two.
    #[must_use]
    pub fn pairs(&self) -> Vec<Pair> {
        match *self {
            Hypotheses::Two(pair) => vec![pair],
            Hypotheses::Three { below, above } => vec![below, above],
        }
    }
}

impl Sequential {
    /// The measure that decides.
    #[must_use]
    pub fn measure(&self) -> Measure {
        match self.unit {
            Unit::Points => Measure::Points,
            Unit::Wins | Unit::Elo => Measure::Wins,
        }
    }

    /// Bets on a block, given those `before` it, and returns the verdict: [`Verdict::Undecided`]
    /// means more blocks are needed. A test that has accepted a hypothesis is left unchanged.
    /// `progress` has an entry for each test.
    pub(super) fn look(
        &self,
        before: &Effect,
        block: &Block,
        footing: Footing,
        progress: &mut [TestProgress],
    ) -> Verdict {
        let blocks = before.blocks() + 1;
        for (pair, progress) in self.hypotheses.pairs().iter().zip(progress.iter_mut()) {
            if progress.accepted.is_none() {
                self.bet(pair, before, block, footing, &mut progress.evidence);
                let verdict = pair.test.verdict_on(blocks, &progress.evidence);
                progress.accepted = verdict.filter(|_| blocks >= self.least_blocks);
            }
        }
        match (&self.hypotheses, progress) {
            (Hypotheses::Two(pair), [one]) => two_way(pair, one.accepted),
            (Hypotheses::Three { .. }, [below, above]) => three_way(below.accepted, above.accepted),
            _ => Verdict::Undecided,
        }
    }

    fn bet(
        &self,
        pair: &Pair,
        before: &Effect,
        block: &Block,
        footing: Footing,
        evidence: &mut Evidence,
    ) {
        let (h0, h1) = (pair.h0, pair.h1);
        match block.difference(self.measure()) == 0.0 {
            true => evidence.agree(self.differing_shares(pair, before, footing)),
            false => evidence.differ(),
        }
        let outlook = |of: &Outlook| (*of, of.stake(self.apart(pair, before, footing)));
        let Some((outlook, stake)) = self.outlook(before, footing).as_ref().map(outlook) else {
            return;
        };
        let above = |hypothesis: f64| match self.unit {
            Unit::Points | Unit::Wins => {
                let by = self.measure();
                let mean = by.difference(before).mean().unwrap_or(0.0);
                Above { block: block.difference(by) - hypothesis, mean: mean - hypothesis }
            }
            Unit::Elo => above_elo(block, before, footing, hypothesis),
        };
        evidence.add(&outlook, stake, above(h0), above(h1));
    }

    /// What to expect of the next block, given the blocks `before` it.
    pub(super) fn outlook(&self, before: &Effect, footing: Footing) -> Option<Outlook> {
        match self.unit {
            Unit::Points => Outlook::of(&before.points, None),
            Unit::Wins => Outlook::of(&before.wins, Some(1.0)),
            Unit::Elo => {
                let pair = self.hypotheses.pairs()[0];
                let middle = f64::midpoint(pair.h0, pair.h1);
                let slope = footing.slope(middle, expected_baseline(before));
                Outlook::of_residual(&before.wins, slope, Some(1.0))
            }
        }
    }

    /// The smallest shares of blocks that differ under each hypothesis, given the blocks `before`, none of which did.
    fn differing_shares(&self, pair: &Pair, before: &Effect, footing: Footing) -> [f64; 2] {
        let outlook = match self.measure() {
            Measure::Points => Outlook::of(&before.points, None),
            Measure::Wins => Outlook::of(&before.wins, Some(1.0)),
        };
        let share = |apart: f64| outlook.map_or(0.0, |outlook| outlook.differing_share(apart));
        let difference = |hypothesis: f64| match self.unit {
            Unit::Points | Unit::Wins => hypothesis,
            Unit::Elo => footing.win_difference(hypothesis, expected_baseline(before)),
        };
        [share(-difference(pair.h0)), share(difference(pair.h1))]
    }

    /// The distance between two hypotheses, in the measure's unit.
    pub(super) fn apart(&self, pair: &Pair, before: &Effect, footing: Footing) -> f64 {
        match self.unit {
            Unit::Points | Unit::Wins => pair.h1 - pair.h0,
            Unit::Elo => {
                let baseline = expected_baseline(before);
                let difference = |elo: f64| footing.win_difference(elo, baseline);
                difference(pair.h1) - difference(pair.h0)
            }
        }
    }
}

/// The verdict of one test. "Better" means better than 0: accepting a hypothesis on the other side
/// of 0 only shows that the candidate is not as bad, or not as good.
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

#[cfg(test)]
mod tests {
    use super::{Hypotheses, Pair, Sequential, TestProgress, Unit};
    use crate::{Block, Effect, Footing, Means, Verdict};
    use lettergame_base::{Branch, Rng, Seed, parallel_map};
    use lettergame_stats::SequentialTest;

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

    /// Evaluates every block until there is a verdict.
    fn asked(asked: &Sequential, blocks: impl IntoIterator<Item = Block>) -> (Verdict, u64) {
        let mut effect = Effect::default();
        let mut progress = vec![TestProgress::default(); asked.hypotheses.pairs().len()];
        for block in blocks {
            let verdict = asked.look(&effect, &block, Footing::SameSeats, &mut progress);
            effect.add(&block);
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
    fn the_wording_follows_what_was_excluded() {
        let blocks = |h0, h1, mean| asked(&two(Unit::Points, h0, h1), around(mean, 800)).0;
        assert_eq!(
            (blocks(0.0, 2.0, 2.0), blocks(0.0, 2.0, 0.0)),
            (Verdict::Better, Verdict::NoBetter)
        );
        assert_eq!(
            (blocks(-2.0, 0.0, 0.0), blocks(-2.0, 0.0, -2.0)),
            (Verdict::NoWorse, Verdict::Worse)
        );
        // H1 against a loss only shows that it is not a loss
        assert_eq!(
            (blocks(-1.0, 1.0, 1.5), blocks(-1.0, 1.0, -1.5)),
            (Verdict::NoWorse, Verdict::NoBetter)
        );
        assert_eq!(asked(&two(Unit::Points, 0.0, 2.0), around(9.0, 31)).0, Verdict::Undecided);
    }

    #[test]
    fn three_hypotheses_have_an_equal_one() {
        let blocks = |mean| asked(&three(1.0), around(mean, 2000)).0;
        assert_eq!(
            [blocks(1.2), blocks(0.0), blocks(-1.2)],
            [Verdict::Better, Verdict::Equal, Verdict::Worse]
        );
    }

    /// A block of two games each, in which each side wins with its given probability.
    fn games(rng: &mut Rng, candidate: f64, baseline: f64) -> Block {
        let mut means = |share: f64| {
            let won = (0..2).filter(|_| rng.unit() < share).count();
            Means { points: 0.0, wins: won as f64 / 2.0, faults: 0 }
        };
        Block { candidate: means(candidate), baseline: means(baseline) }
    }

    /// Shares near 0 and 1 are where an unobserved variance does harm.
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
            let one = |index| {
                let mut rng = Seed(11).derive(Branch::Chance, index as u64).rng();
                let blocks = (0..20_000).map(|_| games(&mut rng, candidate, share));
                match asked(&question, blocks).0 {
                    Verdict::Better | Verdict::NoWorse => at == h0,
                    Verdict::Worse | Verdict::NoBetter => at == h1,
                    _ => false,
                }
            };
            // 5 % of 200, and two standard errors for chance
            let wrong = parallel_map(200, one).into_iter().filter(|&wrong| wrong).count();
            assert!(wrong <= 16, "{share} {h0} {h1}: {wrong} of 200 accepted {wrong_word}");
        }
    }

    #[test]
    fn a_player_that_always_wins_still_needs_evidence() {
        let always = Means { points: 0.0, wins: 1.0, faults: 0 };
        let blocks = (0..300).map(|_| Block { candidate: always, baseline: always });
        assert_eq!(asked(&two(Unit::Elo, -10.0, 0.0), blocks).0, Verdict::Undecided);
    }

    #[test]
    fn a_player_that_never_wins_is_judged_worse_at_once() {
        let mut rng = Seed(2).rng();
        let blocks = (0..2000).map(|_| games(&mut rng, 0.9, 0.0));
        let (verdict, count) = asked(&two(Unit::Elo, 0.0, 20.0), blocks);
        assert_eq!(verdict, Verdict::Better);
        assert!(count < 400, "{count}");
    }
}
