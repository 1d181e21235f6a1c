//! Parameters of strategies as data: key, default, type and range.
//!
//! A strategy lists its parameters once; [`ParameterValues`] reads their values by this list, so that
//! what is listed and what is accepted cannot differ. What can be set in rules is listed in the same way.

use std::borrow::Cow;
use std::str::FromStr;

use serde::Serialize;

use crate::game::{SettingError, Settings};

/// A parameter of a strategy or of rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// The key.
    #[serde(rename = "name")]
    pub key: &'static str,
    /// Its value where none is given.
    pub default: Cow<'static, str>,
    /// Which values it has.
    #[serde(flatten)]
    pub range: ParameterRange,
    /// The unit of its values, as in `points` or `per cent`; empty for plain numbers and choices.
    pub unit: &'static str,
    /// Do higher values cost time? Then more is better, and only the time is a reason for less.
    pub effort: bool,
    /// What it means, without its range.
    pub about: &'static str,
}

/// The values of a parameter; both ends of a range are included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ParameterRange {
    /// Whole numbers.
    Integer {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// Real numbers.
    Real {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// Whole numbers, or `none`.
    Optional {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of several words.
    Choice {
        /// The words.
        values: &'static [&'static str],
    },
}

/// The values of the parameters of a strategy that is being made.
#[derive(Debug)]
pub struct ParameterValues {
    given: Settings,
    listed: &'static [Parameter],
}

impl ParameterValues {
    /// Of these parameters; those that are not given have their defaults.
    #[must_use]
    pub fn new(given: Settings, listed: &'static [Parameter]) -> ParameterValues {
        ParameterValues { given, listed }
    }

    /// The value of a parameter that is listed.
    ///
    /// # Errors
    /// A value out of range, or a parameter that the strategy does not list.
    pub fn read<T: FromStr>(&mut self, key: &'static str) -> Result<T, SettingError> {
        let given = self.given.take_text(key);
        let Some(parameter) = self.listed.iter().find(|parameter| parameter.key == key) else {
            return Err(SettingError::Unknown { key: key.to_owned(), hint: String::new() });
        };
        let value = given.unwrap_or_else(|| parameter.default.to_string());
        let read = value.parse().ok().filter(|_| parameter.range.contains(&value));
        read.ok_or_else(|| SettingError::Value {
            key: key.to_owned(),
            value,
            wanted: parameter.range.to_text(),
        })
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// The first parameter that is given and that the strategy does not have.
    pub fn finish(self) -> Result<(), SettingError> {
        self.given.finish()
    }
}

impl Parameter {
    /// A whole number from `min` to `max`.
    #[must_use]
    pub const fn integer(
        key: &'static str,
        default: &'static str,
        [min, max]: [i64; 2],
        unit: &'static str,
        about: &'static str,
    ) -> Parameter {
        let range = ParameterRange::Integer { min, max };
        Parameter { key, default: Cow::Borrowed(default), range, unit, effort: false, about }
    }

    /// A real number from `min` to `max`.
    #[must_use]
    pub const fn real(
        key: &'static str,
        default: &'static str,
        [min, max]: [f64; 2],
        unit: &'static str,
        about: &'static str,
    ) -> Parameter {
        let range = ParameterRange::Real { min, max };
        Parameter { key, default: Cow::Borrowed(default), range, unit, effort: false, about }
    }

    /// One of several words.
    #[must_use]
    pub const fn choice(
        key: &'static str,
        default: &'static str,
        values: &'static [&'static str],
        about: &'static str,
    ) -> Parameter {
        let range = ParameterRange::Choice { values };
        Parameter { key, default: Cow::Borrowed(default), range, unit: "", effort: false, about }
    }

    /// The same; higher values cost time.
    #[must_use]
    pub const fn costing_time(mut self) -> Parameter {
        self.effort = true;
        self
    }

    /// What it means, with its range.
    #[must_use]
    pub fn about(&self) -> String {
        format!("{}, {}", self.about, self.range.to_text())
    }
}

impl ParameterRange {
    /// Is the value one of the range? Whole numbers are written without a fraction.
    #[must_use]
    pub fn contains(&self, value: &str) -> bool {
        match self {
            ParameterRange::Integer { min, max } => {
                value.parse().is_ok_and(|value: i64| (*min..=*max).contains(&value))
            }
            ParameterRange::Optional { min, max } => {
                value == "none" || ParameterRange::Integer { min: *min, max: *max }.contains(value)
            }
            ParameterRange::Real { min, max } => {
                value.parse().is_ok_and(|value: f64| (*min..=*max).contains(&value))
            }
            ParameterRange::Choice { values } => values.contains(&value),
        }
    }

    /// The range in words: `0 to 100`, or `all, value or prices`.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            ParameterRange::Integer { min, max } if min + 1 == *max => format!("{min} or {max}"),
            ParameterRange::Integer { min, max } => format!("{min} to {max}"),
            ParameterRange::Optional { min, max } => format!("{min} to {max}, or none"),
            ParameterRange::Real { min, max } => format!("{min} to {max}"),
            ParameterRange::Choice { values } => match values.split_last() {
                Some((last, [])) => (*last).to_owned(),
                Some((last, others)) => format!("{} or {last}", others.join(", ")),
                None => String::new(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Parameter;

    #[test]
    fn a_range_holds_its_ends_and_nothing_beyond() {
        let whole = Parameter::integer("a", "3", [1, 9], "points", "a").range;
        for (value, is_in) in
            [("1", true), ("9", true), ("0", false), ("10", false), ("2.5", false)]
        {
            assert_eq!(whole.contains(value), is_in, "{value}");
        }
        let real = Parameter::real("a", "0.5", [0.0, 1.0], "", "a").range;
        for (value, is_in) in
            [("0", true), ("1", true), ("0.25", true), ("1.01", false), ("NaN", false)]
        {
            assert_eq!(real.contains(value), is_in, "{value}");
        }
        let choice = Parameter::choice("a", "all", &["some", "most", "all"], "a").range;
        assert!(choice.contains("most") && !choice.contains("none"));
        let texts = [whole, real, choice].map(|range| range.to_text());
        assert_eq!(texts, ["1 to 9", "0 to 1", "some, most or all"]);
    }

    #[test]
    fn as_data_it_has_type_range_and_unit() {
        let parameter =
            Parameter::integer("need", "3", [0, 1000], "points", "points for any letter");
        assert_eq!(
            serde_json::to_value(parameter).unwrap(),
            serde_json::json!({
                "name": "need", "default": "3", "type": "integer", "min": 0, "max": 1000,
                "unit": "points", "effort": false, "about": "points for any letter",
            })
        );
    }
}
