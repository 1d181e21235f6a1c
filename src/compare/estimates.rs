//! An effect with its intervals: for a number of blocks that was fixed before, or for one that they decided.

use crate::compare::{Block, Effect, EloGain, Footing, Sequential, Unit};
use crate::stats::{Interval, LEVEL, Outlook, anytime_interval, mean_interval};

/// What blocks say, with intervals at [`LEVEL`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimates {
    /// Means and spreads.
    pub effect: Effect,
    /// The interval of the difference of points a game; `None` for fewer than two blocks, and where all are the
    /// same: how much others may differ is then not known.
    pub points: Option<Interval>,
    /// The interval of the difference of win shares.
    pub wins: Option<Interval>,
    /// The difference of win shares as Elo points.
    pub elo: Option<EloGain>,
}

impl Estimates {
    /// For a number of blocks that was fixed before.
    #[must_use]
    pub fn fixed(effect: Effect, footing: Footing) -> Estimates {
        let difference = effect.points.difference();
        let points = mean_interval(&difference, LEVEL).filter(|_| difference.variance() > Some(0.0));
        let (wins, elo) = (effect.wins_within(LEVEL), effect.elo(footing, LEVEL));
        Estimates { effect, points, wins, elo }
    }

    /// For blocks that decided by themselves how many there are: the intervals are those of
    /// [`anytime_interval`], with the stakes of the test for what it was about.
    #[must_use]
    pub fn anytime(blocks: &[Block], asked: &Sequential, footing: Footing) -> Estimates {
        Course::of(blocks, asked, footing).estimates(LEVEL)
    }

    /// Does the interval of what was asked lie below 0? At another level than the others.
    pub(super) fn is_worse(
        blocks: &[Block],
        asked: &Sequential,
        footing: Footing,
        level: f64,
    ) -> bool {
        let course = Course::of(blocks, asked, footing);
        let interval = match asked.unit {
            Unit::Points => course.points(level),
            Unit::Wins | Unit::Elo => course.wins(level),
        };
        interval.is_some_and(|ends| ends.high < 0.0)
    }
}

/// Blocks with what was known before each.
struct Course<'a> {
    blocks: &'a [Block],
    footing: Footing,
    asked: &'a Sequential,
    /// What was known before each block.
    before: Vec<Effect>,
    effect: Effect,
}

impl<'a> Course<'a> {
    fn of(blocks: &'a [Block], asked: &'a Sequential, footing: Footing) -> Course<'a> {
        let mut effect = Effect::default();
        let before = |block: &Block| {
            let before = effect;
            effect.add(block);
            before
        };
        let before = blocks.iter().map(before).collect();
        Course { blocks, footing, asked, before, effect }
    }

    fn estimates(&self, level: f64) -> Estimates {
        let elo = self.effect.elo(self.footing, level).map(|EloGain { elo, .. }| {
            let interval = self.elo(elo, level);
            EloGain { elo, interval }
        });
        Estimates { effect: self.effect, points: self.points(level), wins: self.wins(level), elo }
    }

    fn points(&self, level: f64) -> Option<Interval> {
        let outlook = |before: &Effect| Outlook::of(&before.points, None);
        let stakes = self.stakes(Unit::Points, level, outlook);
        let difference = |block: &Block| block.candidate.points - block.baseline.points;
        let all = self.effect.points.difference();
        let differences: Vec<f64> = self.blocks.iter().map(difference).collect();
        let reach = all.standard_error()?.max(self.effect.points.unpaired_standard_error()?);
        let above = |value: f64, block: usize| differences[block] - value;
        anytime_interval(&stakes, above, (all.mean()?, reach), level)
    }

    fn wins(&self, level: f64) -> Option<Interval> {
        let outlook = |before: &Effect| Outlook::of(&before.wins, Some(1.0));
        let stakes = self.stakes(Unit::Wins, level, outlook);
        let difference = |block: &Block| block.candidate.wins - block.baseline.wins;
        let differences: Vec<f64> = self.blocks.iter().map(difference).collect();
        let above = |value: f64, block: usize| differences[block] - value;
        let centre = self.effect.wins.difference().mean()?;
        let ends = anytime_interval(&stakes, above, (centre, 0.01), level)?;
        Some(ends.clamp(-1.0, 1.0))
    }

    fn elo(&self, centre: f64, level: f64) -> Option<Interval> {
        let outlook = |before: &Effect| Outlook::of(&before.wins, Some(1.0));
        let stakes = self.stakes(Unit::Elo, level, outlook);
        let baselines: Vec<f64> = self.before.iter().map(expected_baseline).collect();
        let above =
            |elo: f64, block: usize| residual(&self.blocks[block], baselines[block], self.footing, elo);
        let ends = anytime_interval(&stakes, above, (centre, 10.0), level)?;
        // beyond that the shares are 0 and 1
        (ends.low > -MOST_ELO && ends.high < MOST_ELO).then_some(ends)
    }

    /// The stakes of the test where it was about this unit, else those for an interval.
    fn stakes(
        &self,
        unit: Unit,
        level: f64,
        outlook: impl Fn(&Effect) -> Option<Outlook>,
    ) -> Vec<f64> {
        let pairs = self.asked.hypotheses.pairs();
        let apart = pairs.first().filter(|_| self.asked.unit == unit).map(|pair| pair.h1 - pair.h0);
        let stake = |before: &Effect| {
            let Some(outlook) = outlook(before) else { return 0.0 };
            match apart {
                Some(apart) if unit == Unit::Elo => {
                    let (h0, baseline) = (pairs[0].h0, expected_baseline(before));
                    outlook.stake(self.footing.win_difference(h0 + apart, baseline)
                        - self.footing.win_difference(h0, baseline))
                }
                Some(apart) => outlook.stake(apart),
                None => outlook.stake_at(level).unwrap_or(0.0),
            }
        };
        self.before.iter().map(stake).collect()
    }
}

/// The most Elo points that an interval reaches: odds of ten billions to one.
const MOST_ELO: f64 = 4000.0;

/// The baseline's win share after these blocks, with half a block that it won and half a block that it lost (H.
/// Jeffreys), so that it is neither 0 nor 1.
pub(super) fn expected_baseline(before: &Effect) -> f64 {
    let wins = before.wins.y();
    let blocks = wins.count() as f64;
    (blocks * wins.mean().unwrap_or(0.0) + 0.5) / (blocks + 1.0)
}

/// How far the candidate's share of a block lies above what so many Elo points let one expect, given the
/// baseline's share: `x - g(y)`, with `g` linear around the share `baseline` that was expected before.
pub(super) fn residual(block: &Block, baseline: f64, footing: Footing, elo: f64) -> f64 {
    let expected = baseline + footing.win_difference(elo, baseline);
    let slope = footing.slope(elo, baseline);
    block.candidate.wins - expected - slope * (block.baseline.wins - baseline)
}
