//! Numbers of a comparison as text.

use lettergame_core::stats::Interval;

pub(super) fn p_text(p: f64) -> String {
    if p < 1e-4 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") }
}

/// `+52.3 (+50.1 to +54.5)`, with more decimals where the interval is narrow.
pub(crate) fn signed(
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

/// A number without a sign unless it is below 0 when rounded.
pub(crate) fn decimal(value: f64, decimals: usize) -> String {
    sign(value, decimals).trim_start_matches('+').to_owned()
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
    use super::{decimal, p_text, signed};
    use lettergame_core::stats::Interval;

    #[test]
    fn differences_have_signs() {
        let interval = Some(Interval { low: -0.25, high: 3.0 });
        assert_eq!(signed(1.5, interval, 1, " %"), "+1.5 % (-0.2 to +3.0)");
        assert_eq!(signed(-1.0, None, 0, ""), "-1");
    }

    #[test]
    fn noise_does_not_decide_halves() {
        for noise in [0.0, 1e-12, -1e-12] {
            assert_eq!(decimal(8.25 + noise, 1), format!("{:.1}", 8.25));
        }
    }

    #[test]
    fn zero_is_never_shown_as_negative() {
        let tiny = Some(Interval { low: -0.000_01, high: 5.0 });
        assert_eq!(signed(-0.01, tiny, 1, ""), "+0.0 (+0.0 to +5.0)");
        assert_eq!((decimal(-0.04, 1), decimal(-0.06, 1)), ("0.0".into(), "-0.1".into()));
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
