//! Many positions in one process, any turn of a game, any rack, and the names in a position.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use program::{done, fed, program, refused, run, scratch, shell, text, words};
use serde_json::{Value, json};

const BOARD: &str =
    "15/15/15/10F4/10O4/10O4/10T4/6SCuRRY3/7A2U4/7N2LA3/7D2ER3/7O3D3/7U3O3/7R3U3/11R3";

fn cgp(rest: &str) -> String {
    format!("{BOARD} {rest}\n")
}

fn objects(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
}

// ---- several positions

#[test]
fn each_line_is_answered_like_a_file_of_its_own() {
    let dir = scratch();
    let racks = ["DEGIJKP/", "EEAATS?/", "AABILNU/DEGIJKP", "QVVXJZC/"];
    let lines: Vec<String> = racks.iter().map(|rack| cgp(&format!("{rack} 72/35 0"))).collect();
    fs::write(dir.path().join("all.cgp"), lines.concat()).expect("written");
    for (command, key) in [
        ("best --top 3", "plays"),
        ("best --rank equity", "plays"),
        ("moves", "plays"),
        ("count", "count"),
    ] {
        let batch = done(dir.path(), &format!("analyse scrabble {command} all.cgp"));
        assert_eq!(batch.err, "");
        let answers = objects(&batch.out);
        assert_eq!(answers.len(), racks.len());
        for (index, (line, answer)) in lines.iter().zip(&answers).enumerate() {
            fs::write(dir.path().join("one.cgp"), line).expect("written");
            let format = if key == "count" { "" } else { " --format json" };
            let one = done(dir.path(), &format!("analyse scrabble {command} one.cgp{format}")).out;
            let one: Value = serde_json::from_str(&one).expect("JSON");
            assert_eq!(*answer, json!({"line": index + 1, key: one}), "{command}");
        }
        for threads in ["1", "2", "5"] {
            let line = format!("analyse scrabble {command} all.cgp --threads {threads}");
            assert_eq!(done(dir.path(), &line).out, batch.out, "{line}");
        }
        let piped =
            fed(dir.path(), &words(&format!("analyse scrabble {command} -")), lines.concat());
        assert_eq!((piped.code, piped.out), (Some(0), batch.out));
    }
}

#[test]
fn bad_lines_are_reported_and_the_rest_is_answered() {
    let dir = scratch();
    let long = "A".repeat(70_000);
    let input = [
        &cgp("DEGIJKP/ 72/35 0")[..],
        "\n  \n15/15\n",
        &cgp("/ 72/35 0"),
        "#player1 a A\n",
        &format!("{long}\n"),
        &cgp("DEGIJKP/ 72/35 0 lex Another;"),
        &cgp("DEGIJKP/ 72/35 0 ld french;"),
        &cgp("DEGIJKP/ 72/35 0"),
    ];
    let mut bytes = input.concat().into_bytes();
    bytes.extend(b"\xff\xfe/\n");
    fs::write(dir.path().join("p.cgp"), &bytes).expect("written");
    let ran = run(dir.path(), &words("analyse scrabble best p.cgp")).ended(4);
    let answers = objects(&ran.out);
    let lines: Vec<i64> = answers.iter().map(|one| one["line"].as_i64().expect("a line")).collect();
    assert_eq!(lines, [1, 4, 5, 6, 7, 8, 9, 10, 11]);
    for (index, message) in [
        (1, "board, character 1: expected 15 rows separated by /, found 2"),
        (2, "player 1, who is to move, has no tiles"),
        (3, "this is no CGP position: expected `15/15/... RACK/RACK s1/s2 z lex NAME;`"),
        (4, "the line has more than 65536 bytes"),
        (6, "the position names the letters `french`, and english is used"),
        (8, "line 1, column 1: this is not UTF-8"),
    ] {
        let error = answers[index]["error"].as_str().expect("an error");
        assert!(error.contains(message), "{error}");
        assert_eq!(answers[index].as_object().expect("an object").len(), 2);
    }
    for index in [0, 5, 7] {
        assert_eq!(answers[index]["plays"][0]["word"], "PIKED");
    }
    let warnings = json!(["the position names the word list `Another`, and lettergame is used"]);
    assert_eq!(answers[5]["warnings"], warnings);
    let said = "error: p.cgp: 6 of 9 positions could not be answered, the first on line 4: board, character 1";
    assert!(ran.err.starts_with(said), "{}", ran.err);
}

#[test]
fn empty_and_single_input_is_read_as_before() {
    let dir = scratch();
    for input in ["", "\n\n"] {
        let ran = fed(dir.path(), &words("analyse scrabble count -"), input);
        assert!(ran.err.contains("the file is empty"), "{}", ran.err);
        ran.ended(4);
    }
    // a position may be wrapped
    let wrapped = cgp("\nDEGIJKP/ 72/35 0").replacen(" \n", "\n", 1);
    for input in
        [&cgp("DEGIJKP/ 72/35 0")[..], &wrapped, &format!("\n{}\n\n", cgp("DEGIJKP/ 72/35 0;"))]
    {
        let ran = fed(dir.path(), &words("analyse scrabble count -"), input);
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), "652\n"), "{input}");
    }
}

#[test]
fn streams_are_refused_where_one_position_is_needed() {
    let dir = scratch();
    fs::write(dir.path().join("p.cgp"), cgp("DEGIJKP/ 72/35 0").repeat(2)).expect("written");
    let said = "p.cgp has several positions, and this command takes one";
    refused(dir.path(), "analyse scrabble view p.cgp", 2, &[said]);
    refused(dir.path(), "play scrabble --players score,score p.cgp", 2, &[said]);
    for format in ["csv", "markdown"] {
        let said = format!("answered as JSON lines; leave out --format {format}");
        refused(dir.path(), &format!("analyse scrabble best p.cgp --format {format}"), 2, &[&said]);
    }
    refused(
        dir.path(),
        "analyse scrabble count p.cgp --threads 0",
        2,
        &["whole number of 1 or more"],
    );
    let ran = run(dir.path(), &words("analyse scrabble count p.cgp --turn 2")).ended(4);
    assert!(ran.out.contains("--turn is for a GCG file"), "{}", ran.out);
    assert_eq!(objects(&done(dir.path(), "analyse scrabble count p.cgp --rack AB").out).len(), 2);
}

/// Starts the program with both ends in the hand of the test.
fn talk(dir: &Path, line: &str) -> (Child, ChildStdin, Lines<BufReader<ChildStdout>>) {
    let mut command = program(dir, &words(line));
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let (input, output) =
        (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    (child, input, BufReader::new(output).lines())
}

/// Another program may hold the other end: an answer comes before the next line is sent.
#[test]
fn lines_are_answered_as_they_come() {
    let dir = scratch();
    let (mut child, mut input, mut answers) = talk(dir.path(), "analyse scrabble count -");
    // without --lines, whether there are several positions shows with the second
    input.write_all(cgp("AT/ 0/0 0").as_bytes()).expect("written");
    for number in 1..5 {
        input.write_all(cgp("DEGIJKP/ 0/0 0").as_bytes()).expect("written");
        let answer = answers.next().expect("an answer").expect("text");
        assert!(answer.starts_with(&format!("{{\"line\":{number},")), "{answer}");
        if number == 1 {
            let second = answers.next().expect("an answer").expect("text");
            assert!(second.starts_with("{\"line\":2,"), "{second}");
            input.write_all(cgp("AB/ 0/0 0").as_bytes()).expect("written");
            assert!(answers.next().is_some());
            break;
        }
    }
    drop(input);
    assert!(child.wait().expect("an end").success());
}

#[test]
fn with_lines_the_first_line_is_answered_before_the_second_is_sent() {
    let dir = scratch();
    let (mut child, mut input, mut answers) = talk(dir.path(), "analyse scrabble count - --lines");
    let mut answered = |line: String| -> Value {
        input.write_all(line.as_bytes()).expect("written");
        let answer = answers.next().expect("an answer").expect("text");
        serde_json::from_str(&answer).expect("JSON")
    };
    // nor does what the first line is decide on the others
    let first = answered("# no position\n".to_owned());
    assert_eq!(first["line"], 1);
    assert!(first["error"].as_str().is_some_and(|error| error.contains("no CGP position")));
    let second = answered(cgp("DEGIJKP/ 72/35 0"));
    assert!(second["count"].as_u64().is_some_and(|count| count > 100), "{second}");
    drop(input);
    assert_eq!(child.wait().expect("an end").code(), Some(4));
}

#[test]
fn with_lines_a_single_position_is_answered_like_several() {
    let dir = scratch();
    let line = cgp("DEGIJKP/ 72/35 0");
    for command in ["best --rank equity", "moves", "count", "sim --samples 20 --top 3"] {
        let one = fed(
            dir.path(),
            &words(&format!("analyse scrabble {command} - --lines")),
            line.as_str(),
        )
        .ended(0);
        let two = fed(dir.path(), &words(&format!("analyse scrabble {command} -")), line.repeat(2))
            .ended(0);
        assert_eq!(Some(one.out.as_str()), two.out.split_inclusive('\n').next());
    }
    let args = words("analyse scrabble best - --lines --format csv");
    let ran = fed(dir.path(), &args, line.as_str()).ended(2);
    assert!(ran.err.contains("leave out --format csv"), "{}", ran.err);
}

/// Another engine may sit opposite: it sends the position of each of its turns, and gets moves within a time.
#[test]
fn a_simulation_answers_a_stream_like_single_positions_and_within_a_time() {
    let dir = scratch();
    fs::write(dir.path().join("one.cgp"), cgp("DEGIJKP/ 72/35 0")).unwrap();
    let one = done(dir.path(), "analyse scrabble sim one.cgp --samples 30 --top 2 --format json");
    let one: Value = serde_json::from_str(&one.out).unwrap();
    let stream = [cgp("DEGIJKP/ 72/35 0"), "nonsense\n".to_owned()].concat();
    let args = words("analyse scrabble sim - --lines --samples 30 --top 2 --threads 2");
    let answers = fed(dir.path(), &args, stream.as_str()).ended(4);
    let lines = objects(&answers.out);
    assert_eq!(lines[0]["moves"], one);
    assert!(lines[1]["error"].is_string());
    let args = words("analyse scrabble sim - --lines --time 1ms");
    let hasty = fed(dir.path(), &args, cgp("DEGIJKP/ 72/35 0").as_str()).ended(0);
    assert_eq!(objects(&hasty.out)[0]["moves"][0]["samples"], 12, "{}", hasty.out);
    let args = words("analyse scrabble sim - --infer");
    let ran = fed(dir.path(), &args, cgp("DEGIJKP/ 72/35 0").repeat(2)).ended(2);
    assert!(ran.err.contains("the last turn of a GCG file"), "{}", ran.err);
}

#[test]
fn a_finished_game_is_answered_with_a_warning() {
    let dir = scratch();
    fs::write(dir.path().join("g.gcg"), include_str!("../../../files/scrabble-game.gcg"))
        .expect("written");
    let said = "the game is over, as the other player has no tiles";
    for command in ["best", "moves", "count", "sim"] {
        let ran = run(dir.path(), &words(&format!("analyse scrabble {command} g.gcg"))).ended(0);
        assert!(ran.err.contains(said), "{command}: {}", ran.err);
        let before =
            run(dir.path(), &words(&format!("analyse scrabble {command} g.gcg --turn 9"))).ended(0);
        assert!(!before.err.contains(said), "{command}: {}", before.err);
    }
}

#[test]
fn a_closed_pipe_ends_a_stream_quietly() {
    let dir = scratch();
    fs::write(dir.path().join("p.cgp"), cgp("DEGIJKP/ 72/35 0").repeat(400)).expect("written");
    // the input stays open: the program does not wait for its end
    let script = "{ cat p.cgp; sleep 20; } | { \"$LETTERGAME\" analyse scrabble moves - ; echo $? >code; } | head -n 1 >/dev/null; cat code";
    let waited =
        "i=0; while [ ! -s code ] && [ $i -lt 150 ]; do sleep 0.1; i=$((i+1)); done; cat code";
    let script = script.replace("; cat code", &format!("& {waited}"));
    let ran = shell("bash", dir.path(), &script).ended(0);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("0\n", ""));
}

// ---- turns and racks

const GAME: &str = "#player1 a Ann\n#player2 b Ben\n#lexicon lettergame\n>a: CATSXYE 8G CAT +10 10\n\
                    >b: TOQUIZE -QU +0 0\n>a: SXYEAAE J8 S +4 14\n>a: SXYEAAE -- -4 10\n>b: TOIZEAA 7H TOZE +30 30\n\
                    #rack1 AAEESXY\n";

#[test]
fn any_turn_of_a_game_is_a_position() {
    let dir = scratch();
    fs::write(dir.path().join("g.gcg"), GAME).expect("written");
    let view = |turn: u32| {
        run(dir.path(), &words(&format!("analyse scrabble view g.gcg --turn {turn}"))).out
    };
    assert!(
        view(1).contains("► player 1: 0") && view(1).contains("ACESTXY  to move"),
        "{}",
        view(1)
    );
    assert!(view(2).contains("C  A  T") && view(2).contains("EIOQTUZ  to move"), "{}", view(2));
    // the other rack is that of the player's next turn
    assert!(view(2).contains("  AAEESXY"), "{}", view(2));
    assert!(view(3).contains("turns without points: 1"), "{}", view(3));
    assert!(
        view(4).contains("► player 2: 0") && view(4).contains("turns without points: 2"),
        "{}",
        view(4)
    );
    assert_eq!(view(5), run(dir.path(), &words("analyse scrabble view g.gcg")).out);
    let commands =
        ["best", "moves", "count", "view"].map(|name| format!("analyse scrabble {name}"));
    for command in [&commands[..], &["play scrabble".to_owned()]].concat() {
        let line = format!("{command} g.gcg --turn 9");
        refused(dir.path(), &line, 2, &["g.gcg: --turn 9: the game has 4 turns: expected 1 to 5"]);
    }
    for turn in ["0", "-1", "x"] {
        refused(
            dir.path(),
            &format!("analyse scrabble best g.gcg --turn {turn}"),
            2,
            &["whole number"],
        );
    }
    fs::write(dir.path().join("p.cgp"), cgp("AB/ 0/0 0")).expect("written");
    let said = "p.cgp: --turn is for a GCG file, which has turns, and this is a CGP position";
    refused(dir.path(), "analyse scrabble best p.cgp --turn 1", 2, &[said]);
    refused(dir.path(), "play scrabble --players score,score --turn 1", 2, &["required"]);
}

#[test]
fn another_rack_is_checked_against_the_tiles_that_are_left() {
    let dir = scratch();
    fs::write(dir.path().join("g.gcg"), GAME).expect("written");
    let best =
        done(dir.path(), "analyse scrabble best g.gcg --turn 1 --rack QUI?KLY --format csv").out;
    assert!(best.contains(",QUIcKLY,"), "{best}");
    let refusals = [
        ("QQ", "g.gcg: --rack QQ: the board and racks hold Q 2 times, and the set has 1: remove 1"),
        ("AAAAAAAAA", "--rack"),
        ("a1", "invalid tile"),
    ];
    for (rack, said) in refusals {
        refused(
            dir.path(),
            &format!("analyse scrabble best g.gcg --turn 2 --rack {rack}"),
            2,
            &[said],
        );
    }
    let ran = done(dir.path(), "analyse scrabble view g.gcg --turn 2 --rack XY");
    let said =
        "warning: g.gcg: the other rack, AAEESXY, does not go with --rack XY: taken as unknown\n";
    assert!(ran.err.contains(said), "{}", ran.err);
    // the position of a state file without a rack
    let state = format!("{}0\n1\n2\n", "...............\n".repeat(15));
    fs::write(dir.path().join("s.txt"), state).expect("written");
    refused(dir.path(), "analyse scrabble best s.txt", 4, &["has no tiles", "--rack TILES"]);
    assert!(done(dir.path(), "analyse scrabble best s.txt --rack QUIZ").out.contains("QUIZ"));
}

// ---- names in a position

#[test]
fn names_of_lists_and_letters_are_heeded() {
    let dir = scratch();
    let best = |rest: &str, options: &str| {
        fs::write(dir.path().join("p.cgp"), cgp(&format!("DEGIJKP/ 72/35 0 {rest}")))
            .expect("written");
        run(dir.path(), &words(&format!("analyse scrabble best p.cgp {options}")))
    };
    fs::write(dir.path().join("mine.txt"), "PIKED\nAT\n").expect("written");
    for (rest, options) in [
        ("", "--strict"),
        ("lex lettergame; ld english;", "--strict"),
        ("ld English; lex LETTERGAME;", "--strict"),
    ] {
        assert_eq!(best(rest, options).ended(0).err, "", "{rest}");
    }
    let mine = best("lex Mine;", "--strict --lexicon mine.txt").ended(0).err;
    assert!(!mine.contains("the position names"), "{mine}");
    let said = "p.cgp: the position names the word list `NWL23`, and lettergame is used";
    assert_eq!(best("lex NWL23;", "").ended(0).err, format!("warning: {said}\n"));
    let ran = best("lex NWL23;", "--strict")
        .refused(2, &[said, "--lexicon FILE, where FILE is called NWL23"]);
    assert!(ran.err.contains("leave out --strict"), "{}", ran.err);
    best("ld french;", "").refused(
        2,
        &["the letters `french`, and english is used: read it with --distribution french"],
    );
    // boards, by our names and those of macondo, and variants
    for rest in ["bdn standard; var classic;", "bdn CrosswordGame; lex lettergame;", "bb 50;"] {
        assert_eq!(best(rest, "--strict").ended(0).err, "", "{rest}");
    }
    for rest in ["bdn SuperCrosswordGame;", "bdn super;"] {
        best(rest, "").refused(2, &["and standard is used: read it with --board super"]);
    }
    best("bdn mine;", "").refused(2, &["--board FILE, where FILE is called mine"]);
    best("var wordsmog;", "").refused(2, &["the variant `wordsmog`: expected classic"]);
    // also in a GCG file
    let with = |line: &str| {
        fs::write(dir.path().join("g.gcg"), format!("{line}\n{GAME}")).expect("written");
        |options: &str| run(dir.path(), &words(&format!("analyse scrabble count g.gcg {options}")))
    };
    let ran = with("#tile-distribution french")("").ended(0);
    assert!(ran.err.contains("g.gcg: the position names the letters `french`"), "{}", ran.err);
    with("#board-layout super")("--strict")
        .refused(2, &["with --board super, or leave out --strict"]);
    let err = with("#board-layout CrosswordGame")("--strict").ended(0).err;
    assert!(!err.contains("the position names"), "{err}");
    fs::write(dir.path().join("g.gcg"), GAME.replace("lettergame", "CSW24")).expect("written");
    let err = done(dir.path(), "analyse scrabble count g.gcg").err;
    assert!(err.contains("g.gcg: the position names the word list `CSW24`"), "{err}");
}

// ---- GCG files of games from a position

#[test]
fn a_game_from_a_turn_continues_its_file() {
    let dir = scratch();
    done(dir.path(), "play scrabble --players equity,equity --seed 3 --gcg g.gcg");
    let whole = text(&dir.path().join("g.gcg"));
    assert!(whole.contains("\n#player1 equity equity\n#player2 equity_2 equity_2\n"), "{whole}");
    done(dir.path(), "play scrabble g.gcg --turn 4 --players score,random --seed 1 --gcg h.gcg");
    let continued = text(&dir.path().join("h.gcg"));
    let third = whole.lines().filter(|line| line.starts_with('>')).nth(2).expect("a turn");
    let kept = whole.find(third).expect("there") + third.len() + 1;
    let note = "#note from here on: score as player 1, random as player 2\n";
    assert!(continued.starts_with(&format!("{}{note}>equity_2: ", &whole[..kept])), "{continued}");
    // every play and score of the new file is that of the rules
    assert_eq!(done(dir.path(), "analyse scrabble view h.gcg").err, "");
    let turn = |file: &str| done(dir.path(), &format!("analyse scrabble view {file} --turn 4")).out;
    assert_eq!(turn("g.gcg"), turn("h.gcg"));
    // a game that is over stays as it is; one without turns is told from its start
    done(dir.path(), "play scrabble --players score,score g.gcg --seed 1 --gcg i.gcg");
    let over = text(&dir.path().join("i.gcg"));
    assert!(
        over.starts_with(&whole) && over.lines().count() == whole.lines().count() + 1,
        "{over}"
    );
    fs::write(dir.path().join("empty.gcg"), "#player1 x X\n#player2 y Y\n").expect("written");
    done(dir.path(), "play scrabble --players score,score empty.gcg --seed 1 --gcg j.gcg");
    assert!(text(&dir.path().join("j.gcg")).contains("#player1 score score\n"));
    // the racks at the end of an unfinished game do not count for the rest of it
    fs::write(dir.path().join("open.gcg"), GAME).expect("written");
    done(dir.path(), "play scrabble --players score,score open.gcg --seed 1 --gcg k.gcg");
    let continued = text(&dir.path().join("k.gcg"));
    assert!(!continued.contains("#rack1") && continued.contains("\n>a: AAEESXY "), "{continued}");
    assert!(!done(dir.path(), "analyse scrabble view k.gcg").err.contains("twice"));
}

#[test]
fn a_gcg_file_cannot_begin_with_another_position() {
    let dir = scratch();
    fs::write(dir.path().join("p.cgp"), cgp("DEGIJKP/ 72/35 0")).expect("written");
    let said =
        ["a CGP position does not say how its position came about", "--turn N", "--format json"];
    refused(dir.path(), "play scrabble --players score,score p.cgp --gcg g.gcg", 2, &said);
}
