//! `play scrabble` with people at a pipe: whole games, moves that are refused, hints, saved positions, two people at one
//! screen, and every way to leave.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::path::Path;

use program::{done, fed, refused, scratch, words};

/// A person against `score`; the deal gives the person AHIKNTV.
const DUEL: &str = "--players person,score --seed 7";

/// Plays with these lines on standard input, to a good end, and gives what was printed.
#[track_caller]
fn played(dir: &Path, options: &str, lines: &[&str]) -> String {
    let args = [&["play", "scrabble"], &words(options)[..]].concat();
    let ran = fed(dir, &args, lines.join("\n") + "\n").ended(0);
    assert_eq!(ran.err, "", "{options}\n{}", ran.out);
    ran.out
}

/// The lines of turns: `1 player 1 pass +0 0`.
fn turns(out: &str) -> Vec<String> {
    let is_turn = |line: &&str| line.trim_start().starts_with(|first: char| first.is_ascii_digit());
    let lines = out.lines().filter(is_turn).filter(|line| line.contains("player "));
    lines.map(|line| words(line).join(" ")).filter(|line| line.contains(" +")).collect()
}

#[test]
fn a_person_who_passes_lets_the_other_play_out() {
    let dir = scratch();
    let out = played(dir.path(), DUEL, &["pass"; 60]);
    let turns = turns(&out);
    assert_eq!(turns[0], "1 player 1 pass +0 0");
    assert!(turns[1].starts_with("2 player 2 play 8G ASHRAF "), "{}", turns[1]);
    assert!(out.contains("the game is over: a player has no tiles left"), "{out}");
    // A1 H4 I1 K5 N1 T1 V4 is 17, twice of which goes to the player who went out
    let last: Vec<&str> = out.trim_end().lines().rev().take(2).collect();
    assert!(last[1].starts_with("player 1  left AHIKNTV, "), "{}", last[1]);
    assert!(last[0].starts_with("player 2  left no tiles, +34: "), "{}", last[0]);
}

#[test]
fn a_play_is_typed_across_or_down_and_scored() {
    let dir = scratch();
    let across = turns(&played(dir.path(), DUEL, &["8H THINK", "q"]));
    let down = turns(&played(dir.path(), DUEL, &["h8 think", "q"]));
    // T1 H4 I1 N1 and K5 on a double letter: 17, doubled by the centre
    assert_eq!(across[0], "1 player 1 play 8H THINK +34 34");
    assert_eq!(down[0], "1 player 1 play H8 THINK +34 34");
}

#[test]
fn an_illegal_move_is_explained_and_asked_for_again() {
    let dir = scratch();
    let lines = ["8D FOO", "8H HTAKN", "1A THINK", "exchange Q", "fly", "8z CAT", "8H THINK", "q"];
    let out = played(dir.path(), DUEL, &lines);
    // long sentences are wrapped and never cut
    let flat = words(&out).join(" ");
    assert_eq!(flat.matches("; h for help").count(), 6, "{out}");
    assert!(flat.contains("rows 1 to 15, columns A to O, or to 21 and U"), "{out}");
    assert!(out.contains("the move needs FOO, the rack is AHIKNTV"), "{out}");
    assert!(out.contains("HTAKN"), "{out}");
    assert_eq!(turns(&out)[0], "1 player 1 play 8H THINK +34 34");
}

#[test]
fn an_exchange_is_counted_and_changes_the_rack() {
    let dir = scratch();
    let out = played(dir.path(), DUEL, &["exchange VK", "q"]);
    assert!(turns(&out)[0].starts_with("1 player 1 exchange "), "{}", turns(&out)[0]);
    let racks: Vec<&str> = out.lines().filter(|line| line.contains(" to move")).collect();
    assert!(racks[0].contains("AHIKNTV"), "{}", racks[0]);
    assert!(!racks[1].contains("AHIKNTV"), "{}", racks[1]);
}

#[test]
fn a_hint_matches_the_analysis_of_the_saved_position() {
    let dir = scratch();
    let out = played(dir.path(), DUEL, &["pass", "?", "save p.txt", "save p.txt", "save", "q"]);
    assert!(out.contains("saved in p.txt"), "{out}");
    assert!(out.contains("p.txt exists already; choose another name"), "{out}");
    assert!(out.contains("save needs the name of a file"), "{out}");
    let analysed = done(dir.path(), "analyse scrabble best p.txt --rank equity --top 5").out;
    let plays = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.starts_with('│') && line.contains('.'));
        rows.map(|row| words(&row.replace(['│', '┆'], " ")).join(" ")).collect()
    };
    assert_eq!(plays(&analysed).len(), 5, "{analysed}");
    assert_eq!(plays(&out), plays(&analysed));
    // what is saved holds the person's rack, and not the other's
    let saved = fs::read_to_string(dir.path().join("p.txt")).unwrap();
    assert!(saved.contains("\nAHIKNTV\n"), "{saved}");
    assert_eq!(
        saved.lines().filter(|line| line.chars().all(char::is_alphabetic)).count(),
        2,
        "{saved}"
    );
}

#[test]
fn a_lower_case_letter_is_a_blank() {
    let dir = scratch();
    let start = "...............\n".repeat(15) + "0\n0\n0\nQUIET?A\n\n";
    fs::write(dir.path().join("p.txt"), start).unwrap();
    let first =
        |line: &str| turns(&played(dir.path(), &format!("p.txt {DUEL}"), &[line, "q"])).remove(0);
    // Q10 on a double letter, U1 or a blank, I1 E1 T1: doubled by the centre
    assert_eq!(first("8D QUIET"), "1 player 1 play 8D QUIET +48 48");
    assert_eq!(first("8D QuIET"), "1 player 1 play 8D QuIET +46 46");
}

#[test]
fn two_people_each_see_only_their_own_rack() {
    let dir = scratch();
    let options = "--players person,person --seed 7";
    let out = played(dir.path(), options, &["", "8H THINK", "", "pass", "", "q"]);
    let screens: Vec<&str> = out.split("press Enter when only you see the screen> ").collect();
    assert_eq!(screens.len(), 4, "{out}");
    let rack = |screen: &str| -> String {
        let line = screen.lines().find(|line| line.contains(" to move")).expect("a rack");
        words(line.split(" to move").next().unwrap()).last().unwrap().to_string()
    };
    let (first, second) = (rack(screens[1]), rack(screens[2]));
    assert_eq!(first, "AHIKNTV");
    assert!(!screens[1].contains(&second) && !screens[2].contains(&first), "{out}");
    // between two people the screen is empty, and the one who follows reads what was played
    assert!(screens[1].ends_with(&format!("{}\nPlayer 2: ", "\n".repeat(40))), "{out}");
    assert!(screens[2].contains("play 8H THINK"), "{out}");
    assert!(screens[3].contains(" pass "), "{out}");
}

#[test]
fn a_person_may_leave_at_any_time() {
    let dir = scratch();
    for lines in [&["q"][..], &["quit"], &["pass", "q"], &[], &["pass"]] {
        let out = played(dir.path(), DUEL, lines);
        assert!(out.trim_end().ends_with("You left the game before its end."), "{lines:?}\n{out}");
    }
}

#[test]
fn options_that_do_not_fit_a_person_are_refused_before_the_game() {
    let dir = scratch();
    for (options, said) in [
        (
            "person,score --games 2",
            "a person plays one game at a time; leave out --games or the person",
        ),
        ("person,score --format json", "--format is for games without people"),
        ("person,score,score", "Scrabble is for 2 players, not 3"),
        ("persn,score", "person"),
    ] {
        let ran = refused(dir.path(), &format!("play scrabble --players {options}"), 2, &[said]);
        assert_eq!((ran.out.as_str(), ran.err.matches("seed").count()), ("", 0), "{options}");
    }
}

#[test]
fn invalid_words_stand_until_they_are_challenged() {
    let dir = scratch();
    // the person has AHIKNTV, and `score` challenges what is no word
    let options = format!("{DUEL} --challenge five");
    let out = played(dir.path(), &options, &["h", "8G NIHKAT", "challenge", "q"]);
    assert!(out.contains("challenge      challenges the other player's last play"), "{out}");
    assert!(out.contains("challenged off: NIHKAT        -28     0"), "{out}");
    assert!(out.contains("you may challenge the last play"), "{out}");
    let taken = ["1 player 1 play 8G NIHKAT +28 28", "3 player 2 play 8G ASHRAF +32 32"];
    assert_eq!(turns(&out)[..2], taken);
    assert_eq!(turns(&out)[2], "4 player 2 challenged, valid +5 37");
    assert!(
        !played(dir.path(), DUEL, &["h", "q"]).contains("challenge"),
        "not where it is illegal"
    );
    let refused = refused(dir.path(), "play scrabble --challenge quintuple", 2, &["double"]);
    assert!(refused.err.contains("quintuple"), "{}", refused.err);
}
