//! `play scrabble --annotate`: a game entered turn by turn, as the published example of the rules has it.

use crate::program;

use std::fs;
use std::path::Path;

use program::{done, fed, refused, scratch, text, words};

/// Enters these lines into `game.gcg`, and gives what was printed.
#[track_caller]
fn entered(dir: &Path, options: &str, lines: &[&str]) -> String {
    let args = format!("play scrabble --annotate game.gcg {options}");
    let ran = fed(dir, &words(&args), lines.join("\n") + "\n").ended(0);
    assert_eq!(ran.err, "game in game.gcg\n", "{}", ran.out);
    ran.out
}

fn events(dir: &Path) -> Vec<String> {
    let text = text(&dir.join("game.gcg"));
    text.lines().filter(|line| !line.starts_with("#player")).skip(1).map(str::to_owned).collect()
}

#[test]
fn a_game_is_entered_with_racks_notes_and_challenges() {
    let dir = scratch();
    let out = entered(
        dir.path(),
        "--names Ann,Ben",
        &[
            "rack HORN", // what is known of it
            "8F HORN",
            "note a quiet start",
            "H6 FARM",
            "rack pasteer",
            "10F PASTE",
            "9H MQB",
            "challenge",
            "exchange 3",
            "pass",
            "9H mob",
            "challenge 5",
        ],
    );
    assert!(out.contains("Ann> ") && out.contains("Ben> "), "{out}");
    assert!(out.contains("not in the word list: "), "{out}");
    // the points of the printed rules: HORN 14, FARM 9, PASTE with FARMS 25, MOB with NOT and BE 16
    let expected = [
        ">Ann: HNOR 8F HORN +14 14",
        "#note a quiet start",
        ">Ben: H6 FA.M +9 9",
        ">Ann: AEEPRST 10F PASTE +25 39",
        ">Ben: 9H .QB +52 61",
        ">Ben: -- -52 9",
        ">Ann: -3 +0 39",
        ">Ben: - +0 9",
        ">Ann: 9H .OB +16 55",
        ">Ann: (challenge) +5 60",
    ];
    assert_eq!(events(dir.path()), expected);
    // other commands read it
    let game = done(dir.path(), "analyse scrabble game game.gcg --format json").out;
    assert!(game.contains("Ann"), "{game}");
}

#[test]
fn every_turn_is_saved_and_the_game_goes_on_later() {
    let dir = scratch();
    entered(dir.path(), "", &["8F HORN"]);
    let first = text(&dir.path().join("game.gcg"));
    let lines = ["H6 FARM", "undo", "undo", "undo", "8F HONR", "left ?", "q"];
    let out = entered(dir.path(), "", &lines);
    assert!(out.contains("there is no turn to take back; h for help"), "{out}");
    assert_eq!(events(dir.path()), [">player1: 8F HONR +14 14", ">player1: (?) +0 14"]);
    assert!(first.ends_with(">player1: 8F HORN +14 14\n"), "{first}");
    entered(dir.path(), "", &["undo", "undo", "left AB QZ"]);
    let both = [">player1: AB (AB) -4 -4", ">player2: QZ (QZ) -20 -20"];
    assert_eq!(events(dir.path()), both);
}

#[test]
fn wrong_entries_change_nothing_and_say_why() {
    let dir = scratch();
    let lines = [
        "8F HORN",
        "1A CAT",
        "8F CORN",
        "rack QQ",
        "rack CAT",
        "9H DOG",
        "challenge 7000",
        "exchange",
        "note",
        "hello",
        "left",
        "challenge",
        "challenge",
    ];
    let out = words(&entered(dir.path(), "", &lines)).join(" ");
    for why in [
        "does not touch a tile",
        "8F holds H, not C",
        "the set has 1",
        "not all of DGO is on the rack ACT",
        "invalid points `7000`: expected 1 to 100",
        "invalid play `exchange`",
        "invalid play `hello`",
        "left takes the tiles of the other player, or of both",
        "the last turn was no play",
    ] {
        assert!(out.contains(why), "{why}: {out}");
    }
    assert_eq!(events(dir.path()), [">player1: 8F HORN +14 14", ">player1: -- -14 0"]);
    fs::write(dir.path().join("bad.gcg"), "no game\n").unwrap();
    refused(dir.path(), "play scrabble --annotate bad.gcg", 4, &["bad.gcg: line 1"]);
    refused(
        dir.path(),
        "play scrabble --annotate a.gcg --names Ann",
        2,
        &["--names takes two names, not 1"],
    );
    refused(dir.path(), "play scrabble --annotate a.gcg --games 3", 2, &["--annotate", "--games"]);
    assert!(!dir.path().join("a.gcg").exists());
}
