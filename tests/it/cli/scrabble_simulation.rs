//! Simulation and inference from outside: tables, the same for any number of threads, and refusals.

#![cfg(unix)]

use crate::program;

use std::fs;

use program::{done, fed, refused, scratch, table_of, words};
use serde_json::Value;

const EXAMPLE: &str = include_str!("../../../files/scrabble-example.txt");

fn with_example() -> tempfile::TempDir {
    let dir = scratch();
    fs::write(dir.path().join("e.txt"), EXAMPLE).expect("written");
    dir
}

/// A folder with a game of `equity` against `score` as `game.gcg`.
fn with_game() -> tempfile::TempDir {
    let dir = scratch();
    done(dir.path(), "play scrabble --players equity,score --seed 7 --gcg game.gcg");
    dir
}

fn json(text: &str) -> Vec<Value> {
    serde_json::from_str(text).expect("a list")
}

#[test]
fn a_simulation_lists_the_candidates_best_first() {
    let dir = with_example();
    let line = "analyse scrabble sim e.txt --top 4 --samples 30 --format json";
    let rows = json(&done(dir.path(), line).out);
    // four plays and an exchange
    assert_eq!(rows.len(), 5);
    let number = |row: &Value, key: &str| row[key].as_f64().expect("a number");
    for row in &rows {
        assert!((0.0..=100.0).contains(&number(row, "win")), "{row}");
        assert!(number(row, "win_error") > 0.0 && number(row, "answer") > 0.0, "{row}");
        assert!((12.0..=30.0).contains(&number(row, "samples")), "{row}");
    }
    assert_eq!(number(&rows[0], "samples"), 30.0);
    let is_exchange = |row: &&Value| row["move"].as_str().expect("a move").starts_with("exchange ");
    assert_eq!(rows.iter().filter(is_exchange).count(), 1);
    let deep = json(&done(dir.path(), &format!("{line} --plies 4")).out);
    assert_ne!(deep, rows);
}

#[test]
fn with_the_last_tiles_more_plays_are_tried_than_shown() {
    let dir = with_game();
    let game = fs::read_to_string(dir.path().join("game.gcg")).expect("read");
    let turns = game.lines().filter(|line| line.starts_with('>') && !line.contains('(')).count();
    let mut tried = 0;
    for turn in (turns.saturating_sub(8)..=turns).chain([5]) {
        let line =
            format!("analyse scrabble sim game.gcg --turn {turn} --samples 12 --format json");
        let count = done(dir.path(), &format!("analyse scrabble count game.gcg --turn {turn}")).out;
        let plays: usize = count.trim().parse().expect("a count");
        let ran = done(dir.path(), &line);
        let rows = json(&ran.out).len();
        let view = done(dir.path(), &format!("analyse scrabble view game.gcg --turn {turn}")).out;
        let bag = view.split(" in the bag").next().expect("a text");
        let bag = bag.split_whitespace().last().and_then(|bag| bag.parse::<usize>().ok());
        let has_last = bag.is_none_or(|bag| bag <= 7);
        if has_last && plays > 11 {
            let all = plays.min(200);
            assert!(
                ran.err.contains(&format!("{all} moves tried, the best 11 are shown")),
                "{}",
                ran.err
            );
            tried += 1;
        } else {
            assert!(!ran.err.contains("tried"), "{view} {}", ran.err);
        }
        assert!(rows <= 11, "{rows}");
        let top = json(&done(dir.path(), &format!("{line} --top 3")).out).len();
        assert!(top <= 4, "{top}");
    }
    assert!(tried > 1, "{game}");
}

/// Positions of games with 2 and 1 tiles in the bag: the ten best plays by equity lose much more often than a play
/// that is worth little.
const LAST_TILES: [&str; 2] = [
    "1V13/1AW3B8/1TEF2L1JIAO1A1/2XI1PALADIN1G1/3QUOD6U1/3H6R2ED/1WIsTFUl2I3A/6MOIETY2\
     R/10O3Z/10R2PI/10N2E1/7Y2ENURN/6BOTTLERS1/4OMEGA4E1/2OGEE1I3COSH ACEEILN/ 321/374 0",
    "3F10Z/3R9DI/3E9UG/3N7D1CS/3ALAY4J1K1/4OHO1WIFIES1/4BIOTA2N3/COATE1PIXY4O/A1BEDU3\
     AI2NO/N8EM2ER/N9P2GI/U8QAT1AE/L9L2TS/a8MEH1ET/s6LOURIER1 EGORRTW/ 371/407 0",
];

#[test]
fn a_play_of_little_equity_wins_most_with_the_last_tiles() {
    let dir = scratch();
    for (position, ahead) in LAST_TILES.into_iter().zip([15.0, 7.0]) {
        fs::write(dir.path().join("p.cgp"), position).expect("written");
        let best = |options: &str| {
            let line = format!(
                "analyse scrabble sim p.cgp --samples 200 --plies 10 --format json {options}"
            );
            let row = json(&done(dir.path(), &line).out)[0].clone();
            ["win", "equity"].map(|name| row[name].as_f64().expect("a number"))
        };
        let (few, many) = (best("--top 10"), best(""));
        assert!(many[0] > few[0] + ahead && many[1] < few[1], "{few:?} {many:?}");
    }
}

#[test]
fn all_deals_are_tried_with_plays_of_little_equity() {
    let dir = scratch();
    fs::write(dir.path().join("p.cgp"), LAST_TILES[1]).expect("written");
    let rows =
        |line: &str| json(&done(dir.path(), &format!("analyse scrabble {line} --format json")).out);
    let tried = rows("endgame p.cgp --top 4");
    assert_eq!(tried.len(), 5);
    let by_equity = rows("best p.cgp --rank equity --top 4");
    // a single draw of eight wins, and none of the four best plays by equity wins with any
    assert_eq!((&tried[0]["win"], &tried[0]["deals"]), (&12.5.into(), &8.into()));
    let least = by_equity.iter().map(|row| row["equity"].as_f64().expect("a number"));
    let least = least.fold(f64::INFINITY, f64::min);
    assert!(tried[0]["equity"].as_f64().expect("a number") < least, "{tried:?}");
}

#[test]
fn a_simulation_depends_on_its_seed_and_not_on_threads() {
    let dir = with_example();
    let line = "analyse scrabble sim e.txt --top 3 --samples 40 --plies 3";
    let alone = done(dir.path(), &format!("{line} --threads 1")).out;
    for threads in [2, 8] {
        assert_eq!(done(dir.path(), &format!("{line} --threads {threads}")).out, alone);
    }
    assert_eq!(done(dir.path(), &format!("{line} --seed 1")).out, alone);
    assert_ne!(done(dir.path(), &format!("{line} --seed 2")).out, alone);
}

#[test]
fn a_position_that_cannot_be_simulated_is_refused() {
    let dir = with_example();
    let lines: Vec<&str> = EXAMPLE.lines().collect();
    let without_racks = format!("{}\n\n\n", lines[..18].join("\n"));
    fs::write(dir.path().join("p.txt"), without_racks).expect("written");
    refused(dir.path(), "analyse scrabble sim p.txt", 4, &["has no tiles"]);
    for option in ["--plies 0", "--samples 0", "--top 0", "--threads 0", "--plies 101"] {
        refused(
            dir.path(),
            &format!("analyse scrabble sim e.txt {option}"),
            2,
            &["expected a whole"],
        );
    }
}

#[test]
fn an_inference_lists_leaves_and_tiles() {
    let dir = with_game();
    let line = "analyse scrabble infer game.gcg --turn 3";
    let table = done(dir.path(), line).out;
    assert!(table.starts_with("turn 3, equity: "), "{table}");
    assert!(table.contains("; really ") && table.contains("per_cent") && table.contains("plain"));
    let leaves = table_of(&done(dir.path(), &format!("{line} --top 100000 --format csv")).out);
    let per_cent: f64 = leaves.iter().map(|row| row["per_cent"].parse::<f64>().unwrap()).sum();
    assert!((per_cent - 100.0).abs() < 0.005 * leaves.len() as f64, "{per_cent}");
    let tiles = json(&done(dir.path(), &format!("{line} --tiles --format json")).out);
    let expected = |key: &str| tiles.iter().map(|row| row[key].as_f64().unwrap()).sum::<f64>();
    assert!(expected("unseen") > 60.0 && expected("inferred") > 300.0 && expected("plain") > 300.0);
    assert!(tiles.iter().any(|row| row["inferred"] != row["plain"]));
}

#[test]
fn a_turn_that_says_nothing_is_refused() {
    let dir = with_example();
    let said = "expected a game as a GCG file";
    refused(dir.path(), "analyse scrabble infer e.txt", 4, &["e.txt: ", said]);
    let game = "#player1 a A\n#player2 b B\n>a: ACTXYZV 8G CAT +10 10\n>b: OSV?IOU - +0 0\n\
                >a: XYZVEEI -XYZV +0 10\n";
    fs::write(dir.path().join("g.gcg"), game).expect("written");
    let turn = |number: u32| format!("analyse scrabble infer g.gcg --turn {number}");
    refused(dir.path(), &turn(2), 4, &["nothing can be inferred from turn 2 (b: -)"]);
    refused(dir.path(), &turn(4), 4, &["no turn 4: the game has 3"]);
    refused(dir.path(), "analyse scrabble infer no.gcg", 4, &["cannot read no.gcg"]);
    assert!(done(dir.path(), &turn(1)).out.contains("4 tiles kept"));
    // an exchange: the last turn
    let last = done(dir.path(), "analyse scrabble infer g.gcg").out;
    assert!(last.starts_with("turn 3, a: -XYZV; 3 tiles kept"), "{last}");
}

#[test]
fn a_simulation_takes_the_last_turn_into_account_where_it_tells_something() {
    let dir = scratch();
    let game = |last: &str| {
        let text = format!(">a: ACTXYZV 8G CAT +10 10\n>b: OSV?IOU {last} 0\n#rack1 XYZVEEI\n");
        fs::write(dir.path().join("g.gcg"), text).expect("written");
        let line = "analyse scrabble sim g.gcg --top 3 --samples 12 --format csv";
        [line.to_owned(), format!("{line} --infer")].map(|line| done(dir.path(), &line))
    };
    let [plain, inferred] = game("-OUV +0");
    assert_ne!(plain.out, inferred.out);
    assert_eq!(inferred.err, "");
    let [plain, inferred] = game("- +0");
    assert_eq!(plain.out, inferred.out);
    assert_eq!(inferred.err, "nothing is inferred from turn 2 (b: -)\n");
}

#[test]
fn a_simulation_of_an_earlier_turn_or_another_rack_infers_from_the_turn_before() {
    let dir = scratch();
    let game = include_str!("../../../files/scrabble-game.gcg");
    fs::write(dir.path().join("whole.gcg"), game).expect("written");
    // the game up to its ninth turn
    let events = game.lines().filter(|line| line.starts_with('>')).take(9);
    let header = game.lines().take_while(|line| !line.starts_with('>'));
    let part: Vec<&str> = header.chain(events).collect();
    let with_rack = format!("{}\n#rack2 EEILOPY\n", part.join("\n"));
    fs::write(dir.path().join("part.gcg"), part.join("\n") + "\n").expect("written");
    fs::write(dir.path().join("rack.gcg"), with_rack).expect("written");
    let sim = |rest: &str| {
        done(dir.path(), &format!("analyse scrabble sim {rest} --samples 20 --top 3 --format json"))
    };
    let told = sim("rack.gcg --infer");
    let plain = sim("rack.gcg");
    assert_ne!(told.out, plain.out);
    for other in ["part.gcg --rack EEILOPY", "whole.gcg --turn 10 --rack EEILOPY"] {
        let inferred = sim(&format!("{other} --infer"));
        assert_eq!(
            (inferred.out.as_str(), inferred.err.as_str()),
            (told.out.as_str(), ""),
            "{other}"
        );
    }
    let args = "analyse scrabble sim - --infer --samples 20 --top 3 --format json";
    let rack = fs::read(dir.path().join("rack.gcg")).expect("read");
    assert_eq!(fed(dir.path(), &words(args), rack).ended(0).out, told.out);
    assert!(sim("whole.gcg --turn 1 --infer").err.contains("no turn before turn 1"));
}

#[test]
fn nothing_is_inferred_from_a_play_that_was_taken_back() {
    let dir = scratch();
    let game =
        "#player1 a a\n#player2 b b\n>a: AEINRST 8D ANESTRI +66 66\n>b: ZXQKLM? 9C ZXQ +58 58\n";
    fs::write(dir.path().join("g.gcg"), game).expect("written");
    assert!(done(dir.path(), "analyse scrabble infer g.gcg").out.contains("really KLM?"));
    fs::write(dir.path().join("g.gcg"), format!("{game}>b: ZXQKLM? -- -58 0\n")).expect("written");
    let said =
        "nothing can be inferred from turn 2 (b: 9C ZXQ): expected a play that was not taken back";
    refused(dir.path(), "analyse scrabble infer g.gcg", 4, &[said]);
}

#[test]
fn what_is_given_of_the_other_rack_is_used() {
    let dir = scratch();
    let (mover, other) = ("DEGIJKP", "AABILNU");
    let board = "15/15/15/10F4/10O4/10O4/10T4/6SCuRRY3/7A2U4/7N2LA3/7D2ER3/7O3D3/7U3O3/7R3U3/11R3";
    let cgp = |other: &str| format!("{board} {mover}/{other} 72/35 0\n");
    fs::write(dir.path().join("none.cgp"), cgp("")).expect("written");
    fs::write(dir.path().join("both.cgp"), cgp(other)).expect("written");
    let sim = |rest: &str| {
        done(dir.path(), &format!("analyse scrabble sim {rest} --samples 30 --top 3 --format json"))
    };
    let (none, both) = (sim("none.cgp"), sim("both.cgp"));
    assert_ne!(none.out, both.out);
    assert_eq!(both.err, format!("the other player is known to hold {other}\n"));
    assert_eq!(sim(&format!("none.cgp --their-rack {other}")).out, both.out);
    assert_eq!(sim("both.cgp --their-rack=").out, none.out);
    let some = sim("both.cgp --their-rack AAB");
    assert!(some.out != none.out && some.out != both.out);
    let line = "analyse scrabble sim none.cgp --their-rack";
    refused(dir.path(), &format!("{line} JJ"), 2, &["--their-rack JJ: ", "hold J 3 times"]);
    refused(dir.path(), &format!("{line} 8"), 2, &["--their-rack 8: invalid tile"]);
    let win = |rest: &str| {
        done(dir.path(), &format!("analyse scrabble best {rest} --rank win --top 9")).out
    };
    assert_ne!(win("none.cgp"), win("both.cgp"));
    assert_eq!(win(&format!("none.cgp --their-rack {other}")), win("both.cgp"));
}

#[test]
fn deals_have_what_is_given_of_the_other_rack() {
    let dir = scratch();
    fs::write(dir.path().join("p.cgp"), LAST_TILES[1]).expect("written");
    let deals = |rest: &str| {
        let line =
            format!("analyse scrabble endgame p.cgp --top 2 --nodes 50000 --format json {rest}");
        let rows = json(&done(dir.path(), &line).out);
        rows[0]["of"].as_u64().expect("a number")
    };
    // eight tiles are unseen: A D E I N S V V
    let counts = ["", "--their-rack ADEINS", "--their-rack ADEINSV"].map(deals);
    assert_eq!(counts, [8, 2, 1]);
}

#[test]
fn a_rack_without_vowels_is_exchanged() {
    let dir = scratch();
    let empty = ["15"; 15].join("/");
    fs::write(dir.path().join("p.cgp"), format!("{empty} BCDFGHV/ 0/0 0\n")).expect("written");
    let best =
        json(&done(dir.path(), "analyse scrabble best p.cgp --rank win --top 2 --format json").out);
    // CH is a word
    let play = |index: usize| best[index]["play"].as_str().expect("a move").to_owned();
    assert!(play(0).starts_with("exchange ") && play(1) == "CH", "{best:?}");
    let sim = json(&done(dir.path(), "analyse scrabble sim p.cgp --samples 50 --format json").out);
    assert_eq!(sim[0]["move"], play(0).as_str());
}

#[test]
fn tiles_shown_in_a_play_that_was_taken_back_are_used() {
    let dir = scratch();
    let game = "#player1 a a\n#player2 b b\n>a: AEINRST 8D ANESTRI +66 66\n>b: ZXQKLM? 9C ZXQ +58 58\n\
                >b: ZXQKLM? -- -58 0\n>a: EEIOULD - +0 66\n>b: ZXQKLM? D7 Z. +11 11\n";
    fs::write(dir.path().join("g.gcg"), game).expect("written");
    let sim = done(dir.path(), "analyse scrabble sim g.gcg --turn 3 --samples 20 --top 2");
    assert!(sim.err.contains("the other player is known to hold QXZ\n"), "{}", sim.err);
    let tiles = "analyse scrabble infer g.gcg --turn 4 --tiles --format json";
    let inferred = |line: &str, tile: &str| {
        let rows = json(&done(dir.path(), line).out);
        let row = rows.iter().find(|row| row["tile"] == tile).expect("a row").clone();
        row["inferred"].as_f64().expect("a number")
    };
    // the Q was shown and not played
    assert_eq!(inferred(tiles, "Q"), 100.0);
    assert!(inferred(tiles, "J") < 50.0);
    assert_eq!(inferred(&format!("{tiles} --their-rack J"), "J"), 100.0);
    let line = format!("{tiles} --their-rack EEEEEEE");
    refused(dir.path(), &line, 2, &["--their-rack EEEEEEE: b cannot hold these tiles"]);
}

#[test]
fn training_makes_the_same_bytes_for_any_number_of_threads() {
    let dir = scratch();
    let line = "train scrabble-win --games 64 --seed 5";
    let ran = done(dir.path(), &format!("{line} --threads 1"));
    assert_eq!(ran.out.lines().count(), 94, "{}", ran.out);
    assert!(
        ran.err.starts_with("64 games; 16 more, ") && ran.err.contains("Brier score 0."),
        "{}",
        ran.err
    );
    assert_eq!(ran.err.lines().count(), 11, "{}", ran.err);
    let again = done(dir.path(), &format!("{line} --threads 3 --quiet --out win.csv"));
    assert_eq!((again.out.as_str(), again.err.as_str()), ("", ""));
    assert_eq!(program::text(&dir.path().join("win.csv")), ran.out);
    refused(dir.path(), "train scrabble-win --games 3", 2, &["3 games are too few"]);
    // other tiles are other games
    let french = done(dir.path(), &format!("{line} --distribution french --quiet"));
    assert_eq!(french.out.lines().count(), 94, "{}", french.out);
    assert_ne!(french.out, ran.out);
}
