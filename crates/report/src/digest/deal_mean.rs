//! A mean over all measurements, with an interval that treats each deal as one observation.
//!
//! Games of one deal share their randomness, so they count as one observation: a cluster of measurements,
//! weighted by their number (the last deal may have fewer, and not every game reaches each round). The
//! interval is that of [`ratio_interval`] over the deals.

use crate::digest::Estimate;
use lettergame_stats::{Interval, LEVEL, RatioSummary, ratio_interval, share_interval};

/// Accumulates measurements deal by deal, in constant memory.
#[derive(Clone, Debug, Default)]
pub(super) struct DealMean {
    count: u64,
    total: f64,
    /// The deals that are over.
    closed: RatioSummary,
    /// The deal in progress.
    deal: u64,
    open_count: u64,
    open_total: f64,
}

impl DealMean {
    /// Adds a measurement; those of a deal are added consecutively.
    pub(super) fn add(&mut self, deal: u64, value: f64) {
        if deal != self.deal {
            self.closed = self.deals();
            self.deal = deal;
            self.open_count = 0;
            self.open_total = 0.0;
        }
        self.count += 1;
        self.total += value;
        self.open_count += 1;
        self.open_total += value;
    }

    /// The number of measurements.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The deals, including the one in progress.
    pub(super) fn deals(&self) -> RatioSummary {
        let mut deals = self.closed;
        if self.open_count > 0 {
            deals.add(self.open_total, self.open_count as f64);
        }
        deals
    }

    /// The mean with its interval; `None` if nothing was added.
    pub(super) fn mean(&self) -> Option<Estimate> {
        self.estimate(ratio_interval)
    }

    /// The mean of shares, each from 0 to 1, with its interval.
    pub(super) fn share(&self) -> Option<Estimate> {
        self.estimate(share_interval)
    }

    fn estimate(&self, interval: fn(&RatioSummary, f64) -> Option<Interval>) -> Option<Estimate> {
        let deals = self.deals();
        (self.count > 0).then(|| Estimate {
            mean: self.total / self.count as f64,
            interval: interval(&deals, LEVEL),
            count: self.count,
            deals: deals.count(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::DealMean;

    fn of(values: &[(u64, f64)]) -> DealMean {
        let mut mean = DealMean::default();
        values.iter().for_each(|&(deal, value)| mean.add(deal, value));
        mean
    }

    #[test]
    fn a_deal_is_one_observation() {
        // means of deals 4, 5, 6: the interval of Student's t by hand is 5 -+ 4.3027 / sqrt(3)
        let found = of(&[(0, 3.0), (0, 5.0), (1, 5.0), (1, 5.0), (2, 12.0), (2, 0.0)]);
        let found = found.mean().unwrap();
        let interval = found.interval.unwrap();
        assert_eq!((found.mean, found.count, found.deals), (5.0, 6, 3));
        assert!((interval.low - 2.5159).abs() < 1e-4 && (interval.high - 7.4841).abs() < 1e-4);
    }

    #[test]
    fn the_interval_is_around_the_mean_of_unequal_deals() {
        let found = of(&[(0, 10.0), (0, 20.0), (1, 30.0), (1, 20.0), (2, 10.0)]).mean().unwrap();
        let interval = found.interval.unwrap();
        assert_eq!((found.mean, found.deals), (18.0, 3));
        assert!(((interval.low + interval.high) / 2.0 - 18.0).abs() < 1e-9, "{interval:?}");
    }

    #[test]
    fn one_deal_has_no_interval_and_no_deals_have_no_mean() {
        let one = of(&[(7, 1.0), (7, 2.0)]).mean().unwrap();
        assert_eq!((one.mean, one.interval, one.deals), (1.5, None, 1));
        assert_eq!(of(&[]).mean(), None);
    }

    #[test]
    fn a_share_never_seen_may_still_exist() {
        let never = of(&(0..100).map(|deal| (deal, 0.0)).collect::<Vec<_>>()).share().unwrap();
        assert!((never.interval.unwrap().high - 0.036_217).abs() < 1e-6);
    }
}
