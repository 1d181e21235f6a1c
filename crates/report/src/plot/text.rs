//! Texts of a plot: formatted numbers, and the space they take.

use std::borrow::Cow;
use std::fmt::Display;

use lettergame_stats::Interval;

/// Maximum number of decimals for a narrow interval.
const MAX_DECIMALS: usize = 4;

/// The minus sign of pages; files and terminals have that of ASCII, which programs read.
const MINUS: char = '\u{2212}';

/// The unit of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// A plain number: points, games.
    #[default]
    Plain,
    /// A share from 0 to 1, shown in percent.
    Percent,
}

impl Unit {
    /// `12.3` or `12.3 %`, with this many decimals.
    #[must_use]
    pub fn show(self, value: f64, decimals: usize) -> String {
        match self {
            Unit::Plain => number(value, decimals),
            Unit::Percent => number(value * 100.0, decimals) + "\u{202f}%",
        }
    }

    /// The number of decimals for a value with this interval, at least `least`: enough that a unit of the
    /// last one is at most half of the interval's width, but at most 4.
    #[must_use]
    pub fn decimals(self, interval: Option<Interval>, least: usize) -> usize {
        let factor = if self == Unit::Percent { 100.0 } else { 1.0 };
        let half = interval.map_or(0.0, |Interval { low, high }| (high - low) / 2.0 * factor);
        let is_fine = |&decimals: &usize| 0.1_f64.powi(decimals as i32) <= half * (1.0 + 1e-9);
        if !(half.is_finite() && half > 0.0) {
            return least;
        }
        (least..MAX_DECIMALS).find(is_fine).unwrap_or(least.max(MAX_DECIMALS))
    }

    /// `12.3 (11.9 to 12.7)`, or just the value; with this many decimals, or more if the interval is too
    /// narrow for them.
    #[must_use]
    pub fn show_with(self, value: f64, interval: Option<Interval>, decimals: usize) -> String {
        let decimals = self.decimals(interval, decimals);
        let shown = self.show(value, decimals);
        let factor = if self == Unit::Percent { 100.0 } else { 1.0 };
        match interval.filter(|interval| interval.low.is_finite() && interval.high.is_finite()) {
            Some(Interval { low, high }) => {
                let [low, high] = [low, high].map(|end| number(end * factor, decimals));
                format!("{shown} ({low} to {high})")
            }
            None => shown,
        }
    }

    /// Decimals for ticks that need `decimals` as plain numbers.
    pub(super) fn tick_decimals(self, decimals: usize) -> usize {
        match self {
            Unit::Plain => decimals,
            Unit::Percent => decimals.saturating_sub(2),
        }
    }
}

/// A number with this many decimals, a true minus sign, and thousands separated by narrow spaces; `–` if
/// it is not finite.
///
/// ```
/// use lettergame_report::plot::number;
///
/// assert_eq!(number(-1234.56, 1), "\u{2212}1\u{202f}234.6");
/// assert_eq!(number(-0.01, 1), "0.0");
/// assert_eq!(number(f64::NAN, 1), "\u{2013}");
/// ```
#[must_use]
pub fn number(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "\u{2013}".to_owned();
    }
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let is_zero = digits.bytes().all(|byte| byte == b'0' || byte == b'.');
    let sign = (value < 0.0 && !is_zero).then_some(MINUS);
    sign.into_iter().collect::<String>() + &grouped(whole) + rest
}

/// A text with figures, such as `-1.5 (-2.0 to +3.1)`, as pages show it: with true minus signs, as [`number`] has
/// them. What is quoted in backticks, such as a command, is left as it is.
///
/// ```
/// use lettergame_report::plot::figures;
///
/// assert_eq!(figures("x-1: -1.5 (-2 to +3), see `--elo0 -5`"), "x-1: \u{2212}1.5 (\u{2212}2 to +3), see `--elo0 -5`");
/// assert_eq!(figures(-7), "\u{2212}7");
/// ```
#[must_use]
pub fn figures(text: impl Display) -> String {
    let text = text.to_string();
    let mut shown = String::with_capacity(text.len());
    let (mut before, mut is_quoted) = (' ', false);
    for (at, c) in text.char_indices() {
        is_quoted ^= c == '`';
        let is_minus = c == '-'
            && !is_quoted
            && " (".contains(before)
            && text[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        shown.push(if is_minus { MINUS } else { c });
        before = c;
    }
    shown
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let mut shown = String::with_capacity(digits.len() * 2);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push('\u{202f}');
        }
        shown.push(digit);
    }
    shown
}

/// The approximate width of a text in a sans-serif font of this size, rounded up: fonts are not available
/// while a plot is drawn.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

/// The approximate width of a character relative to the font size, in DejaVu Sans (a wide font).
fn advance(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | 'I' | ' ' | '\u{202f}' => 0.33,
        '-' | 'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '/' | '"' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '\u{2026}' => 0.98,
        'A'..='Z' | '#' | '=' | '+' | '<' | '>' | '&' => 0.75,
        c if c.is_ascii() => 0.63,
        c if c < '\u{1100}' => 0.7,
        _ => 1.05,
    }
}

/// The text, or as much of its start and its end as fits into `room` with an ellipsis between them: names of
/// programs often differ at the end.
pub(super) fn fitted(text: &str, size: f64, room: f64) -> Cow<'_, str> {
    if width(text, size) <= room + 0.01 {
        return Cow::Borrowed(text);
    }
    let chars: Vec<char> = text.chars().collect();
    let short = |kept: usize| -> String {
        let tail = kept / 3;
        let head = chars[..kept - tail].iter();
        head.chain(&['\u{2026}']).chain(&chars[chars.len() - tail..]).collect()
    };
    let fits = |kept: &usize| width(&short(*kept), size) <= room;
    Cow::Owned(short((1..chars.len()).rev().find(fits).unwrap_or(1).min(chars.len())))
}

#[cfg(test)]
mod tests {
    use super::{Unit, fitted, number, width};
    use lettergame_stats::Interval;

    #[test]
    fn numbers_are_grouped_and_never_minus_zero() {
        assert_eq!(number(1_234_567.0, 0), "1\u{202f}234\u{202f}567");
        assert_eq!(number(999.96, 1), "1\u{202f}000.0");
        assert_eq!(number(-0.04, 1), "0.0");
        assert_eq!(number(-5.0, 0), "\u{2212}5");
        assert_eq!(number(f64::INFINITY, 0), "\u{2013}");
    }

    #[test]
    fn shares_are_shown_in_percent() {
        let interval = Some(Interval { low: 0.1, high: 0.3 });
        assert_eq!(Unit::Percent.show_with(0.2, interval, 0), "20\u{202f}% (10 to 30)");
        let endless = Some(Interval { low: f64::NEG_INFINITY, high: 0.3 });
        assert_eq!(Unit::Plain.show_with(0.2, endless, 1), "0.2");
    }

    #[test]
    fn narrow_intervals_have_more_decimals() {
        let show = |value: f64, half: f64, decimals| {
            let interval = Some(Interval { low: value - half, high: value + half });
            Unit::Percent.show_with(value, interval, decimals)
        };
        assert_eq!(show(0.893, 0.02, 1), "89.3\u{202f}% (87.3 to 91.3)");
        assert_eq!(show(0.893, 0.001, 1), "89.3\u{202f}% (89.2 to 89.4)");
        assert_eq!(show(0.893, 0.000_12, 1), "89.30\u{202f}% (89.29 to 89.31)");
        assert_eq!(show(0.893, 1e-9, 1), "89.3000\u{202f}% (89.3000 to 89.3000)");
        assert_eq!(show(0.893, 0.0, 1), "89.3\u{202f}% (89.3 to 89.3)");
        let rating = Some(Interval { low: 11.7, high: 12.7 });
        assert_eq!(Unit::Plain.show_with(12.2, rating, 0), "12.2 (11.7 to 12.7)");
    }

    #[test]
    fn long_names_keep_both_ends() {
        let name = "cmd:python3 players/very-long-name-of-a-program.py#12";
        let short = fitted(name, 13.0, 120.0);
        assert!(
            width(&short, 13.0) <= 120.0 && short.starts_with("cmd:") && short.ends_with("#12")
        );
        assert_eq!(fitted("short", 13.0, 120.0), "short");
        assert_eq!(fitted("", 13.0, 0.0), "");
        assert_eq!(fitted("ab", 13.0, 0.0).chars().count(), 2);
    }
}
