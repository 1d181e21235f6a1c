//! Figures as pages show them.

use jiff::Timestamp;
use maud::{Markup, html};

use lettergame_report::plot::number;
use lettergame_stats::Interval;

/// A day and a time in UTC, `2030-01-31 23:59`, given seconds since 1970.
#[must_use]
pub fn time(seconds: i64) -> String {
    let Ok(time) = Timestamp::from_second(seconds) else { return String::new() };
    time.strftime("%Y-%m-%d %H:%M").to_string()
}

/// A rating with its interval; nothing without games.
pub(super) fn rating(games: u64, value: f64, interval: Option<Interval>) -> Markup {
    html! {
        @if games > 0 {
            (number(value, 0))
            @if let Some(Interval { low, high }) = interval {
                span.soft { " (" (number(low, 0)) " to " (number(high, 0)) ")" }
            }
        }
    }
}

/// A share in percent; nothing if it is unknown.
pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(String::new, |share| format!("{:.1} %", share * 100.0))
}

/// A probability in percent; never certainty.
#[must_use]
pub fn probability(probability: f64) -> String {
    match probability * 100.0 {
        most if most > 99.95 => ">99.9 %".to_owned(),
        least if least < 0.05 => "<0.1 %".to_owned(),
        percent => format!("{percent:.1} %"),
    }
}
