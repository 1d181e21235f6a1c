//! The rules of the Letter Game, one test each, for every preset for which they differ.

use crate::tables::{
    all_say, asked, bid, ends, gone, is_bidding, late, play_out, points, rules, sales, say, seat,
    sell_the_rest, table, word,
};
use lettergame_auction::rules::{Auction, Event, Move};
use lettergame_base::{Points, Seed};
use lettergame_game::{Fault, FaultKind, Game, Table, TileLook, TilePicture, Turn};
use lettergame_words::{LetterCounts, TileSet};

fn letters(text: &str) -> LetterCounts {
    text.parse().unwrap()
}

/// Plays bids of 0 until some seat holds all of these letters; returns the table of the first such deal, at
/// its words.
fn deal_with(
    preset: &str,
    settings: &[&str],
    seats: usize,
    wanted: &str,
) -> (Table<Auction>, usize) {
    for seed in 0..20_000 {
        let mut table = table(preset, settings, seats, seed);
        sell_the_rest(&mut table);
        let holds = |&index: &usize| table.view(seat(index)).letters().contains(&letters(wanted));
        if let Some(index) = (0..seats).find(holds) {
            return (table, index);
        }
    }
    panic!("no deal with {wanted}");
}

/// What a seat gains with a word while no other seat plays one.
fn gain(table: &Table<Auction>, index: usize, named: &str) -> i32 {
    let mut table = table.clone();
    let events =
        table.step(|seat, _| if seat.index() == index { word(named) } else { word("") }).to_vec();
    ends(&events)[0].gained[seat(index)].0
}

// --- the bag and the number of auctions

#[test]
fn a_round_has_eight_letters_per_player_minus_the_hidden_ones() {
    for seats in 1..=12 {
        for hidden in 0..=7 {
            let mut table = table("words", &[&format!("hidden={hidden}"), "rounds=1"], seats, 3);
            let sold = sales(&sell_the_rest(&mut table)).len();
            assert_eq!(sold, 8 * seats - hidden * seats, "{seats} seats, {hidden} hidden");
        }
    }
}

#[test]
fn with_13_and_14_players_the_round_ends_with_the_bag() {
    for seats in [13, 14] {
        for hidden in [0, 3, 7] {
            let mut table = table("words", &[&format!("hidden={hidden}"), "rounds=2"], seats, 4);
            let sold = sales(&sell_the_rest(&mut table)).len();
            assert_eq!(sold, 98 - hidden * seats);
            let mut all: LetterCounts = LetterCounts::default();
            for index in 0..seats {
                all = all.plus(table.view(seat(index)).letters());
            }
            assert_eq!(all, TileSet::SCRABBLE_98.letters(), "the whole bag is held");
        }
    }
}

#[test]
fn seven_deals_seven_letters_per_player() {
    for (seats, hidden) in [(2, 0), (3, 6), (14, 2)] {
        let mut table = table("seven", &[&format!("hidden={hidden}"), "rounds=1"], seats, 5);
        let mut sold = 0;
        // in turn, so that no seat is full before the others
        while is_bidding(&table) {
            let next = sold % seats;
            let events = table.step(|seat, _| bid(i64::from(seat.index() == next))).to_vec();
            sold += sales(&events).len();
        }
        assert_eq!(sold, 7 * seats - hidden * seats);
    }
}

#[test]
fn hidden_letters_come_from_the_same_bag_first() {
    for seed in 0..50 {
        let mut table = table("words", &["hidden=7", "rounds=1"], 14, seed);
        assert!(!is_bidding(&table) || seed < 50);
        let mut all = LetterCounts::default();
        for index in 0..14 {
            let view = table.view(seat(index));
            assert_eq!(view.hidden().len(), 7);
            all = all.plus(&view.hidden().iter().copied().collect());
        }
        assert_eq!(all, TileSet::SCRABBLE_98.letters());
        assert_eq!(sales(&sell_the_rest(&mut table)).len(), 0);
    }
}

#[test]
fn every_round_has_a_fresh_bag_and_letters_do_not_carry_over() {
    let mut table = table("words", &["hidden=3"], 3, 6);
    sell_the_rest(&mut table);
    assert!((0..3).any(|index| table.view(seat(index)).letters().len() > 3));
    all_say(&mut table, &word(""));
    for index in 0..3 {
        let view = table.view(seat(index));
        assert_eq!((view.round(), view.letters().len(), view.hidden().len()), (2, 3, 3));
        assert!(view.won(seat(index)).is_empty());
    }
    // 14 players see the whole bag in each of ten rounds
    let mut table = crate::tables::table("words", &["hidden=0"], 14, 6);
    let events = play_out(&mut table);
    for round in 1..=10 {
        let sold: LetterCounts = sales(&events)
            .iter()
            .filter(|sale| sale.round == round)
            .map(|sale| sale.letter)
            .collect();
        assert_eq!(sold, TileSet::SCRABBLE_98.letters(), "round {round}");
    }
}

// --- bids

#[test]
fn every_player_starts_with_100_points() {
    for preset in ["words", "seven", "simulator"] {
        assert_eq!(points(&table(preset, &[], 4, 1)), [100; 4]);
    }
    assert_eq!(points(&table("words", &["start-points=7"], 1, 1)), [7]);
}

#[test]
fn the_winner_pays_the_second_highest_bid() {
    let mut table = table("words", &["hidden=0"], 3, 1);
    let events = say(&mut table, &[bid(3), bid(9), bid(5)]);
    let sale = &sales(&events)[0];
    assert_eq!((sale.winner, sale.price), (Some(seat(1)), Points(5)));
    assert_eq!(points(&table), [100, 95, 100]);
    assert_eq!(table.view(seat(0)).won(seat(1)), [sale.letter]);
}

#[test]
fn bids_are_clamped_between_zero_and_ones_points() {
    let mut table = table("words", &["start-points=30"], 3, 1);
    let sale = sales(&say(&mut table, &[bid(i64::MAX), bid(-5), bid(7)]))[0].clone();
    assert_eq!(
        sale.bids.values().copied().collect::<Vec<_>>(),
        [30, 0, 7].map(|b| Some(Points(b)))
    );
    let sale = sales(&say(&mut table, &[bid(0), bid(1_000), bid(i64::MIN)]))[0].clone();
    assert_eq!((sale.winner, sale.price), (Some(seat(1)), Points(0)));
    let both = sales(&say(&mut table, &[bid(99), bid(99), bid(0)]))[0].clone();
    assert_eq!((both.winner, both.price), (Some(seat(1)), Points(23)), "23 is all seat 0 has left");
}

#[test]
fn a_tie_is_drawn_and_pays_that_same_bid() {
    let mut wins = [0; 3];
    for seed in 0..300 {
        let mut table = table("words", &[], 3, seed);
        let sale = sales(&say(&mut table, &[bid(4), bid(4), bid(1)]))[0].clone();
        assert_eq!(sale.price, Points(4));
        wins[sale.winner.unwrap().index()] += 1;
    }
    assert!(wins[0] > 100 && wins[1] > 100 && wins[2] == 0, "{wins:?}");
}

#[test]
fn all_zero_bids_tie_at_no_cost() {
    let mut table = table("words", &[], 4, 2);
    let sale = sales(&all_say(&mut table, &bid(0)))[0].clone();
    assert!(sale.winner.is_some() && sale.price == Points(0));
    assert_eq!(points(&table), [100; 4]);
}

#[test]
fn a_lone_bidder_pays_nothing_but_its_bid_in_the_simulator() {
    for (preset, price) in [("words", 0), ("seven", 0), ("simulator", 8)] {
        let mut table = table(preset, &[], 1, 3);
        let sale = sales(&all_say(&mut table, &bid(8)))[0].clone();
        assert_eq!((sale.winner, sale.price), (Some(seat(0)), Points(price)), "{preset}");
    }
    let mut table = table("words", &[], 2, 3);
    say(&mut table, &[bid(5), gone()]);
    let sale = sales(&say(&mut table, &[bid(5), bid(0)]))[0].clone();
    assert_eq!((sale.price, sale.bids[seat(1)]), (Points(0), None));
}

// --- faults

#[test]
fn late_failing_or_invalid_bids_are_lost_and_ban_the_player() {
    let faults: [crate::tables::Said; 5] = [
        late(None),
        late(Some(Move::Bid(50))),
        gone(),
        Err(Fault::Unreadable("1.5".into())),
        word("LIE"),
    ];
    for preset in ["words", "seven"] {
        for fault in &faults {
            let mut table = table(preset, &["rounds=2"], 3, 5);
            let events = say(&mut table, &[bid(2), fault.clone(), bid(1)]);
            assert!(matches!(events[0], Event::Banned { seat: banned, .. } if banned == seat(1)));
            let sale = sales(&events)[0].clone();
            assert_eq!((sale.winner, sale.price), (Some(seat(0)), Points(1)), "{fault:?}");
            assert_eq!(sale.bids[seat(1)], None);
            assert_eq!(asked(&table), [0, 2]);
            assert_eq!((table.status(seat(1)), table.faults()[seat(1)]), ("banned", 1));
            let events = play_out(&mut table);
            assert!(sales(&events).iter().all(|sale| sale.bids[seat(1)].is_none()));
            assert!(sales(&events).iter().all(|sale| sale.winner != Some(seat(1))));
            assert_eq!(points(&table)[1], 100, "its points stay");
            let places = table.outcome().places;
            assert_eq!(places.values().copied().collect::<Vec<_>>(), [3, 1, 1], "and count");
        }
    }
}

#[test]
fn in_the_simulator_a_late_bid_counts_before_the_ban() {
    let mut table = table("simulator", &["rounds=1", "hidden=0"], 3, 5);
    let events = say(&mut table, &[bid(2), late(Some(Move::Bid(50))), bid(7)]);
    let sale = sales(&events)[0].clone();
    assert_eq!((sale.winner, sale.price), (Some(seat(1)), Points(7)));
    assert_eq!(asked(&table), [0, 2]);
    let events = sell_the_rest(&mut table);
    assert!(sales(&events).iter().all(|sale| sale.bids[seat(1)] == Some(Points(0))));
    assert!(sales(&events).iter().any(|sale| sale.winner == Some(seat(1))), "it can win ties at 0");
    let end = ends(&all_say(&mut table, &word("AA")))[0].clone();
    assert_eq!((end.words[seat(1)].as_str(), end.gained[seat(1)]), ("", Points(0)));
}

#[test]
fn in_the_simulator_other_faults_bid_zero_at_once() {
    let mut table = table("simulator", &[], 2, 5);
    let sale = sales(&say(&mut table, &[gone(), bid(4)]))[0].clone();
    assert_eq!((sale.bids[seat(0)], sale.price), (Some(Points(0)), Points(0)));
    assert!(table.banned().contains(seat(0)));
}

#[test]
fn a_fault_when_asked_for_a_word_loses_it_and_bans() {
    for preset in ["words", "seven", "simulator"] {
        let mut table = table(preset, &["rounds=2"], 2, 8);
        sell_the_rest(&mut table);
        let best = table.rules().best_word(table.view(seat(0)).letters()).unwrap().word.to_owned();
        let answer = late(Some(Move::Word(best.as_str().into())));
        let end = ends(&say(&mut table, &[answer, word("")]))[0].clone();
        assert_eq!((end.gained[seat(0)], end.words[seat(0)].as_str()), (Points(0), ""));
        assert_eq!(asked(&table), [1], "{preset}");
    }
}

#[test]
fn a_game_whose_players_are_all_banned_ends() {
    for preset in ["words", "seven", "simulator"] {
        let mut table = table(preset, &[], 3, 9);
        let events = all_say(&mut table, &gone());
        assert_eq!(table.turn(), Turn::Over, "{preset}");
        assert_eq!(ends(&events).len(), 10);
        assert_eq!(table.outcome().places.values().copied().collect::<Vec<_>>(), [1, 1, 1]);
    }
}

// --- at most seven letters

#[test]
fn full_players_are_not_asked_and_the_last_with_room_gets_the_rest_free() {
    let mut table = table("seven", &["hidden=2", "rounds=1"], 3, 10);
    for _ in 0..5 {
        say(&mut table, &[bid(1), bid(0), bid(0)]);
    }
    assert_eq!(table.view(seat(0)).letters().len(), 7);
    assert_eq!(asked(&table), [1, 2]);
    let mut events = Vec::new();
    for _ in 0..5 {
        assert_eq!(asked(&table), [1, 2]);
        events = say(&mut table, &[bid(0), bid(9), bid(0)]);
    }
    let forced = &sales(&events)[1..];
    assert_eq!(forced.len(), 5);
    for sale in forced {
        assert_eq!((sale.winner, sale.price), (Some(seat(2)), Points(0)));
        assert!(sale.bids.values().all(Option::is_none), "nobody was asked");
    }
    assert!(!is_bidding(&table) && asked(&table) == [0, 1, 2]);
    assert!((0..3).all(|index| table.view(seat(index)).letters().len() == 7));
}

#[test]
fn the_round_ends_when_all_remaining_players_are_full() {
    let mut table = table("seven", &["hidden=0", "rounds=1"], 2, 11);
    say(&mut table, &[bid(0), gone()]);
    let sold = 1 + sales(&sell_the_rest(&mut table)).len();
    assert_eq!((sold, asked(&table)), (7, vec![0]), "7 of 14 letters are sold");
}

#[test]
fn in_words_no_player_is_ever_full() {
    let mut table = table("words", &["hidden=3"], 3, 12);
    while is_bidding(&table) {
        assert_eq!(asked(&table), [0, 1, 2]);
        say(&mut table, &[bid(1), bid(0), bid(0)]);
    }
    assert_eq!(table.view(seat(0)).letters().len(), 3 + 15);
}

// --- words

#[test]
fn a_word_earns_the_sum_of_its_letters() {
    let auction = rules("words", &[]);
    let earns = |word: &str, held: &str| auction.word_points(word, &letters(held)).0;
    assert_eq!(earns("PAWN", "NPAWXX"), 3 + 1 + 4 + 1);
    assert_eq!(earns("pawn", "NPAW"), 9, "case does not matter");
    assert_eq!(earns("QUIZ", "ZQIU"), 22);
    assert_eq!(earns("PAWN", "PAW"), 0, "a letter is not held");
    assert_eq!(earns("ZQX", "ZQX"), 0, "not in the list");
    assert_eq!(earns("PIZZA", "PIZA"), 0, "one Z is held");
    assert_eq!((earns("", "A"), earns("P-AWN", "PAWN"), earns("pawn ", "PAWN")), (0, 0, 0));
}

#[test]
fn seven_letters_earn_fifty_extra_and_longer_words_nothing() {
    let all = TileSet::SCRABBLE_98.letters();
    for preset in ["words", "seven"] {
        let auction = rules(preset, &[]);
        assert_eq!(auction.word_points("STRANGE", &all).0, 8 + 50);
        assert_eq!(auction.word_points("STRANH", &all).0, 0);
        assert_eq!(auction.word_points("RATING", &all).0, 7);
        assert_eq!(auction.word_points("STRANGER", &all).0, 0, "eight letters");
    }
}

#[test]
fn in_the_simulator_longer_words_count_and_earn_the_bonus() {
    let auction = rules("simulator", &[]);
    let all = TileSet::SCRABBLE_98.letters();
    assert_eq!(auction.word_points("STRANGE", &all).0, 58);
    assert_eq!(auction.word_points("STRANGER", &all).0, 59);
    assert_eq!(auction.word_points("RATING", &all).0, 7);
    assert!(auction.best_word(&all).unwrap().word.len() > 7);
}

#[test]
fn hidden_letters_count_for_words_too() {
    let mut table = table("words", &["hidden=7", "rounds=1"], 1, 13);
    let hidden: LetterCounts = table.view(seat(0)).hidden().iter().copied().collect();
    let best = table.rules().best_word(&hidden).unwrap().word.to_owned();
    say(&mut table, &[gone()]);
    let mut table = crate::tables::table("words", &["hidden=7", "rounds=1"], 1, 13);
    say(&mut table, &[bid(0)]);
    let end = ends(&say(&mut table, &[word(&best)]))[0].clone();
    assert!(end.gained[seat(0)].0 > 0, "{best}");
}

#[test]
fn an_invalid_word_is_worth_nothing_and_bans_no_one() {
    let (table, index) = deal_with("words", &["rounds=2"], 2, "AT");
    assert_eq!(gain(&table, index, "at"), 2);
    for wrong in ["", "XYZZY", "at!", "12", "é", &"A".repeat(3000)] {
        assert_eq!(gain(&table, index, wrong), 0, "{wrong}");
    }
    let mut after = table.clone();
    let events = all_say(&mut after, &word("not a word"));
    assert!(after.banned().is_empty());
    assert_eq!(ends(&events)[0].words[seat(0)], "NOT_A_WORD");
}

#[test]
fn points_carry_over_rounds() {
    let (mut table, index) = deal_with("words", &["rounds=2"], 2, "AT");
    let before = points(&table)[index];
    table.step(|seat, _| if seat.index() == index { word("AT") } else { word("") });
    assert_eq!(points(&table)[index], before + 2);
    assert_eq!(table.view(seat(index)).points(), Points(before + 2));
}

// --- the end

#[test]
fn the_game_ends_after_its_rounds_and_most_points_win() {
    let mut table = table("words", &["rounds=3"], 3, 14);
    say(&mut table, &[bid(50), bid(50), bid(20)]);
    let events = play_out(&mut table);
    assert_eq!(ends(&events).len(), 3);
    let places: Vec<u8> = table.outcome().places.values().copied().collect();
    let mut sorted = points(&table);
    sorted.sort_unstable();
    assert_eq!(sorted, [50, 100, 100]);
    assert!(
        places.iter().filter(|&&place| place == 1).count() == 2,
        "equal points share the place"
    );
    assert!(places.contains(&3));
    assert!(all_say(&mut table, &bid(1)).is_empty(), "after the end nobody is asked");
}

#[test]
fn one_to_fourteen_may_play() {
    let auction = rules("words", &[]);
    assert!((1..=14).all(|seats| auction.admit(seats).is_ok()));
    for seats in [0, 15] {
        let error = Table::new(rules("words", &[]), seats, Seed(1)).err().unwrap();
        assert!(error.to_string().contains("1 to 14"), "{error}");
    }
    let wide = rules("words", &["letters-per-player=20", "hidden=19"]);
    assert!(wide.admit(5).is_ok() && wide.admit(6).is_err(), "114 hidden letters, 98 in the bag");
}

// --- announcements

#[test]
fn every_player_learns_letter_bids_winner_and_price() {
    let mut table = table("words", &["hidden=3"], 3, 15);
    let events = say(&mut table, &[bid(3), gone(), bid(5)]);
    let json: Vec<serde_json::Value> =
        events.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    let letter = sales(&events)[0].letter.to_string();
    assert_eq!(json[0], serde_json::json!({"type": "banned", "seat": 1, "fault": "gone"}));
    assert_eq!(
        json[1],
        serde_json::json!({"type": "auction", "round": 1, "letter": letter,
            "bids": [3, null, 5], "winner": 2, "price": 3})
    );
    for index in 0..3 {
        assert_eq!(table.view(seat(index)).past_sales(), sales(&events));
    }
}

#[test]
fn every_player_learns_words_and_points_at_the_end_of_a_round() {
    let (mut table, index) = deal_with("words", &["rounds=1"], 2, "AT");
    let events =
        table.step(|seat, _| if seat.index() == index { word("at") } else { word("") }).to_vec();
    let mut words = ["", ""];
    let mut gained = [0, 0];
    (words[index], gained[index]) = ("AT", 2);
    assert_eq!(
        serde_json::to_value(&events[0]).unwrap(),
        serde_json::json!({"type": "round", "round": 1, "words": words, "gained": gained,
            "all_points": points(&table)})
    );
}

#[test]
fn past_bids_of_all_rounds_remain_visible() {
    let mut table = table("words", &["rounds=3"], 2, 16);
    let mut all = sell_the_rest(&mut table);
    all.extend(all_say(&mut table, &word("")));
    all.extend(all_say(&mut table, &bid(2)));
    assert_eq!(table.view(seat(1)).past_sales(), sales(&all));
    assert_eq!(sales(&all).len(), 11);
}

#[test]
fn the_json_view_matches_the_protocol() {
    let mut table = table("words", &["hidden=2"], 3, 17);
    let letter = table.view(seat(0)).unseen();
    assert_eq!(letter.len(), 98 - 2 - 1);
    let sale = sales(&say(&mut table, &[bid(1), bid(4), bid(2)]))[0].clone();
    let view = table.view(seat(1));
    let hidden: Vec<String> = view.hidden().iter().map(ToString::to_string).collect();
    let json = serde_json::to_value(view).unwrap();
    let on_sale = json["letter"].as_str().unwrap().to_owned();
    assert_eq!(
        json,
        serde_json::json!({"round": 1, "rounds": 10, "seat": 1, "letter": on_sale, "points": 98,
            "hidden": hidden, "won": [sale.letter], "held": [[], [sale.letter], []],
            "all_points": [100, 98, 100], "auctions_left": 17, "banned": []})
    );
    sell_the_rest(&mut table);
    let json = serde_json::to_value(table.view(seat(0))).unwrap();
    assert!(json.get("letter").is_none());
    assert_eq!(json["auctions_left"], 0);
}

#[test]
fn faults_and_fallback_moves_are_recorded() {
    let mut table = table("words", &[], 2, 18);
    say(&mut table, &[word("X"), bid(3)]);
    let answer = table.answers()[seat(0)].clone().unwrap();
    assert_eq!((answer.fault, &*answer.choice), (Some(FaultKind::Illegal), &Move::Bid(0)));
    assert_eq!(table.answers()[seat(1)].as_ref().unwrap().fault, None);
}

// --- what an observer sees

/// The letters of tiles.
fn spelled(tiles: &[TilePicture]) -> LetterCounts {
    letters(&tiles.iter().map(|tile| tile.text.as_str()).collect::<String>())
}

#[test]
fn a_picture_shows_the_hands_the_letter_sold_and_the_words() {
    let mut table = table("words", &["rounds=2", "hidden=2"], 3, 5);
    let (mut sold, mut ended) = (0, 0);
    while table.turn() != Turn::Over {
        let before = [0, 1, 2].map(|index| *table.view(seat(index)).letters());
        let events = match is_bidding(&table) {
            true => table.step(|seat, _| bid(seat.index() as i64)).to_vec(),
            false => table.step(|_, _| word("")).to_vec(),
        };
        let picture = table.picture().unwrap();
        for (index, before) in before.iter().enumerate() {
            let shown = &picture.seats[seat(index)];
            assert_eq!(shown.points, table.view(seat(index)).points());
            match ends(&events)[..] {
                // the hands that the words were made of, although the next ones are dealt
                [_] => assert_eq!(spelled(&shown.tiles), *before),
                _ => {
                    assert_eq!(spelled(&shown.tiles), *table.view(seat(index)).letters());
                    let hidden = shown.tiles.iter().filter(|tile| tile.look == TileLook::Hidden);
                    assert_eq!(hidden.count(), 2);
                }
            }
        }
        if let [sale] = &sales(&events)[..] {
            sold += 1;
            let winner = sale.winner.unwrap();
            assert_eq!(spelled(&picture.shared), letters(&sale.letter.to_string()));
            assert_eq!(picture.seats[winner].tiles.last().unwrap().look, TileLook::New);
            assert_eq!(picture.seats[winner].note, format!("bids 2, pays {}", sale.price));
            assert!(picture.seats.iter().all(|(seat, own)| own.is_lit == (seat == winner)));
        } else {
            ended += 1;
            assert!(picture.shared.is_empty());
            assert!(picture.seats.values().all(|own| own.note == "no word" && !own.is_lit));
        }
    }
    assert_eq!((sold, ended), (36, 2));
}
