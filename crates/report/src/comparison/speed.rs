//! Decision speeds of candidates and baseline: a section of a comparison, for people and programs.

use serde_json::{Value, json};

use crate::comparison::numbers;
use crate::document::{CsvColumn, Document, Passage};
use crate::standings::{decimals_of, percent, with_digits, with_interval};
use crate::{Cell, Table};
use lettergame_compare::{PlayerSpeed, SpeedComparison, SpeedRatio};
use lettergame_stats::Interval;

/// The columns of the CSV for a player, before its role.
const COLUMNS: [CsvColumn<&str>; 9] = [
    ("decisions", "/decisions", None),
    ("per_second", "/per_second", Some(4)),
    ("per_second_low", "/low", Some(4)),
    ("per_second_high", "/high", Some(4)),
    ("longest_ms", "/longest_ms", Some(6)),
    ("late", "/late/decisions", None),
    ("late_share", "/late/share", Some(6)),
    ("late_low", "/late/low", Some(6)),
    ("late_high", "/late/high", Some(6)),
];

/// The columns of the ratio.
const RATIO: [CsvColumn<&str>; 3] = [
    ("speed_ratio", "/speed/ratio/ratio", Some(9)),
    ("speed_ratio_low", "/speed/ratio/low", Some(9)),
    ("speed_ratio_high", "/speed/ratio/high", Some(9)),
];

/// From this many decisions on, none should take more than this fraction of the time.
const MANY: u64 = 1000;
const LONG: f64 = 0.05;

/// A faster player takes hardly longer than reading the clock.
const FAST: f64 = 1e6;

/// The columns of the CSV: `speed` in a record is the candidate's, with the baseline's inside.
pub(super) fn columns() -> impl Iterator<Item = CsvColumn> {
    let roles = [("candidate", "/speed"), ("baseline", "/speed/baseline")];
    let of_role = |(role, speed): (&'static str, &'static str)| {
        COLUMNS.iter().map(move |(name, pointer, decimals)| {
            (format!("{name}_{role}"), [speed, *pointer].concat(), *decimals)
        })
    };
    roles.into_iter().flat_map(of_role).chain(crate::document::columns(&RATIO))
}

/// Table and remarks.
pub(super) fn document(speed: &SpeedComparison) -> Document {
    let passages = vec![Passage::Table(table(speed)), Passage::Notes(notes(speed))];
    Document { title: "Speed".to_owned(), level: 4, passages, ..Document::default() }
}

/// A row for each candidate and one for the baseline.
fn table(speed: &SpeedComparison) -> Table {
    let ratio = format!("speed against {}", speed.baseline.name);
    let columns = ["player", "decisions", "decisions a second", "longest ms", "late", &ratio];
    let mut table = Table::new(&columns);
    let baseline = (&speed.baseline, None);
    let candidates = speed.candidates.iter().map(|(own, ratio)| (own, ratio.as_ref()));
    for (own, ratio) in candidates.chain([baseline]) {
        let mut row = vec![Cell::text(&own.name), Cell::count(own.times.decisions)];
        row.extend(match own.times.per_second() {
            Some((value, interval)) => [
                Cell::text(&with_digits(value, interval)),
                Cell::number(own.times.longest_ms, decimals_of(own.times.longest_ms)),
                late(own),
            ],
            None => [Cell::Nothing, Cell::Nothing, Cell::Nothing],
        });
        row.push(ratio.map_or(Cell::Nothing, |ratio| {
            Cell::text(&format!("{} times", with_digits(ratio.ratio, ratio.interval)))
        }));
        table.push(row);
    }
    table
}

/// The number of late decisions and their share; nothing for players without a limit.
fn late(own: &PlayerSpeed) -> Cell {
    let Some(share) = late_share(own) else { return Cell::Nothing };
    let interval = late_interval(own).map(percent);
    let share = with_interval(100.0 * share, interval, 1, " %");
    Cell::text(&format!("{}: {share}", own.times.late))
}

fn late_share(own: &PlayerSpeed) -> Option<f64> {
    let decided = own.is_limited && own.times.decisions > 0;
    decided.then(|| own.times.late as f64 / own.times.decisions as f64)
}

fn late_interval(own: &PlayerSpeed) -> Option<Interval> {
    own.times.deals.filter(|_| own.is_limited)?.late_interval()
}

/// How to read the figures, and remarks.
fn notes(speed: &SpeedComparison) -> Vec<String> {
    let paired = speed.candidates.iter().any(|(_, ratio)| ratio.is_some_and(|ratio| ratio.paired));
    let mut notes = vec![
        "95 % intervals, for this machine under this load; a deal is one observation".to_owned()
            + if paired { ", and ratios use the deals in which both decided" } else { "" },
    ];
    let all = speed.candidates.iter().map(|(own, _)| own).chain([&speed.baseline]);
    notes.extend(all.clone().filter_map(at_once));
    notes.extend(all.clone().filter_map(one_long_decision));
    let is_fast =
        |own: &&PlayerSpeed| own.times.per_second().is_some_and(|(value, _)| value > FAST);
    let fast: Vec<&str> = all.filter(is_fast).map(|own| own.name.as_str()).collect();
    if !fast.is_empty() {
        notes.push(format!(
            "{}: less than a microsecond per decision, which includes reading the clock",
            fast.join(", ")
        ));
    }
    notes.extend(speed.remarks.iter().cloned());
    notes
}

/// A remark if one decision weighs as much as very many.
fn one_long_decision(own: &PlayerSpeed) -> Option<String> {
    let share = own.times.longest_ms / own.times.total_ms;
    let is_many = own.times.decisions >= MANY && share > LONG;
    is_many.then(|| {
        format!(
            "{}: one of {} decisions took {:.0} % of the total time, as on a busy machine; its interval may be too narrow",
            own.name,
            own.times.decisions,
            100.0 * share
        )
    })
}

/// A remark if a program has answered for so many deals at once that there is no interval.
fn at_once(own: &PlayerSpeed) -> Option<String> {
    let deals = own.times.deals.filter(|deals| deals.speed.count() > 1)?;
    let has_interval = deals.per_second().is_some_and(|(_, interval)| interval.is_some());
    (!has_interval).then(|| {
        format!(
            "{} answered for {:.1} of its {} deals at once, whose times are not separate: no interval; play more games",
            own.name,
            deals.clump(),
            deals.speed.count()
        )
    })
}

/// As an object; figures that the data cannot provide are null.
pub(super) fn json(speed: &SpeedComparison) -> Value {
    let candidate = |(own, ratio): &(PlayerSpeed, Option<SpeedRatio>)| {
        let mut value = player_json(own);
        value["ratio"] = ratio.map_or(Value::Null, |SpeedRatio { ratio, interval, paired }| {
            let (low, high) = numbers::ends(interval);
            json!({"ratio": ratio, "low": low, "high": high, "paired": paired})
        });
        value
    };
    json!({
        "baseline": player_json(&speed.baseline),
        "candidates": speed.candidates.iter().map(candidate).collect::<Vec<_>>(),
        "remarks": notes(speed),
    })
}

fn player_json(own: &PlayerSpeed) -> Value {
    let (value, interval) = own.times.per_second().unzip();
    let (low, high) = numbers::ends(interval.flatten());
    let late = late_share(own).map(|share| {
        let (low, high) = numbers::ends(late_interval(own));
        json!({"decisions": own.times.late, "share": share, "low": low, "high": high})
    });
    json!({
        "player": own.name,
        "decisions": own.times.decisions,
        "deals": own.times.deals.map(|deals| deals.speed.count()),
        "seconds": value.map(|_| own.times.total_ms / 1000.0),
        "per_second": value,
        "low": low,
        "high": high,
        "longest_ms": value.map(|_| own.times.longest_ms),
        "late": late,
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{json, notes, table};
    use crate::Format;
    use lettergame_compare::{PlayerSpeed, SpeedComparison, SpeedRatio};
    use lettergame_run::{DecisionTimes, PlayerTimes};
    use lettergame_stats::Interval;

    /// Two deals of 100 decisions each.
    fn speed(name: &str, us: [u64; 2], late: u64, is_limited: bool) -> PlayerSpeed {
        let mut times = PlayerTimes::default();
        for us in us {
            let total = Duration::from_micros(us);
            let longest = total / 50;
            times.add(&DecisionTimes { decisions: 100, total, longest, late, sharing: 100 });
        }
        PlayerSpeed { name: name.to_owned(), times, is_limited }
    }

    fn compared() -> SpeedComparison {
        let interval = Some(Interval { low: 0.001_9, high: 0.002_2 });
        let ratio = SpeedRatio { ratio: 0.002, interval, paired: true };
        let none = PlayerSpeed {
            name: "untimed".to_owned(),
            times: PlayerTimes::default(),
            is_limited: true,
        };
        SpeedComparison {
            baseline: speed("quick", [60, 60], 0, false),
            candidates: vec![(speed("slow", [30_000, 30_000], 1, true), Some(ratio)), (none, None)],
            remarks: vec!["a remark".to_owned()],
        }
    }

    /// Two of 200 were late, one in each of two deals: late decisions may be confined to a kind of deal not
    /// seen yet, up to a share of `1 - 0.025^(1/2)`.
    #[test]
    fn a_table_has_a_row_for_each_candidate_and_the_baseline() {
        let csv = table(&compared()).render(Format::Csv).unwrap();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(
            lines,
            [
                "player,decisions,decisions a second,longest ms,late,speed against quick",
                "slow,200,3333 (3333 to 3333),0.600,2: 1.0 % (0.2 to 84.3),\
                 0.00200 (0.00190 to 0.00220) times",
                "untimed,0,,,,",
                "quick,200,1666667 (1666667 to 1666667),0.00120,,",
            ]
        );
    }

    #[test]
    fn a_player_near_the_clock_resolution_is_named() {
        let notes = notes(&compared());
        assert!(notes[0].contains("deals in which both decided"), "{notes:?}");
        assert!(notes[1].starts_with("quick: less than a microsecond"), "{notes:?}");
        assert_eq!(notes[2], "a remark");
    }

    #[test]
    fn a_decision_that_outweighs_many_is_named() {
        let long = |decisions: u64, longest: u64| {
            let (total, longest) = (Duration::from_millis(100), Duration::from_millis(longest));
            let mut times = PlayerTimes::default();
            times.add(&DecisionTimes { decisions, total, longest, late: 0, sharing: decisions });
            let baseline = PlayerSpeed { name: "a".to_owned(), times, is_limited: false };
            notes(&SpeedComparison { baseline, ..compared() }).join("\n")
        };
        assert!(long(1000, 6).contains("a: one of 1000 decisions took 6 % of the total time"));
        assert!(!long(1000, 5).contains("took") && !long(999, 60).contains("took"));
    }

    #[test]
    fn a_player_that_answered_all_deals_at_once_is_named() {
        let mut all = compared();
        let deals = all.candidates[0].0.times.deals.as_mut().unwrap();
        deals.sharing = 2 * 200;
        let notes = notes(&all);
        assert!(notes[1].starts_with("slow answered for 2.0 of its 2 deals at once"), "{notes:?}");
    }

    #[test]
    fn unknown_values_are_null_or_empty() {
        let value = json(&compared());
        assert_eq!(value["baseline"]["late"], serde_json::Value::Null);
        assert_eq!(value["candidates"][0]["late"]["decisions"], 2);
        assert_eq!(value["candidates"][0]["ratio"]["paired"], true);
        assert_eq!(value["candidates"][1]["per_second"], serde_json::Value::Null);
        assert_eq!(value["candidates"][1]["ratio"], serde_json::Value::Null);
        assert_eq!(value["candidates"][0]["deals"], 2);
    }
}
