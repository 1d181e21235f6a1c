//! Two contestants on the same blocks: which mean is larger, and is the difference within a margin?
//!
//! As in a [`SequentialTest`](super::SequentialTest), bets are placed against each claim. One capital is bet
//! on `x` being larger, one on `y` being larger, and with a margin two more on the difference being below it
//! on either side. If a claim is true, the capital bet against it is not expected to grow, and neither is the
//! average of several such capitals (V. Vovk and R. Wang, "E-values: calibration, combination and
//! applications", Annals of Statistics 49, 2021). Stakes are those of
//! [`anytime_interval`](super::anytime_interval).

use super::PairedSummary;
use super::sequential::Capital;
use super::stake::Outlook;

/// Settings shared by all duels of a race.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// The most that two measurements of a block can differ, if known.
    pub bound: Option<f64>,
    /// A difference that does not matter, in the unit of a block.
    pub margin: Option<f64>,
    /// The interval level, 0 to 1, whose stakes are used.
    pub level: f64,
}

/// Two contestants, `x` and `y`, and the capitals bet on them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Duel {
    pairs: PairedSummary,
    on_x: Capital,
    on_y: Capital,
    /// On the difference being above the lower margin, and below the upper one.
    within: [Capital; 2],
}

impl Duel {
    /// Bets on a block, given the earlier ones, and adds it. Constant time.
    pub fn add(&mut self, x: f64, y: f64, stakes: &Stakes) {
        let outlook = Outlook::of(&self.pairs, stakes.bound);
        let stake = outlook.and_then(|outlook| Some((outlook, outlook.stake_at(stakes.level)?)));
        if let Some((outlook, stake)) = stake {
            let mean = self.pairs.difference().mean().unwrap_or(0.0);
            let bet = |capital: &mut Capital, gain: f64, ahead: f64| {
                capital.bet(gain, outlook.bets(stake, ahead));
            };
            bet(&mut self.on_x, x - y, mean);
            bet(&mut self.on_y, y - x, -mean);
            if let Some(margin) = stakes.margin {
                let [low, high] = &mut self.within;
                bet(low, x - y + margin, mean + margin);
                bet(high, y - x + margin, margin - mean);
            }
        }
        self.pairs.add(x, y);
    }

    /// The blocks so far.
    #[must_use]
    pub fn pairs(&self) -> &PairedSummary {
        &self.pairs
    }

    /// The current value of a capital of 1 bet on `x` having the larger mean.
    #[must_use]
    pub fn capital_on_x(&self) -> f64 {
        self.on_x.log().exp()
    }

    /// Likewise for `y`.
    #[must_use]
    pub fn capital_on_y(&self) -> f64 {
        self.on_y.log().exp()
    }

    /// Does the interval of the difference lie within the margin? Always `false` without a margin.
    #[must_use]
    pub fn is_within(&self, stakes: &Stakes) -> bool {
        let enough = (2.0 / (1.0 - stakes.level)).ln();
        stakes.margin.is_some() && self.within.iter().all(|capital| capital.log() >= enough)
    }
}

#[cfg(test)]
mod tests {
    use super::{Duel, Stakes};
    use crate::anytime_interval;
    use crate::{Above, Outlook, PairedSummary};
    use lettergame_base::Seed;

    const STAKES: Stakes = Stakes { bound: None, margin: Some(0.5), level: 0.95 };

    fn blocks(apart: f64, count: usize) -> Vec<(f64, f64)> {
        let mut rng = Seed(7).rng();
        let mut unit = || rng.unit() * 2.0 - 1.0;
        (0..count).map(|_| (unit() + apart, unit())).collect()
    }

    fn duel(blocks: &[(f64, f64)]) -> Duel {
        let mut duel = Duel::default();
        blocks.iter().for_each(|&(x, y)| duel.add(x, y, &STAKES));
        duel
    }

    #[test]
    fn the_capital_bet_on_the_better_player_grows() {
        let won = duel(&blocks(0.5, 400));
        assert!(won.capital_on_x() > 1000.0 && won.capital_on_y() < 0.1);
        let lost = duel(&blocks(-0.5, 400));
        assert!(lost.capital_on_y() > 1000.0 && lost.capital_on_x() < 0.1);
        let even = duel(&blocks(0.0, 400));
        assert!(even.capital_on_x() < 20.0 && even.capital_on_y() < 20.0);
    }

    #[test]
    fn the_margin_holds_when_the_interval_says_so() {
        for count in [40, 80, 150, 250, 400, 800] {
            let blocks = blocks(0.2, count);
            let mut pairs = PairedSummary::default();
            let before: Vec<PairedSummary> = blocks
                .iter()
                .map(|&(x, y)| {
                    let before = pairs;
                    pairs.add(x, y);
                    before
                })
                .collect();
            let bet = |before: &PairedSummary| {
                let outlook = Outlook::of(before, None)?;
                Some((outlook, outlook.stake_at(STAKES.level)?))
            };
            let bets: Vec<_> = before.iter().map(bet).collect();
            let above = |value: f64, index: usize| {
                let (x, y) = blocks[index];
                let mean = before[index].difference().mean().unwrap_or(0.0);
                Above { block: x - y - value, mean: mean - value }
            };
            let mean = pairs.difference().mean().unwrap();
            let ends = anytime_interval(&bets, above, (mean, 0.1), STAKES.level).unwrap();
            let within = -0.5 < ends.low && ends.high < 0.5;
            assert_eq!(duel(&blocks).is_within(&STAKES), within, "{count}: {ends:?}");
        }
    }

    #[test]
    fn without_a_margin_nothing_counts_as_within_it() {
        let mut duel = Duel::default();
        let stakes = Stakes { margin: None, ..STAKES };
        blocks(0.0, 2000).iter().for_each(|&(x, y)| duel.add(x, y, &stakes));
        assert!(!duel.is_within(&stakes));
    }
}
