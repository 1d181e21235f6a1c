//! Scrabble from outside: best plays, all plays, the viewer, self-play, and errors for bad input.

#![cfg(unix)]

use crate::program;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use program::{Ran, done, program, refused, run, scratch, shell, table_of, text, words};
use serde_json::{Value, json};

const EXAMPLE: &str = include_str!("../../../files/scrabble-example.txt");

#[test]
fn the_example_in_files_matches_the_crate() {
    assert_eq!(EXAMPLE, lettergame_scrabble::EXAMPLE);
}

/// A folder with the example as `e.txt`.
fn with_example() -> tempfile::TempDir {
    let dir = scratch();
    fs::write(dir.path().join("e.txt"), EXAMPLE).expect("written");
    dir
}

/// A folder with a file `p.txt`.
fn with_file(content: impl AsRef<[u8]>) -> tempfile::TempDir {
    let dir = with_example();
    fs::write(dir.path().join("p.txt"), content).expect("written");
    dir
}

/// The example with one line replaced; lines are numbered from 1.
fn with_line(number: usize, line: &str) -> String {
    let mut lines: Vec<&str> = EXAMPLE.lines().collect();
    lines[number - 1] = line;
    lines.join("\n") + "\n"
}

/// A state file with these board lines in the middle, starting at row 8, and this rack to move.
fn state(rows: &[&str], rack: &str) -> String {
    let mut lines = vec![".".repeat(15); 15];
    rows.iter().enumerate().for_each(|(row, text)| lines[7 + row] = format!("{text:.<15}"));
    format!("{}\n0\n0\n0\n{rack}\n\n", lines.join("\n"))
}

#[track_caller]
fn json(dir: &Path, line: &str) -> Value {
    serde_json::from_str(&done(dir, line).out).expect("JSON")
}

/// Runs the program with this standard input.
#[track_caller]
fn fed(dir: &Path, line: &str, input: &str) -> (Option<i32>, String, String) {
    let mut command = program(dir, &words(line));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("an end");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

// ---- best

/// The rows without their equity, which changes with the leave values, and those numbers.
fn without_equity(mut rows: Value) -> (Value, Vec<f64>) {
    let taken = rows.as_array_mut().expect("a list").iter_mut().map(|row| {
        let equity = row.as_object_mut().expect("an object").remove("equity");
        equity.and_then(|equity| equity.as_f64()).expect("a number")
    });
    let equities = taken.collect();
    (rows, equities)
}

#[test]
fn the_best_play_is_printed_as_json() {
    let dir = with_example();
    let best = json(dir.path(), "analyse scrabble best e.txt --format json");
    let expected = json!([{
        "position": "L1", "word": "PIKED", "play": "PIKED", "tiles": "PIKED",
        "score": 43, "leave": "GJ"
    }]);
    let (best, equities) = without_equity(best);
    assert_eq!(best, expected);
    // G and J are tiles that are bad to keep
    assert!(equities[0] < 43.0, "{equities:?}");
    assert_eq!(done(dir.path(), "analyse scrabble best e.txt --format json").err, "");
    let dir = with_file(state(&[".......CuR", "", ""], "SRYQQQQ").replace("QQQQ", "ZXJK"));
    let best = json(dir.path(), "analyse scrabble best p.txt --top 500 --format json");
    let (best, _) = without_equity(best);
    let through = best.as_array().expect("a list").iter().find(|play| play["word"] == "SCuRRY");
    let expected = json!({"position": "8G", "word": "SCuRRY", "play": "S(CuR)RY", "tiles": "SRY",
        "score": 14, "leave": "JKXZ"});
    assert_eq!(through, Some(&expected));
}

#[test]
fn answers_are_in_a_stable_order() {
    let dir = with_example();
    let all = json(dir.path(), "analyse scrabble best e.txt --top 1000 --format json");
    let all = all.as_array().expect("a list").clone();
    let key = |play: &Value| {
        let place = play["position"].as_str().expect("a place").to_owned();
        let text = format!("{place} {}", play["play"].as_str().expect("a play"));
        (-play["score"].as_i64().expect("points"), play["tiles"].as_str().map(str::len), text)
    };
    assert!(all.windows(2).all(|pair| key(&pair[0]) < key(&pair[1])), "{all:?}");
    for top in [1, 3, 50] {
        let some =
            json(dir.path(), &format!("analyse scrabble best e.txt --top {top} --format json"));
        assert_eq!(some.as_array().expect("a list")[..], all[..top]);
    }
    let moves = done(dir.path(), "analyse scrabble moves e.txt").out;
    let shown = |play: &Value| {
        let text = |name: &str| play[name].as_str().expect("a text").to_owned();
        format!("{} {} {}\n", text("position"), text("play"), play["score"])
    };
    assert_eq!(moves, all.iter().map(shown).collect::<String>());
    assert_eq!(done(dir.path(), "analyse scrabble count e.txt").out, format!("{}\n", all.len()));
}

#[test]
fn equity_ranks_too_and_formats_agree() {
    let dir = with_example();
    let line = "analyse scrabble best e.txt --rank equity --top 4 --format";
    let rows = table_of(&done(dir.path(), &format!("{line} csv")).out);
    let objects = json(dir.path(), &format!("{line} json"));
    assert_eq!(rows.len(), 4);
    for (row, object) in rows.iter().zip(objects.as_array().expect("a list")) {
        assert!(object["equity"].is_number() && object["leave"].is_string());
        assert_eq!(json!(row["word"]), object["word"]);
        assert_eq!(row["equity"].parse::<f64>().ok(), object["equity"].as_f64());
    }
    let equity: Vec<f64> =
        rows.iter().map(|row| row["equity"].parse().expect("a number")).collect();
    assert!(equity.is_sorted_by(|one, other| one >= other), "{equity:?}");
    assert_eq!(done(dir.path(), &format!("{line} markdown")).out.lines().count(), 6);
    let first = "position,word,play,tiles,score,leave,equity";
    assert_eq!(
        done(dir.path(), "analyse scrabble moves e.txt --format csv").out.lines().next(),
        Some(first)
    );
}

#[test]
fn all_forms_of_a_position_and_stdin_give_the_same_answer() {
    let dir = with_example();
    let expected = done(dir.path(), "analyse scrabble best e.txt --top 5").out;
    let rows = EXAMPLE.lines().take(15).map(|row| {
        let mut text = String::new();
        let mut empty = 0;
        for square in row.chars().chain(['/']) {
            if square == '.' {
                empty += 1;
                continue;
            }
            text += &if empty > 0 { empty.to_string() } else { String::new() };
            text.extend((square != '/').then_some(square));
            empty = 0;
        }
        text
    });
    let board = rows.collect::<Vec<_>>().join("/");
    let cgp = format!("{board} PEDGIJK/LAIAUBN 72/35 0 lex LetterGame; ld English;\n");
    for input in [EXAMPLE, &EXAMPLE.replace('\n', "\r\n"), &cgp] {
        let (code, out, err) = fed(dir.path(), "analyse scrabble best - --top 5", input);
        assert_eq!((code, out.as_str(), err.as_str()), (Some(0), expected.as_str(), ""));
    }
    let gcg = "#player1 a A\n#player2 b B\n>a: CATSXYZ 8G CAT +10 10\n#rack2 SQUEEZE\n";
    let (code, out, _) = fed(dir.path(), "analyse scrabble moves -", gcg);
    assert!(code == Some(0) && out.lines().any(|line| line.contains("(CAT)S")), "{out}");
}

#[test]
fn missing_rack_lines_are_empty_racks() {
    let lines: Vec<&str> = EXAMPLE.lines().collect();
    for (player, text) in [
        (2, lines[..18].join("\n")),
        (2, lines[..19].join("\n")),
        (1, with_line(16, "0").replace("LAIAUBN", "")),
    ] {
        let dir = with_file(text);
        let said =
            format!("player {player}, who is to move, has no tiles; give the position a rack");
        refused(dir.path(), "analyse scrabble best p.txt", 4, &[&said]);
        assert_eq!(done(dir.path(), "analyse scrabble count p.txt").out, "0\n");
        assert_eq!(done(dir.path(), "analyse scrabble moves p.txt").out, "");
        done(dir.path(), "analyse scrabble view p.txt");
    }
    // only the mover's rack is needed
    let dir = with_file(with_line(19, ""));
    assert!(done(dir.path(), "analyse scrabble best p.txt").out.contains("PIKED"));
}

#[test]
fn without_a_play_tiles_are_exchanged_or_the_turn_is_passed() {
    let answer = |position: &str| {
        let dir = with_file(position);
        without_equity(json(dir.path(), "analyse scrabble best p.txt --format json --top 3")).0
    };
    let row = |play: &str, leave: &str| json!([{"position": null, "word": "", "play": play, "tiles": "", "score": 0, "leave": leave}]);
    assert_eq!(answer(&state(&[], "QVV")), row("exchange QVV", ""));
    // 7 tiles in the bag are enough, 6 are not: 100 - 84 on the board - 2 - 7
    let full = |tiles: usize| {
        let order = "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPRRRRRRSSSSTTTTTTUUUUWWXYY";
        let mut squares: Vec<char> = order.chars().take(tiles).collect();
        squares.resize(225, '.');
        let rows: Vec<String> = squares.chunks(15).map(|row| row.iter().collect()).collect();
        format!("{}\n0\n0\n0\nVV\n\n", rows.join("\n"))
    };
    assert_eq!(answer(&full(84)), row("exchange VV", ""));
    assert_eq!(answer(&full(85)), row("pass", "VV"));
    let dir = with_file(full(85));
    let ran = done(dir.path(), "analyse scrabble best p.txt");
    assert!(ran.out.contains("pass") && ran.err.contains("is not in the word list"), "{}", ran.err);
}

// ---- oddities and errors

#[test]
fn bad_input_is_reported_with_line_and_column() {
    let cases = [
        (
            with_line(4, ".............."),
            "line 4, column 15: the board line has 14 squares: expected 15",
        ),
        (with_line(4, "................"), "line 4, column 16: the board line has 16 squares"),
        (with_line(9, ".......A..U..!."), "line 9, column 14: invalid square `!`: expected ."),
        (with_line(9, ".......A..Ü...."), "line 9, column 11: invalid square `Ü`"),
        (with_line(16, "2"), "line 16, column 1: invalid turn `2`: expected 0"),
        (with_line(17, "many"), "line 17, column 1: invalid score `many`: expected a whole number"),
        (with_line(20, "PEDGIJKA"), "line 20, column 8: this rack has 8 tiles: expected at most 7"),
        (
            with_line(20, "PED1"),
            "line 20, column 4: invalid tile `1` on a rack: expected A to Z, or ?",
        ),
        (with_line(20, "PEdGI"), "line 20, column 3: invalid tile `d` on a rack: expected D"),
        (with_line(20, "P??"), "line 20, column 3: the board and racks hold the blank (?) 3 times"),
        (
            with_line(20, "ZJ").replace("LAI", "ZAI"),
            "line 20, column 1: the board and racks hold Z 2 times, and the set has 1: remove 1",
        ),
        (with_line(1, "FFF............"), "line 1, column 3: the board and racks hold F 4 times"),
        (
            EXAMPLE.lines().take(14).collect::<Vec<_>>().join("\n"),
            "line 15, column 1: unexpected end of the file: expected 15 board lines",
        ),
        (
            EXAMPLE.replacen("...............\n", "", 1),
            "line 15, column 1: this looks like the turn",
        ),
        (format!("{EXAMPLE}more\n"), "line 21, column 1: unexpected line"),
        (String::new(), "line 1, column 1: the file is empty: expected a position"),
        ("\n\n".to_owned(), "line 1, column 1: the file is empty"),
        (
            "15/15 AB/ 0/0 0".to_owned(),
            "board, character 1: expected 15 rows separated by /, found 2",
        ),
        ("#player1 a A\n>a: CAT 8G CAT\n".to_owned(), "line 2: invalid event `a: CAT 8G CAT`"),
        (
            ">a: CAT 8G CAT +10 10\n>b: DOG 8G DOG +1 1\n".to_owned(),
            "line 2: illegal play: 8G holds C, not D",
        ),
    ];
    for (index, (content, message)) in cases.into_iter().enumerate() {
        let dir = with_file(&content);
        let commands =
            ["best", "moves", "count", "view"].map(|name| format!("analyse scrabble {name}"));
        let commands =
            [&commands[..], &["play scrabble --players score,score".to_owned()]].concat();
        for command in if index == 0 { &commands[..] } else { &commands[index % 5..][..1] } {
            refused(dir.path(), &format!("{command} p.txt"), 4, &["p.txt: ", message]);
        }
        let (code, out, err) = fed(dir.path(), "analyse scrabble best -", &content);
        assert_eq!((code, out.as_str()), (Some(4), ""));
        assert!(err.contains(&format!("standard input: {message}")), "{err}");
    }
    let dir = with_file(b"#character-encoding UTF-8\n#player1 a Ren\xe9\n");
    refused(
        dir.path(),
        "analyse scrabble view p.txt",
        4,
        &["p.txt: line 2, column 15: this is not UTF-8"],
    );
}

#[test]
fn missing_files_are_reported() {
    let dir = with_example();
    for line in
        ["best no.txt", "view no.txt", "best e.txt --lexicon no.txt", "best e.txt --board no.txt"]
    {
        refused(dir.path(), &format!("analyse scrabble {line}"), 4, &["cannot read no.txt: "]);
    }
    for line in ["best", "best e.txt --top 0", "best e.txt --top x", "best e.txt --rank luck"] {
        refused(dir.path(), &format!("analyse scrabble {line}"), 2, &[]);
    }
    fs::write(dir.path().join("b.txt"), "$..\n").expect("written");
    refused(
        dir.path(),
        "analyse scrabble best e.txt --board b.txt",
        4,
        &["b.txt: ", "expected 7 to 21 lines"],
    );
}

#[test]
fn an_unreachable_board_is_answered_with_a_warning() {
    let dir = with_file(with_line(1, "XQ............."));
    let ran = done(dir.path(), "analyse scrabble best p.txt");
    assert!(ran.out.contains("43"), "{}", ran.out);
    for said in
        ["warning: p.txt: XQ (1A) is not in the word list", "is not connected to the first ones"]
    {
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    let dir = with_file(state(&[], "AB").replacen("...............", "CAT............", 1));
    let ran = done(dir.path(), "analyse scrabble count p.txt");
    assert!(ran.err.contains("warning: p.txt: the centre square 8H is empty"), "{}", ran.err);
    let gcg = ">a: CATSXYZ 8G CAT +11 11\n";
    let dir = with_file(gcg);
    let ran = done(dir.path(), "analyse scrabble view p.txt");
    assert_eq!(ran.err, "warning: p.txt, line 1: the file gives +11 points, the rules +10\n");
}

/// A play that keeps nothing is worth its score, except for the vowels of a first play.
#[test]
fn a_play_of_all_tiles_is_worth_its_points() {
    let dir = with_file("15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 AEINRT?/ 0/9 0 lex X;");
    let best = json(dir.path(), "analyse scrabble best p.txt --format json --rank equity");
    assert_eq!(best[0]["leave"], "");
    assert_eq!(best[0]["equity"].as_f64(), best[0]["score"].as_f64());
}

#[test]
fn a_word_list_without_words_of_two_letters_is_refused() {
    let dir = with_example();
    let said = "the word list has no words of two letters";
    fs::write(dir.path().join("w.txt"), "cat\npiked\n").expect("written");
    for line in [
        "analyse scrabble count e.txt",
        "analyse scrabble best e.txt",
        "analyse scrabble moves e.txt",
        "analyse scrabble view e.txt",
        "play scrabble --players score,score --seed 1",
    ] {
        for option in ["lexicon", "words"] {
            refused(dir.path(), &format!("{line} --{option} w.txt"), 4, &[said]);
        }
    }
    refused(dir.path(), "train scrabble --games 9 --lexicon w.txt", 4, &[said]);
    let tournament = "tournament --game scrabble --players score,score --lexicon w.txt --games 2";
    refused(dir.path(), tournament, 2, &["scrabble: ", said]);
    fs::write(dir.path().join("w.txt"), "at\ncat\n").expect("written");
    assert!(
        !done(dir.path(), "analyse scrabble count e.txt --lexicon w.txt")
            .err
            .contains("two letters")
    );
}

#[test]
fn custom_premium_squares_take_effect() {
    let dir = with_file(state(&[], "CATXXXX").replace("XXXX", ""));
    let best = |line: &str| {
        table_of(&done(dir.path(), &format!("analyse scrabble best p.txt --format csv {line}")).out)
            [0]["score"]
            .clone()
    };
    assert_eq!(best(""), "10");
    fs::write(dir.path().join("b.txt"), format!("{}\n", ".".repeat(15)).repeat(15))
        .expect("written");
    assert_eq!(best("--board b.txt"), "5");
    assert!(!done(dir.path(), "analyse scrabble view p.txt --board b.txt").out.contains('$'));
}

// ---- view

#[test]
fn the_view_is_plain_unless_colour_is_asked_for() {
    let dir = with_example();
    let plain = done(dir.path(), "analyse scrabble view e.txt").out;
    assert!(!plain.contains('\x1b'));
    for part in [
        " 8  $  ·  ·  2  ·  ·  S  C ·u· R  R  Y",
        "player 1: 35",
        "► player 2: 72",
        "DEGIJKP  to move",
        "68 unseen, 61 in the bag",
    ] {
        assert!(plain.contains(part), "{part}\n{plain}");
    }
    for line in ["view e.txt --colour auto", "view e.txt --colour never"] {
        assert_eq!(done(dir.path(), &format!("analyse scrabble {line}")).out, plain);
    }
    let coloured = done(dir.path(), "analyse scrabble view e.txt --colour always").out;
    assert!(coloured.contains("\x1b["));
    let script = |setting: &str| {
        let line = format!(
            "{setting} script -qec '\"$LETTERGAME\" analyse scrabble view e.txt' /dev/null </dev/null"
        );
        shell("sh", dir.path(), &line)
    };
    if shell("sh", dir.path(), "command -v script").code == Some(0) {
        assert!(script("TERM=xterm").ended(0).out.contains("\x1b["));
        assert!(!script("TERM=xterm NO_COLOR=1").ended(0).out.contains("\x1b["));
    }
}

// ---- play

#[test]
fn a_game_is_shown_turn_by_turn_and_is_repeatable() {
    let dir = with_example();
    let first = done(dir.path(), "play scrabble --players score,score --seed 7");
    assert_eq!(first.err, "");
    assert!(
        first.out.starts_with("player 1: score\nplayer 2: score\n  1  player 1  "),
        "{}",
        first.out
    );
    assert!(first.out.contains("the game is over: ") && first.out.contains("play 8H "));
    assert_eq!(done(dir.path(), "play scrabble --players score,score --seed 7").out, first.out);
    assert_ne!(done(dir.path(), "play scrabble --players score,score --seed 8").out, first.out);
    let drawn = done(dir.path(), "play scrabble --players score,score").err;
    assert!(drawn.starts_with("seed "), "{drawn}");
}

#[test]
fn points_of_turns_add_up_in_the_table() {
    let dir = with_example();
    let rows = table_of(
        &done(dir.path(), "play scrabble --players score,score --seed 3 --format csv").out,
    );
    let mut sums = [0_i64; 2];
    for row in &rows {
        let number = |name: &str| row[name].parse::<i64>().expect("a number");
        let sum = &mut sums[number("player") as usize - 1];
        *sum += number("score");
        assert_eq!(*sum, number("points"), "{row:?}");
    }
    let ends: Vec<&str> = rows.iter().rev().take(2).map(|row| row["move"].as_str()).collect();
    assert_eq!(ends, ["end", "end"]);
    let boards =
        json(dir.path(), "play scrabble --players score,score --seed 3 --format json --boards");
    let last = boards.as_array().expect("a list").last().expect("a turn")["board"]
        .as_str()
        .expect("a board")
        .to_owned();
    assert_eq!(last.split('/').map(str::len).collect::<Vec<_>>(), [15; 15]);
}

#[test]
fn a_game_continues_from_a_position() {
    let dir = with_example();
    let rows = table_of(
        &done(dir.path(), "play scrabble --players score,score e.txt --seed 1 --format csv").out,
    );
    assert_eq!((rows[0]["player"].as_str(), rows[0]["rack"].as_str()), ("2", "DEGIJKP"));
    assert_eq!((rows[0]["move"].as_str(), rows[0]["points"].as_str()), ("play L1 PIKED", "115"));
    assert_eq!(rows[1]["rack"], "AABILNU");
    // an unknown rack is drawn, a different one for another seed
    let dir = with_file(with_line(19, ""));
    let racks: BTreeSet<String> = (0..6)
        .map(|seed| {
            let line =
                format!("play scrabble --players score,score p.txt --seed {seed} --format csv");
            table_of(&done(dir.path(), &line).out)[1]["rack"].clone()
        })
        .collect();
    assert!(racks.len() > 3 && racks.iter().all(|rack| rack.len() == 7), "{racks:?}");
    let boards =
        done(dir.path(), "play scrabble --players score,score p.txt --seed 1 --boards").out;
    assert!(boards.contains("..........F"), "{boards}");
}

#[test]
fn several_games_are_a_line_each_and_a_summary() {
    let dir = with_example();
    let line = "play scrabble --players score,random --games 3 --seed 5";
    let told = done(dir.path(), line).out;
    assert_eq!(told.lines().filter(|line| line.starts_with("game ")).count(), 3);
    assert!(told.contains("3 games, ") && told.contains("player 1, score: 3 won"), "{told}");
    let ran = done(dir.path(), &format!("{line} --format csv"));
    let rows = table_of(&ran.out);
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let line = format!(
            "game {}: {} to {}, {} turns",
            row["game"], row["player_1"], row["player_2"], row["turns"]
        );
        assert!(told.contains(&line), "{line}\n{told}");
    }
    assert!(ran.err.contains("3 games, "));
    // the first game is that of the same seed without further games
    let alone = table_of(
        &done(dir.path(), "play scrabble --players score,random --seed 5 --format csv").out,
    );
    let last = |player: &str| {
        alone.iter().rev().find(|row| row["player"] == player).expect("a row")["points"].clone()
    };
    assert_eq!((&rows[0]["player_1"], &rows[0]["player_2"]), (&last("1"), &last("2")));
}

#[test]
fn a_game_is_written_as_gcg_and_reads_back() {
    let dir = with_example();
    let ran =
        done(dir.path(), "play scrabble --players score,random --seed 9 --gcg g.gcg --format csv");
    assert_eq!(ran.err, "game in g.gcg\n");
    let rows = table_of(&ran.out);
    let gcg = text(&dir.path().join("g.gcg"));
    assert!(
        gcg.starts_with(
            "#character-encoding UTF-8\n#player1 score score\n#player2 random random\n"
        )
    );
    let view = done(dir.path(), "analyse scrabble view g.gcg");
    assert_eq!(view.err, "", "every play and every score is that of the rules");
    for player in ["1", "2"] {
        let row = rows.iter().rev().find(|row| row["player"] == player).expect("a row");
        let said = format!("player {player}: {}", row["points"]);
        assert!(view.out.contains(&said), "{said}\n{}", view.out);
    }
    done(dir.path(), "play scrabble --players score,score --games 2 --seed 9 --gcg all");
    let names: Vec<String> = (0..2).map(|game| format!("all/game-{game}.gcg")).collect();
    for name in &names {
        assert_eq!(done(dir.path(), &format!("analyse scrabble view {name}")).err, "");
    }
    assert_eq!(fs::read_dir(dir.path().join("all")).expect("a folder").count(), 2);
    assert_ne!(text(&dir.path().join(&names[0])), text(&dir.path().join(&names[1])));
}

#[test]
fn unplayable_requests_are_refused() {
    let dir = with_example();
    refused(dir.path(), "play scrabble --players score", 2, &["Scrabble is for 2 players, not 1"]);
    refused(
        dir.path(),
        "play scrabble --players score,scoer",
        2,
        &["unknown player `scoer`", "score"],
    );
    refused(
        dir.path(),
        "play scrabble --players score,score --games 2 --boards",
        2,
        &["--boards is for a single game"],
    );
    refused(dir.path(), "play scrabble --players score,score --games 0", 2, &["whole number"]);
    refused(
        dir.path(),
        "play scrabble --players score,score e.txt --gcg g.gcg",
        2,
        &["from its start"],
    );
    let ran = run(
        dir.path(),
        &words("play scrabble --players score,score --seed 1 --gcg no/g.gcg --format csv"),
    );
    assert!(ran.err.contains("cannot write no/g.gcg"), "{}", ran.err);
    ended(ran, 4);
}

#[track_caller]
fn ended(ran: Ran, code: i32) {
    assert_eq!(ran.code, Some(code), "{}", ran.err);
}

#[test]
fn a_finished_game_stays_finished() {
    let dir = with_example();
    done(dir.path(), "play scrabble --players score,score --seed 9 --gcg g.gcg");
    let ran = done(dir.path(), "play scrabble --players score,score g.gcg --seed 1");
    assert!(ran.out.contains("the game is over already"), "{}", ran.out);
    // six scoreless turns end the game as well
    let cgp = format!("{}15 ABCDEFG/HIJKLMN 5/6 6", "15/".repeat(14));
    let dir = with_file(cgp);
    let ran = done(dir.path(), "play scrabble --players score,score p.txt --seed 1");
    assert!(ran.out.contains("the game is over already"), "{}", ran.out);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let dir = with_example();
    for command in [
        "analyse scrabble moves e.txt",
        "play scrabble --players score,score --games 3 --seed 1",
        "analyse scrabble view e.txt",
    ] {
        let script =
            format!("\"$LETTERGAME\" {command} | head -n 1 >/dev/null; echo ${{PIPESTATUS[0]}}");
        let ran = shell("bash", dir.path(), &script).ended(0);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("0\n", ""), "{command}");
    }
}
