//! The rules of the wordgame, one test each: hands, words, a game at a table, both editions.

use std::sync::{Arc, LazyLock};

use lettergame_base::{Points, Seat, Seed};
use lettergame_game::{Fault, FaultKind, Game, Rules, Settings, Table, Turn};
use lettergame_wordgame::rules::{Hand, HandPlay, Move, Prompt, Rejected, Wordgame, WordgameRules};
use lettergame_words::{Lexicon, WordList};

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| {
    let words = "AT TEA EAT QUAIL LI MAQUI TATTERS RAPTURE HONEY COWS WALLS IT WAS";
    let list = WordList::parse(words.replace(' ', "\n").as_bytes(), "test").unwrap().words;
    Arc::new(Lexicon::new(list).unwrap())
});

fn game(preset: &str, settings: &[&str]) -> Arc<Wordgame> {
    let settings = Settings::parse(settings.iter().copied()).unwrap();
    Arc::new(Wordgame::new(WordgameRules::read(preset, settings).unwrap(), LEXICON.clone()))
}

fn hand(text: &str) -> Hand {
    text.parse().unwrap()
}

fn word(text: &str) -> Move {
    Move::Word(text.into())
}

// --- hands

#[test]
fn a_word_takes_its_letters_and_leaves_the_old_hand_as_it_was() {
    let dealt = hand("aqlmuil");
    let left = dealt.without("quail").unwrap();
    assert_eq!((left.to_string(), dealt.to_string()), ("lm".to_owned(), "aqlmuil".to_owned()));
    assert_eq!(left.spaced(), "l m");
    assert_eq!(hand("rutpaap").without("ruta").unwrap().to_string(), "pap", "the order stays");
    assert_eq!(hand("aab").without("aaa"), None);
}

#[test]
fn a_hand_reads_letters_with_and_without_commas() {
    for text in ["a,q,l,m", "aqlm", "A Q L M", "a, q, l, m"] {
        assert_eq!(hand(text), hand("aqlm"), "{text}");
    }
    let told = |text: &str| text.parse::<Hand>().unwrap_err().to_string();
    assert!(told("").contains("at least one letter"));
    assert!(told("ab7").contains("'7' at character 3"), "{}", told("ab7"));
    assert!(told(&"a".repeat(27)).contains("27"));
}

#[test]
fn a_third_of_the_dealt_letters_are_vowels_each_uniform_with_replacement() {
    for (preset, size, vowels, wild) in [("6.00", 7, 2, 0), ("6.00", 26, 8, 0), ("6.0001", 7, 2, 1)]
    {
        let rules = game(preset, &[&format!("hand-size={size}")]);
        let mut seen = [0u32; 26];
        let (mut rng, mut twice) = (Seed(1).rng(), false);
        for _ in 0..4000 {
            let dealt = Hand::deal(rules.rules(), &mut rng);
            let tiles: Vec<char> = dealt.tiles().collect();
            assert_eq!(tiles.len(), size);
            assert_eq!(tiles.iter().filter(|tile| "aeiou".contains(**tile)).count(), vowels);
            assert_eq!(tiles.iter().filter(|tile| **tile == '*').count(), wild);
            let letters = tiles.iter().filter(|tile| **tile != '*');
            letters.for_each(|tile| seen[*tile as usize - 'a' as usize] += 1);
            twice |= (1..size).any(|place| tiles[..place].contains(&tiles[place]));
        }
        assert!(twice, "letters come back");
        for (index, &count) in seen.iter().enumerate() {
            let vowel = "aeiou".contains((b'a' + index as u8) as char);
            let (of, kinds) = if vowel { (vowels, 5) } else { (size - vowels - wild, 21) };
            let expected = 4000.0 * of as f64 / f64::from(kinds);
            assert!((f64::from(count) / expected - 1.0).abs() < 0.15, "{preset} {index}: {count}");
        }
    }
}

// --- words

#[test]
fn a_valid_word_is_in_the_list_and_its_letters_are_in_the_hand() {
    let game = game("6.00", &[]);
    let valid = |letters: &str, word: &str| game.valid(&hand(letters), word).is_ok();
    assert!(valid("aqlmuil", "quail") && valid("aqlmuil", "QUAIL"));
    assert!(!valid("aqlmuil", "") && !valid("aqlmuil", "aqua") && !valid("aqlmuil", "mail"));
    assert!(!valid("raaappetu", "rapture"), "it has one r only");
    assert!(valid("rraapptuee", "rapture"));
}

#[test]
fn a_wildcard_matches_any_vowel_and_nothing_else() {
    let game = game("6.0001", &[]);
    let valid = |letters: &str, word: &str| game.valid(&hand(letters), word).is_ok();
    assert!(valid("h*neyxx", "h*ney") && valid("c*ws", "c*ws") && valid("qu*ilab", "qu*il"));
    assert!(!valid("h*neyxx", "honey"), "the wildcard is typed as it is");
    assert!(!valid("wa*lsxx", "wa*ls"), "it is no consonant");
    assert!(!valid("honeyxx", "h*ney"), "the hand has none");
}

#[test]
fn a_rejected_word_costs_nothing_or_burns_what_it_names() {
    let mut play = HandPlay::new(hand("teaqxzz"));
    let kept = play.play(&game("6.00", &[]), "tez").unwrap_err();
    assert_eq!(kept, Rejected::NotInList("tez".into()));
    assert_eq!(play.now(), &hand("teaqxzz"));
    let burns = game("6.0001", &[]);
    assert!(play.play(&burns, "zzqk").is_err());
    assert_eq!(play.now(), &hand("teax"));
    assert_eq!(play.play(&burns, "tea"), Ok(Points(3 * (21 - 3))));
    assert_eq!((play.total(), play.now().len()), (Points(54), 1));
}

#[test]
fn the_bonus_is_for_the_hand_size_not_for_the_letters_left() {
    let game = game("6.00", &["hand-size=5"]);
    let mut play = HandPlay::new(hand("attea"));
    assert_eq!(play.play(&game, "at"), Ok(Points(4)));
    assert_eq!(play.play(&game, "tea"), Ok(Points(9)), "the last letters earn no bonus");
    let mut play = HandPlay::new(hand("quail"));
    assert_eq!(play.play(&game, "quail"), Ok(Points(14 * 5 + 50)));
}

// --- a game at a table

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn asked(table: &Table<Wordgame>) -> Vec<usize> {
    match table.turn() {
        Turn::Over => Vec::new(),
        Turn::Ask(seats) => seats.iter().map(Seat::index).collect(),
    }
}

#[test]
fn all_play_the_same_hand_and_the_next_starts_when_all_are_done() {
    let game = game("6.00", &["hands=2"]);
    let mut table = Table::new(game, 3, Seed(1)).unwrap();
    let dealt = |table: &Table<Wordgame>| {
        [0, 1, 2].map(|index| table.view(seat(index)).play().dealt().clone())
    };
    let first = dealt(&table);
    assert!(first.iter().all(|hand| *hand == first[0]));
    assert_eq!(asked(&table), [0, 1, 2]);
    let events = table.step(|_, _| Ok(Move::Stop));
    assert_eq!(events.len(), 1, "announced when all have ended");
    let second = dealt(&table);
    assert!(second.iter().all(|hand| *hand == second[0]) && second[0] != first[0]);
    table.step(|_, _| Ok(Move::Stop));
    assert_eq!((table.turn(), table.rounds_done()), (Turn::Over, 2));
}

/// A table at which seat 0 is dealt a hand that contains a word: the first such deal.
fn table_with_word(preset: &str, seats: usize) -> (Table<Wordgame>, String) {
    for deal in 0..10_000 {
        let table = Table::new(game(preset, &[]), seats, Seed(deal)).unwrap();
        let letters = table.view(seat(0)).play().now().letters();
        let found = LEXICON.sub_anagrams(&letters).first().map(|word| word.to_lowercase());
        if let Some(word) = found {
            return (table, word);
        }
    }
    panic!("no deal holds a word");
}

#[test]
fn a_finished_player_waits_and_learns_nothing_until_all_are_done() {
    let (mut table, found) = table_with_word("6.00", 2);
    let events =
        table.step(|seat, _| Ok(if seat.index() == 0 { word(&found) } else { Move::Stop }));
    assert!(events.is_empty());
    assert_eq!(asked(&table), [0]);
    let earned = table.view(seat(0)).play().total();
    let events = table.step(|_, _| Ok(Move::Stop));
    assert_eq!(events[0].earned.values().copied().collect::<Vec<_>>(), [earned, Points::ZERO]);
    assert_eq!(table.turn(), Turn::Over);
    let outcome = table.outcome();
    assert_eq!(outcome.places.values().copied().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn an_invalid_word_of_a_player_is_a_fault_and_ends_the_hand() {
    let mut table = Table::new(game("6.00", &[]), 1, Seed(1)).unwrap();
    table.step(|_, _| Ok(word("xyzzy")));
    assert_eq!((table.turn(), table.status(seat(0))), (Turn::Over, "illegal"));
}

#[test]
fn a_late_word_counts_if_it_is_valid() {
    let (mut table, found) = table_with_word("6.00", 1);
    table.step(|_, _| Err(Fault::Late(Some(word(&found)), String::new())));
    assert_eq!(table.view(seat(0)).play().words()[0].word, found);
    assert_eq!(table.status(seat(0)), FaultKind::Late.name());
}

#[test]
fn in_6_0001_only_an_invalid_word_that_burns_nothing_is_a_fault() {
    let mut table = Table::new(game("6.0001", &["replays=0"]), 1, Seed(1)).unwrap();
    let tile = table.view(seat(0)).play().now().tiles().find(|tile| *tile != '*').unwrap();
    table.step(|_, _| Ok(word(&tile.to_string())));
    assert_eq!(table.view(seat(0)).play().now().len(), 6);
    assert_eq!(table.status(seat(0)), "ok");
    table.step(|_, _| Ok(word("1,2")));
    assert_eq!((table.turn(), table.status(seat(0))), (Turn::Over, "illegal"));
}

#[test]
fn a_letter_may_be_substituted_once_per_game_before_the_first_word() {
    let mut table = Table::new(game("6.0001", &["hands=2"]), 2, Seed(1)).unwrap();
    let before = table.view(seat(0)).play().dealt().clone();
    let old = before.tiles().last().unwrap();
    let substitute: Move = format!("substitute {old}").parse().unwrap();
    assert!(table.view(seat(0)).may_substitute());
    table.step(|_, _| Ok(substitute.clone()));
    let after = [0, 1].map(|index| table.view(seat(index)).play().dealt().clone());
    assert_eq!(after[0], after[1], "the same letter for everybody");
    let changed: Vec<(char, char)> =
        before.tiles().zip(after[0].tiles()).filter(|(one, other)| one != other).collect();
    assert!(!changed.is_empty());
    for (one, other) in changed {
        assert!(one == old && !before.tiles().any(|tile| tile == other), "{before} {}", after[0]);
    }
    assert!(!table.view(seat(0)).may_substitute());
    table.step(|_, _| Ok(substitute.clone()));
    assert_eq!(table.status(seat(0)), "illegal", "one a game");
}

#[test]
fn a_hand_may_be_replayed_once_per_game_and_the_better_score_counts() {
    let (mut table, found) = table_with_word("6.0001", 1);
    table.step(|_, _| Ok(word(&found)));
    let earned = table.view(seat(0)).play().total();
    assert!(earned > Points::ZERO);
    if table.view(seat(0)).asked() == Prompt::Word {
        table.step(|_, _| Ok(Move::Stop));
    }
    assert_eq!(table.view(seat(0)).asked(), Prompt::Again);
    table.step(|_, _| Ok(Move::Replay));
    assert!(table.view(seat(0)).play().is_fresh());
    let events = table.step(|_, _| Ok(Move::Stop));
    assert_eq!(events[0].earned[seat(0)], earned, "the first count was better");
    assert_eq!((table.turn(), table.status(seat(0))), (Turn::Over, "ok"));
}

#[test]
fn a_view_is_blind_to_what_the_others_do_with_the_hand() {
    let (mut table, found) = table_with_word("6.00", 2);
    let view = |table: &Table<Wordgame>| serde_json::to_string(&table.view(seat(1))).unwrap();
    let before = view(&table);
    let mut other = table.clone();
    table.step(|seat, _| Ok(if seat.index() == 0 { word(&found) } else { Move::Stop }));
    other.step(|_, _| Ok(Move::Stop));
    assert!(!view(&table).contains(&format!("\"{found}\"")));
    assert!(before.contains("\"asked\":\"word\""));
}

#[test]
fn the_number_of_seats_is_1_to_14() {
    let game = game("6.00", &[]);
    assert!((1..=14).all(|seats| game.admit(seats).is_ok()));
    assert!(game.admit(0).is_err() && game.admit(15).is_err());
}

#[test]
fn a_picture_shows_the_letters_left_and_at_the_end_of_a_hand_its_words() {
    let (mut table, found) = table_with_word("6.00", 2);
    table.step(|seat, _| Ok(if seat.index() == 0 { word(&found) } else { Move::Stop }));
    let earned = table.view(seat(0)).play().total();
    let left = table.view(seat(0)).play().now().len();
    let picture = table.picture().unwrap();
    let note = format!("{found} {earned}");
    assert_eq!((picture.seats[seat(0)].tiles.len(), &picture.seats[seat(0)].note), (left, &note));
    let dealt = table.view(seat(0)).play().dealt().len();
    table.step(|_, _| Ok(Move::Stop));
    let picture = table.picture().unwrap();
    assert_eq!((picture.shared.len(), &picture.seats[seat(0)].note), (dealt, &note));
    assert_eq!(picture.seats[seat(1)].note, "no word");
    assert!(picture.seats[seat(0)].is_lit && !picture.seats[seat(1)].is_lit);
}
