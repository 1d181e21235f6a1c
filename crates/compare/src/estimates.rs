//! An effect with its intervals, for a number of blocks fixed in advance or determined by a
//! stopping rule.

use crate::{Block, Effect, EloGain, Footing, Measure};
use lettergame_stats::{Above, Interval, LEVEL, Outlook, anytime_interval, mean_interval};

/// What the blocks show, with intervals at [`LEVEL`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimates {
    /// Means and spreads.
    pub effect: Effect,
    /// The interval of the difference in points per game; `None` for fewer than two blocks, and if
    /// all blocks are identical, since the spread is then unknown.
    pub points: Option<Interval>,
    /// The interval of the difference of win shares.
    pub wins: Option<Interval>,
    /// The difference of win shares as Elo points.
    pub elo: Option<EloGain>,
}

impl Estimates {
    /// For a number of blocks fixed in advance.
    #[must_use]
    pub fn fixed(effect: Effect, footing: Footing) -> Estimates {
        let difference = effect.points.difference();
        let points =
            mean_interval(&difference, LEVEL).filter(|_| difference.variance() > Some(0.0));
        let (wins, elo) = (effect.wins_within(LEVEL), effect.elo(footing, LEVEL));
        Estimates { effect, points, wins, elo }
    }

    /// For blocks whose number depends on their outcome: the intervals are those of
    /// [`anytime_interval`].
    #[must_use]
    pub fn anytime(blocks: &[Block], footing: Footing) -> Estimates {
        Course::of(blocks, footing).estimates(LEVEL)
    }
}

/// The interval at `level` of the difference by this measure, for blocks whose number depends on
/// their outcome.
pub(super) fn difference_within(blocks: &[Block], by: Measure, level: f64) -> Option<Interval> {
    // the footing matters only for Elo
    let course = Course::of(blocks, Footing::SameSeats);
    match by {
        Measure::Points => course.points(level),
        Measure::Wins => course.wins(level),
    }
}

/// Blocks with what was known before each of them.
struct Course<'a> {
    blocks: &'a [Block],
    footing: Footing,
    /// What was known before each block.
    before: Vec<Effect>,
    effect: Effect,
}

impl<'a> Course<'a> {
    fn of(blocks: &'a [Block], footing: Footing) -> Course<'a> {
        let mut effect = Effect::default();
        let before = |block: &Block| {
            let before = effect;
            effect.add(block);
            before
        };
        let before = blocks.iter().map(before).collect();
        Course { blocks, footing, before, effect }
    }

    fn estimates(&self, level: f64) -> Estimates {
        let elo = self.effect.elo(self.footing, level).map(|EloGain { elo, .. }| {
            let interval = self.elo(elo, level);
            EloGain { elo, interval }
        });
        Estimates { effect: self.effect, points: self.points(level), wins: self.wins(level), elo }
    }

    fn points(&self, level: f64) -> Option<Interval> {
        let pairs = &self.effect.points;
        let reach = pairs.difference().standard_error()?.max(pairs.unpaired_standard_error()?);
        self.mean(Measure::Points, reach, level)
    }

    fn wins(&self, level: f64) -> Option<Interval> {
        Some(self.mean(Measure::Wins, 0.01, level)?.clamp(-1.0, 1.0))
    }

    fn mean(&self, by: Measure, reach: f64, level: f64) -> Option<Interval> {
        let bets = self.bets(by, level);
        let means = self.before.iter().map(|before| by.difference(before).mean().unwrap_or(0.0));
        let blocks = self.blocks.iter().map(|block| block.difference(by));
        let known: Vec<(f64, f64)> = blocks.zip(means).collect();
        let above = |value: f64, index: usize| {
            let (block, mean) = known[index];
            Above { block: block - value, mean: mean - value }
        };
        anytime_interval(&bets, above, (by.difference(&self.effect).mean()?, reach), level)
    }

    fn elo(&self, centre: f64, level: f64) -> Option<Interval> {
        let bets = self.bets(Measure::Wins, level);
        let above = |elo: f64, index: usize| {
            above_elo(&self.blocks[index], &self.before[index], self.footing, elo)
        };
        let ends = anytime_interval(&bets, above, (centre, 10.0), level)?;
        // beyond that the shares are 0 and 1
        (ends.low > -MAX_ELO && ends.high < MAX_ELO).then_some(ends)
    }

    /// What was known before each block, with the stake for an interval.
    fn bets(&self, by: Measure, level: f64) -> Vec<Option<(Outlook, f64)>> {
        let bound = (by == Measure::Wins).then_some(1.0);
        let bet = |before: &Effect| {
            let outlook = Outlook::of(by.pairs(before), bound)?;
            Some((outlook, outlook.stake_at(level)?))
        };
        self.before.iter().map(bet).collect()
    }
}

/// The largest number of Elo points an interval may reach: odds of ten billion to one.
const MAX_ELO: f64 = 4000.0;

/// The baseline's win share after these blocks, with half a block won and half a block lost added
/// (H. Jeffreys), so that it is neither 0 nor 1.
pub(super) fn expected_baseline(before: &Effect) -> f64 {
    let wins = before.wins.y();
    let blocks = wins.count() as f64;
    (blocks * wins.mean().unwrap_or(0.0) + 0.5) / (blocks + 1.0)
}

/// By how much the candidate's share of a block, and of those `before` it, exceeds what this Elo
/// difference predicts from the baseline's share: `x - g(y)`, with `g` linear around the baseline's
/// share so far.
pub(super) fn above_elo(block: &Block, before: &Effect, footing: Footing, elo: f64) -> Above {
    let baseline = expected_baseline(before);
    let expected = baseline + footing.win_difference(elo, baseline);
    let slope = footing.slope(elo, baseline);
    let residual = |x: f64, y: f64| x - expected - slope * (y - baseline);
    let mean =
        before.wins.x().mean().zip(before.wins.y().mean()).map_or(0.0, |(x, y)| residual(x, y));
    Above { block: residual(block.candidate.wins, block.baseline.wins), mean }
}
