//! Marrakech through the binary: queries, the board, a game in the terminal, tournaments.

#![cfg(unix)]

mod program;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use program::{
    assert_same_rows, done, header, program, refused, run, scratch, shell, table, text, words,
};

fn start() -> String {
    format!("Pc03015iPy03015iA33NB{}", "n00".repeat(49))
}

fn eval(input: &[u8]) -> Vec<serde_json::Value> {
    let dir = scratch();
    let mut child = program(dir.path(), &["marrakech", "eval"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    child.stdin.take().expect("a pipe").write_all(input).expect("a reader");
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success());
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn every_line_is_answered_in_order_whatever_it_holds() {
    let game = start();
    let lines: Vec<(String, serde_json::Value)> = vec![
        (format!(r#"{{"query":"rug-valid","args":["{game}","c003231"]}}"#), true.into()),
        (format!(r#"{{"query":"rug-valid","args":["{game}","r003231"]}}"#), false.into()),
        (format!(r#"{{"query":"game-over","args":["{game}"]}}"#), false.into()),
        (r#"{"query":"rotate","args":["A33N",270]}"#.into(), "A33W".into()),
        (format!(r#"{{"query":"placement-valid","args":["{game}","c003231"]}}"#), true.into()),
        (format!(r#"{{"query":"placement-valid","args":["{game}","nonsense"]}}"#), false.into()),
        (format!(r#"{{"query":"payment","args":["{game}"]}}"#), 0.into()),
        (format!(r#"{{"query":"winner","args":["{game}"]}}"#), "n".into()),
        (r#" {"args":["A60E",1], "more":[], "query":"move"} "#.into(), "A60S".into()),
        (format!(r#"{{"query":"place","args":["{game}","y990001"]}}"#), game.clone().into()),
    ];
    let input: String = lines.iter().map(|(line, _)| format!("{line}\r\n")).collect();
    let answers = eval(input.trim_end().as_bytes());
    assert_eq!(answers, lines.into_iter().map(|(_, answer)| answer).collect::<Vec<_>>());
}

#[test]
fn a_bad_line_is_answered_with_an_error_and_the_stream_goes_on() {
    let good = br#"{"query":"move","args":["A33N",1]}"#;
    let cases: [(&[u8], &str); 9] = [
        (b"", "the line is empty"),
        (b"move A33N 1", "an object is wanted"),
        (br#"{"query":"move","args":["A33N","#, "column"),
        (br#"{"query":"fly","args":[]}"#, "unknown query `fly`"),
        (br#"{"query":"move"}"#, "missing field `args`"),
        (br#"{"query":"move","args":["A33N"]}"#, "[assam, die]"),
        (br#"{"query":"move","args":["A37N",1]}"#, "character 3"),
        (br#"{"query":"winner","args":["Pc03015i"]}"#, "at least 2 players at character 9"),
        (b"{\"query\":\"move\",\"args\":[\"\xff\",1]}", "column"),
    ];
    for (bad, told) in cases {
        let answers = eval(&[bad, b"\n", &good[..], b"\n"].concat());
        assert_eq!(answers.len(), 2, "{told}");
        let error = answers[0]["error"].as_str().expect("an error");
        assert!(error.contains(told), "{told}: {error}");
        assert_eq!(answers[1], "A32N");
    }
    let long = vec![b'x'; 300_000];
    assert_eq!(eval(&[&long[..], b"\n", &good[..]].concat())[1], "A32N");
}

#[test]
fn a_program_may_ask_and_wait_for_the_answer() {
    let dir = scratch();
    let mut child = program(dir.path(), &["marrakech", "eval"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut asks = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    for facing in ["N", "E", "S"] {
        writeln!(asks, r#"{{"query":"rotate","args":["A33{facing}",0]}}"#).expect("a reader");
        let mut line = String::new();
        answers.read_line(&mut line).expect("an answer");
        assert_eq!(line, format!("\"A33{facing}\"\n"));
    }
    drop(asks);
    assert!(child.wait().expect("an end").success());
}

#[test]
fn eval_reads_files_and_minds_no_closed_pipe() {
    let dir = scratch();
    let line = "{\"query\":\"move\",\"args\":[\"A33N\",1]}\n";
    fs::write(dir.path().join("q.jsonl"), line.repeat(50_000)).expect("a file");
    let out = done(dir.path(), "marrakech eval q.jsonl").out;
    assert_eq!(out.lines().count(), 50_000);
    refused(dir.path(), "marrakech eval none.jsonl", 4, &["none.jsonl"]);
    let ran = shell("sh", dir.path(), "$LETTERGAME marrakech eval q.jsonl | head -n 1");
    assert_eq!(ran.ended(0).out, "\"A32N\"\n");
}

#[test]
fn each_query_is_a_command_too() {
    let dir = scratch();
    let game = start();
    let cases = [
        ("rotate A33N 90".to_owned(), "A33E"),
        ("rotate A33N -90".to_owned(), "A33N"),
        ("move A60N 3".to_owned(), "A40W"),
        (format!("payment {game}"), "0"),
        (format!("winner {game}"), "n"),
        (format!("game-over {game}"), "false"),
        (format!("rug-valid {game} c003231"), "true"),
        (format!("rug-valid {game} c0032319"), "false"),
        (format!("placement-valid {game} c003433"), "false"),
        (format!("place {game} nonsense"), &game),
    ];
    for (line, answer) in cases {
        assert_eq!(done(dir.path(), &format!("marrakech {line}")).out, format!("{answer}\n"));
    }
    for (line, said) in [
        ("rotate A39N 90", "character 3"),
        ("move A33N 5", "1, 2, 3 or 4"),
        ("payment Pc", "character 3"),
    ] {
        refused(dir.path(), &format!("marrakech {line}"), 2, &[said]);
    }
    let rolls = done(dir.path(), "marrakech roll --count 600 --seed 7").out;
    assert_eq!(rolls, done(dir.path(), "marrakech roll --count 600 --seed 7").out);
    for (pips, faces) in [("1", 1), ("2", 2), ("3", 2), ("4", 1)] {
        let count = rolls.lines().filter(|roll| *roll == pips).count();
        assert!((60 * faces..140 * faces).contains(&count), "{pips}: {count}");
    }
    assert_eq!(rolls.lines().count(), 600);
}

#[test]
fn the_board_is_shown_and_drawn() {
    let dir = scratch();
    let players = ["Pc03015i", "Py02914i", "Pr00103o", "Pp06000i"];
    for count in 2..=4 {
        let game = format!("{}A16WBy00y00{}", players[..count].concat(), "n00".repeat(47));
        let shown = run(dir.path(), &["marrakech", "view", &game]).ended(0).out;
        assert!(!shown.contains('\x1b') && shown.contains("Assam on 16, looks west"), "{shown}");
        assert_eq!(shown.contains("red"), count > 2);
        assert!(shown.lines().all(|line| line.chars().count() <= 80));
        run(dir.path(), &["marrakech", "view", &game, "--svg", "b.svg"]).ended(0);
        assert_eq!(text(&dir.path().join("b.svg")).matches("id=\"square-").count(), 49);
    }
    let game = start();
    run(dir.path(), &["marrakech", "view", &game, "--svg", "no/b.svg"]).refused(4, &["no/b.svg"]);
    run(dir.path(), &["marrakech", "view", &game[1..]]).refused(2, &["expected P at character 1"]);
}

/// What `play marrakech` says to these lines.
fn played(line: &str, input: &str) -> String {
    let dir = scratch();
    let args = [vec!["play", "marrakech"], words(line)].concat();
    let mut child = program(dir.path(), &args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    // a program that has ended before all is read is as good as one that reads it
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn computers_play_to_the_end_and_so_does_a_person() {
    for players in ["greedy,random", "random,greedy,random,greedy"] {
        assert!(
            played(&format!("--players {players} --seed 1"), "").contains("The game is over: ")
        );
    }
    let said = played("--players person,random --seed 2", &"1\n\n".repeat(40));
    assert!(said.contains("The game is over: "), "{said}");
    assert!(said.contains("cyan lays a rug") && said.contains("yellow lays a rug"));
    let again = played("--players person,random --seed 2", &"1\n\n".repeat(40));
    assert_eq!(said, again, "the same seed is the same game");
}

#[test]
fn a_choice_is_taken_back_until_it_is_confirmed() {
    let said = played("--players person,greedy --seed 3", "r\nu\nl\n\n1\nu\n2\n\n");
    assert!(!said.contains("cyan turns Assam right"), "{said}");
    assert!(said.contains("cyan turns Assam left"));
    assert_eq!(said.matches("cyan lays a rug").count(), 1);
    assert_eq!(said.matches("cyan, where shall the rug lie?").count(), 2);
}

#[test]
fn nonsense_is_told_and_asked_again() {
    let said = played("--players person,greedy --seed 3", "h\nwest\n7\nu\na\n\n00 01\n9 9\n");
    assert!(said.contains("undo, as long as"), "{said}");
    assert!(said.contains("`west` is no choice") && said.contains("`7` is no choice"));
    assert!(said.contains("nothing to undo"));
    assert!(said.contains("not there: neither 00 nor 01 is next to Assam"), "{said}");
    assert!(said.contains("`9 9` is no choice"));
    assert!(said.contains("--load '"), "the end of the input says how to go on");
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let dir = scratch();
    let script = "printf 'a\\n\\nsave game.txt\\nq\\n' | $LETTERGAME play marrakech --seed 3 --players person,greedy";
    shell("sh", dir.path(), script).ended(0);
    let saved = text(&dir.path().join("game.txt"));
    assert!(saved.trim_end().ends_with(" c place"), "{saved}");
    let load = |saved: &str| {
        let players = "person,greedy";
        let args = ["play", "marrakech", "--players", players, "--load", saved];
        run(dir.path(), &args).ended(0).out
    };
    let from_file = load("game.txt");
    assert!(from_file.contains("cyan, where shall the rug lie?"), "{from_file}");
    assert!(from_file.contains(saved.trim_end()), "printed again at the end of the input");
    assert!(load(saved.trim_end()).contains("cyan, where shall the rug lie?"));
    let line = "play marrakech --load none.txt";
    refused(dir.path(), line, 4, &["none.txt"]);
    fs::write(dir.path().join("bad.txt"), "Pc03015i c rotate").expect("a file");
    for (players, file, said) in [
        ("person,greedy", "bad.txt", "at least 2 players"),
        ("person,greedy,greedy", "game.txt", "2 players"),
        ("person", "game.txt", "2 to 4"),
        ("person,gredy", "game.txt", "did you mean `greedy`"),
    ] {
        let args = ["play", "marrakech", "--players", players, "--load", file];
        let ran = run(dir.path(), &args).ended(2);
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

// --- tournaments

#[test]
fn rows_have_dirhams_and_squares_and_add_up() {
    let dir = scratch();
    for (players, seats) in
        [("greedy,random", 2), ("greedy,random,random", 3), ("greedy,random,greedy,random", 4)]
    {
        let line = format!(
            "tournament --game marrakech --players {players} --seats permute --games 24 --seed 5 \
             --quiet --force --out run"
        );
        done(dir.path(), &line);
        let file = dir.path().join("run/scores.csv");
        assert!(header(&file).ends_with(",status,dirhams,squares,paid,received,eliminated"));
        let rows = table(&file);
        assert_eq!(rows.len(), 24 * seats);
        for game in rows.chunks(seats) {
            let number = |row: &BTreeMap<String, String>, key: &str| -> i64 {
                row[key].parse().expect("a number")
            };
            let sum = |key| game.iter().map(|row| number(row, key)).sum::<i64>();
            assert_eq!(sum("dirhams"), 30 * seats as i64);
            assert_eq!(sum("paid"), sum("received"));
            assert!(sum("squares") <= 49);
            for row in game {
                assert_eq!(number(row, "score"), number(row, "dirhams") + number(row, "squares"));
                let out = number(row, "eliminated") > 0;
                assert!(!out || (number(row, "dirhams") == 0 && row["win"] == "0"), "{row:?}");
            }
        }
    }
}

/// The rolls of a game, in order.
fn rolls(dir: &std::path::Path, game: usize) -> Vec<i64> {
    let out = done(dir, &format!("replay run --game {game} --format json")).out;
    let plies = out.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let events = plies.flat_map(|ply| ply["events"].as_array().cloned().unwrap_or_default());
    events
        .filter(|event| event["type"] == "rolled")
        .filter_map(|event| event["die"].as_i64())
        .collect()
}

#[test]
fn the_dice_belong_to_the_deal_in_whatever_seats_it_is_played() {
    let dir = scratch();
    let line = "tournament --game marrakech --players greedy,random,expectimax:depth=1 --seats permute \
                --games 12 --seed 5 --quiet --out run";
    done(dir.path(), line);
    for deal in 0..2 {
        let first = rolls(dir.path(), 6 * deal);
        assert!(first.len() > 20);
        for seating in 1..6 {
            let other = rolls(dir.path(), 6 * deal + seating);
            let both = first.len().min(other.len());
            assert_eq!(first[..both], other[..both]);
        }
    }
    assert_ne!(rolls(dir.path(), 0)[..20], rolls(dir.path(), 6)[..20]);
}

#[test]
fn rows_are_the_same_for_any_number_of_threads() {
    let dir = scratch();
    for threads in [1, 2, 3] {
        let line = format!(
            "tournament --game marrakech --players expectimax:depth=1,mcts:playouts=20,greedy --games 9 \
             --seed 5 --record plies --quiet --threads {threads} --out run{threads}"
        );
        done(dir.path(), &line);
        assert_same_rows(&dir.path().join("run1"), &dir.path().join(format!("run{threads}")));
    }
}

#[test]
fn options_change_the_game_and_what_is_not_possible_is_told() {
    let dir = scratch();
    let line = "tournament --game marrakech --games 6 --seed 1 --quiet --force --out run";
    for (players, set) in [
        ("random,greedy,random,greedy", "rugs=12"),
        ("expectimax:depth=1,greedy", "rotate=end"),
        ("expectimax:depth=1,greedy", "colours=2"),
        ("mcts:playouts=10,greedy,random", "dirhams=3"),
    ] {
        done(dir.path(), &format!("{line} --players {players} --set {set}"));
        let rows = table(&dir.path().join("run/scores.csv"));
        assert!(rows.iter().all(|row| row["status"] == "ok"), "{set}");
    }
    for (rest, said) in [
        ("--players greedy,greedy,greedy,greedy,greedy", "2 to 4"),
        ("--players greedy,random,random --set colours=2", "two colours each is for 2"),
        ("--players greedy,random --rounds 3", "unknown setting `rounds`"),
        ("--players greedy,random --set rug=3", "did you mean `rugs`"),
        ("--players mcts:playouts=0,random", "1 to 10000000"),
        ("--players expectimax:depth=5,random", "1 to 4"),
    ] {
        refused(dir.path(), &format!("{line} {rest}"), 2, &[said]);
    }
}
