//! The rules of Scrabble, one test each, on boards worked out by hand: legal placements, scores, exchanges,
//! both endings, the settings, what a seat may know, moves and events as text.

use std::sync::{Arc, LazyLock};

use crate::positions::{
    all, bag, board_of, counted, fault, full_set, game, held, in_bag, json, judged, lexicon, mover,
    play, points, rack, say, seat, state, tiles, turn,
};
use lettergame_base::{Points, Seed};
use lettergame_game::{Cells, Fault, Game, Recorded, Rules, Settings, Table};
use lettergame_scrabble::board::{
    BINGO, Board, Distribution, IllegalPlay, Layout, ParsePlayError, Place, Play, Tile,
};
use lettergame_scrabble::rules::{
    Bag, Ending, Event, IllegalMove, Move, ParseMoveError, Scrabble, ScrabbleRules,
};
use lettergame_words::Lexicon;

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| {
    lexicon(
        "AT AX CAR CARE CARES CARET CAT CATS COS CURRY HA JUMBO OX OXO QUICK REACTION READ \
         REREAD RETINA RETINAS SCARE SCAT SCATS SCURRY SEA SH SO TO TOE TOES XI",
    )
});

/// A standard board with these words.
fn board(words: &[&str]) -> Board {
    board_of(Layout::standard(BINGO), &LEXICON, words)
}

fn place(text: &str) -> Place {
    text.parse().unwrap()
}

/// The score of this play if the generator finds it with exactly its tiles.
fn found(board: &Board, wanted: &Play) -> Option<i32> {
    let plays = all(&LEXICON, board, &wanted.tiles());
    let mut equal = plays.iter().filter(|ranked| ranked.play == *wanted);
    let score = equal.next().map(|ranked| ranked.score);
    assert!(equal.next().is_none(), "{wanted} is found twice");
    score
}

/// The score of a play, on which rules and generator agree.
fn scores(words: &[&str], text: &str) -> i32 {
    let board = board(words);
    let (read, score) =
        judged(&LEXICON, &board, text).unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(found(&board, &read), Some(score), "{text}");
    score
}

/// Why a play is rejected; the generator does not find it either.
fn refused(words: &[&str], text: &str) -> IllegalPlay {
    let board = board(words);
    assert_eq!(found(&board, &play(text)), None, "{text}");
    let judged = judged(&LEXICON, &board, text);
    judged.map(|(read, score)| format!("{read} for {score}")).unwrap_err()
}

/// The play in its normal form.
fn named(words: &[&str], text: &str) -> String {
    judged(&LEXICON, &board(words), text).unwrap().0.to_string()
}

fn standard() -> Arc<Scrabble> {
    game(&LEXICON, &[])
}

/// A table on this board; the first seat is to move.
fn table_with(
    settings: &[&str],
    words: &[&str],
    racks: [&str; 2],
    bag: &Bag,
    points: [i32; 2],
) -> Table<Scrabble> {
    let rules = game(&LEXICON, settings);
    let board = board_of(Layout::clone(rules.layout()), &LEXICON, words);
    Table::at(rules, state(board, racks, bag, points, 0), 2)
}

fn table(words: &[&str], racks: [&str; 2], tiles: &str) -> Table<Scrabble> {
    table_with(&[], words, racks, &bag(tiles), [0, 0])
}

/// Why the first seat, with this rack, may not make that move.
fn offence(words: &[&str], holds: &str, tiles: &str, said: &str) -> IllegalMove {
    let rules = standard();
    let state = state(board(words), [holds, "EEEEEEE"], &bag(tiles), [0, 0], 0);
    rules.check(&state, seat(0), say(said)).unwrap_err()
}

// --- the first play

#[test]
fn the_first_play_covers_the_centre() {
    for good in ["8F CAT", "8G CAT", "8H CAT", "H6 CAT", "H7 CAT", "H8 CAT"] {
        assert_eq!(scores(&[], good), 10, "{good}");
    }
    for bad in ["8E CAT", "8I CAT", "7G CAT", "9G CAT", "H5 CAT", "H9 CAT", "G7 CAT", "1A CAT"] {
        assert_eq!(refused(&[], bad), IllegalPlay::Centre(place("8H")), "{bad}");
    }
}

#[test]
fn the_first_play_has_two_tiles() {
    assert_eq!(refused(&[], "8H A"), IllegalPlay::OneLetter);
    assert_eq!(refused(&[], "H8 A"), IllegalPlay::OneLetter);
    assert!(all(&LEXICON, &board(&[]), &rack("A")).is_empty());
    assert_eq!(scores(&[], "8H AT"), 4);
}

#[test]
fn the_centre_matters_to_the_first_play_only() {
    // 2B doubles the word
    assert_eq!(scores(&["1A AT"], "B1 (T)O"), 4);
    assert_eq!(all(&LEXICON, &board(&["1A AT"]), &rack("O")).len(), 1);
}

// --- later plays

#[test]
fn a_later_play_touches_a_tile() {
    for apart in ["10G CAT", "6G CAT", "8K AT", "1A CAT", "O13 CAT", "H10 AT"] {
        assert_eq!(refused(&["8G CAT"], apart), IllegalPlay::Apart, "{apart}");
    }
}

#[test]
fn tiles_that_meet_at_corners_do_not_touch() {
    for corner in ["9J TO", "7J TO", "9E TO", "7E TO", "F9 TO", "J9 TO", "F6 TO", "J6 TO"] {
        assert_eq!(refused(&["8G CAT"], corner), IllegalPlay::Apart, "{corner}");
    }
}

#[test]
fn the_end_of_a_line_does_not_touch_the_start_of_the_next() {
    assert_eq!(refused(&["8N AT"], "9A TO"), IllegalPlay::Apart);
    assert_eq!(refused(&["8A AT"], "7N TO"), IllegalPlay::Apart);
    assert_eq!(refused(&["H14 AT"], "I1 TO"), IllegalPlay::Apart);
    assert_eq!(refused(&["H1 AT"], "G14 TO"), IllegalPlay::Apart);
}

#[test]
fn there_are_no_gaps_in_a_play() {
    let nothing = |square| IllegalPlay::NothingThere(place(square));
    assert_eq!(refused(&[], "8G C(A)T"), nothing("8H"));
    assert_eq!(refused(&["8H A"], "8G C(AT)S"), nothing("8I"));
    let judged = judged(&LEXICON, &board(&["8H A"]), "8G C.T.");
    assert_eq!(judged.unwrap_err(), nothing("8J"));
}

#[test]
fn a_play_keeps_the_letters_already_on_the_board() {
    let other = IllegalPlay::OtherLetter { square: place("8H"), there: "A", wanted: "O" };
    assert_eq!(refused(&["8H A"], "8G COS"), other);
    assert_eq!(refused(&["8H A"], "8G C(O)S"), other);
    assert_eq!(refused(&["8H A"], "H8 OX"), other);
    assert_eq!(scores(&["8H A"], "8G C(A)T"), 5);
}

#[test]
fn a_play_covers_at_least_one_empty_square() {
    let nothing = IllegalPlay::NothingNew("CAT".to_owned());
    assert_eq!(judged(&LEXICON, &board(&["8G CAT"]), "8G CAT").unwrap_err(), nothing);
    assert!("8G (CAT)".parse::<Play>().is_err());
}

#[test]
fn the_main_word_extends_over_all_adjoining_tiles_in_its_line() {
    let whole = |square: &str, word: &str| IllegalPlay::GoesOn {
        place: place(square),
        whole: word.to_owned(),
    };
    let cat = &["8G CAT"];
    assert_eq!(refused(cat, "8J SO"), whole("8G", "CATSO"));
    assert_eq!(refused(cat, "8E TO"), whole("8E", "TOCAT"));
    assert_eq!(refused(cat, "8F S(CA)"), whole("8F", "SCAT"));
    assert_eq!(refused(cat, "8H (AT)S"), whole("8G", "CATS"));
    assert_eq!(refused(&["H7 A", "H9 A"], "H8 T(A)"), whole("H7", "ATA"));
}

#[test]
fn the_main_word_is_in_the_lexicon() {
    assert_eq!(refused(&[], "8G TAC"), IllegalPlay::NoWord("TAC".to_owned()));
    assert_eq!(refused(&["8G CAT"], "8G (CAT)E"), IllegalPlay::NoWord("CATE".to_owned()));
    assert_eq!(refused(&["8G CAT"], "8G (CAT)e"), IllegalPlay::NoWord("CATE".to_owned()));
}

#[test]
fn every_cross_word_is_in_the_lexicon() {
    assert_eq!(refused(&["8G CAT"], "9G TO"), IllegalPlay::NoWord("CT".to_owned()));
    assert_eq!(refused(&["8G CAT"], "9G TOE"), IllegalPlay::NoWord("CT".to_owned()));
    assert_eq!(refused(&["8G CAT", "10I X"], "9H TO"), IllegalPlay::NoWord("TOX".to_owned()));
    assert_eq!(refused(&["H8 CAT"], "J10 SO"), IllegalPlay::Apart);
    assert_eq!(refused(&["H8 CAT"], "I10 SO"), IllegalPlay::NoWord("TS".to_owned()));
}

#[test]
fn words_already_on_the_board_need_not_be_in_the_lexicon() {
    let odd = &["8G QXZ", "8L A"];
    assert_eq!(scores(odd, "8L (A)T"), 2);
    assert_eq!(refused(odd, "8G (QXZ)S"), IllegalPlay::NoWord("QXZS".to_owned()));
}

// --- scores

#[test]
fn the_first_play_counts_its_premiums_letters_first_then_words() {
    // 8D doubles the Q, the centre doubles the word
    assert_eq!(scores(&[], "8D QUICK"), (2 * 10 + 1 + 1 + 3 + 5) * 2);
    assert_eq!(scores(&[], "H4 QUICK"), (2 * 10 + 1 + 1 + 3 + 5) * 2);
    assert_eq!(scores(&[], "8E QUICK"), (10 + 1 + 1 + 3 + 5) * 2);
    assert_eq!(scores(&[], "8H JUMBO"), (8 + 1 + 3 + 3 + 2) * 2);
}

#[test]
fn seven_tiles_at_once_earn_fifty_extra() {
    assert_eq!(scores(&[], "8D RETINAS"), 8 * 2 + 50);
    assert_eq!(scores(&[], "8D RETINA"), 7 * 2, "six tiles earn nothing");
    assert_eq!(scores(&["8D RETINA"], "8D (RETINA)S"), 7, "nor does a word of seven letters");
    assert_eq!(scores(&[], "8D ReTINAs"), 6 * 2 + 50, "blanks are tiles as well");
}

#[test]
fn the_bonus_is_not_multiplied_and_counts_with_all_words() {
    // through the C, over two triple words, without a premium for the square of the C
    assert_eq!(scores(&["D1 CAT"], "1A REA(C)TION"), 9 * (1 + 1 + 1 + 3 + 1 + 1 + 1 + 1) + 50);
    // 5K doubles the word; CATS across
    assert_eq!(scores(&["9H CAT"], "K3 RETINAS"), 2 * 7 + 50 + 6);
}

#[test]
fn two_double_words_make_four() {
    assert_eq!(scores(&["H5 IDEA"], "5E RET(I)NAS"), 4 * 7);
    assert_eq!(scores(&["H5 IDEA", "E4 XR"], "5E (R)ET(I)NAS"), 2 * 7, "5E was used up");
    // 4H doubles the T, the centre doubles the word
    assert_eq!(scores(&["5H IDEA"], "H2 RET(I)NAS"), 2 * (7 + 1));
}

#[test]
fn two_triple_words_make_nine() {
    assert_eq!(scores(&["D1 CAT"], "1A rEA(C)TiON"), 9 * (1 + 1 + 3 + 1 + 1 + 1) + 50);
    assert_eq!(scores(&["4A CAT"], "A1 REA(C)TION"), 9 * 10 + 50);
}

#[test]
fn each_kind_of_premium_square_has_its_effect() {
    assert_eq!(scores(&["5G A"], "5F H(A)"), 4 + 1, "nothing");
    assert_eq!(scores(&["7D A"], "7C H(A)"), 2 * 4 + 1, "double letter");
    assert_eq!(scores(&["6C A"], "6B H(A)"), 3 * 4 + 1, "triple letter");
    assert_eq!(scores(&["5F A"], "5E H(A)"), 2 * (4 + 1), "double word");
    assert_eq!(scores(&["8B A"], "8A H(A)"), 3 * (4 + 1), "triple word");
}

#[test]
fn premiums_only_count_when_newly_covered() {
    assert_eq!(scores(&["8G CAT"], "8G (CAT)S"), 6, "the centre was used up");
    assert_eq!(scores(&["8E CAR"], "8D S(CAR)E"), 2 * (2 + 3 + 1 + 1 + 1));
    assert_eq!(scores(&["8E CARE"], "8D S(CARE)"), 2 + 3 + 1 + 1 + 1);
    assert_eq!(scores(&["8D SCAR"], "8D (SCAR)E"), 2 * (1 + 3 + 1 + 1 + 1));
}

#[test]
fn a_parallel_play_makes_a_word_with_each_tile_it_touches() {
    // TOE with the O doubled, AT, TO with the O doubled
    assert_eq!(scores(&["8G CAT"], "9H TOE"), (1 + 2 + 1) + (1 + 1) + (1 + 2));
    assert_eq!(scores(&["H7 CAT"], "I8 TOE"), (1 + 2 + 1) + (1 + 1) + (1 + 2));
}

#[test]
fn a_cross_word_counts_the_premium_of_the_new_tile() {
    // 5E doubles both words
    assert_eq!(scores(&["D3 SEA"], "E5 TO"), 2 * (1 + 1) + 2 * (1 + 1));
    // 6F triples the X in both
    assert_eq!(scores(&["E4 SEA"], "F6 XI"), (3 * 8 + 1) + (1 + 3 * 8));
    // O15 triples both, O12 doubles the C
    assert_eq!(
        scores(&["15K CARE"], "O12 CATS"),
        3 * (2 * 3 + 1 + 1 + 1) + 3 * (3 + 1 + 1 + 1 + 1)
    );
}

#[test]
fn a_cross_word_ignores_the_premiums_of_other_tiles() {
    // 5E doubles CAT, AT across is in row 7
    assert_eq!(scores(&["D7 A"], "E5 CAT"), 2 * (3 + 1 + 1) + (1 + 1));
}

#[test]
fn hooks_join_words_at_either_end() {
    for (there, hook) in
        [("8G CAT", "J8 SO"), ("8G CAT", "F8 SO"), ("H7 CAT", "10H SO"), ("H7 CAT", "6H SO")]
    {
        assert_eq!(scores(&[there], hook), (1 + 1) + (3 + 1 + 1 + 1), "{there} {hook}");
    }
}

#[test]
fn hooks_at_the_edge_are_like_any_others() {
    for (there, hook) in [("1B CAT", "A1 SO"), ("1L CAT", "O1 SO"), ("A2 CAT", "1A SO")] {
        assert_eq!(scores(&[there], hook), 3 * (1 + 1) + 3 * (1 + 3 + 1 + 1), "{there} {hook}");
    }
    for (there, hook) in [("15L CAT", "O12 CATS"), ("O12 CAT", "15L CATS")] {
        let (main, across) = (2 * 3 + 1 + 1 + 1, 3 + 1 + 1 + 1);
        assert_eq!(scores(&[there], hook), 3 * main + 3 * across, "{there} {hook}");
    }
    // 15D doubles the D
    assert_eq!(scores(&["A13 CAR"], "15A (R)EAD"), 1 + 1 + 1 + 2 * 2);
}

#[test]
fn tiles_join_words_on_both_sides() {
    // CAT across through the A, AT down with the T doubled
    assert_eq!(scores(&["8F C", "8H T"], "G8 AT"), (3 + 1 + 1) + (1 + 2));
    assert_eq!(scores(&["H4 RE", "H8 AD"], "H4 (RE)RE(AD)"), 1 + 1 + 1 + 1 + 1 + 2);
}

#[test]
fn a_word_of_fifteen_letters_fills_a_line() {
    let long = lexicon("ABCDEFGHIJKLMNO CAR");
    let layout = "...............\n".repeat(15).parse::<Layout>().unwrap();
    let there = &["8A ABCDEFGH"];
    let board = board_of(layout, &long, there);
    let (read, score) = judged(&long, &board, "8A ABCDEFGHIJKLMNO").unwrap();
    assert_eq!(read.to_string(), "8A (ABCDEFGH)IJKLMNO");
    let letters = 1 + 3 + 3 + 2 + 1 + 4 + 2 + 4 + 1 + 8 + 5 + 1 + 3 + 1 + 1;
    assert_eq!(score, letters + BINGO);
    let plays = all(&long, &board, &rack("IJKLMNO"));
    assert!(plays.iter().any(|ranked| ranked.play == read && ranked.score == score));
}

// --- blanks

#[test]
fn a_blank_is_worth_nothing_on_any_square() {
    assert_eq!(scores(&[], "8D qUICK"), 2 * (1 + 1 + 3 + 5), "on a double letter");
    assert_eq!(scores(&["7D A"], "7C h(A)"), 1);
    assert_eq!(scores(&["6C A"], "6B h(A)"), 1, "on a triple letter");
}

#[test]
fn a_blank_on_a_word_square_multiplies_the_word() {
    assert_eq!(scores(&[], "8D QUICk"), 2 * (20 + 1 + 1 + 3));
    assert_eq!(scores(&["8B A"], "8A h(A)"), 3);
    assert_eq!(scores(&["1B CAT"], "A1 sO"), 3 + 3 * (3 + 1 + 1));
}

#[test]
fn a_blank_is_worth_nothing_in_the_cross_word_either() {
    assert_eq!(scores(&["E4 SEA"], "F6 xI"), 1 + 1);
}

#[test]
fn a_blank_on_the_board_stays_worth_nothing() {
    assert_eq!(scores(&["8G cAT"], "8G (cAT)S"), 1 + 1 + 1);
    assert_eq!(scores(&["8G cAT"], "8F S(cAT)"), 1 + 1 + 1);
    assert_eq!(scores(&["E4 SEa"], "F6 XI"), (3 * 8 + 1) + 3 * 8);
}

#[test]
fn both_blanks_may_be_played_at_once() {
    assert_eq!(scores(&[], "8G caT"), 2);
    assert_eq!(scores(&[], "8H at"), 0);
    assert_eq!(scores(&[], "8D reTINAS"), 2 * 5 + 50);
    let texts: Vec<String> = all(&LEXICON, &board(&["8G OX"]), &rack("??"))
        .iter()
        .map(|ranked| ranked.play.to_string())
        .filter(|text| text.starts_with("8G ") || text.starts_with("8F "))
        .collect();
    assert_eq!(texts, ["8G (OX)o"]);
}

#[test]
fn a_blank_may_stand_for_any_tile_of_a_word() {
    let plays = all(&LEXICON, &board(&[]), &rack("CA?"));
    let at =
        |word: &str| plays.iter().any(|ranked| ranked.play.to_string() == format!("8G {word}"));
    assert!(at("CAt") && at("CAr") && !at("CaT") && !at("cAT"));
    let plays = all(&LEXICON, &board(&[]), &rack("TO?"));
    let words: Vec<String> = plays.iter().map(|ranked| ranked.play.word()).collect();
    for word in ["TO", "To", "tO", "TOe"] {
        assert!(words.iter().any(|other| other == word), "{word}");
    }
    let ox = all(&LEXICON, &board(&[]), &rack("OX?"));
    let mut written: Vec<String> = ox
        .iter()
        .filter(|ranked| ranked.play.to_string().starts_with("8F ") && ranked.play.count() == 3)
        .map(|ranked| ranked.play.word())
        .collect();
    written.sort_unstable();
    assert_eq!(written, ["OXo", "oXO"]);
}

// --- one tile

#[test]
fn one_tile_that_makes_two_words_is_named_along_the_longer_one() {
    let longer_across = &["8G CAT", "9J O"];
    for given in ["8G (CAT)S", "J8 S(O)", "8G CATS", "J8 SO", "8G ...S", "J8 S."] {
        assert_eq!(named(longer_across, given), "8G (CAT)S", "{given}");
        assert_eq!(judged(&LEXICON, &board(longer_across), given).unwrap().1, 6 + 2, "{given}");
    }
    let longer_down = &["8H A", "I9 OE"];
    for given in ["8H (A)T", "I8 T(OE)"] {
        assert_eq!(named(longer_down, given), "I8 T(OE)", "{given}");
        assert_eq!(judged(&LEXICON, &board(longer_down), given).unwrap().1, 2 + 3, "{given}");
    }
}

#[test]
fn one_tile_that_makes_two_words_of_one_length_is_named_across() {
    for given in ["8H (A)T", "I8 T(O)", "I8 T."] {
        assert_eq!(named(&["8H A", "I9 O"], given), "8H (A)T", "{given}");
    }
    for given in ["9H (O)X", "I8 (A)X"] {
        assert_eq!(named(&["9H O", "I8 A"], given), "9H (O)X", "{given}");
    }
}

#[test]
fn one_tile_that_makes_one_word_is_named_along_it() {
    for given in ["I8 T", "8H (A)T"] {
        assert_eq!(named(&["8H A"], given), "8H (A)T", "{given}");
    }
    for given in ["8I T", "I7 (A)T"] {
        assert_eq!(named(&["I7 A"], given), "I7 (A)T", "{given}");
    }
}

#[test]
fn one_tile_is_one_play_among_all_plays() {
    let found = |words: &[&str], tile: &str| -> Vec<String> {
        let plays = all(&LEXICON, &board(words), &rack(tile));
        plays.iter().map(|ranked| format!("{} {}", ranked.play, ranked.score)).collect()
    };
    assert_eq!(found(&["8H A", "I9 OE"], "T"), ["I8 T(OE) 5", "9H T(O) 4"]);
    assert_eq!(found(&["8H A", "I9 O"], "T"), ["8H (A)T 4", "9H T(O) 4"]);
    assert_eq!(found(&["8G CAT", "9J O"], "S"), ["8G (CAT)S 8", "8F S(CAT) 6"]);
}

#[test]
fn a_single_letter_is_not_a_cross_word() {
    // only the C has a neighbour
    assert_eq!(scores(&["8G CAT"], "G8 (C)AT"), 3 + 2 + 1);
}

// --- tiles

#[test]
fn the_tiles_of_a_play_are_on_the_rack() {
    let lacks = |wanted: &str, holds: &str| IllegalMove::Rack {
        wanted: Box::new(rack(wanted)),
        rack: Box::new(rack(holds)),
    };
    assert_eq!(offence(&[], "CAEEEEE", "", "play 8G CAT"), lacks("ACT", "ACEEEEE"));
    assert_eq!(offence(&[], "TOEEEEE", "", "play 8H OXO"), lacks("OOX", "EEEEEOT"));
    assert_eq!(offence(&["8H X"], "TOEEEEE", "", "play 8G O(X)O"), lacks("OO", "EEEEEOT"));
    assert_eq!(offence(&[], "CATEEEE", "", "play 8G CAt"), lacks("AC?", "ACEEEET"));
    assert_eq!(offence(&[], "CA?EEEE", "", "play 8G CAT"), lacks("ACT", "ACEEEE?"));
    assert_eq!(offence(&[], "C?EEEEE", "", "play 8G Cat"), lacks("C??", "CEEEEE?"));
}

#[test]
fn letters_on_the_board_are_not_taken_from_the_rack() {
    let mut table = table(&["8G CAT"], ["SEEEEEE", "EEEEEEE"], "");
    turn(&mut table, "play 8G CATS");
    assert_eq!((held(&table, 0).as_str(), table.status(seat(0))), ("EEEEEE", "ok"));
    assert_eq!(counted(&table, 0), "play 8G (CAT)S");
}

#[test]
fn a_refused_play_says_what_is_wrong_with_it() {
    let told = |said: &str| offence(&["8G CAT"], "ESTOEXI", "", said).to_string();
    assert_eq!(told("play 1A TOE"), "the play does not touch a tile on the board");
    assert_eq!(told("play 9G TOE"), "CT is not in the word list");
    assert_eq!(told("play 8J SO"), "the word is longer: with adjacent tiles it reads CATSO at 8G");
    assert_eq!(
        told("play 8G (CAT)(S)E"),
        "8J is empty, but the play has a letter of the board there"
    );
    assert_eq!(told("play 8G COT"), "8H holds A, not O");
    assert_eq!(told("play 8G CAT"), "`CAT` places no new tile");
    assert_eq!(told("play 8G CATs"), "the move needs ?, the rack is EEIOSTX");
}

// --- drawing

#[test]
fn a_game_starts_with_seven_tiles_each_from_a_hundred() {
    for deal in 0..20 {
        let table = Table::new(standard(), 2, Seed(deal)).unwrap();
        assert_eq!(
            (held(&table, 0).len(), held(&table, 1).len(), in_bag(&table)),
            (7, 7, 100 - 14)
        );
        assert_eq!((points(&table), mover(&table)), ([0, 0], Some(0)));
        let view = table.view(seat(0));
        assert_eq!((view.other_rack(), view.unseen().len(), view.scoreless()), (7, 93, 0));
        assert!(view.board().is_empty());
    }
}

#[test]
fn the_set_has_a_hundred_tiles_two_of_them_blank() {
    let counts =
        "A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1 ?2";
    let set = Distribution::english();
    let told: Vec<String> = set
        .kinds()
        .map(|tile| format!("{}{}", set.tile_name(tile), full_set().count(tile)))
        .collect();
    assert_eq!(told.join(" "), counts);
    let values = "1 3 3 2 1 4 2 4 1 8 5 1 3 1 1 3 10 1 1 1 1 4 4 8 4 10 0";
    let told: Vec<String> = set.kinds().map(|tile| set.value(tile).to_string()).collect();
    assert_eq!(told.join(" "), values);
}

#[test]
fn after_a_play_the_rack_refills_from_the_seats_own_end_of_the_bag() {
    let full = bag("ABCDEFGHIJKLM");
    for mover in [0, 1] {
        let racks = ["CATOOOO", "CATOOOO"];
        let mut table = Table::at(standard(), state(board(&[]), racks, &full, [0, 0], mover), 2);
        turn(&mut table, "play 8G CAT");
        let mut rest = full.clone();
        let drawn = tiles((0..3).filter_map(|_| rest.draw(seat(mover))));
        assert_eq!(held(&table, mover), rack("OOOO").plus(&drawn).to_string());
        assert_eq!((held(&table, 1 - mover), in_bag(&table)), (rack("CATOOOO").to_string(), 10));
        assert_eq!(crate::positions::mover(&table), Some(1 - mover));
    }
    let ends: [Vec<_>; 2] = [0, 1].map(|index| {
        let mut bag = full.clone();
        (0..13).filter_map(|_| bag.draw(seat(index))).collect()
    });
    assert!(ends[0].iter().eq(ends[1].iter().rev()), "one order, drawn from both ends");
}

#[test]
fn the_order_of_the_bag_is_fixed_by_the_deal() {
    let order = |deal: u64| -> String {
        let mut bag = Bag::new(&full_set(), Seed(deal));
        std::iter::from_fn(|| bag.draw(seat(0)))
            .map(|tile| Distribution::english().tile_name(tile))
            .collect()
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
    assert_eq!(rack(&order(1)), full_set());
}

#[test]
fn a_short_bag_fills_the_rack_as_far_as_it_can() {
    let mut table = table(&[], ["CATOOOO", "EEEEEEE"], "XZ");
    turn(&mut table, "play 8G CAT");
    assert_eq!((held(&table, 0).as_str(), in_bag(&table)), ("OOOOXZ", 0));
    assert_eq!(mover(&table), Some(1));
}

// --- exchanges and passes

#[test]
fn an_exchange_needs_seven_tiles_in_the_bag() {
    let needs = |bag| IllegalMove::Exchange { wanted: 7, bag };
    assert_eq!(offence(&[], "CATOOOO", "EEEEEE", "exchange C"), needs(6));
    assert_eq!(offence(&[], "CATOOOO", "", "exchange C"), needs(0));
    let mut table = table(&[], ["CATOOOO", "EEEEEEE"], "IIIIIII");
    assert!(table.view(seat(0)).may_exchange());
    turn(&mut table, "exchange CT");
    assert_eq!((held(&table, 0).as_str(), table.status(seat(0))), ("AIIOOOO", "ok"));
    assert_eq!((in_bag(&table), mover(&table), points(&table)), (7, Some(1), [0, 0]));
}

#[test]
fn tiles_are_drawn_before_exchanged_ones_return_to_the_bag() {
    let mut table = table(&[], ["CATOOOO", "EEEEEEE"], "IIIIIII");
    turn(&mut table, "exchange CATOOOO");
    assert_eq!(held(&table, 0), "IIIIIII");
    turn(&mut table, "exchange EEEEEEE");
    assert_eq!(held(&table, 1), "ACOOOOT");
    turn(&mut table, "pass");
    assert_eq!(table.view(seat(1)).unseen().len(), 93, "unseen is the set without what is seen");
}

#[test]
fn returned_tiles_go_beneath_all_other_tiles() {
    let mut table = table(&[], ["QVVOOOO", "EEEEEEE"], "IIIIIIIIII");
    turn(&mut table, "exchange QVV");
    assert_eq!(held(&table, 0), "IIIOOOO");
    turn(&mut table, "exchange EEEEEEE");
    assert_eq!(held(&table, 1), "IIIIIII");
    turn(&mut table, "exchange IIIOOOO");
    let drawn = rack(&held(&table, 0));
    assert_eq!(rack("EEEEEEEQVV").minus(&drawn).map(|left| left.len()), Some(3));
}

#[test]
fn each_seat_draws_from_its_own_end_of_the_returned_tiles() {
    let mut given = Bag::new(&rack(""), Seed(1));
    given.put_back(&rack("ABCDEFG"));
    let [first, second]: [Vec<Tile>; 2] = [0, 1].map(|index| {
        let mut bag = given.clone();
        std::iter::from_fn(|| bag.draw(seat(index))).collect()
    });
    assert!(first.iter().eq(second.iter().rev()));
    assert_eq!(tiles(first), rack("ABCDEFG"));
}

#[test]
fn the_order_of_returned_tiles_is_random() {
    let first = |deal| {
        let mut bag = Bag::new(&rack(""), Seed(deal));
        bag.put_back(&rack("AB"));
        bag.put_back(&rack("C"));
        tiles(bag.draw(seat(0))).to_string()
    };
    let drawn: Vec<String> = (0..300).map(first).collect();
    for tile in ["A", "B", "C"] {
        // 100 expected, standard deviation 8
        let count = drawn.iter().filter(|other| *other == tile).count();
        assert!((65..135).contains(&count), "{tile}: {count}");
    }
}

#[test]
fn at_least_one_tile_is_exchanged() {
    let rules = standard();
    let state = state(board(&[]), ["CATOOOO", "EEEEEEE"], &bag("IIIIIII"), [0, 0], 0);
    let nothing = rules.check(&state, seat(0), Move::Exchange(rack("")));
    assert_eq!(nothing.unwrap_err(), IllegalMove::Nothing);
    for tiles in 1..=7 {
        let said = format!("exchange {}", &"CATOOOO"[..tiles]);
        assert!(rules.check(&state, seat(0), say(&said)).is_ok(), "{said}");
    }
}

#[test]
fn the_tiles_of_an_exchange_are_on_the_rack() {
    for said in ["exchange X", "exchange CC", "exchange ?", "exchange CATOOOOO"] {
        let tiles = "IIIIIIIIII";
        let offence = offence(&[], "CATOOOO", tiles, said);
        assert!(matches!(offence, IllegalMove::Rack { .. }), "{said}: {offence}");
    }
    let mut blank = table(&[], ["CATOOO?", "EEEEEEE"], "IIIIIII");
    turn(&mut blank, "exchange ?");
    assert_eq!(held(&blank, 0), "ACIOOOT");
}

#[test]
fn no_more_tiles_are_exchanged_than_the_bag_holds() {
    let rules = game(&LEXICON, &["exchange=1"]);
    let state = state(board(&[]), ["CATOOOO", "EEEEEEE"], &bag("II"), [0, 0], 0);
    let check = |said: &str| rules.check(&state, seat(0), say(said));
    assert!(check("exchange C").is_ok() && check("exchange CA").is_ok());
    assert_eq!(check("exchange CAT").unwrap_err(), IllegalMove::TooMany { wanted: 3, bag: 2 });
}

#[test]
fn the_other_seat_only_learns_the_size_of_an_exchange() {
    let [one, other] = ["exchange CAT", "exchange OOO"].map(|said| {
        let mut table = table(&[], ["CATOOOO", "EEEEEEE"], "IIIIIIIIII");
        let events = turn(&mut table, said);
        (events, json(&table, 1), json(&table, 0))
    });
    let event = Event::Exchange { seat: seat(0), tiles: 3, points: Points(0) };
    assert_eq!((&one.0, &one.1), (&vec![event.clone()], &other.1));
    assert_eq!(other.0, [event]);
    assert_ne!(one.2, other.2, "the own seat sees its tiles");
}

#[test]
fn a_pass_changes_nothing_but_the_turn() {
    let mut table = table(&["8G CAT"], ["CATOOOO", "EEEEEEE"], "III");
    let before = (held(&table, 0), held(&table, 1), in_bag(&table), points(&table));
    let events = turn(&mut table, "pass");
    assert_eq!(events, [Event::Pass { seat: seat(0), points: Points(0) }]);
    assert_eq!((held(&table, 0), held(&table, 1), in_bag(&table), points(&table)), before);
    assert_eq!((mover(&table), table.view(seat(0)).scoreless()), (Some(1), 1));
}

// --- the ends

fn passes(table: &mut Table<Scrabble>, count: usize) -> Vec<Event> {
    (0..count).flat_map(|_| turn(table, "pass")).collect()
}

#[test]
fn six_scoreless_turns_end_the_game_and_each_loses_own_tiles() {
    let tiles = bag("IIIIIII");
    let mut table = table_with(&[], &["8G CAT"], ["QZ?", "EEEEEEE"], &tiles, [15, 40]);
    assert_eq!(passes(&mut table, 5).len(), 5);
    assert_eq!(mover(&table), Some(1));
    let events = passes(&mut table, 1);
    let end = Event::End {
        why: Ending::Scoreless,
        left: [rack("QZ?"), rack("EEEEEEE")],
        gained: [Points(-20), Points(-7)],
        points: [Points(-5), Points(33)],
    };
    assert_eq!(events[1..], [end]);
    assert_eq!((mover(&table), points(&table)), (None, [-5, 33]));
    let places: Vec<u8> = table.outcome().places.values().copied().collect();
    assert_eq!(places, [2, 1]);
    assert!(passes(&mut table, 1).is_empty(), "after the end nothing happens");
}

#[test]
fn exchanges_and_zero_point_plays_are_scoreless_turns() {
    let mut table = table(&[], ["CATOO??", "EEEEEEE"], "IIIIIIIIIIIII");
    turn(&mut table, "play 8H at");
    assert_eq!((table.view(seat(0)).scoreless(), points(&table)), (1, [0, 0]));
    for said in ["exchange EEE", "exchange C", "pass", "exchange A"] {
        turn(&mut table, said);
        assert_ne!(mover(&table), None, "{said}");
    }
    turn(&mut table, "exchange I");
    assert_eq!(mover(&table), None);
}

#[test]
fn a_scoring_turn_resets_the_count() {
    let mut table = table(&[], ["CATOOOO", "EEEEEEE"], "IIIIIII");
    passes(&mut table, 4);
    turn(&mut table, "play 8G CAT");
    assert_eq!((table.view(seat(1)).scoreless(), points(&table)), (0, [10, 0]));
    passes(&mut table, 5);
    assert_ne!(mover(&table), None);
    passes(&mut table, 1);
    assert_eq!(mover(&table), None);
}

#[test]
fn going_out_earns_twice_the_other_seats_remaining_tiles() {
    let mut table = table_with(&[], &["8G CAT"], ["S", "QZ?"], &bag(""), [100, 200]);
    let events = turn(&mut table, "play 8G (CAT)S");
    let [play, end] = &events[..] else { panic!("{events:?}") };
    let played = Event::Play {
        seat: seat(0),
        play: crate::positions::play("8G (CAT)S"),
        score: Points(6),
        points: Points(106),
    };
    assert_eq!(*play, played);
    let ended = Event::End {
        why: Ending::Out,
        left: [rack(""), rack("QZ?")],
        gained: [Points(40), Points(0)],
        points: [Points(146), Points(200)],
    };
    assert_eq!(*end, ended);
    assert_eq!((mover(&table), points(&table)), (None, [146, 200]));
}

#[test]
fn the_second_seat_goes_out_in_the_same_way() {
    let mut table = table(&["8G CAT"], ["QZ", "S"], "");
    turn(&mut table, "pass");
    turn(&mut table, "play 8G (CAT)S");
    assert_eq!((mover(&table), points(&table)), (None, [0, 46]));
}

#[test]
fn no_seat_goes_out_while_it_or_the_bag_has_tiles() {
    let mut with_tiles = table(&["8G CAT"], ["SQ", "QZ"], "");
    turn(&mut with_tiles, "play 8G (CAT)S");
    assert_eq!((mover(&with_tiles), points(&with_tiles)), (Some(1), [6, 0]));
    let mut with_bag = table(&["8G CAT"], ["S", "QZ"], "EIEIEIEI");
    turn(&mut with_bag, "play 8G (CAT)S");
    assert_eq!((mover(&with_bag), points(&with_bag)), (Some(1), [6, 0]));
    assert_eq!((rack(&held(&with_bag, 0)).len(), in_bag(&with_bag)), (7, 1));
}

#[test]
fn going_out_with_a_scoreless_play_still_counts() {
    let mut table = table_with(&["scoreless=2"], &[], ["QZ", "??"], &bag(""), [50, 50]);
    turn(&mut table, "pass");
    let events = turn(&mut table, "play 8H at");
    assert!(matches!(events[1], Event::End { why: Ending::Out, .. }), "{events:?}");
    assert_eq!(points(&table), [50, 90]);
}

#[test]
fn a_state_without_tiles_is_over() {
    let over = |racks, tiles: &str| mover(&table(&[], racks, tiles)).is_none();
    assert!(over(["", "QZ"], "") && over(["QZ", ""], ""));
    assert!(!over(["A", "QZ"], "") && !over(["", "QZ"], "A"));
}

// --- settings

#[test]
fn the_bonus_for_seven_tiles_can_be_set() {
    for (setting, expected) in [("bingo=0", 16), ("bingo=35", 51), ("bingo=500", 516)] {
        let mut table =
            table_with(&[setting], &[], ["RETINAS", "EEEEEEE"], &bag("IIIIIII"), [0, 0]);
        turn(&mut table, "play 8D RETINAS");
        assert_eq!(points(&table)[0], expected, "{setting}");
    }
}

#[test]
fn the_tiles_needed_for_an_exchange_can_be_set() {
    for (setting, tiles, may) in [
        ("exchange=1", 1, true),
        ("exchange=1", 0, false),
        ("exchange=8", 7, false),
        ("exchange=8", 8, true),
    ] {
        let bag = bag(&"I".repeat(tiles));
        let mut table = table_with(&[setting], &[], ["CATOOOO", "EEEEEEE"], &bag, [0, 0]);
        assert_eq!(table.view(seat(0)).may_exchange(), may, "{setting} {tiles}");
        turn(&mut table, "exchange C");
        assert_eq!(table.status(seat(0)) == "ok", may, "{setting} {tiles}");
    }
}

#[test]
fn the_number_of_scoreless_turns_that_end_a_game_can_be_set() {
    for (setting, turns) in [("scoreless=2", 2), ("scoreless=3", 3), ("scoreless=100", 100)] {
        let mut table = table_with(&[setting], &[], ["A", "E"], &bag(""), [0, 0]);
        passes(&mut table, turns - 1);
        assert_ne!(mover(&table), None, "{setting}");
        passes(&mut table, 1);
        assert_eq!((mover(&table), points(&table)), (None, [-1, -1]), "{setting}");
    }
}

#[test]
fn out_of_range_and_unknown_settings_are_refused() {
    let read = |preset: &str, setting: &str| {
        ScrabbleRules::read(preset, Settings::parse([setting]).unwrap())
    };
    for bad in
        ["bingo=501", "bingo=-1", "exchange=0", "exchange=101", "scoreless=1", "scoreless=101"]
    {
        let told = read("standard", bad).unwrap_err().to_string();
        assert!(told.contains("invalid value"), "{told}");
    }
    for good in ["bingo=0", "bingo=500", "exchange=1", "exchange=100", "scoreless=2"] {
        assert!(read("standard", good).is_ok(), "{good}");
    }
    assert!(read("standard", "bingos=1").unwrap_err().to_string().contains("`bingo`"));
    assert!(read("standart", "bingo=1").unwrap_err().to_string().contains("standard"));
    let pairs = read("standard", "exchange=5").unwrap().pairs();
    let expected = [
        ("bingo", "50"),
        ("exchange", "5"),
        ("scoreless", "6"),
        ("challenge", "void"),
        ("distribution", "english"),
        ("board", "standard"),
    ];
    assert_eq!(pairs, expected.map(|(key, value)| (key, value.to_owned())));
}

#[test]
fn scrabble_needs_exactly_two_players() {
    let admitted: Vec<usize> = (0..15).filter(|&seats| standard().admit(seats).is_ok()).collect();
    assert_eq!(admitted, [2]);
}

// --- what a seat may know

#[test]
fn a_view_hides_the_other_rack_and_the_order_of_the_bag() {
    let view = |other: &str, tiles: &str, deal: u64| {
        let bag = Bag::new(&rack(tiles), Seed(deal));
        let table = table_with(&[], &["8G CAT"], ["SEEEEEE", other], &bag, [3, 4]);
        json(&table, 0)
    };
    let first = view("QZABCDE", "IIIOOOUUU", 1);
    assert_eq!(first, view("IIIOOOU", "QZABCDEUU", 1), "another rack");
    assert_eq!(first, view("QZABCDE", "IIIOOOUUU", 2), "another order");
    assert_ne!(first, view("QZABCD", "EIIIOOOUUU", 1), "another number of tiles");
}

#[test]
fn a_view_shows_public_information_and_the_own_rack() {
    let table = table_with(&[], &["8G CaT"], ["SEEEEEE", "QZ"], &bag("III"), [3, -4]);
    let told: serde_json::Value = serde_json::from_str(&json(&table, 0)).unwrap();
    let mut board = vec!["...............".to_owned(); 15];
    board[7] = "......CaT......".to_owned();
    let unseen = full_set().without(&rack("CTSEEEEEE?"));
    let expected = serde_json::json!({
        "seat": 0, "board": board, "rack": "EEEEEES", "points": [3, -4], "bag": 3,
        "other_rack": 2, "unseen": unseen.to_string(), "scoreless": 0,
        "challenge": false, "closing": false,
    });
    assert_eq!(told, expected);
    let other: serde_json::Value = serde_json::from_str(&json(&table, 1)).unwrap();
    assert_eq!((&other["seat"], &other["rack"]), (&1.into(), &"QZ".into()));
    assert_eq!((&other["other_rack"], &other["points"]), (&7.into(), &told["points"]));
    assert_eq!([0, 1].map(|index| table.view(seat(index)).lead()), [7, -7]);
}

#[test]
fn a_seat_does_not_see_which_tiles_the_other_draws() {
    let [one, other] = ["IIIIIII", "AAAAAAA"].map(|tiles| {
        let mut table = table(&[], ["CATOOOO", "EEEEEEE"], tiles);
        let events = turn(&mut table, "play 8G CAT");
        (serde_json::to_string(&events).unwrap(), json(&table, 1))
    });
    assert_eq!(one, other);
}

// --- texts

#[test]
fn events_as_json_say_who_did_what_and_the_points() {
    let told = |events: &[Event]| -> Vec<String> {
        events.iter().map(|event| serde_json::to_string(event).unwrap()).collect()
    };
    let mut table = table_with(&[], &["8G CAT"], ["S", "QZEEEEE"], &bag("IIIIIII"), [5, 9]);
    let play = r#"{"type":"play","seat":0,"play":"8G (CAT)S","score":6,"points":11}"#;
    assert_eq!(told(&turn(&mut table, "play 8G CATS")), [play]);
    let mut table = table_with(&[], &["8G CAT"], ["S", "QZEEEEE"], &bag("IIIIIII"), [5, 9]);
    let pass = r#"{"type":"pass","seat":0,"points":5}"#;
    assert_eq!(told(&turn(&mut table, "pass")), [pass]);
    let exchange = r#"{"type":"exchange","seat":1,"tiles":2,"points":9}"#;
    assert_eq!(told(&turn(&mut table, "exchange QZ")), [exchange]);
    passes(&mut table, 3);
    let end = r#"{"type":"end","why":"scoreless","left":["S","EEEEEII"],"gained":[-1,-7],"points":[4,2]}"#;
    assert_eq!(told(&turn(&mut table, "pass"))[1..], [end]);
    let mut table = table_with(&[], &["8G CAT"], ["S", "QZ"], &bag(""), [5, 9]);
    let end = r#"{"type":"end","why":"out","left":["","QZ"],"gained":[40,0],"points":[51,9]}"#;
    assert_eq!(told(&turn(&mut table, "play 8G CATS"))[1..], [end]);
}

#[test]
fn events_as_text_are_for_a_person() {
    let mut table = table_with(&[], &["8G CAT"], ["S", "QZ"], &bag(""), [5, 9]);
    let told: Vec<String> = turn(&mut table, "play 8G CATS").iter().map(Event::to_string).collect();
    let end = "the game is over: a player has no tiles left\n      seat 0: left -, +40, 51 in all\n      \
               seat 1: left QZ, +0, 9 in all";
    assert_eq!(told, ["seat 0: 8G (CAT)S for 6, 11 in all", end]);
}

#[test]
fn moves_are_parsed_as_text_and_as_json() {
    for (text, json) in [
        ("play 8D S(CuR)RY", r#"{"play":"8D S(CuR)RY"}"#),
        ("play D8 CAT", r#"{"play":"D8 CAT"}"#),
        ("exchange QVV", r#"{"exchange":"QVV"}"#),
        ("exchange E?", r#"{"exchange":"E?"}"#),
        ("pass", r#""pass""#),
    ] {
        let choice = say(text);
        assert_eq!(choice.to_string(), text);
        assert_eq!(serde_json::to_string(&choice).unwrap(), json);
        assert_eq!(Move::from_json(Distribution::english(), json).unwrap(), choice);
    }
    assert_eq!(say(" exchange vqv "), say("exchange QVV"));
    for blank in ["_", "*", "["] {
        assert_eq!(say(&format!("exchange E{blank}")), say("exchange E?"));
    }
}

#[test]
fn invalid_moves_are_refused() {
    let read = |text: &str| text.parse::<Move>().unwrap_err();
    for text in ["", "play", "PASS", "pass pass", "exchange", "exchange ", "8D CAT", "swap A"] {
        let form = matches!(read(text), ParseMoveError::Form(_) | ParseMoveError::Play(_));
        assert!(form, "{text}: {}", read(text));
    }
    assert!(matches!(read("exchange A1"), ParseMoveError::Tiles(_)));
    assert!(matches!(read("play 22A CAT"), ParseMoveError::Play(ParsePlayError::Place(_))));
    for json in ["{}", r#"{"play":"8D"}"#, r#"{"play":"8D CAT","exchange":"A"}"#, r#""Pass""#, "1"]
    {
        assert!(Move::from_json(Distribution::english(), json).is_err(), "{json}");
    }
}

#[test]
fn a_play_is_parsed_in_every_form() {
    let there = &["8E CuR"];
    let forms =
        ["8D S(CuR)RY", "8D S...RY", "8D SCuRRY", "8D SCURRY", "8d S(CUR)RY", "8D S(C.R)RY"];
    for form in forms {
        assert_eq!(named(there, form), "8D S(CuR)RY", "{form}");
        let mut table = table(there, ["SRYEEEE", "EEEEEEE"], "");
        turn(&mut table, &format!("play {form}"));
        assert_eq!(counted(&table, 0), "play 8D S(CuR)RY", "{form}");
        // 8D doubles the S, the centre doubles the word
        assert_eq!(points(&table)[0], 2 * (2 + 3 + 1 + 1 + 4), "{form}");
    }
    assert_eq!(named(&["E8 CuR"], "E7 S...RY"), "E7 S(CuR)RY");
}

#[test]
fn coordinates_are_on_the_board_and_case_insensitive() {
    for (text, shown) in [("8D", "8D"), ("d8", "D8"), ("21u", "21U"), ("A1", "A1"), ("o15", "O15")]
    {
        assert_eq!(place(text).to_string(), shown);
    }
    for bad in ["", "8", "D", "0A", "22A", "A22", "A0", "8V", "V8", "8DD", "DD8", "8 D", "é8", "88"]
    {
        assert!(bad.parse::<Place>().is_err(), "{bad}");
    }
}

// --- faults and books

#[test]
fn a_fault_is_a_pass_and_a_late_move_counts_if_it_is_legal() {
    let late = |text: &str| Fault::Late(Some(say(text)), String::new());
    for (given, status, expected) in [
        (Ok(say("play 1A CAT")), "illegal", "pass"),
        (Ok(say("exchange C")), "illegal", "pass"),
        (Err(Fault::Illegal("no".to_owned())), "illegal", "pass"),
        (Err(Fault::Unreadable("?".to_owned())), "unreadable", "pass"),
        (Err(Fault::Gone("exit".to_owned())), "gone", "pass"),
        (Err(Fault::Late(None, String::new())), "late", "pass"),
        (Err(late("play 8G TAC")), "late", "pass"),
        (Err(late("exchange C")), "late", "pass"),
        (Err(late("play 8G CAT")), "late", "play 8G CAT"),
        (Err(late("play 8H .T")), "late", "pass"),
    ] {
        let mut table = table(&[], ["CATOOOO", "EEEEEEE"], "III");
        fault(&mut table, given.clone());
        assert_eq!((counted(&table, 0).as_str(), table.status(seat(0))), (expected, status));
        assert_eq!((mover(&table), table.faults()[seat(0)]), (Some(1), 1), "{given:?}");
    }
}

/// The cells of a row as written.
struct Row(Vec<String>);

impl Cells for Row {
    fn text(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
    fn number(&mut self, number: i64) {
        self.0.push(number.to_string());
    }
    fn real(&mut self, number: f64) {
        self.0.push(format!("{number:.2}"));
    }
}

fn row(table: &Table<Scrabble>, index: usize) -> Vec<String> {
    let mut row = Row(Vec::new());
    table.cells(seat(index), &mut row);
    row.0
}

#[test]
fn the_accounts_of_a_seat_add_up() {
    let mut table = table(&[], ["RETINAS", "EEEEEEE"], "IIIIIIIIIIIIIIII");
    assert_eq!(
        Scrabble::columns().iter().map(|column| column.name).collect::<Vec<_>>(),
        ["turns", "bingos", "exchanges", "score_per_turn", "tiles_left"]
    );
    assert_eq!(row(&table, 0), ["0", "0", "0", "0.00", "7"]);
    turn(&mut table, "play 8D RETINAS");
    turn(&mut table, "exchange EE");
    turn(&mut table, "pass");
    assert_eq!(row(&table, 0), ["2", "1", "0", "33.00", "7"]);
    assert_eq!(row(&table, 1), ["1", "0", "1", "0.00", "7"]);
    passes(&mut table, 4);
    assert_eq!(row(&table, 0)[3], "16.50", "without the points for tiles left");
}

#[test]
fn a_long_word_of_few_tiles_is_not_counted_as_a_bingo() {
    let mut table = table(&["8D RETINA"], ["SEEEEEE", "EEEEEEE"], "III");
    turn(&mut table, "play 8D (RETINA)S");
    assert_eq!(row(&table, 0), ["1", "0", "0", "7.00", "7"]);
}

#[test]
fn an_omniscient_scene_shows_the_racks() {
    let mut table = table(&[], ["CATOOOO", "EEEEEEE"], "III");
    let told = "seat 0 holds ACOOOOT, the other one EEEEEEE; 3 in the bag";
    assert_eq!(table.scene().as_deref(), Some(told));
    passes(&mut table, 6);
    assert_eq!(table.scene(), None);
}

#[test]
fn a_picture_shows_the_tiles_on_the_board_the_last_play_and_the_racks() {
    let mut table = Table::new(game(&LEXICON, &[]), 2, Seed(7)).unwrap();
    let mut plays = 0;
    while let Some(mover) = mover(&table) {
        let view = table.view(seat(mover));
        let choice = all(&LEXICON, view.board(), view.rack()).into_iter().next();
        let choice = choice.map_or(Move::Pass, |ranked| Move::Play(ranked.play));
        let events = table.step(|_, _| Ok(choice)).to_vec();
        let picture = table.picture().unwrap();
        let pieces = picture.board.unwrap().pieces;
        let (letters, values) = pieces.split_once("class=\"values\"").unwrap();
        let board = table.view(seat(0)).board();
        assert_eq!(letters.matches("<text").count(), board.tiles());
        let blanks = board.cells().filled().filter(|(_, cell)| cell.is_blank()).count();
        assert_eq!(values.matches("<text").count(), board.tiles() - blanks);
        let placed = match &events[0] {
            Event::Play { play, score, .. } => {
                plays += 1;
                assert_eq!(picture.seats[seat(mover)].note, format!("{play} for {score}"));
                play.count()
            }
            _ => 0,
        };
        let newest = letters.split_once("class=\"newest\" d=\"").unwrap().1;
        assert_eq!(newest.split_once('"').unwrap().0.matches('M').count(), placed);
        for index in 0..2 {
            let own = &picture.seats[seat(index)];
            let spelled: String = own
                .tiles
                .iter()
                .map(|tile| if tile.text.is_empty() { "?" } else { &tile.text })
                .collect();
            assert_eq!((rack(&spelled), own.is_lit), (rack(&held(&table, index)), index == mover));
        }
    }
    assert!(plays > 4, "{plays}");
}
