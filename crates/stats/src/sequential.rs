//! A sequential test: decides which of two values is the true mean, with as few blocks as possible.
//!
//! Bet against a hypothesis, a little on each block, without going into debt. If the hypothesis is true, the
//! game is fair, and the probability that a capital of 1 ever reaches `1 / alpha` is at most `alpha` (J.
//! Ville, "Étude critique de la notion de collectif", 1939). So stopping there is wrong with probability at
//! most `alpha`, at any stopping time and for any distribution of the blocks (G. Shafer, "Testing by
//! betting", Journal of the Royal Statistical Society A 184, 2021). One capital is bet on means above `h0`,
//! one on means below `h1`; the first to become large enough decides.
//!
//! A block `x` multiplies the capital against `h0` by `1 + stake * (x - h0)`, and the other one by
//! `1 - stake * (x - h1)`. The stake is fixed before the block is seen: [`Outlook::stake`]. If the hypotheses
//! differ by a small fraction of the spread, the capitals are nearly the likelihood ratio of normal blocks
//! and its inverse, so the test needs hardly more blocks than that of A. Wald ("Sequential tests of
//! statistical hypotheses", Annals of Mathematical Statistics 16, 1945), which is optimal.
//!
//! Each capital is split into [`SHARES`], bet at the stake for `h1` against `h0`, at half of it, and at the
//! stake for the mean of the blocks so far. So one of the two capitals grows whatever the true mean is: there
//! is a verdict between the hypotheses, too, and a large effect is detected immediately.
//!
//! Two players that are the same, such as two builds of a program, have the same result in every block, and
//! such small bets on nothing but zeros grow slowly. So each hypothesis has a second capital, of which everything
//! is staked on the next block not differing. If the true mean difference is `d` away from 0, and a block that
//! differs does so by `r` on average, at least `d / r` of the blocks differ, and `n` blocks agree with probability
//! `(1 - d / r)^n` at most. The second capital is the inverse of that, and starts at a half, so it is large enough
//! when that probability is at most `alpha / 2`: after `ln(2 / alpha) r / d` blocks, about. One block that differs ends
//! it. `r` is the bound of the measurement, or else that of [`Outlook::differing_share`], three times the spread
//! between unrelated blocks. A verdict needs only one of the two capitals. So in theory the error is `1.5 alpha` if
//! every block that differs is as large as `r` and in the same direction, and hardly more than `alpha` if they are
//! half as large.
//!
//! A block of unbounded measurements may lose more than the stake. Then the factor does not fall below 0 but
//! continues from [`KNEE`] as an exponential, so a lost capital can recover. That slightly favours the bet,
//! and the variance and the sizes of blocks are estimates. The effect on the error rates is simulated in
//! `compare::calibration`, and the README has a table of them.

use std::f64::consts::LN_2;

use super::PairedSummary;
use super::stake::Outlook;

/// The parts of the capital: bet at the full stake, at half of it, and at one that follows the blocks.
const SHARES: [f64; 3] = [0.8, 0.12, 0.08];

/// The loss beyond which a factor is no longer linear.
const KNEE: f64 = 0.75;

/// The probabilities of both wrong verdicts.
///
/// ```
/// use lettergame_stats::{Accepted, SequentialRun, SequentialTest};
///
/// let test = SequentialTest::new(0.05, 0.05).unwrap();
/// let mut run = SequentialRun::new(test, 0.0, 1.0);
/// let verdict = (0..200).find_map(|n| run.add(10.0 + f64::from(n % 5), 11.0));
/// assert_eq!(verdict, Some(Accepted::H1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SequentialTest {
    alpha: f64,
    beta: f64,
}

/// Which hypothesis a [`SequentialTest`] accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    /// The true mean is below `h1`.
    H0,
    /// The true mean is above `h0`.
    H1,
}

impl SequentialTest {
    /// No verdict is given with fewer blocks: a variance of few blocks is a guess.
    pub const MIN_BLOCKS: u64 = 32;

    /// A test that accepts `h1` by mistake with probability at most `alpha`, and `h0` with `beta`.
    ///
    /// `None` unless both are above 0 and below 0.5.
    #[must_use]
    pub fn new(alpha: f64, beta: f64) -> Option<SequentialTest> {
        let fits = |error: f64| error > 0.0 && error < 0.5;
        (fits(alpha) && fits(beta)).then_some(SequentialTest { alpha, beta })
    }

    /// `h0` is accepted if the capital bet against `h1` is at least this: `1 / beta`.
    #[must_use]
    pub fn needed_for_h0(&self) -> f64 {
        1.0 / self.beta
    }

    /// `h1` is accepted if the capital bet against `h0` is at least this: `1 / alpha`.
    #[must_use]
    pub fn needed_for_h1(&self) -> f64 {
        1.0 / self.alpha
    }

    /// The verdict on the evidence of this many blocks; `None` means that more are needed, as always below
    /// [`SequentialTest::MIN_BLOCKS`].
    #[must_use]
    pub fn verdict_on(&self, blocks: u64, evidence: &Evidence) -> Option<Accepted> {
        match blocks {
            ..SequentialTest::MIN_BLOCKS => None,
            _ if evidence.log_for_h1() >= self.needed_for_h1().ln() => Some(Accepted::H1),
            _ if evidence.log_for_h0() >= self.needed_for_h0().ln() => Some(Accepted::H0),
            _ => None,
        }
    }
}

/// The capitals of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    against_h0: Capital,
    against_h1: Capital,
    /// The natural logarithms of the capitals staked on no block differing, against `h0` and against `h1`;
    /// `None` once a block has differed.
    agreed: Option<[f64; 2]>,
}

impl Default for Evidence {
    fn default() -> Evidence {
        let (against_h0, against_h1) = (Capital::default(), Capital::default());
        Evidence { against_h0, against_h1, agreed: Some([-LN_2; 2]) }
    }
}

impl Evidence {
    /// Adds a block, given what was known before it and the resulting stake: how far the block lies above
    /// `h0` and `h1`, and how far the mean of the earlier blocks did.
    pub fn add(&mut self, outlook: &Outlook, stake: f64, h0: Above, h1: Above) {
        self.against_h0.bet(h0.block, outlook.bets(stake, h0.mean));
        self.against_h1.bet(-h1.block, outlook.bets(stake, -h1.mean));
    }

    /// Adds that a block did not differ, of which at least these shares do under `h0` and under `h1`: see
    /// [`Outlook::differing_share`].
    pub fn agree(&mut self, [of_h0, of_h1]: [f64; 2]) {
        if let Some([against_h0, against_h1]) = &mut self.agreed {
            *against_h0 -= (-of_h0).ln_1p();
            *against_h1 -= (-of_h1).ln_1p();
        }
    }

    /// Adds that a block differed.
    pub fn differ(&mut self) {
        self.agreed = None;
    }

    /// The natural logarithm of the larger capital bet against `h1`.
    #[must_use]
    pub fn log_for_h0(&self) -> f64 {
        let agreed = self.agreed.map_or(f64::NEG_INFINITY, |[_, against_h1]| against_h1);
        self.against_h1.log().max(agreed)
    }

    /// The natural logarithm of the larger capital bet against `h0`.
    #[must_use]
    pub fn log_for_h1(&self) -> f64 {
        let agreed = self.agreed.map_or(f64::NEG_INFINITY, |[against_h0, _]| against_h0);
        self.against_h0.log().max(agreed)
    }
}

/// How far blocks lie above a hypothesis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Above {
    /// The block being bet on.
    pub block: f64,
    /// The mean of the earlier blocks.
    pub mean: f64,
}

/// A capital in parts bet at different stakes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Capital {
    /// The logarithm of each part, excluding its `factors`.
    logs: [f64; 3],
    /// The last factors, whose logarithm is taken when needed.
    factors: [f64; 3],
}

impl Default for Capital {
    fn default() -> Capital {
        Capital { logs: [0.0; 3], factors: [1.0; 3] }
    }
}

/// Factors are multiplied as long as their product stays well within the range of `f64`.
const MAX_FACTOR: f64 = 1e100;

impl Capital {
    /// Settles a bet that gains `gain`, in the unit of a block, for each unit of its stake.
    pub(super) fn bet(&mut self, gain: f64, stakes: [f64; 3]) {
        for (part, stake) in stakes.into_iter().enumerate() {
            let gain = stake * gain;
            if gain < -KNEE {
                self.logs[part] += log_growth(gain);
                continue;
            }
            let factor = &mut self.factors[part];
            *factor *= 1.0 + gain;
            if !(1.0 / MAX_FACTOR..MAX_FACTOR).contains(factor) {
                self.logs[part] += factor.ln();
                *factor = 1.0;
            }
        }
    }

    /// The natural logarithm of the total.
    pub(super) fn log(&self) -> f64 {
        let logs = [0, 1, 2].map(|part| self.logs[part] + self.factors[part].ln());
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let parts = logs.iter().zip(SHARES).map(|(log, share)| share * (log - most).exp());
        most + parts.sum::<f64>().ln()
    }
}

/// The logarithm of the factor of a bet that loses more than [`KNEE`] of the capital.
fn log_growth(gain: f64) -> f64 {
    (1.0 - KNEE).ln() + (gain + KNEE) / (1.0 - KNEE)
}

/// A [`SequentialTest`] in progress: blocks are added one by one until there is a verdict; later ones are
/// ignored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SequentialRun {
    test: SequentialTest,
    h0: f64,
    h1: f64,
    blocks: PairedSummary,
    evidence: Evidence,
    verdict: Option<Accepted>,
}

impl SequentialRun {
    /// No blocks yet; `h0` must be below `h1`, or there will never be a verdict.
    #[must_use]
    pub fn new(test: SequentialTest, h0: f64, h1: f64) -> SequentialRun {
        let (blocks, evidence) = (PairedSummary::default(), Evidence::default());
        SequentialRun { test, h0, h1, blocks, evidence, verdict: None }
    }

    /// Adds one block, unless there is a verdict already, and returns the verdict. The hypotheses concern the
    /// mean of `x - y`. Constant time.
    pub fn add(&mut self, x: f64, y: f64) -> Option<Accepted> {
        if self.verdict.is_none() {
            let mean = self.blocks.difference().mean().unwrap_or(0.0);
            if let Some(outlook) = Outlook::of(&self.blocks, None).filter(|_| self.h0 < self.h1) {
                let above = |h: f64| Above { block: x - y - h, mean: mean - h };
                let stake = outlook.stake(self.h1 - self.h0);
                self.evidence.add(&outlook, stake, above(self.h0), above(self.h1));
                self.evidence
                    .agree([-self.h0, self.h1].map(|apart| outlook.differing_share(apart)));
            }
            if x != y {
                self.evidence.differ();
            }
            self.blocks.add(x, y);
            self.verdict = self.test.verdict_on(self.blocks.count(), &self.evidence);
        }
        self.verdict
    }

    /// The verdict, once reached.
    #[must_use]
    pub fn verdict(&self) -> Option<Accepted> {
        self.verdict
    }

    /// The blocks up to the verdict.
    #[must_use]
    pub fn blocks(&self) -> PairedSummary {
        self.blocks
    }
}

#[cfg(test)]
mod tests;
