//! Tables stepped from outside: every game by its name, with the moves it lists.

use lettergame::base::{Rng, Seat, Seed};
use lettergame::plan::RawConfig;
use lettergame::protocol::HostOptions;
use lettergame::registry::{self, Tables, games};
use lettergame::runs::Words;
use lettergame::tournament::OpenTable;

fn opened(game: &str, players: &[&str], rules: &[(&str, &str)]) -> Tables {
    let raw = RawConfig {
        game: Some(game.to_owned()),
        players: Some(players.iter().map(ToString::to_string).collect()),
        rules: rules.iter().map(|(key, value)| ((*key).into(), vec![(*value).into()])).collect(),
        ..RawConfig::default()
    };
    let config = raw.validate(game, Seed(0)).unwrap();
    registry::open(&config, Words::shipped().lexicon, &HostOptions::default()).unwrap()
}

/// A legal answer: one of those listed, or a small bid, or no word.
fn answer(table: &dyn OpenTable, seat: Seat, rng: &mut Rng) -> String {
    match table.choices(seat) {
        Some(choices) => {
            assert!(!choices.is_empty(), "whoever is asked can do something");
            choices[rng.below(choices.len() as u32) as usize].0.clone()
        }
        None if table.kind(seat) == "bid" => format!("{{\"bid\":{}}}", rng.below(9)),
        None => r#"{"word":""}"#.to_owned(),
    }
}

/// Plays a game to its end; returns the points of all seats.
fn played(tables: &Tables, deal: Seed, rng: &mut Rng) -> Vec<i32> {
    let mut table = tables.open.deal(deal);
    let open = tables.open.open_seats();
    for _ in 0..5000 {
        let Some(seat) = table.awaited().iter().next() else {
            assert!(table.is_over());
            return table.outcome().points.values().map(|points| points.0).collect();
        };
        assert!(open.contains(seat), "only open seats are asked from outside");
        let choice = answer(&*table, seat, rng);
        let view = table.view(seat);
        table.answer(seat, &choice);
        assert!(table.offences().is_empty(), "{choice}: {:?}\n{view}", table.offences());
    }
    panic!("the game does not end");
}

#[test]
fn every_listed_move_is_legal_and_every_game_ends() {
    for entry in games() {
        let seats = (*entry.info.seats.start()).max(2);
        for preset in (entry.presets)() {
            let players = vec!["person"; seats];
            let tables = opened(entry.info.name, &players, &[("preset", preset)]);
            let mut rng = Seed(5).rng();
            let points = played(&tables, Seed(3), &mut rng);
            assert_eq!(points.len(), seats, "{}", entry.info.name);
            let again = played(&tables, Seed(3), &mut Seed(5).rng());
            assert_eq!(points, again, "{}: the same moves, another game", entry.info.name);
        }
    }
}

#[test]
fn seats_that_are_not_open_decide_on_their_own() {
    for entry in games() {
        let mut players = vec!["person"];
        players.push(entry.info.bench_players[0]);
        let tables = opened(entry.info.name, &players, &[]);
        assert_eq!(tables.open.open_seats().len(), 1);
        played(&tables, Seed(8), &mut Seed(1).rng());
        let closed = opened(entry.info.name, &entry.info.bench_players, &[]);
        let table = closed.open.deal(Seed(8));
        assert!(
            table.is_over(),
            "{}: a game without an open seat is played at once",
            entry.info.name
        );
    }
}

#[test]
fn an_invalid_move_is_a_fault_and_the_fallback_is_played() {
    let tables = opened("marrakech", &["person", "person"], &[]);
    let mut table = tables.open.deal(Seed(1));
    for bad in ["nonsense", r#"{"place":[[0,0],[0,1]]}"#] {
        let seat = table.awaited().iter().next().unwrap();
        let plies = table.answer(seat, bad);
        assert_eq!((plies.len(), table.offences().len()), (1, 1), "{bad}");
    }
    let awaited = table.awaited().iter().next().unwrap();
    let plies = table.answer(awaited.opponent(), "nobody asked");
    assert!(plies.is_empty() && table.offences().is_empty(), "it is ignored: {plies:?}");
    assert_eq!(table.awaited().iter().next(), Some(awaited));
}

#[test]
fn wordgame_moves_are_exactly_those_the_rules_accept() {
    let tables = opened("wordgame", &["person"], &[("preset", "6.0001"), ("hand-size", "5")]);
    for deal in 0..20 {
        let table = tables.open.deal(Seed(deal));
        let seat = Seat::first(1).next().unwrap();
        let choices = table.choices(seat).unwrap();
        for (json, text) in &choices {
            let mut trial = tables.open.deal(Seed(deal));
            trial.answer(seat, json);
            assert!(trial.offences().is_empty(), "{text}");
        }
        let texts: Vec<&str> = choices.iter().map(|(_, text)| text.as_str()).collect();
        assert!(texts.contains(&"stop") && texts.iter().any(|text| text.starts_with("substitute")));
    }
}
