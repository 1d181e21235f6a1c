//! Several values of one rule in one text: a sweep.

use lettergame_game::is_content;

/// `0,3,5` or `0..7` (both ends included) as single values; anything else unchanged.
#[must_use]
pub fn sweep_values(text: &str) -> Vec<String> {
    if is_content(text) {
        return vec![text.to_owned()];
    }
    if let Some((first, last)) = text.split_once("..")
        && let (Ok(first), Ok(last)) = (first.parse::<u16>(), last.parse::<u16>())
        && first <= last
    {
        return (first..=last).map(|value| value.to_string()).collect();
    }
    text.split(',').map(|value| value.trim().to_owned()).collect()
}

/// Whether it is a range whose ends are the wrong way round.
#[must_use]
pub fn is_falling_range(text: &str) -> bool {
    let number = |end: &str| end.parse::<u16>().ok();
    let ends = text.split_once("..").and_then(|(first, last)| number(first).zip(number(last)));
    ends.is_some_and(|(first, last)| first > last)
}

#[cfg(test)]
mod tests {
    use super::{is_falling_range, sweep_values};

    #[test]
    fn a_falling_range_is_recognised() {
        assert!(is_falling_range("7..5"));
        assert!(["5..7", "5..5", "5", "a..b", "7.."].iter().all(|text| !is_falling_range(text)));
    }

    #[test]
    fn values_are_lists_or_ranges() {
        assert_eq!(sweep_values("3"), ["3"]);
        assert_eq!(sweep_values("0, 3,5"), ["0", "3", "5"]);
        assert_eq!(sweep_values("5..7"), ["5", "6", "7"]);
        assert_eq!(sweep_values("7..5"), ["7..5"]);
        // the content of a file is one value
        assert_eq!(sweep_values("A,9,1;B,2,3"), ["A,9,1;B,2,3"]);
    }
}
