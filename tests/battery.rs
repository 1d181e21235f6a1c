//! One battery for every game and every player of the registry: games end, nobody makes a fault, moves
//! read back, the same seed gives the same rows, points obey their sum.

mod harness;

use harness::LEXICON;
use lettergame::base::{MAX_SEATS, Seed};
use lettergame::game::{Fault, Game, Listing};
use lettergame::games::auction::rules::Move;
use lettergame::registry::{self, GAMES, GameEntry};
use lettergame::tournament::{Arena, Batch, Draft};

/// A player's name as it can be typed; where a number may follow, also with one.
fn typed(listing: &Listing) -> Vec<String> {
    let mut names = vec![listing.name.to_owned()];
    names.extend(listing.suffix.map(|_| format!("{}-4", listing.name)));
    let pairs: Vec<String> = listing
        .settings
        .iter()
        .map(|setting| format!("{}={}", setting.key, setting.default))
        .collect();
    if !pairs.is_empty() {
        names.push(format!("{}:{}", listing.name, pairs.join(":")));
    }
    names
}

fn arena(game: &GameEntry, preset: &str, players: Vec<String>, games: u64) -> Box<dyn Arena> {
    let draft = Draft {
        players: Some(players),
        games: Some(games),
        record: Some("plies".to_owned()),
        rules: [("preset", preset), ("rounds", "2")]
            .map(|(key, value)| (key.to_owned(), vec![value.to_owned()]))
            .into(),
        ..Draft::default()
    };
    let config = draft.check(game.name, Seed(23)).unwrap();
    registry::prepare(&config, LEXICON.clone()).unwrap().arena
}

fn for_each_player(mut test: impl FnMut(&GameEntry, &str, String)) {
    for game in &GAMES {
        for preset in game.presets {
            for listing in (game.roster)() {
                typed(&listing).into_iter().for_each(|name| test(game, preset, name));
            }
        }
    }
}

fn text(batch: &Batch, file: usize) -> String {
    String::from_utf8(batch.files[file].clone()).unwrap()
}

#[test]
fn every_player_plays_every_number_of_seats_without_a_fault() {
    for_each_player(|game, preset, name| {
        for seats in 1..=MAX_SEATS {
            let arena = arena(game, preset, vec![name.clone(); seats], 1);
            let batch = arena.play(0..1);
            assert_eq!(batch.scores[0].seats.len(), seats, "{name}");
            assert!(batch.scores[0].seats.values().all(|seat| !seat.faulty), "{name} {preset}");
        }
    });
}

#[test]
fn the_same_seed_gives_the_same_rows_and_another_order_of_games_too() {
    for_each_player(|game, preset, name| {
        let arena = arena(game, preset, vec![name.clone(), game.bench_players[1].to_owned()], 4);
        let together = arena.play(0..4);
        let mut apart: Vec<Batch> = (0..4).rev().map(|one| arena.play(one..one + 1)).collect();
        apart.reverse();
        for file in 0..together.files.len() {
            let joined: String = apart.iter().map(|batch| text(batch, file)).collect();
            assert_eq!(text(&together, file), joined, "{name} {preset}");
        }
    });
}

#[test]
fn moves_in_the_log_read_back() {
    for_each_player(|game, preset, name| {
        let arena = arena(game, preset, vec![name.clone(); 3], 1);
        let log = text(&arena.play(0..1), 2);
        assert!(log.lines().count() > 6);
        for line in log.lines() {
            let cells: Vec<&str> = line.split(',').collect();
            assert_eq!(cells.len(), 5, "no cell needs quotes: {line}");
            let choice: Move = cells[3].parse().unwrap();
            assert_eq!(choice.to_string(), cells[3]);
            assert_eq!(cells[4], "");
        }
    });
}

/// At a bid and, where all letters are hidden ones, at a word: what stands in for a fault is legal.
#[test]
fn the_fallback_is_legal() {
    let faults = [
        Fault::Late(None),
        Fault::Late(Some(Move::Bid(1 << 40))),
        Fault::Late(Some(Move::Word("AA".into()))),
        Fault::Gone("exit 1".into()),
        Fault::Unreadable("x".into()),
        Fault::Illegal("x".into()),
    ];
    for (hidden, seats) in [("hidden=3", 5), ("hidden=7", 14)] {
        for preset in ["words", "simulator"] {
            let rules = harness::rules(preset, &[hidden]);
            let state = rules.start(seats, Seed(1));
            for fault in &faults {
                let choice = rules.fallback(&state, harness::seat(2), fault);
                assert!(rules.check(&state, harness::seat(2), choice).is_ok(), "{fault:?}");
            }
        }
    }
}

#[test]
fn a_score_is_the_start_with_words_gained_and_prices_paid() {
    for_each_player(|game, preset, name| {
        let arena = arena(game, preset, vec![name.clone(); 4], 4);
        for line in text(&arena.play(0..4), 0).lines() {
            let cells: Vec<&str> = line.split(',').collect();
            let number = |column: usize| cells[column].parse::<i64>().unwrap();
            assert_eq!(number(6), 100 + number(10) - number(11), "{line}");
        }
    });
}

#[test]
fn a_replay_is_the_game_that_was_played() {
    for_each_player(|game, preset, name| {
        let arena = arena(game, preset, vec![name.clone(), game.bench_players[0].to_owned()], 3);
        let played = arena.play(0..3);
        for (number, score) in (0..3).zip(&played.scores) {
            let mut log = String::new();
            let replayed = arena.replay(number, &mut |ply| {
                for choice in &ply.moves {
                    log += &format!("{number},{},{},{},\n", ply.ply, choice.seat, choice.choice);
                }
            });
            assert_eq!(replayed, *score, "{name}");
            assert!(text(&played, 2).contains(&log), "{name}");
        }
    });
}
