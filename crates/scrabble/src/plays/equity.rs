//! The value of a play, in thousandths of a point: whole numbers, so that equal plays are equal on every
//! machine.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use serde::{Serialize, Serializer};

/// Thousandths of a point. As text in points with up to three decimals: `12`, `-0.5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Equity(pub i32);

impl Equity {
    /// Nothing.
    pub const ZERO: Equity = Equity(0);

    /// Less than any real value.
    pub const MIN: Equity = Equity(i32::MIN / 2);

    /// Whole points.
    #[inline]
    #[must_use]
    pub const fn points(points: i32) -> Equity {
        Equity(points * 1000)
    }

    /// In points.
    #[must_use]
    pub fn as_points(self) -> f32 {
        self.0 as f32 / 1000.0
    }

    /// Reads the `Display` format: points with up to three decimals.
    #[must_use]
    pub fn parse(text: &str) -> Option<Equity> {
        let (digits, sign) = text.strip_prefix('-').map_or((text, 1), |digits| (digits, -1));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 6 || part.len() > 3 || !plain(whole) || !plain(part) {
            return None;
        }
        let thousandths: i32 = format!("{whole}{part:0<3}").parse().ok()?;
        Some(Equity(sign * thousandths))
    }
}

impl Add for Equity {
    type Output = Equity;
    #[inline]
    fn add(self, other: Equity) -> Equity {
        Equity(self.0 + other.0)
    }
}

impl AddAssign for Equity {
    #[inline]
    fn add_assign(&mut self, other: Equity) {
        self.0 += other.0;
    }
}

impl Sub for Equity {
    type Output = Equity;
    #[inline]
    fn sub(self, other: Equity) -> Equity {
        Equity(self.0 - other.0)
    }
}

impl Neg for Equity {
    type Output = Equity;
    #[inline]
    fn neg(self) -> Equity {
        Equity(-self.0)
    }
}

impl Sum for Equity {
    fn sum<I: Iterator<Item = Equity>>(values: I) -> Equity {
        values.fold(Equity::ZERO, Add::add)
    }
}

impl fmt::Display for Equity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let text =
            if part == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part:03}") };
        let text = if part == 0 { &text } else { text.trim_end_matches('0') };
        f.pad(text)
    }
}

/// Serialised as text.
impl Serialize for Equity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Equity;

    #[test]
    fn equities_are_shown_in_points() {
        let cases = [(0, "0"), (12_000, "12"), (-500, "-0.5"), (1, "0.001"), (-12_340, "-12.34")];
        for (value, text) in cases {
            assert_eq!(Equity(value).to_string(), text);
            assert_eq!(Equity::parse(text), Some(Equity(value)));
        }
        for text in ["", "-", ".5", "1.2345", "+1", "1e3", "1234567", "1.-5"] {
            assert_eq!(Equity::parse(text), None, "{text}");
        }
        assert_eq!(format!("{:>6}", Equity(1500)), "   1.5");
    }
}
