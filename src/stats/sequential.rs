//! A sequential test: which of two values is the true mean, with as few blocks as that takes.
//!
//! The idea: bet against a hypothesis, a little on each block, without debts. If the hypothesis is true, the
//! game is fair, and the chance that a capital of 1 ever reaches `1 / alpha` is at most `alpha` (J. Ville,
//! "Étude critique de la notion de collectif", 1939). So whoever stops there is wrong with probability `alpha`
//! at most, whenever he looks and however the blocks are distributed (G. Shafer, "Testing by betting", Journal
//! of the Royal Statistical Society A 184, 2021). One capital is bet on means above `h0`, one on means below
//! `h1`; the first that is large enough decides.
//!
//! A block `x` multiplies the capital against `h0` by `1 + stake * (x - h0)`, and the other one by
//! `1 - stake * (x - h1)`. The stake is fixed before the block is seen: [`Outlook::stake`]. Where both
//! hypotheses are a small part of the spread apart, the capitals are nearly the likelihood ratio of normal
//! blocks and its inverse, so the test needs hardly more blocks than that of A. Wald ("Sequential tests of
//! statistical hypotheses", Annals of Mathematical Statistics 16, 1945), which nothing beats.
//!
//! Of each capital [`SHARES`] are bet at the whole stake, half of it and a quarter. So one of the two grows
//! whatever the true mean is: between the hypotheses, too, there is a verdict.
//!
//! A block of measurements without bounds may cost more than was at stake. Then the factor does not fall below
//! 0 but goes on from [`KNEE`] as an exponential; a lost capital can so be won back. That favours the bet a
//! little, and the variance and the sizes of blocks are estimates; what it does to the errors is simulated in
//! `tests/calibration.rs`, and the README has its table.

use super::PairedSummary;
use super::stake::Outlook;

/// The parts of the capital that are bet at the whole stake, at half of it and at a quarter.
const SHARES: [f64; 3] = [0.8, 0.14, 0.06];
const FRACTIONS: [f64; 3] = [1.0, 0.5, 0.25];

/// The loss from which on a factor is no longer linear.
const KNEE: f64 = 0.75;

/// The chances of both wrong verdicts.
///
/// ```
/// use lettergame::stats::{Accepted, SequentialRun, SequentialTest};
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
    /// No verdict is given with fewer blocks, whatever they say: a variance of few is a guess.
    pub const LEAST_BLOCKS: u64 = 32;

    /// A test that accepts `h1` by mistake with probability `alpha` at most, and `h0` with `beta`.
    ///
    /// `None` unless both are above 0 and below 0.5.
    #[must_use]
    pub fn new(alpha: f64, beta: f64) -> Option<SequentialTest> {
        let fits = |error: f64| error > 0.0 && error < 0.5;
        (fits(alpha) && fits(beta)).then_some(SequentialTest { alpha, beta })
    }

    /// `h0` is accepted when the capital that is bet against `h1` is this or more: `1 / beta`.
    #[must_use]
    pub fn needed_for_h0(&self) -> f64 {
        1.0 / self.beta
    }

    /// `h1` is accepted when the capital that is bet against `h0` is this or more: `1 / alpha`.
    #[must_use]
    pub fn needed_for_h1(&self) -> f64 {
        1.0 / self.alpha
    }

    /// The verdict on the evidence of this many blocks; `None` means that more are needed, as always below
    /// [`SequentialTest::LEAST_BLOCKS`].
    #[must_use]
    pub fn verdict_on(&self, blocks: u64, evidence: &Evidence) -> Option<Accepted> {
        match blocks {
            ..SequentialTest::LEAST_BLOCKS => None,
            _ if evidence.log_for_h1() >= self.needed_for_h1().ln() => Some(Accepted::H1),
            _ if evidence.log_for_h0() >= self.needed_for_h0().ln() => Some(Accepted::H0),
            _ => None,
        }
    }
}

/// Both capitals of a test, from 1 each.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Evidence {
    against_h0: Capital,
    against_h1: Capital,
}

impl Evidence {
    /// Adds a block: how far it lies above `h0`, and above `h1`, with the stake that was fixed before.
    pub fn add(&mut self, above_h0: f64, above_h1: f64, stake: f64) {
        self.against_h0.bet(above_h0, stake);
        self.against_h1.bet(-above_h1, stake);
    }

    /// The natural logarithm of the capital that is bet against `h1`.
    #[must_use]
    pub fn log_for_h0(&self) -> f64 {
        self.against_h1.log()
    }

    /// The natural logarithm of the capital that is bet against `h0`.
    #[must_use]
    pub fn log_for_h1(&self) -> f64 {
        self.against_h0.log()
    }
}

/// A capital in parts that are bet at several stakes; the logarithms of what became of each.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Capital([f64; 3]);

impl Capital {
    /// `gain` is in the unit of a block, `stake` in its inverse.
    pub(super) fn bet(&mut self, gain: f64, stake: f64) {
        for (log, fraction) in self.0.iter_mut().zip(FRACTIONS) {
            *log += log_growth(fraction * stake * gain);
        }
    }

    /// The natural logarithm of the whole.
    pub(super) fn log(&self) -> f64 {
        let most = self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let parts = self.0.iter().zip(SHARES).map(|(log, share)| share * (log - most).exp());
        most + parts.sum::<f64>().ln()
    }
}

/// The logarithm of the factor by which a bet that returns `gain` for each unit of capital changes it.
fn log_growth(gain: f64) -> f64 {
    if gain >= -KNEE { gain.ln_1p() } else { (1.0 - KNEE).ln() + (gain + KNEE) / (1.0 - KNEE) }
}

/// A [`SequentialTest`] under way: blocks are added one by one until there is a verdict, and no more
/// are looked at then.
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
    /// No blocks yet; `h0` is to be below `h1`, or there will never be a verdict.
    #[must_use]
    pub fn new(test: SequentialTest, h0: f64, h1: f64) -> SequentialRun {
        let (blocks, evidence) = (PairedSummary::default(), Evidence::default());
        SequentialRun { test, h0, h1, blocks, evidence, verdict: None }
    }

    /// Adds one block, unless there is a verdict already, and returns the verdict. The hypotheses are about
    /// the mean of `x - y`. Constant time.
    pub fn add(&mut self, x: f64, y: f64) -> Option<Accepted> {
        if self.verdict.is_none() {
            if let Some(outlook) = Outlook::of(&self.blocks, None).filter(|_| self.h0 < self.h1) {
                let (difference, stake) = (x - y, outlook.stake(self.h1 - self.h0));
                self.evidence.add(difference - self.h0, difference - self.h1, stake);
            }
            self.blocks.add(x, y);
            self.verdict = self.test.verdict_on(self.blocks.count(), &self.evidence);
        }
        self.verdict
    }

    /// The first verdict that there was.
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
