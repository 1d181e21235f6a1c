//! Challenges: which plays stand, what becomes of them, and what a wrong challenge costs, by the published rules of
//! tournaments (single and double challenge, 5 and 10 points).

use std::sync::{Arc, LazyLock};

use crate::positions::{
    bag, game, held, in_bag, json, lexicon, mover, play, points, rack, seat, state, turn,
};
use lettergame_base::{BySeat, Points, Seed};
use lettergame_game::{Enumerate as _, Roster, Table, Turn};
use lettergame_scrabble::board::{Board, Rack};
use lettergame_scrabble::notation::{GcgHeader, GcgTurn, read_gcg, write_gcg};
use lettergame_scrabble::players::ROSTER;
use lettergame_scrabble::rules::{Ending, Event, Move, Scrabble, View};
use lettergame_scrabble::typed_move;
use lettergame_words::Lexicon;

static LEXICON: LazyLock<Arc<Lexicon>> =
    LazyLock::new(|| lexicon("AT AX CAT CATS COS HA OX OXO SH SO TO TOE"));

/// A game under this rule, before its first play.
fn started(rule: &str, racks: [&str; 2], tiles: &str) -> Table<Scrabble> {
    let rules = game(&LEXICON, &[&format!("challenge={rule}")]);
    let board = Board::new(Arc::clone(rules.layout()));
    Table::at(rules, state(board, racks, &bag(tiles), [0, 0], 0), 2)
}

/// Everything that a challenge must bring back.
fn all(table: &Table<Scrabble>) -> (Vec<String>, [String; 2], usize, [i32; 2]) {
    let rows = table.view(seat(0)).board().rows();
    (rows, [0, 1].map(|index| held(table, index)), in_bag(table), points(table))
}

fn refused(table: &Table<Scrabble>, index: usize, said: &str) -> String {
    typed_move(table, seat(index), said).unwrap_err()
}

fn has_nothing_to_challenge(table: &Table<Scrabble>, index: usize) -> bool {
    refused(table, index, "challenge").contains("there is no play to challenge")
}

#[test]
fn under_void_invalid_words_are_illegal_and_nothing_is_challenged() {
    let mut table = started("void", ["TACOOOO", "EEEEEEE"], "IIIIIII");
    assert!(refused(&table, 0, "play 8G TAC").contains("TAC is not in the word list"));
    turn(&mut table, "play 8G CAT");
    assert!(has_nothing_to_challenge(&table, 1));
    assert_eq!(table.view(seat(1)).contested(), None);
    assert!(json(&table, 1).contains(r#""challenge":false,"closing":false"#));
}

#[test]
fn an_invalid_play_is_taken_back_and_its_player_has_lost_the_turn() {
    for rule in ["single", "double", "five", "ten"] {
        let mut table = started(rule, ["TACOOOO", "HEEEEEE"], "IIIIIIIII");
        let before = all(&table);
        turn(&mut table, "play 8G TAC");
        assert_eq!((points(&table), in_bag(&table)), ([10, 0], 6), "it stands");
        assert_eq!((held(&table, 0).as_str(), table.view(seat(1)).other_rack()), ("OOOO", 7));
        assert!(json(&table, 1).contains(r#""challenge":true,"closing":false"#));
        let events = turn(&mut table, "challenge");
        let event = Event::Challenge {
            seat: seat(1),
            play: play("8G TAC"),
            invalid: vec!["TAC".to_owned()],
            lost_turn: Some(seat(0)),
            gained: [-10, 0].map(Points),
            points: [0, 0].map(Points),
        };
        assert_eq!(events, [event], "{rule}");
        assert_eq!(all(&table), before, "{rule}");
        // whoever challenged has still a turn of their own
        assert_eq!((mover(&table), table.view(seat(1)).scoreless()), (Some(1), 1));
        assert!(has_nothing_to_challenge(&table, 1));
    }
}

#[test]
fn every_word_of_the_play_is_judged() {
    let mut table = started("double", ["CATOOOO", "SHEEEEE"], "IIIIIIIII");
    turn(&mut table, "play 8G CAT");
    // CATS is valid, SHE is not
    turn(&mut table, "play J8 SHE");
    let events = turn(&mut table, "challenge");
    let Event::Challenge { invalid, .. } = &events[0] else { panic!("{events:?}") };
    assert_eq!(invalid, &["SHE"]);
    assert_eq!((points(&table), mover(&table)), ([10, 0], Some(0)));
}

#[test]
fn a_wrong_challenge_costs_what_the_rule_says() {
    for (rule, expected, next) in
        [("single", 10, 1), ("double", 10, 0), ("five", 15, 1), ("ten", 20, 1)]
    {
        let mut table = started(rule, ["CATOOOO", "HEEEEEE"], "IIIIIIIII");
        turn(&mut table, "play 8G CAT");
        let events = turn(&mut table, "challenge");
        let lost_turn = (next == 0).then(|| seat(1));
        let event = Event::Challenge {
            seat: seat(1),
            play: play("8G CAT"),
            invalid: Vec::new(),
            lost_turn,
            gained: [expected - 10, 0].map(Points),
            points: [expected, 0].map(Points),
        };
        assert_eq!(events, [event], "{rule}");
        assert_eq!((points(&table), mover(&table)), ([expected, 0], Some(next)), "{rule}");
        // a turn that is lost is one without points
        let scoreless = u8::from(rule == "double");
        assert_eq!(table.view(seat(0)).scoreless(), scoreless, "{rule}");
        assert!(has_nothing_to_challenge(&table, next));
    }
}

#[test]
fn only_the_last_play_is_challenged_and_only_at_once() {
    let mut table = started("single", ["TACOOOO", "SHEEEEE"], "IIIIIIIII");
    assert!(has_nothing_to_challenge(&table, 0));
    turn(&mut table, "play 8G TAC");
    turn(&mut table, "pass");
    assert!(has_nothing_to_challenge(&table, 0), "a pass");
    turn(&mut table, "pass");
    assert!(has_nothing_to_challenge(&table, 1), "too late");
    assert_eq!(points(&table), [10, 0], "the phony stays");
}

#[test]
fn the_last_play_of_a_game_may_be_challenged_before_it_counts() {
    // an invalid one is taken back, and the game goes on
    let mut table = started("five", ["TAC", "TO"], "");
    turn(&mut table, "play 8G TAC");
    assert!(json(&table, 1).contains(r#""challenge":true,"closing":true"#));
    assert_eq!(mover(&table), Some(1), "the other player is asked");
    assert!(refused(&table, 1, "play J8 (T)O").contains("ends the game: challenge it, or pass"));
    let choices = Scrabble::choices(&table.view(seat(1)));
    assert_eq!(choices, [Move::Pass, Move::Challenge]);
    turn(&mut table, "challenge");
    assert_eq!((points(&table), mover(&table), held(&table, 0).as_str()), ([0, 0], Some(1), "ACT"));
    // a valid one that was challenged earns its points, and the game ends
    let ends = |rule: &str, said: &str| {
        let mut table = started(rule, ["CAT", "TO"], "");
        turn(&mut table, "play 8G CAT");
        let events = turn(&mut table, said);
        let Some(Event::End { why: Ending::Out, .. }) = events.last() else { panic!("{events:?}") };
        assert_eq!(table.turn(), Turn::Over);
        points(&table)
    };
    // 10 points and twice 2 for the tiles left
    assert_eq!(ends("five", "challenge"), [19, 0]);
    assert_eq!(ends("double", "challenge"), [14, 0]);
    assert_eq!(ends("double", "pass"), [14, 0]);
}

#[test]
fn turns_lost_by_challenges_are_scoreless() {
    let mut table = started("double", ["TACOOOO", "HEEEEEE"], "IIIIIIIII");
    for _ in 0..2 {
        turn(&mut table, "play 8G TAC");
        turn(&mut table, "challenge");
        turn(&mut table, "pass");
    }
    turn(&mut table, "pass");
    assert_eq!(table.view(seat(0)).scoreless(), 5);
    turn(&mut table, "pass");
    assert_eq!(table.turn(), Turn::Over);
}

/// A play of the whole rack in the order of its tiles from the end, wherever that fits and is no word.
fn phony(view: &View<'_>) -> Option<Move> {
    let word: String = view.rack().to_string().replace('?', "e").chars().rev().collect();
    let rows = view.board().side();
    (1..=rows)
        .flat_map(|row| ["A", "D", "H"].map(|column| format!("{row}{column} {word}")))
        .find_map(|text| {
            let play = view.board().read(&text.parse().ok()?).ok()?;
            view.board().check_place(&play).ok()?;
            view.rack().minus(&play.tiles())?;
            let invalid = view.board().invalid_words(view.game().lexicon(), &play);
            (!invalid.is_empty()).then_some(Move::Play(play))
        })
}

/// A game between two players of the roster; with `bluffs`, the first tries a phony in about every other turn.
fn played(
    rule: &str,
    names: [&str; 2],
    seed: u64,
    bluffs: bool,
) -> (Table<Scrabble>, Vec<GcgTurn>) {
    let rules = game(&Arc::new(Lexicon::shipped()), &[&format!("challenge={rule}")]);
    let mut table = Table::new(Arc::clone(&rules), 2, Seed(seed)).unwrap();
    let strategies = names.map(|name| Roster::make(&ROSTER, name, &rules).unwrap());
    let mut players = BySeat::from_fn(2, |seat| strategies[seat.index()].sit(&rules, seat, 2));
    let mut rng = Seed(seed).rng();
    let mut turns = Vec::new();
    while table.turn() != Turn::Over {
        let mut held = rack("");
        let events = table.step(|seat, view| {
            held = *view.rack();
            let bluff = (bluffs && seat.index() == 0 && rng.below(2) == 0).then(|| phony(view));
            match bluff.flatten() {
                Some(choice) if view.answer_to_play().is_none() => Ok(choice),
                _ => players[seat].choose(view, &mut rng),
            }
        });
        let turn = |event: &Event| {
            let is_end = matches!(event, Event::End { .. });
            let rack = if is_end { Rack::new(held.distribution()) } else { held };
            GcgTurn { rack, exchanged: None, event: event.clone() }
        };
        turns.extend(events.iter().map(turn));
    }
    (table, turns)
}

#[test]
fn built_in_players_challenge_what_is_invalid_and_nothing_else() {
    let mut taken_back = 0;
    for (seed, name) in (1..).zip(["random", "casual", "score", "leave", "equity", "policy"]) {
        let (_, turns) = played("double", ["score", name], seed, true);
        for pair in turns.windows(2) {
            let Event::Play { play, .. } = &pair[0].event else { continue };
            if let Event::Challenge { invalid, .. } = &pair[1].event {
                assert!(!invalid.is_empty(), "{name} challenged {play}");
                taken_back += 1;
            }
        }
        let plays = turns.iter().filter(|turn| matches!(turn.event, Event::Play { .. })).count();
        assert!(plays > 10, "{name}");
    }
    assert!(taken_back > 15, "{taken_back}");
}

#[test]
fn between_players_without_phonies_the_rule_changes_nothing() {
    for seed in 1..=3 {
        let plain = points(&played("void", ["equity", "score"], seed, false).0);
        for rule in ["single", "double", "five", "ten"] {
            let table = played(rule, ["equity", "score"], seed, false).0;
            assert_eq!(points(&table), plain, "{rule}, seed {seed}");
        }
    }
}

#[test]
fn a_game_with_challenges_reads_back_from_its_gcg_file() {
    for (seed, rule) in (1..).zip(["single", "double", "five", "ten"]) {
        let (table, turns) = played(rule, ["score", "equity"], seed, true);
        let names = ["a".to_owned(), "b".to_owned()];
        let text = write_gcg(&GcgHeader { names, ..GcgHeader::default() }, &turns);
        let file = read_gcg(&text, table.rules()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let taken_back = file.turns.iter().filter(|turn| turn.withdrawn).count();
        let challenged = turns.iter().filter(
            |turn| matches!(&turn.event, Event::Challenge { invalid, .. } if !invalid.is_empty()),
        );
        assert_eq!(taken_back, challenged.count(), "{text}");
        assert!(taken_back > 0, "{text}");
        let read = file.position.points();
        assert_eq!([0, 1].map(|index| read[seat(index)].0), points(&table), "{text}");
        let rows = file.position.cells();
        assert_eq!(rows, &table.view(seat(0)).board().cells(), "{text}");
    }
}

#[test]
fn a_wrong_challenge_is_written_as_in_the_files_of_others() {
    let gcg = |rule: &str| {
        let mut table = started(rule, ["CATOOOO", "HEEEEEE"], "IIIIIIIII");
        let turn = |table: &mut Table<Scrabble>, said: &str, held: &str| {
            let events = turn(table, said);
            GcgTurn { rack: rack(held), exchanged: None, event: events[0].clone() }
        };
        let turns =
            [turn(&mut table, "play 8G CAT", "CATOOOO"), turn(&mut table, "challenge", "HEEEEEE")];
        let names = ["a".to_owned(), "b".to_owned()];
        let text = write_gcg(&GcgHeader { names, ..GcgHeader::default() }, &turns);
        text.lines().last().unwrap().to_owned()
    };
    assert_eq!(gcg("five"), ">a: (challenge) +5 15");
    assert_eq!(gcg("double"), ">b: EEEEEEH - +0 0");
    assert_eq!(gcg("single"), ">a: ACOOOOT 8G CAT +10 10", "nothing has changed");
}
