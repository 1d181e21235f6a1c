//! Standings: games, wins, means, ratings and ranks of each player, with 95 % intervals, as tables.

use serde::Serialize;

use crate::table::shown;
use crate::{Cell, Table};
use lettergame_stats::Interval;

/// Maximum number of decimals of a figure with an interval.
const MAX_DECIMALS: usize = 4;

/// The results of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The player's name in files.
    pub player: String,
    /// Seats taken, over all games (clones count each).
    pub games: u64,
    /// Wins; a win shared by k seats counts 1/k for each.
    pub wins: f64,
    /// Wins per game, 0 to 1.
    pub win_share: f64,
    /// Its interval.
    pub win_share_interval: Option<Interval>,
    /// Mean score per game, in points.
    pub score: f64,
    /// Its interval.
    pub score_interval: Option<Interval>,
    /// Mean place, 1 is best.
    pub mean_place: f64,
    /// Rating on an Elo-like scale; its zero is given by the [`StandingsView`](crate::StandingsView).
    pub rating: f64,
    /// Its interval.
    pub rating_interval: Option<Interval>,
    /// Seats that were banned or committed a fault.
    pub faults: u64,
    /// The best rank by rating that is consistent with the results, 1 being the best; `None` for a player
    /// without games, and with fewer than two deals.
    pub rank_low: Option<u64>,
    /// The worst such rank: with a probability of 95 % the true rank is between the two.
    pub rank_high: Option<u64>,
}

impl Standing {
    /// The table of standings, with the columns of `standings.csv`.
    #[must_use]
    pub fn table(standings: &[Standing]) -> Table {
        let low = |interval: Option<Interval>| interval.map(|interval| interval.low);
        let high = |interval: Option<Interval>| interval.map(|interval| interval.high);
        // a player without games has no mean
        let mean = |own: &Standing, mean| (own.games > 0).then_some(mean);
        let rank = |rank: Option<u64>| rank.map_or(Cell::Nothing, Cell::count);
        Table::of(
            standings,
            &[
                ("player", &|own| Cell::text(&own.player)),
                ("games", &|own| Cell::count(own.games)),
                ("wins", &|own| Cell::number(own.wins, 2)),
                ("win_share", &|own| Cell::maybe(mean(own, own.win_share), 4)),
                ("win_share_low", &|own| Cell::maybe(low(own.win_share_interval), 4)),
                ("win_share_high", &|own| Cell::maybe(high(own.win_share_interval), 4)),
                ("score", &|own| Cell::maybe(mean(own, own.score), 2)),
                ("score_low", &|own| Cell::maybe(low(own.score_interval), 2)),
                ("score_high", &|own| Cell::maybe(high(own.score_interval), 2)),
                ("mean_place", &|own| Cell::maybe(mean(own, own.mean_place), 3)),
                ("rating", &|own| Cell::maybe(mean(own, own.rating), 1)),
                ("rating_low", &|own| Cell::maybe(low(own.rating_interval), 1)),
                ("rating_high", &|own| Cell::maybe(high(own.rating_interval), 1)),
                ("faults", &|own| Cell::count(own.faults)),
                ("rank_low", &|own| rank(own.rank_low)),
                ("rank_high", &|own| rank(own.rank_high)),
            ],
        )
    }

    /// The rank by rating: `2`, or `2 to 5`; nothing if unknown.
    #[must_use]
    pub fn rank(&self) -> Option<String> {
        let (low, high) = self.rank_low.zip(self.rank_high)?;
        Some(if low == high { low.to_string() } else { format!("{low} to {high}") })
    }

    /// The table for people: one column for a value and its interval.
    #[must_use]
    pub fn summary(standings: &[Standing]) -> Table {
        let columns =
            ["player", "games", "win share", "score", "place", "rating", "rank", "faults"];
        // faults are left out only where there are none
        let spotless = standings.iter().all(|standing| standing.faults == 0);
        let expendable = &["faults", "place", "games", "rank"][usize::from(!spotless)..];
        let mut table = Table::new(&columns).expendable(expendable);
        for standing in standings {
            if standing.games == 0 {
                let mut row = vec![Cell::Nothing; columns.len()];
                (row[0], row[1]) = (Cell::text(&standing.player), Cell::count(0));
                table.push(row);
                continue;
            }
            let share = standing.win_share_interval;
            table.push(vec![
                Cell::text(&standing.player),
                Cell::count(standing.games),
                Cell::text(&with_interval(standing.win_share * 100.0, share.map(percent), 1, " %")),
                Cell::text(&with_interval(standing.score, standing.score_interval, 1, "")),
                Cell::number(standing.mean_place, 2),
                Cell::text(&with_interval(standing.rating, standing.rating_interval, 0, "")),
                standing.rank().map_or(Cell::Nothing, |rank| Cell::text(&rank)),
                Cell::count(standing.faults),
            ]);
        }
        table
    }
}

pub(super) fn percent(interval: Interval) -> Interval {
    scaled(interval, 100.0)
}

pub(super) fn scaled(interval: Interval, factor: f64) -> Interval {
    Interval { low: interval.low * factor, high: interval.high * factor }
}

/// `52.3 (50.1 to 54.5)`: with this many decimals, or as many as a narrow interval needs.
pub(super) fn with_interval(
    value: f64,
    interval: Option<Interval>,
    decimals: usize,
    unit: &str,
) -> String {
    let decimals = interval.map_or(decimals, |interval| telling(interval, decimals));
    let value = shown(value, decimals);
    match interval {
        Some(Interval { low, high }) => {
            format!("{value}{unit} ({} to {})", shown(low, decimals), shown(high, decimals))
        }
        None => value + unit,
    }
}

/// A value above 0 with three significant digits, or more if its interval is narrow.
pub(super) fn with_digits(value: f64, interval: Option<Interval>) -> String {
    with_interval(value, interval, decimals_of(value), "")
}

/// The decimals that give a number above 0 three significant digits, at most 9.
pub(super) fn decimals_of(value: f64) -> usize {
    if value > 0.0 { (2.0 - value.log10().floor()).clamp(0.0, 9.0) as usize } else { 0 }
}

/// The number of decimals, from `least` up to [`MAX_DECIMALS`], at which the bounds of an interval differ by
/// at least a unit of the last decimal; `least` for an interval of width 0.
fn telling(interval: Interval, least: usize) -> usize {
    let width = interval.high - interval.low;
    let tells = |decimals: &usize| width * 10_f64.powi(*decimals as i32) >= 1.0;
    if width <= 0.0 {
        return least;
    }
    (least..MAX_DECIMALS).find(tells).unwrap_or(MAX_DECIMALS.max(least))
}

#[cfg(test)]
mod tests {
    use super::{with_digits, with_interval};
    use lettergame_stats::Interval;

    #[test]
    fn three_significant_digits_are_shown() {
        let told = [1_234_567.0, 12.345, 0.001_234_5, 0.0].map(|value| with_digits(value, None));
        assert_eq!(told, ["1234567", "12.3", "0.00123", "0"]);
        let narrow = Interval { low: 1.233_9, high: 1.235_1 };
        assert_eq!(with_digits(1.234_5, Some(narrow)), "1.234 (1.234 to 1.235)");
    }

    #[test]
    fn a_narrow_interval_has_the_decimals_that_it_needs() {
        let shown = |value, half, decimals| {
            let interval = Interval { low: value - half, high: value + half };
            with_interval(value, Some(interval), decimals, "")
        };
        assert_eq!(shown(89.31, 0.8, 1), "89.3 (88.5 to 90.1)");
        assert_eq!(shown(89.314_2, 0.02, 1), "89.31 (89.29 to 89.33)");
        assert_eq!(shown(89.314_2, 0.000_9, 0), "89.314 (89.313 to 89.315)");
        assert_eq!(shown(0.123_456_789, 1e-9, 1), "0.1235 (0.1235 to 0.1235)");
        assert_eq!(shown(7.0, 0.0, 1), "7.0 (7.0 to 7.0)");
        assert_eq!(shown(-0.3, 0.7, 0), "0 (-1 to 0)");
        assert_eq!(with_interval(-0.2, None, 0, " %"), "0 %");
    }
}
