//! The result of a race: the order of the candidates, and how far each is from the best.

use crate::estimates::difference_within;
use crate::race::{Race, RaceEnd, RaceStatus, RaceTerms};
use crate::{Block, Means, Measure};
use lettergame_stats::Interval;

/// What is known at the end of a race.
#[derive(Clone, Debug)]
pub struct RaceResult {
    /// The terms of the race.
    pub terms: RaceTerms,
    /// How it ended.
    pub end: RaceEnd,
    /// The other players.
    pub field: Vec<String>,
    /// All candidates, the best first, those that were dropped last.
    pub findings: Vec<RaceFinding>,
    /// Where another candidate is certainly better than the first.
    pub objections: Vec<Objection>,
}

/// What is known about one candidate.
#[derive(Clone, Debug)]
pub struct RaceFinding {
    /// Its name.
    pub candidate: String,
    /// Its standing.
    pub standing: RaceStanding,
    /// The number of deals it played.
    pub deals: u64,
    /// Its mean points over its deals.
    pub points: f64,
    /// Share of the wins in its deals, 0 to 1.
    pub wins: f64,
    /// Its mean minus that of the first, by the measure of the race, on the deals that both played;
    /// 0 for the first.
    pub difference: f64,
    /// Its true mean minus that of the best candidate, never above 0. These intervals are valid for
    /// all candidates together. `None` if too little is known.
    pub interval: Option<Interval>,
    /// The number of its seats that were banned or committed a fault.
    pub faults: u64,
}

/// The standing of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RaceStanding {
    /// It may be the best.
    Ahead,
    /// It is not the best; another candidate contributed most of the evidence.
    Dropped {
        /// The name of that candidate.
        by: String,
    },
    /// It had the same result in every deal as another candidate, and was set aside.
    Like {
        /// The name of that candidate.
        other: String,
    },
}

/// A candidate that is better than the first, but by another measure or only in one setting.
#[derive(Clone, Debug)]
pub struct Objection {
    /// The candidate.
    pub candidate: String,
    /// The measure.
    pub by: Measure,
    /// The setting; `None` for all together.
    pub setting: Option<String>,
    /// Its mean minus that of the first, on the deals that both played.
    pub difference: f64,
    /// The interval of the difference, valid for all such pairs together.
    pub interval: Interval,
}

impl RaceResult {
    /// The result of a race of these candidates in these settings, given by name.
    #[must_use]
    pub fn of(
        race: &Race,
        candidates: &[String],
        field: &[String],
        settings: &[Option<String>],
    ) -> RaceResult {
        let (leader, ahead) = (race.leader(), race.ahead());
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        let to_leader = |index: usize| match index == leader {
            true => 0.0,
            false => race.difference(index, leader).unwrap_or(0.0),
        };
        let rank = |index: usize| {
            let same = match race.runners()[index].place {
                RaceStatus::Like(other) => other,
                RaceStatus::Ahead | RaceStatus::Dropped(_) => index,
            };
            (same != leader, !ahead.contains(&same))
        };
        order.sort_by(|&a, &b| {
            let far = |index: usize| -to_leader(index);
            rank(a).cmp(&rank(b)).then(far(a).total_cmp(&far(b))).then(a.cmp(&b))
        });
        let finding = |&index: &usize| RaceFinding {
            candidate: candidates[index].clone(),
            standing: standing(race.runners()[index].place, candidates),
            difference: to_leader(index),
            interval: to_best(race, index, &ahead),
            ..RaceFinding::of(&race.runners()[index].deals)
        };
        RaceResult {
            terms: *race.terms(),
            end: race.end(),
            field: field.to_vec(),
            findings: order.iter().map(finding).collect(),
            objections: objections(race, leader, candidates, settings),
        }
    }

    /// Whether it is known which one is best, or which ones are equally good.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.end != RaceEnd::Undecided
    }
}

impl RaceFinding {
    /// The means over deals.
    fn of(deals: &[Means]) -> RaceFinding {
        let mut mean = Means::default();
        let share = 1.0 / deals.len().max(1) as f64;
        deals.iter().for_each(|deal| mean.add(deal, share));
        RaceFinding {
            candidate: String::new(),
            standing: RaceStanding::Ahead,
            deals: deals.len() as u64,
            points: mean.points,
            wins: mean.wins,
            difference: 0.0,
            interval: None,
            faults: mean.faults,
        }
    }
}

fn standing(place: RaceStatus, candidates: &[String]) -> RaceStanding {
    match place {
        RaceStatus::Ahead => RaceStanding::Ahead,
        RaceStatus::Dropped(by) => RaceStanding::Dropped { by: candidates[by].clone() },
        RaceStatus::Like(other) => RaceStanding::Like { other: candidates[other].clone() },
    }
}

/// The interval of a candidate's difference to the best one. The best is among those `ahead`, so it
/// is the hull of the intervals of the differences to each of them.
fn to_best(race: &Race, index: usize, ahead: &[usize]) -> Option<Interval> {
    let runners = race.runners();
    let own = match runners[index].place {
        RaceStatus::Like(other) => other,
        RaceStatus::Ahead | RaceStatus::Dropped(_) => index,
    };
    let none = ahead.contains(&own).then_some(Interval { low: 0.0, high: 0.0 });
    let others = ahead.iter().filter(|&&other| other != own);
    let ends = others.map(|&other| {
        let blocks = paired(&runners[own].deals, &runners[other].deals);
        difference_within(&blocks, race.terms().by, race.level())
    });
    let all: Option<Vec<Interval>> = none.map(Some).into_iter().chain(ends).collect();
    let hull = all?.into_iter().reduce(Interval::and)?;
    Some(Interval { low: hull.low.min(0.0), high: hull.high.min(0.0) })
}

/// Deals that both played.
fn paired(own: &[Means], other: &[Means]) -> Vec<Block> {
    let block = |(&candidate, &baseline): (&Means, &Means)| Block { candidate, baseline };
    own.iter().zip(other).map(block).collect()
}

/// Candidates that are better than the leader by the other measure, or in one setting; the error is
/// divided by the number of these comparisons and of possible leaders.
fn objections(
    race: &Race,
    leader: usize,
    candidates: &[String],
    settings: &[Option<String>],
) -> Vec<Objection> {
    let (by, runners) = (race.terms().by, race.runners());
    let other_measures = Measure::ALL.into_iter().filter(|&other| other != by);
    let mut places: Vec<(Measure, Option<usize>)> =
        other_measures.map(|other| (other, None)).collect();
    places.extend((0..runners[leader].settings.len()).map(|setting| (by, Some(setting))));
    let pairs = candidates.len() * candidates.len().saturating_sub(1);
    let level = 1.0 - race.terms().alpha / (pairs * places.len()).max(1) as f64;
    let mut objections = Vec::new();
    for (by, setting) in places {
        for other in (0..candidates.len()).filter(|&other| other != leader) {
            let deals = |index: usize| match setting {
                Some(setting) => &runners[index].settings[setting],
                None => &runners[index].deals,
            };
            let blocks = paired(deals(other), deals(leader));
            let sum: f64 = blocks.iter().map(|block| block.difference(by)).sum();
            // intervals are slow to compute, and those below 0 do not matter
            let interval = if sum > 0.0 { difference_within(&blocks, by, level) } else { None };
            if let Some(interval) = interval.filter(|ends| ends.low > 0.0) {
                objections.push(Objection {
                    candidate: candidates[other].clone(),
                    by,
                    setting: setting.and_then(|setting| settings.get(setting).cloned().flatten()),
                    difference: sum / blocks.len() as f64,
                    interval,
                });
            }
        }
    }
    objections
}

#[cfg(test)]
mod tests {
    use super::{RaceResult, RaceStanding};
    use crate::{Book, Means, Measure, Race, RaceEnd, RaceTerms};
    use lettergame_base::Seed;

    const TERMS: RaceTerms = RaceTerms { by: Measure::Points, margin: None, alpha: 0.05 };

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|index| ((b'a' + index as u8) as char).to_string()).collect()
    }

    fn result(race: &Race, settings: &[Option<String>]) -> RaceResult {
        RaceResult::of(race, &names(race.sides().len()), &[], settings)
    }

    /// Two settings; the second has another order, and wins point the other way.
    #[test]
    fn objections_are_raised() {
        let mut race = Race::new(TERMS, 2, 2);
        let mut rng = Seed(2).rng();
        for _ in 0..400 {
            let mut means = |points: f64, wins: f64| Means {
                points: points + rng.unit(),
                wins: if rng.unit() < wins { 1.0 } else { 0.0 },
                faults: 0,
            };
            race.add(0, &[means(3.0, 0.2), means(0.0, 0.9)]);
            race.add(1, &[means(0.0, 0.2), means(1.0, 0.9)]);
            if race.wanted().is_empty() {
                break;
            }
        }
        let result = result(&race, &[Some("x-1".into()), Some("x-2".into())]);
        assert_eq!((result.end, result.findings[0].candidate.as_str()), (RaceEnd::Best, "a"));
        let told: Vec<(Measure, Option<&str>)> =
            result.objections.iter().map(|one| (one.by, one.setting.as_deref())).collect();
        assert_eq!(told, [(Measure::Wins, None), (Measure::Points, Some("x-2"))]);
        assert!(result.objections.iter().all(|one| one.candidate == "b" && one.difference > 0.0));
    }

    #[test]
    fn candidates_are_ordered_by_potential_then_by_difference() {
        let mut race = Race::new(TERMS, 1, 5);
        let mut rng = Seed(9).rng();
        while !race.wanted().is_empty() {
            let mut points = |own: f64| own + rng.unit();
            let best = points(1.0);
            let all = [points(0.0), best, points(0.6), best, points(0.999)];
            race.add(0, &all.map(|points| Means { points, wins: 0.0, faults: 1 }));
            if race.deals() == 2000 {
                break;
            }
        }
        let result = result(&race, &[None]);
        let told: Vec<(&str, &RaceStanding)> =
            result.findings.iter().map(|one| (one.candidate.as_str(), &one.standing)).collect();
        let dropped = |by: &str| RaceStanding::Dropped { by: by.into() };
        assert_eq!(told[0].1, &RaceStanding::Ahead);
        assert!(told.contains(&("d", &RaceStanding::Like { other: "b".into() })), "{told:?}");
        assert_eq!(told[3..].iter().map(|one| one.0).collect::<String>(), "ca");
        assert!(matches!(told[4].1, RaceStanding::Dropped { .. }), "{:?}", dropped("b"));
        let last = &result.findings[4];
        assert!(last.deals < 200 && last.faults == last.deals);
        let ends = last.interval.unwrap();
        assert!(ends.low < -1.0 && -1.0 < ends.high && ends.high < 0.0, "{ends:?}");
        assert!(result.findings.iter().all(|one| one.interval.unwrap().high <= 0.0));
    }
}
