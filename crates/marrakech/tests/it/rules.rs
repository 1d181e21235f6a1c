//! The rules of Marrakech, one test each: state strings, the questions on them, a turn, the options.

use crate::positions::{
    FOUR, TWO, ahead, asked, at, board, colour, dice, die, game, game_over, has_out, moved,
    payment, phase, place, placement_valid, places, plain, play, points, position, random,
    random_events, rotate, rug_valid, rules, say, seat, square, squares, stage, table, text,
    winner,
};
use lettergame_base::{SeatSet, Seed};
use lettergame_game::{Cells, Fault, FaultKind, Game, Recorded, Rules, Settings, Table, Turn};
use lettergame_marrakech::rules::{
    Assam, Colour, Die, Event, Facing, IllegalMove, Marrakech, MarrakechRules, Move, Payment,
    Phase, PlacementError, Position, ResumeError, Rotation, Square, Stage, State, TextError,
};

/// The state string of this stage.
fn text_of(stage: &Stage) -> String {
    stage.position().to_string()
}

/// The colour to act, and the phase.
fn next(stage: &Stage) -> (char, Phase) {
    (stage.colour().letter(), stage.phase())
}

/// A turn in which cyan walks one step north from (3,3) onto (3,2).
fn cyan_walks(players: &str, shown: &[&str]) -> (Stage, Option<Payment>) {
    let mut stage = stage(players, "A33N", shown, 'c', Phase::Rotate);
    stage.rotate(Rotation::Ahead);
    let payment = stage.roll(die(1));
    (stage, payment)
}

/// Rotates ahead, walks one step and, if asked, lays a rug at the first legal placement.
fn one_turn(stage: &mut Stage) {
    stage.rotate(Rotation::Ahead);
    stage.roll(die(1));
    if stage.phase() == Phase::Place {
        let first = stage.placements().next().unwrap();
        stage.place(first);
    }
}

fn refusal(text: &str) -> TextError {
    text.parse::<Position>().unwrap_err()
}

// --- state strings

#[test]
fn two_three_and_four_players_take_168_176_and_184_characters() {
    for (players, length) in [(&FOUR[..16], 168), (&FOUR[..24], 176), (FOUR, 184)] {
        let text = game(players, "A33N", &["c00 00 01", "y14 66"]);
        assert_eq!(text.len(), length);
        assert_eq!(position(&text).to_string(), text);
    }
}

#[test]
fn a_state_string_lists_everything_about_the_players_in_order() {
    let text = game("Pp00207oPc99900iPr03099i", "A60W", &[]);
    let read = position(&text);
    let players: Vec<_> =
        read.merchants().iter().map(|m| (m.colour.letter(), m.dirhams, m.rugs, m.is_in)).collect();
    assert_eq!(players, [('p', 2, 7, false), ('c', 999, 0, true), ('r', 30, 99, true)]);
    assert_eq!((read.assam().square, read.assam().facing), (square("60"), Facing::West));
    assert_eq!(read.to_string(), text);
}

#[test]
fn the_board_is_written_column_by_column() {
    let text = format!("{TWO}A33NBn00c07n00n00n00n00n00y42{}", "n00".repeat(41));
    let read = position(&text);
    let shown: Vec<(String, String)> = Square::all()
        .filter_map(|square| Some((square.to_string(), read.board().at(square)?.to_string())))
        .collect();
    let expected = [("01", "c07"), ("10", "y42")];
    assert_eq!(shown, expected.map(|(square, id)| (square.to_owned(), id.to_owned())));
    assert_eq!(text, game(TWO, "A33N", &["c07 01", "y42 10"]));
}

#[test]
fn separated_halves_and_colours_without_a_player_are_accepted() {
    for shown in [&["c00 00 66"][..], &["c00 00 01 02 60"], &["p99 12 13", "r00 44"]] {
        let text = game(TWO, "A33N", shown);
        assert_eq!(position(&text).to_string(), text);
    }
}

#[test]
fn malformed_input_is_refused_with_culprit_position_and_expectation() {
    let good = game(TWO, "A33N", &[]);
    let cases = [
        (String::new(), "player", 1, "the end"),
        (good.to_lowercase(), "player", 1, "'p'"),
        (good.replacen("Pc", "Pn", 1), "player", 2, "'n'"),
        (good.replacen("Pc0", "Pc+", 1), "player", 3, "'+'"),
        (good.replacen("Pc03", "Pc0٣", 1), "player", 4, "'٣'"),
        (good.replacen("15i", "1-i", 1), "player", 7, "'-'"),
        (good.replacen("15i", "15I", 1), "player", 8, "'I'"),
        (good.replacen("15i", "15", 1), "player", 8, "'P'"),
        (good.replacen("Py", "Pc", 1), "player", 10, "'c'"),
        (game("Pc03015i", "A33N", &[]), "player", 9, "'A'"),
        (game(&format!("{FOUR}Pc03015i"), "A33N", &[]), "player", 33, "'P'"),
        (game(TWO, "a33N", &[]), "player", 17, "'a'"),
        (game(TWO, "A73N", &[]), "Assam", 18, "'7'"),
        (game(TWO, "A37N", &[]), "Assam", 19, "'7'"),
        (game(TWO, "A33n", &[]), "Assam", 20, "'n'"),
        (good.replacen("NB", "NC", 1), "board", 21, "'C'"),
        (game(TWO, "A33N", &["n01 00"]), "board", 24, "'1'"),
        (game(TWO, "A33N", &["n10 00"]), "board", 23, "'1'"),
        (game(TWO, "A33N", &["k00 01"]), "board", 25, "'k'"),
        (game(TWO, "A33N", &["c-1 66"]), "board", 167, "'-'"),
        (good[..165].to_owned(), "board", 166, "the end"),
        (good[..166].to_owned(), "board", 167, "the end"),
        (format!("{good} "), "board", 169, "' '"),
        (format!("{good}n00"), "board", 169, "'n'"),
        (format!(" {good}"), "player", 1, "' '"),
        (format!("é{good}"), "player", 1, "'é'"),
    ];
    for (text, part, at, found) in cases {
        let error = refusal(&text);
        assert_eq!((error.part, error.at, &*error.found), (part, at, found), "{text}");
        let told = error.to_string();
        assert!(told.contains(&format!("character {at}")) && told.contains(found), "{told}");
        assert!(!error.expected.is_empty() && told.contains(error.expected), "{told}");
    }
}

#[test]
fn every_player_has_a_distinct_colour() {
    for players in 2..=4 {
        for first in 0..players {
            for second in first + 1..players {
                let mut letters = ['c', 'y', 'r', 'p'];
                letters[second] = letters[first];
                let players: String =
                    letters[..players].iter().map(|letter| format!("P{letter}03015i")).collect();
                let error = refusal(&game(&players, "A33N", &[]));
                assert_eq!(error.at, 8 * second + 2, "{error} in {players}");
            }
        }
    }
}

#[test]
fn assam_as_text_is_four_characters() {
    assert_eq!("A60W".parse::<Assam>().unwrap().to_string(), "A60W");
    for bad in ["", "A", "A33", "A33NN", "A33X", "A3N", "B33N", "a33N", "A-1N", "A77N", " A33N"] {
        assert!(bad.parse::<Assam>().is_err(), "{bad}");
    }
}

// --- question 1: is the rug valid

#[test]
fn a_rug_has_exactly_seven_characters() {
    let game = game(TWO, "A33N", &[]);
    assert!(rug_valid(&game, "c004445"));
    for bad in ["", "c", "c00444", "c0044455", "c004445 ", " c004445", "c0044", "c00444é"] {
        assert!(!rug_valid(&game, bad), "{bad:?}");
    }
}

#[test]
fn its_colour_belongs_to_a_player_of_this_game() {
    let game = game("Pc03015iPy03015oPp00000i", "A33N", &[]);
    assert!(rug_valid(&game, "c004445"));
    assert!(rug_valid(&game, "y004445"), "one who is out still counts");
    assert!(rug_valid(&game, "p004445"), "one with no rugs left still counts");
    for bad in ["r004445", "n004445", "C004445", "P004445", "k004445", "0004445", "é00444"] {
        assert!(!rug_valid(&game, bad), "{bad}");
    }
}

#[test]
fn its_number_is_two_digits_without_a_sign() {
    let game = game(TWO, "A33N", &[]);
    assert!((0..100).all(|number| rug_valid(&game, &format!("c{number:02}4445"))));
    for bad in ["c+14445", "c-14445", "c 14445", "c1 4445", "cab4445", "c0x4445", "c1.4445"] {
        assert!(!rug_valid(&game, bad), "{bad}");
    }
}

#[test]
fn its_coordinates_are_0_to_6() {
    let game = game(TWO, "A33N", &[]);
    for at in 3..7 {
        for digit in '0'..='9' {
            let mut rug: Vec<char> = "c004445".chars().collect();
            rug[at] = digit;
            let rug = String::from_iter(rug);
            assert_eq!(rug_valid(&game, &rug), digit <= '6', "{rug}");
        }
    }
    for bad in ["c00-445", "c004x45", "c0044 5", "c00444N"] {
        assert!(!rug_valid(&game, bad), "{bad}");
    }
}

#[test]
fn no_visible_square_shows_its_colour_and_number() {
    let game = game(TWO, "A33N", &["c07 00 01", "c12 60", "y03 66"]);
    assert!(!rug_valid(&game, "c074445"));
    assert!(!rug_valid(&game, "c124445"), "one half is enough");
    assert!(!rug_valid(&game, "y034445"), "also in the last square");
    for good in ["y074445", "y124445", "c034445", "c704445", "c214445"] {
        assert!(rug_valid(&game, good), "{good}");
    }
}

#[test]
fn nothing_else_about_a_rug_is_checked() {
    let game = game(TWO, "A33N", &["y00 44 45"]);
    for rug in ["c000000", "c000066", "c003334", "c004445", "c000610", "c004555"] {
        assert!(rug_valid(&game, rug), "{rug}");
    }
}

// --- question 2: is the game over

#[test]
fn the_game_is_over_when_no_remaining_player_has_rugs() {
    let over = |players: &str| game_over(&game(players, "A33N", &[]));
    assert!(!over(FOUR));
    assert!(over("Pc03000iPy03000i"));
    assert!(!over("Pc03000iPy03001i"));
    assert!(!over("Pc03001iPy03000i"));
    assert!(!over("Pc03000iPy03000iPr00001iPp03000i"));
}

#[test]
fn rugs_of_eliminated_players_do_not_count() {
    let over = |players: &str| game_over(&game(players, "A33N", &[]));
    assert!(over("Pc03000iPy00007o"));
    assert!(over("Pc00015oPy00007oPr03000i"));
    assert!(!over("Pc03002iPy00007o"), "one who is left and has rugs plays on");
    assert!(!over("Pc03002iPy00000oPr00000o"));
    assert!(over("Pc00002oPy00007o"), "nobody is left");
    assert!(over("Pc00002oPy00007oPr00015oPp03015o"));
}

// --- question 3: rotating

#[test]
fn assam_turns_right_by_90_and_left_by_270() {
    for (before, right, left) in
        [("N", "E", "W"), ("E", "S", "N"), ("S", "W", "E"), ("W", "N", "S")]
    {
        let at = |facing: &str| format!("A25{facing}");
        assert_eq!(rotate(&at(before), 0), at(before));
        assert_eq!(rotate(&at(before), 90), at(right));
        assert_eq!(rotate(&at(before), 270), at(left));
    }
}

#[test]
fn any_other_number_of_degrees_leaves_him_unchanged() {
    for degrees in [180, -90, 360, 450, 1, 89, 91, 630, -270, 65_536, 65_626, i64::MAX, i64::MIN] {
        for facing in ["N", "E", "S", "W"] {
            let assam = format!("A06{facing}");
            assert_eq!(rotate(&assam, degrees), assam, "{degrees}");
        }
    }
    assert_eq!(Rotation::ALL.map(Rotation::degrees), [0, 90, 270]);
}

// --- question 4: is the placement valid

#[test]
fn a_malformed_rug_may_not_be_placed_anywhere() {
    let game = game(TWO, "A33N", &[]);
    assert!(placement_valid(&game, "c003435"));
    for bad in ["", "c00343", "c0034355", "x003435", "n003435", "c+03435", "cx03435", "c00343é"] {
        assert!(!placement_valid(&game, bad), "{bad}");
    }
}

#[test]
fn a_rug_must_lie_on_the_board() {
    let game = game(TWO, "A66N", &[]);
    assert!(placement_valid(&game, "c006564"));
    for bad in ["c006566", "c006676", "c007675", "c006667", "c006575", "c005657"] {
        assert!(!placement_valid(&game, bad), "{bad}");
    }
}

#[test]
fn its_squares_must_be_adjacent() {
    let here = game(TWO, "A33N", &[]);
    for good in ["c002313", "c002322", "c002324", "c001323", "c003242", "c004353"] {
        assert!(placement_valid(&here, good), "{good}");
    }
    for bad in ["c002323", "c002312", "c002303", "c002343", "c003234", "c003200", "c002334"] {
        assert!(!placement_valid(&here, bad), "{bad}");
    }
    // the last square of a column and the first of the next are far apart
    assert!(!placement_valid(&game(TWO, "A05N", &[]), "c000610"));
    assert!(!placement_valid(&game(TWO, "A20N", &[]), "c001006"));
}

#[test]
fn it_may_not_lie_under_assam() {
    let game = game(TWO, "A33N", &[]);
    for bad in ["c003334", "c003433", "c003323", "c004333", "c003333"] {
        assert!(!placement_valid(&game, bad), "{bad}");
    }
}

#[test]
fn one_of_its_squares_shares_an_edge_with_his() {
    let here = game(TWO, "A33N", &[]);
    for good in ["c003435", "c003534", "c002423", "c002324", "c004434", "c004353", "c003242"] {
        assert!(placement_valid(&here, good), "{good}");
    }
    // a common corner is not an edge
    for far in ["c000001", "c005556", "c002221", "c003536", "c004454", "c004445", "c004252"] {
        assert!(!placement_valid(&here, far), "{far}");
    }
    // the first square of the next column is not a neighbour of the last of this one
    assert!(!placement_valid(&game(TWO, "A06N", &[]), "c001011"));
    assert!(!placement_valid(&game(TWO, "A10N", &[]), "c000605"));
}

#[test]
fn twelve_placements_in_the_centre_seven_at_an_edge_four_in_a_corner() {
    let count = |assam: &str| position(&game(TWO, assam, &[])).placements().count();
    assert_eq!([count("A33N"), count("A03E"), count("A36S"), count("A00N")], [12, 7, 7, 4]);
    assert_eq!([count("A66N"), count("A06N"), count("A60N"), count("A63N")], [4, 4, 4, 7]);
    assert_eq!([count("A11N"), count("A13N"), count("A10N"), count("A05W")], [10, 11, 6, 6]);
}

#[test]
fn it_may_not_cover_both_visible_halves_of_one_rug() {
    let game = game(TWO, "A33N", &["y04 34 35", "c05 23 22", "y06 43", "c06 53", "y07 32 42"]);
    assert!(!placement_valid(&game, "c003435"));
    assert!(!placement_valid(&game, "c003534"), "in either order");
    assert!(!placement_valid(&game, "c002322"), "nor of an own rug");
    assert!(!placement_valid(&game, "r003242"), "nor of anybody's");
    assert!(placement_valid(&game, "c004353"), "halves of two rugs with one number");
    assert!(placement_valid(&game, "c003444"), "a half and an empty square");
    assert!(placement_valid(&game, "c003231"), "the one half that is visible");
    assert!(placement_valid(&game, "c002313"));
}

#[test]
fn two_rugs_of_one_colour_may_be_covered_together() {
    let game = game(TWO, "A33N", &["y04 34 24", "y05 35 25", "c00 23 13", "c01 22 12"]);
    assert!(placement_valid(&game, "c023435"));
    assert!(placement_valid(&game, "y003435"));
    assert!(placement_valid(&game, "c022322"));
    assert!(placement_valid(&game, "y002223"));
}

#[test]
fn a_visible_rug_may_not_be_laid_again() {
    let game = game(TWO, "A33N", &["c07 00 01", "y08 66"]);
    assert!(!placement_valid(&game, "c073435"));
    assert!(!placement_valid(&game, "y083435"));
    assert!(placement_valid(&game, "y073435") && placement_valid(&game, "c083435"));
}

#[test]
fn placement_ignores_rugs_in_hand_eliminations_and_ownership() {
    let game = game("Pc03000iPy00015o", "A33N", &[]);
    for rug in ["c003435", "y003435", "r003435", "p993435"] {
        assert!(placement_valid(&game, rug), "{rug}");
    }
}

// --- question 5: the payment

#[test]
fn the_payment_is_the_size_of_the_region_assam_stands_on() {
    let pays = |assam: &str, shown: &[&str]| payment(&game(TWO, assam, shown));
    assert_eq!(pays("A33N", &["y00 33"]), 1);
    assert_eq!(pays("A33N", &["y00 33 34"]), 2);
    assert_eq!(
        pays("A34W", &["y00 33 34", "y01 35 25", "y02 15 05"]),
        6,
        "rugs of one colour join"
    );
    assert_eq!(pays("A33N", &["y00 33", "y01 44 22 24 42"]), 1, "corners do not join");
    assert_eq!(pays("A33N", &["y00 33", "c00 34", "y01 35"]), 1, "other colours part");
    assert_eq!(pays("A06N", &["y00 06", "y01 10"]), 1, "columns do not run on");
    assert_eq!(pays("A00N", &["y00 00 10 60 06 66"]), 2, "tracks do not join");
    let all: Vec<String> = Square::all().map(|square| square.to_string()).collect();
    assert_eq!(pays("A33N", &[&format!("y00 {}", all.join(" "))]), 49);
}

#[test]
fn the_payment_goes_around_corners_and_in_all_directions() {
    let spiral = "y00 33 34 24 23 22 32 42 43 44 45 35 25 15 14 13 12 11";
    let line = "y01 06 16 26 36 46 56 66 65 64 63 62 61 60 50 40 30 20 10 00";
    for start in ["33", "24", "45", "11"] {
        assert_eq!(payment(&game(TWO, &format!("A{start}N"), &[spiral])), 17, "{start}");
    }
    for start in ["06", "66", "62", "60", "30", "00"] {
        assert_eq!(payment(&game(TWO, &format!("A{start}N"), &[line])), 19, "{start}");
    }
}

#[test]
fn the_payment_is_not_capped_by_anyones_money() {
    assert_eq!(payment(&game("Pc00015iPy00000i", "A33N", &["y00 33 34", "y01 35"])), 3);
    assert_eq!(
        payment(&game("Pc00000iPy00000i", "A33N", &["c00 33 34"])),
        2,
        "whoever lands there"
    );
}

#[test]
fn nothing_is_paid_for_empty_squares_or_to_absent_owners() {
    assert_eq!(payment(&game(TWO, "A33N", &["y00 32 34 23 43"])), 0);
    assert_eq!(payment(&game("Pc03015iPy03015o", "A33N", &["y00 33 34"])), 0);
    assert_eq!(payment(&game("Pc03015iPy03015o", "A33N", &["c00 33 34"])), 2);
    assert_eq!(payment(&game(TWO, "A33N", &["p00 33 34"])), 0);
    assert_eq!(payment(&game("Pc03015iPp03015i", "A33N", &["p00 33 34"])), 2);
}

// --- question 6: the winner

#[test]
fn there_is_no_winner_before_the_end() {
    assert_eq!(winner(&game("Pc09900iPy00001i", "A33N", &[])), 'n');
    assert_eq!(winner(&game("Pc09901iPy00000o", "A33N", &[])), 'n');
}

#[test]
fn most_dirhams_and_visible_squares_together_win() {
    let wins = |players: &str, shown: &[&str]| winner(&game(players, "A33N", shown));
    assert_eq!(wins("Pc03000iPy03100i", &[]), 'y');
    assert_eq!(wins("Pc03000iPy03100i", &["c00 00 01"]), 'c');
    assert_eq!(wins("Pc03000iPy03100i", &["c00 00 01", "y00 66 65"]), 'y');
    assert_eq!(wins("Pp00000iPr00100iPc00200iPy00300i", &["p00 00", "p01 66 22", "p02 44"]), 'p');
    assert_eq!(wins("Pc10000iPy09900i", &["r00 00 01 02", "y01 11"]), 'c');
}

#[test]
fn equal_scores_are_decided_by_dirhams() {
    let wins = |players: &str, shown: &[&str]| winner(&game(players, "A33N", shown));
    assert_eq!(wins("Pc03000iPy03200i", &["c00 00 01"]), 'y');
    assert_eq!(wins("Pc03200iPy03000i", &["y00 00 01"]), 'c');
    assert_eq!(wins("Pc03000iPy03100iPr03200i", &["c00 00 01", "y00 66"]), 'r');
}

#[test]
fn equal_scores_and_dirhams_are_a_tie_of_the_best_only() {
    let wins = |players: &str, shown: &[&str]| winner(&game(players, "A33N", shown));
    assert_eq!(wins("Pc03000iPy03000i", &["c00 00", "y00 66"]), 't');
    assert_eq!(wins("Pc03000iPy03000iPr03100i", &[]), 'r', "the others are equal, but not best");
    assert_eq!(wins("Pc03000iPy02900iPr03000i", &[]), 't');
    assert_eq!(wins("Pc03000iPy03000iPr02900i", &["r00 00"]), 't', "more dirhams, twice");
}

#[test]
fn eliminated_players_neither_win_nor_tie() {
    let wins = |players: &str, shown: &[&str]| winner(&game(players, "A33N", shown));
    assert_eq!(wins("Pc00100iPy09900o", &["y00 00 01"]), 'c');
    assert_eq!(wins("Pc03000iPy03000o", &[]), 'c');
    assert_eq!(wins("Pc03000iPy03005oPr02900i", &[]), 'c');
    assert_eq!(wins("Pc03000oPy03105o", &[]), 't', "nobody is left");
}

// --- question 7: moving

#[test]
fn assam_walks_as_many_steps_as_the_die_shows() {
    for (facing, ends) in [
        ('N', ["A32N", "A31N", "A30N", "A20S"]),
        ('E', ["A43E", "A53E", "A63E", "A64W"]),
        ('S', ["A34S", "A35S", "A36S", "A46N"]),
        ('W', ["A23W", "A13W", "A03W", "A02E"]),
    ] {
        for pips in 1..=4 {
            assert_eq!(moved(&format!("A33{facing}"), pips), ends[usize::from(pips) - 1]);
        }
    }
}

/// Square and facing before and after a step off the board.
const EXITS: [(&str, &str); 28] = [
    ("A00N", "A10S"),
    ("A10N", "A00S"),
    ("A20N", "A30S"),
    ("A30N", "A20S"),
    ("A40N", "A50S"),
    ("A50N", "A40S"),
    ("A60N", "A60W"),
    ("A60E", "A60S"),
    ("A61E", "A62W"),
    ("A62E", "A61W"),
    ("A63E", "A64W"),
    ("A64E", "A63W"),
    ("A65E", "A66W"),
    ("A66E", "A65W"),
    ("A06S", "A06E"),
    ("A16S", "A26N"),
    ("A26S", "A16N"),
    ("A36S", "A46N"),
    ("A46S", "A36N"),
    ("A56S", "A66N"),
    ("A66S", "A56N"),
    ("A00W", "A01E"),
    ("A01W", "A00E"),
    ("A02W", "A03E"),
    ("A03W", "A02E"),
    ("A04W", "A05E"),
    ("A05W", "A04E"),
    ("A06W", "A06N"),
];

#[test]
fn the_tracks_lead_him_back_onto_the_board() {
    for (exit, entry) in EXITS {
        assert_eq!(moved(exit, 1), entry, "{exit}");
        assert_eq!(exit.parse::<Assam>().unwrap().step().to_string(), entry);
    }
}

#[test]
fn each_track_leads_both_ways() {
    let turned = |assam: &str| rotate(&rotate(assam, 90), 90);
    for (exit, entry) in EXITS {
        assert_eq!(moved(&turned(entry), 1), turned(exit), "{exit}");
    }
}

#[test]
fn a_track_always_counts_as_one_step() {
    for (from, ends) in [
        ("A00N", ["A10S", "A11S", "A12S", "A13S"]),
        ("A61N", ["A60N", "A60W", "A50W", "A40W"]),
        ("A50E", ["A60E", "A60S", "A61S", "A62S"]),
        ("A05S", ["A06S", "A06E", "A16E", "A26E"]),
        ("A16W", ["A06W", "A06N", "A05N", "A04N"]),
        ("A45E", ["A55E", "A65E", "A66W", "A56W"]),
        ("A20W", ["A10W", "A00W", "A01E", "A11E"]),
        ("A36S", ["A46N", "A45N", "A44N", "A43N"]),
    ] {
        for pips in 1..=4 {
            assert_eq!(moved(from, pips), ends[usize::from(pips) - 1], "{from} {pips}");
        }
    }
}

#[test]
fn the_path_contains_every_step_of_the_walk() {
    for (exit, _) in EXITS {
        let assam: Assam = exit.parse().unwrap();
        for pips in 1..=4 {
            let steps: Vec<Assam> = assam.path(die(pips)).collect();
            assert_eq!(steps.len(), usize::from(pips));
            let each = (1..=pips).map(|so_far| assam.moved(die(so_far)));
            assert_eq!(steps, each.collect::<Vec<_>>());
        }
    }
}

// --- question 8: placing

#[test]
fn placing_shows_the_rug_on_both_squares_and_takes_one_from_the_hand() {
    let before = game("Pp03011iPc00215iPy03001i", "A33W", &["c00 34 44", "y13 00"]);
    assert_eq!(
        place(&before, "p043435"),
        game("Pp03010iPc00215iPy03001i", "A33W", &["c00 44", "y13 00", "p04 34 35"])
    );
    assert_eq!(
        place(&before, "y992322"),
        game("Pp03011iPc00215iPy03000i", "A33W", &["c00 34 44", "y13 00", "y99 23 22"])
    );
}

#[test]
fn eliminated_players_may_place_as_far_as_this_query_goes() {
    let before = game("Pc03015iPy00002o", "A33W", &[]);
    assert_eq!(place(&before, "y003435"), game("Pc03015iPy00001o", "A33W", &["y00 34 35"]));
}

#[test]
fn an_invalid_placement_changes_nothing() {
    let before = game("Pc03015iPy03000i", "A33W", &["y00 34 35", "c01 00 01"]);
    for (rug, why) in [
        ("y013444", "no rug left"),
        ("r003444", "no such player"),
        ("c013444", "it shows already"),
        ("c003435", "a whole rug"),
        ("c003334", "under Assam"),
        ("c004445", "far from Assam"),
        ("c003454", "not neighbours"),
        ("c00344", "no rug"),
        ("", "no rug"),
    ] {
        assert_eq!(place(&before, rug), before, "{why}");
    }
    assert_ne!(place(&before, "c003444"), before);
}

// --- the die

#[test]
fn the_die_has_one_1_two_2_two_3_and_one_4() {
    assert_eq!(Die::ALL.map(|die| (die.pips(), die.faces())), [(1, 1), (2, 2), (3, 2), (4, 1)]);
    assert_eq!(Die::ALL.map(Die::faces).iter().sum::<u32>(), Die::FACES);
    assert_eq!((Die::new(0), Die::new(5), Die::new(4).map(Die::pips)), (None, None, Some(4)));
    let mut rng = Seed(5).rng();
    let mut seen = [0i32; 5];
    (0..60_000).for_each(|_| seen[usize::from(Die::roll(&mut rng).pips())] += 1);
    for (pips, sixths) in [(1, 1), (2, 2), (3, 2), (4, 1)] {
        // five standard deviations are less than 600
        assert!((seen[pips] - 10_000 * sixths).abs() < 600, "{seen:?}");
    }
}

#[test]
fn games_use_that_die() {
    let mut seen = [0; 5];
    for deal in 0..400 {
        let rolled = dice(&random_events(&mut table(&[], 4, deal), deal));
        rolled.iter().for_each(|&pips| seen[usize::from(pips)] += 1);
    }
    let all: i32 = seen.iter().sum();
    assert!(all > 20_000);
    for (pips, sixths) in [(1, 1), (2, 2), (3, 2), (4, 1)] {
        assert!((6 * seen[pips] - sixths * all).abs() < all / 10, "{seen:?}");
    }
}

// --- the start

#[test]
fn players_start_with_30_dirhams_and_15_rugs_and_assam_in_the_centre() {
    for seats in 2..=4 {
        let mut facings = [0; 4];
        for deal in 0..60 {
            let table = table(&[], seats, deal);
            let assam = at(&table).position().assam();
            facings[assam.facing as usize] += 1;
            let start = game(&FOUR[..8 * seats], &format!("A33{}", assam.facing.letter()), &[]);
            assert_eq!(text(&table), start);
            assert_eq!((asked(&table), phase(&table)), (Some(0), Phase::Rotate));
            assert_eq!(points(&table), vec![30; seats]);
            assert_eq!(places(&table), vec![1; seats]);
            let again = crate::positions::table(&[], seats, deal);
            assert_eq!(text(&again), start, "which way he looks belongs to the deal");
        }
        assert!(facings.iter().all(|&count| count > 4), "{facings:?}");
    }
}

#[test]
fn two_to_four_may_play() {
    let marrakech = rules(&[]);
    assert!((2..=4).all(|seats| marrakech.admit(seats).is_ok()));
    for seats in [0, 1, 5, 14] {
        let error = Table::new(rules(&[]), seats, Seed(1)).err().unwrap();
        assert!(error.to_string().contains("2 to 4"), "{error}");
    }
}

// --- a turn

#[test]
fn a_turn_is_rotate_roll_move_pay_place() {
    let mut table = table(&[], 2, 3);
    for turn in 0..4 {
        let (mover, before) = (turn % 2, at(&table).position().assam());
        assert_eq!((asked(&table), phase(&table)), (Some(mover), Phase::Rotate));
        assert_eq!(at(&table).placements().count(), 0, "nothing is laid while Assam is rotated");
        let events = say(&mut table, &Ok(Move::Rotate(Rotation::Left)));
        let rotated = before.rotated(Rotation::Left);
        let colour = Colour::ALL[mover];
        assert_eq!(events[0], Event::Rotated { colour, rotation: Rotation::Left, assam: rotated });
        let Event::Rolled { die, assam, .. } = events[1] else { panic!("{events:?}") };
        assert_eq!(assam, rotated.moved(die));
        assert_eq!(at(&table).position().assam(), assam);
        assert_eq!(table.view(seat(0)).rolled(), Some(die));
        assert_eq!(usize::from(table.view(seat(1)).rolls()), turn + 1);
        assert_eq!((asked(&table), phase(&table)), (Some(mover), Phase::Place));
        let squares = at(&table).placements().last().unwrap();
        let events = say(&mut table, &Ok(Move::Place(squares)));
        let [Event::Placed { rug }] = events[..] else { panic!("{events:?}") };
        assert_eq!((rug.id.colour(), rug.squares), (colour, squares));
        assert_eq!(squares.map(|at_| at(&table).position().board().at(at_)), [Some(rug.id); 2]);
    }
    assert!(text(&table).starts_with("Pc"));
    assert_eq!(at(&table).purse(0).rugs + at(&table).purse(1).rugs, 26);
}

#[test]
fn rugs_are_numbered_so_that_none_shows_twice() {
    let mut table = table(&[], 3, 8);
    let mut laid = std::collections::HashSet::new();
    play(&mut table, plain, |_, events| {
        for event in events {
            if let Event::Placed { rug } = event {
                assert!(laid.insert(rug.id), "{rug} is laid twice");
            }
        }
    });
    assert!(laid.len() > 15);
    // a number already visible is skipped, whoever laid it
    let shown = ["c00 00", "c01 01", "c02 66", "c15 64"];
    for left in 1..=15 {
        let players = format!("Pc030{left:02}iPy03015i");
        let mut stage = stage(&players, "A33N", &shown, 'c', Phase::Place);
        let before = stage.position().clone();
        let rug = stage.place(squares("34", "35"));
        assert!(before.rug_is_valid(rug) && before.placement_is_valid(rug), "{rug}");
    }
}

#[test]
fn landing_on_a_rivals_rug_pays_its_region_to_the_owner() {
    let (stage, payment) = cyan_walks(TWO, &["y00 32 31", "y01 30 20", "y02 00 01"]);
    let (from, to) = (Colour::Cyan, Colour::Yellow);
    assert_eq!(payment, Some(Payment { from, to, owed: 4, paid: 4 }));
    assert!(!payment.unwrap().ruins());
    assert!(text_of(&stage).starts_with("Pc02615iPy03415iA32N"), "{}", text_of(&stage));
    assert_eq!(next(&stage), ('c', Phase::Place));
}

#[test]
fn the_owner_is_paid_in_any_seat() {
    for (owner, after) in [
        ('y', "Pc02815iPy03215iPr03015iPp03015i"),
        ('r', "Pc02815iPy03015iPr03215iPp03015i"),
        ('p', "Pc02815iPy03015iPr03015iPp03215i"),
    ] {
        let (stage, payment) = cyan_walks(FOUR, &[&format!("{owner}00 32 31")]);
        assert_eq!(payment.unwrap().to, colour(owner));
        assert!(text_of(&stage).starts_with(after));
    }
}

#[test]
fn a_player_paying_down_to_exactly_zero_stays_in() {
    let (stage, payment) = cyan_walks("Pc00215iPy03015i", &["y00 32 31"]);
    assert_eq!(payment.map(|p| (p.owed, p.paid, p.ruins())), Some((2, 2, false)));
    assert!(text_of(&stage).starts_with("Pc00015iPy03215iA32N"));
    assert_eq!(next(&stage), ('c', Phase::Place));
    // and a player without money stays in as long as nothing is owed
    let (stage, payment) = cyan_walks("Pc00015iPy03015i", &["c00 32 31"]);
    assert_eq!((payment, next(&stage)), (None, ('c', Phase::Place)));
}

#[test]
fn a_player_that_cannot_pay_gives_all_and_is_out_without_placing() {
    for (dirhams, rest) in [(3, 33), (1, 31), (0, 30)] {
        let players = format!("Pc{dirhams:03}15iPy03015iPr03015i");
        let (stage, payment) = cyan_walks(&players, &["y00 32 31", "y01 30 20"]);
        assert_eq!(payment.map(|p| (p.owed, p.paid, p.ruins())), Some((4, dirhams, true)));
        let after = format!("Pc00015oPy{rest:03}15iPr03015i");
        assert_eq!(text_of(&stage), game(&after, "A32N", &["y00 32 31", "y01 30 20"]));
        assert_eq!(next(&stage), ('y', Phase::Rotate));
    }
}

#[test]
fn no_payment_for_own_rugs_empty_squares_or_absent_owners() {
    let players = "Pc00115iPy03015iPr00007o";
    for shown in [&["c00 32 31"][..], &[], &["r00 32 31"], &["p00 32 31"], &["y00 33 23", "y01 22"]]
    {
        let (stage, payment) = cyan_walks(players, shown);
        assert_eq!(payment, None, "{shown:?}");
        assert_eq!(text_of(&stage), game(players, "A32N", shown));
        assert_eq!(next(&stage), ('c', Phase::Place));
    }
}

#[test]
fn only_the_square_where_the_walk_ends_is_paid_for() {
    let mut stage = stage(TWO, "A33N", &["y00 32 31"], 'c', Phase::Rotate);
    stage.rotate(Rotation::Ahead);
    assert_eq!(stage.roll(die(3)), None);
}

#[test]
fn turns_rotate_and_skip_eliminated_players() {
    for (players, order) in [
        (FOUR, "cyrpcyrp"),
        ("Pp03015iPc03015iPr03015i", "pcrpcr"),
        ("Pc03015iPy00015oPr03015iPp03015i", "crpcrp"),
        ("Pc03015iPy00015oPr00015oPp03015i", "cpcp"),
        ("Pc03015iPy03015iPr03015iPp00015o", "cyrcyr"),
    ] {
        let first = order.chars().next().unwrap();
        let mut stage = stage(players, "A33N", &[], first, Phase::Rotate);
        for letter in order.chars() {
            assert_eq!(next(&stage), (letter, Phase::Rotate), "{players}");
            stage.rotate(Rotation::Ahead);
            let payment = stage.roll(die(1));
            assert!(payment.is_none_or(|payment| !payment.ruins()), "30 dirhams last so long");
            let first = stage.placements().next().unwrap();
            stage.place(first);
        }
    }
}

#[test]
fn eliminated_players_never_act_again() {
    let mut eliminated = 0;
    for deal in 0..150 {
        let mut table = table(&["dirhams=3"], 4, deal);
        let events = random_events(&mut table, deal);
        let mut out = Vec::new();
        for event in &events {
            let (Event::Rotated { colour, .. }
            | Event::Rolled { colour, .. }
            | Event::Paid { colour, .. }
            | Event::Out { colour }) = event
            else {
                let Event::Placed { rug } = event else { unreachable!() };
                assert!(!out.contains(&rug.id.colour()), "{event}");
                continue;
            };
            assert!(!out.contains(colour), "{event}");
            if let Event::Paid { to, .. } = event {
                assert!(!out.contains(to), "nobody pays who is out");
            }
            if matches!(event, Event::Out { .. }) {
                out.push(*colour);
            }
        }
        eliminated += out.len();
    }
    assert!(eliminated > 150, "{eliminated}");
}

#[test]
fn a_lone_survivor_plays_on_to_the_end_of_his_rugs() {
    let mut stage = stage("Pc00103iPy03003i", "A33N", &["y00 32 31"], 'c', Phase::Rotate);
    stage.rotate(Rotation::Ahead);
    assert!(stage.roll(die(1)).is_some_and(|payment| payment.ruins()));
    for left in (0..3).rev() {
        assert_eq!(next(&stage), ('y', Phase::Rotate), "one player with rugs is not the end");
        one_turn(&mut stage);
        assert_eq!(stage.position().merchants()[1].rugs, left);
    }
    assert_eq!(stage.phase(), Phase::Over);
    let end = text_of(&stage);
    assert!(end.starts_with("Pc00003oPy03100i"), "{end}");
    assert_eq!(winner(&end), 'y');
}

#[test]
fn survivors_in_whole_games_lay_all_their_rugs() {
    let mut survivors = 0;
    for deal in 0..100 {
        let mut table = table(&["dirhams=2"], 2, deal);
        random_events(&mut table, deal);
        let merchants = at(&table).position().merchants();
        assert!(merchants.iter().all(|merchant| !merchant.is_in || merchant.rugs == 0));
        survivors += merchants.iter().filter(|merchant| !merchant.is_in).count();
    }
    assert!(survivors > 20, "{survivors}");
}

#[test]
fn after_one_player_lays_the_last_rug_the_others_lay_theirs() {
    let mut stage = stage("Pc03001iPy03001iPr03001i", "A33N", &[], 'c', Phase::Rotate);
    for letter in ['c', 'y', 'r'] {
        assert_eq!(next(&stage), (letter, Phase::Rotate));
        one_turn(&mut stage);
    }
    assert_eq!(stage.phase(), Phase::Over);
    assert!(stage.position().is_over());
}

#[test]
fn eliminating_the_last_player_with_rugs_ends_the_game() {
    let mut stage = stage("Pc00101iPy03000i", "A33N", &["y00 32 31"], 'c', Phase::Rotate);
    stage.rotate(Rotation::Ahead);
    assert!(stage.roll(die(1)).unwrap().ruins());
    assert_eq!(stage.phase(), Phase::Over);
    assert_eq!(winner(&text_of(&stage)), 'y');
}

// --- the end

/// Points and places of a position that is over.
fn outcome(players: &str, shown: &[&str]) -> (Vec<i32>, Vec<u8>) {
    let marrakech = rules(&[]);
    let state = State::resume(stage(players, "A33N", shown, 'c', Phase::Rotate), Seed(1));
    assert_eq!(marrakech.turn(&state), Turn::Over);
    let outcome = marrakech.outcome(&state);
    let points = outcome.points.values().map(|points| points.0).collect();
    (points, outcome.places.values().copied().collect())
}

#[test]
fn points_are_dirhams_and_visible_squares() {
    let shown = ["c00 00 01", "y00 02", "y01 66", "y02 65"];
    assert_eq!(outcome("Pc03000iPy00500i", &shown), (vec![32, 8], vec![1, 2]));
    assert_eq!(outcome("Pc00500iPy03000i", &shown), (vec![7, 33], vec![2, 1]));
}

#[test]
fn eliminated_players_rank_last_even_with_more_points() {
    let shown = ["y00 00 01", "y01 02 03", "y02 04 05", "c00 66"];
    assert_eq!(outcome("Pc00200iPy00003oPr00100i", &shown), (vec![3, 6, 1], vec![1, 3, 2]));
}

#[test]
fn equal_points_are_decided_by_dirhams_and_full_ties_share_the_place() {
    let shown = ["c00 00 01", "r00 66"];
    let (points, places) = outcome("Pc02800iPy03000iPr02900iPp03000i", &shown);
    assert_eq!((points, places), (vec![30; 4], vec![4, 1, 3, 1]));
    assert_eq!(outcome("Pc03000iPy03000iPr03100i", &[]).1, [2, 2, 1]);
    assert_eq!(outcome("Pc03000iPy03000i", &[]).1, [1, 1]);
}

#[test]
fn of_the_eliminated_players_the_later_one_ranks_higher() {
    let mut seen = 0;
    for deal in 0..200 {
        let mut table = table(&["dirhams=3"], 4, deal);
        let events = random_events(&mut table, deal);
        let out: Vec<usize> = events
            .iter()
            .filter_map(|event| match event {
                Event::Out { colour } => Some(*colour as usize),
                _ => None,
            })
            .collect();
        let places = places(&table);
        for (earlier, &index) in out.iter().enumerate() {
            assert_eq!(usize::from(places[index]), 4 - earlier, "{out:?} {places:?}");
        }
        seen += usize::from(out.len() >= 2);
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_game_ends_when_all_rugs_are_laid_and_no_one_is_asked() {
    let mut table = table(&[], 3, 4);
    play(&mut table, plain, |_, _| {});
    assert_eq!((table.turn(), phase(&table)), (Turn::Over, Phase::Over));
    assert!(game_over(&text(&table)));
    let before = text(&table);
    assert!(say(&mut table, &ahead()).is_empty());
    assert_eq!(text(&table), before);
    assert_eq!(table.banned(), SeatSet::EMPTY, "who is out is beaten, not banned");
}

// --- illegal moves

fn check(stage: Stage, choice: Move) -> Result<Move, IllegalMove> {
    rules(&[]).check(&State::resume(stage, Seed(1)), seat(0), choice)
}

#[test]
fn each_phase_accepts_its_own_moves() {
    let at = |phase| stage(TWO, "A33N", &[], 'c', phase);
    let laid = Move::Place(squares("34", "35"));
    let turned = Move::Rotate(Rotation::Left);
    assert_eq!(check(at(Phase::Rotate), turned), Ok(turned));
    assert_eq!(check(at(Phase::Place), laid), Ok(laid));
    assert_eq!(check(at(Phase::Rotate), laid), Err(IllegalMove::NotPlacing));
    assert_eq!(check(at(Phase::Place), turned), Err(IllegalMove::NotRotating));
    assert!(IllegalMove::NotPlacing.to_string().starts_with("expected a rotation"));
    assert!(IllegalMove::NotRotating.to_string().starts_with("expected a placement"));
}

#[test]
fn an_invalid_placement_is_refused_with_the_reason() {
    use PlacementError::{Apart, BelowAssam, Far, WholeRug};
    let at = || stage(TWO, "A33N", &["y00 34 35", "c00 23 22"], 'c', Phase::Place);
    let here = square("33");
    for (one, other, reason, told) in [
        ("34", "36", Apart(square("34"), square("36")), "34 and 36 do not share an edge"),
        ("34", "34", Apart(square("34"), square("34")), "34 and 34 do not share an edge"),
        ("33", "32", BelowAssam(here), "Assam stands on 33"),
        ("32", "33", BelowAssam(here), "Assam stands on 33"),
        (
            "00",
            "01",
            Far(square("00"), square("01"), here),
            "neither 00 nor 01 is next to Assam on 33",
        ),
        ("34", "35", WholeRug(square("34"), square("35")), "34 and 35 are both halves of one rug"),
        ("22", "23", WholeRug(square("22"), square("23")), "22 and 23 are both halves of one rug"),
    ] {
        let error = check(at(), Move::Place(squares(one, other))).unwrap_err();
        assert_eq!(error, IllegalMove::Placement(reason));
        assert_eq!(error.to_string(), told);
    }
    for (one, other) in [("34", "44"), ("44", "34"), ("32", "31")] {
        assert!(check(at(), Move::Place(squares(one, other))).is_ok(), "in either order");
    }
}

#[test]
fn an_illegal_move_is_recorded_and_the_game_continues() {
    let mut table = table(&[], 2, 6);
    let events = say(&mut table, &Ok(Move::Place(squares("00", "01"))));
    assert!(matches!(events[0], Event::Rotated { rotation: Rotation::Ahead, .. }));
    assert_eq!(table.answers()[seat(0)].as_ref().unwrap().fault, Some(FaultKind::Illegal));
    let first = at(&table).placements().next().unwrap();
    let events = say(&mut table, &ahead());
    assert!(matches!(events[0], Event::Placed { rug } if rug.squares == first));
    assert_eq!(table.faults().values().copied().collect::<Vec<_>>(), [2, 0]);
    assert_eq!((asked(&table), phase(&table)), (Some(1), Phase::Rotate));
}

#[test]
fn the_fallback_for_a_fault_is_legal() {
    let marrakech = rules(&[]);
    let any = Move::Place(squares("00", "66"));
    let faults = [
        Fault::Illegal("x".into()),
        Fault::Unreadable("x".into()),
        Fault::Gone("x".into()),
        Fault::Late(None, String::new()),
        Fault::Late(Some(any), String::new()),
        Fault::Late(Some(Move::Rotate(Rotation::Right)), String::new()),
    ];
    let mut rng = Seed(9).rng();
    for deal in 0..10 {
        let mut table = table(&[], 3, deal);
        play(
            &mut table,
            |stage| random(stage, &mut rng),
            |table, _| {
                if table.turn() == Turn::Over {
                    return;
                }
                let state = State::resume(at(table).clone(), Seed(1));
                for fault in &faults {
                    let stand_in = marrakech.fallback(&state, seat(0), fault);
                    assert_eq!(marrakech.check(&state, seat(0), stand_in), Ok(stand_in));
                }
            },
        );
    }
}

#[test]
fn games_of_always_failing_players_end() {
    for seats in 2..=4 {
        let mut table = table(&[], seats, 7);
        let mut asked_so_far = 0;
        while table.turn() != Turn::Over {
            say(&mut table, &Err(Fault::Gone("x".into())));
            asked_so_far += 1;
            assert!(asked_so_far <= 2 * 15 * seats);
        }
        assert!(game_over(&text(&table)));
    }
}

// --- moves as text, and announcements

#[test]
fn moves_round_trip_as_text() {
    for (text, choice) in [
        ("rotate 0", Move::Rotate(Rotation::Ahead)),
        ("rotate 90", Move::Rotate(Rotation::Right)),
        ("rotate 270", Move::Rotate(Rotation::Left)),
        ("place 44 45", Move::Place(squares("44", "45"))),
        ("place 60 50", Move::Place(squares("60", "50"))),
    ] {
        assert_eq!(text.parse(), Ok(choice));
        assert_eq!(choice.to_string(), text);
    }
    for bad in [
        "",
        " ",
        "rotate",
        "rotate 180",
        "rotate -90",
        "rotate +90",
        "rotate 090",
        "rotate 90 ",
        "rotate  90",
        "ROTATE 90",
        "place",
        "place 44",
        "place 4445",
        "place 44 47",
        "place 74 44",
        "place 44 45 46",
        "place 4 45",
        "place 44 4é",
        "turn 90",
        "44 45",
    ] {
        let told = bad.parse::<Move>().unwrap_err().to_string();
        assert!(told.contains(&format!("`{bad}`")) && told.contains("rotate 270"), "{told}");
    }
}

#[test]
fn moves_round_trip_as_json() {
    for (json, choice) in [
        (r#"{"rotate":270}"#, Move::Rotate(Rotation::Left)),
        (r#"{"place":[[4,0],[5,0]]}"#, Move::Place(squares("40", "50"))),
    ] {
        assert_eq!(serde_json::from_str::<Move>(json).unwrap(), choice);
        assert_eq!(serde_json::to_string(&choice).unwrap(), json);
    }
    for bad in [
        "{}",
        r#"{"rotate":180}"#,
        r#"{"rotate":-90}"#,
        r#"{"rotate":65626}"#,
        r#""rotate""#,
        r#"{"place":[[4,0]]}"#,
        r#"{"place":[[4,0],[7,0]]}"#,
        r#"{"rotate":0,"place":[[4,0],[5,0]]}"#,
    ] {
        assert!(serde_json::from_str::<Move>(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_view_shows_everything_except_future_dice() {
    let mut table = table(&[], 2, 11);
    let before = serde_json::to_value(table.view(seat(1))).unwrap();
    assert_eq!(
        before,
        serde_json::json!({"seat": 1, "state": text(&table), "turn": "cyan", "phase": "rotate",
            "die": null, "rolls": 0, "placements": []})
    );
    say(&mut table, &ahead());
    let placements: Vec<[Square; 2]> = at(&table).placements().collect();
    assert_eq!(
        serde_json::to_value(table.view(seat(0))).unwrap(),
        serde_json::json!({"seat": 0, "state": text(&table), "turn": "cyan", "phase": "place",
            "die": table.view(seat(0)).rolled(), "rolls": 1, "placements": placements})
    );
    assert_eq!(table.scene(), None);
    say(&mut table, &Ok(Move::Place(placements[0])));
    assert_eq!(table.scene(), Some(text(&table)), "the state string, before every turn");
}

#[test]
fn the_accounts_of_a_player_add_up() {
    struct Row(Vec<i64>);
    impl Cells for Row {
        fn text(&mut self, text: &str) {
            panic!("{text} is no number");
        }
        fn number(&mut self, number: i64) {
            self.0.push(number);
        }
        fn real(&mut self, number: f64) {
            panic!("{number} is no whole number");
        }
    }
    let mut eliminated = 0;
    for deal in 0..40 {
        let mut table = table(&["dirhams=8"], 3, deal);
        let events = random_events(&mut table, deal);
        let columns: Vec<&str> = Marrakech::columns().iter().map(|column| column.name).collect();
        assert_eq!(columns, ["dirhams", "squares", "paid", "received", "eliminated"]);
        for (index, letter) in ["c", "y", "r"].into_iter().enumerate() {
            let mut row = Row(Vec::new());
            table.cells(seat(index), &mut row);
            let [dirhams, squares, paid, received, eliminated_in] = row.0[..] else { panic!() };
            assert_eq!(dirhams, 8 - paid + received);
            assert_eq!(dirhams + squares, i64::from(points(&table)[index]));
            let visible = text(&table).split_once('B').unwrap().1.matches(letter).count();
            assert_eq!(usize::try_from(squares), Ok(visible));
            let mut rolls = 0;
            let mut expected = (0, 0, 0);
            for event in &events {
                rolls += i64::from(matches!(event, Event::Rolled { .. }));
                match event {
                    Event::Paid { colour, paid, .. } if *colour as usize == index => {
                        expected.0 += i64::from(*paid);
                    }
                    Event::Paid { to, paid, .. } if *to as usize == index => {
                        expected.1 += i64::from(*paid);
                    }
                    Event::Out { colour } if *colour as usize == index => expected.2 = rolls,
                    _ => {}
                }
            }
            assert_eq!((paid, received, eliminated_in), expected);
            eliminated += usize::from(eliminated_in > 0);
        }
    }
    assert!(eliminated > 10);
}

#[test]
fn events_are_rendered_as_sentences_and_as_json() {
    let rug = "c003435".parse().unwrap();
    let (cyan, red) = (Colour::Cyan, Colour::Red);
    let assam: Assam = "A32E".parse().unwrap();
    for (event, told, json) in [
        (
            Event::Rotated { colour: cyan, rotation: Rotation::Right, assam },
            "cyan turns Assam right, to the east",
            serde_json::json!({"type": "rotated", "colour": "cyan", "rotation": 90, "assam": "A32E"}),
        ),
        (
            Event::Rolled { colour: red, die: die(3), assam },
            "red rolls 3: Assam walks to 32 and looks east",
            serde_json::json!({"type": "rolled", "colour": "red", "die": 3, "assam": "A32E"}),
        ),
        (
            Event::Paid { colour: cyan, to: red, owed: 5, paid: 2 },
            "cyan owes 5 to red and has only 2",
            serde_json::json!({"type": "paid", "colour": "cyan", "to": "red", "owed": 5, "paid": 2}),
        ),
        (
            Event::Out { colour: cyan },
            "cyan is out of the game",
            serde_json::json!({"type": "out", "colour": "cyan"}),
        ),
        (
            Event::Placed { rug },
            "cyan lays a rug on 34 and 35",
            serde_json::json!({"type": "placed", "rug": "c003435"}),
        ),
    ] {
        assert_eq!(event.to_string(), told);
        assert_eq!(serde_json::to_value(event).unwrap(), json);
    }
}

// --- the dice are part of the deal

#[test]
fn the_nth_roll_is_the_same_whatever_the_players_decide() {
    for deal in 0..30 {
        let rolls = |settings: &[&str], seats, luck| {
            dice(&random_events(&mut table(settings, seats, deal), luck))
        };
        let first = rolls(&[], 4, 1);
        for other in [rolls(&[], 4, 2), rolls(&[], 4, 3), rolls(&["dirhams=2"], 4, 4)] {
            let both = first.len().min(other.len());
            assert!(both > 10);
            assert_eq!(first[..both], other[..both], "deal {deal}");
        }
        let mut plainly = Vec::new();
        play(&mut table(&[], 4, deal), plain, |_, events| plainly.extend(dice(events)));
        let both = first.len().min(plainly.len());
        assert_eq!(first[..both], plainly[..both]);
    }
    let dice_of = |deal| dice(&random_events(&mut table(&[], 2, deal), 1));
    assert!((1..20).all(|deal| dice_of(deal) != dice_of(deal + 1)), "other deals roll otherwise");
}

// --- from the middle of a game

#[test]
fn a_game_continues_from_any_position_whoever_is_to_move() {
    for phase in [Phase::Rotate, Phase::Place] {
        for letter in ['p', 'y', 'c'] {
            let shown = ["y00 34 35"];
            let stage = stage("Pp03001iPy00202iPc03015i", "A33N", &shown, letter, phase);
            assert_eq!(next(&stage), (letter, phase));
            assert_eq!(text_of(&stage), game("Pp03001iPy00202iPc03015i", "A33N", &shown));
            assert_eq!(stage.placements().count(), if phase == Phase::Place { 11 } else { 0 });
        }
    }
}

#[test]
fn players_that_cannot_act_are_skipped_and_finished_games_stay_over() {
    for phase in [Phase::Rotate, Phase::Place] {
        let at = |players: &str| next(&stage(players, "A33N", &[], 'c', phase));
        assert_eq!(at("Pc00015oPy03015iPr03015i"), ('y', Phase::Rotate));
        assert_eq!(at("Pc03000iPy00015oPr03015i"), ('r', Phase::Rotate));
        assert_eq!(at("Pc03000iPy03000iPr03015o").1, Phase::Over);
        assert_eq!(at("Pc00002oPy03015o").1, Phase::Over);
    }
}

#[test]
fn a_game_that_cannot_continue_is_refused_with_the_reason() {
    let refused = |players: &str, shown: &[&str], mover| {
        let position = position(&game(players, "A33N", shown));
        Stage::resume(position, colour(mover), false).unwrap_err()
    };
    assert_eq!(refused(TWO, &[], 'r'), ResumeError::Mover(Colour::Red));
    assert_eq!(refused("Pc50015iPy50015i", &[], 'c'), ResumeError::Money(1000));
    let error = refused(TWO, &["c00 00 01 66"], 'c').to_string();
    assert_eq!(error, "the rug c00 is visible on more than two squares");
}

// --- options

#[test]
fn unset_rules_are_standard_and_impossible_ones_refused() {
    let read = |preset: &str, pair: &str| {
        let settings = Settings::parse([pair]).unwrap();
        MarrakechRules::read(preset, settings).map_err(|error| error.to_string())
    };
    let pairs = MarrakechRules::standard().pairs();
    let pairs: Vec<_> = pairs.iter().map(|(key, value)| (*key, value.as_str())).collect();
    assert_eq!(pairs, [("dirhams", "30"), ("rugs", "15"), ("colours", "1"), ("rotate", "start")]);
    for (bad, told) in [
        ("rugs=0", "1 to 99"),
        ("rugs=100", "1 to 99"),
        ("dirhams=250", "0 to 249"),
        ("colours=0", "1 or 2"),
        ("colours=3", "1 or 2"),
        ("rotate=never", "start or end"),
        ("rug=12", "did you mean `rugs`"),
    ] {
        let error = read("standard", bad).unwrap_err();
        assert!(error.contains(told), "{error}");
    }
    assert!(read("standart", "rugs=12").unwrap_err().contains("standard"));
}

#[test]
fn with_rugs_12_four_players_take_48_turns() {
    let mut seen = 0;
    for deal in 0..40 {
        let mut table = table(&["rugs=12", "dirhams=200"], 4, deal);
        assert!(text(&table).starts_with("Pc20012iPy20012iPr20012iPp20012iA33"));
        let events = random_events(&mut table, deal);
        if !has_out(&events) {
            assert_eq!(dice(&events).len(), 48);
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

fn two_colours(settings: &[&str], deal: u64) -> Table<Marrakech> {
    let mut all = vec!["rugs=12", "colours=2"];
    all.extend_from_slice(settings);
    table(&all, 2, deal)
}

#[test]
fn two_colours_each_are_for_two_players() {
    for seats in [3, 4] {
        let error = Table::new(rules(&["colours=2"]), seats, Seed(1)).err().unwrap();
        assert!(error.to_string().contains("is for 2"), "{error}");
    }
    assert!(rules(&["colours=2"]).admit(2).is_ok());
}

#[test]
fn two_colours_are_laid_in_turn() {
    let mut table = two_colours(&["dirhams=200"], 5);
    let start = text(&table);
    assert!(start.starts_with("Pc20012iPy20012iPr00012iPp00012iA33"), "{start}");
    let events = random_events(&mut table, 5);
    let laid: Vec<char> = events
        .iter()
        .filter_map(|event| match event {
            Event::Placed { rug } => Some(rug.id.colour().letter()),
            _ => None,
        })
        .collect();
    assert_eq!(String::from_iter(laid), "cyrp".repeat(12), "24 rugs each");
    assert!(game_over(&text(&table)));
}

#[test]
fn two_colours_share_a_purse_and_its_owner_pays_on_neither() {
    let (mut to_second, mut own_other, mut ruined) = (0, 0, 0);
    for deal in 0..200 {
        let dirhams = if deal % 2 == 0 { 30 } else { 5 };
        let mut table = two_colours(&[&format!("dirhams={dirhams}")], deal);
        let mut rng = Seed(deal).rng();
        while let Some(mover) = asked(&table) {
            let before = at(&table).clone();
            assert_eq!(before.seat(), mover);
            assert_eq!(before.owner(before.colour()), Some(mover));
            let choice = random(&before, &mut rng);
            let events = say(&mut table, &Ok(choice));
            let players = at(&table).position().merchants();
            let purses: Vec<u16> = players.iter().map(|player| player.dirhams).collect();
            assert_eq!(purses.iter().sum::<u16>(), 2 * dirhams);
            assert_eq!(purses[2..], [0, 0], "the money is in the first colour's purse");
            assert_eq!(players[0].is_in, players[2].is_in);
            assert_eq!(players[1].is_in, players[3].is_in);
            let Some(Event::Rolled { assam, .. }) = events.get(1) else { continue };
            let shown = before.position().board().colour_at(assam.square);
            let owner = shown.map(|colour| colour as usize % 2);
            let paid = events.get(2).copied();
            let pays = owner.is_some_and(|owner| owner != mover && before.purse(owner).is_in);
            if !pays {
                assert_eq!(paid, None, "{before:?}");
                own_other += usize::from(
                    owner == Some(mover) && shown.is_some_and(|shown| shown != before.colour()),
                );
                continue;
            }
            let owed = before.position().board().region(assam.square).len() as u16;
            let cut = owed.min(before.purse(mover).dirhams);
            let (colour, to) = (Colour::ALL[mover], Colour::ALL[1 - mover]);
            assert_eq!(paid, Some(Event::Paid { colour, to, owed, paid: cut }));
            to_second += usize::from(shown.is_some_and(|shown| shown as usize >= 2));
            assert_eq!(events.get(3).is_some(), cut < owed);
            ruined += usize::from(cut < owed);
            assert_eq!(at(&table).purse(mover).is_in, cut == owed);
        }
        let all = text(&table).split_once('B').unwrap().1.to_owned();
        let visible = |letter: &str| all.matches(letter).count() as i32;
        let purse = |seat| i32::from(at(&table).purse(seat).dirhams);
        let expected =
            [visible("c") + visible("r") + purse(0), visible("y") + visible("p") + purse(1)];
        assert_eq!(points(&table), expected, "squares of both colours count");
    }
    assert!(to_second > 100 && own_other > 100 && ruined > 20, "{to_second} {own_other} {ruined}");
}

#[test]
fn rotating_at_the_end_is_for_the_next_player() {
    let mut table = table(&["rotate=end", "dirhams=200"], 3, 2);
    let mut turn = 0;
    assert_eq!((asked(&table), phase(&table)), (Some(0), Phase::Rotate));
    let events = say(&mut table, &ahead());
    assert!(matches!(events[1], Event::Rolled { colour: Colour::Cyan, .. }), "the first turn");
    while asked(&table).is_some() {
        let mover = turn % 3;
        assert_eq!((asked(&table), phase(&table)), (Some(mover), Phase::Place));
        let first = at(&table).placements().next().unwrap();
        let events = say(&mut table, &Ok(Move::Place(first)));
        assert!(matches!(events[..], [Event::Placed { .. }]));
        turn += 1;
        if turn == 45 {
            break;
        }
        assert_eq!((asked(&table), phase(&table)), (Some(mover), Phase::Rotate));
        let before = at(&table).position().assam();
        let events = say(&mut table, &Ok(Move::Rotate(Rotation::Right)));
        let rotated = before.rotated(Rotation::Right);
        let (colour, after) = (Colour::ALL[mover], Colour::ALL[(mover + 1) % 3]);
        assert_eq!(events[0], Event::Rotated { colour, rotation: Rotation::Right, assam: rotated });
        let Event::Rolled { colour, die, assam } = events[1] else { panic!("{events:?}") };
        assert_eq!((colour, assam), (after, rotated.moved(die)));
        assert!(!has_out(&events), "200 dirhams last");
    }
    assert_eq!(turn, 45);
    assert_eq!(table.turn(), Turn::Over, "nobody rotates after the last rug");
}

#[test]
fn an_eliminated_player_does_not_rotate_at_the_end() {
    let (mut seen, mut twice) = (0, 0);
    for deal in 0..200 {
        let mut table = table(&["rotate=end", "dirhams=2"], 4, deal);
        let events = random_events(&mut table, deal);
        for (index, event) in events.iter().enumerate() {
            let Event::Out { colour } = event else { continue };
            seen += 1;
            let rest = &events[index + 1..];
            let Some(after) = rest.first() else { continue };
            let Event::Rolled { colour: next, .. } = after else { panic!("{after:?}") };
            assert_ne!(next, colour);
            twice += usize::from(matches!(rest.get(2), Some(Event::Out { .. })));
        }
        assert!(game_over(&text(&table)));
    }
    assert!(seen > 100 && twice > 0, "{seen} {twice}");
}

#[test]
fn the_board_of_a_game_matches_its_text() {
    let shown = ["c00 00 01", "p14 66 65"];
    let read = position(&game(FOUR, "A33N", &shown));
    let written = format!("{FOUR}A33N{}", board(&shown));
    assert_eq!(read.to_string(), written);
    assert_eq!(read.board().squares_of(Colour::Purple).len(), 2);
    assert!(read.board().squares_of(Colour::Red).is_empty());
}

#[test]
fn a_picture_shows_the_board_and_what_each_player_has() {
    let mut table = table(&[], 2, 3);
    let mut rng = Seed(3).rng();
    while let Some(mover) = asked(&table) {
        let choice = random(at(&table), &mut rng);
        let events = say(&mut table, &Ok(choice));
        let picture = table.picture().unwrap();
        let pieces = picture.board.unwrap().pieces;
        assert_eq!(pieces.matches("class=\"assam\"").count(), 1);
        let placed = events.iter().any(|event| matches!(event, Event::Placed { .. }));
        assert_eq!(pieces.contains("class=\"newest\""), placed);
        let shown: Vec<i32> = picture.seats.values().map(|own| own.points.0).collect();
        assert_eq!(shown, points(&table));
        assert!(picture.seats[seat(mover)].is_lit);
        for (own, shown) in picture.seats.iter() {
            let dirhams = at(&table).purse(own.index()).dirhams;
            assert!(shown.note.starts_with(&format!("{dirhams} dirhams, ")), "{}", shown.note);
        }
    }
}
