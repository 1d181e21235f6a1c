//! `play auction` as a person at a pipe sees it: whole games, impossible answers, several persons at one
//! screen, and every way to leave.

#![cfg(unix)]

use crate::program;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use program::{done, fed, program, refused, run, scratch, shell, words};

/// Plays with this standard input, successfully, and returns the output.
#[track_caller]
fn played(dir: &Path, options: &str, input: impl Into<Vec<u8>>) -> String {
    let args = [&["play", "auction"], &words(options)[..]].concat();
    let ran = fed(dir, &args, input).ended(0);
    assert_eq!(ran.err, "", "{options}\n{}", ran.out);
    ran.out
}

/// One person against `zero`: one round with 2 hidden letters each and 12 letters on sale.
const DUEL: &str = "--players person,zero --hidden 2 --seed 7";

/// The answers for a round of a duel: twelve bids, then a word.
fn round(bid: &str, word: &str) -> String {
    format!("{bid}\n").repeat(12) + word + "\n"
}

/// The text after a label, for every line that starts with it.
fn after<'a>(out: &'a str, label: &str) -> Vec<&'a str> {
    out.lines().filter_map(|line| line.trim_start().strip_prefix(label)).map(str::trim).collect()
}

/// The number of occurrences of a text.
fn times(out: &str, text: &str) -> usize {
    out.matches(text).count()
}

// ---- whole games

#[test]
fn a_small_game_is_played_to_the_end() {
    let dir = scratch();
    let input = round("1", "") + &round("0", "");
    let out = played(dir.path(), &format!("{DUEL} --rounds 2"), input);
    assert_eq!(times(&out, " is sold to "), 24, "{out}");
    for said in ["Round 1 of 2", "Round 1 is over", "Round 2 of 2", "Round 2 is over"] {
        assert_eq!(times(&out, said), 1, "{said}\n{out}");
    }
    assert_eq!(times(&out, "Your word"), 2, "{out}");
    assert!(out.trim_end().lines().last().is_some_and(|line| line.starts_with("You ")), "{out}");
    // the opponent bids nothing, so all letters of the first round are free
    assert_eq!(times(out.split("Round 1 is over").next().unwrap(), "to you (seat 0) for 0"), 12);
    assert!(out.contains("The game is over"), "{out}");
}

#[test]
fn all_public_information_is_shown_before_a_bid() {
    let dir = scratch();
    let out = played(dir.path(), DUEL, "3\n");
    let second = out.split("Your bid").nth(1).expect("a second question");
    let second = words(second).join(" ");
    for said in [
        "seat player bid points letters won",
        "Round 1, letter 2 of 12: ",
        "is on sale, worth ",
        " more of it unseen; 10 letters to come",
        "your points 100",
        "[hidden]",
        "best word ",
    ] {
        assert!(second.contains(said), "{said}\n{second}");
    }
    assert_eq!(
        after(&out, "your letters")[0].matches('[').count(),
        3,
        "two letters and the remark"
    );
}

#[test]
fn the_hint_is_the_best_word_and_earns_the_points_shown() {
    let dir = scratch();
    let options = format!("{DUEL} --rounds 1");
    let out = played(dir.path(), &options, round("1", "?"));
    let hint = *after(&out, "best word").last().expect("a hint");
    let (word, points) = hint.split_once(' ').expect("word and points");
    let named = played(dir.path(), &options, round("1", &word.to_lowercase()));
    assert!(named.contains("You found the best word of the letters."), "{named}");
    assert!(named.contains(&format!("+{points} ")), "{named}");
    let total = 100 + points.parse::<i32>().expect("points");
    assert!(after(&named, "1     0  you").contains(&&*total.to_string()), "{named}");
    let none = played(dir.path(), &options, round("1", ""));
    assert!(none.contains(&format!("You could have made {word} for {points}.")), "{none}");
}

#[test]
fn the_same_seed_and_answers_give_the_same_game() {
    let dir = scratch();
    let game = |seed: u32| {
        let options = format!("--players person,random,shadow --rounds 1 --seed {seed}");
        played(dir.path(), &options, "2\n".repeat(15) + "\n")
    };
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6));
}

#[test]
fn computers_alone_play_to_the_end() {
    let dir = scratch();
    let out = played(dir.path(), "--players random,marginal,zero --rounds 2 --seed 1", "");
    assert!(out.contains("The game is over") && !out.contains("Your"), "{out}");
    assert_eq!(times(&out, " is sold to "), 2 * 15);
}

#[test]
fn a_single_person_may_play() {
    let dir = scratch();
    let out = played(dir.path(), "--players person --rounds 1 --seed 1", "0\n".repeat(5) + "\n");
    assert!(out.contains("The game is over") && !out.contains("You take"), "{out}");
}

#[test]
fn a_person_with_a_full_hand_is_informed_but_not_asked() {
    let dir = scratch();
    let options = "--players person,zero --preset seven --hidden 5 --rounds 1 --seed 2";
    let out = played(dir.path(), options, "9\n9\n\n");
    assert!(out.contains("No player may hold more than 7 letters"), "{out}");
    assert_eq!(times(&out, "Your bid"), 2, "{out}");
    assert_eq!(
        times(&out, "goes to zero (seat 1) for nothing; no other player has room"),
        2,
        "{out}"
    );
    assert!(out.contains("The game is over"), "{out}");
}

#[test]
fn hints_can_be_turned_off() {
    let dir = scratch();
    let options = format!("{DUEL} --rounds 1 --no-hints");
    let out = played(dir.path(), &options, "?\n".to_owned() + &round("1", "?"));
    assert!(!out.contains("best word "), "{out}");
    assert_eq!(times(&out, "hints are off"), 2, "{out}");
}

/// There is only one Z in the bag.
#[test]
fn a_different_word_list_takes_effect() {
    let dir = scratch();
    fs::write(dir.path().join("w.txt"), "ZZZZ\n").expect("written");
    let out = played(dir.path(), &format!("{DUEL} --rounds 1 --lexicon w.txt"), round("1", ""));
    assert!(out.contains("You had no word in the letters."), "{out}");
    assert!(out.contains("best word     none yet"), "{out}");
}

// ---- impossible answers

#[test]
fn an_invalid_bid_is_explained_and_asked_again() {
    let dir = scratch();
    for (bad, said) in [
        ("", "expected a number"),
        ("ten", "invalid bid `ten`"),
        ("1.5", "invalid bid `1.5`"),
        ("-3", "0 or more"),
        ("word CAT", "invalid bid `word CAT`"),
    ] {
        let out = played(dir.path(), DUEL, format!("{bad}\n4\n"));
        assert!(out.contains(said), "{bad}: {out}");
        assert_eq!(times(&out, "Your bid"), 3, "{bad}: {out}");
        assert_eq!(times(&out, " is sold to "), 1, "{bad}: {out}");
        assert!(out.contains("round 1, you: 4"), "{bad}: {out}");
    }
}

#[test]
fn a_bid_beyond_ones_points_is_confirmed_as_all_in() {
    let dir = scratch();
    for (answers, counted) in [
        ("500\n\n", "100"),
        ("99999999999999999999\ny\n", "100"),
        ("500\n7\n", "7"),
        ("500\nn\n8\n", "8"),
        ("500\nx\n\n9\n", "9"),
    ] {
        let out = played(dir.path(), DUEL, answers);
        assert!(out.contains("you have 100; more counts as 100"), "{answers}: {out}");
        assert!(out.contains(&format!("round 1, you: {counted}\n")), "{answers}: {out}");
        assert_eq!(times(&out, " is sold to "), 1, "{answers}: {out}");
    }
}

#[test]
fn a_word_that_does_not_count_is_explained_and_asked_again() {
    let dir = scratch();
    let options = format!("{DUEL} --rounds 1");
    let all = played(dir.path(), &options, round("1", ""));
    let held = after(&all, "your letters").last().expect("letters").replace("[hidden]", "");
    let held: String = held.chars().filter(char::is_ascii_uppercase).collect();
    let absent = ('A'..='Z').find(|&letter| !held.contains(letter)).expect("a letter not held");
    let long: String = held.chars().take(8).collect();
    let seven: String = held.chars().take(7).collect();
    for (bad, said) in [
        ("qu4rt".to_owned(), "A to Z".to_owned()),
        (absent.to_string(), format!("you have no {absent}")),
        (long, "has 8 letters, at most 7 are allowed".to_owned()),
        (seven.clone(), format!("{seven} is not in the word list")),
        ("quit".to_owned(), "you have".to_owned()),
    ] {
        let out = played(dir.path(), &options, round("1", &bad) + "\n");
        assert!(out.contains(&said), "{bad}: {out}");
        assert_eq!(times(&out, "Your word"), 2, "{bad}: {out}");
        assert!(out.contains("The game is over"), "{bad}: {out}");
    }
}

#[test]
fn help_and_the_unseen_letters_are_shown_when_asked_for() {
    let dir = scratch();
    let options = format!("{DUEL} --rounds 1");
    let out = played(dir.path(), &options, "h\nu\n".to_owned() + &round("1", "h"));
    assert!(out.contains("leave the game") && out.contains("it earns its letter values"), "{out}");
    // 98 letters minus two hidden ones and the one on sale
    let unseen = after(&out, "unseen")[0];
    assert!(unseen.starts_with("95 "), "{unseen}");
    let lines = out.lines().skip_while(|line| !line.contains("unseen  95")).take(2);
    let counted = lines.flat_map(str::split_whitespace).filter_map(|word| word.split_once(':'));
    let sum: u32 = counted.filter_map(|(_, count)| count.parse::<u32>().ok()).sum();
    assert_eq!(sum, 95, "{out}");
}

#[test]
fn odd_line_breaks_invalid_utf_8_or_long_input_do_not_end_the_game() {
    let dir = scratch();
    let crlf = played(dir.path(), DUEL, " 4 \r\n");
    assert!(crlf.contains("round 1, you: 4\n"), "{crlf}");
    let mut bytes = b"\xff\xfe\x1b[2J\n".to_vec();
    bytes.extend("7".repeat(100_000).bytes());
    bytes.extend(b"\n4\n");
    bytes.extend("x".repeat(100_000).bytes());
    let out = played(dir.path(), DUEL, bytes);
    assert!(out.contains("round 1, you: 4\n"), "{out}");
    assert!(!out.contains('\u{1b}') && out.len() < 5000, "{}", out.len());
}

// ---- leaving

#[test]
fn end_of_input_anywhere_ends_the_game_cleanly() {
    let dir = scratch();
    let options = format!("{DUEL} --rounds 1");
    let whole = round("1", "");
    for lines in [0, 1, 5, 12] {
        let input: String = whole.split_inclusive('\n').take(lines).collect();
        let out = played(dir.path(), &options, input);
        assert!(out.contains("\nThe input has ended, and the game with it.\n"), "{out}");
        assert!(out.contains("--load '7 rounds=1 hidden=2: "), "{out}");
        assert!(!out.contains("The game is over"), "{out}");
    }
}

#[test]
fn quitting_prints_the_seed_and_the_moves() {
    let dir = scratch();
    let out = played(dir.path(), DUEL, round("1", "") + "3\n0\nq\n5\n");
    let end = out.split("You leave the game before its end.\n").nth(1).expect("an end");
    let lines: Vec<&str> = end.lines().collect();
    assert_eq!(lines[0], "  round 1, you: 1 1 1 1 1 1 1 1 1 1 1 1 no word");
    assert_eq!(lines[1], "  round 2, you: 3 0", "{end}");
    let command = "  lettergame play auction --players person,zero --hidden 2";
    let load = "--load '7 hidden=2: 1 1 1 1 1 1 1 1 1 1 1 1 - 3 0; person,zero'";
    assert_eq!(*lines.last().expect("a line"), format!("{command} {load}"), "{end}");
    for input in [round("1", "q"), "q\n".to_owned(), "quit\n".to_owned()] {
        let out = played(dir.path(), DUEL, input);
        assert!(out.contains("You leave the game") && !out.contains("is over"), "{out}");
    }
}

#[test]
fn a_saved_game_is_continued_only_by_its_players_and_rules() {
    let dir = scratch();
    let load = |options: &str, saved: &str| {
        let args = [&["play", "auction", "--load", saved], &words(options)[..]].concat();
        fed(dir.path(), &args, "q\n")
    };
    let saved = "7 hidden=2: 6; person,zero";
    fs::write(dir.path().join("saved.txt"), format!("{saved}\n")).expect("written");
    for text in [saved, "saved.txt", "7: 6"] {
        let ran = load("--players person,zero --hidden 2", text).ended(0);
        assert!(ran.out.contains("  round 1, you: 6\n"), "{}", ran.out);
    }
    let other = load("--players person,flat --hidden 2", "saved.txt");
    let players =
        "--load saved.txt: the players of the saved game are person,zero, and not person,flat";
    other.refused(2, &[players]);
    let other = load("--players person,zero", saved);
    let rules = "--load: the rules of the saved game are hidden=2, and not those of words";
    other.refused(2, &[rules]);
}

#[test]
fn an_interrupted_game_prints_its_seed_and_moves_too() {
    let dir = scratch();
    let mut command = program(dir.path(), &[&["play", "auction"], &words(DUEL)[..]].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.as_mut().expect("a pipe").write_all(b"6\n").expect("written");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains("letter 2 of 12") {
        line.clear();
        assert!(out.read_line(&mut line).expect("a line") > 0, "the game ended");
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &id]).status().expect("kill starts");
    assert!(sent.success());
    let mut err = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
    assert_eq!(child.wait().expect("an end").code(), Some(130), "{err}");
    assert!(
        err.contains("Interrupted.\n  round 1, you: 6\n")
            && err.contains("--load '7 hidden=2: 6; person,zero'"),
        "{err}"
    );
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let line = "\"$LETTERGAME\" play auction --players zero,random --seed 1 | head -n 2";
    let ran = shell("sh", scratch().path(), line).ended(0);
    assert_eq!(ran.err, "", "{}", ran.out);
}

// ---- several persons

/// What each person saw, in turn: seat and screen, from one call to the next.
fn screens(out: &str) -> Vec<(usize, String)> {
    let mut seat = None;
    let mut screens = Vec::new();
    for part in out.split(": press Enter when only you see the screen> ") {
        let (screen, call) = part.rsplit_once('\n').expect("a line for each call");
        screens.extend(seat.map(|seat| (seat, screen.to_owned())));
        let called = call.rsplit_once("(seat ").and_then(|(_, seat)| seat.strip_suffix(')'));
        seat = called.map(|seat| seat.parse().expect("a number"));
    }
    screens
}

#[test]
fn people_sharing_a_screen_do_not_see_each_others_letters() {
    let dir = scratch();
    // two rounds of 10 auctions; an empty line before each answer confirms the change of person
    let options = "--players person,person --hidden 3 --rounds 2 --seed 4";
    let answers = "\n2\n\n3\n".repeat(10) + "\n\n\n\n";
    let out = played(dir.path(), options, answers.repeat(2));
    assert!(out.contains("The game is over"), "{out}");
    let screens = screens(&out);
    assert_eq!(screens.len(), 2 * 2 * 11);
    let mut hidden: [[BTreeSet<String>; 2]; 2] = Default::default();
    for (index, (seat, screen)) in screens.iter().enumerate() {
        assert_eq!(*seat, index % 2);
        let letters = after(screen, "your letters");
        assert_eq!(letters.len(), 1, "{screen}");
        let secret: Vec<&str> =
            letters[0].split(' ').filter(|word| word.starts_with('[')).collect();
        hidden[index / 22][*seat].insert(secret.join(" "));
        if index + 1 < screens.len() {
            let below = screen.lines().rev().take_while(|line| line.is_empty()).count();
            assert!(below >= 50, "only {below} lines before the next person");
        }
    }
    for round in &hidden {
        assert!(round.iter().all(|sets| sets.len() == 1), "{round:?}");
        assert_ne!(round[0], round[1], "each sees its own");
    }
}

#[test]
fn people_sharing_a_screen_read_every_announcement() {
    let dir = scratch();
    let options = "--players person,zero,person --rounds 2 --seed 9";
    let answers = "\n1\n\n4\n".repeat(15) + "\n\n\n\n";
    let out = played(dir.path(), options, answers.repeat(2));
    for seat in [0, 2] {
        let own: String =
            screens(&out).into_iter().filter(|(s, _)| *s == seat).map(|(_, text)| text).collect();
        assert_eq!(times(&own, " is sold to "), 2 * 15, "{own}");
        assert_eq!(times(&own, "Round 1 is over"), 1, "{own}");
        assert_eq!(times(&own, "Round 2 of 2"), 1, "{own}");
    }
    assert_eq!(times(&out, "The game is over"), 1);
}

#[test]
fn a_person_called_to_the_screen_may_leave() {
    let dir = scratch();
    for (input, said) in [("q\n", "You leave"), ("\n3\nq\n", "You leave"), ("\n3\n", "has ended")] {
        let out = played(dir.path(), "--players person,person --seed 1", input);
        assert!(out.contains(said), "{out}");
        // a bid that was not announced stays secret
        assert!(!out.contains("round 1, person: 3"), "{out}");
    }
}

// ---- the command line

#[test]
fn no_line_is_wider_than_100_columns_and_none_has_escape_codes() {
    let dir = scratch();
    let long = "marginal:samples=1:weight=100";
    for players in [
        format!("person,{}", [long; 13].join(",")),
        format!("{},person", ["truthful-900000"; 13].join(",")),
        "person,zero".to_owned(),
    ] {
        let options = format!(
            "--players {players} --hidden 0 --rounds 1 --seed 3 --set start-points=1000000 \
             --set letters-per-player=30"
        );
        let input = "u\n1000000\n\n".repeat(98) + "?\n\n";
        let out = played(dir.path(), &options, input);
        let widest = out.lines().max_by_key(|line| line.chars().count()).expect("lines");
        assert!(widest.chars().count() <= 100, "{}: {widest}", widest.chars().count());
        assert!(!out.contains('\u{1b}'), "{players}");
        assert!(out.contains("The game is over"), "{out}");
    }
}

#[test]
fn an_unknown_player_exits_with_2_and_the_nearest_name() {
    let dir = scratch();
    for (options, said) in [
        ("--players person,letter-valu", &["letter-valu", "`letter-value`"][..]),
        ("--players persn,zero", &["persn", "`person`"]),
        ("--players person,xylophone", &["xylophone", "random", "marginal"]),
        ("--players person,marginal:sample=3", &["`samples`"]),
        ("--players person,", &["known"]),
        ("--preset sevn", &["sevn", "`seven`"]),
        ("--hidden 8", &["`8` for `hidden`", "0 to 7"]),
        ("--rounds 0", &["`0` for `rounds`", "1 to 1000"]),
        ("--rounds ten", &["`ten` for `rounds`"]),
        ("--set round=3", &["`round`", "`rounds`"]),
        ("--set rounds", &["rounds", "key=value"]),
        ("--seed -1", &["--seed"]),
        ("--seeds 1", &["--seeds"]),
    ] {
        refused(dir.path(), &format!("play auction {options}"), 2, said);
    }
    let fifteen = ["person"; 15].join(",");
    refused(dir.path(), &format!("play auction --players {fifteen}"), 2, &["15", "1 to 14"]);
    refused(dir.path(), "play auction --lexicon missing.txt", 4, &["missing.txt"]);
}

#[test]
fn named_options_override_set() {
    let dir = scratch();
    let options = "--set preset=seven --set rounds=5 --rounds 2 --players zero,zero --seed 1";
    let out = played(dir.path(), options, "");
    assert!(out.contains("2 rounds") && out.contains("No player may hold more than 7"), "{out}");
}

#[test]
fn the_examples_of_the_help_run() {
    let dir = scratch();
    let help = done(dir.path(), "play auction --help").out;
    let examples: Vec<&str> =
        help.lines().map(str::trim).filter(|line| line.starts_with("lettergame ")).collect();
    assert_eq!(examples.len(), 3, "{help}");
    for example in examples {
        let args: Vec<&str> = example.split_whitespace().skip(1).collect();
        let out = run(dir.path(), &args).ended(0).out;
        assert!(out.contains("The input has ended"), "{out}");
    }
}
