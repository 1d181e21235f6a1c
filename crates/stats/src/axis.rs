//! The range of a parameter as an axis from 0 to 1: linear, or logarithmic if the range is so wide that a
//! step has a different meaning at its two ends.

/// From this ratio of highest to lowest value, an axis is logarithmic.
const WIDE: f64 = 200.0;
/// Real values are rounded to give about this many steps per range.
const RESOLUTION: f64 = 1000.0;

/// The range of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    min: f64,
    max: f64,
    whole: bool,
    /// Added to values before taking logarithms, on a logarithmic axis.
    shift: Option<f64>,
}

impl Axis {
    /// The axis from `min` to `max`, which must be larger. It is logarithmic if `max` is at least 200 times
    /// `min`; if `min` is 0, after adding 1 to integers, and the size of the typical value `usual` to others.
    #[must_use]
    pub fn new(min: f64, max: f64, whole: bool, usual: f64) -> Axis {
        let shift = match min {
            min if min > 0.0 => Some(0.0),
            0.0 if whole => Some(1.0),
            0.0 if usual > 0.0 => Some(usual),
            _ => None,
        };
        let shift = shift.filter(|shift| max + shift >= WIDE * (min + shift));
        Axis { min, max, whole, shift }
    }

    /// The position of a value on the axis; out-of-range values are clamped.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        match self.shift {
            None => (value - self.min) / (self.max - self.min),
            Some(shift) => {
                let ratio = |value: f64| libm::log((value + shift) / (self.min + shift));
                ratio(value) / ratio(self.max)
            }
        }
    }

    /// The value at a position.
    #[must_use]
    pub fn value(&self, place: f64) -> f64 {
        let value = match self.shift {
            None => self.min + place * (self.max - self.min),
            Some(shift) => {
                let low = self.min + shift;
                low * libm::pow((self.max + shift) / low, place) - shift
            }
        };
        value.clamp(self.min, self.max)
    }

    /// The value at a position, as an integer or with as few decimals as its neighbourhood needs.
    #[must_use]
    pub fn rounded(&self, place: f64) -> f64 {
        let value = self.value(place);
        if self.whole { value.round() } else { self.short(place, value) }
    }

    /// The values at two positions, the lower first: they differ, and integers are rounded with the same
    /// `shift` from 0 to 1.
    #[must_use]
    pub fn apart(&self, [low, high]: [f64; 2], shift: f64) -> [f64; 2] {
        let [below, above] = [low, high].map(|place| self.value(place));
        if !self.whole {
            let [low, high] = [self.short(low, below), self.short(high, above)];
            return if low < high { [low, high] } else { [below, above] };
        }
        let round = |value: f64| (value + shift).floor().clamp(self.min, self.max);
        let [low, high] = [round(below), round(above)];
        match (low < high, high < self.max) {
            (true, _) => [low, high],
            (false, true) => [low, low + 1.0],
            (false, false) => [high - 1.0, high],
        }
    }

    /// The length of a step of 1 at a position; 0 if values are not integers.
    #[must_use]
    pub fn least_step(&self, place: f64) -> f64 {
        if !self.whole {
            return 0.0;
        }
        let value = self.value(place).min(self.max - 1.0);
        self.place(value + 1.0) - self.place(value)
    }

    /// The value with just enough decimals to distinguish it from its neighbours on the axis.
    fn short(&self, place: f64, value: f64) -> f64 {
        let near = 0.5 / RESOLUTION;
        let step = self.value((place + near).min(1.0)) - self.value((place - near).max(0.0));
        let decimals = (-libm::log10(step)).ceil().clamp(0.0, 15.0) as usize;
        let short = format!("{value:.decimals$}").parse().unwrap_or(value);
        if (self.min..=self.max).contains(&short) { short } else { value }
    }
}

#[cfg(test)]
mod tests {
    use super::Axis;

    #[test]
    fn narrow_ranges_are_linear_and_wide_ones_logarithmic() {
        let even = Axis::new(0.0, 20.0, true, 3.0);
        assert_eq!((even.place(5.0), even.value(0.5)), (0.25, 10.0));
        let ratios = Axis::new(1.0, 10_000.0, true, 100.0);
        assert!((ratios.place(100.0) - 0.5).abs() < 1e-12);
        assert!((ratios.value(0.25) - 10.0).abs() < 1e-9);
        // ln(1 + 3) / ln(1 + 1000), by hand
        assert!((Axis::new(0.0, 1000.0, true, 3.0).place(3.0) - 0.200_658).abs() < 1e-6);
        // ln(1 + 0.03/0.03) / ln(1 + 10/0.03)
        assert!((Axis::new(0.0, 10.0, false, 0.03).place(0.03) - 0.119_259).abs() < 1e-6);
        assert_eq!(Axis::new(-1000.0, 1000.0, true, 0.0).place(0.0), 0.5);
    }

    #[test]
    fn axis_values_are_short() {
        let share = Axis::new(0.0, 1.0, false, 0.5);
        assert_eq!(share.rounded(0.123_456), 0.123);
        assert_eq!(Axis::new(0.0, 1000.0, false, 0.0).rounded(0.123_456), 123.0);
        assert_eq!(Axis::new(0.0, 20.0, true, 3.0).rounded(0.123_456), 2.0);
    }

    #[test]
    fn adjacent_integers_stay_distinct_after_rounding() {
        let axis = Axis::new(0.0, 20.0, true, 3.0);
        for shift in [0.0, 0.3, 0.999] {
            let [low, high] = axis.apart([0.5 - 0.025, 0.5 + 0.025], shift);
            assert_eq!(high - low, 1.0);
        }
        assert!((axis.least_step(0.5) - 0.05).abs() < 1e-12);
        assert_eq!(Axis::new(0.0, 1.0, true, 0.0).apart([0.0, 1.0], 0.7), [0.0, 1.0]);
    }
}
