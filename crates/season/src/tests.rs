//! Standings of whole seasons whose results are made up.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::intake::Entry;
use crate::store::NewHandIn;
use crate::{
    Format, MatchPlayer, MatchSummary, PlayedNext, Playing, Season, SeasonSettings, SideSummary,
    SideTimes, TEACHER,
};
use lettergame_protocol::HostOptions;
use lettergame_registry::games;
use lettergame_stats::GroupSums;

/// Numbers from 0 to 1, the same each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A season of teams with some versions each; the n-th team is better than the one before it.
fn season(dir: &Path, teams: usize, versions: usize, sizes: &[usize]) -> Season {
    let formats = sizes.iter().map(|size| Format::of_teams(&format!("of-{size}"), *size)).collect();
    let mut season =
        Season::create(dir, &SeasonSettings::new("s", games()[0].info.name, 7, formats)).unwrap();
    for _ in 0..versions {
        for number in 0..teams {
            let team = season.add_team(&format!("team-{number:02}"), TEACHER).unwrap();
            let (id, ()) = season.store.add_hand_in(&NewHandIn::sample(&team), |_| Ok(())).unwrap();
            let entry = Entry::BuiltIn { player: "zero".to_owned() };
            season.store.accept(id, &team, (&entry, "x"), ("", 2), |_| Ok(())).unwrap();
        }
    }
    season
}

/// The result of a match: members with higher numbers win more often.
fn result(chance: &mut Chance, strengths: &[f64], deals: u64) -> MatchSummary {
    let count = strengths.len();
    let mut sums = GroupSums::new(count);
    let mut sides =
        vec![SideSummary { seats: deals * count as u64, ..SideSummary::default() }; count];
    for _ in 0..deals {
        let mut points = vec![0.0; count * count];
        for _ in 0..count {
            for one in 0..count {
                for other in one + 1..count {
                    let share = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
                    let wins = f64::from(chance.next() < share);
                    points[one * count + other] += wins;
                    points[other * count + one] += 1.0 - wins;
                    sides[one].wins += wins;
                }
            }
        }
        sums.add_block(&points).unwrap();
    }
    MatchSummary { games: deals * count as u64, sums, sides, closest: None }
}

/// Plays matches between versions drawn at random, and closes them in this order.
fn play(season: &mut Season, matches: usize, deals: u64, backwards: bool) {
    let formats: Vec<(i64, usize)> =
        season.formats().map(|(number, format)| (number, format.teams)).collect();
    let versions = season.versions().unwrap();
    let mut chance = Chance(1);
    let mut results = Vec::new();
    for number in 0..matches {
        let (format, size) = formats[number % formats.len()];
        // neighbours in age meet, so that old versions link new ones
        let newest = (number * versions.len()) / matches;
        let mut members: Vec<usize> = Vec::new();
        while members.len() < size {
            let back = (chance.next() * 90.0) as usize;
            let member = newest.saturating_sub(back);
            let member = if newest < 90 { back.min(versions.len() - 1) } else { member };
            if !members.contains(&member) {
                members.push(member);
            }
        }
        members.sort_unstable();
        let strengths: Vec<f64> = members
            .iter()
            .map(|&member| {
                versions[member].team as f64 * 0.05 + versions[member].number as f64 * 0.02
            })
            .collect();
        let ids: Vec<i64> = members.iter().map(|&member| versions[member].id).collect();
        results.push((format, ids, result(&mut chance, &strengths, deals)));
    }
    let mut opened = Vec::new();
    for (format, ids, result) in results {
        let seen = season.store.changes().unwrap();
        let id =
            season.store.open_match(seen, (format, deals, &ids), ("me", 1, 2)).unwrap().unwrap();
        opened.push((id, result));
    }
    if backwards {
        opened.reverse();
    }
    for (id, result) in opened {
        season.store.close_match(id, (&result.to_bytes(), "f"), (1.0, "[]"), 3).unwrap();
    }
}

#[test]
fn the_order_depends_on_the_results_alone_and_not_on_when_they_came() {
    let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [forwards, backwards] = [(&dirs[0], false), (&dirs[1], true)].map(|(dir, backwards)| {
        let mut season = season(&dir.path().join("s"), 8, 2, &[2, 3]);
        play(&mut season, 120, 6, backwards);
        season.standings().unwrap()
    });
    assert_eq!(forwards, backwards);
    assert_eq!((forwards.matches, forwards.teams.len()), (120, 8));
    assert_eq!(forwards.games, 60 * 12 + 60 * 18);
    let place = |name: &str| forwards.teams.iter().position(|team| team.team == name).unwrap();
    assert!(place("team-07") < place("team-00"), "{forwards:?}");
    assert_eq!(forwards.misfits, []);
    let ranks = forwards.teams.iter().enumerate().map(|(place, team)| (place as u64 + 1, team));
    for (place, team) in ranks {
        let (low, high) = (team.rank_low.unwrap(), team.rank_high.unwrap());
        assert!(low <= place && place <= high, "{team:?}");
    }
}

#[test]
fn a_new_team_and_a_withdrawn_one_leave_the_differences_of_others_as_they_were() {
    let dir = tempfile::tempdir().unwrap();
    let mut season = season(&dir.path().join("s"), 6, 1, &[2]);
    play(&mut season, 90, 6, false);
    let rating = |season: &Season, name: &str| {
        let all = season.standings().unwrap();
        all.teams.iter().find(|team| team.team == name).unwrap().rating
    };
    let before = rating(&season, "team-05") - rating(&season, "team-01");
    season.withdraw("team-03", TEACHER).unwrap();
    let team = season.add_team("late", TEACHER).unwrap();
    let (id, ()) = season.store.add_hand_in(&NewHandIn::sample(&team), |_| Ok(())).unwrap();
    let entry = Entry::BuiltIn { player: "zero".to_owned() };
    season.store.accept(id, &team, (&entry, "x"), ("", 2), |_| Ok(())).unwrap();
    let after = rating(&season, "team-05") - rating(&season, "team-01");
    assert!((before - after).abs() < 1e-6, "{before} {after}");
    let last = season.standings().unwrap().teams.pop().unwrap();
    assert_eq!((last.team.as_str(), last.rank_low, last.games), ("late", None, 0));
}

/// Two pairs of teams that never met, even indirectly: in each the second one is far better.
#[test]
fn teams_without_a_link_are_not_ranked_for_sure() {
    let dir = tempfile::tempdir().unwrap();
    let mut season = season(&dir.path().join("s"), 4, 1, &[2]);
    let mut chance = Chance(5);
    for pair in [[1, 2], [3, 4]] {
        let seen = season.store.changes().unwrap();
        let id = season.store.open_match(seen, (1, 300, &pair), ("me", 1, 2)).unwrap().unwrap();
        let result = result(&mut chance, &[0.0, 1.0], 300);
        season.store.close_match(id, (&result.to_bytes(), "f"), (1.0, "[]"), 3).unwrap();
    }
    let teams = season.standings().unwrap().teams;
    // the two better ones are next to each other, then the two others
    assert_eq!((teams[0].apart, teams[2].apart), (Some(false), Some(false)), "{teams:?}");
    assert_eq!((teams[0].rank_low, teams[0].rank_high), (Some(1), Some(3)), "{teams:?}");
    assert_eq!((teams[3].rank_low, teams[3].rank_high), (Some(2), Some(4)), "{teams:?}");
}

/// Closes matches of all pairs of three teams, in which each is better than the next by `lead` in strength.
fn in_a_circle(lead: f64) -> crate::SeasonStandings {
    let dir = tempfile::tempdir().unwrap();
    let mut season = season(&dir.path().join("s"), 3, 1, &[2]);
    let mut chance = Chance(7);
    for pair in [[1, 2], [2, 3], [3, 1]] {
        let seen = season.store.changes().unwrap();
        let id = season.store.open_match(seen, (1, 200, &pair), ("me", 1, 2)).unwrap().unwrap();
        let result = result(&mut chance, &[lead, 0.0], 200);
        season.store.close_match(id, (&result.to_bytes(), "f"), (1.0, "[]"), 3).unwrap();
    }
    season.standings().unwrap()
}

#[test]
fn teams_that_beat_each_other_in_a_circle_are_misfits() {
    let found = in_a_circle(0.9).misfits;
    assert_eq!(found.len(), 3, "{found:?}");
    let mut pairs: Vec<(&str, &str)> =
        found.iter().map(|of| (of.one.as_str(), of.other.as_str())).collect();
    pairs.sort_unstable();
    let [a, b, c] = ["team-00.1", "team-01.1", "team-02.1"];
    assert_eq!(pairs, [(a, b), (b, c), (c, a)]);
    assert!(found.iter().all(|of| of.results == 400 && of.observed > of.expected + 0.1));
    let said = found[0].to_string();
    assert!(said.starts_with("in `of-2` ") && said.contains("where the ratings say "), "{said}");
    assert_eq!(in_a_circle(0.0).misfits, []);
}

#[test]
fn players_that_are_late_or_near_the_limit_are_slow() {
    let dir = tempfile::tempdir().unwrap();
    let mut season = season(&dir.path().join("s"), 3, 1, &[3]);
    let seen = season.store.changes().unwrap();
    let id = season.store.open_match(seen, (1, 2, &[1, 2, 3]), ("me", 1, 2)).unwrap().unwrap();
    let times: Vec<SideTimes> = [(249.0, 0), (250.0, 0), (1.0, 3)]
        .map(|(mean, late)| SideTimes {
            decisions: 4,
            total_ms: 4.0 * mean,
            longest_ms: mean,
            late,
        })
        .to_vec();
    let times = serde_json::to_string(&times).unwrap();
    let result = result(&mut Chance(5), &[0.0; 3], 2);
    season.store.close_match(id, (&result.to_bytes(), "f"), (1.0, &times), 3).unwrap();
    let slow = |season: &Season| {
        let slow = season.status().unwrap().slow;
        slow.into_iter().map(|of| (of.version, of.mean_ms, of.late)).collect::<Vec<_>>()
    };
    let late = ("team-02.1".to_owned(), 1.0, 3);
    assert_eq!(slow(&season), std::slice::from_ref(&late), "the limit is the game's");
    let settings = dir.path().join("s/season.toml");
    let text = std::fs::read_to_string(&settings).unwrap();
    std::fs::write(settings, text.replace("# time-limit", "time-limit")).unwrap();
    let season = Season::read(season.dir()).unwrap();
    assert_eq!(slow(&season), [("team-01.1".to_owned(), 250.0, 0), late]);
}

#[test]
fn a_team_has_the_same_rating_on_its_page_as_in_the_standings() {
    let dir = tempfile::tempdir().unwrap();
    let mut season = season(&dir.path().join("s"), 6, 3, &[2, 3]);
    play(&mut season, 150, 6, false);
    for team in season.standings().unwrap().teams {
        let report = season.team_report(&team.team).unwrap();
        let current = report.versions.last().unwrap();
        assert!((current.rating - team.rating).abs() < 1e-6, "{current:?} {team:?}");
        assert_eq!((current.version, current.totals.games), (3, team.games));
    }
}

/// 60 teams with 20 versions each: `LETTERGAME_SEASON_MATCHES=10000` makes it ten million games.
#[test]
fn a_season_of_twelve_hundred_versions_has_standings() {
    let matches = std::env::var("LETTERGAME_SEASON_MATCHES").ok();
    let matches = matches.map_or(600, |count| count.parse().expect("a number of matches"));
    let dir = tempfile::tempdir().unwrap();
    let mut season = season(&dir.path().join("s"), 60, 20, &[2, 5]);
    play(&mut season, matches, 286, false);
    let begun = Instant::now();
    let standings = season.standings().unwrap();
    println!("{} games: {:?}", standings.games, begun.elapsed());
    assert_eq!((standings.teams.len(), standings.matches), (60, matches as u64));
    assert!(standings.teams.iter().all(|team| team.version == 20));
}

/// A match that another process plays counts as played when the next one is chosen: there may be nothing left to
/// choose although nothing is known yet.
#[test]
fn play_waits_for_matches_that_others_hold_and_says_whose_they_are() {
    for (holder, is_lent) in [("process 1 (x)", false), ("on loan, x", true)] {
        let dir = tempfile::tempdir().unwrap();
        let mut season = season(&dir.path().join("s"), 2, 1, &[2]);
        let ids: Vec<i64> = season.versions().unwrap().iter().map(|version| version.id).collect();
        let format = season.formats().next().unwrap().0;
        let mut chance = Chance(1);
        let mut result = |deals| result(&mut chance, &[0.0, 4.0], deals).to_bytes();
        let lease = |holder, until| (holder, 1, until);
        let open = |season: &mut Season, deals, lease| {
            let seen = season.store.changes().unwrap();
            season.store.open_match(seen, (format, deals, &ids), lease).unwrap().unwrap()
        };
        let first = open(&mut season, 7, lease("me", 2));
        season.store.close_match(first, (&result(7), "f"), (1.0, "[]"), 3).unwrap();
        let held = open(&mut season, 5000, lease(holder, i64::MAX));
        let (words, stop) = (season.words().unwrap(), AtomicBool::new(false));
        let playing = Playing {
            words: &words,
            host_options: HostOptions::default(),
            threads: NonZeroUsize::MIN,
            stop: &stop,
        };
        let mut player = MatchPlayer::new(&season).unwrap();
        let next = player.play_next(&mut season, &playing, |_| {}).unwrap();
        assert_eq!(next, PlayedNext::Elsewhere { is_lent });
        season.store.close_match(held, (&result(5000), "f"), (1.0, "[]"), 3).unwrap();
        let next = player.play_next(&mut season, &playing, |_| {}).unwrap();
        assert_eq!(next, PlayedNext::Settled, "{holder}");
    }
}
