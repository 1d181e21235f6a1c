//! Invariants of every game of Marrakech, and its parsers on arbitrary text.

use std::collections::HashSet;
use std::fmt::Debug;
use std::str::FromStr;

use crate::positions::{
    FOUR, at, board, colour, dice, game, game_over, has_out, phase, place, places, play, points,
    position, random, random_events, table, text,
};
use lettergame_base::{Rng, Seed};
use lettergame_game::{Table, Turn};
use lettergame_marrakech::rules::{
    Assam, Colour, Die, Event, Facing, Marrakech, Move, Phase, Position, RotateAt, Rotation, Rug,
    RugId, Square, TextError,
};
use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, proptest,
};
use proptest::string::string_regex;

/// Plays `games` random games with each number of players; calls `look` with the table, the announcements and
/// the number of players, at the start and after every decision.
fn random_games(
    settings: &[&str],
    games: u64,
    mut look: impl FnMut(&Table<Marrakech>, &[Event], usize),
) {
    for seats in 2..=4 {
        for deal in 0..games {
            let mut table = table(settings, seats, deal);
            let mut rng = Seed(deal ^ 0x5eed).rng();
            look(&table, &[], seats);
            play(
                &mut table,
                |stage| random(stage, &mut rng),
                |table, events| look(table, events, seats),
            );
        }
    }
}

// --- what is conserved

#[test]
fn dirhams_are_conserved() {
    for (dirhams, setting) in [(30, "dirhams=30"), (4, "dirhams=4")] {
        random_games(&[setting], 60, |table, _, seats| {
            let owned = at(table).position().merchants().iter().map(|m| usize::from(m.dirhams));
            assert_eq!(owned.sum::<usize>(), dirhams * seats);
        });
    }
}

#[test]
fn rugs_in_hand_and_rugs_laid_add_up_to_15() {
    let mut laid = [0; 4];
    random_games(&[], 60, |table, events, _| {
        if events.is_empty() {
            laid = [0; 4];
        }
        for event in events {
            if let Event::Placed { rug } = event {
                laid[rug.id.colour() as usize] += 1;
            }
        }
        for merchant in at(table).position().merchants() {
            assert_eq!(laid[merchant.colour as usize] + merchant.rugs, 15);
        }
    });
}

#[test]
fn only_the_payment_due_in_the_position_moves_money() {
    let mut purses = Vec::new();
    let (mut paid_so_far, mut ruined) = (0, 0);
    random_games(&["dirhams=12"], 60, |table, events, seats| {
        let now = at(table).position();
        if events.is_empty() {
            purses = vec![12; seats];
        }
        for event in events {
            let Event::Paid { colour, to, owed, paid } = *event else { continue };
            // no rotation happens before the next decision, so Assam is still where he landed
            let region = now.board().region(now.assam().square).len();
            assert_eq!(u32::from(owed), region, "{event}");
            assert_eq!(now.payment(), region, "the owner is in");
            assert_eq!(paid, owed.min(purses[colour as usize]));
            purses[colour as usize] -= paid;
            purses[to as usize] += paid;
            assert_eq!(now.merchant(colour).map(|m| m.is_in), Some(paid == owed));
            paid_so_far += 1;
            ruined += usize::from(paid < owed);
        }
        let owned: Vec<u16> = now.merchants().iter().map(|merchant| merchant.dirhams).collect();
        assert_eq!(owned, purses);
    });
    assert!(paid_so_far > 500 && ruined > 50, "{paid_so_far} {ruined}");
}

#[test]
fn a_payment_is_made_exactly_when_one_is_owed() {
    random_games(&[], 60, |table, events, _| {
        let rolled = events.iter().any(|event| matches!(event, Event::Rolled { .. }));
        let paid = events.iter().any(|event| matches!(event, Event::Paid { .. }));
        if !rolled || has_out(events) {
            return;
        }
        let now = at(table).position();
        let own = now.board().colour_at(now.assam().square) == Some(at(table).colour());
        assert_eq!(paid, !own && now.payment() > 0, "{}", text(table));
    });
}

// --- placements

#[test]
fn there_is_always_a_placement_and_the_list_is_complete() {
    random_games(&[], 12, |table, _, _| {
        let stage = at(table);
        let listed: Vec<[Square; 2]> = stage.placements().collect();
        if stage.phase() != Phase::Place {
            assert!(listed.is_empty());
            return;
        }
        assert!((1..=12).contains(&listed.len()));
        let both_ways: HashSet<[Square; 2]> =
            listed.iter().flat_map(|&[one, other]| [[one, other], [other, one]]).collect();
        assert_eq!(both_ways.len(), 2 * listed.len(), "no pair is listed twice");
        let fresh = |squares| Rug { id: RugId::new(stage.colour(), 99).unwrap(), squares };
        for one in Square::all() {
            for other in Square::all() {
                let is_listed = both_ways.contains(&[one, other]);
                assert_eq!(stage.check([one, other]).is_ok(), is_listed, "{one} {other}");
                let valid = stage.position().placement_is_valid(fresh([one, other]));
                assert_eq!(valid, is_listed, "{one} {other}");
            }
        }
    });
}

#[test]
fn a_whole_rug_only_blocks_its_own_two_squares() {
    for assam in everywhere() {
        let around = |shown: &[&str]| -> HashSet<[Square; 2]> {
            position(&game(FOUR, &assam.to_string(), shown)).placements().collect()
        };
        let free = around(&[]);
        for squares in &free {
            let [one, other] = squares;
            let left = around(&[&format!("c00 {one} {other}")]);
            assert_eq!(left.len(), free.len() - 1);
            assert!(left.is_subset(&free) && !left.contains(squares), "{one} {other}");
        }
    }
}

#[test]
fn laying_a_rug_changes_two_squares_and_one_hand() {
    let mut before: Option<Position> = None;
    random_games(&[], 12, |table, events, _| {
        let now = at(table).position();
        if let ([Event::Placed { rug }], Some(before)) = (events, &before) {
            assert_eq!(place(&before.to_string(), &rug.to_string()), now.to_string());
        }
        before = Some(now.clone());
    });
}

// --- texts

#[test]
fn state_strings_read_back() {
    random_games(&["dirhams=10"], 12, |table, _, seats| {
        let written = text(table);
        assert_eq!(written.len(), 152 + 8 * seats);
        let read: Position = written.parse().unwrap();
        assert_eq!(&read, at(table).position());
        assert_eq!(read.to_string(), written);
    });
}

#[test]
fn moves_and_rugs_read_back() {
    random_games(&[], 6, |table, events, _| {
        for event in events {
            if let Event::Placed { rug } = event {
                assert_eq!(rug.to_string().parse(), Ok(*rug));
                let choice = Move::Place(rug.squares);
                assert_eq!(choice.to_string().parse(), Ok(choice));
            }
        }
        let assam = at(table).position().assam();
        assert_eq!(assam.to_string().parse(), Ok(assam));
    });
}

// --- Assam

/// Every square and facing.
fn everywhere() -> impl Iterator<Item = Assam> {
    let facing_all = |square| Facing::ALL.map(|facing| Assam { square, facing });
    Square::all().flat_map(facing_all)
}

fn turned_round(assam: Assam) -> Assam {
    assam.rotated(Rotation::Right).rotated(Rotation::Right)
}

#[test]
fn assam_turned_around_walks_back_to_his_start() {
    for assam in everywhere() {
        for die in Die::ALL {
            let back = turned_round(assam.moved(die)).moved(die);
            assert_eq!(back, turned_round(assam), "{assam} {die}");
        }
    }
}

#[test]
fn no_two_walks_of_one_length_meet() {
    for die in Die::ALL {
        let ends: HashSet<Assam> = everywhere().map(|assam| assam.moved(die)).collect();
        assert_eq!(ends.len(), 49 * 4);
    }
}

#[test]
fn a_walk_is_its_steps() {
    for assam in everywhere() {
        for die in Die::ALL {
            let steps = (0..die.pips()).fold(assam, |assam, _| assam.step());
            assert_eq!(assam.moved(die), steps);
            assert_eq!(assam.path(die).last(), Some(steps));
        }
    }
}

#[test]
fn right_and_left_cancel_and_four_rights_are_the_identity() {
    for assam in everywhere() {
        assert_eq!(assam.rotated(Rotation::Right).rotated(Rotation::Left), assam);
        assert_eq!(turned_round(turned_round(assam)), assam);
        assert_ne!(turned_round(assam), assam);
        assert_eq!(assam.rotated(Rotation::Ahead), assam);
    }
}

// --- colours are interchangeable

/// The text with the four colours permuted.
fn renamed(text: &str, names: &[char]) -> String {
    let rename = |found: char| match "cyrp".find(found) {
        Some(at) => names[at],
        None => found,
    };
    text.chars().map(rename).collect()
}

/// A board of rugs laid anywhere, in a game of two to four players with any money.
fn any_game() -> impl Strategy<Value = String> {
    let player = (0..50u16, 0..4u8, 0..4u8);
    let players = proptest::collection::vec(player, 2..=4);
    let rug = (0..4usize, 0..12u8, 0..7u8, 0..6u8, any::<bool>());
    let rugs = proptest::collection::vec(rug, 0..40);
    (players, rugs, 0..7u8, 0..7u8, 0..4usize).prop_map(|(players, rugs, x, y, facing)| {
        let players: String = players
            .iter()
            .zip("cyrp".chars())
            .map(|((dirhams, rugs, state), letter)| {
                let state = if *state == 0 { 'o' } else { 'i' };
                format!("P{letter}{dirhams:03}{:02}{state}", rugs % 2)
            })
            .collect();
        let shown: Vec<String> = rugs
            .iter()
            .map(|&(letter, number, x, y, upright)| {
                let letter = ['c', 'y', 'r', 'p'][letter];
                let [a, b] = if upright { [[x, y], [x, y + 1]] } else { [[y, x], [y + 1, x]] };
                format!("{letter}{number:02} {}{} {}{}", a[0], a[1], b[0], b[1])
            })
            .collect();
        let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
        game(&players, &format!("A{x}{y}{}", ['N', 'E', 'S', 'W'][facing]), &shown)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn renaming_colours_changes_no_payment_placement_or_winner(
        text in any_game(),
        names in Just(vec!['c', 'y', 'r', 'p']).prop_shuffle(),
    ) {
        let (one, other) = (position(&text), position(&renamed(&text, &names)));
        prop_assert_eq!(one.payment(), other.payment());
        prop_assert_eq!(one.is_over(), other.is_over());
        prop_assert!(one.placements().eq(other.placements()));
        let winner = one.winner().letter().to_string();
        // 'n' and 't' are not colours
        prop_assert_eq!(renamed(&winner, &names), other.winner().letter().to_string());
    }

    #[test]
    fn the_order_of_players_changes_no_payment_and_no_winner(text in any_game()) {
        let from_assam = text.find('A').unwrap();
        let players: Vec<&str> =
            (0..from_assam).step_by(8).map(|at| &text[at..at + 8]).rev().collect();
        let other = format!("{}{}", players.concat(), &text[from_assam..]);
        let (one, other) = (position(&text), position(&other));
        prop_assert_eq!(one.payment(), other.payment());
        prop_assert_eq!(one.winner(), other.winner());
    }

    #[test]
    fn the_payment_is_the_same_on_every_square_of_a_region(text in any_game()) {
        let here = position(&text);
        let region = here.region();
        for square in region.iter() {
            let from_assam = text.find('A').unwrap();
            let there = format!(
                "{}A{square}{}", &text[..from_assam], &text[from_assam + 3..]);
            prop_assert_eq!(position(&there).payment(), here.payment());
        }
        prop_assert!(here.payment() == 0 || here.payment() == region.len());
    }

    #[test]
    fn placements_of_any_position_are_exactly_the_valid_ones(text in any_game()) {
        let here = position(&text);
        let fresh = |squares| Rug { id: RugId::new(Colour::Red, 99).unwrap(), squares };
        let mut valid = 0;
        for one in Square::all() {
            for other in Square::all() {
                valid += usize::from(here.placement_is_valid(fresh([one, other])));
            }
        }
        let listed: Vec<[Square; 2]> = here.placements().collect();
        prop_assert_eq!(valid, 2 * listed.len());
        for squares in listed {
            prop_assert!(here.placement_is_valid(fresh(squares)));
        }
    }
}

// --- how long games are, and who wins

#[test]
fn games_without_eliminations_take_30_45_and_60_turns() {
    for seats in 2..=4 {
        let mut whole = 0;
        for deal in 0..100 {
            let events = random_events(&mut table(&[], seats, deal), deal);
            let turns = dice(&events).len();
            assert!(turns <= 15 * seats);
            if !has_out(&events) {
                assert_eq!(turns, 15 * seats);
                whole += 1;
            }
        }
        assert!(whole > 20, "{whole} of 100 games with {seats} players");
    }
}

#[test]
fn there_are_7_6_to_8_0_placements_on_average() {
    for seats in 2..=4 {
        let (mut places, mut turns) = (0, 0);
        for deal in 0..400 {
            let mut rng = Seed(deal).rng();
            play(
                &mut table(&[], seats, deal),
                |stage| {
                    places += stage.placements().count();
                    turns += usize::from(stage.phase() == Phase::Place);
                    random(stage, &mut rng)
                },
                |_, _| {},
            );
        }
        let mean = places as f64 / turns as f64;
        assert!((7.6..=8.0).contains(&mean), "{mean} with {seats} players");
    }
}

#[test]
fn the_first_of_two_random_players_wins_more_often() {
    let (mut games, mut won) = (0.0, 0.0);
    for deal in 0..4_000 {
        let mut table = table(&[], 2, deal);
        let mut rng = Seed(deal).rng();
        play(&mut table, |stage| random(stage, &mut rng), |_, _| {});
        games += 1.0;
        won += match places(&table)[..] {
            [1, 2] => 1.0,
            [1, 1] => 0.5,
            _ => 0.0,
        };
    }
    let share = won / games;
    assert!((0.54..=0.60).contains(&share), "{share}");
}

#[test]
fn every_game_ends_and_its_first_place_is_the_winner() {
    let mut ties = 0;
    for settings in [&[][..], &["dirhams=5"], &["rugs=2", "dirhams=40"], &["rotate=end"]] {
        random_games(settings, 120, |table, _, seats| {
            let over = table.turn() == Turn::Over;
            assert_eq!(over, game_over(&text(table)));
            let winner = at(table).position().winner();
            if !over {
                assert_eq!(winner.letter(), 'n');
                return;
            }
            let places = places(table);
            let first: Vec<usize> = (0..seats).filter(|&index| places[index] == 1).collect();
            if let [sole] = first[..] {
                assert_eq!(colour(winner.letter()), Colour::ALL[sole]);
            } else {
                assert_eq!(winner.letter(), 't');
                ties += 1;
            }
            let visible = text(table).matches(|found| "cyrp".contains(found)).count() - seats;
            let dirhams: i32 = at(table)
                .position()
                .merchants()
                .iter()
                .map(|merchant| i32::from(merchant.dirhams))
                .sum();
            assert_eq!(points(table).iter().sum::<i32>(), dirhams + visible as i32);
        });
    }
    assert!(ties > 0);
}

#[test]
fn no_colour_shows_more_than_it_has_laid() {
    random_games(&[], 20, |table, _, _| {
        let board = at(table).position().board();
        let mut all = 0;
        for merchant in at(table).position().merchants() {
            let own = board.squares_of(merchant.colour).len();
            assert!(own <= 2 * u32::from(15 - merchant.rugs));
            all += own;
        }
        let covered = Square::all().filter(|&square| board.at(square).is_some()).count();
        assert_eq!(all as usize, covered);
        for square in Square::all() {
            assert_eq!(board.at(square).map(RugId::colour), board.colour_at(square));
        }
    });
}

#[test]
fn phases_alternate_correctly_in_every_variant() {
    for settings in [&["rotate=end"][..], &["rotate=start"], &["rotate=end", "dirhams=3"]] {
        random_games(settings, 30, |table, events, _| match (events, phase(table)) {
            ([], phase) => assert_eq!(phase, Phase::Rotate),
            ([Event::Placed { .. }], phase) => {
                assert!(matches!(phase, Phase::Rotate | Phase::Over));
            }
            ([Event::Rotated { .. }, Event::Rolled { .. }, rest @ ..], phase) => {
                let out = matches!(rest, [.., Event::Out { .. }]);
                let start = settings.contains(&"rotate=start");
                match phase {
                    Phase::Place => assert!(!out),
                    Phase::Rotate => assert!(out && start),
                    Phase::Over => assert!(out),
                    Phase::Roll => panic!("a roll is no decision"),
                }
            }
            (events, _) => panic!("{events:?}"),
        });
    }
    assert_eq!(["start", "end"].map(str::parse), [Ok(RotateAt::Start), Ok(RotateAt::End)]);
}

// --- parsers on arbitrary text

/// A parser does not panic; whatever it accepts reads back; whatever it rejects is reported with a position
/// inside the text or just after it.
fn reads<T>(text: &str)
where
    T: FromStr<Err = TextError> + ToString + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string(), text),
        Err(error) => {
            let characters = text.chars().count();
            assert!((1..=characters + 1).contains(&error.at), "{error} in {text:?}");
            let found = text.chars().nth(error.at - 1);
            let told = found.map_or("the end".to_owned(), |found| format!("{found:?}"));
            assert_eq!(error.found, told, "{error} in {text:?}");
            assert!(error.to_string().contains(&format!("character {}", error.at)));
        }
    }
}

fn all_readers(text: &str) {
    reads::<Position>(text);
    reads::<Assam>(text);
    reads::<Rug>(text);
    reads::<Square>(text);
    if let Ok(choice) = text.parse::<Move>() {
        assert_eq!(choice.to_string(), text);
    }
    let _ = serde_json::from_str::<Move>(text);
}

/// A text with some bytes changed, inserted or removed.
fn edited(text: &str, edits: u32, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..edits {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let byte = if rng.below(2) == 0 {
            // a byte that occurs in such texts
            b"PcyrpnA0123456789NESWBio+-. "[rng.below(28) as usize]
        } else {
            rng.below(256) as u8
        };
        match rng.below(3) {
            0 if at < bytes.len() => bytes[at] = byte,
            1 if at < bytes.len() => {
                bytes.remove(at);
            }
            _ => bytes.insert(at, byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn every_changed_character_is_reported_at_its_position() {
    let good = game("Pc03015iPy00207oPr00100i", "A25E", &["c07 00 01", "r99 66", "y10 33 34"]);
    for at in 0..good.len() {
        for byte in 0..128u8 {
            let mut bytes = good.as_bytes().to_vec();
            bytes[at] = byte;
            let text = String::from_utf8(bytes).unwrap();
            reads::<Position>(&text);
            let blamed = text.parse::<Position>().err().map(|error| error.at - 1);
            // a duplicate colour is reported at its second occurrence; for a rug that became `n`, or the
            // reverse, the error is at the digit that does not fit
            let twice = at < 24 && at % 8 == 1 && b"cyr".contains(&byte);
            assert!(twice || blamed.is_none_or(|blamed| (at..=at + 2).contains(&blamed)), "{text}");
        }
        for wide in ['é', '٣', '🦀', '\u{301}'] {
            reads::<Position>(&format!("{}{wide}{}", &good[..at], &good[at + 1..]));
            reads::<Position>(&format!("{}{wide}{}", &good[..at], &good[at..]));
        }
    }
}

#[test]
fn every_proper_prefix_is_reported_as_ending_too_early() {
    let good = game(FOUR, "A33N", &["c07 00 01"]);
    for length in 0..good.len() {
        let error = good[..length].parse::<Position>().unwrap_err();
        assert_eq!((error.at, &*error.found), (length + 1, "the end"));
    }
    for text in ["A33N", "c003435", "44"] {
        (0..text.len()).for_each(|length| all_readers(&text[..length]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn no_reader_panics_on_any_text(text in any::<String>()) {
        all_readers(&text);
    }

    #[test]
    fn no_reader_panics_on_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        all_readers(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_reader_panics_on_plausible_text(
        text in string_regex("(P[cyrp][0-9]{5}[io]){0,5}A?[0-7]{0,2}[NESWX]?B?([cyrpn][0-9 -]{2}){0,50}")
            .unwrap(),
    ) {
        all_readers(&text);
    }

    #[test]
    fn no_reader_panics_on_an_edited_text(text in any_game(), edits in 1..6u32, luck in any::<u64>()) {
        all_readers(&edited(&text, edits, &mut Seed(luck).rng()));
    }

    #[test]
    fn no_reader_panics_on_edited_short_texts(edits in 1..4u32, luck in any::<u64>()) {
        let mut rng = Seed(luck).rng();
        for text in ["A33N", "p014445", "44", "rotate 90", "place 44 45"] {
            all_readers(&edited(text, edits, &mut rng));
        }
    }
}

#[test]
fn a_board_of_any_rugs_reads_back() {
    let mut rng = Seed(3).rng();
    for _ in 0..2_000 {
        let ids: Vec<String> = (0..49)
            .map(|_| match rng.below(5) {
                4 => "n00".to_owned(),
                letter => format!("{}{:02}", ['c', 'y', 'r', 'p'][letter as usize], rng.below(100)),
            })
            .collect();
        reads::<Position>(&format!("{FOUR}A06SB{}", ids.concat()));
    }
    assert_eq!(board(&[]).len(), 148);
}
