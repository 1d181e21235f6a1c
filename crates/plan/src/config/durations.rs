//! Durations as users write them: `2s`, `500ms`, `1.5s`, `1m`, `1h`.

/// Milliseconds in an hour.
const HOUR_MS: u64 = 3_600_000;

/// The maximum in milliseconds, and what is expected.
type Range = (u64, &'static str);

const UP_TO_AN_HOUR: Range = (HOUR_MS, "a time from 1ms to 1h, as in 2s, 500ms or 1m");
const UP_TO_A_DAY: Range = (24 * HOUR_MS, "a time from 1ms to 24h, as in 90s, 5m or 1h");

/// The value of a config key in milliseconds, within the range allowed for it.
///
/// # Errors
/// The values that are allowed.
pub(crate) fn milliseconds(key: &str, text: &str) -> Result<u64, &'static str> {
    within(if key.starts_with("game-time") { UP_TO_A_DAY } else { UP_TO_AN_HOUR }, text)
}

/// The duration written as `90s`, `5m` or `1h`, from 1 ms to 24 h.
///
/// # Errors
/// What is expected instead.
pub fn duration(text: &str) -> Result<std::time::Duration, &'static str> {
    within(UP_TO_A_DAY, text).map(std::time::Duration::from_millis)
}

fn within((most_ms, expected): Range, text: &str) -> Result<u64, &'static str> {
    read(text).filter(|ms| (1..=most_ms).contains(ms)).ok_or(expected)
}

fn read(text: &str) -> Option<u64> {
    let units = [("ms", 1.0), ("s", 1000.0), ("m", 60_000.0), ("h", 3_600_000.0)];
    let (number, unit) =
        units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))?;
    let plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let ms = number.parse::<f64>().ok().filter(|_| plain)? * unit;
    (ms >= 1.0).then_some(ms.round() as u64)
}
