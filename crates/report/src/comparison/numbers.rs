//! Numbers of a comparison as text.

use crate::standings::scaled;
use lettergame_compare::{Estimates, Measure};
use lettergame_stats::Interval;

/// How texts show a measure.
pub(crate) struct MeasureUnit {
    /// The factor from the measure.
    pub(crate) scale: f64,
    /// The name of the unit, and its sign after a figure.
    pub(crate) name: &'static str,
    sign: &'static str,
    /// The decimals of a difference.
    decimals: usize,
}

pub(crate) fn unit(by: Measure) -> MeasureUnit {
    match by {
        Measure::Points => MeasureUnit { scale: 1.0, name: "points", sign: "", decimals: 2 },
        Measure::Wins => {
            MeasureUnit { scale: 100.0, name: "% of the wins", sign: " %", decimals: 1 }
        }
    }
}

/// The interval of the difference by a measure.
pub(crate) fn interval(by: Measure, estimates: &Estimates) -> Option<Interval> {
    match by {
        Measure::Points => estimates.points,
        Measure::Wins => estimates.wins,
    }
}

/// Both ends of an interval, for programs.
pub(crate) fn ends(interval: Option<Interval>) -> (Option<f64>, Option<f64>) {
    interval.map(|ends| (ends.low, ends.high)).unzip()
}

/// A difference by a measure: `+1.50 (-0.25 to +3.00)` points, `+1.5 % (-0.2 to +3.0)` of the wins.
pub(crate) fn difference(by: Measure, value: f64, interval: Option<Interval>) -> String {
    let MeasureUnit { scale, sign, decimals, .. } = unit(by);
    signed(value * scale, interval.map(|ends| scaled(ends, scale)), decimals, sign)
}

/// A mean by a measure: `81.4`, `25.0 %`.
pub(crate) fn mean(by: Measure, value: f64) -> String {
    let MeasureUnit { scale, sign: of_unit, .. } = unit(by);
    sign(value * scale, 1).trim_start_matches('+').to_owned() + of_unit
}

pub(super) fn p_text(p: f64) -> String {
    if p < 1e-4 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") }
}

/// `+52.3 (+50.1 to +54.5)`, with more decimals where the interval is narrow.
pub(super) fn signed(
    value: f64,
    interval: Option<Interval>,
    decimals: usize,
    unit: &str,
) -> String {
    let Some(Interval { low, high }) = interval else {
        return format!("{}{unit}", sign(value, decimals));
    };
    let is_narrow = |&more: &usize| (high - low) * 10.0_f64.powi((decimals + more) as i32) < 2.0;
    let more = (0..MORE_DECIMALS).take_while(is_narrow).count();
    let shown = |value| sign(value, decimals + if high > low { more } else { 0 });
    format!("{}{unit} ({} to {})", shown(value), shown(low), shown(high))
}

/// The maximum number of additional decimals.
const MORE_DECIMALS: usize = 3;

/// A number with its sign; numbers that round to 0 get a plus. A mean that was summed up in steps is shown as that of
/// the standings, which is a quotient: the noise of the steps does not decide a half.
fn sign(value: f64, decimals: usize) -> String {
    let text = format!("{:+.decimals$}", rounded(value));
    let is_zero = text.chars().all(|c| !c.is_ascii_digit() || c == '0');
    if is_zero { text.replacen('-', "+", 1) } else { text }
}

/// The final value of a bet of 1.
pub(super) fn capital(log: f64) -> String {
    match log.exp() {
        few if few < 0.01 => "< 0.01".to_owned(),
        few if few < 10.0 => format!("{few:.2}"),
        many if many < 1e6 => format!("{many:.0}"),
        _ => "> 1000000".to_owned(),
    }
}

/// A number without floating-point noise.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::{difference, mean, p_text, signed};
    use lettergame_compare::Measure;
    use lettergame_stats::Interval;

    #[test]
    fn differences_have_signs() {
        let interval = Some(Interval { low: -0.25, high: 3.0 });
        assert_eq!(signed(1.5, interval, 1, " %"), "+1.5 % (-0.2 to +3.0)");
        assert_eq!(signed(-1.0, None, 0, ""), "-1");
    }

    #[test]
    fn measures_have_their_units() {
        let interval = Some(Interval { low: -0.25, high: 0.5 });
        let texts = Measure::ALL.map(|by| difference(by, 0.125, interval));
        assert_eq!(texts, ["+0.12 (-0.25 to +0.50)", "+12.5 % (-25.0 to +50.0)"]);
        assert_eq!(Measure::ALL.map(|by| mean(by, 0.25)), ["0.2", "25.0 %"]);
    }

    #[test]
    fn noise_does_not_decide_halves() {
        for noise in [0.0, 1e-12, -1e-12] {
            assert_eq!(mean(Measure::Points, 8.25 + noise), format!("{:.1}", 8.25));
        }
    }

    #[test]
    fn zero_is_never_shown_as_negative() {
        let tiny = Some(Interval { low: -0.000_01, high: 5.0 });
        assert_eq!(signed(-0.01, tiny, 1, ""), "+0.0 (+0.0 to +5.0)");
        assert_eq!([-0.04, -0.06].map(|value| mean(Measure::Points, value)), ["0.0", "-0.1"]);
    }

    #[test]
    fn narrow_intervals_get_decimals() {
        let narrow = Some(Interval { low: -0.04, high: 0.12 });
        assert_eq!(signed(0.04, narrow, 1, " %"), "+0.04 % (-0.04 to +0.12)");
        let none = Some(Interval { low: 0.0, high: 0.0 });
        assert_eq!(signed(0.0, none, 0, ""), "+0 (+0 to +0)");
    }

    #[test]
    fn tiny_p_values_are_bounded_not_zero() {
        assert_eq!(p_text(0.0), "p < 0.0001");
        assert_eq!(p_text(0.04561), "p = 0.0456");
    }
}
