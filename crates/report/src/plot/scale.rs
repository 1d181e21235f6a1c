//! From numbers to positions: the range of an axis, and the linear map to lengths.

use crate::plot::ticks::{Ticks, ticks};
use lettergame_stats::Interval;

/// The range of numbers shown by an axis; always finite and never empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Domain {
    low: f64,
    high: f64,
}

impl Domain {
    /// The smallest range that contains all finite numbers of `values`; `None` if there are none. A single
    /// number gets a range around it. Linear in the number of values.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Domain> {
        let finite = values.into_iter().filter(|value| value.is_finite() && value.abs() < 1e300);
        let ends = finite.fold(None, |ends: Option<(f64, f64)>, value| {
            Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        ends.map(|(low, high)| Domain::between(low, high))
    }

    /// From `low` to `high`, which are finite and in order; widened if they are (nearly) equal.
    fn between(low: f64, high: f64) -> Domain {
        let least = low.abs().max(high.abs()) * 1e-9;
        if high - low > least {
            return Domain { low, high };
        }
        let half = (low.abs() * 0.01).max(0.5);
        Domain { low: low - half, high: high + half }
    }

    /// The range of shares.
    #[must_use]
    pub fn shares() -> Domain {
        Domain { low: 0.0, high: 1.0 }
    }

    /// The range extended to about `wanted` ticks, with the first and the last tick at its ends.
    #[must_use]
    pub fn ticked(self, wanted: u32) -> (Domain, Ticks) {
        let ticks = ticks(self.low, self.high, wanted);
        let ends = ticks.at.iter().copied().chain([self.low, self.high]);
        (Domain::of(ends).unwrap_or(self), ticks)
    }

    /// The part of the range in which shares are possible; the range itself if there is none.
    #[must_use]
    pub fn of_shares(self) -> Domain {
        let (low, high) = (self.low.max(0.0), self.high.min(1.0));
        if low < high { Domain { low, high } } else { self }
    }

    /// The range extended by a fraction of its width at both ends.
    #[must_use]
    pub fn padded(self, share: f64) -> Domain {
        let room = (self.high - self.low) * share;
        Domain { low: self.low - room, high: self.high + room }
    }

    /// Its minimum.
    #[must_use]
    pub fn low(self) -> f64 {
        self.low
    }

    /// Its maximum.
    #[must_use]
    pub fn high(self) -> f64 {
        self.high
    }
}

/// Maps a domain to lengths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    domain: Domain,
    from: f64,
    to: f64,
}

impl Scale {
    /// Maps the domain's low end to `from` and its high end to `to`.
    pub(super) fn new(domain: Domain, from: f64, to: f64) -> Scale {
        Scale { domain, from, to }
    }

    /// The position of `value`; values outside are moved to the nearer end.
    pub(super) fn at(self, value: f64) -> f64 {
        let inside = value.clamp(self.domain.low, self.domain.high);
        let part = (inside - self.domain.low) / (self.domain.high - self.domain.low);
        self.from + part * (self.to - self.from)
    }
}

/// The number, if it is finite.
pub(super) fn finite(value: f64) -> Option<f64> {
    Some(value).filter(|value| value.is_finite())
}

/// The interval, if it is finite.
pub(super) fn finite_interval(interval: Option<Interval>) -> Option<Interval> {
    interval.filter(|interval| interval.low.is_finite() && interval.high.is_finite())
}

#[cfg(test)]
mod tests {
    use super::{Domain, Scale};

    #[test]
    fn a_domain_is_never_empty() {
        assert_eq!(Domain::of([f64::NAN, f64::INFINITY]), None);
        let one = Domain::of([7.0]).unwrap();
        assert!(one.low() < 7.0 && one.high() > 7.0);
        assert_eq!(Domain::of([3.0, f64::NAN, -2.0]), Domain::of([-2.0, 3.0]));
    }

    #[test]
    fn ticks_are_inside_the_widened_domain() {
        let (domain, ticks) = Domain::of([105.0, 543.0]).unwrap().ticked(5);
        assert_eq!((domain.low(), domain.high()), (100.0, 543.0));
        assert_eq!(ticks.at, [100.0, 200.0, 300.0, 400.0, 500.0]);
    }

    #[test]
    fn scales_are_linear_and_clamp() {
        let scale = Scale::new(Domain::of([10.0, 20.0]).unwrap(), 100.0, 0.0);
        assert_eq!([10.0, 15.0, 20.0, 99.0].map(|v| scale.at(v)), [100.0, 50.0, 0.0, 0.0]);
    }
}
