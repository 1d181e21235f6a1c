//! Marrakech from outside: the queries, the viewer, a game in the terminal, tournaments.

#![cfg(unix)]

use crate::program;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;

use program::{
    assert_same_rows, cut, done, edit, fed, header, program, refused, run, scratch, shell, table,
    table_of, text, words,
};
use serde_json::{Value, json};

type Row = BTreeMap<String, String>;

// ---- state strings

/// A state string: players, Assam, and the rugs on some squares.
fn state(players: &[&str], assam: &str, shown: &[(usize, usize, &str)]) -> String {
    let mut squares = ["n00"; 49];
    for &(x, y, rug) in shown {
        squares[7 * x + y] = rug;
    }
    let players: String = players.iter().map(|player| format!("P{player}")).collect();
    format!("{players}{assam}B{}", squares.concat())
}

/// The start of a game with this many players.
fn start(players: usize, assam: &str) -> String {
    state(&["c03015i", "y03015i", "r03015i", "p03015i"][..players], assam, &[])
}

/// Assam on 21 at the end of a yellow region of four, next to other regions.
fn middle() -> String {
    let shown = [
        (2, 1, "y04"),
        (2, 2, "y04"),
        (3, 2, "y07"),
        (3, 3, "y01"),
        (4, 4, "y02"),
        (2, 0, "c11"),
        (1, 0, "c11"),
        (1, 1, "c03"),
        (0, 1, "c03"),
        (3, 1, "r09"),
        (6, 6, "r10"),
    ];
    state(&["c02409i", "y04108i", "r02508i"], "A21W", &shown)
}

/// A game that is over; cyan and yellow have these dirhams, and one square each.
fn over(cyan: &str, yellow: &str) -> String {
    let shown = [(0, 0, "c01"), (5, 5, "y01"), (5, 6, "p01")];
    let players = [format!("c{cyan}00i"), format!("y{yellow}00i"), "p00003o".to_owned()];
    state(&players.each_ref().map(|player| player.as_str()), "A33S", &shown)
}

// ---- eval

/// The answers to lines, one for each.
#[track_caller]
fn answers(input: impl Into<Vec<u8>>) -> Vec<Value> {
    let dir = scratch();
    let ended = fed(dir.path(), &["analyse", "marrakech", "eval"], input);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    assert!(ended.out.is_empty() || ended.out.ends_with('\n'), "{:?}", ended.out);
    ended.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn query(name: &str, args: Value) -> String {
    json!({"query": name, "args": args}).to_string()
}

/// The cases are answered as expected, both as one stream and in one-shot form.
#[track_caller]
fn answered(cases: &[(&str, Value, Value)]) {
    let lines: String =
        cases.iter().map(|(name, args, _)| query(name, args.clone()) + "\n").collect();
    let found = answers(lines);
    assert_eq!(found.len(), cases.len());
    let dir = scratch();
    for ((name, args, expected), found) in cases.iter().zip(found) {
        assert_eq!(&found, expected, "{name} {args}");
        let plain = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
        let args: Vec<String> = args.as_array().expect("a list").iter().map(plain).collect();
        let mut line = vec!["analyse", "marrakech", name];
        line.extend(args.iter().map(String::as_str));
        let ran = run(dir.path(), &line).ended(0);
        assert_eq!((ran.out, ran.err), (plain(expected) + "\n", String::new()), "{line:?}");
    }
}

/// The line is answered with an error that contains all of `said`, and the lines around it are answered as
/// usual.
#[track_caller]
fn error(line: impl AsRef<[u8]>, said: &[&str]) {
    let line = line.as_ref();
    let fine = query("move", json!(["A33W", 2]));
    let input = [fine.as_bytes(), line, fine.as_bytes(), b""].join(&b'\n');
    let found = answers(input);
    let shown = String::from_utf8_lossy(line);
    assert_eq!(found.len(), 3, "{shown}: {found:?}");
    assert_eq!((&found[0], &found[2]), (&json!("A13W"), &json!("A13W")), "{shown}");
    let object = found[1].as_object().unwrap_or_else(|| panic!("{shown}: {}", found[1]));
    assert!(object.keys().eq(["error"]), "{shown}: {object:?}");
    let message = object["error"].as_str().expect("a text");
    assert!(!message.contains('\n'), "{message}");
    for text in said {
        assert!(message.contains(text), "{shown}: `{text}` is not in: {message}");
    }
}

#[test]
fn assam_is_rotated_by_right_angles_only() {
    let mut cases = vec![];
    for (facing, right, left) in
        [("N", "E", "W"), ("E", "S", "N"), ("S", "W", "E"), ("W", "N", "S")]
    {
        let assam = |facing: &str| json!(format!("A46{facing}"));
        cases.push(("rotate", json!([assam(facing), 0]), assam(facing)));
        cases.push(("rotate", json!([assam(facing), 90]), assam(right)));
        cases.push(("rotate", json!([assam(facing), 270]), assam(left)));
        for other in [180, -90, 360, 450, 1, 89, -1, i64::from(i32::MAX), i64::MAX, i64::MIN] {
            cases.push(("rotate", json!([assam(facing), other]), assam(facing)));
        }
    }
    answered(&cases);
}

#[test]
fn any_number_rotates_or_keeps_assam_in_both_forms() {
    let lines = r#"{"query": "rotate", "args": ["A33N", 90.5]}
{"query": "rotate", "args": ["A33N", 99999999999999999999999]}
{"query": "rotate", "args": ["A33N", -0.25]}
"#;
    assert_eq!(answers(lines), [json!("A33N"), json!("A33N"), json!("A33N")]);
    let dir = scratch();
    for number in ["90.5", "99999999999999999999999", "-0.25"] {
        let ran = done(dir.path(), &format!("analyse marrakech rotate A33N {number}"));
        assert_eq!(ran.out, "A33N\n", "{number}");
    }
}

#[test]
fn assam_walks_step_by_step() {
    let assam = |from: &str, die: u8, to: &str| ("move", json!([from, die]), json!(to));
    answered(&[
        assam("A33N", 3, "A30N"),
        assam("A25E", 4, "A65E"),
        // a track at the edge costs no extra step
        assam("A20N", 1, "A30S"),
        assam("A20N", 4, "A33S"),
        assam("A51N", 3, "A41S"),
        assam("A03W", 1, "A02E"),
        assam("A14W", 4, "A25E"),
        assam("A61E", 2, "A52W"),
        assam("A54E", 4, "A43W"),
        assam("A46S", 1, "A36N"),
        assam("A15S", 3, "A25N"),
        // corners
        assam("A00N", 1, "A10S"),
        assam("A00W", 1, "A01E"),
        assam("A60N", 1, "A60W"),
        assam("A60E", 2, "A61S"),
        assam("A06S", 1, "A06E"),
        assam("A06W", 3, "A04N"),
        assam("A66E", 1, "A65W"),
        assam("A66S", 2, "A55N"),
        assam("A61N", 4, "A40W"),
    ]);
}

/// Turning round at the end of a walk leads back the same way.
#[test]
fn a_walk_can_be_retraced() {
    let turned = BTreeMap::from([('N', 'S'), ('S', 'N'), ('E', 'W'), ('W', 'E')]);
    let back = |assam: &str| {
        let facing = assam.chars().last().expect("a facing");
        format!("{}{}", &assam[..3], turned[&facing])
    };
    let mut starts = Vec::new();
    for (x, y) in (0..7).flat_map(|x| (0..7).map(move |y| (x, y))) {
        for facing in "NESW".chars() {
            starts.extend((1..=4).map(|die| (format!("A{x}{y}{facing}"), die)));
        }
    }
    let lines = |walks: &[(String, i32)]| -> String {
        walks.iter().map(|(assam, die)| query("move", json!([assam, die])) + "\n").collect()
    };
    let there = answers(lines(&starts));
    let returns: Vec<(String, i32)> = there
        .iter()
        .zip(&starts)
        .map(|(assam, (_, die))| (back(assam.as_str().expect("Assam")), *die))
        .collect();
    let home = answers(lines(&returns));
    assert_eq!(home.len(), 49 * 4 * 4);
    for ((assam, die), home) in starts.iter().zip(home) {
        assert_eq!(home, json!(back(assam)), "{assam} {die}");
    }
}

#[test]
fn the_payment_is_the_size_of_the_group() {
    let states = |assam: &str| json!([middle().replace("A21W", assam)]);
    let out = middle().replace("Py04108i", "Py00008o");
    let stranger = middle().replace("r09", "p09");
    answered(&[
        ("payment", states("A21W"), json!(4)),
        ("payment", states("A33N"), json!(4)),
        // only a corner is shared
        ("payment", states("A44N"), json!(1)),
        ("payment", states("A01N"), json!(4)),
        ("payment", states("A31S"), json!(1)),
        ("payment", states("A66S"), json!(1)),
        ("payment", states("A00S"), json!(0)),
        ("payment", json!([out]), json!(0)),
        ("payment", json!([stranger.replace("A21W", "A31W")]), json!(0)),
        // no player's money is a limit
        ("payment", json!([middle().replace("Pc02409i", "Pc00109i")]), json!(4)),
    ]);
    let everywhere: Vec<_> =
        (0..49).map(|square| (square / 7, square % 7, ["y00", "y01"][square % 2])).collect();
    let full = state(&["c03015i", "y03015i"], "A60S", &everywhere);
    answered(&[("payment", json!([full]), json!(49))]);
}

#[test]
fn a_game_is_over_when_no_remaining_player_has_a_rug() {
    let states = |players: &[&str]| json!([state(players, "A33N", &[(1, 1, "c01")])]);
    answered(&[
        ("game-over", json!([start(4, "A33N")]), json!(false)),
        ("game-over", states(&["c03000i", "y03001i"]), json!(false)),
        ("game-over", states(&["c03000i", "y03000i"]), json!(true)),
        ("game-over", states(&["c06000i", "y00007o"]), json!(true)),
        ("game-over", states(&["c06003i", "y00007o"]), json!(false)),
        ("game-over", states(&["c00001o", "y00007o", "r00000o"]), json!(true)),
    ]);
}

#[test]
fn the_winner_has_most_dirhams_and_squares() {
    let state =
        |players: &[&str], shown: &[(usize, usize, &str)]| json!([state(players, "A33N", shown)]);
    let two = [(0, 0, "c01"), (0, 1, "c01")];
    answered(&[
        ("winner", json!([start(2, "A33N")]), json!("n")),
        ("winner", state(&["c09000i", "y00001i"], &two), json!("n")),
        ("winner", state(&["c03000i", "y03000i"], &two), json!("c")),
        ("winner", state(&["c03000i", "y03300i"], &two), json!("y")),
        // 32 each: more dirhams win
        ("winner", state(&["c03000i", "y03200i"], &two), json!("y")),
        ("winner", json!([over("030", "030")]), json!("t")),
        // out: neither wins nor ties, whatever is visible
        ("winner", state(&["c00000o", "p01000i", "r01000i"], &two), json!("t")),
        ("winner", state(&["c09900o", "p00100i", "r00000i"], &two), json!("p")),
        ("winner", state(&["c00000o", "y00003o"], &two), json!("t")),
        // the tie is not for the first place
        ("winner", state(&["c02000i", "y02200i", "r02200i", "p05600i"], &two), json!("p")),
        ("winner", json!([over("030", "031")]), json!("y")),
    ]);
}

#[test]
fn a_valid_rug_has_seven_characters_of_the_game() {
    let case = |rug: &str, valid: bool| ("rug-valid", json!([middle(), rug]), json!(valid));
    let mut cases = vec![
        case("c000001", true),
        case("y990660", true),
        // neighbours, Assam and covered rugs do not matter
        case("c002121", true),
        case("r116666", true),
        // already visible
        case("c110001", false),
        case("y075556", false),
        case("c070001", true),
        // not a player of this game
        case("p000001", false),
    ];
    for malformed in [
        "", "c", "c00000", "c0000011", " c000001", "c000001 ", "C000001", "n000001", "x000001",
        "c+10001", "c-10001", "c0a0001", "c007001", "c000701", "c000071", "c000017", "c00/001",
        "c00:001", "é00001", "c00000é", "c0000é", "٣00000", "cc00001", "0000001",
    ] {
        cases.push(case(malformed, false));
    }
    cases.push(("rug-valid", json!([start(2, "A00N"), "r000001"]), json!(false)));
    let out = state(&["c00000o", "y06000i"], "A33N", &[]);
    cases.push(("rug-valid", json!([out, "c000001"]), json!(true)));
    answered(&cases);
}

#[test]
fn a_placement_touches_assam_and_covers_no_whole_rug() {
    let case = |rug: &str, valid: bool| ("placement-valid", json!([middle(), rug]), json!(valid));
    let mut cases = vec![
        case("c002223", true),
        case("c002322", true),
        // one square of a rug, and one each of two
        case("r022232", true),
        case("r003132", true),
        // both squares of a rug, of another colour and of the same
        case("r001020", false),
        case("c001020", false),
        case("r000111", false),
        // under Assam
        case("c002131", false),
        case("c002021", false),
        case("c002121", false),
        // away from Assam, or only a corner of his square
        case("c005556", false),
        case("c003040", false),
        case("c003242", false),
        // not adjacent
        case("c002224", false),
        case("c002233", false),
        case("c002222", false),
        case("c000620", false),
        // already visible
        case("c112223", false),
        case("c002227", false),
        case("c0022", false),
        case("", false),
    ];
    // neither rugs in hand nor whether the player is in matter
    let poor = middle().replace("Pc02409i", "Pc00000o");
    cases.push(("placement-valid", json!([poor, "c002223"]), json!(true)));
    // squares on opposite edges are not neighbours
    cases.push(("placement-valid", json!([start(2, "A06N"), "c000616"]), json!(false)));
    cases.push(("placement-valid", json!([start(2, "A06N"), "c000010"]), json!(false)));
    cases.push(("placement-valid", json!([start(2, "A06N"), "c001626"]), json!(true)));
    // squares of one rug that are apart can occur, and do not count as a whole rug
    let apart = state(&["c03015i", "y03015i"], "A33N", &[(3, 4, "y05"), (6, 0, "y05")]);
    cases.push(("placement-valid", json!([apart, "c003444"]), json!(true)));
    answered(&cases);
}

#[test]
fn a_rug_is_placed_or_the_game_stays_unchanged() {
    let placed =
        middle().replacen("Pc02409i", "Pc02408i", 1).replacen("c11y04y04n00", "c11y04c00c00", 1);
    let case = |game: String, rug: &str, after: String| ("place", json!([game, rug]), json!(after));
    let mut cases = vec![case(middle(), "c002223", placed)];
    for nothing in ["c001020", "c005556", "c112223", "p002223", "nonsense", "", "c0022233"] {
        cases.push(case(middle(), nothing, middle()));
    }
    let none_left = middle().replace("Pc02409i", "Pc02400i");
    cases.push(case(none_left.clone(), "c002223", none_left));
    for (players, after) in [(2, "Py03014i"), (3, "Pr03014i"), (4, "Pp03014i")] {
        let before = start(players, "A06S");
        let colour = &after[1..2];
        let mut expected = before.replace(&after.replace("14", "15"), after);
        let at = expected.len() - 147 + 3 * 5;
        expected.replace_range(at..at + 3, &format!("{colour}42"));
        let at = at - 3;
        expected.replace_range(at..at + 3, &format!("{colour}42"));
        cases.push(case(before, &format!("{colour}420504"), expected));
    }
    answered(&cases);
}

#[test]
fn every_line_is_answered_in_order() {
    let mut lines = String::new();
    let mut expected = Vec::new();
    for index in 0..20_000_u32 {
        let die = index % 3 + 1;
        match index % 4 {
            0 => {
                lines += &query("move", json!(["A33N", die]));
                expected.push(json!(format!("A3{}N", 3 - die)));
            }
            1 => {
                lines += &query("payment", json!([middle()]));
                expected.push(json!(4));
            }
            2 => {
                lines += &query("rug-valid", json!([middle(), "bad"]));
                expected.push(json!(false));
            }
            _ => {
                lines += "nonsense";
                expected.push(json!("error"));
            }
        }
        lines.push('\n');
    }
    let found = answers(lines.clone());
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
        match found.as_object() {
            Some(object) => assert!(object.contains_key(expected.as_str().expect("an error"))),
            None => assert_eq!(found, expected, "line {index}"),
        }
    }
    // the same from a file
    let dir = scratch();
    fs::write(dir.path().join("queries.jsonl"), &lines).expect("written");
    let from_file = done(dir.path(), "analyse marrakech eval queries.jsonl").out;
    assert_eq!(from_file, fed(dir.path(), &["analyse", "marrakech", "eval"], lines).out);
}

#[test]
fn a_query_may_be_any_equivalent_json() {
    let game = middle();
    let lines = [
        format!(r#"{{"args": ["{game}"], "query": "payment"}}"#),
        format!("  {{ \"query\"\t: \"payment\" , \"args\" : [ \"{game}\" ] }}  "),
        format!(r#"{{"query":"p\u0061yment","args":["\u0050{}"]}}"#, &game[1..]),
        format!(r#"{{"query":"payment","args":["{game}"],"expect":4,"more":{{"a":[1]}}}}"#),
    ];
    assert_eq!(answers(lines.join("\n")), vec![json!(4); 4]);
}

#[test]
fn an_invalid_query_line_is_an_error_that_says_what_is_expected() {
    for line in
        ["", "   ", "\t", "nonsense", "[]", "5", "null", "\"payment\"", "true", "{", "\u{0}"]
    {
        error(line, &["query"]);
    }
    let game = middle();
    for line in [
        format!(r#"{{"query":"payment","args":["{game}"]"#),
        format!(r#"{{"query":"payment","args":["{game}"#),
        format!(r#"{{"query":"payment","args":["{game}"]}} more"#),
        format!(r#"{{"query":"payment","args":["{game}",]}}"#),
        format!(r#"{{'query':'payment','args':['{game}']}}"#),
        format!(r#"{{"query":"payment","query":"winner","args":["{game}"]}}"#),
        format!(r#"{{"query":"payment","args":"{game}"}}"#),
        r#"{"query":5,"args":[]}"#.to_owned(),
        r#"{"query":"payment","args":{}}"#.to_owned(),
        r#"{"query":"payment","args":["\q"]}"#.to_owned(),
        r#"{"query":"payment","args":["\ud800"]}"#.to_owned(),
    ] {
        error(line, &["query", "column"]);
    }
    error("{}", &["query"]);
    error(r#"{"query":"payment"}"#, &["args"]);
    error(r#"{"args":[]}"#, &["query"]);
}

#[test]
fn unknown_queries_come_with_the_nearest_name() {
    error(query("paymnt", json!([middle()])), &["paymnt", "`payment`"]);
    error(query("Payment", json!([middle()])), &["Payment", "`payment`"]);
    error(query("rug_valid", json!([middle(), "c000001"])), &["rug_valid", "`rug-valid`"]);
    error(query("", json!([])), &["rug-valid", "game-over", "placement-valid"]);
    error(query("xylophone", json!([])), &["xylophone", "rotate", "move", "place", "winner"]);
}

#[test]
fn a_wrong_number_or_type_of_arguments_is_reported() {
    for name in ["payment", "winner", "game-over"] {
        error(query(name, json!([])), &[name, "[game]", "0"]);
        error(query(name, json!([middle(), middle()])), &[name, "[game]", "2"]);
        error(query(name, json!([5])), &[name, "[game]", "1"]);
        error(query(name, json!([null])), &[name, "[game]"]);
    }
    for name in ["rug-valid", "placement-valid", "place"] {
        error(query(name, json!([middle()])), &[name, "[game, rug]", "1"]);
        error(query(name, json!([middle(), 5])), &[name, "[game, rug]", "2"]);
        error(query(name, json!([["a"], "c000001"])), &[name, "[game, rug]", "1"]);
    }
    error(query("rotate", json!(["A33N"])), &["rotate", "[assam, degrees]", "1"]);
    error(query("rotate", json!(["A33N", "90"])), &["rotate", "[assam, degrees]", "2"]);
    error(query("rotate", json!(["A33N", true])), &["rotate", "[assam, degrees]", "2"]);
    error(query("move", json!(["A33N", 1, 1])), &["move", "[assam, die]", "3"]);
    error(query("move", json!([33, 1])), &["move", "[assam, die]", "1"]);
    for die in [json!(0), json!(5), json!(-1), json!(1.5), json!(100)] {
        error(query("move", json!(["A33N", die])), &["die", "1, 2, 3 or 4", &die.to_string()]);
    }
}

/// Malformed games: the part, what is expected, at which character, what is found.
fn broken() -> Vec<(String, Vec<&'static str>)> {
    let two = start(2, "A33N");
    let mut cases = vec![
        (String::new(), vec!["player", "expected P", "character 1", "the end"]),
        ("x".to_owned(), vec!["player", "expected P", "character 1", "'x'"]),
        (format!(" {two}"), vec!["player", "expected P", "character 1"]),
        (format!("{two}n"), vec!["board", "expected the end", "character 169", "'n'"]),
        (format!("{two} "), vec!["board", "expected the end", "character 169"]),
        (format!("{two}n00"), vec!["board", "expected the end", "character 169", "'n'"]),
        (two[..167].to_owned(), vec!["board", "character 168", "the end"]),
        (two[..165].to_owned(), vec!["board", "character 166", "the end"]),
        (two[..21].to_owned(), vec!["board", "character 22", "the end"]),
        (two[..16].to_owned(), vec!["character 17", "the end"]),
        (two[..3].to_owned(), vec!["player", "digit", "character 4", "the end"]),
        (two[..18].to_owned(), vec!["Assam", "character 19", "the end"]),
        (two[8..].to_owned(), vec!["player", "character 9", "'A'"]),
        (two[16..].to_owned(), vec!["player", "expected P", "character 1", "'A'"]),
        (two.replace("Py", "Pc"), vec!["player", "colour", "character 10", "'c'"]),
    ];
    let five = start(4, "A33N").replacen("Pc03015i", "Pc03015iPc03015i", 1);
    cases.push((five, vec!["player", "character 10", "'c'"]));
    let five = start(4, "A33N").replacen("A33N", "Pc03015iA33N", 1);
    cases.push((five, vec!["character 33", "'P'"]));
    for (at, by, said) in [
        (1, "p", vec!["player", "expected P", "character 1", "'p'"]),
        (2, "g", vec!["player", "colour", "character 2", "'g'"]),
        (2, "n", vec!["player", "colour", "character 2", "'n'"]),
        (3, "-", vec!["player", "digit", "character 3", "'-'"]),
        (4, " ", vec!["player", "digit", "character 4", "' '"]),
        (5, "o", vec!["player", "digit", "character 5", "'o'"]),
        (7, "٣", vec!["player", "digit", "character 7", "'٣'"]),
        (8, "I", vec!["player", "i", "o", "character 8", "'I'"]),
        (9, "Q", vec!["character 9", "'Q'"]),
        (16, "x", vec!["player", "character 16", "'x'"]),
        (17, "a", vec!["A", "character 17", "'a'"]),
        (18, "7", vec!["Assam", "0 to 6", "character 18", "'7'"]),
        (19, "-", vec!["Assam", "0 to 6", "character 19", "'-'"]),
        (20, "n", vec!["Assam", "N, E, S or W", "character 20", "'n'"]),
        (21, "b", vec!["board", "B", "character 21", "'b'"]),
        (22, "x", vec!["board", "character 22", "'x'"]),
        (23, "1", vec!["board", "n00", "character 23", "'1'"]),
        (166, "c", vec![]),
        (167, "x", vec!["board", "character 167", "'x'"]),
        (168, "é", vec!["board", "character 168", "'é'"]),
    ] {
        if !said.is_empty() {
            let mut game = two.clone();
            game.replace_range(at - 1..at, by);
            cases.push((game, said));
        }
    }
    cases
}

#[test]
fn a_malformed_game_is_reported_with_position_and_expectation() {
    for (game, said) in broken() {
        for name in ["payment", "winner", "game-over"] {
            error(query(name, json!([game])), &said);
        }
        for name in ["rug-valid", "placement-valid", "place"] {
            error(query(name, json!([game, "c002223"])), &said);
            error(query(name, json!([game, "malformed too"])), &said);
        }
    }
}

#[test]
fn a_malformed_assam_is_reported_with_position_and_expectation() {
    for (assam, said) in ASSAMS {
        error(query("rotate", json!([assam, 90])), &said);
        error(query("rotate", json!([assam, 45])), &said);
        error(query("move", json!([assam, 2])), &said);
    }
}

const ASSAMS: [(&str, [&str; 3]); 10] = [
    ("", ["expected A", "character 1", "the end"]),
    ("B33N", ["expected A", "character 1", "'B'"]),
    ("a33N", ["expected A", "character 1", "'a'"]),
    ("A73N", ["0 to 6", "character 2", "'7'"]),
    ("A3-N", ["0 to 6", "character 3", "'-'"]),
    ("A33", ["N, E, S or W", "character 4", "the end"]),
    ("A33n", ["N, E, S or W", "character 4", "'n'"]),
    ("A33NN", ["the end", "character 5", "'N'"]),
    ("A33N ", ["the end", "character 5", "' '"]),
    ("A3éN", ["0 to 6", "character 3", "'é'"]),
];

#[test]
fn the_stream_may_be_empty_lack_a_final_newline_or_use_crlf() {
    assert!(answers("").is_empty());
    let one = query("move", json!(["A33N", 1]));
    assert_eq!(answers(one.clone()), [json!("A32N")]);
    assert_eq!(answers(format!("{one}\n")), [json!("A32N")]);
    assert_eq!(answers(format!("{one}\r\n{one}\r\n{one}\r\n")), vec![json!("A32N"); 3]);
    assert_eq!(answers(format!("{one}\n{one}")), vec![json!("A32N"); 2]);
}

#[test]
fn a_very_long_line_is_answered_and_so_is_the_next() {
    let one = query("move", json!(["A33N", 1]));
    let long = "x".repeat(5_000_000);
    let input = [
        long.clone(),
        one.clone(),
        query("winner", json!([long])),
        one.clone(),
        "[".repeat(200_000),
        one.clone(),
        format!("{}{one}{}", " ".repeat(300_000), " ".repeat(300_000)),
        query("rug-valid", json!([middle(), long])),
        String::new(),
    ];
    let found = answers(input.join("\n"));
    assert_eq!(found.len(), 8);
    for (index, answer) in found.iter().enumerate() {
        match index {
            0 | 2 | 4 => {
                let message = answer["error"].as_str().expect("an error");
                assert!(message.len() < 1000, "{} characters", message.len());
            }
            7 => assert_eq!(answer, &json!(false)),
            _ => assert_eq!(answer, &json!("A32N"), "line {index}"),
        }
    }
}

#[test]
fn invalid_utf_8_is_an_error_and_the_stream_continues() {
    error(b"\xff\xfe\x00garbage", &["query"]);
    error(b"{\"query\":\"winner\",\"args\":[\"\xff\"]}", &["column"]);
    error(b"{\"query\":\"\xc3\",\"args\":[]}", &[]);
    error("\u{feff}{\"query\":\"move\",\"args\":[\"A33N\",1]}", &["query"]);
}

/// A program that sends one query and waits for its answer before the next.
#[test]
fn each_query_is_answered_before_the_next_is_asked() {
    let dir = scratch();
    let mut child = program(dir.path(), &["analyse", "marrakech", "eval"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut ask = child.stdin.take().expect("a pipe");
    let mut told = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut assam = "A33N".to_owned();
    for _ in 0..50 {
        writeln!(ask, "{}", query("move", json!([assam, 3]))).expect("asked");
        let mut line = String::new();
        told.read_line(&mut line).expect("told");
        assam = serde_json::from_str(&line).expect("a text");
    }
    write!(ask, "{}", query("move", json!(["A33N", 1]))).expect("asked");
    drop(ask);
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("told");
    assert_eq!(rest, "\"A32N\"\n");
    assert!(child.wait().expect("an end").success());
}

#[test]
fn a_closed_pipe_is_not_an_error_here_either() {
    let dir = scratch();
    let one = query("move", json!(["A33N", 1]));
    for command in [
        format!("yes '{one}' | \"$LETTERGAME\" analyse marrakech eval"),
        "\"$LETTERGAME\" analyse marrakech roll --count 1000000".to_owned(),
        "\"$LETTERGAME\" play marrakech --players random,random,random --seed 1".to_owned(),
    ] {
        let script = format!("{command} | head -n 1 >/dev/null; echo ${{PIPESTATUS[@]: -2:1}}");
        let ran = shell("bash", dir.path(), &script).ended(0);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("0\n", ""), "{command}");
    }
}

#[test]
fn an_unreadable_file_is_reported() {
    let dir = scratch();
    refused(dir.path(), "analyse marrakech eval missing.jsonl", 4, &["missing.jsonl"]);
    refused(dir.path(), "analyse marrakech eval .", 4, &["."]);
}

// ---- one-shot forms

#[test]
fn a_malformed_game_on_the_command_line_exits_with_2() {
    let dir = scratch();
    for (game, said) in broken() {
        for command in ["payment", "winner", "game-over"] {
            run(dir.path(), &["analyse", "marrakech", command, &game]).refused(2, &said);
        }
        for command in ["rug-valid", "placement-valid", "place"] {
            run(dir.path(), &["analyse", "marrakech", command, &game, "c002223"]).refused(2, &said);
        }
        if game.trim() == game {
            run(dir.path(), &["analyse", "marrakech", "view", &game]).refused(2, &said);
        }
    }
    for (assam, said) in ASSAMS {
        run(dir.path(), &["analyse", "marrakech", "rotate", assam, "90"]).refused(2, &said);
        run(dir.path(), &["analyse", "marrakech", "move", assam, "1"]).refused(2, &said);
    }
}

#[test]
fn an_invalid_die_exits_with_2() {
    let dir = scratch();
    for die in ["0", "5", "-1", "99999999999999999999"] {
        run(dir.path(), &["analyse", "marrakech", "move", "A33N", die]).refused(2, &[die]);
    }
    for die in ["0", "5", "-1"] {
        run(dir.path(), &["analyse", "marrakech", "move", "A33N", die])
            .refused(2, &["1, 2, 3 or 4"]);
    }
    for die in ["two", "", "1.5"] {
        run(dir.path(), &["analyse", "marrakech", "move", "A33N", die]).refused(2, &["DIE"]);
    }
    run(dir.path(), &["analyse", "marrakech", "rotate", "A33N", "right"])
        .refused(2, &["right", "DEGREES"]);
}

#[test]
fn missing_and_surplus_arguments_exit_with_2() {
    let dir = scratch();
    for (line, said) in [
        ("analyse marrakech", "Usage"),
        ("analyse marrakech rotate", "ASSAM"),
        ("analyse marrakech rotate A33N", "DEGREES"),
        ("analyse marrakech rotate A33N 90 90", "90"),
        ("analyse marrakech move A33N", "DIE"),
        ("analyse marrakech payment", "GAME"),
        ("analyse marrakech winner", "GAME"),
        ("analyse marrakech game-over", "GAME"),
        ("analyse marrakech view", "GAME"),
        ("analyse marrakech place", "GAME"),
        ("analyse marrakech place x", "RUG"),
        ("analyse marrakech rug-valid x", "RUG"),
        ("analyse marrakech placement-valid x", "RUG"),
        ("analyse marrakech eval a b", "b"),
        ("analyse marrakech payed", "payment"),
    ] {
        refused(dir.path(), line, 2, &[said]);
    }
}

#[test]
fn every_command_here_has_help_with_an_example_that_runs() {
    let dir = scratch();
    let mut bad = Vec::new();
    for command in [
        "analyse marrakech",
        "analyse marrakech eval",
        "analyse marrakech rotate",
        "analyse marrakech move",
        "analyse marrakech payment",
        "analyse marrakech winner",
        "analyse marrakech game-over",
        "analyse marrakech rug-valid",
        "analyse marrakech placement-valid",
        "analyse marrakech place",
        "analyse marrakech roll",
        "analyse marrakech view",
        "play",
        "play marrakech",
    ] {
        let help = done(dir.path(), &format!("{command} --help")).out;
        let below = help.split("Example").nth(1).unwrap_or_default();
        let examples: Vec<&str> =
            below.lines().map(str::trim).filter(|line| line.contains("lettergame ")).collect();
        assert!(!examples.is_empty(), "{command}:\n{help}");
        // files used by the examples
        let one = query("move", json!(["A33N", 1]));
        fs::write(dir.path().join("queries.jsonl"), one).expect("written");
        let saved = format!("{} c rotate\n", start(2, "A33N"));
        fs::write(dir.path().join("saved.txt"), saved).expect("written");
        for example in examples {
            let script = example.replace("lettergame ", "\"$LETTERGAME\" ");
            let ran = shell("sh", dir.path(), &script);
            if ran.code != Some(0) {
                bad.push(format!("{example}: {}", ran.err));
            }
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

/// As with all other commands.
#[test]
fn spaces_around_a_game_to_view_exit_with_2() {
    let dir = scratch();
    for (game, said) in [
        (format!(" {}", middle()), "character 1"),
        (format!("{} ", middle()), "character 177"),
        (format!("{}\n", middle()), "character 177"),
    ] {
        run(dir.path(), &["analyse", "marrakech", "view", &game]).refused(2, &[said]);
    }
}

// ---- roll

fn rolls(dir: &Path, options: &str) -> Vec<u32> {
    let out = done(dir, &format!("analyse marrakech roll {options}")).out;
    out.lines().map(|line| line.parse().expect("a number")).collect()
}

#[test]
fn the_die_shows_1_to_4_and_depends_only_on_the_seed() {
    let dir = scratch();
    let many = rolls(dir.path(), "--seed 7 --count 6000");
    assert_eq!(many.len(), 6000);
    assert_eq!(many, rolls(dir.path(), "--count 6000 --seed 7"));
    assert_ne!(many, rolls(dir.path(), "--count 6000 --seed 8"));
    assert_eq!(many[..5], rolls(dir.path(), "--count 5 --seed 7"));
    // 1/6, 1/3, 1/3, 1/6; standard deviations are at most 37
    for (face, expected) in [(1, 1000_i32), (2, 2000), (3, 2000), (4, 1000)] {
        let count = many.iter().filter(|&&roll| roll == face).count();
        let count = i32::try_from(count).expect("a small number");
        assert!((count - expected).abs() < 200, "{face}: {count}");
    }
    assert!(many.iter().all(|roll| (1..=4).contains(roll)));
    let one = rolls(dir.path(), "");
    assert!(one.len() == 1 && (1..=4).contains(&one[0]), "{one:?}");
}

#[test]
fn an_invalid_count_or_seed_is_reported_by_name() {
    let dir = scratch();
    refused(dir.path(), "analyse marrakech roll --count x", 2, &["--count", "x"]);
    refused(dir.path(), "analyse marrakech roll --seed x", 2, &["--seed", "x"]);
    refused(dir.path(), "analyse marrakech roll --seed 99999999999999999999", 2, &["--seed"]);
    refused(dir.path(), "analyse marrakech roll 5", 2, &["5"]);
    let mut unclear = Vec::new();
    for (line, name) in [
        ("analyse marrakech roll --count -1", "--count"),
        ("analyse marrakech roll --seed -1", "--seed"),
        ("play marrakech --players random,random --seed -1", "--seed"),
    ] {
        let ran = refused(dir.path(), line, 2, &[]);
        if !ran.err.contains(name) {
            unclear.push(format!("{line}: {}", ran.err));
        }
    }
    assert!(unclear.is_empty(), "{unclear:#?}");
}

// ---- view

#[test]
fn the_view_shows_board_assam_and_players() {
    let dir = scratch();
    for (players, length) in [(2, 168), (3, 176), (4, 184)] {
        let game = start(players, "A52E");
        assert_eq!(game.len(), length);
        let shown = run(dir.path(), &["analyse", "marrakech", "view", &game]).ended(0);
        assert_eq!(shown.err, "");
        for (index, name) in ["cyan", "yellow", "red", "purple"].iter().enumerate() {
            assert_eq!(shown.out.contains(name), index < players, "{}", shown.out);
        }
        assert!(shown.out.contains("52") && shown.out.contains("east"), "{}", shown.out);
        assert_eq!(shown.out.matches("15 rugs").count(), players, "{}", shown.out);
        assert_eq!(shown.out.matches("30 dirhams").count(), players, "{}", shown.out);
    }
    let game = state(
        &["c01703i", "y00002o", "r07301i", "p03000i"],
        "A06S",
        &[(0, 0, "c07"), (6, 0, "r08"), (6, 1, "r08"), (0, 6, "y03"), (3, 3, "p01"), (6, 6, "p02")],
    );
    let shown = run(dir.path(), &["analyse", "marrakech", "view", &game]).ended(0).out;
    let line = |name: &str| {
        let lines: Vec<&str> = shown.lines().collect();
        let at = lines.iter().position(|line| line.contains(name)).expect("a player");
        lines[at..lines.len().min(at + 2)].join(" ")
    };
    for (name, told) in [
        ("cyan", ["17 dirhams", "3 rugs", "1 square", "in"]),
        ("yellow", ["0 dirhams", "2 rugs", "1 square", "out"]),
        ("red", ["73 dirhams", "1 rug", "2 squares", "in"]),
        ("purple", ["30 dirhams", "0 rugs", "2 squares", "in"]),
    ] {
        for told in told {
            assert!(line(name).contains(told), "{name}: {told}\n{shown}");
        }
    }
    assert!(shown.contains("06") && shown.contains("south"), "{shown}");
    // readable without colour: the letters are where the rugs are
    let rows: Vec<&str> = shown
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .collect();
    assert_eq!(rows.len(), 7, "{shown}");
    let board = |row: usize| rows[row].chars().take(46).collect::<String>();
    assert!(board(0).contains('c') && board(0).contains('r'), "{shown}");
    assert!(board(1).contains('r') && !board(1).contains('c'), "{shown}");
    assert!(board(3).contains('p'), "{shown}");
    // and the one under Assam too
    assert!(board(6).contains('y') && board(6).contains('p'), "{shown}");
}

#[test]
fn assam_shows_which_way_he_faces() {
    let dir = scratch();
    let arrows = ["N", "E", "S", "W"].map(|facing| {
        let game = start(2, &format!("A33{facing}"));
        let shown = run(dir.path(), &["analyse", "marrakech", "view", &game]).ended(0).out;
        shown.lines().find(|line| line.starts_with('3')).expect("a row").to_owned()
    });
    let distinct: BTreeSet<&String> = arrows.iter().collect();
    assert_eq!(distinct.len(), 4, "{arrows:#?}");
}

#[test]
fn the_view_has_no_escape_codes_in_a_pipe_and_honours_no_color() {
    let dir = scratch();
    let game = middle();
    let plain = run(dir.path(), &["analyse", "marrakech", "view", &game]).ended(0).out;
    assert!(!plain.contains('\x1b'), "{plain:?}");
    let played = done(dir.path(), "play marrakech --players random,random --seed 2").out;
    assert!(!played.contains('\x1b'), "{played:?}");
    if shell("sh", dir.path(), "command -v script").code == Some(0) {
        let on_a_terminal = |setting: &str| {
            let line = format!(
                "{setting} script -qec '\"$LETTERGAME\" analyse marrakech view {game}' /dev/null </dev/null"
            );
            shell("sh", dir.path(), &line).ended(0).out
        };
        assert!(on_a_terminal("TERM=xterm COLORTERM=truecolor").contains("\x1b[48;"));
        let without = on_a_terminal("TERM=xterm NO_COLOR=1");
        assert!(!without.contains("\x1b[3") && !without.contains("\x1b[4"), "{without:?}");
        assert!(without.contains("cyan") && without.contains("west"), "{without:?}");
    }
}

#[test]
fn a_picture_is_well_formed_and_has_49_squares() {
    let dir = scratch();
    for players in 2..=4 {
        let name = format!("board{players}.svg");
        let game = start(players, "A14W");
        run(dir.path(), &["analyse", "marrakech", "view", &game, "--svg", &name]).ended(0);
        let svg = text(&dir.path().join(&name));
        let picture = roxmltree::Document::parse(&svg).expect("XML");
        assert_eq!(picture.root_element().tag_name().name(), "svg");
        let squares: BTreeSet<&str> = picture
            .descendants()
            .filter(|node| node.attribute("class") == Some("square"))
            .filter_map(|node| node.attribute("data-square"))
            .collect();
        assert_eq!(squares.len(), 49, "{squares:?}");
        let words: String =
            picture.descendants().filter_map(|node| node.text()).collect::<String>().to_lowercase();
        for (index, name) in ["cyan", "yellow", "red", "purple"].iter().enumerate() {
            assert_eq!(words.contains(name), index < players, "{words}");
        }
        assert!(!svg.contains("http") || svg.matches("http").count() == 1, "no link to elsewhere");
    }
    // the number of squares not hidden by rugs and Assam
    run(dir.path(), &["analyse", "marrakech", "view", &middle(), "--svg", "m.svg"]).ended(0);
    let svg = text(&dir.path().join("m.svg"));
    let picture = roxmltree::Document::parse(&svg).expect("XML");
    let squares = picture.descendants().filter(|node| node.attribute("class") == Some("square"));
    assert_eq!(squares.count(), 49);
}

#[test]
fn an_unwritable_picture_exits_with_4() {
    let dir = scratch();
    let game = middle();
    for name in ["missing/board.svg", ".", "/dev/full"] {
        if name != "/dev/full" || Path::new(name).exists() {
            run(dir.path(), &["analyse", "marrakech", "view", &game, "--svg", name])
                .refused(4, &[name]);
        }
    }
    // a malformed game leaves an existing file unchanged
    fs::write(dir.path().join("mine.svg"), "mine").expect("written");
    run(dir.path(), &["analyse", "marrakech", "view", "Pc", "--svg", "mine.svg"])
        .refused(2, &["character"]);
    assert_eq!(text(&dir.path().join("mine.svg")), "mine");
}

// ---- play

/// Plays with these lines on standard input, successfully.
#[track_caller]
fn played(dir: &Path, options: &str, input: &str) -> String {
    let args = words(options);
    let ended = fed(dir, &[&["play", "marrakech"], &args[..]].concat(), input);
    assert_eq!(ended.code, Some(0), "{options}\n{}\n{}", ended.out, ended.err);
    ended.out
}

/// The saved games in the output: a state string, the colour to move, the phase.
fn saved(out: &str) -> Vec<String> {
    let words: Vec<&str> = out.split_whitespace().map(|word| word.trim_matches('\'')).collect();
    let mut found = Vec::new();
    for three in words.windows(3) {
        if three[0].starts_with('P') && three[0].len() >= 168 {
            found.push(three.join(" "));
        }
    }
    found
}

/// The saved game at the end of this input.
#[track_caller]
fn left(dir: &Path, options: &str, input: &str) -> String {
    let out = played(dir, options, input);
    saved(&out).pop().unwrap_or_else(|| panic!("no saved game in:\n{out}"))
}

const TWO: &str = "--players person,person --seed 3";

#[test]
fn two_computers_play_to_the_end() {
    let dir = scratch();
    for seed in 1..=5 {
        let line = format!("--players random,greedy --seed {seed}");
        let out = played(dir.path(), &line, "");
        let last = out.lines().last().expect("a last line");
        assert!(
            last.contains("over")
                && ["cyan has won", "yellow has won", "tie"].iter().any(|end| last.contains(end)),
            "{out}"
        );
        assert_eq!(out, played(dir.path(), &line, ""), "a seed is a game");
    }
}

#[test]
fn every_computer_plays_in_games_of_2_3_and_4() {
    let dir = scratch();
    for players in [
        "expectimax:depth=1,mcts:playouts=10",
        "mcts:playouts=10,random,greedy",
        "greedy,expectimax:depth=1,random,mcts:playouts=10",
    ] {
        let out = played(dir.path(), &format!("--seed 4 --players {players}"), "");
        assert!(out.contains("The game is over"), "{out}");
    }
}

#[test]
fn always_taking_the_first_choice_reaches_the_end() {
    let dir = scratch();
    let input = "1\n\n".repeat(120);
    for players in ["person,random", "random,person", "person,greedy,person", "person,person"] {
        let out = played(dir.path(), &format!("--seed 3 --players {players}"), &input);
        assert!(out.lines().last().expect("a last line").contains("over"), "{out}");
    }
}

#[test]
fn each_phase_prompts_in_words_and_coordinates() {
    let dir = scratch();
    let load = format!("{} c rotate", start(2, "A60N"));
    let args = ["play", "marrakech", "--players", "person,person", "--load", &load];
    let out = fed(dir.path(), &args, "").out;
    for told in ["north", "east", "west", "60", "50", "40", "30", "61", "62", "63"] {
        assert!(out.contains(told), "{told} is not in:\n{out}");
    }
    let load = format!("{} c place", start(2, "A00N"));
    let args = ["play", "marrakech", "--players", "person,person", "--load", &load];
    let out = fed(dir.path(), &args, "").out;
    let choices: Vec<&str> = out.lines().filter(|line| line.contains(" and ")).collect();
    assert_eq!(choices.len(), 4, "{out}");
    for (first, second) in [("01", "02"), ("01", "11"), ("10", "20"), ("10", "11")] {
        let found = choices.iter().filter(|line| line.contains(first) && line.contains(second));
        assert_eq!(found.count(), 1, "{first} {second}\n{out}");
    }
}

#[test]
fn a_choice_may_be_named_by_number_letter_or_squares() {
    let dir = scratch();
    let number = left(dir.path(), TWO, "3\n\nq\n");
    assert_eq!(number, left(dir.path(), TWO, "l\n\nq\n"));
    assert_ne!(number, left(dir.path(), TWO, "a\n\nq\n"));
    assert_ne!(number, left(dir.path(), TWO, "r\n\nq\n"));
    assert!(number.ends_with(" c place"), "{number}");
    // after a walk of 2 north from 33
    let squares = left(dir.path(), TWO, "l\n\n21 20\n\nq\n");
    assert_eq!(squares, left(dir.path(), TWO, "l\n\n20 21\n\nq\n"));
    assert!(squares.ends_with(" y rotate") && squares.starts_with("Pc03014i"), "{squares}");
    let board = squares.split_once('B').expect("a board").1;
    assert_eq!(&board[3 * 14..3 * 16], "c00c00", "{squares}");
}

#[test]
fn a_rotation_can_be_undone_until_confirmed() {
    let dir = scratch();
    let first = left(dir.path(), TWO, "q\n");
    assert_eq!(first, format!("{} c rotate", start(2, "A33E")));
    for input in ["3\nu\nq\n", "3\nu\n2\nu\n1\nu\n", "3\n", "3\nq\n", "3\nu\nsave\n"] {
        assert_eq!(left(dir.path(), TWO, input), first, "{input:?}");
    }
    let other = left(dir.path(), TWO, "3\nu\n2\n\nq\n");
    assert_eq!(other, left(dir.path(), TWO, "2\n\nq\n"));
    assert!(other.contains("S") && other.ends_with("c place"), "{other}");
    // the dice do not change
    let out = played(dir.path(), TWO, "2\n\nu\nq\n");
    assert!(out.contains("undo"), "{out}");
    assert_eq!(saved(&out).last(), Some(&other));
}

#[test]
fn a_placement_can_be_undone_until_confirmed() {
    let dir = scratch();
    let before = left(dir.path(), TWO, "1\n\nq\n");
    for input in ["1\n\n4\nu\nq\n", "1\n\n4\nu\n5\nu\n6\nu\n", "1\n\n4\n", "1\n\n4\nq\n"] {
        assert_eq!(left(dir.path(), TWO, input), before, "{input:?}");
    }
    let after = left(dir.path(), TWO, "1\n\n4\nu\n2\n\nq\n");
    assert_eq!(after, left(dir.path(), TWO, "1\n\n2\n\nq\n"));
    assert!(after.ends_with(" y rotate"), "{after}");
    assert_eq!(left(dir.path(), TWO, "1\n\n2\n\nu\nq\n"), after, "what is laid stays");
}

#[test]
fn a_saved_game_resumes_with_the_same_board_and_turn() {
    let dir = scratch();
    let players = "person,person,person";
    for (index, input) in
        ["", "2\n\n", "2\n\n1\n\n3\n\n4\n\n", "2\n\n1\n\n3\n\n4\n\n1\n\n"].into_iter().enumerate()
    {
        let name = format!("game{index}.txt");
        let options = format!("--seed 9 --players {players}");
        let out = played(dir.path(), &options, &format!("{input}save\nsave {name}\n"));
        let lines = saved(&out);
        let line = lines.first().expect("a saved game");
        assert!(lines.iter().all(|other| other == line), "{lines:#?}");
        assert_eq!(text(&dir.path().join(&name)).trim_end(), line);
        for load in [line.as_str(), &name] {
            let args = ["play", "marrakech", "--players", players, "--load", load];
            let ended = fed(dir.path(), &args, "save\n");
            assert_eq!(ended.code, Some(0), "{}", ended.err);
            assert_eq!(saved(&ended.out).first(), Some(line), "{load}");
            // and to the end
            let ended = fed(dir.path(), &args, "1\n\n".repeat(120));
            assert!(ended.out.contains("The game is over"), "{}", ended.out);
        }
    }
}

#[test]
fn a_loaded_game_allows_other_players_and_any_line_endings() {
    let dir = scratch();
    let line = format!("{} r place", middle());
    for end in ["", "\n", "\r\n", "\n\n"] {
        fs::write(dir.path().join("game.txt"), format!("{line}{end}")).expect("written");
        let options = "--players random,greedy,person --load game.txt";
        assert_eq!(left(dir.path(), options, "q\n"), line, "{end:?}");
    }
    let over = format!("{} c rotate", over("020", "050"));
    let args = ["play", "marrakech", "--players", "person,random,random", "--load", &over];
    let ended = fed(dir.path(), &args, "");
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.out.contains("yellow has won"), "{}", ended.out);
}

#[test]
fn a_failed_save_is_reported_and_the_game_continues() {
    let dir = scratch();
    let out = played(dir.path(), TWO, "save missing/game.txt\n3\n\nq\n");
    assert!(out.contains("missing/game.txt"), "{out}");
    assert_eq!(saved(&out).pop(), Some(left(dir.path(), TWO, "3\n\nq\n")));
}

/// Help and save work at every question.
#[test]
fn help_and_save_are_available_at_every_prompt() {
    let dir = scratch();
    let mut missing = Vec::new();
    for before in ["", "1\n", "1\n\n", "1\n\n1\n"] {
        for help in ["h", "help", "?"] {
            let out = played(dir.path(), TWO, &format!("{before}{help}\n"));
            if !(out.contains("undo") && out.contains("save [FILE]") && out.contains("quit")) {
                missing.push(format!("{help} after {before:?}"));
            }
        }
        let out = played(dir.path(), TWO, &format!("{before}save\n"));
        if saved(&out).len() != 2 {
            missing.push(format!("save after {before:?}"));
        }
        let name = format!("game{}.txt", before.len());
        played(dir.path(), TWO, &format!("{before}save {name}\n"));
        if !dir.path().join(&name).exists() {
            missing.push(format!("save {name} after {before:?}"));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

const NONSENSE: [&str; 8] =
    ["xyzzy", "99", "-1", "1 2 3", "öäü", "1x", "34 3", "99999999999999999"];

#[test]
fn nonsense_is_reported_and_asked_again() {
    let dir = scratch();
    for before in ["", "1\n\n"] {
        let state = left(dir.path(), TWO, before);
        for nonsense in NONSENSE {
            let out = played(dir.path(), TWO, &format!("{before}{nonsense}\nq\n"));
            assert!(out.contains(nonsense), "{nonsense} after {before:?}:\n{out}");
            assert_eq!(saved(&out).pop().as_ref(), Some(&state), "{nonsense}");
        }
    }
    // squares that are not a legal placement are rejected with the reason
    let place = format!("{} c place", middle());
    for (squares, reason) in [
        ("21 22", "Assam"),
        ("55 56", "Assam"),
        ("22 33", "22 and 33"),
        ("10 20", "rug"),
        ("22 22", "22"),
    ] {
        let args = ["play", "marrakech", "--players", "person,person,person", "--load", &place];
        let ended = fed(dir.path(), &args, format!("{squares}\nq\n"));
        let said = ended.out.rsplit("where shall").next().unwrap_or_default();
        let said = said.split("cyan>").nth(1).unwrap_or_default();
        assert!(said.contains(reason), "{squares}: {said}");
        assert_eq!(saved(&ended.out).pop().as_ref(), Some(&place));
    }
}

#[test]
fn nonsense_instead_of_a_confirmation_is_reported_too() {
    let dir = scratch();
    let mut silent = Vec::new();
    for before in ["1\n", "1\n\n1\n"] {
        let state = left(dir.path(), TWO, before);
        for nonsense in NONSENSE {
            let out = played(dir.path(), TWO, &format!("{before}{nonsense}\nq\n"));
            assert_eq!(saved(&out).pop().as_ref(), Some(&state), "{nonsense} confirmed a choice");
            if !out.contains(&format!("`{nonsense}`")) {
                silent.push(format!("{nonsense} after {before:?}"));
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn invalid_utf_8_or_very_long_input_does_not_end_the_game() {
    let dir = scratch();
    let state = left(dir.path(), TWO, "2\n\nq\n");
    let long = "1".repeat(1_000_000);
    for nonsense in [&b"\xff\xfe"[..], long.as_bytes(), b"\0"] {
        let input = [nonsense, b"\n2\n\nq\n"].concat();
        let ended = fed(dir.path(), &[&["play", "marrakech"], &words(TWO)[..]].concat(), input);
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        assert_eq!(saved(&ended.out).pop().as_ref(), Some(&state));
    }
    let crlf = left(dir.path(), TWO, "2\r\n\r\nq\r\n");
    assert_eq!(crlf, state);
}

#[test]
fn the_end_of_input_ends_the_game_cleanly() {
    let dir = scratch();
    for input in ["", "1", "1\n", "1\n\n", "1\n\n1", "1\n\n1\n\n"] {
        let out = played(dir.path(), TWO, input);
        assert_eq!(saved(&out).len(), 1, "{input:?}\n{out}");
        assert!(!out.contains("The game is over"), "{out}");
    }
}

#[test]
fn a_wrong_player_count_or_unknown_player_exits_with_2() {
    let dir = scratch();
    for (players, said) in [
        ("person", &["1", "2 to 4"][..]),
        ("person,person,person,person,person", &["5", "2 to 4"]),
        ("random,greddy", &["greddy", "`greedy`"]),
        ("person,xylophone", &["xylophone", "random", "mcts"]),
        ("person,expectimax:depth=9", &["`9` for `depth`", "1 to 4"]),
        ("person,mcts:playouts=0", &["`0` for `playouts`", "1 to "]),
        ("person,greedy:depth=1", &["greedy:depth=1", "depth"]),
        ("person,", &["known"]),
    ] {
        refused(dir.path(), &format!("play marrakech --players {players}"), 2, said);
    }
    refused(dir.path(), "play chess", 2, &["chess"]);
    refused(dir.path(), "play", 2, &["Usage", "marrakech"]);
}

#[test]
fn a_malformed_saved_game_exits_with_2_and_a_missing_file_with_4() {
    let dir = scratch();
    let two = start(2, "A33N");
    let cases = [
        (format!("{two} c"), &["rotate or place"][..]),
        (format!("{two} c roll"), &["rotate", "place", "roll"]),
        (format!("{two} c rotate now"), &["rotate or place"]),
        (format!("{two} r rotate"), &["red"]),
        (format!("{two} g rotate"), &["c, y, r or p", "`g`"]),
        (format!("{two}n c rotate"), &["board", "the end", "character 169", "'n'"]),
        (format!("{} c rotate", &two[..166]), &["board", "character 167"]),
        (format!("{} c rotate", two.replace("A33N", "A83N")), &["Assam", "0 to 6", "character 18"]),
        (format!("{} c rotate", two.replace("Py", "Pc")), &["player", "character 10"]),
        (format!("{} c rotate", start(3, "A33N")), &["3", "2"]),
    ];
    for (line, said) in cases {
        let play = |load: &str| {
            let args = ["play", "marrakech", "--players", "person,random", "--load", load];
            run(dir.path(), &args).refused(2, said);
        };
        play(&line);
        fs::write(dir.path().join("game.txt"), &line).expect("written");
        play("game.txt");
    }
    for content in ["", "\n", "nonsense"] {
        fs::write(dir.path().join("game.txt"), content).expect("written");
        let line = "play marrakech --players person,random --load game.txt";
        refused(dir.path(), line, 2, &["game.txt", "rotate or place"]);
    }
    fs::write(dir.path().join("game.txt"), b"\xff\xfe").expect("written");
    let ran = run(dir.path(), &["play", "marrakech", "--load", "game.txt"]);
    assert!(matches!(ran.code, Some(2 | 4)), "{ran:?}");
    refused(dir.path(), "play marrakech --load missing.txt", 4, &["missing.txt"]);
    refused(dir.path(), "play marrakech --load .", 4, &["."]);
}

/// `person` is one of the possible players here.
#[test]
fn the_unknown_player_error_mentions_that_a_person_may_play() {
    let dir = scratch();
    refused(dir.path(), "play marrakech --players persn,random", 2, &["persn", "`person`"]);
    refused(dir.path(), "play marrakech --players xylophone,random", 2, &["xylophone", "person"]);
}

/// What users try first.
#[test]
fn a_state_string_without_a_turn_is_a_malformed_saved_game() {
    let dir = scratch();
    let args = ["play", "marrakech", "--players", "person,random", "--load", &start(2, "A33N")];
    run(dir.path(), &args).refused(2, &["rotate or place"]);
}

// ---- tournaments

fn number(row: &Row, column: &str) -> i64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

/// The seats of each game, in order.
fn games(rows: &[Row]) -> Vec<Vec<Row>> {
    let mut games: BTreeMap<i64, Vec<Row>> = BTreeMap::new();
    for row in rows {
        games.entry(number(row, "game")).or_default().push(row.clone());
    }
    games.into_values().collect()
}

/// Plays a tournament of Marrakech into `run`.
#[track_caller]
fn tournament(dir: &Path, options: &str) -> Vec<Vec<Row>> {
    done(dir, &format!("tournament --game marrakech --quiet --out run {options}"));
    games(&table(&dir.join("run/scores.csv")))
}

/// The JSON of a replay: first the players, then plies, then the result.
#[track_caller]
fn replayed(dir: &Path, game: usize) -> Vec<Value> {
    let out = done(dir, &format!("replay run --game {game} --format json")).out;
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn events(lines: &[Value]) -> impl Iterator<Item = &Value> {
    lines.iter().filter_map(|line| line["events"].as_array()).flatten()
}

fn dice(lines: &[Value]) -> Vec<i64> {
    let rolled = events(lines).filter(|event| event["type"] == "rolled");
    rolled.map(|event| event["die"].as_i64().expect("a number")).collect()
}

fn first_scene(lines: &[Value]) -> &str {
    lines.iter().find_map(|line| line["scene"].as_str()).expect("a scene")
}

fn assert_accounts(games: &[Vec<Row>], players: i64) {
    for seats in games {
        let sum = |column: &str| seats.iter().map(|row| number(row, column)).sum::<i64>();
        assert_eq!(i64::try_from(seats.len()), Ok(players));
        assert_eq!(sum("dirhams"), 30 * players, "{seats:?}");
        assert_eq!(sum("paid"), sum("received"), "{seats:?}");
        assert!(sum("squares") <= 49, "{seats:?}");
        let standing = |row: &Row| (number(row, "score"), number(row, "dirhams"));
        let alive = seats.iter().filter(|row| row["eliminated"] == "0");
        let best = alive.clone().map(standing).max().expect("somebody is left");
        let winners = alive.filter(|row| standing(row) == best).count();
        for row in seats {
            let cell = |column: &str| number(row, column);
            assert_eq!(cell("score"), cell("dirhams") + cell("squares"), "{row:?}");
            assert_eq!(cell("dirhams"), 30 - cell("paid") + cell("received"), "{row:?}");
            assert_eq!(row["status"], "ok", "{row:?}");
            let out = cell("eliminated") > 0;
            assert!(!out || cell("dirhams") == 0, "{row:?}");
            let won: f64 = row["win"].parse().expect("a number");
            let expected = if !out && standing(row) == best { 1.0 / winners as f64 } else { 0.0 };
            assert!((won - expected).abs() < 0.001, "{row:?} of {seats:?}");
            assert_eq!(cell("place") == 1, expected > 0.0, "{row:?} of {seats:?}");
        }
    }
}

#[test]
fn scores_have_the_documented_columns_and_add_up() {
    for (players, count) in [
        ("random,greedy", 2),
        ("random,greedy,expectimax:depth=1", 3),
        ("random,random,greedy,mcts:playouts=10", 4),
    ] {
        let dir = scratch();
        let games = tournament(dir.path(), &format!("--players {players} --games 48 --seed 6"));
        let header = header(&dir.path().join("run/scores.csv"));
        let common = "game,deal,pairing,seed,seat,player,score,place,win,status,";
        let own = header.strip_prefix(common).unwrap_or_else(|| panic!("{header}"));
        let own: BTreeSet<&str> = own.split(',').collect();
        for column in ["dirhams", "squares", "paid", "received", "eliminated"] {
            assert!(own.contains(column), "{header}");
        }
        assert_eq!(games.len(), 48);
        assert_accounts(&games, count);
    }
}

/// Eliminated players are reported, and never win.
#[test]
fn eliminations_are_shown() {
    let dir = scratch();
    let games = tournament(dir.path(), "--players random,greedy --games 300 --seed 2");
    assert_accounts(&games, 2);
    let out = |row: &&Row| row["eliminated"] != "0";
    let all: Vec<&Row> = games.iter().flatten().collect();
    assert!(all.iter().copied().filter(|row| out(row)).count() > 0, "nobody is out");
    // and a replay ends in the same way
    let game = games.iter().position(|seats| seats.iter().any(|row| out(&row))).expect("a game");
    let lines = replayed(dir.path(), game);
    let result = lines.last().expect("a result");
    let scores: Vec<i64> = games[game].iter().map(|row| number(row, "score")).collect();
    assert_eq!(result["scores"], json!(scores));
}

/// The seatings of a deal, and the dice of its games.
#[track_caller]
fn assert_permuted(players: &str, seatings: usize, looked_at: usize) {
    let dir = scratch();
    let options = format!("--players {players} --seats permute --seed 8 --games {}", 2 * seatings);
    let games = tournament(dir.path(), &options);
    assert_eq!(games.len(), 2 * seatings);
    let mut dice_of_deals = Vec::new();
    for deal in [0, 1] {
        let of_deal: Vec<&Vec<Row>> =
            games.iter().filter(|seats| number(&seats[0], "deal") == deal).collect();
        let orders: BTreeSet<Vec<&str>> = of_deal
            .iter()
            .map(|seats| seats.iter().map(|row| row["player"].as_str()).collect())
            .collect();
        assert_eq!((of_deal.len(), orders.len()), (seatings, seatings), "{players}");
        let mut longest: Vec<i64> = Vec::new();
        let mut scene: Option<String> = None;
        for seats in of_deal.iter().take(looked_at) {
            let game = usize::try_from(number(&seats[0], "game")).expect("a number");
            let lines = replayed(dir.path(), game);
            let names: Vec<&str> = seats.iter().map(|row| row["player"].as_str()).collect();
            assert_eq!(lines[0]["players"], json!(names));
            assert_eq!(lines[0]["seed"], json!(seats[0]["seed"]));
            let cast = dice(&lines);
            let common = cast.len().min(longest.len());
            assert_eq!(cast[..common], longest[..common], "{players}: game {game}");
            assert!(cast.iter().all(|die| (1..=4).contains(die)), "{cast:?}");
            if cast.len() > longest.len() {
                longest = cast;
            }
            // the initial setup too
            let first = first_scene(&lines).to_owned();
            assert_eq!(scene.get_or_insert_with(|| first.clone()), &first);
            let scores: Vec<i64> = seats.iter().map(|row| number(row, "score")).collect();
            assert_eq!(lines.last().expect("a result")["scores"], json!(scores));
        }
        assert!(longest.len() > 15, "{longest:?}");
        dice_of_deals.push(longest);
    }
    assert_ne!(dice_of_deals[0], dice_of_deals[1], "each deal has its own dice");
}

#[test]
fn all_seatings_of_a_deal_of_two_have_the_same_dice() {
    assert_permuted("random,greedy", 2, 2);
}

#[test]
fn all_seatings_of_a_deal_of_three_have_the_same_dice() {
    assert_permuted("random,greedy,expectimax:depth=1", 6, 6);
}

#[test]
fn all_seatings_of_a_deal_of_four_have_the_same_dice() {
    assert_permuted("random,greedy,mcts:playouts=5,expectimax:depth=1", 24, 8);
}

/// Games with early eliminations have the same dice as the others: a roll is determined by its index in the
/// deal.
#[test]
fn the_dice_do_not_depend_on_who_plays() {
    let mut cast = Vec::new();
    for players in ["random,greedy,random", "greedy,greedy,expectimax:depth=1"] {
        let dir = scratch();
        tournament(dir.path(), &format!("--players {players} --games 1 --seed 31"));
        cast.push(dice(&replayed(dir.path(), 0)));
    }
    let common = cast[0].len().min(cast[1].len());
    assert!(common > 20, "{cast:?}");
    assert_eq!(cast[0][..common], cast[1][..common]);
}

const FIELD: &str = "--players random,greedy,mcts:playouts=10,expectimax:depth=1 --seats permute \
                     --seed 12 --games 48 --record plies";

#[test]
fn results_do_not_depend_on_threads() {
    let (one, two) = (scratch(), scratch());
    tournament(one.path(), &format!("{FIELD} --threads 1"));
    tournament(two.path(), &format!("{FIELD} --threads 2"));
    assert_same_rows(&one.path().join("run"), &two.path().join("run"));
}

#[test]
fn a_stopped_run_is_resumed_to_the_same_bytes() {
    let (whole, torn) = (scratch(), scratch());
    for dir in [&whole, &torn] {
        tournament(dir.path(), "--players random,greedy,mcts:playouts=10 --seed 12 --games 30");
    }
    let path = torn.path().join("run/scores.csv");
    let length = text(&path).len() as u64;
    for length in [length / 2, 150, length - 1] {
        cut(&path, length);
        done(torn.path(), "resume run --quiet");
        assert_same_rows(&whole.path().join("run"), &torn.path().join("run"));
    }
    // from its own config too
    let config = whole.path().join("run/config.toml");
    let config = config.to_str().expect("UTF-8");
    run(torn.path(), &["tournament", config, "--quiet", "--out", "again"]).ended(0);
    assert_same_rows(&whole.path().join("run"), &torn.path().join("again"));
}

#[test]
fn shards_are_merged_to_the_same_bytes() {
    let dir = scratch();
    let options = "--players random,greedy,random --seats permute --seed 12 --games 24";
    tournament(dir.path(), options);
    for index in [1, 2] {
        let line = format!("tournament --game marrakech --quiet {options} --shard {index}/2");
        done(dir.path(), &format!("{line} --out s{index}"));
    }
    done(dir.path(), "merge s1 s2 --out merged");
    assert_same_rows(&dir.path().join("run"), &dir.path().join("merged"));
}

#[test]
fn games_of_four_may_have_12_rugs_each() {
    let dir = scratch();
    let players = "--players random,random,greedy,greedy --seed 1 --games 2";
    let games = tournament(dir.path(), &format!("{players} --set rugs=12"));
    assert_accounts(&games, 4);
    let lines = replayed(dir.path(), 0);
    assert!(first_scene(&lines).starts_with("Pc03012iPy03012iPr03012iPp03012iA33"));
    let placed = events(&lines).filter(|event| event["type"] == "placed").count();
    assert!(placed <= 48, "{placed}");
    edit(&dir.path().join("run/config.toml"), "rugs = 12", "rugs = 11");
    let ran = done(dir.path(), "replay run/config.toml --game 0 --format json").out;
    assert!(ran.contains("Pc03011i"), "{ran}");
}

/// The first rotation is before the first roll; then each player rotates for the next.
#[test]
fn assam_may_be_rotated_at_the_end_of_a_turn() {
    let dir = scratch();
    let options = "--players random,greedy --seed 1 --games 2";
    let games = tournament(dir.path(), &format!("{options} --set rotate=end"));
    assert_accounts(&games, 2);
    let lines = replayed(dir.path(), 0);
    let order: Vec<(String, String)> = events(&lines)
        .filter(|event| event["type"] == "rotated" || event["type"] == "rolled")
        .map(|event| {
            let part = |name: &str| event[name].as_str().expect("a text").to_owned();
            (part("type"), part("colour"))
        })
        .collect();
    let rotated = order.iter().position(|(kind, _)| kind == "rotated").expect("a rotation");
    let rest = &order[rotated + 1..];
    let mut turns = 0;
    for pair in rest.windows(2) {
        if pair[0].0 == "rotated" {
            assert_eq!(pair[1].0, "rolled", "{order:?}");
            assert_ne!(pair[0].1, pair[1].1, "rotated for the next: {order:?}");
            turns += 1;
        }
    }
    assert!(turns > 20, "{order:?}");
    let usual = tournament(scratch().path(), options);
    assert_ne!(usual, games);
}

#[test]
fn games_of_two_may_have_two_colours_each_with_24_rugs() {
    let dir = scratch();
    let options = "--players random,greedy --seed 1 --games 4 --set colours=2 --set rugs=12";
    let games = tournament(dir.path(), options);
    for seats in &games {
        let dirhams: i64 = seats.iter().map(|row| number(row, "dirhams")).sum();
        assert_eq!((seats.len(), dirhams), (2, 60));
        for row in seats {
            let cell = |column: &str| number(row, column);
            assert_eq!(cell("score"), cell("dirhams") + cell("squares"), "{row:?}");
        }
    }
    let lines = replayed(dir.path(), 0);
    let scene = first_scene(&lines);
    assert_eq!(scene.len(), 184, "{scene}");
    assert_eq!(scene.matches("12i").count(), 4, "{scene}");
    // players lay their colours in turn, and never pay themselves
    let (mut laid, mut pays): (BTreeSet<char>, usize) = (BTreeSet::new(), 0);
    for event in events(&lines) {
        if event["type"] == "placed" {
            laid.insert(event["rug"].as_str().expect("a rug").chars().next().expect("a colour"));
        }
        if event["type"] == "paid" {
            let side = |name: &str| match event[name].as_str().expect("a colour") {
                "cyan" | "red" => 0,
                _ => 1,
            };
            assert_ne!(side("colour"), side("to"), "{event}");
            pays += 1;
        }
    }
    assert_eq!(laid, BTreeSet::from(['c', 'p', 'r', 'y']));
    assert!(pays > 0);
}

/// A tournament that is rejected, mentions all of `said` and leaves nothing behind.
#[track_caller]
fn refused_tournament(options: &str, said: &[&str]) {
    let dir = scratch();
    let line = format!("tournament --game marrakech --games 2 --seed 1 --out new {options}");
    refused(dir.path(), &line, 2, said);
    assert!(!dir.path().join("new").exists(), "{options}: a folder was made");
}

#[test]
fn an_impossible_marrakech_tournament_is_refused() {
    refused_tournament("--players random", &["1", "2 to 4"]);
    refused_tournament("--players random,random,random,random,random", &["5", "2 to 4"]);
    refused_tournament("--players random,greedy,random --set colours=2", &["3", "two colours"]);
    refused_tournament("--players random,greddy", &["greddy", "`greedy`"]);
    refused_tournament("--players random,person", &["person"]);
    refused_tournament("--players random,marginal", &["marginal", "greedy", "mcts"]);
    refused_tournament("--players random,greedy:depth=2", &["greedy:depth=2"]);
    refused_tournament("--players random,expectimax:dept=2", &["`depth`"]);
    for (options, said) in [
        ("expectimax:depth=0", ["`0` for `depth`", "1 to 4"]),
        ("expectimax:depth=5", ["`5` for `depth`", "1 to 4"]),
        ("expectimax:depth=x", ["depth", "1 to 4"]),
        ("expectimax:width=13", ["`13` for `width`", "1 to 12"]),
        ("mcts:playouts=0", ["`0` for `playouts`", "1 to "]),
    ] {
        refused_tournament(&format!("--players random,{options}"), &said);
    }
}

#[test]
fn unknown_settings_are_reported_with_the_available_ones() {
    let two = "--players random,greedy";
    refused_tournament(&format!("{two} --set rug=12"), &["`rug`", "`rugs`"]);
    refused_tournament(&format!("{two} --set xylophone=1"), &["xylophone", "rugs", "rotate"]);
    refused_tournament(&format!("{two} --set rugs=0"), &["`0` for `rugs`", "1 to "]);
    refused_tournament(&format!("{two} --set rugs=-1"), &["`-1` for `rugs`", "1 to "]);
    refused_tournament(&format!("{two} --set rugs=100"), &["`100` for `rugs`", "1 to 99"]);
    refused_tournament(&format!("{two} --set rotate=middle"), &["middle", "start or end"]);
    refused_tournament(&format!("{two} --set colours=3"), &["`3` for `colours`", "1 or 2"]);
    refused_tournament(&format!("{two} --set rugs"), &["rugs", "key=value"]);
    refused_tournament(&format!("{two} --preset seven"), &["seven", "standard"]);
}

/// Numbers of rounds and of hidden letters are settings of another game.
#[test]
fn rounds_and_hidden_letters_are_refused() {
    let two = "--players random,greedy";
    refused_tournament(&format!("{two} --rounds 3"), &["marrakech", "`rounds`"]);
    refused_tournament(&format!("{two} --hidden 3"), &["marrakech", "`hidden`"]);
}

#[test]
fn the_players_are_listed_with_description_and_parameters() {
    let dir = scratch();
    let rows = table_of(&done(dir.path(), "players --game marrakech --format csv").out);
    let names: Vec<&str> = rows.iter().map(|row| row["player"].as_str()).collect();
    assert_eq!(names, ["random", "greedy", "policy", "expectimax", "mcts"]);
    assert!(rows.iter().all(|row| row["game"] == "marrakech" && !row["idea"].is_empty()));
    assert!(rows[3]["parameters"].contains("depth"), "{rows:?}");
    assert!(rows[4]["parameters"].contains("playouts"), "{rows:?}");
    let json: Vec<Value> =
        serde_json::from_str(&done(dir.path(), "players --game marrakech --format json").out)
            .expect("a list");
    assert_eq!(json.len(), 5);
    let shown = done(dir.path(), "players --game marrakech").out;
    assert!(names.iter().all(|name| shown.contains(name)) && !shown.contains("letter-value"));
    assert!(done(dir.path(), "players").out.contains("expectimax"));
}

#[test]
fn a_replay_shows_every_ply_for_people_and_programs() {
    let dir = scratch();
    let games = tournament(dir.path(), "--players random,greedy,random --games 3 --seed 4");
    for (game, seats) in games.iter().enumerate() {
        let shown = done(dir.path(), &format!("replay run --game {game}")).out;
        assert!(!shown.contains('\x1b'), "{shown}");
        for row in seats {
            assert!(shown.contains(&row["player"]) && shown.contains(&row["score"]), "{shown}");
        }
        let lines = replayed(dir.path(), game);
        let rolled = dice(&lines).len();
        assert_eq!(shown.matches(" rolls ").count(), rolled, "{shown}");
        let placed = events(&lines).filter(|event| event["type"] == "placed").count();
        assert_eq!(shown.matches(" lays a rug ").count(), placed, "{shown}");
        // the walk and the rugs follow the rules
        let mut queries = String::new();
        let mut expected = Vec::new();
        let mut assam = first_scene(&lines)[24..28].to_owned();
        for event in events(&lines) {
            let (name, number) = match event["type"].as_str() {
                Some("rotated") => ("rotate", &event["rotation"]),
                Some("rolled") => ("move", &event["die"]),
                _ => continue,
            };
            queries += &(query(name, json!([assam, number])) + "\n");
            expected.push(event["assam"].clone());
            event["assam"].as_str().expect("Assam").clone_into(&mut assam);
        }
        assert!(expected.len() > 40, "{expected:?}");
        assert_eq!(answers(queries), expected);
    }
    refused(dir.path(), "replay run --game 3", 2, &["3", "0 to 2"]);
    refused(dir.path(), "replay missing --game 0", 4, &["missing"]);
}
