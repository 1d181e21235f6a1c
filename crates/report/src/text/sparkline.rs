//! Numbers as a row of small bars: a plot in one line of text.

use crate::Distribution;

/// Bars of eight heights, lowest first.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The bar of a value in `low..=high`; the middle one for a range of width 0.
pub(crate) fn bar(value: f64, low: f64, high: f64) -> char {
    let share = if high > low { (value - low) / (high - low) } else { 0.5 };
    BARS[((share * BARS.len() as f64) as usize).min(BARS.len() - 1)]
}

/// The values as bars between their minimum and maximum, at most `width` of them, picked evenly, including
/// the first and the last.
pub(super) fn line(values: &[f64], width: usize) -> String {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let last = values.len().saturating_sub(1);
    let count = values.len().min(width);
    let pick = |place: usize| values[place * last / count.saturating_sub(1).max(1)];
    (0..count).map(|place| bar(pick(place), low, high)).collect()
}

/// Counts as bars from zero to the largest of them. Non-zero counts never look like zero.
pub(super) fn counts(counts: &[u64]) -> String {
    let most = counts.iter().copied().max().unwrap_or(0) as f64;
    let bar = |&count: &u64| match count {
        0 => BARS[0],
        count => bar(count as f64, 0.0, most).max(BARS[1]),
    };
    counts.iter().map(bar).collect()
}

/// A histogram as `width` bars over `range`; a bin is assigned by its middle.
pub(super) fn histogram(distribution: &Distribution, range: (i64, i64), width: usize) -> String {
    let span = (range.1 - range.0 + 1) as f64;
    let mut columns = vec![0; width];
    for (bin, count) in (0i64..).zip(&distribution.bins) {
        let low = distribution.first + bin * distribution.bin_width - range.0;
        let middle = low as f64 + distribution.bin_width as f64 / 2.0;
        let column = (middle / span * width as f64).max(0.0) as usize;
        if let Some(sum) = columns.get_mut(column.min(width.saturating_sub(1))) {
            *sum += count;
        }
    }
    counts(&columns)
}

#[cfg(test)]
mod tests {
    use super::{counts, histogram, line};
    use crate::Distribution;

    #[test]
    fn bars_go_from_the_least_to_the_greatest() {
        assert_eq!(line(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], 8), "▁▂▃▄▅▆▇█");
        assert_eq!(line(&[-5.0, 5.0], 8), "▁█");
        assert_eq!(line(&[3.0, 3.0, 3.0], 8), "▅▅▅");
        assert_eq!(
            (line(&[], 8), line(&[1.0], 8), line(&[1.0, 2.0], 0)),
            (String::new(), "▅".into(), String::new())
        );
    }

    #[test]
    fn long_series_are_sampled_including_both_ends() {
        let values: Vec<f64> = (0..1000).map(f64::from).collect();
        let found = line(&values, 8);
        assert_eq!(found, "▁▂▃▄▅▆▇█");
        assert_eq!(line(&values, 1).chars().count(), 1);
    }

    #[test]
    fn small_values_are_not_drawn_as_zero() {
        assert_eq!(counts(&[0, 1, 1000, 500]), "▁▂█▅");
        assert_eq!((counts(&[0, 0]), counts(&[])), ("▁▁".to_owned(), String::new()));
    }

    #[test]
    fn a_histogram_is_placed_where_its_numbers_are() {
        let distribution = Distribution {
            count: 3,
            min: 10,
            max: 19,
            mean: 14.0,
            standard_deviation: None,
            lower_quartile: 10.0,
            median: 10.0,
            upper_quartile: 18.5,
            exact_quartiles: true,
            first: 10,
            bin_width: 2,
            bins: vec![2, 0, 0, 0, 1],
        };
        assert_eq!(histogram(&distribution, (0, 19), 4), "▁▁█▅");
        assert_eq!(histogram(&distribution, (10, 19), 0), "");
    }
}
