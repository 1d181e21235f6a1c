//! Confidence intervals that are valid at any stopping time.
//!
//! An interval for a fixed number of blocks undercovers when the blocks themselves decided when to stop. Here
//! a value stays in the interval as long as no one betting against it, as in
//! [`SequentialTest`](super::SequentialTest), has become rich: one capital is bet on means above the value,
//! one on means below it, and both are still below `2 / (1 - level)`. The set of these values covers the true
//! mean at all times simultaneously with probability `level` (a confidence sequence: D. A. Darling and H.
//! Robbins, "Confidence sequences for mean, variance, and median", Proceedings of the National Academy of
//! Sciences 58, 1967; by betting: I. Waudby-Smith and A. Ramdas, Journal of the Royal Statistical Society B
//! 86, 2024). It is 1.4 to 1.7 times as wide as a fixed-size interval.

use super::Interval;
use super::sequential::{Above, Capital};
use super::stake::Outlook;

/// Bisection steps to locate an endpoint: enough for a billionth of the bracket.
const HALVINGS: u32 = 30;

/// Doublings of the search distance before giving up on excluding a value.
const DOUBLINGS: u32 = 60;

/// The confidence interval at `level` for the value that the bets are about. For each block, `bets` has what
/// was known before it, if that was enough to bet, and the stake that follows; `above(value, block)` says how
/// far this block and the mean of the earlier ones lie above what is expected under `value`, and decreases as
/// the value grows. `centre` is a value that is not excluded, and `reach` the distance to try first.
///
/// `None` if an endpoint is never excluded, for lack of stakes, or is not a number. Takes about a hundred
/// passes over the blocks.
pub fn anytime_interval(
    bets: &[Option<(Outlook, f64)>],
    above: impl Fn(f64, usize) -> Above,
    (centre, reach): (f64, f64),
    level: f64,
) -> Option<Interval> {
    let enough = (2.0 / (1.0 - level)).ln();
    let excluded = |value: f64, sign: f64| {
        let mut capital = Capital::default();
        for (block, bet) in bets.iter().enumerate() {
            if let Some((outlook, stake)) = bet {
                let above = above(value, block);
                capital.bet(sign * above.block, outlook.bets(*stake, sign * above.mean));
            }
        }
        capital.log() >= enough
    };
    let low = end(centre, -reach, |value| excluded(value, 1.0))?;
    let high = end(centre, reach, |value| excluded(value, -1.0))?;
    Some(Interval { low, high })
}

/// The first excluded value, searching from `centre` in steps of `reach`.
fn end(centre: f64, reach: f64, excluded: impl Fn(f64) -> bool) -> Option<f64> {
    if excluded(centre) {
        return Some(centre);
    }
    let mut inside = 0.0;
    let mut outside = (0..DOUBLINGS)
        .map(|step| 2.0_f64.powi(step as i32))
        .find(|&far| excluded(centre + far * reach))?;
    for _ in 0..HALVINGS {
        let middle = (inside + outside) / 2.0;
        if excluded(centre + middle * reach) { outside = middle } else { inside = middle }
    }
    let end = centre + outside * reach;
    end.is_finite().then_some(end)
}

#[cfg(test)]
mod tests {
    use super::anytime_interval;
    use crate::{Above, Outlook, PairedSummary};

    fn outlook() -> Outlook {
        let mut pairs = PairedSummary::default();
        (0..100).for_each(|n| pairs.add(f64::from(n % 2), 1.0));
        Outlook::of(&pairs, Some(1.0)).unwrap()
    }

    /// A tenth of the capital is bet on each of 100 blocks of 1, with a mean that is never ahead: the value
    /// is excluded where 80 % at the full stake and 12 % at half of it, with 8 % not bet, grow to 40.
    #[test]
    fn interval_ends_are_where_a_bet_pays_off() {
        let bets = [Some((outlook(), 0.1)); 100];
        let above = |value: f64, _| Above { block: 1.0 - value, mean: 0.0 };
        let ends = anytime_interval(&bets, above, (1.0, 0.5), 0.95).unwrap();
        let capital = |gain: f64| {
            let part = |stake: f64| (1.0 + stake * gain).powi(100);
            0.8 * part(0.1) + 0.12 * part(0.05) + 0.08
        };
        assert!((capital(1.0 - ends.low) - 40.0).abs() < 1e-4, "{ends:?}");
        assert!((capital(ends.high - 1.0) - 40.0).abs() < 1e-4, "{ends:?}");
    }

    #[test]
    fn without_stakes_nothing_is_excluded() {
        let above = |value: f64, _| Above { block: 1.0 - value, mean: 0.0 };
        assert_eq!(anytime_interval(&[None; 9], above, (1.0, 1.0), 0.95), None);
        assert_eq!(anytime_interval(&[], above, (0.0, 1.0), 0.95), None);
    }
}
