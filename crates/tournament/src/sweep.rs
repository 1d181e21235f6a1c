//! Several values of one rule in one text: a sweep.

/// `0,3,5` or `0..7` (both ends included) as single values; anything else unchanged.
#[must_use]
pub fn sweep_values(text: &str) -> Vec<String> {
    if let Some((first, last)) = text.split_once("..")
        && let (Ok(first), Ok(last)) = (first.parse::<u16>(), last.parse::<u16>())
        && first <= last
    {
        return (first..=last).map(|value| value.to_string()).collect();
    }
    text.split(',').map(|value| value.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::sweep_values;

    #[test]
    fn values_are_lists_or_ranges() {
        assert_eq!(sweep_values("3"), ["3"]);
        assert_eq!(sweep_values("0, 3,5"), ["0", "3", "5"]);
        assert_eq!(sweep_values("5..7"), ["5", "6", "7"]);
        assert_eq!(sweep_values("7..5"), ["7..5"]);
    }
}
