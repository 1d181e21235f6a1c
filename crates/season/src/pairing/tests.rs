//! Situations with few players, and who plays next.

use super::{Choice, FormatState, Situation};

/// Players with these ratings and independent errors, all of them ranked.
fn situation(ratings: &[f64], error: f64, teams: usize) -> Situation {
    let players = ratings.len();
    let cell = |at: usize| if at / players == at % players { error * error / 2.0 } else { 0.0 };
    let format = FormatState {
        weight: 1.0,
        teams,
        results_per_deal: 2.0,
        dispersion: 1.0,
        ratings: ratings.to_vec(),
        covariance: (0..players * players).map(cell).collect(),
        deals: vec![100; players],
        met: vec![10; players * players],
    };
    Situation {
        formats: vec![format],
        ranked: players,
        progress: Vec::new(),
        placement: 8,
        confidence: 0.95,
    }
}

fn members(situation: &Situation) -> Vec<usize> {
    situation.choose().expect("a match").members
}

#[test]
fn the_closest_neighbours_play() {
    assert_eq!(members(&situation(&[200.0, 100.0, 90.0, -100.0], 30.0, 2)), [1, 2]);
    assert_eq!(members(&situation(&[101.0, 100.0, -90.0, -200.0], 30.0, 2)), [0, 1]);
}

#[test]
fn the_least_certain_neighbours_play() {
    let mut all = situation(&[100.0, 60.0, 20.0, -20.0], 30.0, 2);
    all.formats[0].covariance[2 * 4 + 2] = 4000.0;
    assert!(members(&all).contains(&2));
}

#[test]
fn players_that_are_told_apart_play_no_more() {
    let all = situation(&[300.0, 0.0, -300.0], 20.0, 2);
    assert!(all.is_settled());
    assert_eq!(all.choose(), None);
    let mut certain = all.clone();
    certain.confidence = 1.0 - 1e-60;
    assert!(!certain.is_settled() && certain.choose().is_some());
}

/// Equal players are never told apart; others get their turn all the same.
#[test]
fn a_tie_does_not_take_all_matches() {
    let mut all = situation(&[50.0, 50.0, 0.0, -20.0], 40.0, 2);
    let mut seen = Vec::new();
    for _ in 0..60 {
        let choice = all.choose().unwrap();
        all.expect(0, &choice.members, 20);
        seen.push(choice.members);
    }
    assert!(seen.contains(&vec![0, 1]) && seen.contains(&vec![2, 3]), "{seen:?}");
}

#[test]
fn new_players_come_first_and_meet_those_they_have_not_met() {
    let mut all = situation(&[200.0, 190.0, 0.0, -100.0], 30.0, 2);
    all.formats[0].deals[3] = 0;
    (0..4).for_each(|other| {
        all.formats[0].met[3 * 4 + other] = 0;
        all.formats[0].met[other * 4 + 3] = 0;
    });
    let choice = all.choose().unwrap();
    assert_eq!(choice, Choice { format: 0, members: vec![2, 3], deals: 8 });
    all.expect(0, &choice.members, 4);
    assert_eq!(members(&all), [1, 3]);
    all.expect(0, &[1, 3], 4);
    assert_eq!(members(&all), [2, 3], "it is placed, and has met its neighbour too little");
    all.expect(0, &[2, 3], 4);
    assert_eq!(members(&all), [0, 1]);
}

#[test]
fn neighbours_meet_before_their_order_counts() {
    let mut all = situation(&[300.0, 0.0, -300.0], 20.0, 2);
    for (one, other) in [(1, 2), (2, 1)] {
        all.formats[0].met[one * 3 + other] = 7;
    }
    assert!(!all.is_settled());
    assert_eq!(all.choose(), Some(Choice { format: 0, members: vec![1, 2], deals: 8 }));
    all.expect(0, &[1, 2], 1);
    assert!(all.is_settled());
}

#[test]
fn without_uncertainty_nothing_is_played() {
    let mut all = situation(&[0.0, 0.0, 0.0], 20.0, 2);
    all.formats[0].covariance.fill(0.0);
    assert!(!all.is_settled());
    assert_eq!(all.choose(), None);
}

#[test]
fn a_group_has_as_many_players_as_the_format() {
    let choice = situation(&[100.0, 95.0, 90.0, 0.0, -100.0], 30.0, 3).choose().unwrap();
    assert_eq!(choice.members, [0, 1, 2]);
    assert_eq!(situation(&[100.0, 95.0], 30.0, 3).choose(), None);
}

#[test]
fn a_version_meets_the_one_before_it() {
    let mut all = situation(&[300.0, 0.0, -300.0, 295.0], 20.0, 2);
    (all.ranked, all.progress) = (3, vec![(0, 3)]);
    all.confidence = 1.0 - 1e-60;
    assert_eq!(members(&all), [0, 3]);
}

#[test]
fn two_versions_of_a_team_do_not_sit_at_a_table_with_others() {
    // most uncertain is how a version does against the one before it
    let mut all = situation(&[30.0, 0.0, -30.0, 1.0], 30.0, 3);
    (all.ranked, all.progress) = (3, vec![(1, 3)]);
    all.formats[0].covariance[3 * 4 + 3] = 9000.0;
    let mut duel = all.clone();
    duel.formats[0].teams = 2;
    assert_eq!(members(&duel), [1, 3]);
    let mut times = 0;
    while let Some(Choice { format, members, deals }) = all.choose().filter(|_| times < 40) {
        assert!(!(members.contains(&1) && members.contains(&3)), "{members:?}");
        all.expect(format, &members, deals);
        times += 1;
    }
    assert!(times > 3, "{times}");
}

#[test]
fn matches_in_play_count_as_if_they_were_played() {
    let all = situation(&[50.0, 45.0, 0.0, -6.0], 30.0, 2);
    assert_eq!(members(&all), [0, 1]);
    let mut pending = all.clone();
    pending.expect(0, &[0, 1], 500);
    assert_eq!(members(&pending), [2, 3]);
    let before = all.difference((0, 1)).1;
    assert!(pending.difference((0, 1)).1 < before / 8.0);
    assert!((pending.difference((2, 3)).1 - all.difference((2, 3)).1).abs() < 1e-9);
}

#[test]
fn formats_are_played_where_they_tell_most() {
    let mut all = situation(&[50.0, 45.0], 30.0, 2);
    all.formats.push(all.formats[0].clone());
    (all.formats[0].weight, all.formats[1].weight) = (0.25, 0.75);
    assert_eq!(all.choose().unwrap().format, 1);
    all.formats[1].covariance.iter_mut().for_each(|cell| *cell /= 1000.0);
    assert_eq!(all.choose().unwrap().format, 0);
}
